// SPDX-License-Identifier: MIT OR Apache-2.0

//! What players agree on before a game: one [`Rules`] value chooses everything but size and komi.
//!
//! The rules are those that KataGo publishes ("KataGo's Supported Go Rules", version 2 of 2021), a set of
//! switches of which the rules of most countries are settings. [`KoRule`], [`Scoring`] and [`Tax`] are the
//! large ones. Rules have names (`presets`), KataGo's short text (`text`) and its JSON (`json`).
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

mod error;
mod json;
mod presets;
mod text;

use std::fmt;
use std::str::FromStr;

pub use error::{RulesError, check_komi};

/// Which repetitions are forbidden in the main phase. Passes are always allowed.
///
/// Every rule forbids to retake at once, with a single stone, the single stone that just took one: the
/// basic ko. The superkos look further back. The cleanup phases of territory scoring have ko rules of their
/// own, the same for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// The basic ko alone. Longer cycles are not forbidden, but end the game: see [`End`](crate::End).
    Simple,
    /// A stone may not bring back any earlier arrangement of stones.
    Positional,
    /// A stone may not bring back any earlier arrangement of stones with the same side to move.
    Situational,
    /// A stone may not bring back an arrangement of stones since the last pass; two passes end nothing, but
    /// the second pass of a player from one arrangement does (after Bill Spight; KataGo's legacy rule).
    Spight,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Living stones and the points they surround. The game ends with its main phase.
    Area,
    /// Points surrounded and stones captured. Two cleanup phases follow the main phase, in which disputes
    /// are played out without cost.
    Territory,
}

/// Which empty points are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All surrounded points count.
    None,
    /// Points surrounded by stones in seki do not.
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

/// The edition of the published text. They differ in how kos are closed and opened in the cleanup phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edition {
    /// The text in force: the stone that took a ko is marked, and choosing it (or the point that would take
    /// it) removes the mark.
    #[default]
    Current,
    /// The draft, version 0: the point of the ko reply is marked as closed for one player, who removes the
    /// mark by choosing it. A mark goes too when the opponent's move leaves no ko there.
    Draft0,
}

/// Whether stones inside pass-alive territory of the other side are taken off before counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PassDead {
    /// Always, as KataGo plays; but with territory scoring and a tax, such a stone is put back if its point
    /// is not part of an independently living area.
    #[default]
    Practice,
    /// Only with [`Rules::self_play_opts`], and then as prisoners: the letter of the published text.
    Letter,
}

/// Everything that players agree on but size and komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Forbidden repetitions.
    pub ko: KoRule,
    /// What is counted.
    pub scoring: Scoring,
    /// Which empty points are not.
    pub tax: Tax,
    /// May a move remove several own stones that are left without liberties? A single stone never may.
    pub suicide: bool,
    /// Does the first pass earn half a point? That pass does not count towards the end.
    pub button: bool,
    /// White's compensation for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Do leading moves of Black count as handicap stones?
    pub handicap_from_moves: bool,
    /// May a player pass before all dead stones are captured? Tells a program how to pass; it changes neither
    /// legality nor score.
    pub friendly_pass_ok: bool,
    /// Does the game end as soon as every point is a pass-alive stone or pass-alive territory?
    pub self_play_opts: bool,
    /// Stones inside pass-alive territory of the other side.
    pub pass_dead: PassDead,
    /// The text that governs kos in the cleanup phases.
    pub edition: Edition,
}

impl Rules {
    /// Reads a name such as `japanese` or `aga-button`, KataGo's text such as
    /// `koSIMPLEscoreAREAtaxNONEsui0whbNkomi7.5`, or its JSON; and the komi, if it is given or usual.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn parse(text: &str) -> Result<(Self, Option<f32>), RulesError> {
        let text = text.trim();
        if text.starts_with('{') {
            json::parse(text)
        } else if let Some(rules) = Self::preset(text) {
            Ok((rules, Some(rules.usual_komi())))
        } else {
            text::parse(text)
        }
    }

    /// KataGo's short text, with the komi if there is one. Switches that KataGo does not know are appended
    /// where they are set.
    pub fn to_katago_text(self, komi: Option<f32>) -> String {
        text::print(self, komi)
    }

    /// KataGo's JSON on one line, with the komi if there is one.
    ///
    /// ```
    /// use katachi_rules::Rules;
    /// let json = r#"{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,
    ///     "whiteHandicapBonus":"0","friendlyPassOk":false,"komi":7.5}"#;
    /// assert_eq!(Rules::parse(json), Ok((Rules::TROMP_TAYLOR, Some(7.5))));
    /// assert_eq!(Rules::parse(&Rules::AGA.to_json(None)).map(|(rules, _)| rules), Ok(Rules::AGA));
    /// ```
    pub fn to_json(self, komi: Option<f32>) -> String {
        json::print(self, komi)
    }

    /// Does the second pass of one player from the same state end the main phase?
    pub(crate) fn repeated_pass_ends(self) -> bool {
        matches!(self.ko, KoRule::Simple | KoRule::Spight)
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
