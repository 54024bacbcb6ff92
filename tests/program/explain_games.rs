// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi -l` on real games: whatever the position, there is a dump.
//!
//! Reads `games/` of a folder `shared` beside the checkout and skips without it.

use std::io::Read as _;

use flate2::read::GzDecoder;
use rayon::prelude::*;

use crate::folder::{done, fed, has};

/// The first games of a collection with one game a line; `None` if it is not there.
fn games(file: &str, most: usize) -> Option<Vec<String>> {
    let path = crate::repository().join("../shared/games").join(file);
    let compressed = std::fs::read(&path).ok()?;
    let mut text = String::new();
    GzDecoder::new(compressed.as_slice())
        .read_to_string(&mut text)
        .expect("games are text");
    Some(text.lines().take(most).map(str::to_string).collect())
}

fn explain(sgf: &str, until: &str) -> String {
    let mut program = crate::program();
    let position = ["-l", "-", "-L", until, "-t", "-a", "-w", "--seed", "1"];
    program.args(position).args(["--visits", "50"]);
    done(&fed(&mut program, sgf))
}

#[test]
fn every_game_is_explained_at_several_moves() {
    let (Some(large), Some(small)) = (games("pro19-valid.sgf.gz", 4), games("9x9.sgf.gz", 2)) else {
        eprintln!("skipped: there is no folder shared/games beside the checkout");
        return;
    };
    large.par_iter().chain(&small).for_each(|sgf| {
        let moves = sgf.matches(";B[").count() + sgf.matches(";W[").count();
        for until in [moves / 3, 2 * moves / 3, moves] {
            let until = until.max(1).to_string();
            let dump = explain(sgf, &until);
            has(&dump, [format!("Move {until}: ")]);
        }
    });
}
