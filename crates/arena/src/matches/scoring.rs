// SPDX-License-Identifier: MIT OR Apache-2.0

//! The score of a finished game, also when the programs differ about dead stones.
//!
//! Where the rules know no agreement on dead stones, as under Tromp-Taylor rules, the rules alone count.
//! Elsewhere the first of these counts: the judge's dead stones, or its score; dead stones that give the same
//! score by both programs; a `final_score` on which both agree; the score with every stone alive, as under
//! Tromp-Taylor rules. Dead stones are counted by the referee's own rules, so that a program with other rules
//! is still of use.

use katachi_gtp_protocol as protocol;
use katachi_line_program::quote;
use katachi_rules::{Agreement, ByColor, Color, Game, GameResult, PointSet};

use super::plan::{Plan, Program};
use super::player::{Ending, MatchPlayer};
use crate::gtp_client::{Client, GtpError};

/// Returns White's lead in the finished position. If the claims differ, they are added to `notes`.
///
/// # Errors
/// A player that dies, hangs or breaks the protocol at this question loses the game.
pub(crate) fn final_lead(
    plan: &Plan,
    index: u32,
    game: &Game,
    players: &mut ByColor<MatchPlayer<'_>>,
    notes: &mut Vec<String>,
) -> Result<f32, Ending> {
    if !game.allows_agreement() {
        return Ok(game.white_lead());
    }
    if let Some(judge) = &plan.judge {
        match ask_judge(plan, judge, index, game) {
            Ok(lead) => return Ok(lead),
            Err(why) => notes.push(format!("The judge, {}, gave no verdict: {why}.", judge.label)),
        }
    }
    let mut dead = ByColor::<Option<Claim>>::default();
    for color in Color::BOTH {
        dead[color] = players[color].claim(game, "final_status_list", notes)?;
    }
    if let Some(lead) = agreed(&dead) {
        return Ok(lead);
    }
    let mut scores = ByColor::<Option<Claim>>::default();
    for color in Color::BOTH {
        scores[color] = players[color].claim(game, "final_score", notes)?;
    }
    for color in Color::BOTH {
        for claim in [&dead[color], &scores[color]].into_iter().flatten() {
            let (result, basis) = (GameResult::Score(claim.lead), &claim.basis);
            notes.push(format!("{color} claims {result} ({basis})."));
        }
    }
    if let Some(lead) = agreed(&scores) {
        notes.push("Counted by the final_score of both.".to_string());
        return Ok(lead);
    }
    notes.push("No agreement: every stone counts as alive.".to_string());
    Ok(lead_without(game, PointSet::EMPTY))
}

/// Returns White's lead under the rules of the game with these dead stones.
fn lead_without(game: &Game, dead: PointSet) -> f32 {
    let agreement = Agreement {
        dead,
        ..Agreement::default()
    };
    game.agreed_score(&agreement).white_lead()
}

struct Claim {
    lead: f32,
    basis: String,
}

fn agreed(claims: &ByColor<Option<Claim>>) -> Option<f32> {
    let (black, white) = (claims.black.as_ref()?, claims.white.as_ref()?);
    ((black.lead - white.lead).abs() < 0.01).then_some(black.lead)
}

impl MatchPlayer<'_> {
    /// Asks for a claim; none if the program does not know the command, refuses it, or gives a useless
    /// answer.
    fn claim(
        &mut self,
        game: &Game,
        command: &str,
        notes: &mut Vec<String>,
    ) -> Result<Option<Claim>, Ending> {
        if !self.program.knows(command) {
            return Ok(None);
        }
        match claim(&mut self.client, self.plan, game, command) {
            Ok(claim) => Ok(Some(claim)),
            Err(why @ (GtpError::Refused(..) | GtpError::Useless(..))) => {
                notes.push(format!("{} {why}.", self.color));
                Ok(None)
            }
            Err(error) => Err(self.fault(error)),
        }
    }
}

fn claim(client: &mut Client, plan: &Plan, game: &Game, command: &str) -> Result<Claim, GtpError> {
    let wants_dead = command == "final_status_list";
    let question = if wants_dead {
        "final_status_list dead"
    } else {
        command
    };
    let answer = client.ask(question, plan.answer_limit())?;
    let useless = || GtpError::Useless(question.to_string(), quote(&answer));
    if !wants_dead {
        let lead = parse_score(&answer).ok_or_else(useless)?;
        return Ok(Claim {
            lead,
            basis: "final_score".to_string(),
        });
    }
    let dead = parse_dead(game, &answer).ok_or_else(useless)?;
    let lead = lead_without(game, dead);
    let basis = match dead.is_empty() {
        true => "no dead stones".to_string(),
        false => format!("dead stones {}", protocol::vertices(game.size(), dead.iter())),
    };
    Ok(Claim { lead, basis })
}

fn ask_judge(plan: &Plan, judge: &Program, index: u32, game: &Game) -> Result<f32, String> {
    let failed = |error: GtpError| format!("it {error}");
    let mut client = plan.start(judge, index).map_err(failed)?;
    plan.tell(&mut client, game, 0).map_err(failed)?;
    let mut result = Err("it knows no command for that".to_string());
    for command in ["final_status_list", "final_score"] {
        if result.is_err() && judge.knows(command) {
            result = match claim(&mut client, plan, game, command) {
                Ok(claim) => Ok(claim.lead),
                Err(why @ (GtpError::Refused(..) | GtpError::Useless(..))) => Err(failed(why)),
                Err(error) => return Err(failed(error)),
            };
        }
    }
    client.quit();
    result
}

/// Parses White's lead: `B+3.5`, `W+0.5`, `0`, and `Draw` as some programs write it. None for other texts,
/// also for resignations.
pub(crate) fn parse_score(text: &str) -> Option<f32> {
    // Text after the score, such as GNU Go's limits of an estimate, does not matter.
    match text.split_whitespace().next()?.parse() {
        Ok(GameResult::Score(lead)) => Some(lead),
        _ => None,
    }
}

/// Parses a list of stones; none if a word is no stone of the position.
fn parse_dead(game: &Game, list: &str) -> Option<PointSet> {
    list.split_whitespace()
        .map(|vertex| {
            game.size()
                .parse_vertex(vertex)
                .filter(|&p| game.board().cell(p).is_stone())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_rules::{Board, Rules};

    #[test]
    fn scores_are_read_as_programs_write_them() {
        for (text, lead) in [
            ("B+3.5", Some(-3.5)),
            ("W+0.5", Some(0.5)),
            ("w+12", Some(12.0)),
            ("0", Some(0.0)),
            ("Draw", Some(0.0)),
            ("W+3.0 (upper bound: 3.0)", Some(3.0)),
            ("B+R", None),
            ("B+inf", None),
            ("B+-3", None),
            ("", None),
            ("cannot score", None),
        ] {
            assert_eq!(parse_score(text), lead, "{text}");
        }
    }

    #[test]
    fn dead_stones_are_stones() {
        let board = Board::from_diagram(". X .\nO O .\n. . .");
        let game = Game::from_position(board, Color::Black, Rules::CHINESE, 0.0);
        let count = |list| parse_dead(&game, list).map(|set| set.len());
        assert_eq!(
            (count(""), count("a2 B2\nB3"), count("A2 C1"), count("A2 Z9")),
            (Some(0), Some(3), None, None)
        );
    }
}
