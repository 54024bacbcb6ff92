// SPDX-License-Identifier: MIT OR Apache-2.0

//! Views: positions, choices and worms as text, as pictures and as data.
//!
//! The functions are pure: they turn values into strings, and search and read nothing. The caller prints. It
//! also asks the engine for lines of play and details of points, and gives them to the view.
//!
//! [`PositionView`] is a position with all that is shown of it. [`text`], [`svg`] and [`json`] draw it, each
//! from the same [`Groups`](groups::Groups), [`Picture`](picture::Picture) and [`Panel`](panel::Panel).

pub mod advice;
pub mod analysis;
pub mod board;
mod bonus;
pub mod certainty;
pub mod choice;
pub mod colours;
mod considered;
mod dragon_data;
pub mod explain;
mod eye_data;
pub mod eye_kind;
pub mod facts;
mod fields;
pub mod groups;
pub mod json;
pub mod judged;
pub mod lines;
pub mod look;
mod map;
pub mod move_name;
mod notes;
mod outcome;
pub mod palette;
pub mod panel;
pub mod picture;
mod position;
pub mod reading_tree;
pub mod reason;
pub mod search;
pub mod status_reason;
pub mod svg;
pub mod text;
mod worm_data;
pub mod worms;

pub use board::{Marks, render};
pub use considered::{Considered, Shown};
pub use dragon_data::{DragonData, FriendData, RaceData, status_name};
pub use eye_data::{EyeData, HalfEyeData};
pub use look::{Charset, Look};
pub use notes::Notes;
pub use position::PositionView;
pub use worm_data::{CavityData, StringData, WormData};
