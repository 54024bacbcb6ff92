// SPDX-License-Identifier: MIT OR Apache-2.0

//! The measurement of a playout policy, or of the search, on positions of games.

use std::collections::BTreeMap;

use katachi_gtp::cpu::own_cpu_seconds;
use katachi_parallel::in_order;
use katachi_rules::BoardSize;
use katachi_rules::sgf::Record;

use super::half::Half;
use super::leads::Leads;
use super::measure::Measure;
use super::predict::{Judge, Prediction, Start};
use super::sample::{PHASES, Sampling, phase};
use super::truth::{End, Truth, Unfit, bonus};

/// The conditions of a measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Who judges the positions.
    pub judge: Judge,
    /// The positions.
    pub sampling: Sampling,
    /// The half of the games.
    pub half: Half,
    /// One in this number of the games of that half is taken; 1 or more.
    pub one_in: usize,
    /// Positions that are worked on at the same time. Results do not depend on it.
    pub jobs: usize,
}

/// The results on some positions.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// How many positions.
    pub positions: u64,
    /// Points of positions of games that were counted, Black's or not; those that were nobody's at the end do not count.
    pub ownership: Measure,
    /// Wins by Black, in games that were counted.
    pub counted: Measure,
    /// Wins by Black, in games that were resigned.
    pub resigned: Measure,
    /// Black's lead, in games whose ownership is known.
    pub leads: Leads,
}

impl Figures {
    fn merge(&mut self, other: &Self) {
        self.positions += other.positions;
        self.ownership.merge(&other.ownership);
        self.counted.merge(&other.counted);
        self.resigned.merge(&other.resigned);
        self.leads.merge(&other.leads);
    }

    /// Wins by Black in all games.
    pub fn wins(&self) -> Measure {
        let mut wins = self.counted.clone();
        wins.merge(&self.resigned);
        wins
    }
}

/// What came of the games on boards of one size.
#[derive(Clone, Debug, Default)]
pub struct OfSize {
    /// Games that were counted, those that were drawn among them.
    pub counted: u32,
    /// Of these, games whose ownership at the end is known.
    pub with_ownership: u32,
    /// Games that were resigned.
    pub resigned: u32,
    /// By the phase of the game.
    pub(super) phases: [Figures; PHASES],
}

impl OfSize {
    /// All phases together.
    pub fn overall(&self) -> Figures {
        let mut all = Figures::default();
        for figures in &self.phases {
            all.merge(figures);
        }
        all
    }
}

/// What came of all games.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was asked for.
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
    records: Vec<Record>,
    /// Games of that half so far.
    seen: usize,
}

impl PolicyMeasurement {
    /// No games yet.
    pub fn new(conditions: Conditions) -> Self {
        Self {
            conditions,
            records: Vec::new(),
            seen: 0,
        }
    }

