//! The time that the client grants: read, checked and remembered. The engine's work is bounded in nodes, not
//! in seconds, so that nothing reads these values yet except who asks for them.

use std::time::Duration;

use katachi_rules::ByColor;

/// How the time of a game is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// Not at all.
    #[default]
    Unlimited,
    /// One time for the whole game.
    Absolute {
        /// That time.
        main: Duration,
    },
    /// After the main time, periods for a number of stones each (Canadian overtime).
    Canadian {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Stones to be played in each period, at least 1.
        stones: u32,
    },
    /// After the main time, a number of periods; one is lost whenever a move takes longer (Japanese overtime).
    Byoyomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
}

/// What a side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Time of the main time or of this period.
    pub time: Duration,
    /// 0 in main time; else stones left in this period, or periods left under [`TimeSystem::Byoyomi`].
    pub count: u32,
}

/// All that is known of the time of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The rules of time.
    pub system: TimeSystem,
    /// What each side had left when the client last told; forgotten when the rules of time are set.
    pub left: ByColor<Option<TimeLeft>>,
}

impl Clock {
    /// A full clock.
    pub fn new(system: TimeSystem) -> Self {
        Self {
            system,
            left: ByColor::default(),
        }
    }
}

impl TimeSystem {
    /// From the numbers of GTP's `time_settings`: no period is absolute time, and a period without stones
    /// is its way to say that there is no limit.
    pub fn from_settings(main: Duration, period: Duration, stones: u32) -> Self {
        match (period.is_zero(), stones) {
            (true, _) => Self::Absolute { main },
            (false, 0) => Self::Unlimited,
            (false, _) => Self::Canadian { main, period, stones },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_settings_mean_what_the_protocol_says() {
        let of = |main, period, stones| {
            TimeSystem::from_settings(Duration::from_secs(main), Duration::from_secs(period), stones)
        };
        let main = Duration::from_secs(300);
        assert_eq!(of(300, 0, 0), TimeSystem::Absolute { main });
        assert_eq!(of(0, 1, 0), TimeSystem::Unlimited);
        assert_eq!(
            of(300, 30, 5),
            TimeSystem::Canadian {
                main,
                period: Duration::from_secs(30),
                stones: 5
            }
        );
    }
}
