// SPDX-License-Identifier: MIT OR Apache-2.0

//! One game: asks the programs in turn and checks their answers by the rules. Programs run for one game only,
//! so that no game depends on another.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use katachi_line_program::quote;
use katachi_rules::{ByColor, Color, End, Game, GameResult, Move, quantity};

use super::adjudicator::Adjudicator;
use super::plan::{Plan, Program};
use super::player::{Ending, MatchPlayer, Outcome};
use super::scoring::final_lead;

#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    pub(crate) index: u32,
    pub(crate) programs: ByColor<Program>,
    /// The first moves, Black's first.
    pub(crate) opening: Vec<Move>,
}

#[derive(Clone, Debug)]
pub(crate) struct GameReport {
    pub(crate) game: Game,
    pub(crate) outcome: Outcome,
    pub(crate) notes: Vec<String>,
    /// CPU seconds of Black and White, and the number of moves that each chose.
    pub(crate) cpu: [Option<(f64, u32)>; 2],
}

/// Plays a game; none if `stop` was set before its end.
pub(crate) fn play_game(plan: &Plan, fixture: &Fixture, stop: &AtomicBool) -> Option<GameReport> {
    let mut game = plan.first_position();
    for &mv in &fixture.opening {
        // The opening has been checked.
        let _ = game.play(game.to_move(), mv);
    }
    let mut report = GameReport {
        game,
        outcome: GameResult::Score(0.0).into(),
        notes: Vec::new(),
        cpu: [None; 2],
    };
    let start = |color| MatchPlayer::start(plan, fixture, color);
    let mut play = || -> Result<GameResult, Ending> {
        let (black, white) = (start(Color::Black)?, start(Color::White)?);
        let mut players = ByColor { black, white };
        let played = play_moves(plan, fixture.index, &mut report, &mut players, stop);
        // Before the count, which may cost more than many moves.
        report.cpu = Color::BOTH.map(|color| players[color].cpu());
        let result = played.and_then(|()| count(plan, fixture.index, &mut report, &mut players));
        players.black.client.quit();
        players.white.client.quit();
        result
    };
    report.outcome = play().map_or_else(|ending| ending, |result| Some(result.into()))?;
    Some(report)
}

fn count(
    plan: &Plan,
    index: u32,
    report: &mut GameReport,
    players: &mut ByColor<MatchPlayer<'_>>,
) -> Result<GameResult, Ending> {
    if report.game.end() == Some(End::NoResult) {
        let note = "A position occurred for the third time.";
        report.notes.push(note.to_string());
        return Ok(GameResult::NoResult);
    }
    final_lead(plan, index, &report.game, players, &mut report.notes).map(GameResult::Score)
}

/// Plays until both have passed or the limit of moves is reached.
fn play_moves(
    plan: &Plan,
    index: u32,
    report: &mut GameReport,
    players: &mut ByColor<MatchPlayer<'_>>,
    stop: &AtomicBool,
) -> Result<(), Ending> {
    let game = &mut report.game;
    for (color, mv) in game.moves() {
        players.black.tell(color, mv)?;
        players.white.tell(color, mv)?;
    }
    players.black.begin();
    players.white.begin();
    let mut adjudicator = Adjudicator::new(plan, index);
    while !game.main_phase_is_over() {
        if stop.load(Relaxed) {
            return Err(None);
        }
        if game.move_count() >= plan.max_moves as usize {
            let moves = quantity(game.move_count(), "move");
            let note = format!("Stopped after {moves} and counted as it stood.");
            report.notes.push(note);
            return Ok(());
        }
        let judged = adjudicator.as_mut();
        if let Some(winner) = judged.and_then(|a| a.winner(game, &mut report.notes)) {
            let (result, fault) = (format!("{}+", winner.letter()), None);
            return Err(Some(Outcome { result, fault }));
        }
        let color = game.to_move();
        let player = &mut players[color];
        let answer = player.choose()?;
        if answer.eq_ignore_ascii_case("resign") {
            let result = GameResult::Resignation(color.opposite());
            return Err(Some(result.into()));
        }
        let no_move = || {
            let (answer, size) = (quote(&answer), plan.size);
            player.fault(format!(
                "answered genmove with '{answer}', which is no move on {size}"
            ))
        };
        let mv = game.size().parse_move(&answer).ok_or_else(no_move)?;
        let played = game.play(color, mv);
        played.map_err(|why| {
            let shown = plan.size.show(mv);
            player.fault(format!("played {shown}, which is illegal ({why})"))
        })?;
        players[color.opposite()].tell(color, mv)?;
    }
    Ok(())
}
