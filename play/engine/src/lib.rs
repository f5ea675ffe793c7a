//! Battles hosted for front ends: the engine protocol over lines, thinking in a pool, reports.
