// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train evaluation`: what people are told of a position, fitted to a judge.
//!
//! Each position is searched. Then three models are fitted for each class of boards, each with the weights of
//! the one before: who owns a point, how far a side leads, how likely it wins.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::ensure;
use katachi_engine::learn::BoardClass;
use katachi_engine::play::{LiveAnalysis, Player};
use katachi_engine::search::{Report, Restriction, SearchSettings, evaluation};
use katachi_engine::{Engine, Settings};
use katachi_rules::{Color, Game, quantity};
use katachi_view::analysis::of_side;

use super::{lines, to_text, write};
use crate::judged::{self, JudgedPosition};
use crate::pool;

const HELP: &str = "\
Half of the games are held out: the report tells the errors there.

Example:
  katachi-lab train evaluation --judged 9x9.jsonl.gz 13x13.jsonl.gz 19x19.jsonl.gz --out patterns/evaluation.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct EvaluationArgs {
    /// Files of judged games
    #[arg(long, required = true, value_name = "FILE", num_args = 1..)]
    judged: Vec<PathBuf>,
    /// File for the weights; it is replaced
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Visits of the search of each position
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(10..))]
    visits: u32,
    /// Positions of each class of boards
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(10..))]
    positions: u32,
    /// Positions at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
}

/// Explains the names of weights in the file. "Open" is one less the absolute ownership by the playouts.
const NAMES: &str = "\
owner-odds WEIGHT: the logarithm of the odds of a point's ownership by the playouts.
stone WEIGHT: the stone that lies there. turn WEIGHT: the side to move, where the point is open.
NAME-stage WEIGHT: the same times the share of the points that have a stone.
lead-open WEIGHT: the share of the sum of the ownership that is added to it for the lead, times how open the points are.
win-odds WEIGHT: the logarithm of the odds of a win by the simulations. win-lead WEIGHT: ten points of the lead.
NAME-open WEIGHT: the same times how open the points are in the mean.
";

/// A position to search, and what the judge says of it.
#[derive(Clone)]
struct Position {
    game: Game,
    color: Color,
    judged: JudgedPosition,
    /// The number of its game. Games of odd numbers are held out.
    of_game: usize,
}

/// A position with its search.
struct Searched<'a> {
    position: &'a Position,
    report: Report,
}

/// Fits and writes the weights. Returns how far they are from the judge.
pub(super) fn run(args: &EvaluationArgs) -> anyhow::Result<String> {
    let mut counts = [0usize; BoardClass::ALL.len()];
    each_position(&args.judged, |position| {
        counts[BoardClass::new(position.game.size()) as usize] += 1
    })?;
    let steps = counts.map(|count| count.div_ceil(args.positions as usize).max(1));
    let (mut seen, mut taken) = ([0; BoardClass::ALL.len()], BoardClass::ALL.map(|_| Vec::new()));
    each_position(&args.judged, |position| {
        let class = BoardClass::new(position.game.size()) as usize;
        seen[class] += 1;
        if seen[class] % steps[class] == 0 {
            taken[class].push(position.clone());
        }
    })?;
    ensure!(
        seen != [0; BoardClass::ALL.len()],
        "there is no position in these files: name files of judged games"
    );
    let (mut text, mut report) = (Vec::new(), String::new());
    for (class, taken) in BoardClass::ALL.into_iter().zip(&taken) {
        if taken.is_empty() {
            continue;
        }
        let reports = pool::map(args.jobs, taken, |position| search(position, args.visits));
        let searched = taken.iter().zip(reports);
        let searched = searched.map(|(position, report)| Searched { position, report });
        let (weights, errors) = fit(&searched.collect::<Vec<_>>());
        let name = class.name();
        report += &format!("{name}: {}, {errors}\n", quantity(taken.len(), "position"));
        let names = evaluation::names().map(|fact| format!("{name}/{fact}"));
        text.extend(lines(names, weights));
    }
    let comment = format!(
        "The evaluation of positions for people: `katachi-lab train evaluation`, {} visits.\n\
         Fitted to the ownership, leads and win rates that KataGo's network gives to positions of judged games.\n\
         On the half of the games that was held out:\n{report}\n{NAMES}",
        args.visits
    );
    write(&args.out, &to_text(evaluation::NAME, &comment, text))?;
    Ok(report)
}

