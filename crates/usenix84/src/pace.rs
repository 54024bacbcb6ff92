// SPDX-License-Identifier: MIT OR Apache-2.0

//! How much to search, so that the time lasts.

use crate::protocol::Clocks;

/// Own moves that a game may still take, at least.
const MOVES_AHEAD: f64 = 60.0;
/// Own moves of a long game.
const MOVES_IN_ALL: f64 = 180.0;
/// The share of the time for a move in byo-romi that is planned with: moves differ a lot in cost.
const SAFE_SHARE: f64 = 0.25;
/// The share of that time that a move may take at most.
const LAST_SHARE: f64 = 0.7;
/// The least visits for a move.
const MIN_VISITS: f64 = 10.0;

/// Chooses the visits of the search for each move by the CPU time that simulations have taken.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    clocks: Clocks,
    most: u32,
    moves: u32,
    /// The most seconds that a simulation took in one of the last moves.
    cost: f64,
    /// Announced by the referee, or own time beyond the main time.
    in_byo_romi: bool,
}

impl Pace {
    /// Of a player that has time for that number of visits until it turns out otherwise.
    pub(super) fn new(clocks: Clocks, most: u32) -> Self {
        Self {
            clocks,
            most,
            moves: 0,
            cost: 0.0,
            in_byo_romi: false,
        }
    }

    /// The main time is used up.
    pub(super) fn byo_romi(&mut self) {
        self.in_byo_romi = true;
    }

    /// The visits for a move, given the seconds used so far: as many, up to the most, as can be afforded if
    /// simulations cost what the costliest of late did.
    pub(super) fn visits(&mut self, used: f64) -> u32 {
        let left = self.clocks.main - used;
        self.in_byo_romi |= left <= 0.0;
        let in_byo_romi = self.clocks.byo_romi * SAFE_SHARE;
        let budget = if self.in_byo_romi {
            in_byo_romi
        } else {
            let ahead = (MOVES_IN_ALL - f64::from(self.moves)).max(MOVES_AHEAD);
            (left / ahead).max(in_byo_romi)
        };
        let affordable = budget / self.cost.max(1e-9);
        affordable.max(MIN_VISITS).min(self.most.into()) as u32
    }

    /// The most seconds that a move may take in any case.
    pub(super) fn limit(&self, used: f64) -> f64 {
        let in_main = match self.in_byo_romi {
            true => 0.0,
            false => (self.clocks.main - used).max(0.0),
        };
        in_main + self.clocks.byo_romi * LAST_SHARE
    }

    /// Books a move with that number of simulations.
    pub(super) fn spent(&mut self, simulations: u32, seconds: f64) {
        self.moves += 1;
        let cost = seconds / f64::from(simulations).max(MIN_VISITS);
        // A costly move is forgotten slowly.
        self.cost = cost.max(self.cost * 0.9);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace() -> Pace {
        Pace::new(Clocks::TOURNAMENT, 2_000)
    }

    #[test]
    fn quick_moves_get_all_visits_even_in_byo_romi() {
        let mut pace = pace();
        pace.spent(2_000, 0.2);
        assert_eq!(pace.visits(0.2), 2_000);
        pace.byo_romi();
        assert_eq!(pace.visits(0.2), 2_000);
    }

    #[test]
    fn a_slow_machine_makes_the_time_last() {
        let mut pace = pace();
        let (mut used, mut visits) = (0.0, Vec::new());
        for _ in 0..180 {
            let most = pace.visits(used);
            let seconds = 0.015 * f64::from(most);
            pace.spent(most, seconds);
            used += seconds;
            visits.push(most);
        }
        assert!(used < Clocks::TOURNAMENT.main, "{used}");
        assert_eq!(visits[0], 2_000, "nothing is known yet");
        assert!(pace.limit(used) > 10.0);
        let middle = &visits[1..120];
        assert!(
            middle.iter().all(|most| (1_000..=1_700).contains(most)),
            "{visits:?}"
        );
    }

    #[test]
    fn in_byo_romi_moves_stay_far_from_the_limit() {
        let mut pace = pace();
        pace.spent(2_000, 40.0);
        let at_the_end = pace.visits(3599.0);
        assert!(
            0.02 * f64::from(at_the_end) <= 2.5,
            "a second before its end the main time is no help"
        );
        pace.byo_romi();
        let visits = pace.visits(3000.0);
        assert!(0.02 * f64::from(visits) <= 2.5, "{visits}");
        assert_eq!(pace.visits(3601.0), visits, "said by its own clock as well");
        assert_eq!(pace.limit(3000.0), 7.0);
    }

    #[test]
    fn after_a_cheap_stretch_there_are_more_visits_again() {
        let mut pace = pace();
        pace.byo_romi();
        pace.spent(2_000, 40.0);
        assert_eq!(pace.visits(0.0), 125);
        for _ in 0..40 {
            pace.spent(100, 0.01);
        }
        assert_eq!(pace.visits(0.0), 2_000);
    }
}
