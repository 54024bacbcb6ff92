//! Views: how boards and choices look as text. Pure functions from values to strings; who prints them, and
//! whether colours get through, is the caller's business.

pub mod board;
pub mod choice;
pub mod worms;

pub use board::{Marks, Theme, render};
