// SPDX-License-Identifier: MIT OR Apache-2.0

//! One question with growing budgets: a first answer at once, then surer ones.
//!
//! Each answer is that of a single question with its budget. A proof is the last answer: more nodes would not
//! change it. They are used for its tree, until each of its first moves has been read.

use katachi_rules::Point;

use super::{Answers, Question, ReadingTree, TreeLimits};
use crate::reading::{Certainty, Judgement};

/// Nodes of the first answer; 100 to 500. One about a group takes about 0.1 s of CPU on 19x19, most of it for
/// the strings, which make the groups.
const FIRST_NODES: u32 = 200;
/// Factor of the nodes from answer to answer; 5 to 20. The last step may be larger, so that the answers
/// before it take about a tenth of its nodes.
pub const MORE_NODES: u32 = 10;

/// An answer within a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BudgetAnswer {
    /// The budget in nodes.
    pub nodes: u32,
    /// The answer.
    pub found: Judgement,
}

/// The budget after `answered`, where 0 is none: 200, 2,000 and so on, at last `last`.
fn next_budget(answered: u32, last: u32) -> u32 {
    match answered {
        0 => FIRST_NODES.min(last),
        _ if answered <= last / (MORE_NODES * MORE_NODES) => answered * MORE_NODES,
        _ => last,
    }
}

impl Answers<'_> {
    /// Reads a question with growing budgets, from the one after `answered` (0: the first one) to that of
    /// these answers. Shows each answer when it is found. Returns the tree of the last one; `wanted` are
    /// first moves that it shows in any case. `question` is asked anew with each budget: groups depend on it.
    ///
    /// The first answer takes less than 0.1 s of CPU for most questions, and the tree of a large group
    /// seconds.
    ///
    /// # Errors
    /// The error of `question` or `show`.
    pub fn by_budgets<E>(
        &mut self,
        answered: u32,
        mut question: impl FnMut(&mut Self) -> Result<Question, E>,
        wanted: &[Point],
        limits: TreeLimits,
        mut show: impl FnMut(BudgetAnswer) -> Result<(), E>,
    ) -> Result<ReadingTree, E> {
        let last = self.position.effort.reading_nodes;
        let mut nodes = next_budget(answered, last);
        let mut is_proved = false;
        loop {
            self.position.set_budget(nodes);
            let question = question(self)?;
            let before = self.position.reader.nodes();
            let found = self.found(&question);
            if !is_proved {
                show(BudgetAnswer { nodes, found })?;
            }
            let is_last = nodes >= last || self.position.reader.is_interrupted();
            if is_last || found.certainty == Certainty::Proved {
                let mut tree = self.tree(&question, wanted, limits);
                tree.searched = self.position.reader.nodes() - before;
                is_proved = tree.found().certainty == Certainty::Proved;
                if is_last || is_proved && is_read(&tree) {
                    return Ok(tree);
                }
            }
            nodes = next_budget(nodes, last);
        }
    }
}

/// Whether all first moves of a tree have been read, and what happens without a move.
fn is_read(tree: &ReadingTree) -> bool {
    let mut moves = tree.first_moves.iter();
    tree.elsewhere.certainty.is_read() && moves.all(|(_, found)| found.certainty.is_read())
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::super::tests::answered;
    use super::*;
    use crate::analysis::Aim;
    use crate::answers::QuestionError;
    use crate::knowledge::Knowledge;

    /// A few moves: a tree of a large group takes seconds.
    const SMALL: TreeLimits = TreeLimits {
        first_moves: 1,
        tries: [1, 1],
        moves: 2,
        nodes: 3,
    };

    /// The answers of a reading with growing budgets up to 5,000 nodes, and its tree.
    fn read(board: &Board, aim: Aim, stone: &str) -> (Vec<BudgetAnswer>, ReadingTree) {
        let stone = board.size().parse_vertex(stone).expect("a point");
        let (knowledge, mut position) = (Knowledge::default(), answered(board));
        let mut found = Vec::new();
        let tree = position.answers(&knowledge).by_budgets::<QuestionError>(
            0,
            |answers| answers.question(aim, stone, None),
            &[],
            SMALL,
            |answer| {
                found.push(answer);
                Ok(())
            },
        );
        (found, tree.expect("a question about a stone"))
    }

    fn nodes(found: &[BudgetAnswer]) -> Vec<u32> {
        found.iter().map(|answer| answer.nodes).collect()
    }

    /// White has a wide space on the side, which no search of a few thousand nodes decides.
    const WIDE: &str = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . X . X . X . X . .
        . . . . . . . . . . .
        . . X O . O . O X . .
        . . X . . . . . . . .
        . . X O . . . O X . .
        . . . . . . . . X . .";

    const DEAD: &str = "
        . . . . . . .
        . . . . . . .
        O O O O O . .
        X X X X O . .
        . X . X O . .";

    #[test]
    fn budgets_grow_tenfold_and_end_with_the_last_one() {
        let all = |last| {
            let mut all = vec![next_budget(0, last)];
            while all[all.len() - 1] < last {
                all.push(next_budget(all[all.len() - 1], last));
            }
            all
        };
        assert_eq!(all(50), [50]);
        assert_eq!(all(200), [200]);
        assert_eq!(all(5_000), [200, 5_000]);
        assert_eq!(all(30_000), [200, 2_000, 30_000]);
        assert_eq!(all(2_000_000), [200, 2_000, 20_000, 200_000, 2_000_000]);
        assert_eq!(
            next_budget(30_000, 300_000),
            300_000,
            "what goes on is the next step"
        );
        assert_eq!(all(u32::MAX).last(), Some(&u32::MAX));
    }

    #[test]
    fn a_proof_is_the_last_answer_and_its_tree_has_read_all_first_moves() {
        let board = Board::from_diagram(DEAD);
        let (found, tree) = read(&board, Aim::Kill, "A2");
        assert_eq!(nodes(&found), [FIRST_NODES], "{found:?}");
        assert_eq!(found[0].found.certainty, Certainty::Proved);
        assert_eq!(tree.found(), found[0].found);
        assert!(is_read(&tree), "{tree:?}");
        assert_eq!(tree.budget, 2 * FIRST_NODES);
    }

    #[test]
    fn the_last_answer_is_that_of_a_single_question_with_all_nodes() {
        let board = Board::from_diagram(WIDE);
        let (knowledge, mut single) = (Knowledge::default(), answered(&board));
        let mut single = single.answers(&knowledge);
        for aim in [Aim::Kill, Aim::Save] {
            let (found, tree) = read(&board, aim, "D4");
            assert_eq!(nodes(&found), [FIRST_NODES, 5_000], "{found:?}");
            let stone = board.size().parse_vertex("D4").expect("a point");
            let question = single.question(aim, stone, None).expect("a stone");
            assert_eq!(tree.question, question);
            assert_eq!(found[1].found, single.found(&question));
            let alone = single.tree(&question, &[], SMALL);
            assert_eq!(
                (&tree.nodes, &tree.first_moves),
                (&alone.nodes, &alone.first_moves)
            );
        }
    }

    #[test]
    fn the_groups_of_a_question_are_those_of_the_analysis() {
        for diagram in [WIDE, DEAD] {
            let board = Board::from_diagram(diagram);
            let (knowledge, mut position) = (Knowledge::default(), answered(&board));
            let mut answers = position.answers(&knowledge);
            let before: Vec<_> = board.strings().map(|stone| answers.group_of(stone)).collect();
            let _ = answers.analysis();
            let after: Vec<_> = board.strings().map(|stone| answers.group_of(stone)).collect();
            assert_eq!(before, after);
        }
    }
}
