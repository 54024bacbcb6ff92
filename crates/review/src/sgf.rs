// SPDX-License-Identifier: MIT OR Apache-2.0

//! A review as a record: the game with comments, marks and better variations.
//!
//! All of the source is kept except the name of its program. New comments follow old ones below a heading.
//! Where a node has marks, a judgement, a name or a value, new ones are left out. On a losing move the better
//! moves have letters, the played stone a cross, and the stones of groups with a new status triangles. A
//! better line is a variation beside the move. The answer of the other side is a variation after it, except
//! at the end of the game, where it would extend the main line.

use itertools::Itertools as _;
use katachi_rules::sgf::{NodeId, Tree, point_text};
use katachi_rules::{Color, Move, capital};
use katachi_view::groups::Group;
use katachi_view::lines::add_move;

use super::moves::{BetterMove, Criticism, ReviewedMove, Severity};
use super::review::Review;
use super::words;

const HEADING: &str = "--- Review by Katachi ---";
/// Marks, of which a point may have only one.
const MARKS: [&str; 6] = ["LB", "TR", "MA", "CR", "SQ", "SL"];
/// Judgements of a move, of which a node may have only one.
const JUDGEMENTS: [&str; 4] = ["BM", "DO", "IT", "TE"];

impl Review {
    /// Adds the review to the tree of the reviewed record. It must be the tree of that record.
    pub fn annotate(&self, tree: &Tree) -> Tree {
        let mut tree = tree.clone();
        let root = tree.root();
        tree.sign();
        comment(&mut tree, root, self.overview_text().trim_end());
        let nodes = moves_of(&tree);
        for mv in &self.moves {
            let Some(&node) = nodes.get(mv.number - 1) else {
                break;
            };
            self.annotate_move(&mut tree, node, nodes.get(mv.number).copied(), mv);
        }
        tree
    }

    fn annotate_move(&self, tree: &mut Tree, node: NodeId, next: Option<NodeId>, mv: &ReviewedMove) {
        let mut lines = [vec![format!("{}.", mv.headline)], mv.comment.clone()].concat();
        lines.extend((!mv.numbers.is_empty()).then(|| mv.numbers.clone()));
        comment(tree, node, &lines.join("\n"));
        let Some(found) = &mv.judgement else { return };
        if let Some(after) = found.after {
            add_once(tree, node, &["V"], "V", &format!("{:.1}", after.lead));
            let percent = format!("{:.2}", 100.0 * after.win_rate);
            add_once(tree, node, &["SBKV"], "SBKV", &percent);
        }
        match mv.severity {
            Severity::Blunder => add_once(tree, node, &JUDGEMENTS, "BM", "2"),
            Severity::Mistake => add_once(tree, node, &JUDGEMENTS, "BM", "1"),
            Severity::Inaccuracy => add_once(tree, node, &JUDGEMENTS, "DO", ""),
            // The best move, which strong players would rarely consider.
            Severity::Fine if found.is_first_choice() && found.prior < SURPRISING => {
                add_once(tree, node, &JUDGEMENTS, "IT", "");
            }
            Severity::Fine => {}
        }
        if let Some(criticism) = &found.criticism {
            add_once(tree, node, &["N"], "N", &capital(mv.severity.word()));
            self.mark(tree, node, mv, criticism);
            variations(tree, node, next, mv, criticism);
        }
    }

    /// Adds letters on better moves, a cross on the played stone, and triangles on groups that it changes.
    fn mark(&self, tree: &mut Tree, node: NodeId, mv: &ReviewedMove, criticism: &Criticism) {
        if MARKS.iter().any(|name| tree.get(node, name).is_some()) {
            return;
        }
        let label = |(better, letter): (&BetterMove, char)| {
            Some(format!("{}:{letter}", point_text(better.considered.mv.point()?)))
        };
        let labels: Vec<String> = criticism.better.iter().zip('A'..='Z').filter_map(label).collect();
        if !labels.is_empty() {
            tree.add(node, "LB", labels.iter().map(String::as_str));
        }
        let Some(played) = mv.mv.point() else { return };
        tree.add(node, "MA", [&*point_text(played)]);
        let after = &self.positions[mv.number - self.first + 1].groups;
        let is_changed = |group: &&Group| {
            let mut stones = criticism.consequences.iter().filter_map(|change| change.stone);
            stones.any(|stone| group.stones.contains(*stone))
        };
        let changed = after.iter().filter(is_changed);
        let stones = changed.flat_map(|group| group.stones.iter());
        let changed = stones.filter(|&stone| stone != played).map(point_text);
        let changed: Vec<String> = changed.sorted().dedup().collect();
        if !changed.is_empty() {
            tree.add(node, "TR", changed.iter().map(String::as_str));
        }
    }
}

/// Adds the better lines beside a move, and the answer to it.
fn variations(tree: &mut Tree, node: NodeId, next: Option<NodeId>, mv: &ReviewedMove, criticism: &Criticism) {
    if let Some(parent) = tree.parent(node) {
        for better in &criticism.better {
            let first = add_line(tree, parent, mv.color, &better.variation);
            let Some(first) = first else { continue };
            tree.add_text(first, "N", &format!("Better: {}", better.considered.mv));
            tree.add(first, "TE", ["1"]);
            let mut text = words::better_value(better) + ".\n";
            text += &better.why.iter().map(|reason| format!("It {reason}.\n")).join("");
            comment(tree, first, text.trim_end());
        }
    }
    let text_of = |mv: &Move| mv.point().map_or_else(String::new, point_text);
    let goes_so = |first| next.is_some_and(|next| move_text(tree, next) == Some(text_of(first)));
    // After the last move an answer would extend the main line.
    let is_last = tree.children(node).next().is_none();
    if is_last || criticism.answer.first().is_some_and(goes_so) {
        return;
    }
    if let Some(first) = add_line(tree, node, mv.color.opposite(), &criticism.answer) {
        tree.add_text(first, "N", &format!("{}'s answer", mv.color.opposite()));
    }
}

/// Maximum probability of a surprising first choice, which gets a mark.
const SURPRISING: f32 = 0.02;

/// Returns the nodes of the main line with moves, one for each move.
fn moves_of(tree: &Tree) -> Vec<NodeId> {
    let moves = |node: NodeId| {
        let moves = tree.properties(node).filter(|p| matches!(p.name(), "B" | "W"));
        moves.map(move |_| node)
    };
    tree.main_line().flat_map(moves).collect()
}

/// Returns the move of a node in SGF, empty for a pass.
fn move_text(tree: &Tree, node: NodeId) -> Option<String> {
    let property = tree.get(node, "B").or_else(|| tree.get(node, "W"))?;
    Some(property.value().simple_text().trim().to_owned())
}

/// Adds a line of play after a node. Returns its first node.
fn add_line(tree: &mut Tree, parent: NodeId, first: Color, moves: &[Move]) -> Option<NodeId> {
    let (mut node, mut color, mut begun) = (parent, first, None);
    for &mv in moves {
        node = add_move(tree, node, color, mv);
        begun.get_or_insert(node);
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

/// Adds a comment below the present one of a node.
fn comment(tree: &mut Tree, node: NodeId, text: &str) {
    if text.is_empty() {
        return;
    }
    let known = tree.get(node, "C").map(|known| known.value().text().into_owned());
    let known = known.filter(|known| !known.trim().is_empty());
    let text = match known {
        Some(known) => format!("{}\n\n{HEADING}\n{text}", known.trim_end()),
        None => text.to_owned(),
    };
    tree.set_text(node, "C", &text);
}
