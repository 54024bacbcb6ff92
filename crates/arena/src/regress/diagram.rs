// SPDX-License-Identifier: MIT OR Apache-2.0

//! The positions of tests, for diagrams.

use std::collections::{BTreeMap, BTreeSet};

use katachi_pages::diagram::{Mark, Marked};
use katachi_rules::{Board, BoardSize};

use super::engine::LocalEngine;
use super::outcome::TestResult;
use super::position::{begins_anew, changes_board};
use super::suite::Suite;

/// Returns the boards of these tests of a suite. The engine in this process obeys the commands for the board
/// alone. A test without a position has no board.
pub(super) fn boards(suite: &Suite, wanted: &BTreeSet<u64>, engine: &LocalEngine) -> BTreeMap<u64, Board> {
    let mut session = engine(suite.folder());
    let mut is_broken = false;
    let mut boards = BTreeMap::new();
    for step in &suite.steps {
        match step.number {
            Some(number) if wanted.contains(&number) && !is_broken => {
                boards.entry(number).or_insert_with(|| session.board());
            }
            Some(_) => {}
            None => {
                let is_new = begins_anew(&step.command);
                if is_new || changes_board(&step.command) && !is_broken {
                    let reply = session.answer(&step.command);
                    is_broken = reply.is_none_or(|reply| !reply.starts_with('='));
                }
            }
        }
    }
    boards
}

/// Returns the marks for a board: the points of the question, of the expectation and of the answer.
pub(super) fn marks(test: &TestResult, size: BoardSize) -> Vec<Marked> {
    let sources = [
        (Mark::Question, Some(test.command.as_str())),
        (Mark::Expected, test.expected.as_deref()),
        (Mark::Answer, test.got.as_deref()),
    ];
    sources
        .into_iter()
        .flat_map(|(mark, text)| {
            let words = text
                .unwrap_or_default()
                .split(|c: char| !c.is_ascii_alphanumeric());
            words.filter_map(move |word| Some((size.parse_vertex(word)?, mark)))
        })
        .collect()
}
