// SPDX-License-Identifier: MIT OR Apache-2.0

//! The curve of a game: the value of each position in the light of its neighbours.
//!
//! A search of one position is a noisy measurement. A move that is no mistake hardly changes the value, so
//! neighbouring searches measure nearly the same, and their mean is nearer to the truth. After a mistake the
//! value may be any other. This is a local level model, which a Kalman filter and a smoother by Rauch, Tung
//! and Striebel (1965) solve exactly.

use katachi_rules::BoardSize;

use super::assessment::{Assessment, Estimate, on};
use super::value::Value;

/// How much a move that is no mistake changes the lead on 19x19, as a standard deviation in points.
const DRIFT: f32 = 1.0;
/// The same for a mistake.
const JUMP: f32 = 30.0;
/// Change of the logarithm of the odds for a point, on 9x9 and on 19x19.
const ODDS_FOR_POINT: [[f32; 1]; 2] = [[0.4], [0.1]];
/// Searches of neighbouring positions differ by more than the error of their playouts, by this factor.
const NOISE: f32 = 1.5;

/// A measurement with its standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Measured {
    value: f32,
    deviation: f32,
}

/// The values of all positions. `is_mistake` says which moves between them are mistakes. Values of a judge
/// stay as they are.
pub(crate) fn values(
    size: BoardSize,
    positions: &[Option<Assessment>],
    is_mistake: &[bool],
) -> Vec<Option<Value>> {
    let known = positions.iter().map(|found| Some(found.as_ref()?.value));
    let mut values: Vec<Option<Value>> = known.collect();
    let mut start = 0;
    // Positions without an estimate cut the curve.
    for run in positions.split(|found| estimate(found).is_none()) {
        let estimates: Vec<Estimate> = run.iter().filter_map(estimate).collect();
        if let Some(mistakes) = is_mistake.get(start..start + run.len().saturating_sub(1)) {
            let smoothed = smooth_run(size, &estimates, mistakes);
            for (value, smoothed) in values[start..].iter_mut().zip(smoothed) {
                *value = Some(smoothed);
            }
        }
        start += run.len() + 1;
    }
    values
}

fn estimate(found: &Option<Assessment>) -> Option<Estimate> {
    found.as_ref()?.estimate
}

fn smooth_run(size: BoardSize, estimates: &[Estimate], mistakes: &[bool]) -> Vec<Value> {
    let side = (size.area() as f32).sqrt() / 19.0;
    let change = |points: f32| -> Vec<f32> {
        let of = |&is_mistake: &bool| if is_mistake { JUMP } else { DRIFT };
        let changes = mistakes.iter().map(|mistake| of(mistake) * side * points);
        changes.collect()
    };
    let series = |measured: &dyn Fn(&Estimate) -> (f32, f32), changes: &[f32]| {
        let measured = estimates.iter().map(measured).map(|(value, error)| Measured {
            value,
            deviation: NOISE * error.max(1e-3),
        });
        smooth(&measured.collect::<Vec<_>>(), changes)
    };
    let leads = series(&|found| (found.lead, found.lead_error), &change(1.0));
    let [odds_for_point] = on(size, ODDS_FOR_POINT);
    let odds = series(&|found| (found.odds, found.odds_error), &change(odds_for_point));
    let smoothed = leads.into_iter().zip(odds).zip(estimates);
    let smoothed = smoothed.map(|((lead, odds), found)| Estimate {
        odds: odds.value,
        odds_error: odds.deviation,
        lead: lead.value,
        lead_error: lead.deviation,
        ..*found
    });
    smoothed.map(|estimate| estimate.value()).collect()
}

/// The most likely levels of a series, with their standard deviations. `changes[i]` is the standard deviation
/// of the change of the level between the measurements `i` and `i + 1`.
fn smooth(measured: &[Measured], changes: &[f32]) -> Vec<Measured> {
    let mut filtered: Vec<Measured> = Vec::with_capacity(measured.len());
    for (i, &now) in measured.iter().enumerate() {
        filtered.push(match i.checked_sub(1) {
            None => now,
            Some(before) => {
                let predicted = filtered[before].deviation.powi(2) + changes[before].powi(2);
                let gain = predicted / (predicted + now.deviation.powi(2));
                let value = filtered[before].value;
                Measured {
                    value: value + gain * (now.value - value),
                    deviation: ((1.0 - gain) * predicted).sqrt(),
                }
            }
        });
    }
    let mut smoothed = filtered;
    for i in (0..measured.len().saturating_sub(1)).rev() {
        let (here, after) = (smoothed[i], smoothed[i + 1]);
        let predicted = here.deviation.powi(2) + changes[i].powi(2);
        let gain = here.deviation.powi(2) / predicted;
        let variance = here.deviation.powi(2) + gain.powi(2) * (after.deviation.powi(2) - predicted);
        smoothed[i] = Measured {
            value: here.value + gain * (after.value - here.value),
            deviation: variance.max(0.0).sqrt(),
        };
    }
    smoothed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(values: &[f32]) -> Vec<Measured> {
        let measured = |&value| Measured {
            value,
            deviation: 2.0,
        };
        values.iter().map(measured).collect()
    }

    #[test]
    fn noise_is_averaged_where_nothing_happens() {
        let smoothed = smooth(&series(&[3.0, -1.0, 2.0, 0.0]), &[0.0; 3]);
        for level in smoothed {
            assert!((level.value - 1.0).abs() < 1e-4, "the mean: {level:?}");
            assert!((level.deviation - 1.0).abs() < 1e-4, "2 points by the root of 4");
        }
    }

    #[test]
    fn a_mistake_keeps_its_step() {
        let smoothed = smooth(&series(&[5.0, 5.0, -5.0, -5.0]), &[0.1, 100.0, 0.1]);
        assert!(
            smoothed[1].value > 4.9 && smoothed[2].value < -4.9,
            "{smoothed:?}"
        );
        assert!(smoothed[1].deviation < 1.5, "two measurements of one level");
    }

    #[test]
    fn one_position_and_none_stay_as_they_are() {
        assert_eq!(smooth(&series(&[7.0]), &[]), series(&[7.0]));
        assert_eq!(smooth(&[], &[]), []);
    }
}
