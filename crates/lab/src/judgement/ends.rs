// SPDX-License-Identifier: MIT OR Apache-2.0

//! How often the result that the engine counts at the end of a game is that of the record.
//!
//! Records do not say which stones were dead; the score does, nearly. A record that stops before the game was
//! over is counted wrong as well, so the points that are left open are listed for each game.

use std::collections::BTreeMap;
use std::fmt;

use katachi::Engine;
use katachi::analysis::FinalStatus;
use katachi_arena::{Finisher, PlayedOn};
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Color, Game, GameResult, Rules, result_text};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::half::Half;
use super::truth::named_lead;

/// Points between a count and the record that rules explain: the last neutral point, and a move that is
/// necessary in own territory.
const TOLERANCE: f32 = 1.0;
/// Komi that are usual in even games: one of them is taken where a record has none.
const USUAL_KOMI: [f32; 3] = [7.5, 6.5, 5.5];
/// A point is open if less than this share of the playouts gives it to one side, as an ownership from 0 to 1.
const CLEAR: f32 = 0.9;

/// How a count agrees with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Agreement {
    /// The same winner and score.
    Exact,
    /// The score differs by a point at most: by the last neutral point, or a move in own territory.
    WithinAPoint,
    /// The same winner and another score.
    Winner,
    /// Another winner.
    No,
}

/// The counted end of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CountedEnd {
    /// Where the record was.
    pub place: String,
    /// Board, rules and komi as the record names them: games are put together by this.
    pub group: String,
    /// White's lead by the record.
    pub lead: f32,
    /// White's lead as counted; by the rules and komi that agree best, where the record names none.
    pub counted: f32,
    /// How both agree.
    pub agreement: Agreement,
    /// Points that are open in the playouts: a record that stops early has many.
    pub open: usize,
    /// The judgement of another program, if it was asked.
    pub played_on: Option<PlayedOn>,
}

impl CountedEnd {
    /// Was the game finished? None without another program.
    pub fn was_finished(&self) -> Option<bool> {
        self.played_on.map(|played_on| played_on.was_finished())
    }

    /// Counts the end of a game. None if the record has no score or cannot be replayed. Takes up to a second
    /// on 19x19.
    fn from_record(record: &Record, place: &str, file: &str, engine: &Engine) -> Option<Self> {
        let lead = score(record)?;
        if !record.steps.iter().all(Step::is_move) {
            return None;
        }
        let named = record.rules();
        let mut status: Option<FinalStatus> = None;
        let mut counted: Option<f32> = None;
        for (rules, komi) in candidates(named, record.komi) {
            let game = replayed(record, rules, komi)?;
            let status = status.get_or_insert_with(|| engine.final_status(&game));
            let found = status.white_lead(&game);
            if counted.is_none_or(|best| (found - lead).abs() < (best - lead).abs()) {
                counted = Some(found);
            }
        }
        let (counted, status) = (counted?, status?);
        let is_open = |&p: &_| {
            let ownership = status.ownership.share(p, Color::Black);
            ownership.abs() < CLEAR && !status.is_dame(p)
        };
        Some(Self {
            place: place.to_owned(),
            group: group(record, file, named),
            lead,
            counted,
            agreement: agreement(lead, counted),
            open: record.size.points().filter(is_open).count(),
            played_on: None,
        })
    }
}

/// White's lead by the record, if it has a score.
fn score(record: &Record) -> Option<f32> {
    let text = record.get("RE")?;
    match text.parse() {
        Ok(GameResult::Score(number)) => named_lead(text, number, record.komi),
        _ => None,
    }
}

/// Rules and komi by which a game may have been counted.
fn candidates(named: Option<Rules>, komi: Option<f32>) -> impl Iterator<Item = (Rules, f32)> {
    let rules = named.map_or(vec![Rules::CHINESE, Rules::JAPANESE], |rules| vec![rules]);
    let komis = komi.map_or(USUAL_KOMI.to_vec(), |komi| vec![komi]);
    rules
        .into_iter()
        .flat_map(move |rules| komis.clone().into_iter().map(move |komi| (rules, komi)))
}

