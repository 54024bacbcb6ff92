// SPDX-License-Identifier: MIT OR Apache-2.0

//! Counts of places and of the moves played there.

/// Counts of a set of places. A place is a point of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) places: u32,
    /// Places where the move was played.
    pub(crate) played: u32,
    /// Number of moves that the move-prediction model alone expects there: the sum of its probabilities.
    pub(crate) expected: f64,
}

impl Tally {
    pub(super) fn add(&mut self, probability: f32, is_played: bool) {
        self.places += 1;
        self.played += u32::from(is_played);
        self.expected += f64::from(probability);
    }

    /// Adds the places of another set.
    pub(super) fn merge(&mut self, other: &Self) {
        self.places += other.places;
        self.played += other.played;
        self.expected += other.expected;
    }

    /// The places of both sets.
    pub(super) fn plus(mut self, other: &Self) -> Self {
        self.merge(other);
        self
    }

    /// Share of the places where the move was played, 0 to 1.
    pub(crate) fn rate(&self) -> f64 {
        f64::from(self.played) / f64::from(self.places.max(1))
    }

    /// Logarithm of played over expected moves, in nats. Half a move is added to both, so that it is finite.
    pub(super) fn log_ratio(&self) -> f64 {
        ((f64::from(self.played) + 0.5) / (self.expected + 0.5)).ln()
    }

    /// Logarithm of the rate, in nats, with half a move added.
    pub(super) fn log_rate(&self) -> f64 {
        ((f64::from(self.played) + 0.5) / (f64::from(self.places) + 1.0)).ln()
    }
}
