// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a person adds to a record: variations and comments.
//!
//! A variation never becomes the line of the game. Where it begins at the end of that line, an empty node
//! stands for the end, as the first of two lines. The next move of the game takes its place.

use katachi_rules::sgf::{Mark, NodeId, Record, Tree, point_text};
use katachi_rules::{Color, Game, Move, Point};
use katachi_view::Named;
use serde::Serialize;

use super::{Opened, is_quiet};

/// A move of a record with variations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct VariationMove {
    /// Index of the move before it. `None`: the beginning of the game.
    pub before: Option<usize>,
    /// Its side.
    pub color: Color,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Named<Move>,
    /// There is a comment on the position after it.
    pub has_comment: bool,
    /// It is a move of the game, not of a variation.
    pub is_game: bool,
}

impl Opened {
    /// Creates the record of a game that began without one. It has the position before the first move.
    pub(crate) fn from_game(game: &Game) -> Result<Self, String> {
        let mut start = game.clone();
        while start.undo().is_some() {}
        let (mut this, _) = Self::new(Record::from_game(&start).to_tree())?;
        this.is_own = true;
        Ok(this)
    }

    /// Adds a line, unless it is there. `game` is the line of the game.
    pub(crate) fn add_line(&mut self, line: &[(Color, Move)], game: &[(Color, Move)]) -> NodeId {
        let (mut node, found) = self.find(line);
        for (index, &(color, mv)) in line.iter().enumerate().skip(found) {
            let is_after_game = index == game.len() && line.starts_with(game);
            if is_after_game && self.tree.children(node).next().is_none() {
                self.tree.add_child(node);
            }
            node = self.tree.add_child(node);
            add_move(&mut self.tree, node, color, mv);
        }
        node
    }

    /// Changes the comment on the position after a line, which is added if it is not there. An empty text
    /// removes the comment.
    pub(crate) fn set_comment(&mut self, line: &[(Color, Move)], game: &[(Color, Move)], text: &str) {
        let node = self.add_line(line, game);
        for other in self.nodes_of_position(node) {
            self.tree.remove(other, "C");
        }
        if !text.trim().is_empty() {
            self.tree.set_text(node, "C", text.trim());
        }
    }

    pub(crate) fn marks(&self, line: &[(Color, Move)]) -> Vec<(Point, Mark)> {
        let (node, found) = self.find(line);
        if found < line.len() {
            return Vec::new();
        }
        let nodes = self.nodes_of_position(node).into_iter();
        nodes
            .flat_map(|node| self.tree.marks(node, self.record.size))
            .collect()
    }

    /// Replaces the marks on a point of the position after a line, which is added if it is not there.
    pub(crate) fn set_mark(
        &mut self,
        line: &[(Color, Move)],
        game: &[(Color, Move)],
        point: Point,
        mark: Option<Mark>,
    ) {
        let (node, size) = (self.add_line(line, game), self.record.size);
        for other in self.nodes_of_position(node) {
            self.tree.set_mark(other, size, point, None);
        }
        if mark.is_some() {
            self.tree.set_mark(node, size, point, mark);
        }
    }

    /// Removes the last move of a line with all that follows it. Returns whether it was there.
    pub(crate) fn remove_line(&mut self, line: &[(Color, Move)]) -> bool {
        let (node, found) = self.find(line);
        if line.is_empty() || found < line.len() {
            return false;
        }
        // The start is on the main line before the removed node, so that its depth stays.
        let depth = self.tree.line_to(self.start).len() - 1;
        self.tree = self.tree.without(node);
        self.start = self.tree.main_line().nth(depth).unwrap_or(self.tree.root());
        true
    }

