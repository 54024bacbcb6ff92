// SPDX-License-Identifier: MIT OR Apache-2.0

//! The score of a game by the rules alone, and bonuses for turns.

use super::{Action, Game, Phase};
use crate::color::{ByColor, Color};
use crate::point::PointSet;
use crate::rules::{HandicapBonus, Scoring};
use crate::score::{Count, GameResult};

impl Game {
    /// The side that took the button.
    pub fn button(&self) -> Option<Color> {
        self.now.button
    }

    /// Number of stones that each side has placed in the second cleanup phase.
    pub fn free_moves(&self) -> ByColor<u32> {
        self.now.free_moves
    }

    /// The stones at the start of the second cleanup phase; none before it.
    pub fn stones_before_free_moves(&self) -> Option<&ByColor<PointSet>> {
        (self.now.phase == Phase::Cleanup2).then_some(&self.cleanup2)
    }

    /// Points of White for the turns so far: half a point for the button, and with territory scoring one
    /// point for each black stone less one for each white stone, set-up included, the second cleanup phase
    /// excluded. With these, stones on the board count as in area scoring.
    pub fn white_bonus(&self) -> f32 {
        let button = match self.now.button {
            Some(Color::White) => 0.5,
            Some(Color::Black) => -0.5,
            None => 0.0,
        };
        match self.rules.scoring {
            Scoring::Area => button,
            Scoring::Territory => button + self.now.placed as f32,
        }
    }

    /// Number of handicap stones: the black stones of the first position, if it has no white ones. Black's
    /// moves before White's first count, too, with
    /// [`Rules::handicap_from_moves`](crate::Rules::handicap_from_moves), and where they make up the declared
    /// number. If the first position has white stones, that number alone tells the handicap. One stone is
    /// none.
    pub fn handicap(&self) -> u32 {
        let with_moves = self.setup.black + self.now.leading;
        let moves_count = self.rules.handicap_from_moves || with_moves == self.declared_handicap;
        let stones = match (self.setup.white, moves_count) {
            (0, true) => with_moves,
            (0, false) => self.setup.black,
            _ => self.declared_handicap,
        };
        if stones >= 2 { stones } else { 0 }
    }

    /// Points that White receives for the handicap.
    pub fn handicap_bonus(&self) -> u32 {
        match self.rules.handicap_bonus {
            HandicapBonus::Zero => 0,
            HandicapBonus::Stones => self.handicap(),
            HandicapBonus::StonesLessOne => self.handicap().saturating_sub(1),
        }
    }

    /// Points of White that are not on the board: komi, [`Game::white_bonus`] and [`Game::handicap_bonus`].
    pub fn white_compensation(&self) -> f32 {
        self.komi + self.white_bonus() + self.handicap_bonus() as f32
    }

    /// Counts the points on the board as if both sides kept passing.
    pub fn count(&self) -> Count {
        Count::new(&self.board, &self.rules, self.stones_before_free_moves())
    }

    /// White's points less Black's, with komi and all bonuses, as if both sides kept passing. This is the
    /// score of a game that has ended with a result.
    pub fn white_lead(&self) -> f32 {
        self.count().white_lead as f32 + self.white_compensation()
    }

    /// The result of a game that is over.
    pub fn result(&self) -> Option<GameResult> {
        self.now.end.map(|end| match end {
            super::End::NoResult => GameResult::NoResult,
            _ => GameResult::Score(self.white_lead()),
        })
    }

    pub(super) fn pay_for_stone(&mut self, color: Color) {
        if self.now.phase == Phase::Cleanup2 {
            self.now.free_moves[color] += 1;
        } else {
            self.now.placed -= crate::score::sign(color);
        }
    }

    /// Counts Black's turns before White's first, without passes. After two of White in a row, as where a
    /// position is set up by moves, none of them is handicap.
    pub(super) fn lead(&mut self, color: Color, action: Action) {
        let is_stone = action != Action::Pass;
        let before = self.turns.last().filter(|turn| turn.color == Color::White);
        if color == Color::White && before.is_some_and(|turn| !turn.before.lead_is_over) {
            (self.now.leading, self.now.lead_is_over) = (0, true);
        } else if !self.now.lead_is_over {
            match color {
                Color::Black => self.now.leading += u32::from(is_stone),
                Color::White => self.now.lead_is_over = is_stone,
            }
        }
    }
}
