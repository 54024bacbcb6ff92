// SPDX-License-Identifier: MIT OR Apache-2.0

//! The referee of one game: asks the programs in turn, holds their answers against the rules, and keeps
//! the clocks. Programs run for one game only, so that nothing they learn in one reaches another.

use std::time::{Duration, Instant};

use katachi_rules::{ByColor, Color, Game, Move};

use super::adjudication::Adjudicator;
use super::args::MOST_SECONDS;
use super::clock::Clock;
use super::outcome::{Outcome, Player};
use super::plan::Plan;
use super::scoring::final_lead;
use crate::parallel::Stop;
use crate::process::gtp_client::{Client, GtpError};
use crate::process::pipes::quote;

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

/// A program at the board.
pub(super) struct Seat {
    pub(super) player: Player,
    pub(super) client: Client,
    clock: Option<Clock>,
    /// Moves it was asked for.
    moves: u32,
    /// CPU seconds before the first move.
    cpu_before: Option<f64>,
}

/// Why a game ends before its score.
pub(super) enum Ending {
    Decided(Outcome),
    /// The match is being given up.
    Stopped,
}

impl Ending {
    /// The player of `color` loses by its own fault; `what` follows its name.
    pub(super) fn fault(plan: &Plan, player: Player, color: Color, what: &str) -> Self {
        Self::Decided(Outcome::Forfeit {
            winner: color.opposite(),
            why: format!("{} ({color}) {what}", plan.programs[player.index()].label),
        })
    }
}

/// Plays a game. None if `stop` was set before its end.
pub(super) fn play_game(plan: &Plan, fixture: &Fixture, stop: &Stop) -> Option<GameReport> {
    let (index, black) = (fixture.index, fixture.black);
    let mut game = Game::new(plan.size, plan.rules, plan.komi);
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
    let seat = |color| {
        let player = Player::of_color(black, color);
        let client = plan.start(&plan.programs[player.index()], index);
        let client = client.map_err(|error| Ending::fault(plan, player, color, &error.to_string()))?;
        Ok(Seat {
            player,
            client,
            clock: plan.time.map(Clock::new),
            moves: 0,
            cpu_before: None,
        })
    };
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
        seats[color].cpu_before = seats[color].client.cpu_seconds();
    }
    let mut adjudicator = Adjudicator::of(plan, report.index);
    while !game.main_phase_is_over() {
        if stop.is_set() {
            return Err(Ending::Stopped);
        }
        if game.move_count() >= plan.max_moves as usize {
            report.notes.push(format!(
                "Stopped after {} moves and counted as it stood.",
                game.move_count()
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

impl Seat {
    /// Tells the player of `own` about a legal move. A program that refuses it cannot go on and loses.
    fn tell(&mut self, plan: &Plan, own: Color, color: Color, mv: Move) -> Result<(), Ending> {
        let command = format!("play {} {}", color.letter(), plan.size.show(mv));
        match self.client.ask(&command, plan.answer_limit) {
            Ok(_) => Ok(()),
            Err(error) => Err(Ending::fault(plan, self.player, own, &error.to_string())),
        }
    }

    /// Asks for a move, within the limits of the clock and of the match.
    fn choose(&mut self, plan: &Plan, color: Color) -> Result<String, Ending> {
        let letter = color.letter();
        let program = &plan.programs[self.player.index()];
        let fault = |error: GtpError| Ending::fault(plan, self.player, color, &error.to_string());
        let lost_on_time = || {
            Ending::Decided(Outcome::Time {
                winner: color.opposite(),
                why: format!("{} ({color}) has run out of time", program.label),
            })
        };
        let mut limit = plan.move_limit.unwrap_or(Duration::from_secs_f64(MOST_SECONDS));
        let mut clock_decides = false;
        if let Some(clock) = &self.clock {
            if program.knows("time_left") {
                let command = format!("time_left {letter} {}", clock.gtp());
                match self.client.ask(&command, plan.answer_limit) {
                    Ok(_) | Err(GtpError::Refused { .. }) => {}
                    Err(error) => return Err(fault(error)),
                }
            }
            let left = clock.budget() + plan.tolerance;
            clock_decides = left <= limit;
            limit = limit.min(left);
        }
        self.moves += 1;
        let asked = Instant::now();
        let answer = match self.client.ask(&format!("genmove {letter}"), limit) {
            Err(GtpError::Silent { .. }) if clock_decides => return Err(lost_on_time()),
            other => other.map_err(fault)?,
        };
        let used = asked.elapsed();
        let in_time = self
            .clock
            .as_mut()
            .is_none_or(|clock| clock.spend(used, plan.tolerance));
        if in_time { Ok(answer) } else { Err(lost_on_time()) }
    }

    /// CPU seconds since the first move could be asked for, and the moves that were.
    fn cpu(&mut self) -> Option<(f64, u32)> {
        let before = self.cpu_before?;
        let seconds = self.client.cpu_seconds()? - before;
        Some((seconds.max(0.0), self.moves))
    }
}
