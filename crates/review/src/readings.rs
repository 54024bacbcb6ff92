// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a losing move did to groups, as a person would ask `katachi view` and `katachi read` about them.
//!
//! The groups of all positions come from the analysis of move choice, which is quick. Where a move lost
//! something, its groups are read again with the nodes of a question of a person, so that the report says
//! what the view says, and shows the moves that prove it.

use katachi_engine::answers::{Aim, TreeLimits};
use katachi_engine::play::Player;
use katachi_engine::{Engine, analysis::Analysis};
use katachi_rules::PointMap;
use katachi_rules::sgf::Turn;
use katachi_view::groups::{Group, GroupStatus, Groups};
use katachi_view::reading_tree;
use serde::Serialize;

use super::groups::GroupChange;
use super::turns;

/// Maximum number of groups whose reading is shown for a move.
const MAX_SHOWN: usize = 2;
/// Trees of a report: the refutations of a few tries.
const LIMITS: TreeLimits = TreeLimits {
    first_moves: 4,
    tries: [2, 1],
    moves: 24,
    nodes: 30,
};

/// Why a group has its status after a move: a question with its answer and the lines that show it.
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

/// The changed groups of a losing move with their readings, the largest groups first. `owner` says who owns
/// each point after the move, -1 White to 1 Black. About a second on 19x19.
pub(crate) fn of_move(
    engine: &Engine,
    turn: &Turn,
    owner: &PointMap<f32>,
) -> (Vec<GroupChange>, Vec<GroupReading>) {
    let Some(after) = turns::after(&turn.game, turn.color, turn.mv) else {
        return (Vec::new(), Vec::new());
    };
    let mut player = Player::new(engine.clone());
    let groups = |analysis: &Analysis| {
        Groups::new(analysis, after.size())
            .iter()
            .cloned()
            .collect::<Vec<Group>>()
    };
    let before = groups(&player.analyse(&turn.game));
    let now = groups(&player.analyse(&after));
    let mut changes = GroupChange::all(&before, &now, owner);
    changes.sort_by_key(|change| std::cmp::Reverse(change.size));
    let mut answers = player.answers(&after);
    let shown = changes.iter().filter_map(|change| Some((change, change.after?)));
    let readings = shown.take(MAX_SHOWN).filter_map(|(change, status)| {
        let aim = match status {
            GroupStatus::Dead => Aim::Save,
            _ => Aim::Kill,
        };
        let question = answers.question(aim, *change.stone, None).ok()?;
        let tree = answers.tree(&question, &[], LIMITS);
        Some(GroupReading {
            question: reading_tree::question(&tree, after.size()),
            answer: reading_tree::answer(tree.found(), after.size()),
            text: reading_tree::text(&tree, after.size()),
            sgf: reading_tree::to_sgf(&after, &tree),
        })
    });
    let readings = readings.collect();
    (changes, readings)
}
