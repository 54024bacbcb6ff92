//! Views: how boards and choices look as text. Pure functions from values to strings; who prints them, and
//! whether colours get through, is the caller's business.

pub mod board;
pub mod choice;
mod eye_data;
mod worm_data;
pub mod worms;

pub use board::{Marks, Theme, render};
pub use eye_data::{EyeData, HalfEyeData};
pub use worm_data::{CavityData, StringData, WormData};
