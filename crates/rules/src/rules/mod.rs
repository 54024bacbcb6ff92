// SPDX-License-Identifier: MIT OR Apache-2.0

//! The rules of a game: one [`Rules`] value has every agreement of the players but size and komi.
//!
//! The rules are "KataGo's Supported Go Rules", version 2 of 2021: a set of switches that covers the rules of
//! most countries. [`KoRule`], [`Scoring`] and [`Tax`] are the main ones. Rules are written as names
//! (`presets`), as KataGo's short text and its JSON (`katago`), and in records in words (`names`).
//!
//! ```
//! use katachi_rules::{KoRule, Rules, Scoring, Tax};
//! let (rules, komi) = Rules::parse("japanese")?;
//! assert_eq!((rules.ko, rules.scoring, rules.tax), (KoRule::Simple, Scoring::Territory, Tax::Seki));
//! assert_eq!(komi, Some(6.5));
//! let text = "koPOSITIONALscoreAREAtaxNONEsui1button1komi7";
//! let (rules, komi) = Rules::parse(text)?;
//! assert!(rules.button && rules.suicide);
//! assert_eq!(rules.to_katago_text(komi), text);
//! # Ok::<(), katachi_rules::RulesError>(())
//! ```

mod katago;
mod names;
mod presets;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Which repetitions are forbidden in the main phase. Passes are always allowed.
///
/// Every rule has the basic ko: a stone that just captured a single stone may not be captured at once by a
/// single stone. Superkos look further back. The cleanup phases of territory scoring have a ko rule of their
/// own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// The basic ko alone. Longer cycles are legal and end the game: see [`End`](crate::End).
    Simple,
    /// A stone may not bring back any earlier arrangement of stones.
    Positional,
    /// A stone may not bring back any earlier arrangement of stones with the same side to move.
    Situational,
    /// A stone may not bring back an arrangement of stones since the last pass. The second pass of a player
    /// from one arrangement ends the phase; two consecutive passes do not (after Bill Spight; KataGo's legacy
    /// rule).
    Spight,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Living stones and the points they surround. The game ends with its main phase.
    Area,
    /// Points surrounded and stones captured. After the main phase, disputes are played out in two cleanup
    /// phases without cost.
    Territory,
}

/// Which empty points are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All surrounded points count.
    None,
    /// Points surrounded by stones in seki do not count.
    Seki,
    /// As [`Tax::Seki`], and every independently living group pays two points for its eyes.
    All,
}

/// What White receives for the handicap of N stones, besides komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// One point for each stone.
    Stones,
    /// One point for each stone but the first.
    StonesLessOne,
}

/// Whether stones inside pass-alive territory of the other side are removed before counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PassDead {
    /// Always, as KataGo does. With territory scoring and a tax, such a stone is put back if its point is not
    /// part of an independently living area.
    #[default]
    Practice,
    /// Only with [`Rules::self_play_opts`], and then as prisoners, as the published text says.
    Letter,
}

/// The rules of a game, without size and komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Forbidden repetitions.
    pub ko: KoRule,
    /// What is counted.
    pub scoring: Scoring,
    /// Which empty points are not counted.
    pub tax: Tax,
    /// Whether a move may remove several own stones that are left without liberties. A single stone never
    /// may.
    pub suicide: bool,
    /// Whether the first pass earns half a point. That pass does not count towards the end.
    pub button: bool,
    /// White's compensation for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether leading moves of Black count as handicap stones. A setting of programs, such as that of KataGo
    /// which is on by default over GTP: it has no name, and no text of rules tells it.
    pub handicap_from_moves: bool,
    /// With area scoring: whether a player may pass before all dead stones are captured, as the players agree
    /// on them. It changes neither legality nor [`Game::result`](crate::Game::result); see
    /// [`Game::allows_agreement`](crate::Game::allows_agreement).
    pub friendly_pass_ok: bool,
    /// Whether the game ends as soon as every point is a pass-alive stone or pass-alive territory.
    pub self_play_opts: bool,
    /// Treatment of stones inside pass-alive territory of the other side.
    pub pass_dead: PassDead,
}

/// Why a text or value cannot be read as rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// Neither a name nor KataGo's text nor JSON.
    #[error("unknown rules '{0}'")]
    Unknown(String),
    /// Any other reason: what was found, and what is allowed there.
    #[error("{0}")]
    Other(String),
}

/// The largest komi of either side, in points, as in KataGo. Records of servers give larger ones in
/// hundredths of stones or points.
pub const MAX_KOMI: f32 = 150.0;

/// Checks that KataGo's rules allow a komi: a multiple of half a point from -150 to 150.
///
/// # Errors
/// If they do not.
///
/// ```
/// use katachi_rules::check_komi;
/// assert_eq!(check_komi(6.5), Ok(6.5));
/// assert!(check_komi(3.75).is_err() && check_komi(f32::NAN).is_err());
/// ```
pub fn check_komi(komi: f32) -> Result<f32, RulesError> {
    if komi.abs() <= MAX_KOMI && (komi * 2.0).fract() == 0.0 {
        return Ok(komi);
    }
    let message = format!("komi {komi} is no whole or half number from -150 to 150");
    Err(RulesError::Other(message))
}

impl Rules {
    /// Reads a name such as `japanese` or `aga-button`, KataGo's text such as
    /// `koSIMPLEscoreAREAtaxNONEsui0whbNkomi7.5`, or its JSON; and the komi, if it is given or usual.
    ///
    /// # Errors
    /// Why the text cannot be read.
    pub fn parse(text: &str) -> Result<(Self, Option<f32>), RulesError> {
        let text = text.trim();
        if text.starts_with('{') {
            katago::parse_json(text)
        } else if let Some(rules) = Self::preset(text) {
            Ok((rules, Some(rules.usual_komi())))
        } else {
            katago::parse_text(text)
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::CHINESE
    }
}

/// The name, or KataGo's text for rules without one.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => f.write_str(&self.to_katago_text(None)),
        }
    }
}

/// As [`Rules::parse`], without the komi.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        Self::parse(text).map(|(rules, _)| rules)
    }
}
