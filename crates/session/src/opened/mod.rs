// SPDX-License-Identifier: MIT OR Apache-2.0

//! A record that was opened: names, result, comments and variations, which a game does not have.
//!
//! The tree of the record stays as it is. A game knows its moves alone, and its positions are found in the
//! tree by them. When the record is saved, moves that are not in the tree are added as a variation. The line
//! of the game comes first then, so that the file opens with that game.

mod notes;

use std::collections::HashMap;

use katachi_rules::sgf::{MAX_MOVES, NodeId, Record, SgfError, Tree};
use katachi_rules::{Color, Game, GameResult, Move};

pub use self::notes::VariationMove;
use self::notes::without_ends;

/// Properties of set-up. A node with one of them is another position.
const SETUP: [&str; 4] = ["AB", "AW", "AE", "PL"];

/// Properties of a move that go with it.
const OF_MOVE: [&str; 4] = ["B", "W", "BL", "WL"];

#[derive(Clone, Debug)]
pub(crate) struct Opened {
    tree: Tree,
    /// The main line.
    record: Record,
    /// The node of the position before the first move of the game.
    start: NodeId,
    /// Why the main line cannot be played to its end, if it cannot.
    pub(crate) stop: Option<String>,
    /// It was made for the notes of a game, not opened.
    pub(crate) is_own: bool,
}

/// Returns the game of a record after that number of moves, with the usual rules and komi where it has none.
pub(crate) fn game_of(record: &Record, moves: usize) -> Result<Game, String> {
    let rules = record.rules().unwrap_or_default();
    let game = record.game_after(moves, rules, record.komi_under(rules));
    game.map_err(|error| error.to_string())
}

impl Opened {
    /// Opens a tree. Returns it with the game of its main line, up to the first illegal move.
    pub(crate) fn new(tree: Tree) -> Result<(Self, Game), String> {
        let tree = with_bare_root(tree);
        let record = Record::from_tree(&tree).map_err(|error| error.to_string())?;
        let rules = record.rules().unwrap_or_default();
        let replay = record.replay(usize::MAX, rules, record.komi_under(rules));
        let replay = replay.map_err(|error| error.to_string())?;
        let stop = replay.stopped();
        let (game, mut left) = (replay.game, replay.played);
        let is_played = |&node: &NodeId| {
            let moves = move_count(&tree, node);
            let fits = moves <= left;
            left = left.saturating_sub(moves);
            fits
        };
        let line: Vec<NodeId> = tree.main_line().take_while(is_played).collect();
        let start = start(&tree, &line, &game);
        let this = Self {
            tree,
            record,
            start,
            stop,
            is_own: false,
        };
        Ok((this, game))
    }

    /// Opens a tree from outside, as [`Opened::new`], if its main line has not too many moves: each request
    /// about a position goes through them.
    pub(crate) fn from_outside(tree: Tree) -> Result<(Self, Game), String> {
        let moves = tree.main_line().map(|node| move_count(&tree, node)).sum();
        if moves > MAX_MOVES {
            return Err(SgfError::TooManyMoves { moves }.to_string());
        }
        Self::new(tree)
    }

    /// Returns the game of the main line after that number of moves.
    pub(crate) fn game_after(&self, moves: usize) -> Result<Game, String> {
        let line = self.tree.line_to(self.start).into_iter();
        let before: usize = line.map(|node| move_count(&self.tree, node)).sum();
        if moves < before {
            return Err(format!("the game begins after move {before} of the record"));
        }
        game_of(&self.record, moves)
    }

