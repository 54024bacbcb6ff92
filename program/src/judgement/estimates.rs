// SPDX-License-Identifier: MIT OR Apache-2.0

//! How good estimates of the lead in the course of games are, and whether their standard deviations are honest.
//!
//! The truth is the score of the record, in games whose count agrees with it. Games that were resigned have none, so that the games
//! that are measured are closer than others.

use std::fmt;

use katachi::Engine;
use katachi_parallel::in_order;
use katachi_rules::sgf::Record;

use super::half::Half;
use super::sample::{PHASES, Sampling, moves_of_phase, phase};
use super::truth::Truth;

/// An estimate in the course of a game, and how the game ended.
#[derive(Clone, Copy, Debug)]
pub struct Estimated {
    /// Moves made before.
    pub moves: usize,
    /// White's lead as estimated, in points.
    pub said: f32,
    /// The standard deviation that was stated.
    pub deviation: f32,
    /// White's lead at the end of the game.
    pub lead: f32,
}

/// `120 W+3.2 +-8.1 was W+6.5`
impl fmt::Display for Estimated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            moves,
            said,
            deviation,
            lead,
        } = self;
        write!(f, "{moves} {said:+.1} +-{deviation:.1} was {lead:+.1}")
    }
}

/// Which games and positions are measured.
#[derive(Clone, Debug)]
pub struct EstimateConditions {
    /// The positions.
    pub sampling: Sampling,
    /// The half of the games.
    pub half: Half,
    /// One in this number of the games of that half is taken; 1 or more.
    pub one_in: usize,
    /// Games that are worked on at the same time.
    pub jobs: usize,
}

/// What came of all games on boards of one size.
#[derive(Clone, Debug)]
pub struct EstimatesReport {
    conditions: EstimateConditions,
    /// Games whose end is known.
    pub games: usize,
    /// The estimates with the boards.
    pub estimates: Vec<(katachi_rules::BoardSize, Estimated)>,
}

/// Estimates the lead in positions of the games. The figures depend on the games and the engine alone.
pub fn estimates(records: Vec<Record>, conditions: EstimateConditions, engine: &Engine) -> EstimatesReport {
    let of_half = records
        .into_iter()
        .filter(|record| Half::of(record) == conditions.half);
    let taken: Vec<Record> = of_half.step_by(conditions.one_in.max(1)).collect();
    let found = in_order(&taken, conditions.jobs, |record| {
        of_game(record, &conditions, engine)
    });
    EstimatesReport {
        games: found.iter().filter(|found| !found.is_empty()).count(),
        estimates: taken
            .iter()
            .zip(found)
            .flat_map(|(record, found)| found.into_iter().map(|estimated| (record.size, estimated)))
            .collect(),
        conditions,
    }
}

fn of_game(record: &Record, conditions: &EstimateConditions, engine: &Engine) -> Vec<Estimated> {
    let Ok(truth) = Truth::of(record) else {
        return Vec::new();
    };
    let Some(lead) = truth.lead.filter(|_| truth.owners.is_some()) else {
        return Vec::new();
    };
    let numbers = conditions.sampling.numbers(record.size, truth.moves);
    let estimated = numbers.filter_map(|moves| {
        let game = truth.game(record, moves).ok()?;
        let estimate = engine.estimate(&game);
        Some(Estimated {
            moves,
            said: estimate.white_lead,
            deviation: estimate.deviation,
            lead,
        })
    });
    estimated.collect()
}

/// A table by the phase of the game for each size of the board.
impl fmt::Display for EstimatesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} half, {} games with a known end",
            self.conditions.half, self.games
        )?;
        let mut sizes: Vec<_> = self.estimates.iter().map(|(size, _)| *size).collect();
        sizes.sort_by_key(|size| size.area());
        sizes.dedup();
        for size in sizes {
            writeln!(f, "\n{size}")?;
            writeln!(
                f,
                "{:9} {:>9} {:>11} {:>9} {:>10} {:>10} {:>7}",
                "moves", "positions", "mean error", "stated", "within 1", "within 2", "winner"
            )?;
            let of_size = || self.estimates.iter().filter(move |(other, _)| *other == size);
            for number in 0..PHASES {
                let name = match moves_of_phase(size, number) {
                    (first, Some(last)) => format!("{first}-{last}"),
                    (first, None) => format!("{first}-"),
                };
                let chosen = of_size().filter(|(_, estimated)| phase(size, estimated.moves) == number);
                write_row(f, &name, chosen.map(|(_, estimated)| estimated))?;
            }
            write_row(f, "all", of_size().map(|(_, estimated)| estimated))?;
        }
        Ok(())
    }
}

fn write_row<'a>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    estimates: impl Iterator<Item = &'a Estimated>,
) -> fmt::Result {
    let all: Vec<_> = estimates.collect();
    if all.is_empty() {
        return Ok(());
    }
    let count = all.len() as f32;
    let error = |e: &Estimated| (e.said - e.lead).abs();
    let mean = |of: &dyn Fn(&Estimated) -> f32| all.iter().map(|e| of(e)).sum::<f32>() / count;
    let share = |is: &dyn Fn(&Estimated) -> bool| 100.0 * mean(&|e| f32::from(u8::from(is(e))));
    writeln!(
        f,
        "{name:9} {:9} {:11.1} {:9.1} {:8.1} % {:8.1} % {:5.1} %",
        all.len(),
        mean(&error),
        mean(&|e| e.deviation),
        share(&|e| error(e) <= e.deviation),
        share(&|e| error(e) <= 2.0 * e.deviation),
        share(&|e| e.said * e.lead > 0.0)
    )
}

#[cfg(test)]
mod tests {
    use katachi::search::SearchSettings;
    use katachi::{Engine, Settings};

    use super::*;

    /// Two walls on 5x5, Black's one line ahead: 15 points to 10.
    const GAME: &str =
        "(;SZ[5]KM[0.5]RU[Chinese]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])";

    fn report(game: &str) -> EstimatesReport {
        let record = Record::parse(game.as_bytes()).expect("a record");
        let conditions = EstimateConditions {
            sampling: Sampling {
                every: Some(5),
                moves: Some(5..=10),
            },
            half: Half::of(&record),
            one_in: 1,
            jobs: 1,
        };
        let engine = Engine::new(Settings {
            search: Some(SearchSettings {
                memory: 8,
                ..SearchSettings::default()
            }),
            ..Settings::default()
        });
        estimates(vec![record], conditions, &engine)
    }

    #[test]
    fn estimates_are_compared_with_the_score_of_the_record() {
        let report = report(GAME);
        assert_eq!((report.games, report.estimates.len()), (1, 2));
        let (_, last) = report.estimates[1];
        assert_eq!((last.moves, last.lead), (10, -4.5));
        assert!((last.said - last.lead).abs() < last.deviation, "{last}");
        assert!(report.to_string().contains("winner"));
    }

    #[test]
    fn games_whose_end_is_not_known_are_left_out() {
        assert_eq!(report(&GAME.replace("B+4.5", "B+R")).games, 0);
        assert_eq!(report(&GAME.replace("B+4.5", "B+14.5")).games, 0);
    }
}
