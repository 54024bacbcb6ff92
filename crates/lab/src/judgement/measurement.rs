// SPDX-License-Identifier: MIT OR Apache-2.0

//! The measurement of a playout policy, or of the search, on positions of games.

use std::collections::BTreeMap;
use std::fmt;

use katachi::playout::PlayoutWeights;
use katachi_gtp::cpu::own_cpu_seconds;
use katachi_rules::sgf::Record;
use katachi_rules::{BoardSize, Color};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::half::Half;
use super::leads::Leads;
use super::measure::Measure;
use super::predict::Judge;
use super::reliability::Reliability;
use super::sample::{Sampling, phase};
use super::truth::{End, Truth, Unfit};
use crate::parts::Measured;

/// The conditions of a measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The judge of the positions.
    pub judge: Judge,
    /// The positions.
    pub sampling: Sampling,
    /// The half of the games.
    pub half: Half,
    /// One in this number of the games of that half is taken; 1 or more.
    pub one_in: usize,
}

/// A position: the prediction, and the result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// The number of the game among those that are measured, from 0.
    pub game: usize,
    /// The board.
    #[serde(with = "size_as_numbers")]
    pub size: BoardSize,
    /// Moves made before.
    pub moves: usize,
    /// Share of playouts or visits won by Black.
    pub share: f64,
    /// Black's win rate, corrected as people read it.
    pub predicted: f64,
    /// Black's lead in points and its standard deviation, corrected as people read it.
    pub lead: (f32, f32),
    /// Has Black won? None for a draw.
    pub black_won: Option<bool>,
    /// Black's lead at the end, if the engine counts it as the record does.
    pub end: Option<f32>,
    is_counted: bool,
    ownership: Measure,
}

impl Sample {
    fn new(task: &Task<'_>, judge: Judge, weights: &PlayoutWeights) -> Self {
        let &Task {
            number,
            record,
            truth,
            moves,
        } = task;
        let game = truth
            .game(record, moves)
            .expect("the whole game has been replayed");
        let prediction = judge.predict(&game, weights);
        let mut ownership = Measure::default();
        if let Some(owners) = &truth.owners {
            for p in record.size.points() {
                if let Some(owner) = owners[p] {
                    ownership.add(prediction.is_black(p), owner == Color::Black);
                }
            }
        }
        Self {
            game: number,
            size: record.size,
            moves,
            share: prediction.share(),
            predicted: prediction.black_wins(),
            lead: prediction.lead(),
            black_won: truth.winner.map(|winner| winner == Color::Black),
            end: truth.lead.filter(|_| truth.owners.is_some()).map(|lead| -lead),
            is_counted: truth.end == End::Score,
            ownership,
        }
    }

    /// The probability that Black wins, by the lead and its deviation alone: where leads are normal, up to a
    /// hundredth.
    fn predicted_by_lead(&self) -> f64 {
        let (lead, deviation) = self.lead;
        // A deviation of 0 is that of the playouts: one of many would have ended otherwise.
        let deviations = f64::from(lead) / f64::from(deviation.max(0.01));
        1.0 / (1.0 + (-1.702 * deviations.clamp(-4.0, 4.0)).exp())
    }
}

/// `game 12, move 120: 0.612 of the visits won by Black, 0.723 predicted, lead +3.2 +-8.1; Black won, lead
/// +6.5`
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            game,
            moves,
            share,
            predicted,
            ..
        } = self;
        let (lead, deviation) = self.lead;
        write!(
            f,
            "game {game}, move {moves}: {share:.3} of the visits won by Black, {predicted:.3} predicted, lead {lead:+.1} +-{deviation:.1}; "
        )?;
        f.write_str(match self.black_won {
            Some(true) => "Black won",
            Some(false) => "White won",
            None => "drawn",
        })?;
        self.end.map_or(Ok(()), |end| write!(f, ", lead {end:+.1}"))
    }
}

/// The results on some positions.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// How many positions.
    pub positions: u64,
    /// Points of positions of games that were counted, Black's or not; those that were nobody's at the end do
    /// not count.
    pub ownership: Measure,
    /// Wins by Black, in games that were counted.
    pub counted: Measure,
    /// Wins by Black, in games that were resigned.
    pub resigned: Measure,
    /// Wins by Black in all games, by the share of the playouts or visits: what the correction made better.
    pub uncorrected: Measure,
    /// Wins by Black in all games, by the lead and its deviation.
    pub by_lead: Measure,
    /// How often the win rates came true.
    pub reliability: Reliability,
    /// How often uncorrected win rates came true.
    pub uncorrected_reliability: Reliability,
    /// Black's lead, in games whose ownership is known.
    pub leads: Leads,
}

