// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dispatch of requests to their commands.

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
        self.begin_request();
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
        Self::has_quit(self)
    }

    fn write_record(&mut self) -> io::Result<()> {
        self.update_game_log()
    }

    fn idle(&mut self) {
        self.ponder();
    }
}