fn replayed(record: &Record, rules: Rules, komi: f32) -> Option<Game> {
    record.game_after(usize::MAX, rules, komi).ok()
}

/// Komi change nothing here: two counts by the same komi are compared.
fn played_on(record: &Record, finisher: &Finisher) -> Result<PlayedOn, katachi_arena::Error> {
    let komi = record.komi.unwrap_or(USUAL_KOMI[0]);
    let game = replayed(record, Rules::JAPANESE, komi).expect("it was replayed before");
    finisher.play_on(&game)
}

fn group(record: &Record, file: &str, named: Option<Rules>) -> String {
    let rules = named.map_or("no rules".to_owned(), |rules| rules.to_string());
    let komi = if record.komi.is_some() { "komi" } else { "no komi" };
    format!("{file}, {}, {rules}, {komi}", record.size)
}

fn agreement(lead: f32, counted: f32) -> Agreement {
    let distance = (lead - counted).abs();
    if distance == 0.0 {
        Agreement::Exact
    } else if distance <= TOLERANCE {
        Agreement::WithinAPoint
    } else if GameResult::Score(lead).winner() == GameResult::Score(counted).winner() {
        Agreement::Winner
    } else {
        Agreement::No
    }
}

/// `pro19.sgf.gz:12 B+3.5 counted B+13.5 winner 4`
impl fmt::Display for CountedEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.agreement {
            Agreement::Exact => "exact",
            Agreement::WithinAPoint => "within-a-point",
            Agreement::Winner => "winner",
            Agreement::No => "wrong",
        };
        let Self { place, open, .. } = self;
        let [lead, counted] = [self.lead, self.counted].map(result_text);
        write!(f, "{place} {lead} counted {counted} {word} {open} open")?;
        let Some(played_on) = self.played_on else {
            return Ok(());
        };
        let word = if played_on.was_finished() {
            "finished"
        } else {
            "unfinished"
        };
        let after = played_on.after.map_or("no end".to_owned(), result_text);
        let (before, stones) = (result_text(played_on.before), played_on.stones);
        write!(f, ", {word} {before} {after} {stones} stones")
    }
}

/// A measurement with its games.
#[derive(Debug)]
pub struct EndsMeasurement {
    half: Half,
    one_in: usize,
    /// Records with their places and files.
    records: Vec<(Record, String, String)>,
    /// Games of that half so far.
    seen: usize,
}

impl EndsMeasurement {
    /// No games yet. One in `one_in` games of the half is taken.
    pub fn new(half: Half, one_in: usize) -> Self {
        Self {
            half,
            one_in: one_in.max(1),
            records: Vec::new(),
            seen: 0,
        }
    }

    /// Adds game `number` of a file, if it has a score, belongs to the half and its turn has come.
    pub fn add(&mut self, record: Record, file: &str, number: usize) {
        if score(&record).is_none() || Half::from_record(&record) != self.half {
            return;
        }
        if self.seen.is_multiple_of(self.one_in) {
            self.records
                .push((record, format!("{file}:{number}"), file.to_owned()));
        }
        self.seen += 1;
    }

    /// How many games there are.
    pub(crate) fn games(&self) -> usize {
        self.records.len()
    }

    /// Counts the ends of some games, on the threads of the current pool; `None` for a game that cannot be
    /// counted. They depend on the games alone. With a finisher each game is played on as well.
    ///
    /// # Errors
    /// Those of the finisher.
    pub(crate) fn count(
        &self,
        numbers: &[usize],
        engine: &Engine,
        finisher: Option<&Finisher>,
    ) -> Result<Vec<Option<CountedEnd>>, katachi_arena::Error> {
        let in_parallel = numbers.par_iter().with_max_len(1);
        let ends = in_parallel.map(|&number| {
            let (record, place, file) = &self.records[number];
            let Some(mut end) = CountedEnd::from_record(record, place, file, engine) else {
                return Ok(None);
            };
            if let Some(finisher) = finisher {
                end.played_on = Some(played_on(record, finisher)?);
            }
            Ok(Some(end))
        });
        ends.collect()
    }

