// SPDX-License-Identifier: MIT OR Apache-2.0

//! Kawano's simulation: deciding a position by the proof of a similar one (K. Kawano, "Using similar positions to
//! search game trees", 1996).
//!
//! Before a position is expanded, the proof of a sibling is tried, or of the position after the same move two plies
//! before.

use katachi_rules::Color;

use super::graph::{NOWHERE, Place};
use super::node::Node;
use super::{Goal, Position, Searcher, unmake};
use crate::local::ProofNumbers;
use crate::reading::constants::STRING_MAX_PLIES;

impl Searcher {
    /// Does the proof of a similar position decide this one, for the same side? A move of the loser that was not searched
    /// there is answered like the loser's previous move. If so, stores the result with what it depends on.
    pub(super) fn simulate(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        place: Place,
        similar: Place,
    ) -> bool {
        if self.depth >= STRING_MAX_PLIES {
            return false;
        }
        let is_or = to_move == goal.attacker();
        let success = self.graph.numbers(similar).proof == 0;
        self.depth += 1;
        self.path.push((self.graph.situation(place), place));
        let mut node = Node::new(is_or);
        node.must_move = self.graph.must_move(place);
        let wins = success == is_or;
        if wins {
            self.add_shortcut(goal, position, to_move, &mut node);
            if node.children.is_empty() {
                self.add_moves(goal, self.graph.best(similar).map(Some).into_iter(), &mut node);
            }
        } else {
            self.add_children(goal, position, to_move, place, &mut node);
        }
        let mut index = 0;
        let same = loop {
            if self.nodes >= self.budget {
                break false;
            }
            let Some(child) = node.children.get(index) else {
                if wins {
                    break false;
                }
                if node.widened {
                    break true;
                }
                self.widen(goal, position, to_move, &mut node);
                continue;
            };
            if child.numbers.is_decided() {
                if node.is_won(child.numbers) {
                    break wins;
                }
                index += 1;
                continue;
            }
            if child.to == NOWHERE {
                self.try_out(goal, position, to_move, index, &mut node);
                continue;
            }
            let (point, to) = (child.point, child.to);
            let known = self.graph.after(similar, point).filter(|&known| {
                let numbers = self.graph.numbers(known);
                numbers.is_decided() && (numbers.proof == 0) == success
            });
            let Some(known) = known.or(node.reply) else {
                break false;
            };
            let played = child.played();
            let undo = self.make(position, to_move, played);
            let same = self.simulate(goal, position, to_move.opposite(), to, known);
            unmake(position, undo);
            if !same {
                break false;
            }
            let mut after = *self.graph.dependence(to);
            after.ko |= node.children[index].depends_on_ko;
            let numbers = ProofNumbers::decided(success);
            node.children[index].numbers = numbers;
            node.note(point, numbers, &after);
            node.reply = Some(to);
        };
        if !same {
            // The simulation failed: the position stays as it was.
            self.depth -= 1;
            self.path.pop();
            return false;
        }
        let point = node.children.get(index).and_then(|c| c.point);
        self.conclude(
            goal,
            position,
            place,
            &node,
            (ProofNumbers::decided(success), point),
        );
        true
    }
}
