// SPDX-License-Identifier: MIT OR Apache-2.0

//! Suggested values, fitted to every second game, and their effect on the prediction of the other games.

use mkpat::Database;

use super::estimate::estimate;
use super::finding::DEVIATIONS;
use super::fit::{Predicted, Quality, fit, predict};
use super::survey::Observed;
use super::{PatternReport, trials};
use katachi_engine::learn::VALUE_PER_NAT;

/// Positions where a pattern holds before a value is suggested.
const MIN_POSITIONS: usize = 20;
/// Highest value that is suggested for a pattern that has no higher one: the largest moves are worth 100.
const MAX_VALUE: i32 = 99;
/// Smaller changes are not suggested, in units of value: less than a point of the score. A guess.
const MIN_CHANGE: i32 = 3;

/// The effect of all suggested values on the prediction of games from which they were not computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Effect {
    /// Games from which the values were computed.
    pub(crate) fitted_games: usize,
    pub(crate) games: usize,
    pub(crate) positions: usize,
    /// Prediction by the model alone.
    pub(crate) model: Quality,
    /// Prediction with the values of the database.
    pub(crate) before: Quality,
    pub(crate) after: Quality,
    /// Mean gain of log-likelihood of a move by the suggested values, in nats.
    pub(crate) gain: f64,
    /// Half-width of the interval of 95 % of the gain.
    pub(crate) half_width: f64,
}

/// Suggests values and measures their effect. Nothing is suggested from fewer than two games.
pub(super) fn suggest(
    database: &Database,
    games: &[Vec<Observed>],
    baselines: &[i32],
    patterns: &mut [PatternReport],
) -> Option<Effect> {
    if games.len() < 2 {
        return None;
    }
    let half = |odd: usize| games.iter().skip(odd).step_by(2).flatten().collect::<Vec<_>>();
    let (fitted, held_out) = (half(0), half(1));
    let unit = f64::from(VALUE_PER_NAT);
    let difference = |pattern: usize, value: i32| f64::from(value - baselines[pattern]) / unit;
    let patterns_today = database.patterns.iter().enumerate();
    let before: Vec<f64> = patterns_today
        .map(|(p, pattern)| difference(p, pattern.weight))
        .collect();
    let is_free = free(database, &fitted, &before, patterns);
    let weights = fit(&fitted, &before, &is_free);
    let mut after = before.clone();
    for report in patterns.iter_mut().filter(|report| is_free[report.pattern]) {
        let pattern = report.pattern;
        let today = database.patterns[pattern].weight;
        let value = (f64::from(baselines[pattern]) + unit * weights[pattern]).round() as i32;
        let value = value.clamp(0, MAX_VALUE.max(today));
        if (value - today).abs() >= MIN_CHANGE {
            report.suggested = Some(value);
            after[pattern] = difference(pattern, value);
        }
    }
    Some(Effect::new(games.len(), &held_out, &before, &after))
}

/// The patterns whose value is far from that of the games. A value of 0 or less stays, as its author means
/// something else than a value by it.
fn free(database: &Database, fitted: &[&Observed], before: &[f64], patterns: &[PatternReport]) -> Vec<bool> {
    let trials = trials(fitted);
    let mut is_free = vec![false; database.patterns.len()];
    for pattern in patterns.iter().map(|report| report.pattern) {
        let Some(trials) = trials.get(&(pattern as u32)) else {
            continue;
        };
        let now = f64::from(VALUE_PER_NAT) * before[pattern];
        let estimate = estimate(trials);
        let is_far = estimate.low > now || estimate.high < now;
        let has_value = database.patterns[pattern].weight > 0;
        is_free[pattern] = has_value && is_far && trials.len() >= MIN_POSITIONS;
    }
    is_free
}

impl Effect {
    fn new(games: usize, held_out: &[&Observed], before: &[f64], after: &[f64]) -> Self {
        let predicted = |weights: &[f64]| -> Vec<Predicted> {
            let positions = held_out.iter();
            positions.map(|position| predict(position, weights)).collect()
        };
        let model = predicted(&vec![0.0; before.len()]);
        let (before, after) = (predicted(before), predicted(after));
        let both = before.iter().zip(&after);
        let gains = both.map(|(before, after)| after.0 - before.0);
        let count = held_out.len().max(1) as f64;
        let gain = gains.clone().sum::<f64>() / count;
        let variance = gains.map(|g| (g - gain) * (g - gain)).sum::<f64>() / count;
        Self {
            fitted_games: games.div_ceil(2),
            games: games / 2,
            positions: held_out.len(),
            model: Quality::new(&model),
            before: Quality::new(&before),
            after: Quality::new(&after),
            gain,
            half_width: DEVIATIONS * (variance / count).sqrt(),
        }
    }
}
