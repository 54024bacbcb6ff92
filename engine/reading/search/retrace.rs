//! Deciding a position as a similar one was decided.

use katachi_rules::Color;

use super::graph::{NOWHERE, Place};
use super::node::{Node, Numbers};
use super::{Goal, MAX_DEPTH, Position, Searcher, unmake};

impl Searcher {
    /// Is a position decided by the way in which another was, for the same side? Moves of the loser that were not
    /// answered there are answered as those before them (K. Kawano, "Using similar positions to search game trees",
    /// 1996). If so, notes that, and what it rests on.
    pub(super) fn retrace(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        place: Place,
        way: Place,
    ) -> bool {
        if self.depth >= MAX_DEPTH {
            return false;
        }
        let is_or = to_move == goal.attacker();
        let success = self.graph.numbers(way).proof == 0;
        let wide = self.is_wide();
        self.depth += 1;
        self.path.push((self.graph.situation(place), place));
        let mut node = Node::new(is_or);
        node.must_move = self.graph.must_move(place);
        let wins = success == is_or;
        if wins {
            self.add_shortcut(goal, position, to_move, &mut node);
            if node.children.is_empty() {
                self.add_moves(goal, self.graph.best(way).map(Some).into_iter(), &mut node);
            }
        } else {
            self.add_children(goal, position, to_move, wide, &mut node);
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
            let known = self.graph.after(way, point).filter(|&known| {
                let numbers = self.graph.numbers(known);
                numbers.is_decided() && (numbers.proof == 0) == success
            });
            let Some(known) = known.or(node.reply) else {
                break false;
            };
            let played = child.played();
            let undo = self.make(position, to_move, played);
            let same = self.retrace(goal, position, to_move.opposite(), to, known);
            unmake(position, undo);
            if !same {
                break false;
            }
            let mut after = *self.graph.rests_on(to);
            after.ko |= node.children[index].rests_on_ko;
            let numbers = Numbers::decided(success);
            node.children[index].numbers = numbers;
            node.note(point, numbers, &after);
            node.reply = Some(to);
        };
        if !same {
            // Nothing is known that was not known before.
            self.depth -= 1;
            self.path.pop();
            return false;
        }
        let point = node.children.get(index).and_then(|c| c.point);
        self.conclude(goal, position, place, &node, (Numbers::decided(success), point));
        true
    }
}
