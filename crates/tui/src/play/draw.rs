// SPDX-License-Identifier: MIT OR Apache-2.0

//! The panel with players and advice, and the last line.

use katachi_katago_json::SharedJudge;
use katachi_rules::{Color, GameResult, capital};
use katachi_session::Stage;
use katachi_view::panel::Part;
use katachi_view::picture::{Map, Picture};
use katachi_view::text::{self, Span};

use super::PlayScreen;
use crate::paint::wrapped;

/// A panel of fewer lines has room for the players and little else.
const LOW: usize = 12;

impl PlayScreen {
    /// The players with their clocks, what can be done, what has happened, what the layers show.
    pub(super) fn panel_lines(&self, [width, height]: [usize; 2], picture: &Picture) -> Vec<Vec<Span>> {
        let mut lines: Vec<Vec<Span>> = Color::BOTH.map(|color| self.player(color)).into();
        // News come first where not everything is seen.
        let is_low = height < LOW;
        let mut parts = match is_low {
            true => self.messages.clone(),
            false => vec![self.terms()],
        };
        parts.push(self.advice());
        if !is_low {
            parts.extend(self.messages.iter().cloned());
            // The count stays visible.
            let is_shown = self.play.stage() == Stage::Agreement;
            let count = self.play.count().filter(|_| is_shown);
            parts.extend(count.filter(|count| !self.messages.iter().any(|text| text.ends_with(count))));
        }
        let map = self.shell.layers.influence;
        parts.extend(map.map(|map| match map {
            Map::Ownership => "t: ownership at the end of playouts".to_owned(),
            map => format!("t: {}", map.word()),
        }));
        let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
        lines.extend(wrapped(&parts.join(if is_low { "\n" } else { "\n \n" }), width));
        if self.shell.layers.groups || picture.map.is_some() {
            lines.extend(text::legend(picture, self.shell.look, width));
        }
        lines
    }

    fn terms(&self) -> String {
        let (level, game) = (self.play.engine().settings.level, self.play.game());
        let mut text = format!("Level {level}, komi {}, {}", game.komi(), game.rules());
        if let Some(judge) = &self.play.judge {
            text += &format!("\n{} advises", capital(judge.name()));
        }
        text
    }

    /// A side: its stone, who plays it, its clock, and a mark if it is to move.
    fn player(&self, color: Color) -> Vec<Span> {
        let is_next = match self.play.stage() {
            Stage::Person(next) | Stage::Thinking(next) | Stage::Waiting(next) => next == color,
            Stage::Agreement | Stage::Over(_) => false,
        };
        let mark = if is_next { '>' } else { ' ' };
        let look = self.shell.look;
        let heading = look.style(Part::Heading);
        let mut text = format!(": {}", self.play.setup().sides.player(color));
        if let Some(left) = self.play.time_left(color) {
            text += &format!("  {}", left.text(self.play.setup().time));
        }
        vec![
            Span::new(format!("{mark} {color} "), heading),
            Span::new(look.stone(color), look.style(Part::BareStone(color))),
            Span::new(text, heading),
        ]
    }

    fn advice(&self) -> String {
        let judge = self.play.judge.as_ref().map_or("Katachi", SharedJudge::name);
        match self.play.stage() {
            Stage::Person(_) if self.play.is_busy() && self.play.judge.is_some() => {
                format!("{} is asked ...", capital(judge))
            }
            Stage::Person(_) if self.play.game().move_count() < 4 => "Your turn.\n\
                Enter plays at the cursor, the arrows move it. Or click a point, or type its name: d4 Enter.\n\
                h is a hint, w says why Katachi moved so, ? lists all keys."
                .to_owned(),
            Stage::Person(_) => "Your turn.".to_owned(),
            Stage::Thinking(_) if self.play.is_judging() => {
                format!("Your move is judged by {judge} ...\nm: keep it, u: take it back")
            }
            Stage::Thinking(_) => "Katachi is thinking ...\nm: it moves now, u: take your move back".to_owned(),
            Stage::Waiting(_) if self.play.warning().is_some() => "Your last move is in question.\n\
                u: take it back, m: Katachi answers".to_owned(),
            Stage::Waiting(_) => "Moves were taken back.\ny: forward again, m: Katachi moves, u: further back".to_owned(),
            Stage::Agreement if self.play.is_busy() => {
                "Both have passed. Katachi is reading which stones are dead ...".to_owned()
            }
            Stage::Agreement => "Both have passed. Small letters (x, o) are dead stones. Is that right?\n\
                d: yes, count so\n\
                Enter or a click on a stone: it is dead, or alive\n\
                r: no, play on"
                .to_owned(),
            Stage::Over(result) => format!(
                "{}\nn: a new game, s: save this one, u: take your last move back, q: leave\n\
                 Its mistakes, once it is saved: katachi review FILE; to find better moves: katachi quiz FILE",
                in_words(result)
            ),
        }
    }

    pub(super) fn keys_line(&self) -> &'static str {
        match self.play.stage() {
            Stage::Person(_) => "Enter: play  p: pass  u: undo  h: hint  t: territory  ?: help  q: leave",
            Stage::Thinking(_) => "m: Katachi moves now  u: undo  t: territory  ?: help  q: leave",
            Stage::Waiting(_) => "y: forward  u: back  m: Katachi moves  ?: help  q: leave",
            Stage::Agreement => "Enter: dead or alive  d: count so  r: play on  ?: help  q: leave",
            Stage::Over(_) => "n: new game  s: save  u: undo  ?: help  q: leave",
        }
    }

    /// Without a panel: the last message, and what can be done.
    pub(super) fn short_line(&self) -> String {
        let message = self.messages.last().and_then(|text| text.lines().next());
        let next = match self.play.stage() {
            Stage::Person(_) => "Your turn.",
            Stage::Thinking(_) => "Katachi is thinking.",
            Stage::Waiting(_) => "y: forward, m: Katachi moves.",
            Stage::Agreement => "d: count, r: play on.",
            Stage::Over(_) => "n: new game, q: leave.",
        };
        let text = format!("{} {next} Tab: more, ?: help", message.unwrap_or_default());
        text.trim_start().to_owned()
    }
}

fn in_words(result: GameResult) -> String {
    let how = match result {
        GameResult::NoResult => return "No result: the position came back too often.".to_owned(),
        GameResult::Score(lead) => format!("by {} points", (lead.abs() * 100.0).round() / 100.0),
        GameResult::Resignation(_) => "by resignation".to_owned(),
        GameResult::Time(_) => "on time".to_owned(),
        GameResult::Forfeit(_) => "by forfeit".to_owned(),
    };
    let winner = result.winner();
    winner.map_or("A draw.".to_owned(), |winner| format!("{winner} wins {how}."))
}
