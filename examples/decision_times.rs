// SPDX-License-Identifier: MIT OR Apache-2.0

//! How long the choice of a move takes in positions of a collection of games, and which take longest.
//!
//! `cargo run --release --example decision_times -- COLLECTION.sgf.gz GAMES [FIRST LAST]`
//!
//! The collection has one game a line. Of each of its first games one position is decided by an engine that has seen
//! nothing before: after FIRST moves in the first game, three more in each of the next, and so on up to LAST, then again (60
//! and 160 if they are not named). Times are of the clock, on one thread.

use std::io::Read as _;
use std::time::{Duration, Instant};

use katachi::play::Request;
use katachi::{Engine, Settings};
use katachi_rules::Rules;
use katachi_rules::sgf::Record;

/// The number of slowest decisions that are listed.
const LISTED: usize = 10;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a collection is named");
    let mut number = || arguments.next().map(|text| text.parse().expect("a number"));
    let games: usize = number().expect("a number of games");
    let (first, last) = (number().unwrap_or(60), number().unwrap_or(160));
    let bytes = std::fs::read(&file).expect("the collection can be read");
    let mut text = String::new();
    flate2::read::GzDecoder::new(bytes.as_slice())
        .read_to_string(&mut text)
        .expect("it is text");
    let engine = Engine::new(Settings::default());
    engine.database();
    let mut times: Vec<(Duration, usize, usize)> = Vec::new();
    let lines = text.lines().filter(|line| line.starts_with('('));
    for (index, line) in lines.take(games).enumerate() {
        let record = Record::parse(line.as_bytes()).expect("a record");
        let moves = first + 3 * index % (last - first + 1).max(1);
        let Ok(game) = record.game_after(moves.min(record.move_count()), Rules::default(), 6.5) else {
            continue;
        };
        let start = Instant::now();
        engine.choose(&Request::new(&game, game.to_move()), &mut engine.reader(&game));
        times.push((start.elapsed(), index + 1, moves));
    }
    times.sort_unstable_by(|a, b| b.cmp(a));
    let sum: Duration = times.iter().map(|t| t.0).sum();
    let at = |part: usize| times[times.len() * part / 100].0;
    println!("{} decisions", times.len());
    println!("mean {:.1?}", sum / times.len().max(1) as u32);
    println!(
        "median {:.1?}, one in ten {:.1?}, one in a hundred {:.1?}",
        at(50),
        at(10),
        at(1)
    );
    for (time, game, moves) in times.iter().take(LISTED) {
        println!("{time:>10.1?}  game {game} after {moves} moves");
    }
}
