// SPDX-License-Identifier: MIT OR Apache-2.0

//! Views: positions, choices and worms as text, as pictures and as data.
//!
//! The functions are pure: they turn values into strings, and search and read nothing. The caller prints. It
//! also asks the engine for lines of play and details of points, and gives them to the view.
//!
//! [`facts`] are values, [`say`] puts them into words, and [`draw`] shows them; each knows only those before
//! it. [`PositionView`] is a position with all that is shown of it, and [`text`], [`svg`] and [`json`] draw
//! it from the same [`Groups`](groups::Groups), [`Picture`](picture::Picture) and [`Panel`](panel::Panel).

pub mod draw;
pub mod facts;
pub mod say;
mod worded;

pub use draw::board::{Marks, render};
pub use draw::notes::Notes;
pub use draw::{board, colours, json, look, palette, picture, svg, text};
pub use facts::dragon_data::{DragonData, FriendData, RaceData, status_name};
pub use facts::eye_data::{EyeData, EyeKind, HalfEyeData, shown_kind};
pub use facts::fields::{Range, ReadingData};
pub use facts::named::{Named, OnBoard};
pub use facts::position::PositionView;
pub use facts::worm_data::{StringData, worm_table};
pub use facts::{analysis, certainty, groups};
pub use look::{Charset, Look};
pub use say::considered::{Considered, Shown};
pub use say::{advice, choice, consequence, explain, judged, lines, move_name, panel};
pub use say::{reading_tree, reason, search, status_reason};

use facts::position;

/// Version of the data that are written as JSON: of views, reviews and readings.
pub const DATA_VERSION: u32 = 2;
