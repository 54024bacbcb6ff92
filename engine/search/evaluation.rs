// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a search says of a position to people: who owns each point, how far a side leads, how likely it wins.
//! The search itself uses the means of its simulations.
//!
//! Playouts see who owns a point and who wins, but hardly how surely: a strong player knows the winner where
//! playouts are still divided, and playouts lose groups that strong players do not lose. So each value is a
//! log-linear estimate from facts with names. Their weights are a text, `patterns/evaluation.txt`, which
//! `katachi-lab train evaluation` fits to what KataGo's network says of the positions of judged games
//! (`docs/experiments/calibration.md`).
//!
//! After few playouts a lead is brought nearer to an even game, the more so the more the leads of the
//! playouts vary: their error is taken to be normal, and leads to have Student's t-distribution, so that a
//! large one stays large.

use std::sync::LazyLock;

use katachi_rules::{Board, Color, PointMap};

use crate::learn::{self, BoardClass, WeightError};
use crate::playout::PlayoutStats;

/// Scale of the distribution of leads before a search, in points, and its degrees of freedom; 6 to 12,
/// and 4 to 50: the fewer, the more of a large lead remains.
const LEADS: f32 = 8.0;
const FREEDOM: f32 = 20.0;
/// Standard deviation of the leads of playouts in a usual position, in points; 20 to 60.
const USUAL_DEVIATION: f32 = 40.0;
/// The same two numbers for what moves gain or lose: fewer degrees of freedom, as blunders are large.
const GAINS: f32 = 4.0;
const FREEDOM_OF_GAINS: f32 = 8.0;
/// Number of independent playouts that are worth as much for what a move gains as any number of playouts,
/// which have errors in common; 30 to 1,000.
const INDEPENDENT_PLAYOUTS: f32 = 80.0;

/// The facts of a point, for Black. "Open" is one less the absolute ownership by the playouts; the stage is
/// the share of the points that have a stone.
const OF_POINTS: [&str; 6] = [
    "owner-odds",       // logarithm of the odds of Black's ownership by the playouts
    "owner-odds-stage", // the same times the stage
    "stone",            // 1 for a black stone, -1 for a white one
    "stone-stage",      // the same times the stage
    "turn",             // 1 if Black is to move, -1 if White is, times how open the point is
    "turn-stage",       // the same times the stage
];
/// The share of the sum of the ownership by which the lead differs from it, times how open the points are.
const OF_LEAD: [&str; 1] = ["lead-open"];
/// The facts of the win, for the side whose probability it is.
const OF_WIN: [&str; 4] = [
    "win-odds",      // logarithm of the odds by the simulations
    "win-odds-open", // the same times how open the points are in the mean
    "win-lead",      // tens of points of the lead
    "win-lead-open", // the same times how open the points are
];
/// Factor of the deviation of the playouts' leads, for that of the final lead, by class of boards. Fitted to
/// the winners of recorded games (`docs/experiments/calibration.md`).
const OF_DEVIATION: [f32; BoardClass::ALL.len()] = [1.0, 0.64, 0.42];

/// The weights for one class of boards.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Weights {
    of_points: [f32; OF_POINTS.len()],
    of_lead: [f32; OF_LEAD.len()],
    of_win: [f32; OF_WIN.len()],
}

static BUILT_IN: LazyLock<[Weights; BoardClass::ALL.len()]> = LazyLock::new(|| {
    parse(include_str!("../../patterns/evaluation.txt")).expect("the built-in weights can be read")
});

/// The name of the model in the first line of its text.
pub const NAME: &str = "evaluation";

/// Reads a text of weights. Those that it does not have are 0.
fn parse(text: &str) -> Result<[Weights; BoardClass::ALL.len()], WeightError> {
    let nothing = Weights {
        of_points: [0.0; OF_POINTS.len()],
        of_win: [0.0; OF_WIN.len()],
        of_lead: [0.0; OF_LEAD.len()],
    };
    let mut all = [nothing; BoardClass::ALL.len()];
    learn::parse(text, NAME, |line| {
        let (class, name) = BoardClass::split(line.name)?;
        let Weights {
            of_points,
            of_win,
            of_lead,
        } = &mut all[class? as usize];
        let weights = of_points.iter_mut().chain(of_lead).chain(of_win);
        let (_, weight) = names().zip(weights).find(|(known, _)| *known == name)?;
        *weight = line.weight;
        Some(())
    })?;
    Ok(all)
}

/// The names of all weights in the order of a text: those of points, of the lead, of the win.
pub fn names() -> impl Iterator<Item = &'static str> {
    OF_POINTS.into_iter().chain(OF_LEAD).chain(OF_WIN)
}

