//! How often the judgement of final positions agrees with the recorded results of games.
//!
//! `cargo run --release --example score_games -- COLLECTION.sgf.gz [GAMES [PLAYOUTS [NODES]]]`
//!
//! The collection has one game a line. Games count that end in a score that their komi allows. Rules on record
//! are not relied on, as collections guess them from the komi: the result may be that of territory or of area, counted as
//! the position lies, as servers do, or after the neutral points have been filled.

use std::io::Read as _;
use std::time::{Duration, Instant};

use katachi::analysis::{FinalStatus, KnownLife};
use katachi_rules::sgf::Record;
use katachi_rules::{GameResult, Rules};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a collection is named");
    let most: usize = arguments
        .next()
        .map_or(usize::MAX, |n| n.parse().expect("a number of games"));
    let playouts: u32 = arguments
        .next()
        .map_or(300, |n| n.parse().expect("a number of playouts"));
    let nodes: u32 = arguments.next().map_or(20_000, |n| {
        n.parse().expect("nodes for each question about a group")
    });
    let mut text = String::new();
    let bytes = std::fs::read(&file).expect("the collection can be read");
    flate2::read::GzDecoder::new(bytes.as_slice())
        .read_to_string(&mut text)
        .expect("it is text");
    let (mut total, mut agreed) = (0, 0);
    let (mut sum, mut longest) = (Duration::ZERO, Duration::ZERO);
    for (index, line) in text.lines().filter(|line| line.starts_with('(')).enumerate() {
        if total == most {
            break;
        }
        let record = Record::parse(line.as_bytes()).expect("a record");
        let Some(Ok(GameResult::Score(result))) = record.get("RE").map(str::parse) else {
            continue;
        };
        if !line.contains("KM[") || result == 0.0 {
            continue;
        }
        let Ok(game) = record.game_after(record.move_count(), Rules::JAPANESE, 0.0) else {
            continue;
        };
        // What komi cannot make is a mistake of the record: a winner without a count, or a fraction.
        if (result - game.komi()).fract() != 0.0 {
            continue;
        }
        let start = Instant::now();
        let status = FinalStatus::with_reading(game.board(), &KnownLife::default(), playouts, nodes);
        let time = start.elapsed();
        sum += time;
        longest = longest.max(time);
        total += 1;
        let mut scores = Vec::new();
        for rules in [Rules::JAPANESE, Rules::CHINESE] {
            let game = record
                .game_after(record.move_count(), rules, 0.0)
                .expect("it was replayed before");
            scores.push(status.score(&game).white_lead());
            scores.push(status.score_without_further_play(&game).white_lead());
        }
        if scores.iter().any(|&score| (score - result).abs() < 0.01) {
            agreed += 1;
        } else {
            println!(
                "{index} {} {result} {scores:?} {:?}",
                record.get("RE").unwrap_or(""),
                record.get("RU")
            );
        }
    }
    println!(
        "{agreed} of {total}, {:?} a game, at most {longest:?}",
        sum / total.max(1) as u32
    );
}