    /// Returns a text of the root, such as `PB`.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.record.get(name).filter(|text| !text.trim().is_empty())
    }

    pub(crate) fn has(&self, moves: &[(Color, Move)]) -> bool {
        self.find(moves).1 == moves.len()
    }

    /// Returns the result of the record if the game is its main line or the beginning of that.
    pub(crate) fn result(&self, moves: &[(Color, Move)]) -> Option<&str> {
        let (node, found) = self.find(moves);
        let is_main = found == moves.len() && self.tree.main_line().any(|main| main == node);
        self.get("RE").filter(|_| is_main)
    }

    pub(crate) fn comment(&self, moves: &[(Color, Move)]) -> Option<String> {
        let (node, found) = self.find(moves);
        if found < moves.len() {
            return None;
        }
        let nodes = self.nodes_of_position(node).into_iter();
        let texts = nodes.filter_map(|node| self.tree.get(node, "C"));
        let texts: Vec<_> = texts.map(|comment| comment.value().text()).collect();
        let text = texts.join("\n\n");
        (!text.trim().is_empty()).then(|| text.trim().to_owned())
    }

    fn nodes_of_position(&self, node: NodeId) -> Vec<NodeId> {
        let mut nodes = self.tree.line_to(node);
        // The nodes after the last move before belong to the position, too.
        nodes.pop();
        let has_move = |&before: &NodeId| move_count(&self.tree, before) > 0;
        let first = match has_move(&node) {
            true => nodes.len(),
            false => nodes.iter().rposition(has_move).map_or(0, |last| last + 1),
        };
        nodes.drain(..first);
        nodes.push(node);
        nodes.extend(self.quiet_after(node));
        nodes
    }

    /// Copies the texts of the root to the record of the game.
    pub(crate) fn describe(&self, record: &mut Record, moves: &[(Color, Move)]) {
        let is_own = |name: &str| matches!(name, "RU" | "RE");
        for (name, text) in self.record.info.iter().filter(|(name, _)| !is_own(name)) {
            record.set(name, text.as_str());
        }
        if let Some(result) = self.result(moves) {
            record.set("RE", result);
        }
    }

    /// Returns the tree with the line of the game, and the number of moves from the root to its end.
    pub(crate) fn with_game(&self, game: &Game, result: Option<GameResult>) -> (Tree, usize) {
        let moves: Vec<_> = game.moves().collect();
        let mut tree = self.tree.clone();
        self.set_header(&mut tree, game);
        self.set_result(&mut tree, result.map(|result| result.to_string()), &moves);
        let node = self.add_game(&mut tree, &moves);
        if !tree.main_line().any(|main| main == node) {
            tree.make_main(node);
        }
        if self.is_own {
            // All that follows was tried.
            notes::end_line(&mut tree, node);
        }
        let line = tree.line_to(node);
        let count = line.into_iter().map(|node| move_count(&tree, node)).sum();
        (without_ends(tree), count)
    }

    /// Writes the program, and rules and komi if they are not those of the record. What a later node says of
    /// the whole game goes to the root: another line may become the main line.
    fn set_header(&self, tree: &mut Tree, game: &Game) {
        let root = tree.root();
        tree.sign();
        tree.set_text(root, "CA", "UTF-8");
        let is_late = |tree: &Tree, name| tree.get(root, name).is_none();
        for (name, text) in &self.record.info {
            if is_late(tree, name) {
                tree.set_text(root, name, text);
            }
        }
        let own = Record::from_game(game).to_tree();
        for (name, is_other) in [
            ("SZ", is_late(tree, "SZ")),
            ("RU", self.record.rules() != Some(game.rules())),
            ("KM", self.record.komi != Some(game.komi()) || is_late(tree, "KM")),
        ] {
            if let Some(property) = own.get(own.root(), name).filter(|_| is_other) {
                tree.set_text(root, name, &property.value().text());
            }
        }
    }

    /// Writes the result of the game. A result of the record that is not that of the game becomes a comment
    /// at the end of the record's line.
    fn set_result(&self, tree: &mut Tree, result: Option<String>, moves: &[(Color, Move)]) {
        let root = tree.root();
        let old = self.get("RE");
        if old.is_some() && result.is_none() && self.result(moves).is_none() {
            // A question mark is an unknown result.
            tree.set_text(root, "RE", "?");
        }
        if let Some(result) = &result {
            tree.set_text(root, "RE", result);
        }
        let is_kept = self.result(moves).is_some() && result.as_deref().is_none_or(|new| Some(new) == old);
        if let (Some(old), false) = (old.filter(|&old| old != "?"), is_kept) {
            let end = tree.main_line().last().unwrap_or(root);
            let before = tree
                .get(end, "C")
                .map(|comment| comment.value().text().into_owned());
            let lines = [before.unwrap_or_default(), format!("Result of the record: {old}")];
            tree.set_text(end, "C", lines.join("\n\n").trim_start());
        }
    }

    /// Returns the node that the first moves lead to, and their number.
    fn find(&self, moves: &[(Color, Move)]) -> (NodeId, usize) {
        let (tree, mut node) = (&self.tree, self.start);
        for (index, &wanted) in moves.iter().enumerate() {
            let mut open: Vec<NodeId> = tree.children(node).collect();
            open.reverse();
            let found = std::iter::from_fn(|| {
                let next = open.pop()?;
                if is_quiet(tree, next) {
                    let at = open.len();
                    open.extend(tree.children(next));
                    open[at..].reverse();
                }
                Some(next)
            });
            let mut found = found.filter(|&next| tree.move_at(next, self.record.size) == Some(wanted));
            match found.next() {
                Some(found) => node = found,
                None => return (node, index),
            }
        }
        (node, moves.len())
    }

    /// Returns the nodes after a node that belong to its position: those without a move or set-up.
    fn quiet_after(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = |&node: &NodeId| {
            let child = self.tree.children(node).next();
            child.filter(|&child| is_quiet(&self.tree, child))
        };
        std::iter::successors(first(&node), first)
    }
}

