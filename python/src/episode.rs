// SPDX-License-Identifier: MIT OR Apache-2.0

//! Episodes of a batch: their actions, as records and as games under the rules.

use katachi_env::Config;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{BoardSize, Color, Game, GameResult, IllegalMove, KoRule, Move, PassDead, Rules};

use crate::moves::from_action;

/// The rules of the environment: area scoring without removal of stones, positional superko, no suicide.
pub(crate) fn rules() -> Rules {
    Rules {
        ko: KoRule::Positional,
        suicide: false,
        pass_dead: PassDead::Letter,
        ..Rules::TROMP_TAYLOR
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Episodes {
    pub(crate) present: Vec<Vec<u16>>,
    /// Those of the episode before it, if there was one.
    pub(crate) finished: Vec<Option<Vec<u16>>>,
}

impl Episodes {
    pub(crate) fn new(games: usize) -> Self {
        Self {
            present: vec![Vec::new(); games],
            finished: vec![None; games],
        }
    }

    /// Begins the next episode of a game.
    pub(crate) fn next(&mut self, game: usize) {
        let last = self.finished[game].take().unwrap_or_default();
        let ended = std::mem::replace(&mut self.present[game], last);
        self.present[game].clear();
        self.finished[game] = Some(ended);
    }
}

/// The action that loses a game by the rules: an illegal one, or one that repeats a position.
pub(crate) struct Loss {
    /// Its number, counted from 1.
    pub(crate) number: usize,
    pub(crate) color: Color,
    pub(crate) mv: Move,
    pub(crate) why: IllegalMove,
}

/// The game of an episode, up to the action that loses by the rules, and that action if there is one.
pub(crate) fn game(config: Config, actions: &[u16]) -> (Game, Option<Loss>) {
    let size = BoardSize::square(config.size as u8);
    let mut game = Game::new(size, rules(), config.komi);
    let moves = actions
        .iter()
        .filter_map(|&action| from_action(size, action.into()));
    let mut turns = Color::BOTH.into_iter().cycle().zip(moves).zip(1..);
    let loss = turns.find_map(|((color, mv), number)| {
        let why = game.play(color, mv).err()?;
        Some(Loss {
            number,
            color,
            mv,
            why,
        })
    });
    (game, loss)
}

/// The record of an episode, with its result if it is over.
pub(crate) fn record(config: Config, actions: &[u16], is_over: bool) -> Record {
    let (game, loss) = game(config, actions);
    let mut record = Record::from_game(&game);
    if let Some(loss) = &loss {
        record.steps.push(Step::Play(loss.color, loss.mv));
    }
    if is_over {
        record.set("RE", result(&game, loss.as_ref()));
    }
    record
}

/// The result of an episode. White wins a tie.
fn result(game: &Game, loss: Option<&Loss>) -> String {
    match (loss, game.white_lead()) {
        (Some(loss), _) => GameResult::Forfeit(loss.color.opposite()).to_string(),
        (None, 0.0) => "W+0".to_owned(),
        (None, lead) => GameResult::Score(lead).to_string(),
    }
}
