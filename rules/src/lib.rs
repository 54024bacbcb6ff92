//! The rules of Go.
