//! The rules of the game.

use katachi_rules::{Game, IllegalMove, Rules};

use super::Outcome;
use crate::gtp::protocol::{Arguments, Failure};
use crate::gtp::session::Session;

pub(super) fn set(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [name] = arguments.exactly()?;
    let rules = Rules::preset(name).ok_or_else(|| {
        let known: Vec<_> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
        Failure::new(format!("unknown rules: use {}", known.join(", ")))
    })?;
    session.game = under_rules(&session.game, rules)
        .map_err(|_| Failure::new("the moves so far are illegal under these rules"))?;
    Ok(String::new())
}

/// The same game under other rules.
fn under_rules(game: &Game, rules: Rules) -> Result<Game, IllegalMove> {
    let mut start = game.clone();
    while start.undo().is_some() {}
    let mut other = Game::from_position(start.board().clone(), start.to_move(), rules, game.komi());
    if game.handicap() > 0 {
        let stones: Vec<_> = game
            .size()
            .points()
            .filter(|&p| start.board().cell(p).is_stone())
            .collect();
        let mut again = Game::new(game.size(), rules, game.komi());
        if again.set_handicap(&stones).is_ok() {
            other = again;
        }
    }
    for (color, mv) in game.moves() {
        other.play(color, mv)?;
    }
    Ok(other)
}
