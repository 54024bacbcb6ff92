// SPDX-License-Identifier: MIT OR Apache-2.0

//! A review as a record: the game as it was, with comments, marks and better variations.
//!
//! Nothing of the source goes but the name of the program that wrote it: its comments stay, with ours below a heading, and where a node
//! has marks, a judgement, a name or a value already, ours are left out. On the node of a losing move the better moves have letters, the
//! played stone a cross, and stones of groups whose status has changed triangles. A better line is a variation beside the move, the other
//! side's answer one behind it, unless the game ends there: its main line stays as it is.

use katachi_rules::sgf::{APPLICATION, NodeId, Tree, point_text};
use katachi_rules::{Color, Move};

use super::moves::{Criticism, ReviewedMove, Severity};
use super::review::Review;
use super::words;

/// Stands above what we add to a comment.
const HEADING: &str = "--- Review by Katachi ---";
/// Properties of which a node may have only one for each point.
const MARKS: [&str; 6] = ["LB", "TR", "MA", "CR", "SQ", "SL"];
/// Properties of which a node may have only one: how good the move is.
const JUDGEMENTS: [&str; 4] = ["BM", "DO", "IT", "TE"];

impl Review {
    /// The tree of the record that was reviewed, with the review in it. The tree must be that from which the record was made.
    pub fn annotate(&self, tree: &Tree) -> Tree {
        let mut tree = tree.clone();
        let root = tree.root();
        tree.set_text(root, "AP", APPLICATION);
        comment(&mut tree, root, &self.about_text());
        let nodes = moves_of(&tree);
        for (index, mv) in self.moves.iter().enumerate() {
            let Some(&node) = nodes.get(mv.number - 1) else {
                break;
            };
            self.annotate_move(&mut tree, node, nodes.get(mv.number).copied(), index);
        }
        tree
    }

    fn about_text(&self) -> String {
        let text = self.to_text();
        let end = text.find("\n\n").unwrap_or(text.len());
        // The summary, without the list of the moves, which have their own comments.
        let summary = text
            .rfind(" lost something:")
            .and_then(|at| text[..at].rfind('\n'));
        text[..summary.unwrap_or(text.len()).max(end)]
            .trim_end()
            .to_owned()
    }

    fn annotate_move(&self, tree: &mut Tree, node: NodeId, next: Option<NodeId>, index: usize) {
        let (mv, size) = (&self.moves[index], self.about.size);
        let lines = [vec![words::headline(mv, size) + "."], words::comment(self, index)].concat();
        comment(tree, node, &lines.join("\n"));
        let Some(found) = &mv.judgement else { return };
        if let Some(after) = found.after {
            add_once(tree, node, &["V"], "V", &format!("{:.1}", after.lead));
        }
        if self.turning_points.contains(&index) {
            add_once(
                tree,
                node,
                &["HO"],
                "HO",
                if mv.severity() == Severity::Blunder {
                    "2"
                } else {
                    "1"
                },
            );
        }
        match mv.severity() {
            Severity::Blunder => add_once(tree, node, &JUDGEMENTS, "BM", "2"),
            Severity::Mistake => add_once(tree, node, &JUDGEMENTS, "BM", "1"),
            Severity::Inaccuracy => add_once(tree, node, &JUDGEMENTS, "DO", ""),
            // A move that strong players would hardly look at and that is the best one.
            Severity::Fine if found.is_first_choice() && found.prior < SURPRISING => {
                add_once(tree, node, &JUDGEMENTS, "IT", "");
            }
            Severity::Fine => {}
        }
        if let Some(said) = &found.criticism {
            let name = format!(
                "{}{}",
                mv.severity().word()[..1].to_uppercase(),
                &mv.severity().word()[1..]
            );
            add_once(tree, node, &["N"], "N", &name);
            self.mark(tree, node, mv, said);
            self.variations(tree, node, next, mv, said);
        }
    }

