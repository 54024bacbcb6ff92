// SPDX-License-Identifier: MIT OR Apache-2.0

//! The part of the board that a question about a group sees.
//!
//! A [`Region`] has the points where moves are searched and the stones that are safe (`outside` finds the
//! friends and the open board around it). A [`LocalBoard`] numbers its points, so that a set of them is one
//! word; a [`LocalPosition`] has the stones on it.

mod local_board;
mod outside;
mod position;
mod region;

pub(crate) use local_board::{Aim, Bits, LocalBoard, LocalBoards, NOWHERE, SMALL_STRING, bit, each};
#[cfg(test)]
pub(crate) use outside::Outside;
pub(crate) use position::{Dependence, LocalPosition, Played, count};
pub(crate) use region::{MAX_CAPTURABLE_LIBERTIES, Region, WallDefect};
