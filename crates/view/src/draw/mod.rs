// SPDX-License-Identifier: MIT OR Apache-2.0

//! Views as text, as pictures and as data.

pub mod board;
pub mod colours;
pub mod json;
pub mod look;
pub(crate) mod notes;
pub mod palette;
pub mod panel;
pub mod picture;
pub mod svg;
pub mod text;
