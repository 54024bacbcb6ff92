// SPDX-License-Identifier: MIT OR Apache-2.0

//! The record of a refereed game: whole after every move, with times and reasons.

use std::time::Duration;

use anyhow::Result;
use katachi_rules::sgf::Record;
use katachi_rules::{Color, Game};

use super::clock::CpuClock;
use super::setting::Setting;
use katachi_arena::write_whole;

/// A game that is kept in a file while it is played.
pub(super) struct GameLog<'a> {
    setting: &'a Setting,
    pub(super) game: Game,
    moves: Vec<MoveTime>,
    /// Announcements since the last move.
    notes: Vec<String>,
    result: Option<String>,
    verdict: Vec<String>,
}

struct MoveTime {
    main_left: Duration,
    in_byo_romi: bool,
    comment: String,
}

impl<'a> GameLog<'a> {
    pub(super) fn new(setting: &'a Setting, game: Game) -> Self {
        Self {
            setting,
            game,
            moves: Vec::new(),
            notes: Vec::new(),
            result: None,
            verdict: Vec::new(),
        }
    }

    pub(super) fn add_note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Adds the CPU time of the last move, and of the side's whole game.
    pub(super) fn add_time(&mut self, clock: &CpuClock, used: Duration, total: Duration) {
        let mut lines = std::mem::take(&mut self.notes);
        let [used, total] = [used, total].map(|time| time.as_secs_f64());
        lines.push(format!("{used:.2} s of CPU time, {total:.2} s in all."));
        self.moves.push(MoveTime {
            main_left: clock.main_left(),
            in_byo_romi: clock.in_byo_romi(),
            comment: lines.join("\n"),
        });
    }

    pub(super) fn finish(&mut self, result: &str, verdict: Vec<String>) {
        self.result = Some(result.to_string());
        self.verdict = verdict;
    }

    /// Writes the record. A reader never sees half of it.
    pub(super) fn write(&self) -> Result<()> {
        write_whole(&self.setting.sgf, &self.sgf())
    }

    fn sgf(&self) -> String {
        let mut record = Record::from_game(&self.game);
        let clocks = self.setting.terms.clocks;
        for (name, color) in [("PB", Color::Black), ("PW", Color::White)] {
            record.set(name, self.setting.entrants[color].name.clone());
        }
        record.set("TM", clocks.main.to_string());
        record.set(
            "OT",
            format!("{} s of CPU time a move (byo-romi)", clocks.byo_romi),
        );
        if let Some(result) = &self.result {
            record.set("RE", result.clone());
        }
        let mut tree = record.to_tree();
        let nodes: Vec<_> = tree.main_line().collect();
        for ((color, _), (&node, time)) in self.game.moves().zip(nodes[1..].iter().zip(&self.moves)) {
            let letter = color.letter();
            if time.in_byo_romi {
                tree.add(node, &format!("{letter}L"), [&*clocks.byo_romi.to_string()]);
                tree.add(node, &format!("O{letter}"), ["1"]);
            } else {
                let left = format!("{:.2}", time.main_left.as_secs_f64());
                tree.add(node, &format!("{letter}L"), [&*left]);
            }
            tree.add_text(node, "C", &time.comment);
        }
        let last = nodes[nodes.len() - 1];
        let before = tree.get(last, "C");
        let before = before.map(|comment| comment.value().text().into_owned());
        let comment: Vec<_> = before.into_iter().chain(self.notes.iter().cloned()).collect();
        let comment = with_verdict(&comment.join("\n"), &self.verdict);
        if !comment.is_empty() {
            tree.set_text(last, "C", &comment);
        }
        tree.to_sgf()
    }
}

/// Beginning of a verdict in the comment of the last move.
pub(super) const VERDICT: &str = "Verdict: ";

pub(super) fn with_verdict(comment: &str, verdict: &[String]) -> String {
    let before = comment.lines().take_while(|line| !line.starts_with(VERDICT));
    let mut lines: Vec<String> = before.map(str::to_owned).collect();
    if !verdict.is_empty() {
        lines.push(format!("{VERDICT}{}", verdict.join("\n")));
    }
    lines.join("\n")
}
