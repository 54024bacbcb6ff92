// SPDX-License-Identifier: MIT OR Apache-2.0

//! Views: how positions, choices and worms look, as text, as a picture, as data. Pure functions from values to
//! strings; printing them, and letting colours through, is the caller's business.
//!
//! [`PositionView`] is a position with everything that is shown of it. [`text`], [`svg`] and [`json`] draw it, each from the
//! same [`Groups`](groups::Groups), [`Picture`](picture::Picture) and [`Panel`](panel::Panel).

pub mod analysis;
pub mod board;
pub mod choice;
pub mod colours;
mod considered;
mod dragon_data;
pub mod explain;
mod eye_data;
pub mod eye_kind;
pub mod facts;
pub mod groups;
pub mod json;
pub mod lines;
pub mod look;
mod map;
mod notes;
pub mod palette;
pub mod panel;
pub mod picture;
mod position;
pub mod reason;
#[cfg(feature = "tui")]
pub mod screen;
pub mod search;
pub mod svg;
pub mod text;
mod worm_data;
pub mod worms;

pub use board::{Marks, render};
pub use considered::Considered;
pub use dragon_data::{DragonData, FriendData, RaceData, status_name};
pub use eye_data::{EyeData, HalfEyeData};
pub use look::{Charset, Look};
pub use notes::Notes;
pub use position::PositionView;
pub use worm_data::{CavityData, StringData, WormData};
