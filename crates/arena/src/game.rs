// SPDX-License-Identifier: MIT OR Apache-2.0

//! The referee of one game: asks the programs in turn and holds their answers against the rules. Programs run for one
//! game only, so that nothing they learn in one reaches another.

use katachi_rules::{ByColor, Color, Game, Move};

use super::adjudicator::Adjudicator;
use super::jobs::Stop;
use super::outcome::{Outcome, Player};
use super::plan::Plan;
use super::scoring::final_lead;
use super::seat::{Ending, Seat};
use crate::process::pipes::quote;
use crate::quantity::quantity;

/// Which game it is, and how it begins.
#[derive(Clone, Debug)]
pub(super) struct Fixture {
    /// Counted from 0.
    pub(super) index: u32,
    pub(super) black: Player,
    /// Moves that the game begins with, Black's first.
    pub(super) opening: Vec<Move>,
}

/// What became of a game.
#[derive(Clone, Debug)]
pub(super) struct GameReport {
    /// Counted from 0.
    pub(super) index: u32,
    pub(super) black: Player,
    /// Moves that were given.
    pub(super) opening: usize,
    pub(super) game: Game,
    pub(super) outcome: Outcome,
    /// What the record should say beside that.
    pub(super) notes: Vec<String>,
    /// CPU seconds of each program, by [`Player`], and the moves it chose in them.
    pub(super) cpu: [Option<(f64, u32)>; 2],
}

/// Plays a game. None if `stop` was set before its end.
pub(super) fn play_game(plan: &Plan, fixture: &Fixture, stop: &Stop) -> Option<GameReport> {
    let (index, black) = (fixture.index, fixture.black);
    let mut game = plan.first_position();
    for &mv in &fixture.opening {
        // Openings have been played before.
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
    let ending = match take_seats(plan, index, black) {
        Ok(mut seats) => {
            let ending = play_out(plan, &mut report, &mut seats, stop);
            seats.black.client.quit();
            seats.white.client.quit();
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

fn take_seats(plan: &Plan, index: u32, black: Player) -> Result<ByColor<Seat>, Ending> {
    let seat = |color| Seat::take(plan, index, Player::of_color(black, color), color);
    Ok(ByColor {
        black: seat(Color::Black)?,
        white: seat(Color::White)?,
    })
}

fn play_out(plan: &Plan, report: &mut GameReport, seats: &mut ByColor<Seat>, stop: &Stop) -> Ending {
    let played = play_moves(plan, report, seats, stop);
    // Before the count, which may cost a program more than many moves.
    for color in Color::BOTH {
        let seat = &mut seats[color];
        report.cpu[seat.player.index()] = seat.cpu();
    }
    let lead = played.and_then(|()| final_lead(plan, report.index, &report.game, seats, &mut report.notes));
    match lead {
        Ok(lead) => Ending::Decided(Outcome::Score(lead)),
        Err(ending) => ending,
    }
}

/// Until both have passed, or the limit of moves is reached.
fn play_moves(
    plan: &Plan,
    report: &mut GameReport,
    seats: &mut ByColor<Seat>,
    stop: &Stop,
) -> Result<(), Ending> {
    let game = &mut report.game;
    for (color, mv) in game.moves() {
        for own in Color::BOTH {
            seats[own].tell(plan, own, color, mv)?;
        }
    }
    for color in Color::BOTH {
        seats[color].begin();
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
        let seat = &mut seats[color];
        let answer = seat.choose(plan, color)?;
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
        seats[other].tell(plan, other, color, mv)?;
    }
    Ok(())
}
