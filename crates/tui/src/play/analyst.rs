// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups and influence of the position on the screen, found in a thread of their own when their layers are
//! on.

use std::thread::{Builder, JoinHandle};

use katachi_engine::Engine;
use katachi_engine::play::Player;
use katachi_rules::{Game, PositionId};
use katachi_view::PositionView;

/// Analyses positions, one after the other.
#[derive(Debug)]
pub(super) struct Analyst {
    /// None while the thread has it.
    player: Option<Player>,
    thread: Option<JoinHandle<(Player, PositionView)>>,
    known: Option<(PositionId, PositionView)>,
}

impl Analyst {
    pub(super) fn new(engine: Engine) -> Self {
        Self {
            player: Some(Player::new(engine)),
            thread: None,
            known: None,
        }
    }

    /// The view of that position, if it is known already; else it is asked for.
    pub(super) fn view(&mut self, game: &Game) -> Option<&PositionView> {
        let id = |game: &Game| game.position_id(game.to_move());
        if let Some(thread) = self.thread.take_if(|thread| thread.is_finished())
            && let Ok((player, view)) = thread.join()
        {
            self.player = Some(player);
            self.known = Some((id(&view.game), view));
        }
        let wanted = id(game);
        if self.known.as_ref().is_none_or(|(of, _)| *of != wanted)
            && let Some(mut player) = self.player.take()
        {
            let game = game.clone();
            let work = move || {
                let view = PositionView::new(&game, player.analyse(&game), None);
                (player, view)
            };
            // Without a thread there are no layers, and the game goes on.
            self.thread = Builder::new().name("analyst".to_owned()).spawn(work).ok();
        }
        let known = self.known.as_ref().filter(|(of, _)| *of == wanted);
        known.map(|(_, view)| view)
    }
}
