//! Katachi: a Go engine that plays by shapes with names.
