// SPDX-License-Identifier: MIT OR Apache-2.0

//! Readings that show what a losing move changes, as a person would ask `katachi read` about it.

use katachi_answers::denial;
use katachi_engine::answers::{Answers, TreeLimits};
use katachi_rules::Game;
use katachi_view::consequence::Consequence;
use katachi_view::reading_tree;
use serde::Serialize;

/// Maximum number of readings that are shown for a move.
const MAX_SHOWN: usize = 2;
/// Trees of a report: the refutations of a few tries.
const LIMITS: TreeLimits = TreeLimits {
    first_moves: 4,
    tries: [2, 1],
    moves: 24,
    nodes: 30,
};

/// A question about stones that a losing move gives away, with its answer and the lines that show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupReading {
    /// The question: `Can White kill the group at D4?`
    pub question: String,
    /// The answer: `Yes, at E3 (proved).`
    pub answer: String,
    /// The moves that work, those that fail, and the lines, in rows.
    pub text: String,
    /// The game up to the move, with the lines as variations.
    pub sgf: String,
}

impl GroupReading {
    /// The readings of the position after a move that show what it changes, the most costly change first.
    /// Answers that are only judged show nothing.
    pub(crate) fn all(after: &Game, told: &[Consequence], answers: &mut Answers<'_>) -> Vec<Self> {
        let shown = told.iter().filter_map(|told| {
            let question = denial::question_about(told, answers)?;
            let found = answers.found(&question);
            // Stones that need no move do not depend on the move that is criticised.
            let (verdict, point) = (found.reading.verdict, found.reading.point);
            if !found.certainty.is_read() || !verdict.is_possible() || point.is_none() {
                return None;
            }
            let mut tree = answers.small_tree(&question, LIMITS);
            tree.named = told.stone.map(|stone| *stone);
            Some(Self {
                question: reading_tree::question(&tree.question, tree.named, after.size()),
                answer: reading_tree::answer(tree.found(), after.size()),
                text: reading_tree::text(&tree, after.size()),
                sgf: reading_tree::to_sgf(after, &tree),
            })
        });
        shown.take(MAX_SHOWN).collect()
    }
}
