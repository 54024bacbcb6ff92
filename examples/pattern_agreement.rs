// SPDX-License-Identifier: MIT OR Apache-2.0

//! How often the moves of patterns are those that were played: for each file of patterns, and for each pattern.
//!
//! `cargo run --release --example pattern_agreement -- COLLECTION.sgf.gz GAMES EVERY [DATABASE ..]`
//!
//! The collection has one game a line. Of each of its first games a position after every N moves is evaluated,
//! with the built-in patterns or those of files and folders, and everything that speaks for a move is counted. A file of
//! patterns is right if the move was one of those that it proposes; a pattern likewise.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::PathBuf;

use katachi::Engine;
use katachi::play::{Loaded, Request};
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Move, Rules};

/// What was counted about a pattern, or a file of them.
#[derive(Default)]
struct Tally {
    /// Positions and moves in which it proposed something.
    proposed: u32,
    /// Moves among them that were played.
    played: u32,
    /// Sum of its values.
    value: i64,
}

impl Tally {
    fn count(&mut self, value: i32, played: bool) {
        self.proposed += 1;
        self.played += u32::from(played);
        self.value += i64::from(value);
    }

    fn line(&self) -> String {
        let percent = 100.0 * f64::from(self.played) / f64::from(self.proposed);
        let mean = self.value / i64::from(self.proposed);
        format!("{:>8} {percent:>6.1} % {mean:>5}", self.proposed)
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a collection is named");
    let mut number = || -> usize {
        let text = arguments.next().expect("games and moves between positions");
        text.parse().expect("a number")
    };
    let (games, every) = (number(), number());
    let databases: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let engine = if databases.is_empty() {
        Engine::default()
    } else {
        let loaded = Loaded::read(&databases, true).expect("patterns can be loaded");
        Engine {
            knowledge: loaded.knowledge,
            ..Engine::default()
        }
    };
    let patterns = engine.database();
    // A name may stand in two files; then the first counts.
    let mut files: BTreeMap<&str, &str> = BTreeMap::new();
    for pattern in &patterns.patterns {
        let file = &patterns.files[usize::from(pattern.file)];
        files.entry(&pattern.name).or_insert(file);
    }
    let mut by_pattern: BTreeMap<(&str, &str), Tally> = BTreeMap::new();
    let mut by_file: BTreeMap<&str, Tally> = BTreeMap::new();
    let (mut positions, mut agreed, mut among_five) = (0u32, 0u32, 0u32);
    for (record, index) in records(&file, games).iter().zip(0usize..) {
        // Not the same moves of every game.
        for moves in (index * 7 % every..record.move_count()).step_by(every) {
            let Step::Play(color, played @ Move::Play(_)) = record.steps[moves] else {
                continue;
            };
            let Ok(game) = record.game_after(moves, Rules::default(), 0.0) else {
                continue;
            };
            let mut reader = engine.reader(&game);
            let analysis = engine.analyse(&game, &mut reader);
            let request = Request {
                analysis: Some(&analysis),
                ..Request::new(&game, color)
            };
            let choice = engine.choose(&request, &mut reader);
            positions += 1;
            agreed += u32::from(choice.mv == played);
            let mut first = choice.proposals.iter().take(5);
            among_five += u32::from(first.any(|p| Move::Play(p.point) == played));
            for point in game.board().empty_points() {
                let is_played = Move::Play(point) == played;
                let mut seen: Vec<&str> = Vec::new();
                for evaluated in engine.patterns_at(&request, point, &mut reader) {
                    let Ok(value) = evaluated.verdict else { continue };
                    let Some((&name, &file)) = files.get_key_value(value.name.as_str()) else {
                        continue;
                    };
                    for (what, tally) in [
                        (name, by_pattern.entry((file, name)).or_default()),
                        (file, by_file.entry(file).or_default()),
                    ] {
                        if !seen.contains(&what) {
                            tally.count(value.value, is_played);
                            seen.push(what);
                        }
                    }
                }
            }
        }
    }
    let percent = |part: u32| 100.0 * f64::from(part) / f64::from(positions.max(1));
    println!(
        "{positions} positions: {:.1} % as played, {:.1} % among the first five",
        percent(agreed),
        percent(among_five)
    );
    println!("proposed  played  value");
    for (file, tally) in &by_file {
        println!("{} {file}", tally.line());
    }
    for ((file, name), tally) in &by_pattern {
        println!("{} {file} {name}", tally.line());
    }
}

fn records(file: &str, games: usize) -> Vec<Record> {
    let bytes = std::fs::read(file).expect("the collection can be read");
    let mut text = String::new();
    flate2::read::GzDecoder::new(bytes.as_slice())
        .read_to_string(&mut text)
        .expect("it is text");
    let lines = text.lines().filter(|line| line.starts_with('('));
    let records = lines.take(games).map(|line| Record::parse(line.as_bytes()));
    records.collect::<Result<_, _>>().expect("they are records")
}
