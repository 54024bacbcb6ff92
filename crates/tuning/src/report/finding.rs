// SPDX-License-Identifier: MIT OR Apache-2.0

//! Findings about a pattern from its counts.

use rustc_hash::FxHashMap;

use super::survey::{Counts, EXAMPLES, Observed};
use super::{Cause, Example, PatternReport, Tally};

/// Half-width of the interval of a pattern that adds nothing, in units of value: a factor of 1.6. A guess.
const NARROW: f64 = 8.0;
/// Places where a pattern holds, or matches and never holds, before there is something to say. A guess.
pub(crate) const MIN_PLACES: u32 = 10;
/// Places that two patterns share if they say the same. A guess.
const MIN_SHARED: u32 = 10;
/// Share of the places of two patterns that they have in common if they say the same. A guess.
const MIN_OVERLAP: f64 = 0.9;
/// Places that a constraint accepts, and rejects, before its rates are compared. A guess.
const MIN_COMPARED: u32 = 20;
/// Half-width of an interval of 95 % in standard deviations.
pub(super) const DEVIATIONS: f64 = 1.96;
/// Logarithm of the factor 1.6 between accepted and rejected rates that separates nothing yet. A guess.
const MAX_SEPARATION: f64 = 0.5;

/// Verdict of the games on a pattern. The interval is that of its [`Estimate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Its moves are played more often than the model expects: the interval is above 0.
    Predicts,
    /// Its moves are played less often than the model expects: the interval is below 0.
    Misfires,
    /// Its moves are played as often as the model expects: the interval has 0 in it and is narrow.
    AddsNothing,
    /// Its picture matches, and it never holds.
    NeverHolds,
    /// There are too few places to say.
    Unclear,
}

/// Two patterns that hold at almost the same places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Twins {
    /// Their indexes in the database, the lower one first.
    pub(crate) patterns: [usize; 2],
    pub(crate) both: u32,
    pub(crate) either: u32,
}

impl PatternReport {
    pub(crate) fn verdict(&self) -> Verdict {
        let Self { counts, estimate, .. } = self;
        match counts.holds.places {
            0 if counts.matches.places >= MIN_PLACES => Verdict::NeverHolds,
            0..MIN_PLACES => Verdict::Unclear,
            _ if estimate.low > 0.0 => Verdict::Predicts,
            _ if estimate.high < 0.0 => Verdict::Misfires,
            _ if estimate.low >= -NARROW && estimate.high <= NARROW => Verdict::AddsNothing,
            _ => Verdict::Unclear,
        }
    }

    /// Places that show the verdict, the first of the games.
    pub(crate) fn examples(&self) -> Vec<Example> {
        let (played, other) = (&self.counts.played, &self.counts.passed_over);
        let mut examples = match self.verdict() {
            Verdict::NeverHolds => self.counts.rejections.clone(),
            Verdict::Misfires => [&other[..], played].concat(),
            _ => [&played[..], other].concat(),
        };
        examples.truncate(EXAMPLES);
        examples
    }
}

impl Counts {
    /// The places that a constraint accepts, and those that it rejects, if it does not separate: neither are
    /// accepted moves played clearly more often than rejected ones, nor more often than the model expects.
    pub(crate) fn not_separating(&self) -> Option<[Tally; 2]> {
        let accepted = self.holds.plus(&self.rejected[Cause::Helper as usize]);
        let rejected = self.rejected[Cause::Constraint as usize];
        if accepted.places.min(rejected.places) < MIN_COMPARED {
            return None;
        }
        let variance = |tally: &Tally| 1.0 / (f64::from(tally.played) + 0.5);
        let width = DEVIATIONS * (variance(&accepted) + variance(&rejected)).sqrt();
        let by_model = accepted.log_ratio() - rejected.log_ratio();
        let apart = by_model.max(accepted.log_rate() - rejected.log_rate());
        (apart + width <= MAX_SEPARATION).then_some([accepted, rejected])
    }
}

/// The pairs of patterns that hold at almost the same places, the most places first.
pub(super) fn twins(positions: &[&Observed], patterns: &[PatternReport]) -> Vec<Twins> {
    let holds = patterns
        .iter()
        .map(|report| (report.pattern as u32, report.counts.holds.places));
    let holds: FxHashMap<u32, u32> = holds.collect();
    let mut shared: FxHashMap<[u32; 2], u32> = FxHashMap::default();
    for held in positions.iter().flat_map(|position| &position.held) {
        for (i, &b) in held.patterns.iter().enumerate() {
            for &a in &held.patterns[..i] {
                *shared.entry([a, b]).or_default() += 1;
            }
        }
    }
    let mut twins: Vec<Twins> = shared
        .into_iter()
        .filter_map(|(pair, both)| {
            let either = holds.get(&pair[0])? + holds.get(&pair[1])? - both;
            let same = both >= MIN_SHARED && f64::from(both) >= MIN_OVERLAP * f64::from(either);
            same.then_some(Twins {
                patterns: pair.map(|pattern| pattern as usize),
                both,
                either,
            })
        })
        .collect();
    twins.sort_by_key(|twins| (std::cmp::Reverse(twins.both), twins.patterns));
    twins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Estimate;

    fn tally(places: u32, played: u32, expected: f64) -> Tally {
        Tally {
            places,
            played,
            expected,
        }
    }

    fn counts(accepted: Tally, rejected: Tally) -> Counts {
        let mut counts = Counts {
            holds: accepted,
            ..Counts::default()
        };
        counts.rejected[Cause::Constraint as usize] = rejected;
        counts
    }

    #[test]
    fn a_constraint_that_rejects_as_many_good_moves_does_not_separate() {
        let rates = counts(tally(300, 60, 60.0), tally(300, 75, 60.0)).not_separating();
        assert_eq!(rates.map(|[_, rejected]| rejected.played), Some(75));
    }

    #[test]
    fn a_constraint_that_keeps_the_good_moves_separates_even_if_the_model_knows_them() {
        let by_rate = counts(tally(300, 60, 60.0), tally(3000, 60, 60.0));
        assert_eq!(by_rate.not_separating(), None);
        let against_the_model = counts(tally(300, 60, 30.0), tally(300, 60, 90.0));
        assert_eq!(against_the_model.not_separating(), None);
        let too_few = counts(tally(300, 60, 60.0), tally(19, 19, 1.0));
        assert_eq!(too_few.not_separating(), None);
    }

    #[test]
    fn a_verdict_takes_ten_places() {
        let verdict = |places| {
            let report = PatternReport {
                pattern: 0,
                baseline: 12,
                counts: counts(tally(places, 5, 1.0), Tally::default()),
                estimate: Estimate {
                    difference: 20.0,
                    low: 5.0,
                    high: 40.0,
                },
                suggested: None,
            };
            report.verdict()
        };
        assert_eq!([verdict(9), verdict(10)], [Verdict::Unclear, Verdict::Predicts]);
    }
}