    /// Adds a game, if it belongs to the half and its turn has come.
    pub fn add(&mut self, record: Record) {
        if Half::of(&record) != self.conditions.half {
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

    /// Judges final positions, then plays the playouts. The figures depend on the games and conditions alone.
    pub fn report(&self) -> Report {
        let conditions = &self.conditions;
        let truths = in_order(&self.records, conditions.jobs, Truth::of);
        let mut report = Report {
            conditions: conditions.clone(),
            sizes: BTreeMap::new(),
            unfit: BTreeMap::new(),
            playouts: 0,
            seconds: None,
        };
        let mut tasks = Vec::new();
        for (record, truth) in self.records.iter().zip(&truths) {
            let truth = match truth {
                Ok(truth) => truth,
                Err(reason) => {
                    *report.unfit.entry(*reason).or_default() += 1;
                    continue;
                }
            };
            let size = report.sizes.entry(key(record.size)).or_default();
            match truth.end {
                End::Score => size.counted += 1,
                End::Resignation => size.resigned += 1,
            }
            size.with_ownership += u32::from(truth.owners.is_some());
            if truth.winner.is_some() || truth.owners.is_some() {
                let numbers = conditions.sampling.numbers(record.size, truth.moves);
                tasks.extend(numbers.map(|moves| (record, truth, moves)));
            }
        }
        let before = own_cpu_seconds();
        let done = in_order(&tasks, conditions.jobs, |&(record, truth, moves)| {
            ask(record, truth, moves, conditions)
        });
        report.seconds = own_cpu_seconds()
            .zip(before)
            .map(|(after, before)| after - before);
        for (&(record, _, moves), figures) in tasks.iter().zip(&done) {
            let size = report.sizes.entry(key(record.size)).or_default();
            size.phases[phase(record.size, moves)].merge(figures);
        }
        report.playouts = tasks.len() as u64 * u64::from(conditions.judge.playouts());
        report
    }
}

fn key(size: BoardSize) -> (u8, u8) {
    (size.width(), size.height())
}

/// One position.
fn ask(record: &Record, truth: &Truth, moves: usize, conditions: &Conditions) -> Figures {
    let game = truth
        .game(record, moves)
        .expect("the whole game has been replayed");
    let prediction = match conditions.judge {
        Judge::Search(visits) => Prediction::of_search(&game, visits),
        Judge::Playouts(policy, playouts) => {
            let start = Start {
                board: game.board(),
                to_move: game.to_move(),
                last: game.moves().next_back().and_then(|(_, mv)| mv.point()),
                bonus: bonus(&game),
            };
            Prediction::of(&start, policy, playouts)
        }
    };
    let mut figures = Figures {
        positions: 1,
        ..Figures::default()
    };
    if let Some(owners) = &truth.owners {
        for p in record.size.points() {
            if let Some(owner) = owners[p] {
                figures
                    .ownership
                    .add(prediction.is_black(p), owner == katachi_rules::Color::Black);
            }
        }
    }
    if let (Some(lead), Some(_)) = (truth.lead, &truth.owners) {
        figures.leads.add(prediction.lead, -lead);
    }
    if let Some(winner) = truth.winner {
        let wins = match truth.end {
            End::Score => &mut figures.counted,
            End::Resignation => &mut figures.resigned,
        };
        wins.add(prediction.black_wins(), winner == katachi_rules::Color::Black);
    }
    figures
}

#[cfg(test)]
mod tests {
    use katachi::playout::PolicyName;

    use super::*;

    const GAME: &str =
        "(;SZ[5]KM[0.5]RU[Chinese]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])";

    const SETTLED: Judge = Judge::Playouts(PolicyName::Settled, 20);

    fn report(jobs: usize, games: &[&str]) -> Report {
        report_by(SETTLED, jobs, games)
    }

    fn report_by(judge: Judge, jobs: usize, games: &[&str]) -> Report {
        let first = Record::parse(games[0].as_bytes()).unwrap();
        let mut measurement = PolicyMeasurement::new(Conditions {
            judge,
            sampling: Sampling {
                every: Some(3),
                moves: Some(1..=100),
            },
            half: Half::of(&first),
            one_in: 1,
            jobs,
        });
        for game in games {
            measurement.add(Record::parse(game.as_bytes()).unwrap());
        }
        report_of(&measurement, games.len())
    }

    fn report_of(measurement: &PolicyMeasurement, games: usize) -> Report {
        assert!(measurement.games() <= games);
        measurement.report()
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
    fn figures_do_not_depend_on_the_number_of_jobs() {
        let [one, three] = [1, 3].map(|jobs| report(jobs, &[GAME, GAME]).sizes[&(5, 5)].overall());
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
        let mut measurement = PolicyMeasurement::new(Conditions {
            judge: Judge::Playouts(PolicyName::Uniform, 1),
            sampling: Sampling::default(),
            half: Half::of(&record),
            one_in: 3,
            jobs: 1,
        });
        for _ in 0..7 {
            measurement.add(record.clone());
        }
        assert_eq!(measurement.games(), 3);
    }
}
