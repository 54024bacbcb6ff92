// SPDX-License-Identifier: MIT OR Apache-2.0

//! Adjudication: the judge ends a game in which one side is far ahead.

use katachi_line_program::quote;
use katachi_rules::{Color, Game, quantity};
use serde::{Deserialize, Serialize};

use super::plan::Plan;
use super::scoring::parse_score;
use crate::gtp_client::Client;

/// Conditions under which the judge's `estimate_score` decides a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Adjudication {
    /// Minimum lead in points.
    lead: f32,
    /// Number of successive estimates with that lead for one side.
    #[serde(default = "three")]
    times: u32,
    /// Moves from one estimate to the next.
    #[serde(default = "ten")]
    every: u32,
    /// Moves before the first estimate.
    #[serde(default)]
    after: u32,
}

fn three() -> u32 {
    3
}
fn ten() -> u32 {
    10
}

impl Adjudication {
    pub(crate) fn check(&self) -> Result<(), String> {
        if !(self.lead > 0.0 && self.lead.is_finite()) {
            return Err(format!("lead: expected more than 0 points, found {}", self.lead));
        }
        if self.times == 0 || self.every == 0 {
            return Err("times and every are at least 1".to_string());
        }
        Ok(())
    }
}

pub(crate) struct Adjudicator<'a> {
    plan: &'a Plan,
    rules: Adjudication,
    index: u32,
    judge: Option<Client>,
    /// Number of moves that were sent to the judge.
    sent: usize,
    leader: Option<Color>,
    /// Number of successive estimates with that leader far ahead.
    seen: u32,
    has_failed: bool,
}

impl<'a> Adjudicator<'a> {
    /// Returns none if games are played to their end.
    pub(crate) fn new(plan: &'a Plan, index: u32) -> Option<Self> {
        Some(Self {
            plan,
            rules: plan.adjudication?,
            index,
            judge: None,
            sent: 0,
            leader: None,
            seen: 0,
            has_failed: false,
        })
    }

    /// Returns the winner if the game is decided. A judge that failed is not asked again in this game.
    pub(crate) fn winner(&mut self, game: &Game, notes: &mut Vec<String>) -> Option<Color> {
        let moves = game.move_count() as u32;
        let is_due = moves > 0 && moves >= self.rules.after && moves.is_multiple_of(self.rules.every);
        if !is_due || self.has_failed {
            return None;
        }
        let lead = match self.estimate(game) {
            Ok(lead) => lead,
            Err(why) => {
                notes.push(format!("No adjudication from move {moves} on: the judge {why}."));
                self.has_failed = true;
                self.judge = None;
                return None;
            }
        };
        let leader = if lead > 0.0 { Color::White } else { Color::Black };
        let leader = (lead.abs() >= self.rules.lead).then_some(leader);
        let before = if leader == self.leader { self.seen } else { 0 };
        self.seen = if leader.is_some() { before + 1 } else { 0 };
        self.leader = leader;
        let winner = leader.filter(|_| self.seen >= self.rules.times)?;
        let (moves, lead) = (quantity(moves, "move"), lead.abs());
        notes.push(format!(
            "Ended by the judge after {moves}: {winner} leads by {lead}."
        ));
        Some(winner)
    }

    fn estimate(&mut self, game: &Game) -> Result<f32, String> {
        let plan = self.plan;
        let program = plan.judge.as_ref().ok_or("is missing")?;
        let judge = match &mut self.judge {
            Some(judge) => judge,
            none => none.insert(plan.start(program, self.index).map_err(|e| e.to_string())?),
        };
        let sent = plan.tell(judge, game, self.sent);
        self.sent = game.move_count();
        let answer = sent.and_then(|()| judge.ask("estimate_score", plan.answer_limit()));
        let answer = answer.map_err(|e| e.to_string())?;
        parse_score(&answer).ok_or_else(|| format!("answered estimate_score with '{}'", quote(&answer)))
    }
}