impl Figures {
    fn from_positions<'a>(positions: impl IntoIterator<Item = &'a Sample>) -> Self {
        let mut figures = Self::default();
        for sample in positions {
            figures.add(sample);
        }
        figures
    }

    fn add(&mut self, sample: &Sample) {
        self.positions += 1;
        self.ownership.merge(&sample.ownership);
        if let Some(end) = sample.end {
            self.leads.add(sample.lead, end);
        }
        let Some(won) = sample.black_won else { return };
        let wins = if sample.is_counted {
            &mut self.counted
        } else {
            &mut self.resigned
        };
        wins.add(sample.predicted, won);
        self.uncorrected.add(sample.share, won);
        self.by_lead.add(sample.predicted_by_lead(), won);
        self.reliability.add(sample.game, sample.predicted, won);
        self.uncorrected_reliability.add(sample.game, sample.share, won);
    }

    /// Wins by Black in all games.
    pub fn wins(&self) -> Measure {
        let mut wins = self.counted.clone();
        wins.merge(&self.resigned);
        wins
    }
}

/// Results of the games on boards of one size.
#[derive(Clone, Debug, Default)]
pub struct OfSize {
    /// Games that were counted, those that were drawn among them.
    pub counted: u32,
    /// Of these, games whose ownership at the end is known.
    pub with_ownership: u32,
    /// Games that were resigned.
    pub resigned: u32,
    /// The positions, game by game.
    pub positions: Vec<Sample>,
}

impl OfSize {
    /// All phases together.
    pub fn overall(&self) -> Figures {
        Figures::from_positions(&self.positions)
    }

    /// A phase of the game.
    pub(super) fn phase(&self, number: usize) -> Figures {
        Figures::from_positions(
            self.positions
                .iter()
                .filter(|sample| phase(sample.size, sample.moves) == number),
        )
    }
}

/// A position that is to be judged.
struct Task<'a> {
    number: usize,
    record: &'a Record,
    truth: &'a Truth,
    moves: usize,
}

/// Results of all games.
#[derive(Clone, Debug)]
pub struct Report {
    /// The conditions.
    pub conditions: Conditions,
    /// By width and height of the board.
    pub sizes: BTreeMap<(u8, u8), OfSize>,
    /// Games that could not be used, by the reason.
    pub(super) unfit: BTreeMap<Unfit, u32>,
    /// Playouts, all together.
    pub playouts: u64,
    /// CPU seconds of the playouts; none where the system does not tell.
    pub seconds: Option<f64>,
}

/// A measurement with its games.
#[derive(Debug)]
pub struct PolicyMeasurement {
    conditions: Conditions,
    weights: PlayoutWeights,
    records: Vec<Record>,
    /// Games of that half so far.
    seen: usize,
}

impl PolicyMeasurement {
    /// No games yet. The policy `learned` has these weights.
    pub fn new(conditions: Conditions, weights: PlayoutWeights) -> Self {
        Self {
            conditions,
            weights,
            records: Vec::new(),
            seen: 0,
        }
    }

    /// Adds a game, if it belongs to the half and its turn has come.
    pub fn add(&mut self, record: Record) {
        if Half::from_record(&record) != self.conditions.half {
            return;
        }
        if self.seen.is_multiple_of(self.conditions.one_in.max(1)) {
            self.records.push(record);
        }
        self.seen += 1;
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.records.len()
    }

    /// Judges final positions of some games, then plays the playouts, on the threads of the current pool. The
    /// results depend on the games and conditions alone. The CPU seconds are those of the playouts.
    pub(crate) fn measure(&self, numbers: &[usize]) -> Measured<OfGame> {
        let in_parallel = numbers.par_iter().with_max_len(1);
        let truths: Vec<_> = in_parallel
            .map(|&number| Truth::from_record(&self.records[number]))
            .collect();
        let of_games = numbers.iter().zip(&truths);
        let tasks: Vec<Task<'_>> = of_games
            .filter_map(|(&number, truth)| Some((number, truth.as_ref().ok()?)))
            .flat_map(|(number, truth)| self.tasks(number, truth))
            .collect();
        let before = own_cpu_seconds();
        let in_parallel = tasks.par_iter().with_max_len(1);
        let done: Vec<_> = in_parallel
            .map(|task| Sample::new(task, self.conditions.judge, &self.weights))
            .collect();
        let seconds = own_cpu_seconds()
            .zip(before)
            .map(|(after, before)| after - before);
        let mut done = done.into_iter().peekable();
        let of_game = |(&number, truth): (&usize, &Result<Truth, Unfit>)| OfGame {
            size: key(self.records[number].size),
            end: truth.as_ref().map(|truth| truth.end).map_err(|unfit| *unfit),
            has_owners: truth.as_ref().is_ok_and(|truth| truth.owners.is_some()),
            samples: std::iter::from_fn(|| done.next_if(|sample| sample.game == number)).collect(),
        };
        Measured {
            results: numbers.iter().zip(&truths).map(of_game).collect(),
            seconds,
        }
    }

    /// The positions of a game.
    fn tasks<'a>(&'a self, number: usize, truth: &'a Truth) -> impl Iterator<Item = Task<'a>> {
        let record = &self.records[number];
        let is_known = truth.winner.is_some() || truth.owners.is_some();
        let moves = is_known.then(|| self.conditions.sampling.numbers(record, truth.moves));
        moves.into_iter().flatten().map(move |moves| Task {
            number,
            record,
            truth,
            moves,
        })
    }

