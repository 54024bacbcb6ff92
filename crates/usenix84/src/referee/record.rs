// SPDX-License-Identifier: MIT OR Apache-2.0

//! The record of a refereed game: whole after every move, with times and reasons.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use katachi_arena::write_whole;
use katachi_rules::sgf::{NodeId, Record, Tree, point_text};
use katachi_rules::{Color, Game, Move, Rules};

use super::clock::CpuClock;
use super::setting::Setting;
use crate::protocol::{Clocks, KOMI, SIZE};

/// A game that is kept in a file while it is played.
pub(super) struct GameLog {
    pub(super) game: Game,
    file: PathBuf,
    clocks: Clocks,
    tree: Tree,
    last: NodeId,
    /// Announcements since the last move.
    pub(super) notes: Vec<String>,
}

impl GameLog {
    pub(super) fn new(setting: &Setting) -> Self {
        let game = Game::new(SIZE, Rules::JAPANESE, KOMI);
        let clocks = setting.terms.clocks;
        let mut record = Record::from_game(&game);
        for (name, color) in [("PB", Color::Black), ("PW", Color::White)] {
            record.set(name, setting.entrants[color].name.clone());
        }
        record.set("TM", clocks.main.to_string());
        record.set(
            "OT",
            format!("{} s of CPU time a move (byo-romi)", clocks.byo_romi),
        );
        let tree = record.to_tree();
        Self {
            game,
            file: setting.sgf.clone(),
            clocks,
            last: tree.root(),
            tree,
            notes: Vec::new(),
        }
    }

    /// Adds a move with its CPU time, and that of the side's whole game.
    pub(super) fn add_move(
        &mut self,
        color: Color,
        mv: Move,
        clock: &CpuClock,
        [used, total]: [Duration; 2],
    ) {
        let node = self.tree.add_child(self.last);
        let letter = color.letter();
        let point = mv.point().map(point_text).unwrap_or_default();
        self.tree.add(node, &letter.to_string(), [&*point]);
        let left = match clock.in_byo_romi() {
            true => self.clocks.byo_romi.to_string(),
            false => format!("{:.2}", clock.main_left().as_secs_f64()),
        };
        self.tree.add(node, &format!("{letter}L"), [&*left]);
        if clock.in_byo_romi() {
            self.tree.add(node, &format!("O{letter}"), ["1"]);
        }
        let mut lines = std::mem::take(&mut self.notes);
        let [used, total] = [used, total].map(|time| time.as_secs_f64());
        lines.push(format!("{used:.2} s of CPU time, {total:.2} s in all."));
        self.tree.add_text(node, "C", &lines.join("\n"));
        self.last = node;
    }

    pub(super) fn finish(&mut self, result: &str, verdict: &[String]) {
        let comment = self.tree.get(self.last, "C");
        let comment = comment.map(|comment| comment.value().text().into_owned());
        let lines: Vec<String> = comment.into_iter().chain(self.notes.drain(..)).collect();
        let comment = with_verdict(&lines.join("\n"), verdict);
        self.tree.set_text(self.last, "C", &comment);
        self.tree.set_text(self.tree.root(), "RE", result);
    }

    /// Writes the record. A reader never sees half of it.
    pub(super) fn write(&self) -> Result<()> {
        write_whole(&self.file, &self.tree.to_sgf())
    }
}

/// Beginning of a verdict in the comment of the last move.
pub(super) const VERDICT: &str = "Verdict: ";

/// The comment with this verdict in place of an earlier one.
pub(super) fn with_verdict(comment: &str, verdict: &[String]) -> String {
    let before = comment.lines().take_while(|line| !line.starts_with(VERDICT));
    let mut lines: Vec<String> = before.map(str::to_owned).collect();
    lines.push(format!("{VERDICT}{}", verdict.join("\n")));
    lines.join("\n")
}
