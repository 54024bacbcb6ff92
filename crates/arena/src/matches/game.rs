// SPDX-License-Identifier: MIT OR Apache-2.0

//! One game: asks the programs in turn and checks their answers by the rules. Programs run for one game only,
//! so that no game depends on another.

use katachi_rules::{ByColor, Color, End, Game, Move, quantity};

use super::adjudicator::Adjudicator;
use super::plan::Plan;
use super::player::{Ending, MatchPlayer};
use super::scoring::final_lead;
use crate::jobs::Stop;
use crate::outcome::{Outcome, Player};
use crate::process::pipes::quote;

/// The number of a game and its beginning.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    /// Counted from 0.
    pub(crate) index: u32,
    pub(crate) black: Player,
    /// The first moves, Black's first.
    pub(crate) opening: Vec<Move>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub(crate) struct GameReport {
    /// Counted from 0.
    pub(crate) index: u32,
    pub(crate) black: Player,
    /// Number of moves of the opening.
    pub(crate) opening: usize,
    pub(crate) game: Game,
    pub(crate) outcome: Outcome,
    /// Further comments for the record.
    pub(crate) notes: Vec<String>,
    /// CPU seconds of each program, by [`Player`], and the number of moves that it chose.
    pub(crate) cpu: [Option<(f64, u32)>; 2],
}

/// Plays a game; none if `stop` was set before its end.
pub(crate) fn play_game(plan: &Plan, fixture: &Fixture, stop: &Stop) -> Option<GameReport> {
    let (index, black) = (fixture.index, fixture.black);
    let mut game = plan.first_position();
    for &mv in &fixture.opening {
        // The opening has been checked.
        let _ = game.play(game.to_move(), mv);
    }
    let mut report = GameReport {
        index,
        black,
        opening: game.move_count(),
        game,
        outcome: Outcome::Score(0.0),
        notes: Vec::new(),
        cpu: [None; 2],
    };
    let ending = match start_players(plan, index, black) {
        Ok(mut players) => {
            let ending = play_out(plan, &mut report, &mut players, stop);
            players.black.client.quit();
            players.white.client.quit();
            ending
        }
        Err(ending) => ending,
    };
    match ending {
        Ending::Decided(outcome) => report.outcome = outcome,
        Ending::Stopped => return None,
    }
    Some(report)
}

fn start_players(plan: &Plan, index: u32, black: Player) -> Result<ByColor<MatchPlayer>, Ending> {
    let player = |color| MatchPlayer::start(plan, index, Player::of_color(black, color), color);
    Ok(ByColor {
        black: player(Color::Black)?,
        white: player(Color::White)?,
    })
}

fn play_out(plan: &Plan, report: &mut GameReport, players: &mut ByColor<MatchPlayer>, stop: &Stop) -> Ending {
    let played = play_moves(plan, report, players, stop);
    // Before the count, which may cost more than many moves.
    for color in Color::BOTH {
        let player = &mut players[color];
        report.cpu[player.id.index()] = player.cpu();
    }
    let outcome = played.and_then(|()| {
        if report.game.end() == Some(End::NoResult) {
            report
                .notes
                .push("A position occurred for the third time.".to_string());
            return Ok(Outcome::NoResult);
        }
        final_lead(plan, report.index, &report.game, players, &mut report.notes).map(Outcome::Score)
    });
    outcome.map_or_else(|ending| ending, Ending::Decided)
}

/// Plays until both have passed or the limit of moves is reached.
fn play_moves(
    plan: &Plan,
    report: &mut GameReport,
    players: &mut ByColor<MatchPlayer>,
    stop: &Stop,
) -> Result<(), Ending> {
    let game = &mut report.game;
    for (color, mv) in game.moves() {
        for own in Color::BOTH {
            players[own].tell(plan, own, color, mv)?;
        }
    }
    for color in Color::BOTH {
        players[color].begin();
    }
    let mut adjudicator = Adjudicator::new(plan, report.index);
    while !game.main_phase_is_over() {
        if stop.is_set() {
            return Err(Ending::Stopped);
        }
        if game.move_count() >= plan.max_moves as usize {
            report.notes.push(format!(
                "Stopped after {} and counted as it stood.",
                quantity(game.move_count(), "move")
            ));
            return Ok(());
        }
        if let Some(winner) = adjudicator
            .as_mut()
            .and_then(|a| a.winner(game, &mut report.notes))
        {
            return Err(Ending::Decided(Outcome::Adjudication { winner }));
        }
        let color = game.to_move();
        let player = &mut players[color];
        let answer = player.choose(plan, color)?;
        if answer.eq_ignore_ascii_case("resign") {
            let winner = color.opposite();
            return Err(Ending::Decided(Outcome::Resignation { winner }));
        }
        let fault = |what: &str| Ending::fault(plan, Player::of_color(report.black, color), color, what);
        let mv = game.size().parse_move(&answer).ok_or_else(|| {
            fault(&format!(
                "answered genmove with '{}', which is no move on {}",
                quote(&answer),
                plan.size
            ))
        })?;
        game.play(color, mv).map_err(|why| {
            fault(&format!(
                "played {}, which is illegal ({why})",
                game.size().show(mv)
            ))
        })?;
        let other = color.opposite();
        players[other].tell(plan, other, color, mv)?;
    }
    Ok(())
}
