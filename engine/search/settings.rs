// SPDX-License-Identifier: MIT OR Apache-2.0

//! Settings of a search, and the constants of its tree.

use katachi_rules::BoardSize;
use thiserror::Error;

#[cfg(doc)]
use super::limits::Limits;
use crate::learn::BoardClass;
use crate::playout::is_small;

/// Settings of a tree search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// Visits for a move, visits of the reused tree included. `None`: about those of the level and the board.
    pub visits: Option<u32>,
    /// Number of threads that grow one tree. With one thread, the same seed and visits give the same move.
    pub threads: usize,
    /// Memory of the tree in MiB.
    pub memory: usize,
    /// Temperature of the root's priors in an analysis: each becomes its power of 1 over this. Above 1, less
    /// probable moves are searched more. The choice of a move has 1.
    pub analysis_temperature: f32,
    /// Constants of the tree that replace those of the board, for experiments.
    pub changes: Changes,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            visits: None,
            threads: 1,
            memory: 512,
            analysis_temperature: 1.0,
            changes: Changes::default(),
        }
    }
}

/// Maximum of KataGo's `wideRootNoise`.
pub const MAX_WIDE_ROOT_NOISE: f32 = 5.0;

/// Returns the temperature that has the effect of KataGo's `wideRootNoise`, 0 to [`MAX_WIDE_ROOT_NOISE`]:
/// KataGo evens priors so. It adds random numbers, which are left out.
pub fn temperature_of_noise(wide_root_noise: f32) -> f32 {
    1.0 + 4.0 * wide_root_noise
}

impl SearchSettings {
    /// Visits for a move at full strength: the aim of [`Limits::about`]. They take the CPU time of GNU Go 3.8
    /// at its level 10 (`docs/benchmarks.md`).
    pub(crate) fn full_visits(size: BoardSize) -> u32 {
        match BoardClass::new(size) {
            BoardClass::Small => 5_400,
            BoardClass::Medium => 4_600,
            BoardClass::Large => 3_400,
        }
    }

    pub(super) fn constants(&self, size: BoardSize) -> Constants {
        let mut constants = Constants::for_size(size);
        for &constant in Constant::ALL {
            if let Some(value) = self.changes.0[constant as usize] {
                *constants.get_mut(constant) = value;
            }
        }
        constants
    }
}

/// Values that replace constants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Changes([Option<f32>; Constant::ALL.len()]);

impl Changes {
    /// Sets a constant.
    pub fn set(&mut self, constant: Constant, value: f32) {
        self.0[constant as usize] = Some(value);
    }
}

/// Defines each constant once: its meaning, its name, and its values on small and on large boards.
macro_rules! constants {
    ($($(#[doc = $doc:literal])+ $field:ident $variant:ident $name:literal $small:literal $large:literal;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(super) struct Constants {
            $($(#[doc = $doc])+ pub(super) $field: f32,)+
        }

        /// A constant of the tree, for experiments (`docs/experiments/search.md`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Constant {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Constant {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Returns the name, as in `--tree NAME=VALUE`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }

        impl Constants {
            pub(super) fn for_size(size: BoardSize) -> Self {
                if is_small(size) {
                    Self { $($field: $small,)+ }
                } else {
                    Self { $($field: $large,)+ }
                }
            }

            /// The constants of a search for a goal, on boards of any size: those of small boards, as the
            /// goal decides about a part of the board, with a weaker prior, with more trust in the full tier
            /// of the root, and without a share of the score (life-and-death.md).
            pub(super) fn of_goals() -> Self {
                Self {
                    prior_games: 30.0,
                    score_share: 0.0,
                    even_share: 0.0,
                    full_share: 0.9,
                    ..Self { $($field: $small,)+ }
                }
            }

            fn get_mut(&mut self, constant: Constant) -> &mut f32 {
                match constant { $(Constant::$variant => &mut self.$field,)+ }
            }
        }
    };
}

constants! {
    /// Won virtual visits of a move of prior 1. A move of prior p has this number times the square root of p.
    prior_games PriorGames "prior-games" 60.0 300.0;
    /// Virtual visits at 0.5 of every move.
    virtual_visits VirtualVisits "virtual-visits" 14.0 20.0;
    /// Factor of the exploration term of PUCT.
    exploration Exploration "exploration" 0.4 0.0;
    /// Visits at which AMAF and direct statistics have equal weight (RAVE). 0: no AMAF.
    rave Rave "rave" 1000.0 1500.0;
    /// AMAF weight of an early move: 1 at the end of the game, 1 plus this at its start.
    amaf_time AmafTime "amaf-time" 0.0 3.0;
    /// Visits at which a node is expanded.
    expand_after ExpandAfter "expand-after" 4.0 4.0;
    /// Share of the score in the value of a result, 0 to 1. The rest is the win or loss.
    score_share ScoreShare "score-share" 0.05 0.05;
    /// Maximum share of the even komi in the value of a result, 0 to 1.
    even_share EvenShare "even-share" 0.5 0.5;
    /// Share of the full tier in the priors of the root, where there is one, 0 to 1.
    full_share FullShare "full-share" 0.5 0.5;
    /// Share of the visits of the root that a move with a bonus of 48 or more gets at least, 0 to 1.
    forced_share ForcedShare "forced-share" 0.10 0.10;
    /// Win rate of simulations that the final choice gives up for a bonus of 16, 0 to 1.
    bonus_win_rate BonusWinRate "bonus-win-rate" 0.12 0.05;
    /// AMAF is by ownership within this number of rows and columns of a move. 0: by the win or loss.
    local Local "local" 0.0 4.0;
    /// Maximum number of open points at which the rest of a game is solved. 0: never.
    ending Ending "ending" 14.0 14.0;
}

/// A malformed change of a constant.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected NAME=VALUE with a name among {}, found '{found}'", names())]
pub struct ConstantError {
    /// The text.
    pub found: String,
}

fn names() -> String {
    let names: Vec<_> = Constant::ALL.iter().map(|constant| constant.name()).collect();
    names.join(", ")
}

/// Reads `NAME=VALUE`.
///
/// # Errors
/// If there is no constant of that name, or the value is not a finite number.
pub fn parse_change(text: &str) -> Result<(Constant, f32), ConstantError> {
    let change = || {
        let (name, value) = text.split_once('=')?;
        let constant = Constant::ALL.iter().find(|constant| constant.name() == name)?;
        let value: f32 = value.parse().ok()?;
        value.is_finite().then_some((*constant, value))
    };
    change().ok_or_else(|| ConstantError {
        found: text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_of_boards_has_constants_and_changes_hold_on_all() {
        let mut settings = SearchSettings::default();
        let on = |settings: &SearchSettings, side| settings.constants(BoardSize::square(side)).prior_games;
        assert!(on(&settings, 9) < on(&settings, 19));
        let (constant, value) = parse_change("prior-games=7.5").unwrap();
        settings.changes.set(constant, value);
        assert_eq!((on(&settings, 9), on(&settings, 19)), (7.5, 7.5));
    }

    #[test]
    fn the_error_of_a_malformed_change_lists_the_names() {
        for bad in ["", "rave", "rave=", "rave=many", "rave=inf", "speed=3"] {
            let error = parse_change(bad).unwrap_err().to_string();
            assert!(error.contains("rave") && error.contains(bad), "{error}");
        }
    }
}