/// The evaluation of a position by its playouts.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Ownership of each point, -1 White's to 1 Black's.
    pub ownership: PointMap<f32>,
    /// Black's lead in points with komi, and its standard error by the number of playouts.
    pub(super) black_lead: (f32, f32),
    /// Standard deviation of the final lead, in points.
    pub deviation: f32,
    /// How open the points are in the mean: one less their absolute ownership by the playouts, 0 to 1.
    pub open: f32,
    /// Standard deviation of the leads of the playouts, and their number.
    playouts: (f32, u32),
    weights: Weights,
}

impl Evaluation {
    /// Evaluates a position. `black_bonus` are points that are not on the board: White's komi, negative.
    /// O(board).
    pub fn new(board: &Board, to_move: Color, black_bonus: f32, ends: &PlayoutStats) -> Self {
        let size = board.size();
        let class = BoardClass::new(size) as usize;
        let (weights, playouts) = (BUILT_IN[class], ends.playouts());
        let by_playouts = ends.all_ownership();
        let (mut ownership, mut sum, mut open) = (PointMap::filled(0.0), black_bonus, 0.0);
        for (point, facts) in size
            .points()
            .zip(point_facts(board, to_move, &by_playouts, playouts))
        {
            ownership[point] = 2.0 * logistic(dot(facts, weights.of_points)) - 1.0;
            sum += ownership[point];
            open += 1.0 - by_playouts[point].abs();
        }
        let (mean, deviation) = ends.lead();
        let open = open / size.area() as f32;
        // One playout more, with a usual deviation: a few that end alike are not certain.
        let counted = playouts as f32;
        let variance = (deviation.powi(2) * counted + USUAL_DEVIATION.powi(2)) / (counted + 1.0);
        let error = variance / counted.max(1.0);
        let factor = 1.0 + weights.of_lead[0] * open;
        let (lead, share) = match deviation > 0.0 {
            true => (factor * sum, shrinkage(factor * sum, LEADS, FREEDOM, error)),
            false => (mean, 1.0),
        };
        Self {
            ownership,
            black_lead: (share * lead, share * factor * error.sqrt()),
            deviation: OF_DEVIATION[class] * deviation,
            open,
            playouts: (deviation, playouts),
            weights,
        }
    }

    /// What remains of the difference, in points, between the mean lead of the simulations after a move with
    /// so many visits and that of its position.
    pub(super) fn gain(&self, difference: f32, visits: u32) -> f32 {
        let (deviation, playouts) = self.playouts;
        let variance = deviation * deviation;
        let in_common = variance * (1.0 / playouts.max(1) as f32 + 1.0 / INDEPENDENT_PLAYOUTS);
        let share = shrinkage(
            difference,
            GAINS,
            FREEDOM_OF_GAINS,
            variance / visits.max(1) as f32,
        );
        shrinkage(0.0, LEADS, FREEDOM, in_common) * share * difference
    }

    /// The probability that a side wins, and its standard error, by the share of its wins in so many
    /// simulations, neither 0 nor 1, and its lead in points with its error. It grows with both; the
    /// probabilities of both sides add up to 1.
    pub(super) fn win_rate(&self, won: f32, simulations: u32, lead: (f32, f32)) -> (f32, f32) {
        let counted = simulations as f32 + 2.0;
        let facts = win_facts(won, lead.0, self.open);
        let [of_odds, odds_open, of_lead, lead_open] = self.weights.of_win;
        let rate = logistic(dot(facts, self.weights.of_win));
        let odds_error = (of_odds + odds_open * self.open) / (counted * won * (1.0 - won)).sqrt();
        let error = odds_error.hypot((of_lead + lead_open * self.open) * lead.1 / 10.0);
        (rate, rate * (1.0 - rate) * error)
    }
}

/// The facts of each point by its ownership in the playouts, in the order of the board.
pub fn point_facts(
    board: &Board,
    to_move: Color,
    ownership: &PointMap<f32>,
    playouts: u32,
) -> impl Iterator<Item = [f32; OF_POINTS.len()]> {
    let stones = board
        .size()
        .points()
        .filter(|&p| board.cell(p).color().is_some())
        .count();
    let stage = stones as f32 / board.size().area() as f32;
    board.size().points().map(move |point| {
        // A point that all playouts give to one side is not certain after few of them.
        let owned = ownership[point] * playouts as f32 / (playouts as f32 + 1.0);
        let odds = ((1.0 + owned) / (1.0 - owned)).ln();
        let stone = board.cell(point).color().map_or(0.0, sign);
        let turn = sign(to_move) * (1.0 - owned.abs());
        [odds, odds * stage, stone, stone * stage, turn, turn * stage]
    })
}

