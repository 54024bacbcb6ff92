// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game against a person, as a dialogue of lines without streams.

use std::fmt::Write as _;

use katachi_rules::{Color, capital};
use katachi_session::{self as session, Event, Input, InteractiveGame, Shown, Stage};
use katachi_view::{self as view, Look, Marks};

pub(crate) struct Dialogue {
    play: InteractiveGame,
    look: Look,
    done: bool,
}

impl Dialogue {
    pub(crate) fn new(play: InteractiveGame, look: Look) -> Self {
        Self {
            play,
            look,
            done: false,
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// Leaves the game. Returns messages about it.
    pub(crate) fn close(self) -> String {
        let size = self.play.game().size();
        lines(self.play.close().iter().map(|event| event.text(size)))
    }

    pub(crate) fn greeting(&mut self) -> String {
        let (game, settings) = (self.play.game(), self.play.engine().settings);
        let mut text = format!(
            "Katachi {}: {}. ",
            env!("CARGO_PKG_VERSION"),
            self.play.setup().sides
        );
        let (size, komi, rules) = (game.size(), game.komi(), game.rules());
        let _ = write!(text, "{size}, komi {komi}, {rules} rules");
        if game.handicap() > 0 {
            let _ = write!(text, ", {} handicap stones", game.handicap());
        }
        let _ = writeln!(
            text,
            ".\nLevel {}, seed {} (--seed {} repeats this game). Type a point such as D4, or help.",
            settings.level, settings.seed, settings.seed
        );
        if let Some(judge) = &self.play.judge {
            text += &capital(judge.name());
            text += " advises: hints, reasons, scores and teaching have its values.\n";
        }
        text.push('\n');
        if !self.play.is_busy() {
            text += &self.board();
        }
        text
    }

    pub(crate) fn prompt(&self) -> String {
        match self.play.stage() {
            Stage::Person(color) | Stage::Thinking(color) => format!("{color}> "),
            Stage::Waiting(_) if self.play.warning().is_some() => "Take it back? (y, n, better)> ".to_owned(),
            Stage::Waiting(_) => "Katachi waits (go, redo)> ".to_owned(),
            Stage::Agreement => "Both have passed (dead POINT, done, resume)> ".to_owned(),
            Stage::Over(_) => "The game is over (new, save FILE, undo, quit)> ".to_owned(),
        }
    }

    /// Answers a typed line. The text ends in a newline unless it is empty.
    pub(crate) fn answer(&mut self, line: &str) -> String {
        let size = self.play.game().size();
        if let Some(command) = session::parse_reply(line).filter(|_| self.play.warning().is_some()) {
            let events = self.play.execute(command);
            return self.describe(&events);
        }
        match session::parse(line, size) {
            None => String::new(),
            Some(Err(misread)) => format!("{misread}.\n"),
            Some(Ok(Input::Quit)) => {
                self.done = true;
                "Goodbye.\n".to_owned()
            }
            Some(Ok(Input::Show(Shown::Help))) => session::help(),
            Some(Ok(Input::Show(Shown::Board))) => self.board(),
            Some(Ok(Input::Show(Shown::Clocks))) => self.clocks(),
            Some(Ok(Input::Command(command))) => {
                let events = self.play.execute(command);
                self.describe(&events)
            }
        }
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.play.is_busy()
    }

    pub(crate) fn wait(&mut self) -> String {
        let events = self.play.wait();
        self.describe(&events)
    }

    /// The events, and the board if it has changed and the engine does not move at once.
    fn describe(&self, events: &[Event]) -> String {
        let size = self.play.game().size();
        let mut text = String::new();
        if events.iter().any(|event| matches!(event, Event::Counted(_))) {
            text += &self.board();
        }
        text += &lines(events.iter().map(|event| event.text(size)));
        let is_other = |event: &Event| matches!(event, Event::Moved { .. } | Event::Jumped(_));
        if events.iter().any(is_other) && !self.play.is_busy() && self.play.warning().is_none() {
            text += &self.board();
        }
        text
    }

    fn board(&self) -> String {
        let marks = Marks {
            dead: self.play.dead().copied().unwrap_or_default(),
            ..Marks::default()
        };
        view::board::titled(self.play.game(), &marks, self.look)
    }

    fn clocks(&self) -> String {
        let system = self.play.setup().time;
        let left = |color| {
            let left = self.play.time_left(color)?;
            Some(format!("{color} {}", left.text(system)))
        };
        let shown: Vec<_> = Color::BOTH.into_iter().filter_map(left).collect();
        match shown.is_empty() {
            true => "No clocks; such as: clock 10m+3x30s\n".to_owned(),
            false => format!("{} ({system}).\n", shown.join(", ")),
        }
    }
}

/// Texts as lines; those without words are left out.
fn lines(texts: impl Iterator<Item = String>) -> String {
    let texts = texts.filter(|text| !text.is_empty());
    texts.map(|text| format!("{}\n", text.trim_end())).collect()
}

#[cfg(test)]
mod tests;
