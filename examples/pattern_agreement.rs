//! How often the moves of patterns are those that were played: for each file of patterns, and for each pattern.
//!
//! `cargo run --release --example pattern_agreement -- COLLECTION.sgf.gz GAMES EVERY [DATABASE ..]`
//!
//! The collection has one game a line. Of each of its first games a position after every so many moves is judged,
//! with the built-in patterns or those of files and folders, and everything that speaks for a move is counted. A file of
//! patterns is right if the move was one of those that it proposes; a pattern likewise.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::PathBuf;

use katachi::movegen::Reason;
use katachi::{Choice, Engine, Settings};
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Move, Rules};

/// What was counted about a pattern, or a file of them.
#[derive(Default)]
struct Tally {
    /// Positions and moves in which it proposed something.
    fired: u32,
    /// Moves among them that were played.
    right: u32,
    /// Sum of its values.
    value: i64,
    /// How often no other reason for any move was higher, and how often that was right.
    best: u32,
    best_right: u32,
}

impl Tally {
    fn count(&mut self, value: i32, played: bool, best: bool) {
        self.fired += 1;
        self.right += u32::from(played);
        self.value += i64::from(value);
        self.best += u32::from(best);
        self.best_right += u32::from(best && played);
    }

    fn line(&self) -> String {
        let percent = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        format!(
            "{:>7} {:>6.1} % {:>4} {:>6} {:>6.1} %",
            self.fired,
            percent(self.right, self.fired),
            self.value / i64::from(self.fired.max(1)),
            self.best,
            percent(self.best_right, self.best)
        )
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
    let settings = Settings {
        evaluate_all: true,
        ..Settings::default()
    };
    let engine = if databases.is_empty() {
        Engine::new(settings)
    } else {
        Engine::with_database_files(settings, &databases, true).expect("patterns can be loaded")
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
            let Some((choice, played)) = judged(&engine, record, moves) else {
                continue;
            };
            positions += 1;
            agreed += u32::from(choice.mv == played);
            let first = choice.proposals.iter().take(5);
            among_five += u32::from(first.map(|p| Move::Play(p.point)).any(|mv| mv == played));
            let highest = choice.proposals.iter().flat_map(|p| &p.reasons);
            let highest = highest.map(Reason::value).max().unwrap_or(0);
            let mut seen: Vec<(&str, Move)> = Vec::new();
            for proposal in &choice.proposals {
                let mv = Move::Play(proposal.point);
                for reason in &proposal.reasons {
                    let Reason::Pattern(value) = reason else {
                        continue;
                    };
                    let Some((&name, &file)) = files.get_key_value(value.name.as_str()) else {
                        continue;
                    };
                    let best = value.value == highest;
                    for (what, tally) in [
                        (name, by_pattern.entry((file, name)).or_default()),
                        (file, by_file.entry(file).or_default()),
                    ] {
                        if !seen.contains(&(what, mv)) {
                            tally.count(value.value, mv == played, best);
                            seen.push((what, mv));
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
    println!("  fired    right value   best  right");
    for (file, tally) in &by_file {
        println!("{} {file}", tally.line());
    }
    for ((file, name), tally) in &by_pattern {
        println!("{} {file} {name}", tally.line());
    }
}

/// The choice in the position after so many moves, and the move that was played there.
fn judged(engine: &Engine, record: &Record, moves: usize) -> Option<(Choice, Move)> {
    let Step::Play(color, played @ Move::Play(_)) = record.steps[moves] else {
        return None;
    };
    let game = record.game_after(moves, Rules::default(), 0.0).ok()?;
    Some((engine.choose(&game, color), played))
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
