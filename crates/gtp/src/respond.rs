// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dispatch of requests to their commands, and what a session does besides.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use katachi_gtp_protocol::{Arguments, Failure, Reply, Request, Responder, Stream};

use crate::commands;
use crate::session::Session;

impl Session {
    /// Answers one line: a reply to a command, none to blank lines and comments.
    pub fn answer(&mut self, line: &str) -> Option<Reply> {
        katachi_gtp_protocol::reply(self, line)
    }
}

impl Responder for Session {
    fn respond(&mut self, request: &Request, stream: &mut dyn Stream) -> Result<String, Failure> {
        self.asked = self.player.now.get();
        self.player.stop_pondering();
        let outcome = match commands::find(&request.name) {
            Some(command) => {
                self.is_gtp = true;
                command.run(self, Arguments::new(&request.arguments), stream)
            }
            None => Err(Failure::new("unknown command").because(format!("'{}'", request.name))),
        };
        self.player.forget_interrupted();
        outcome
    }

    fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.player.interrupt)
    }

    fn has_quit(&self) -> bool {
        self.has_quit
    }

    fn write_record(&mut self) -> io::Result<()> {
        let result = self.game_log.is_some().then(|| self.result()).flatten();
        match &mut self.game_log {
            Some(file) => file.update(&self.game, result.as_deref()),
            None => Ok(()),
        }
    }

    /// Ponders, if the settings say so, while the opponent's move is awaited.
    fn idle(&mut self) {
        let Some(awaited) = self.awaited.filter(|_| !self.has_quit) else {
            return;
        };
        if !awaited.is_of(&self.game) || self.game.main_phase_is_over() || self.resignation().is_some() {
            self.awaited = None;
        } else if self.player.engine.settings.time.ponder && !self.player.is_pondering() {
            self.player.ponder(&self.game, awaited.to_move());
        }
    }
}
