// SPDX-License-Identifier: MIT OR Apache-2.0

//! The search for proofs (`search`), the questions with different ko threats that are put to it (`ko_query`),
//! and playouts where it finds no proof (`playout_tree`).

mod ko_query;
mod playout_tree;
mod search;

pub(crate) use ko_query::KoQuery;
pub(crate) use playout_tree::{PlayoutOutcome, PlayoutTree};
pub(crate) use search::{Decided, ReviewSettings, Search};
