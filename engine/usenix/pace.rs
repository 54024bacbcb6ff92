//! How deep to think, so that the time lasts.

use super::Clocks;

/// Own moves that a game may still take, at least.
const MOVES_AHEAD: f64 = 60.0;
/// Own moves of a long game.
const MOVES_IN_ALL: f64 = 180.0;
/// The share of the time for a move in byo-romi that is planned with: moves differ a lot in cost.
const SAFE_SHARE: f64 = 0.25;

/// Chooses a level for each move by the user time that moves have taken.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    clocks: Clocks,
    full_level: u8,
    moves: u32,
    /// The most seconds that one of the last moves took, for each level of strength.
    cost: f64,
    /// Announced by the referee, or own time beyond the main time.
    in_byo_romi: bool,
}

impl Pace {
    /// Of a player that has time enough for that level until it turns out otherwise.
    pub(super) fn new(clocks: Clocks, full_level: u8) -> Self {
        Self {
            clocks,
            full_level,
            moves: 0,
            cost: 0.0,
            in_byo_romi: false,
        }
    }

    /// The main time is used up.
    pub(super) fn byo_romi(&mut self) {
        self.in_byo_romi = true;
    }

    /// The level for a move, given the seconds used so far: the highest, up to the full one, at which moves as
    /// costly as the costliest of late can be afforded.
    pub(super) fn level(&mut self, used: f64) -> u8 {
        let left = self.clocks.main - used;
        self.in_byo_romi |= left <= 0.0;
        let in_byo_romi = self.clocks.byo_romi * SAFE_SHARE;
        let budget = if self.in_byo_romi {
            in_byo_romi
        } else {
            let ahead = (MOVES_IN_ALL - f64::from(self.moves)).max(MOVES_AHEAD);
            (left / ahead).max(in_byo_romi)
        };
        let affordable = budget / self.cost.max(1e-6);
        affordable.clamp(1.0, f64::from(self.full_level)) as u8
    }

    /// Books a move at a level.
    pub(super) fn spent(&mut self, level: u8, seconds: f64) {
        self.moves += 1;
        let cost = seconds / f64::from(level);
        // A costly move is forgotten slowly.
        self.cost = cost.max(self.cost * 0.9);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace() -> Pace {
        Pace::new(Clocks::TOURNAMENT, 10)
    }

    #[test]
    fn quick_moves_are_made_at_full_level_even_in_byo_romi() {
        let mut pace = pace();
        pace.spent(10, 0.2);
        assert_eq!(pace.level(0.2), 10);
        pace.byo_romi();
        assert_eq!(pace.level(0.2), 10);
    }

    #[test]
    fn a_slow_machine_makes_the_time_last() {
        let mut pace = pace();
        let (mut used, mut levels) = (0.0, Vec::new());
        for _ in 0..180 {
            let level = pace.level(used);
            let seconds = 3.0 * f64::from(level);
            pace.spent(level, seconds);
            used += seconds;
            levels.push(level);
        }
        assert!(used < Clocks::TOURNAMENT.main, "{used}");
        assert_eq!(levels[0], 10, "nothing is known yet");
        let middle = &levels[1..120];
        assert!(middle.iter().all(|level| (5..=8).contains(level)), "{levels:?}");
    }

    #[test]
    fn in_byo_romi_moves_stay_far_from_the_limit() {
        let mut pace = pace();
        pace.spent(10, 20.0);
        assert_eq!(
            pace.level(3599.0),
            1,
            "a second before its end the main time is no help"
        );
        pace.byo_romi();
        let level = pace.level(3000.0);
        assert!(2.0 * f64::from(level) <= 2.5, "{level}");
        assert_eq!(pace.level(3601.0), level, "said by its own clock as well");
    }

    #[test]
    fn after_a_cheap_stretch_the_level_recovers() {
        let mut pace = pace();
        pace.byo_romi();
        pace.spent(10, 20.0);
        assert_eq!(pace.level(0.0), 1);
        for _ in 0..30 {
            pace.spent(1, 0.01);
        }
        assert_eq!(pace.level(0.0), 10);
    }
}
