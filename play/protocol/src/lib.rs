//! The messages between a front end and the engine, and their JSON schemas.