    /// Letters on the better moves, a cross on the played stone, triangles on groups whose status has changed.
    fn mark(&self, tree: &mut Tree, node: NodeId, mv: &ReviewedMove, said: &Criticism) {
        if MARKS.iter().any(|name| tree.get(node, name).is_some()) {
            return;
        }
        let labels = said.better.iter().zip('A'..='Z');
        let labels: Vec<String> = labels
            .filter_map(|(better, letter)| Some(format!("{}:{letter}", point_text(better.mv.point()?))))
            .collect();
        if !labels.is_empty() {
            tree.add(node, "LB", labels.iter().map(String::as_str));
        }
        let Some(played) = mv.mv.point() else { return };
        tree.add(node, "MA", [&*point_text(played)]);
        let after = &self.positions[mv.number - self.first + 1];
        let mut changed: Vec<String> = Vec::new();
        for change in mv.changes.iter().filter(|change| change.after.is_some()) {
            let group = after
                .groups
                .iter()
                .find(|group| group.stones.contains(change.stone));
            let stones = group.into_iter().flat_map(|group| group.stones.iter());
            changed.extend(stones.filter(|&stone| stone != played).map(point_text));
        }
        changed.sort();
        changed.dedup();
        if !changed.is_empty() {
            tree.add(node, "TR", changed.iter().map(String::as_str));
        }
    }

    fn variations(
        &self,
        tree: &mut Tree,
        node: NodeId,
        next: Option<NodeId>,
        mv: &ReviewedMove,
        said: &Criticism,
    ) {
        let size = self.about.size;
        if let Some(parent) = tree.parent(node) {
            for better in &said.better {
                let first = add_line(tree, parent, mv.color, &better.variation);
                let Some(first) = first else { continue };
                tree.add_text(first, "N", &format!("Better: {}", size.show(better.mv)));
                tree.add(first, "TE", ["1"]);
                let mut text = words::better_value(better) + ".\n";
                for reason in words::why(better, size) {
                    text += &format!("It {reason}.\n");
                }
                comment(tree, first, text.trim_end());
            }
        }
        let goes_so = |&first: &Move| next.is_some_and(|next| move_text(tree, next) == Some(text_of(first)));
        // Behind the end of the game an answer would go on with the main line.
        let is_last = tree.children(node).next().is_none();
        if is_last || said.answer.first().is_some_and(goes_so) {
            return;
        }
        if let Some(first) = add_line(tree, node, mv.color.opposite(), &said.answer) {
            tree.add_text(first, "N", &format!("{}'s answer", mv.color.opposite()));
        }
    }
}

/// A first choice of the search that strong players make more seldom than this is worth a mark.
const SURPRISING: f32 = 0.02;

/// The nodes of the main line that have a move, one for each move.
fn moves_of(tree: &Tree) -> Vec<NodeId> {
    let count = |node: NodeId| {
        tree.properties(node)
            .filter(|p| matches!(p.name(), "B" | "W"))
            .count()
    };
    tree.main_line()
        .flat_map(|node| std::iter::repeat_n(node, count(node)))
        .collect()
}

/// The move of a node as SGF has it, a pass being empty.
fn move_text(tree: &Tree, node: NodeId) -> Option<String> {
    let property = tree.get(node, "B").or_else(|| tree.get(node, "W"))?;
    Some(property.value().simple_text().trim().to_owned())
}

fn text_of(mv: Move) -> String {
    mv.point().map_or_else(String::new, point_text)
}

/// Adds a line of play behind a node; its first node, if it has any.
fn add_line(tree: &mut Tree, parent: NodeId, first: Color, moves: &[Move]) -> Option<NodeId> {
    let (mut node, mut color, mut begun) = (parent, first, None);
    for &mv in moves {
        node = tree.add_child(node);
        begun.get_or_insert(node);
        let name = if color == Color::Black { "B" } else { "W" };
        tree.add(node, name, [&*text_of(mv)]);
        color = color.opposite();
    }
    begun
}

/// Adds a property unless the node has one of these.
fn add_once(tree: &mut Tree, node: NodeId, unless: &[&str], name: &str, value: &str) {
    if unless.iter().all(|name| tree.get(node, name).is_none()) {
        tree.add(node, name, [value]);
    }
}

/// Sets the comment of a node, below the one that it has.
fn comment(tree: &mut Tree, node: NodeId, text: &str) {
    if text.is_empty() {
        return;
    }
    let known = tree
        .get(node, "C")
        .map(|property| property.value().text().into_owned());
    let known = known.filter(|known| !known.trim().is_empty());
    let text = match known {
        Some(known) => format!("{}\n\n{HEADING}\n{text}", known.trim_end()),
        None => text.to_owned(),
    };
    tree.set_text(node, "C", &text);
}
