// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records: SGF, GIB, NGF and UGF.

use katachi_rules::sgf::{Record, Tree, read};
use katachi_rules::{Game, Rules};

use crate::twins::agree::counts_agree;

/// Reads a file of any bytes. A tree that is written reads back the same; so do a record and a game.
pub fn sgf(bytes: &[u8]) {
    let _ = Record::parse(bytes);
    let Ok(collection) = read(bytes) else { return };
    for tree in &collection.trees {
        let written = tree.to_sgf();
        let again = read(written.as_bytes()).expect("it was written here");
        assert_eq!(again.trees.len(), 1, "{written}");
        assert_eq!(charset_aside(&again.trees[0]), charset_aside(tree), "{written}");
        let ends = tree.nodes().filter(|&node| tree.children(node).next().is_none());
        for node in ends.take(8) {
            if let Ok(record) = Record::from_line(tree, node) {
                check_record(&record);
            }
        }
    }
}

/// The nodes of a tree without `CA`, which the writer changes.
fn charset_aside(tree: &Tree) -> Vec<String> {
    let text = |node| {
        let parent = tree.parent(node).map(|parent| tree.line_to(parent).len());
        let properties = tree.properties(node).filter(|p| p.name() != "CA");
        let values = properties.map(|p| (p.name(), p.values().map(|v| v.raw()).collect::<Vec<_>>()));
        format!("{parent:?} {:?}", values.collect::<Vec<_>>())
    };
    tree.nodes().take(400).map(text).collect()
}

fn check_record(record: &Record) {
    let written = record.to_sgf();
    let again = Record::parse(written.as_bytes()).expect("it was written here");
    let position = |record: &Record| {
        let replay = record.replay(usize::MAX, Rules::TROMP_TAYLOR, 0.5).ok()?;
        Some((replay.game.board().clone(), replay.played))
    };
    assert_eq!(position(&again), position(record), "{written}");
    // A komi that is no number is kept so that a game is refused; it does not equal itself.
    let komi = |record: &Record| record.komi.map(|komi| komi.to_string());
    let head = |r: &Record| (r.size, komi(r), r.handicap, r.rules(), r.move_count());
    assert_eq!(head(&again), head(record), "{written}");
    let game = |record: &Record| record.game_after(usize::MAX, Rules::TROMP_TAYLOR, 0.5);
    let (first, second) = (game(record), game(&again));
    assert_eq!(first.is_ok(), second.is_ok(), "{written}");
    if let (Ok(first), Ok(second)) = (first, second) {
        assert_same(&first, &second, &written);
        let written = Record::from_game(&first).to_sgf();
        let again = Record::parse(written.as_bytes()).expect("it was written here");
        let again = game(&again).expect("a game is legal");
        assert_same(&first, &again, &written);
    }
}

/// Two games have the same size, rules, komi, side to move, stones, handicap and moves.
fn assert_same(one: &Game, other: &Game, text: &str) {
    counts_agree(one.board());
    let facts = |game: &Game| {
        (
            (game.size(), game.rules(), game.komi(), game.handicap()),
            (game.to_move(), game.board().key(), game.phase(), game.end()),
            game.moves().collect::<Vec<_>>(),
        )
    };
    assert_eq!(facts(one), facts(other), "{text}");
}
