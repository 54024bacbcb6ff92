// SPDX-License-Identifier: MIT OR Apache-2.0

//! A judge's values in words, with Katachi's reasons for the moves.
//!
//! Clients that speak GTP get Black's win rate and lead. Persons get the win rate of the side that they ask
//! about, and who leads.

use itertools::Itertools as _;
use katachi_engine::Choice;
use katachi_katago_json::{Answer, JudgedMove};
use katachi_rules::{Color, Game, Move, capital};
use mkpat::Database;

use crate::advice::MoveReasons;
use crate::analysis::of_side;

/// Moves of a line that are told.
const MAX_LINE: usize = 8;
/// Moves in the numbers behind a hint.
const NUMBERED: usize = 3;
/// A smaller lead in points is none.
const EVEN: f32 = 0.05;

/// A judged position, with what its words are made of.
#[derive(Clone, Copy, Debug)]
pub struct JudgedPosition<'a> {
    /// What the judge is called: `KataGo`.
    pub name: &'a str,
    /// The judge's answer.
    pub answer: &'a Answer,
    /// Katachi's choice by evidence in the position. One that explains its moves knows more.
    pub choice: &'a Choice,
    /// The game up to the position.
    pub game: &'a Game,
    /// The side to move.
    pub color: Color,
    /// The patterns of the choice.
    pub database: &'a Database,
}

impl<'a> JudgedPosition<'a> {
    fn best(&self) -> impl Iterator<Item = &'a JudgedMove> + use<'a> {
        let (game, color) = (self.game, self.color);
        let moves = self.answer.moves.iter();
        moves.filter(move |judged| game.is_legal(color, judged.mv))
    }

    /// Returns the best move. `None` if the judge proposes no legal one.
    pub fn best_move(&self) -> Option<&'a JudgedMove> {
        self.best().next()
    }

    /// Returns the best moves in lines, below a line that tells whose values they are. `None` without a move.
    pub fn list(&self, count: usize) -> Option<String> {
        let size = self.game.size();
        let name = self.name;
        let mut text = format!("Win rates and leads are Black's, of {name}; reasons are Katachi's.");
        for judged in self.best().take(count) {
            let (mv, visits) = (size.show(judged.mv), judged.visits);
            let (reasons, expected) = (self.reasons(judged.mv), self.expected(judged));
            let values = values(judged.win_rate, judged.lead);
            text += &format!("\n{mv}: {values}, {visits} visits. {reasons} {expected}");
        }
        self.best_move().map(|_| text)
    }

    /// Returns the best move for a person: its value, Katachi's reasons, and the line that the judge expects.
    /// `None` without a move.
    pub fn hint(&self) -> Option<String> {
        let best = self.best_move()?;
        let move_text = match best.mv {
            Move::Play(point) => format!("plays {}", self.game.size().vertex(point)),
            Move::Pass => "passes".to_owned(),
        };
        let (name, leads) = (
            capital(self.name),
            who_leads(self.color, best.win_rate, best.lead),
        );
        let (reasons, expected) = (self.reasons(best.mv), self.expected(best));
        Some(format!("{name} {move_text}: {leads}. {reasons} {expected}"))
    }

    /// Returns the numbers behind a hint or a comparison, in lines. Empty without a move.
    pub fn numbers(&self) -> String {
        self.list(NUMBERED).unwrap_or_default()
    }

    /// Compares a move with the judge's best one. `after` is the answer about the position after it.
    pub fn compared(&self, mv: Move, after: &Answer) -> String {
        let mut text = format!(
            "By {} Black has {} before the move, and {} after it.",
            self.name,
            values(self.answer.win_rate, self.answer.lead),
            values(after.win_rate, after.lead)
        );
        let whose = format!("{}'s first choice", self.name);
        match self.best_move() {
            Some(best) if best.mv == mv => text += &format!(" It is {whose}."),
            Some(best) => {
                let (mv, values) = (self.game.size().show(best.mv), values(best.win_rate, best.lead));
                let (whose, reasons) = (capital(&whose), self.reasons(best.mv));
                text += &format!(" {whose} is {mv} ({values}). {reasons}");
            }
            None => {}
        }
        text
    }

    /// Returns Katachi's sentences about a move.
    pub fn reasons(&self, mv: Move) -> String {
        match mv {
            // A choice that is no pass has no words for one.
            Move::Pass => format!("{} passes.", self.color),
            Move::Play(_) => {
                let reasons = MoveReasons::new(self.choice, self.game, self.color, mv, self.database);
                reasons.sentences.join(" ")
            }
        }
    }

    /// `Expected: D4 C3 E5.`
    fn expected(&self, judged: &JudgedMove) -> String {
        let line = judged.variation.iter().take(MAX_LINE);
        let mut moves = line.map(|&mv| self.game.size().show(mv));
        format!("Expected: {}.", moves.join(" "))
    }
}

/// Returns who leads by a judge, for a person: `KataGo: Black wins 63 % of the games and leads by 4.2
/// points.`
pub fn score(name: &str, answer: &Answer) -> String {
    let is_white = answer.lead < 0.0;
    let leader = if is_white { Color::White } else { Color::Black };
    let leads = who_leads(leader, answer.win_rate, answer.lead);
    format!("{}: {leads}.", capital(name))
}

/// Returns `Black wins 63 % of the games and leads by 4.2 points`. Win rate and lead are Black's.
pub fn who_leads(color: Color, win_rate: f32, lead: f32) -> String {
    let (own, leader) = of_side(color, win_rate, lead);
    let wins = format!("{color} wins {:.0} % of the games", 100.0 * own);
    let points = lead.abs();
    match leader {
        _ if points < EVEN => format!("{wins}, and nobody leads"),
        leader if leader > 0.0 => format!("{wins} and leads by {points:.1} points"),
        _ => format!("{wins}, and {} leads by {points:.1} points", color.opposite()),
    }
}

/// `win rate 63.1 %, lead +4.2`
fn values(win_rate: f32, lead: f32) -> String {
    format!("win rate {:.1} %, lead {lead:+.1}", 100.0 * win_rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_leads_is_named() {
        let (black, white) = (Color::Black, Color::White);
        for (color, win_rate, lead, text) in [
            (
                black,
                0.63,
                4.2,
                "Black wins 63 % of the games and leads by 4.2 points",
            ),
            (
                black,
                0.3,
                -3.1,
                "Black wins 30 % of the games, and White leads by 3.1 points",
            ),
            (
                white,
                0.3,
                -3.1,
                "White wins 70 % of the games and leads by 3.1 points",
            ),
            (white, 0.5, 0.01, "White wins 50 % of the games, and nobody leads"),
        ] {
            assert_eq!(who_leads(color, win_rate, lead), text);
        }
    }
}
