// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions to a session of GTP.

use katachi_engine::Engine;
use katachi_gtp::{Reply, Session};
use katachi_rules::{BoardSize, Color, Game, Point};
use serde_json::Value;

/// A session that is asked about one position.
pub(super) struct Doors {
    session: Session,
    size: BoardSize,
}

/// The answer to a question that is answered by a code and a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coded {
    /// 0 no or unknown, 1 yes, 2 and 3 by a ko.
    pub(super) code: u8,
    /// The move; None if none is needed, or the code is 0.
    pub(super) point: Option<Point>,
}

impl Coded {
    /// It can be done without a ko.
    pub(super) fn is_yes(self) -> bool {
        self.code == 1
    }

    /// It cannot be done, or is unknown.
    pub(super) fn is_no(self) -> bool {
        self.code == 0
    }
}

impl Doors {
    pub(super) fn new(engine: &Engine, game: &Game) -> Self {
        Self {
            session: Session::new(engine.clone(), game.clone()),
            size: game.size(),
        }
    }

    /// The name of a point.
    pub(super) fn name(&self, point: Point) -> String {
        self.size.vertex(point).to_string()
    }

    /// The reply to a command; empty if it fails.
    pub(super) fn ask(&mut self, command: &str) -> String {
        match self.session.answer(command) {
            Some(Reply {
                outcome: Ok(text), ..
            }) => text,
            _ => String::new(),
        }
    }

    /// The reply to a command, which is JSON on one line; null if it fails.
    pub(super) fn json(&mut self, command: &str) -> Value {
        serde_json::from_str(&self.ask(command)).unwrap_or_default()
    }

    /// The answer to a command about points.
    pub(super) fn coded(&mut self, command: &str, points: &[Point]) -> Coded {
        let names: Vec<String> = points.iter().map(|&point| self.name(point)).collect();
        let reply = self.ask(&format!("{command} {}", names.join(" ")));
        let mut words = reply.split_whitespace();
        Coded {
            code: words.next().and_then(|code| code.parse().ok()).unwrap_or(0),
            point: words.next().and_then(|word| self.size.parse_vertex(word)),
        }
    }

    /// Runs `f` in the position after a move. None if the move is not legal.
    pub(super) fn after<R>(
        &mut self,
        color: Color,
        point: Point,
        f: impl FnOnce(&mut Self) -> R,
    ) -> Option<R> {
        let command = format!("play {color} {}", self.name(point));
        let is_legal = matches!(self.session.answer(&command), Some(Reply { outcome: Ok(_), .. }));
        is_legal.then(|| {
            let result = f(self);
            self.ask("undo");
            result
        })
    }
}
