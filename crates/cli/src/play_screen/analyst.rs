// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups and influence of the position on the screen, found in a thread of their own when their layers are
//! on.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use katachi_engine::Engine;
use katachi_engine::play::Player;
use katachi_rules::{Game, PositionId};
use katachi_view::PositionView;

/// Analyses positions, the last one that was asked for.
#[derive(Debug)]
pub(super) struct Analyst {
    games: Sender<Game>,
    views: Receiver<(PositionId, PositionView)>,
    asked: Option<PositionId>,
    known: Option<(PositionId, PositionView)>,
}

impl Analyst {
    pub(super) fn new(engine: Engine) -> Self {
        let (games, to_do) = channel::<Game>();
        let (done, views) = channel();
        let mut player = Player::new(engine);
        let work = move || {
            while let Ok(mut game) = to_do.recv() {
                // Those that came meanwhile are of more use.
                while let Ok(next) = to_do.try_recv() {
                    game = next;
                }
                let view = PositionView::new(&game, player.analyse(&game), None);
                if done.send((game.position_id(game.to_move()), view)).is_err() {
                    break;
                }
            }
        };
        // Without a thread there are no layers, and the game goes on.
        let _ = thread::Builder::new().name("analyst".to_owned()).spawn(work);
        Self {
            games,
            views,
            asked: None,
            known: None,
        }
    }

    /// The view of that position, if it is known already; else it is asked for.
    pub(super) fn view(&mut self, game: &Game) -> Option<&PositionView> {
        let wanted = game.position_id(game.to_move());
        self.receive();
        let is_known = self.known.as_ref().is_some_and(|(of, _)| *of == wanted);
        if !is_known && self.asked != Some(wanted) {
            self.asked = Some(wanted);
            // A thread that is gone answers nothing.
            let _ = self.games.send(game.clone());
        }
        self.known.as_ref().filter(|_| is_known).map(|(_, view)| view)
    }

    fn receive(&mut self) {
        while let Ok(found) = self.views.try_recv() {
            self.known = Some(found);
        }
    }
}
