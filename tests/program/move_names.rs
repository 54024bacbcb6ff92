// SPDX-License-Identifier: MIT OR Apache-2.0

//! Names of moves of records against names that were given by hand (`tests/data/move-names/`).
//!
//! Reads `games/` of a folder `shared` beside the checkout and skips without it.

use std::collections::HashMap;
use std::io::Read as _;

use flate2::read::GzDecoder;
use katachi_rules::Rules;
use katachi_rules::sgf::{Games, Record};
use katachi_view::move_name::MoveName;

/// Names with which the rules were mended, and others; beside each the share that has to agree.
const ROWS: [(&str, f64); 2] = [
    (include_str!("../data/move-names/seen.txt"), 0.9),
    (include_str!("../data/move-names/unseen.txt"), 0.85),
];

/// The text of a collection; `None` if it is not there.
fn games(name: &str) -> Option<Vec<u8>> {
    let path = crate::repository().join(format!("../shared/games/{name}.sgf.gz"));
    let compressed = std::fs::read(path).ok()?;
    let mut text = Vec::new();
    GzDecoder::new(compressed.as_slice())
        .read_to_end(&mut text)
        .expect("games are text");
    Some(text)
}

/// The name of a move of a record.
fn name(text: &[u8], game: usize, number: usize, vertex: &str) -> String {
    let mut trees = Games::new(text).expect("there are games");
    let tree = trees
        .nth(game - 1)
        .expect("there is such a game")
        .expect("it can be read");
    let record = Record::from_tree(&tree).expect("it is a game of Go");
    let before = record
        .game_after(number - 1, Rules::CHINESE, 7.5)
        .expect("its moves are legal");
    let point = before.size().parse_vertex(vertex).expect("a point");
    MoveName::new(before.board(), before.to_move(), point).kind.word()
}

#[test]
fn most_moves_of_records_have_the_names_that_a_person_gives() {
    let mut collections = HashMap::new();
    for file in ["pro19-valid", "pro19-train", "9x9"] {
        let Some(text) = games(file) else {
            eprintln!("skipped: there is no folder shared/games beside the checkout");
            return;
        };
        collections.insert(file, text);
    }
    for (rows, least) in ROWS {
        let (mut misses, mut all) = (Vec::new(), 0_u32);
        for row in rows.lines().filter(|row| !row.starts_with('#')) {
            let mut words = row.splitn(5, ' ');
            let mut word = || words.next().expect("a row has five columns");
            let (file, game, number, vertex, names) = (word(), word(), word(), word(), word());
            let [game, number] = [game, number].map(|n| n.parse().expect("a number"));
            let found = name(&collections[file], game, number, vertex);
            if names.split(", ").all(|name| name != found) {
                misses.push(format!("{row}: {found}"));
            }
            all += 1;
        }
        let agree = all - misses.len() as u32;
        let share = f64::from(agree) / f64::from(all);
        assert!(
            share >= least,
            "{agree} of {all} names agree; not:\n{}",
            misses.join("\n")
        );
    }
}