/// Hands over all positions up to the first illegal move of each game.
fn each_position(files: &[PathBuf], mut take: impl FnMut(&Position)) -> anyhow::Result<()> {
    for file in files {
        for (number, game) in judged::read(file)?.enumerate() {
            let of_game = game?;
            let mut game = Game::new(of_game.size, of_game.rules, of_game.komi);
            for ((color, mv), judged) in of_game.turns().zip(&of_game.positions) {
                take(&Position {
                    game: game.clone(),
                    color,
                    judged: judged.clone(),
                    of_game: number,
                });
                if game.play(color, mv).is_err() {
                    break;
                }
            }
        }
    }
    Ok(())
}

fn search(position: &Position, visits: u32) -> Report {
    let search = SearchSettings {
        memory: 64,
        ..SearchSettings::default()
    };
    let mut player = Player::new(Engine::new(Settings {
        search: Some(search),
        ..Settings::default()
    }));
    let analysis = LiveAnalysis {
        game: &position.game,
        color: position.color,
        restriction: &Restriction::default(),
        visits,
        time: None,
        first: 0,
        stop: &AtomicBool::new(false),
    };
    player.analyse_live(&analysis, Duration::MAX, &mut |_| {})
}

/// The weights in the order of their names, and the errors before and after where games are held out.
fn fit(all: &[Searched<'_>]) -> (Vec<f32>, String) {
    let learned = || all.iter().filter(|it| !it.position.is_held_out());
    let tested = || all.iter().filter(|it| it.position.is_held_out());
    let games = learned()
        .map(|it| it.position.of_game)
        .collect::<HashSet<_>>()
        .len();
    let precision = PRECISION * learned().count() as f64 / games.max(1) as f64;
    let of_points = logistic_fit([0.0; 6], precision, learned().flat_map(Searched::points));
    let sum = |it: &Searched<'_>| {
        let owned = it
            .points()
            .map(|(facts, _)| 2.0 * logistic(dot(&facts, &of_points)) - 1.0);
        owned.sum::<f64>() - f64::from(it.position.game.white_compensation())
    };
    let judged = |it: &Searched<'_>| f64::from(it.position.judged.black_lead);
    let of_open = |it: &Searched<'_>| sum(it) * f64::from(it.report.evaluation.open);
    let lead_open = median_ratio(learned().map(|it| (judged(it) - sum(it), of_open(it))).collect());
    let found_lead = |it: &Searched<'_>| sum(it) + lead_open * of_open(it);
    let win = |it: &Searched<'_>| it.win(found_lead(it));
    let of_win = logistic_fit(OF_WIN, precision, learned().map(win));

    let ownership = mean(tested().flat_map(Searched::points).map(|(facts, judged)| {
        let squared = |found: f64| (2.0 * (found - judged)).powi(2);
        [
            squared(logistic(facts[0])),
            squared(logistic(dot(&facts, &of_points))),
        ]
    }));
    let lead = mean(tested().map(|it| {
        [
            f64::from(of_side(it.position.color, 0.0, it.report.lead.0).1),
            found_lead(it),
        ]
        .map(|found| (found - judged(it)).abs())
    }));
    let rates = mean(tested().map(|it| {
        let (facts, judged) = win(it);
        let loss = |found: f64| -(judged * found.ln() + (1.0 - judged) * (1.0 - found).ln());
        [loss(logistic(facts[0])), loss(logistic(dot(&facts, &of_win)))]
    }));
    let errors = format!(
        "by simulations and by these weights: mean square error of ownership {:.4} and {:.4}, \
         mean error of the lead {:.2} and {:.2} points, log-loss of the win rate {:.3} and {:.3}",
        ownership[0], ownership[1], lead[0], lead[1], rates[0], rates[1]
    );
    let weights = of_points.into_iter().chain([lead_open]).chain(of_win);
    (weights.map(|weight| weight as f32).collect(), errors)
}

impl Position {
    fn is_held_out(&self) -> bool {
        self.of_game % 2 == 1
    }
}