/// The facts of a win, by the share of the simulations that a side won, its lead in points, and how open the
/// points are.
pub fn win_facts(won: f32, lead: f32, open: f32) -> [f32; OF_WIN.len()] {
    let odds = (won / (1.0 - won)).ln();
    let tens = lead / 10.0;
    [odds, odds * open, tens, tens * open]
}

/// The share of so many simulations that a side wins, with one more win and one more loss: a share of 0 or 1
/// is not certain.
pub fn counted(won: f32, simulations: u32) -> f32 {
    (won.clamp(0.0, 1.0) * simulations as f32 + 1.0) / (simulations as f32 + 2.0)
}

/// 1 for Black, -1 for White.
fn sign(color: Color) -> f32 {
    if color == Color::Black { 1.0 } else { -1.0 }
}

fn dot<const N: usize>(facts: [f32; N], weights: [f32; N]) -> f32 {
    facts
        .into_iter()
        .zip(weights)
        .map(|(fact, weight)| fact * weight)
        .sum()
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the share of a measured value that remains, 0 to 1. Values have Student's t-distribution with that
/// scale and those degrees of freedom, and the measurement has a normal error of that variance. The variance
/// of the prior is that of the normal distribution that stands for Student's at this value (Lange, Little
/// and Taylor 1989).
fn shrinkage(value: f32, scale: f32, freedom: f32, error: f32) -> f32 {
    let prior = (freedom * scale * scale + value * value) / (freedom + 1.0);
    prior / (prior + error)
}

#[cfg(test)]
mod tests {
    use katachi_rules::BoardSize;

    use super::*;

    const SIDES: [u8; 3] = [9, 13, 19];

    /// The evaluation of an empty board by playouts in which Black owns `owned` of 100 at every point.
    fn evaluated(side: u8, to_move: Color, owned: usize) -> Evaluation {
        let board = Board::new(BoardSize::square(side));
        let full = |color: Color| {
            let mut full = Board::new(board.size());
            let points = board.size().points().step_by(2);
            points.for_each(|point| _ = full.play(color, point));
            katachi_rules::PlayoutBoard::new(&full)
        };
        let ends = Color::BOTH.map(full);
        let mut stats = PlayoutStats::new(board.size());
        for number in 0..100 {
            stats.add(&ends[usize::from(number >= owned)], 0.0);
        }
        Evaluation::new(&board, to_move, 0.0, &stats)
    }

    #[test]
    fn both_sides_have_the_same_chances_in_turned_colors() {
        for side in SIDES {
            let [black, white] =
                [(Color::Black, 70), (Color::White, 30)].map(|(color, owned)| evaluated(side, color, owned));
            assert!((black.black_lead.0 + white.black_lead.0).abs() < 1e-3, "{side}");
            for won in [0.02, 0.4, 0.7] {
                let [one, other] = [(won, 5.0), (1.0 - won, -5.0)]
                    .map(|(won, lead)| black.win_rate(won, 100, (lead, 1.0)).0);
                assert!((one + other - 1.0).abs() < 1e-5, "{side}: {one} {other}");
            }
        }
    }

    #[test]
    fn more_wins_and_a_larger_lead_are_a_larger_probability() {
        for side in SIDES {
            let position = evaluated(side, Color::Black, 60);
            let rates = [0.1, 0.5, 0.9].map(|won| position.win_rate(won, 100, (0.0, 1.0)).0);
            assert!(rates.is_sorted(), "{side}: {rates:?}");
            let rates = [-30.0, 0.0, 30.0].map(|lead| position.win_rate(0.5, 100, (lead, 1.0)).0);
            assert!(rates.is_sorted(), "{side}: {rates:?}");
        }
    }

    #[test]
    fn points_that_all_playouts_give_to_one_side_are_its_own() {
        for side in SIDES {
            let position = evaluated(side, Color::Black, 100);
            let owned = position.ownership[BoardSize::square(side).points().next().expect("a point")];
            assert!(owned > 0.85, "{side}: {owned}");
            assert_eq!(position.open, 0.0);
        }
    }

    #[test]
    fn more_of_a_gain_remains_by_more_visits_and_by_less_spread() {
        let [spread, agreed] = [50, 100].map(|owned| evaluated(9, Color::Black, owned));
        assert!(spread.gain(3.0, 5) < spread.gain(3.0, 300));
        assert!(spread.gain(3.0, 300) < agreed.gain(3.0, 300));
        assert_eq!(agreed.gain(3.0, 1), 3.0, "all playouts agree");
    }

    #[test]
    fn the_built_in_weights_are_for_every_class_of_boards() {
        for (class, weights) in BoardClass::ALL.into_iter().zip(BUILT_IN.iter()) {
            assert!(
                weights.of_points[0] > 0.0 && weights.of_win[0] > 0.0,
                "{}",
                class.name()
            );
        }
    }
}