    /// The report on all games.
    pub(crate) fn report(&self, ends: Vec<Option<CountedEnd>>) -> EndsReport {
        EndsReport {
            half: self.half,
            ends: ends.into_iter().flatten().collect(),
        }
    }
}

/// Results of all games.
#[derive(Clone, Debug)]
pub struct EndsReport {
    /// The half of the games.
    pub half: Half,
    /// The ends that were counted.
    pub ends: Vec<CountedEnd>,
}

/// A row for each file, board and rules, and one for all; where it is known one for finished games too.
impl fmt::Display for EndsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups = BTreeMap::<&str, Vec<&CountedEnd>>::new();
        for end in &self.ends {
            groups.entry(&end.group).or_default().push(end);
        }
        writeln!(f, "{} half of the games", self.half)?;
        writeln!(
            f,
            "{:60} {:>6} {:>7} {:>8} {:>7}",
            "", "games", "exact", "+-1", "winner"
        )?;
        let all: Vec<_> = self.ends.iter().collect();
        for (group, ends) in groups {
            write_row(f, group, &ends)?;
        }
        write_row(f, "all", &all)?;
        if all.iter().all(|end| end.played_on.is_none()) {
            return Ok(());
        }
        let finished: Vec<_> = all
            .into_iter()
            .filter(|end| end.was_finished() == Some(true))
            .collect();
        write_row(f, "finished", &finished)
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, ends: &[&CountedEnd]) -> fmt::Result {
    let share = |up_to| {
        let agreeing = ends.iter().filter(|end| end.agreement <= up_to).count();
        100.0 * agreeing as f64 / ends.len().max(1) as f64
    };
    writeln!(
        f,
        "{name:60} {:6} {:5.1} % {:6.1} % {:5.1} %",
        ends.len(),
        share(Agreement::Exact),
        share(Agreement::WithinAPoint),
        share(Agreement::Winner)
    )
}

#[cfg(test)]
mod tests {
    use katachi::Settings;

    use super::*;

    /// Two walls on 5x5, Black's one line ahead: 15 points to 10.
    const MOVES: &str = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])";

    #[track_caller]
    fn check(root: &str, expected: Option<(f32, Agreement)>) {
        let record = Record::parse(format!("(;SZ[5]{root}{MOVES}").as_bytes()).expect("a record");
        let mut measurement = EndsMeasurement::new(Half::from_record(&record), 1);
        measurement.add(record, "games.sgf", 1);
        let all: Vec<usize> = (0..measurement.games()).collect();
        let ends = measurement
            .count(&all, &Engine::new(Settings::default()), None)
            .expect("no other program is asked");
        let report = measurement.report(ends);
        let found = report.ends.first().map(|end| (end.counted, end.agreement));
        assert_eq!(found, expected, "{root}");
    }

    #[test]
    fn a_count_is_compared_with_the_score_of_the_record() {
        check("KM[0.5]RU[Chinese]RE[B+4.5]", Some((-4.5, Agreement::Exact)));
        check(
            "KM[0.5]RU[Chinese]RE[B+5.5]",
            Some((-4.5, Agreement::WithinAPoint)),
        );
        check("KM[0.5]RU[Chinese]RE[B+9.5]", Some((-4.5, Agreement::Winner)));
        check("KM[0.5]RU[Chinese]RE[W+0.5]", Some((-4.5, Agreement::No)));
    }

    #[test]
    fn what_a_record_does_not_name_is_taken_as_its_score_wants() {
        check("RU[Chinese]RE[W+2.5]", Some((2.5, Agreement::Exact)));
        check("RU[Chinese]RE[W+1.5]", Some((1.5, Agreement::Exact)));
    }

    #[test]
    fn games_without_a_score_are_left_out() {
        check("KM[0.5]RE[B+R]", None);
        check("KM[0.5]RE[B+0]", None);
        check("KM[0.5]RE[B+0.02]", None);
        check("KM[0.5]", None);
    }
}
