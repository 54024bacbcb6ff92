// SPDX-License-Identifier: MIT OR Apache-2.0

//! Teaching: the moves of the person are judged before Katachi answers them.
//!
//! The interface, for a screen, lines or a page:
//!
//! 1. [`Command::Teach`](crate::Command::Teach) begins it, with a [`Strictness`], or ends it.
//! 2. After a move of the person the stage is [`Stage::Thinking`](crate::Stage::Thinking) while the move is
//!    judged at full strength, or by the judge of the game ([`InteractiveGame::judge`]). The limits and
//!    the significance of a loss are those of a review.
//! 3. If the move is good enough, Katachi answers. If it is not, or is unusual,
//!    [`Event::Warned`](crate::Event::Warned) comes, and the stage is
//!    [`Stage::Waiting`](crate::Stage::Waiting) with
//!    [`InteractiveGame::warning`](crate::InteractiveGame::warning). Neither clock runs until then.
//! 4. [`Command::Undo`](crate::Command::Undo) takes the move back, [`Command::Go`](crate::Command::Go) keeps
//!    it, and [`Command::Better`](crate::Command::Better) asks for the better move, which comes as
//!    [`Event::Better`](crate::Event::Better). [`parse_reply`](crate::parse_reply) reads `y` and `n`.
//!
//! A move that was taken back after a warning and is played again is kept without another warning. Where the
//! person plays both sides, or neither, nothing is judged.
//!
//! [`InteractiveGame::judge`]: crate::InteractiveGame::judge

use katachi_review::{JudgedMove, Severity, Value};
use katachi_rules::{Color, Move, capital};
use katachi_view::Named;
use katachi_view::judged::who_leads;
use serde::{Deserialize, Serialize};

/// From which loss on a move of the person is criticised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strictness {
    /// From an inaccuracy of a review on.
    Strict,
    /// From a mistake on.
    #[default]
    Normal,
    /// From a blunder on.
    Gentle,
}

impl Strictness {
    /// All of them, the strictest first.
    pub const ALL: [Self; 3] = [Self::Strict, Self::Normal, Self::Gentle];

    /// Its name, the smallest severity that is criticised, and what a person is told of.
    fn facts(self) -> (&'static str, Severity, &'static str) {
        match self {
            Self::Strict => (
                "strict",
                Severity::Inaccuracy,
                "inaccuracies, mistakes and blunders",
            ),
            Self::Normal => ("normal", Severity::Mistake, "mistakes and blunders"),
            Self::Gentle => ("gentle", Severity::Blunder, "blunders"),
        }
    }

    /// Returns its name: `strict`.
    pub fn name(self) -> &'static str {
        self.facts().0
    }

    /// Parses a name in any case. `off` is `None`.
    ///
    /// # Errors
    /// A description of the expected words.
    pub fn parse(text: &str) -> Result<Option<Self>, &'static str> {
        if text.eq_ignore_ascii_case("off") {
            return Ok(None);
        }
        let mut all = Self::ALL.into_iter();
        let found = all.find(|strictness| text.eq_ignore_ascii_case(strictness.name()));
        found.map(Some).ok_or("expected strict, normal, gentle or off")
    }

    /// Returns a sentence about the moves that are criticised.
    pub(crate) fn sentence(self) -> String {
        format!("Teaching is on: you are told of {}.", self.facts().2)
    }
}

/// The criticism of the last move, until the person keeps it or takes it back.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Warning {
    /// The side of the person.
    pub color: Color,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Named<Move>,
    /// What is wrong, and how much it loses, in sentences that do not name the better move.
    pub text: String,
    /// The better move, once the person has asked for it.
    pub better: Option<BetterMove>,
}

/// The better move after a warning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BetterMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Named<Move>,
    /// The move with its reasons, in sentences.
    pub text: String,
}

impl Warning {
    /// Returns the criticism of a judged move, if it is bad enough, and the better move. `judge` is the name
    /// of the judge whose values it has, if they are not Katachi's.
    pub(crate) fn new(
        (color, mv): (Color, Named<Move>),
        judged: &JudgedMove,
        judge: Option<&str>,
        strictness: Strictness,
    ) -> Option<(Self, BetterMove)> {
        let (text, instead) = if judged.mv.severity < strictness.facts().1 {
            let usual = judged.unusual().filter(|_| strictness != Strictness::Gentle)?;
            let text = format!("Good players seldom play {mv} here, and Katachi cannot tell what it loses.");
            (text, usual.to_owned())
        } else {
            let (loss, instead) = match judge {
                Some(name) => (by_judge(color, judged, name), judged.better_by(&capital(name))?),
                None => (
                    judged.lost().map(|lost| format!("You lose {lost}.")),
                    judged.better()?,
                ),
            };
            let sentences = [judged.fault(), loss.unwrap_or_default()];
            let sentences: Vec<String> = sentences.into_iter().filter(|s| !s.is_empty()).collect();
            (sentences.join(" "), instead)
        };
        let better = BetterMove {
            mv: mv.beside(judged.best()?),
            text: instead,
        };
        let warning = Self {
            color,
            mv,
            text,
            better: None,
        };
        Some((warning, better))
    }
}

/// Returns what a move loses by a judge: `KataGo: you lose about 12 points. Before the move Black wins 63 %
/// of the games and leads by 4.2 points. After it ...`
fn by_judge(color: Color, judged: &JudgedMove, name: &str) -> Option<String> {
    let lost = judged.lost()?;
    let (before, after) = judged.values()?;
    let who_leads = |value: &Value| who_leads(color, value.win_rate, value.lead);
    Some(format!(
        "{}: you lose {lost}. Before the move {}. After it {}.",
        capital(name),
        who_leads(&before),
        who_leads(&after)
    ))
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Teaching {
    /// `None`: nothing is judged.
    pub(crate) strictness: Option<Strictness>,
    pub(crate) state: State,
    /// The position after the last move that was criticised.
    pub(crate) criticised: Option<u64>,
}

/// What becomes of the last move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum State {
    /// It is kept, or there is none.
    #[default]
    Kept,
    /// It is to be judged.
    Due,
    /// The person is asked whether to take it back, and may ask for the better move.
    Warned(Box<Warning>, BetterMove),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strictness_is_parsed_in_any_case_and_off_is_none() {
        for strictness in Strictness::ALL {
            assert_eq!(Strictness::parse(strictness.name()), Ok(Some(strictness)));
        }
        assert_eq!(Strictness::parse("STRICT"), Ok(Some(Strictness::Strict)));
        assert_eq!(Strictness::parse("off"), Ok(None));
        assert!(Strictness::parse("hard").is_err() && Strictness::parse("").is_err());
    }

    #[test]
    fn a_stricter_teacher_criticises_smaller_losses() {
        let severities = Strictness::ALL.map(|strictness| strictness.facts().1);
        assert!(severities.is_sorted());
    }
}