    /// Returns the moves of all lines, each after the move before it, first lines first. `game` is the line
    /// of the game.
    pub(crate) fn variation_moves(&self, game: &[(Color, Move)]) -> Vec<VariationMove> {
        let mut tree = self.tree.clone();
        let end = self.add_game(&mut tree, game);
        tree.make_main(end);
        let mut found: Vec<VariationMove> = Vec::new();
        let mut open = vec![(self.start, None, 0)];
        while let Some((node, before, depth)) = open.pop() {
            let (mut before, mut depth) = (before, depth);
            let has_comment = tree
                .get(node, "C")
                .is_some_and(|c| !c.value().text().trim().is_empty());
            if node != self.start {
                match tree.move_at(node, self.record.size) {
                    Some((color, mv)) => {
                        let of_game = game.get(depth) == Some(&(color, mv));
                        let is_first = before.is_none_or(|at: usize| found[at].is_game);
                        found.push(VariationMove {
                            before,
                            color,
                            mv: Named::new(mv, self.record.size),
                            has_comment,
                            is_game: of_game && is_first,
                        });
                        (before, depth) = (Some(found.len() - 1), depth + 1);
                    }
                    None if !is_quiet(&tree, node) => continue,
                    None => {
                        if let Some(at) = before.filter(|_| has_comment) {
                            found[at].has_comment = true;
                        }
                    }
                }
            }
            let at = open.len();
            open.extend(tree.children(node).map(|child| (child, before, depth)));
            open[at..].reverse();
        }
        found
    }

    /// Adds the line of the game to a copy of the tree. Returns its last node.
    pub(super) fn add_game(&self, tree: &mut Tree, moves: &[(Color, Move)]) -> NodeId {
        let (mut node, found) = self.find(moves);
        if found < moves.len() {
            node = self.quiet_after(node).last().unwrap_or(node);
        }
        for &(color, mv) in &moves[found..] {
            if node == self.start || !is_end(tree, node) {
                node = tree.add_child(node);
            }
            add_move(tree, node, color, mv);
        }
        node
    }
}

/// Ends a line at a node, if other moves follow it: an empty node comes first.
pub(super) fn end_line(tree: &mut Tree, node: NodeId) {
    let next = tree.children(node).next();
    if next.is_some_and(|next| !is_end(tree, next)) {
        let end = tree.add_child(node);
        tree.make_main(end);
    }
}

/// Returns the tree without empty ends beside its main line.
pub(super) fn without_ends(mut tree: Tree) -> Tree {
    let beside = |tree: &Tree| {
        tree.main_line()
            .flat_map(|node| tree.children(node).skip(1))
            .find(|&child| is_end(tree, child))
    };
    while let Some(end) = beside(&tree) {
        tree = tree.without(end);
    }
    tree
}

fn add_move(tree: &mut Tree, node: NodeId, color: Color, mv: Move) {
    let point = mv.point().map(point_text).unwrap_or_default();
    tree.add(node, &color.letter().to_string(), [&*point]);
}

/// Returns whether a node stands for the end of a line.
fn is_end(tree: &Tree, node: NodeId) -> bool {
    tree.properties(node).next().is_none() && tree.children(node).next().is_none()
}

#[cfg(test)]
mod tests {
    use katachi_rules::sgf::read;

    use super::*;

    fn open(text: &str) -> (Opened, Vec<(Color, Move)>) {
        let tree = read(text.as_bytes()).unwrap().trees.remove(0);
        let (opened, game) = Opened::new(tree).unwrap();
        (opened, game.moves().collect())
    }

    fn moves(vertices: &str) -> Vec<(Color, Move)> {
        let size = katachi_rules::BoardSize::square(5);
        let all = vertices.split_whitespace().zip(Color::BOTH.into_iter().cycle());
        all.map(|(vertex, color)| (color, size.parse_move(vertex).unwrap()))
            .collect()
    }

