// SPDX-License-Identifier: MIT OR Apache-2.0

//! Leads that were stated with their deviation, and the leads at the end of the games.

/// How good stated leads were, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Leads {
    count: u64,
    errors: f64,
    squares: f64,
    deviations: f64,
    within: [u64; 2],
    leaders: u64,
}

impl Leads {
    /// Adds a lead with its standard deviation, and the lead at the end.
    pub fn add(&mut self, (predicted, deviation): (f32, f32), end: f32) {
        let error = f64::from(predicted - end);
        self.count += 1;
        self.errors += error.abs();
        self.squares += error * error;
        self.deviations += f64::from(deviation);
        for (within, times) in self.within.iter_mut().zip([1.0, 2.0]) {
            *within += u64::from(error.abs() <= times * f64::from(deviation));
        }
        self.leaders += u64::from(predicted * end > 0.0);
    }

    /// How many.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean error, without its sign.
    pub fn mean_error(&self) -> f64 {
        self.errors / self.count.max(1) as f64
    }

    /// The root of the mean square of the errors.
    pub fn root_mean_square(&self) -> f64 {
        (self.squares / self.count.max(1) as f64).sqrt()
    }

    /// The mean of the deviations.
    pub fn mean_deviation(&self) -> f64 {
        self.deviations / self.count.max(1) as f64
    }

    /// The shares of the errors that are not greater than the deviation, and than twice that; 0.68 and 0.95
    /// where errors are normal and the deviation theirs.
    pub fn shares_within(&self) -> [f64; 2] {
        self.within.map(|within| within as f64 / self.count.max(1) as f64)
    }

    /// Share in which the predicted leader led at the end.
    pub fn share_of_leaders(&self) -> f64 {
        self.leaders as f64 / self.count.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_set_against_the_deviations() {
        let mut leads = Leads::default();
        leads.add((3.0, 4.0), 0.0);
        leads.add((-2.0, 2.0), 2.0);
        assert_eq!((leads.count(), leads.mean_error()), (2, 3.5));
        assert_eq!((leads.mean_deviation(), leads.shares_within()), (3.0, [0.5, 1.0]));
        assert_eq!(leads.share_of_leaders(), 0.0);
        assert_eq!(leads.root_mean_square(), 12.5f64.sqrt());
    }
}
