// SPDX-License-Identifier: MIT OR Apache-2.0

//! A session answers the lines of GTP: each request goes to its command.

use std::io;

use katachi_gtp_protocol::{Arguments, Failure, Reply, Request, Responder};

use crate::commands;
use crate::session::Session;

impl Session {
    /// Answers one line: one reply to each command, none to blank lines and comments.
    pub fn answer(&mut self, line: &str) -> Option<Reply> {
        katachi_gtp_protocol::reply(self, line)
    }
}

impl Responder for Session {
    fn respond(&mut self, request: &Request) -> Result<String, Failure> {
        self.begin_request();
        match commands::find(&request.name) {
            Some(command) => command.run(self, Arguments::new(&request.arguments)),
            None => Err(Failure::new("unknown command").because(format!("'{}'", request.name))),
        }
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