    /// The moves in the order of the tree, those of variations in brackets, those with comments with a star.
    fn shown(opened: &Opened, game: &[(Color, Move)]) -> String {
        let all = opened.variation_moves(game).into_iter().map(|found| {
            let star = if found.has_comment { "*" } else { "" };
            match found.is_game {
                true => format!("{}{star}", found.mv),
                false => format!("({}{star})", found.mv),
            }
        });
        all.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_variation_is_added_and_removed_and_the_game_stays() {
        let (mut opened, game) = open("(;SZ[5];B[cc]C[The middle];W[cb];B[bb])");
        opened.add_line(&moves("C3 B3 A1"), &game);
        opened.add_line(&moves("C3 B3 A1"), &game);
        assert_eq!(shown(&opened, &game), "C3* C4 B4 (B3) (A1)");
        assert_eq!(opened.variation_moves(&game)[3].before, Some(0));
        assert!(opened.remove_line(&moves("C3 B3")));
        assert!(!opened.remove_line(&moves("C3 B3")) && !opened.remove_line(&[]));
        assert_eq!(shown(&opened, &game), "C3* C4 B4");
    }

    #[test]
    fn a_variation_after_the_end_does_not_continue_the_game() {
        let (mut opened, game) = open("(;SZ[5];B[cc];W[cb])");
        opened.add_line(&moves("C3 C4 B4"), &game);
        opened.add_line(&moves("C3 C4 D4"), &game);
        assert_eq!(shown(&opened, &game), "C3 C4 (B4) (D4)");
        let (_, again) = Opened::new(opened.tree.clone()).unwrap();
        assert_eq!(again.move_count(), 2, "{}", opened.tree.to_sgf());

        // The next moves of the game take the place of the end, or that of a variation.
        for (played, expected) in [("C3 C4 A1", "C3 C4 A1 (B4) (D4)"), ("C3 C4 D4", "C3 C4 D4 (B4)")] {
            let mut longer = again.clone();
            let &(color, mv) = moves(played).last().unwrap();
            longer.play(color, mv).unwrap();
            let (tree, _) = opened.with_game(&longer, None);
            let nodes = tree.node_count();
            let (saved, game) = Opened::new(tree).unwrap();
            assert_eq!(shown(&saved, &game.moves().collect::<Vec<_>>()), expected);
            assert_eq!(nodes, expected.split(' ').count() + 1, "no empty node is left");
        }
    }

    #[test]
    fn a_comment_is_changed_and_removed_in_all_nodes_of_its_position() {
        let (mut opened, game) = open("(;SZ[5]C[One];B[cc];C[Two];C[Three];W[cb])");
        let middle = moves("C3");
        opened.set_comment(&middle, &game, "A new [text]\nof two lines ");
        assert_eq!(
            opened.comment(&middle).as_deref(),
            Some("A new [text]\nof two lines")
        );
        opened.set_comment(&middle, &game, " ");
        assert_eq!(opened.comment(&middle), None);
        opened.set_comment(&[], &game, "The start");
        assert_eq!(opened.comment(&[]).as_deref(), Some("The start"));
        let other = moves("C3 A1 A2");
        opened.set_comment(&other, &game, "Tried");
        assert_eq!(shown(&opened, &game), "C3 C4 (A1) (A2*)");
    }

    #[test]
    fn marks_are_set_and_removed_in_all_nodes_of_a_position() {
        let (mut opened, game) = open("(;SZ[5];B[cc]TR[aa];TR[bb];W[cb])");
        let middle = moves("C3");
        assert_eq!(opened.marks(&middle).len(), 2);
        let at = |vertex| katachi_rules::BoardSize::square(5).parse_vertex(vertex).unwrap();
        opened.set_mark(&middle, &game, at("B4"), Some(Mark::Square));
        assert_eq!(
            opened.marks(&middle),
            [(at("A5"), Mark::Triangle), (at("B4"), Mark::Square)]
        );
        opened.set_mark(&middle, &game, at("B4"), None);
        assert_eq!(opened.marks(&middle), [(at("A5"), Mark::Triangle)]);
        let tried = moves("C3 A1");
        opened.set_mark(&tried, &game, at("A1"), Some(Mark::Label("A".to_owned())));
        assert_eq!(shown(&opened, &game), "C3 C4 (A1)");
    }

    #[test]
    fn a_game_without_a_record_gets_one_with_its_position() {
        let mut game = Game::new(katachi_rules::BoardSize::square(5), Default::default(), 0.5);
        for (color, mv) in moves("C3 C4") {
            game.play(color, mv).unwrap();
        }
        let line: Vec<_> = game.moves().collect();
        let mut opened = Opened::from_game(&game).unwrap();
        opened.add_line(&moves("C3 B3"), &line);
        assert_eq!(shown(&opened, &line), "C3 C4 (B3)");
        let (tree, _) = opened.with_game(&game, None);
        let (saved, again) = Opened::new(tree).unwrap();
        assert_eq!(shown(&saved, &again.moves().collect::<Vec<_>>()), "C3 C4 (B3)");
    }
}
