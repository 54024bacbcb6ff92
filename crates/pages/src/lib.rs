// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pages of HTML that stand alone, and pictures of positions in them. Knows the rules alone: what the engine thinks of a
//! position is drawn elsewhere, on the same [`grid`].

pub mod diagram;
pub mod grid;
pub mod page;