    /// The report on all games.
    pub(crate) fn report(&self, measured: Measured<OfGame>) -> Report {
        let mut report = Report {
            conditions: self.conditions.clone(),
            sizes: BTreeMap::new(),
            unfit: BTreeMap::new(),
            playouts: 0,
            seconds: measured.seconds,
        };
        let mut samples = 0;
        for game in measured.results {
            let end = match game.end {
                Ok(end) => end,
                Err(reason) => {
                    *report.unfit.entry(reason).or_default() += 1;
                    continue;
                }
            };
            let size = report.sizes.entry(game.size).or_default();
            match end {
                End::Score => size.counted += 1,
                End::Resignation => size.resigned += 1,
            }
            size.with_ownership += u32::from(game.has_owners);
            samples += game.samples.len() as u64;
            size.positions.extend(game.samples);
        }
        report.playouts = samples * u64::from(self.conditions.judge.playouts());
        report
    }
}

/// Results of one game.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OfGame {
    size: (u8, u8),
    end: Result<End, Unfit>,
    has_owners: bool,
    samples: Vec<Sample>,
}

/// The size of a board as its width and height.
mod size_as_numbers {
    use katachi_rules::BoardSize;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de};

    pub(super) fn serialize<S: Serializer>(size: &BoardSize, serializer: S) -> Result<S::Ok, S::Error> {
        super::key(*size).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BoardSize, D::Error> {
        let (width, height) = <(u8, u8)>::deserialize(deserializer)?;
        let wrong = || de::Error::custom(format!("there is no board of {width}x{height}"));
        BoardSize::new(width, height).ok_or_else(wrong)
    }
}

fn key(size: BoardSize) -> (u8, u8) {
    (size.width(), size.height())
}

#[cfg(test)]
mod tests {
    use katachi::playout::PolicyName;

    use super::*;
    use crate::pool::pool;

    const GAME: &str =
        "(;SZ[5]KM[0.5]RU[Chinese]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])";

    const SETTLED: Judge = Judge::Playouts(PolicyName::Settled, 20);

    fn report(threads: usize, games: &[&str]) -> Report {
        report_by(SETTLED, threads, games)
    }

    fn report_by(judge: Judge, threads: usize, games: &[&str]) -> Report {
        let first = Record::parse(games[0].as_bytes()).unwrap();
        let mut measurement = PolicyMeasurement::new(
            Conditions {
                judge,
                sampling: Sampling {
                    every: Some(3),
                    moves: Some(1..=100),
                    per_game: None,
                },
                half: Half::from_record(&first),
                one_in: 1,
            },
            PlayoutWeights::default(),
        );
        for game in games {
            measurement.add(Record::parse(game.as_bytes()).unwrap());
        }
        assert!(measurement.games() <= games.len());
        let all: Vec<usize> = (0..measurement.games()).collect();
        measurement.report(pool(threads).install(|| measurement.measure(&all)))
    }

    #[test]
    fn every_position_counts_once_and_every_point_of_it() {
        let report = report(1, &[GAME]);
        let size = &report.sizes[&(5, 5)];
        assert_eq!((size.counted, size.with_ownership, size.resigned), (1, 1, 0));
        let all = size.overall();
        // After 1, 4, 7 and 10 moves.
        assert_eq!(
            (all.positions, all.ownership.count(), all.counted.count()),
            (4, 100, 4)
        );
        assert_eq!((all.resigned.count(), all.wins().count()), (0, 4));
        assert_eq!(report.playouts, 80);
    }

    #[test]
    fn the_search_is_measured_as_playouts_are() {
        let report = report_by(Judge::Search(40), 2, &[GAME]);
        let all = report.sizes[&(5, 5)].overall();
        assert_eq!((all.positions, all.counted.count(), all.leads.count()), (4, 4, 4));
        assert_eq!(report.playouts, 160);
        assert!(all.leads.mean_deviation() > 0.0);
    }

    #[test]
    fn figures_do_not_depend_on_the_number_of_threads() {
        let [one, three] = [1, 3].map(|threads| report(threads, &[GAME, GAME]).sizes[&(5, 5)].overall());
        assert_eq!(one.ownership, three.ownership);
        assert_eq!(one.counted, three.counted);
        assert_eq!(one.positions, 8);
    }

    #[test]
    fn games_that_cannot_be_used_are_counted() {
        let unknown = GAME.replace("RE[B+4.5]", "RE[?]");
        let report = report(1, &[GAME, &unknown]);
        assert_eq!(report.unfit, BTreeMap::from([(Unfit::Result, 1)]));
    }

    #[test]
    fn one_of_so_many_games_is_taken() {
        let record = Record::parse(GAME.as_bytes()).unwrap();
        let mut measurement = PolicyMeasurement::new(
            Conditions {
                judge: Judge::Playouts(PolicyName::Uniform, 1),
                sampling: Sampling::default(),
                half: Half::from_record(&record),
                one_in: 3,
            },
            PlayoutWeights::default(),
        );
        for _ in 0..7 {
            measurement.add(record.clone());
        }
        assert_eq!(measurement.games(), 3);
    }
}