/// Returns the node before the moves of the game, which begins at the last set-up of the record.
fn start(tree: &Tree, line: &[NodeId], game: &Game) -> NodeId {
    let mut missing = game.move_count();
    for &node in line.iter().rev() {
        if missing == 0 {
            return node;
        }
        missing = missing.saturating_sub(move_count(tree, node));
    }
    tree.root()
}

fn move_count(tree: &Tree, node: NodeId) -> usize {
    let names = tree.properties(node).map(|property| property.name());
    names.filter(|name| matches!(*name, "B" | "W")).count()
}

fn is_quiet(tree: &Tree, node: NodeId) -> bool {
    move_count(tree, node) == 0 && SETUP.iter().all(|name| tree.get(node, name).is_none())
}

/// Records may have a move in the root, against the standard. Returns the tree with the move of its root in a
/// node of its own, so that there is a node of the position before that move. Other trees are unchanged.
fn with_bare_root(tree: Tree) -> Tree {
    if move_count(&tree, tree.root()) == 0 {
        return tree;
    }
    let mut new = Tree::new();
    let root = new.root();
    let first = new.add_child(root);
    // Nodes of the new tree by those of the old one, which come after their parents.
    let mut nodes: HashMap<NodeId, NodeId> = HashMap::new();
    for old in tree.nodes() {
        let node = match tree.parent(old) {
            None => first,
            Some(parent) => new.add_child(nodes[&parent]),
        };
        nodes.insert(old, node);
        for property in tree.properties(old) {
            let is_of_root = old == tree.root() && !OF_MOVE.contains(&property.name());
            let to = if is_of_root { root } else { node };
            new.add(to, property.name(), property.values().map(|value| value.raw()));
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use katachi_rules::sgf::read;

    use super::*;

    /// A record with names, a result, comments and a variation at the second move.
    const RECORD: &str = "(;GM[1]FF[4]SZ[5]PB[Ann]PW[Bob]RE[B+R]C[Before the game];B[cc]C[The middle]\
        (;W[cb];C[A pause]C[];B[bb]C[The end])(;W[bc]C[Another move]))";

    fn open(text: &str) -> (Opened, Game) {
        let tree = read(text.as_bytes()).unwrap().trees.remove(0);
        Opened::new(tree).unwrap()
    }

    fn moves(game: &Game, vertices: &str) -> Vec<(Color, Move)> {
        let all = vertices.split_whitespace().zip(Color::BOTH.into_iter().cycle());
        all.map(|(vertex, color)| (color, game.size().parse_move(vertex).unwrap()))
            .collect()
    }

    fn played(game: &Game, vertices: &str) -> Game {
        let mut game = game.clone();
        while game.undo().is_some() {}
        for (color, mv) in moves(&game, vertices) {
            game.play(color, mv).unwrap();
        }
        game
    }

    #[test]
    fn a_position_has_the_comments_of_its_nodes_in_all_variations() {
        let (opened, game) = open(RECORD);
        let comment = |vertices| opened.comment(&moves(&game, vertices));
        for (vertices, expected) in [
            ("", Some("Before the game")),
            ("C3", Some("The middle")),
            ("C3 C4", Some("A pause")),
            ("C3 C4 B4", Some("The end")),
            ("C3 B3", Some("Another move")),
            ("C3 B3 A1", None),
            ("A1", None),
        ] {
            assert_eq!(comment(vertices).as_deref(), expected, "{vertices}");
        }
    }

    #[test]
    fn a_comment_of_the_first_position_may_be_in_several_nodes() {
        let (opened, _) = open("(;SZ[5]C[One];C[Two];AB[aa];C[Three];W[cc]C[Four])");
        assert_eq!(opened.comment(&[]).as_deref(), Some("One\n\nTwo\n\nThree"));
        let (opened, _) = open("(;SZ[5]C[One];B[bb]C[Two];AB[aa]C[Three];W[cc])");
        assert_eq!(
            opened.comment(&[]).as_deref(),
            Some("Three"),
            "a set-up begins another game"
        );
    }

    #[test]
    fn a_position_before_the_last_set_up_is_in_another_game() {
        let (opened, game) = open("(;SZ[5];B[bb];AW[cc];B[dd])");
        assert_eq!(game.move_count(), 1);
        assert_eq!(
            opened.game_after(0).unwrap_err(),
            "the game begins after move 1 of the record"
        );
        for moves in [1, 2] {
            let game = opened.game_after(moves).unwrap();
            assert_eq!(opened.with_game(&game, None).1, moves);
        }
    }

    #[test]
    fn two_moves_in_a_node_are_saved_and_opened_again() {
        for node in ["B[]B[bb]", "B[aa]W[bb]", "B[aa]B[bb]W[cc]"] {
            let (opened, game) = open(&format!("(;SZ[5];{node};B[dd])"));
            while_undone(game, |game| {
                let (tree, count) = opened.with_game(game, None);
                let tree = read(tree.to_sgf().as_bytes()).unwrap().trees.remove(0);
                let again = Opened::new(tree).unwrap().0.game_after(count).unwrap();
                assert_eq!(again.board().key(), game.board().key(), "{node} {count}");
            });
        }
    }

    /// Calls that with a game, and with its positions before.
    fn while_undone(mut game: Game, check: impl Fn(&Game)) {
        loop {
            check(&game);
            if game.undo().is_none() {
                break;
            }
        }
    }

    #[test]
    fn a_header_in_a_later_node_holds_for_variations_too() {
        let (opened, game) = open("(;GM[1];SZ[5:7]KM[0.5]RU[Japanese]PB[Ann];B[bb])");
        let (tree, count) = opened.with_game(&played(&game, "A1 C3"), None);
        assert_eq!(count, 2);
        let (again, other) = Opened::new(read(tree.to_sgf().as_bytes()).unwrap().trees.remove(0)).unwrap();
        assert_eq!(
            (other.size(), other.komi(), other.rules()),
            (game.size(), 0.5, game.rules())
        );
        assert_eq!(again.get("PB"), Some("Ann"));
    }

    #[test]
    fn the_result_holds_on_the_main_line_alone() {
        let (opened, game) = open(RECORD);
        let result = |vertices| opened.result(&moves(&game, vertices)).is_some();
        assert!(result("") && result("C3 C4") && result("C3 C4 B4"));
        assert!(!result("C3 B3") && !result("C3 C4 B4 A1") && !result("A1"));
    }

    #[test]
    fn a_game_on_the_main_line_keeps_the_record_as_it_is() {
        let (opened, game) = open(RECORD);
        for (vertices, count) in [("", 0), ("C3", 1), ("C3 C4 B4", 3)] {
            let (tree, moves) = opened.with_game(&played(&game, vertices), None);
            let text = tree.to_sgf();
            for kept in [
                "PB[Ann]",
                "PW[Bob]",
                "RE[B+R]",
                "C[The end]",
                "W[bc]",
                "C[Another move]",
            ] {
                assert!(text.contains(kept), "no {kept} in {text}");
            }
            assert_eq!((tree.node_count(), moves), (opened.tree.node_count(), count));
        }
    }

    #[test]
    fn new_moves_come_first_and_the_line_of_the_record_stays_with_its_result() {
        let (opened, game) = open(RECORD);
        let (tree, moves) = opened.with_game(&played(&game, "C3 A1 B1"), None);
        let (again, line) = Opened::new(tree).unwrap();
        assert_eq!((line.move_count(), moves), (3, 3));
        assert_eq!(again.get("RE"), Some("?"));
        let end = again.comment(&self::moves(&game, "C3 C4 B4"));
        assert_eq!(end.as_deref(), Some("The end\n\nResult of the record: B+R"));
        let other = again.comment(&self::moves(&game, "C3 B3"));
        assert_eq!(other.as_deref(), Some("Another move"));
    }

    #[test]
    fn a_variation_is_continued_and_not_doubled() {
        let (opened, game) = open(RECORD);
        let (tree, _) = opened.with_game(&played(&game, "C3 B3 A1"), Some(GameResult::Score(2.0)));
        assert_eq!(tree.node_count(), opened.tree.node_count() + 1);
        let (again, line) = Opened::new(tree).unwrap();
        assert_eq!((again.get("RE"), line.move_count()), (Some("W+2"), 3));
    }

    #[test]
    fn a_move_in_the_root_is_not_doubled() {
        let (opened, game) = open("(;SZ[5]PB[Ann]B[cc](;W[cb])(;W[bc]))");
        let (tree, moves) = opened.with_game(&game, None);
        assert_eq!((tree.node_count(), moves), (4, 2), "{}", tree.to_sgf());
        let (again, line) = Opened::new(tree).unwrap();
        assert_eq!((line.move_count(), again.get("PB")), (2, Some("Ann")));
        let (tree, moves) = opened.with_game(&played(&game, "A1"), None);
        assert_eq!(
            (tree.node_count(), moves),
            (5, 1),
            "another first move is a variation"
        );
    }

    #[test]
    fn a_record_with_an_illegal_move_is_opened_up_to_it_and_kept_whole() {
        for record in [
            "(;SZ[5];B[cc];W[bb];B[bb];W[dd])",
            "(;SZ[5];B[cc];W[bb];B[zz];W[dd])",
        ] {
            let (opened, game) = open(record);
            assert_eq!(game.move_count(), 2, "{record}");
            let why = opened.stop.as_deref().unwrap_or_default();
            assert!(why.contains("move 3, B"), "{why}");
            let (tree, moves) = opened.with_game(&game, None);
            assert_eq!(
                (tree.node_count(), moves),
                (opened.tree.node_count(), 2),
                "{record}"
            );
            let again = Opened::new(tree).unwrap().0.game_after(moves).unwrap();
            assert_eq!(again.board().key(), game.board().key(), "{record}");
        }
    }

    #[test]
    fn a_game_after_the_end_of_the_record_continues_its_line() {
        let (opened, game) = open("(;SZ[5];B[cc];C[A pause])");
        let (tree, moves) = opened.with_game(&played(&game, "C3 A1"), None);
        assert_eq!((tree.main_line().count(), tree.node_count(), moves), (4, 4, 2));
    }
}
