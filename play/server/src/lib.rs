//! The engine over HTTP and WebSocket, with battles kept in SQLite and the web page.