impl Searched<'_> {
    /// The facts of each point, and the probability by the judge that it is Black's.
    fn points(&self) -> impl Iterator<Item = ([f64; 6], f64)> {
        let Position {
            game, color, judged, ..
        } = self.position;
        let facts =
            evaluation::point_facts(game.board(), *color, &self.report.ownership, self.report.playouts);
        let owners = judged.ownership.iter().map(|&owner| f64::from(1.0 + owner) / 2.0);
        facts.map(|facts| facts.map(f64::from)).zip(owners)
    }

    /// The facts of Black's win, and its probability by the judge.
    fn win(&self, black_lead: f64) -> ([f64; 4], f64) {
        let report = &self.report;
        let (won, _) = of_side(self.position.color, report.win_rate, 0.0);
        let won = evaluation::counted(won, report.visits);
        let facts = evaluation::win_facts(won, black_lead as f32, report.evaluation.open);
        (
            facts.map(f64::from),
            f64::from(self.position.judged.black_win_rate),
        )
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn dot<const N: usize>(facts: &[f64; N], weights: &[f64; N]) -> f64 {
    facts
        .iter()
        .zip(weights)
        .map(|(fact, weight)| fact * weight)
        .sum()
}

fn mean<const N: usize>(values: impl Iterator<Item = [f64; N]>) -> [f64; N] {
    let (mut sum, mut count) = ([0.0; N], 0.0);
    for value in values {
        count += 1.0;
        sum.iter_mut().zip(value).for_each(|(sum, value)| *sum += value);
    }
    sum.map(|sum| sum / count)
}

/// The factor f for which the sum of |a - f b| is least: the median of a / b with weights |b|.
fn median_ratio(pairs: Vec<(f64, f64)>) -> f64 {
    let half = pairs.iter().map(|(_, b)| b.abs()).sum::<f64>() / 2.0;
    let mut ratios: Vec<_> = pairs
        .into_iter()
        .filter(|(_, b)| *b != 0.0)
        .map(|(a, b)| (a / b, b.abs()))
        .collect();
    ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut sum = 0.0;
    let found = ratios.iter().find(|(_, weight)| {
        sum += weight;
        sum >= half
    });
    found.map_or(1.0, |(ratio, _)| *ratio)
}

/// Steps of Newton's method.
const STEPS: usize = 20;
/// The inverse of the variance of a weight around its start, times the positions of a game: those of one game
/// are alike, and together count as one.
const PRECISION: f64 = 3.0;
/// The weights of a win where nothing is known: the simulations are right, but too little sure.
const OF_WIN: [f64; 4] = [2.0, 1.0, 0.0, 0.0];

/// The weights of a logistic regression: the most likely ones for those probabilities, near a start with that
/// inverse variance.
fn logistic_fit<const N: usize>(
    start: [f64; N],
    precision: f64,
    examples: impl Iterator<Item = ([f64; N], f64)>,
) -> [f64; N] {
    let examples: Vec<_> = examples.collect();
    let mut weights = start;
    for _ in 0..STEPS {
        let mut gradient: [f64; N] = std::array::from_fn(|i| precision * (start[i] - weights[i]));
        let mut curvature: [[f64; N]; N] = std::array::from_fn(|row| {
            std::array::from_fn(|column| if row == column { precision } else { 0.0 })
        });
        for (facts, judged) in &examples {
            let found = logistic(dot(facts, &weights));
            for (row, fact) in facts.iter().enumerate() {
                gradient[row] += fact * (judged - found);
                for (cell, other) in curvature[row].iter_mut().zip(facts) {
                    *cell += found * (1.0 - found) * fact * other;
                }
            }
        }
        let step = solve(curvature, gradient);
        weights
            .iter_mut()
            .zip(step)
            .for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// The solution of a system of linear equations with a positive definite matrix, by elimination.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        for row in (0..N).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let of_pivot = matrix[pivot];
            matrix[row]
                .iter_mut()
                .zip(of_pivot)
                .for_each(|(cell, other)| *cell -= factor * other);
            right[row] -= factor * right[pivot];
        }
    }
    std::array::from_fn(|row| right[row] / matrix[row][row])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_the_weights_that_made_the_probabilities() {
        let facts = (0..200).map(|i| [f64::from(i % 7) - 3.0, f64::from(i % 11) - 5.0]);
        let made = facts.map(|facts| (facts, logistic(dot(&facts, &[0.8, -0.3]))));
        let [one, other] = logistic_fit([0.0; 2], 1.0, made);
        assert!(
            (one - 0.8).abs() < 0.04 && (other + 0.3).abs() < 0.04,
            "{one} {other}"
        );
    }

    #[test]
    fn the_factor_of_the_lead_is_not_moved_by_one_wrong_pair() {
        assert_eq!(
            median_ratio(vec![(2.0, 1.0), (4.0, 2.0), (6.0, 3.0), (-90.0, 1.0)]),
            2.0
        );
    }
}
