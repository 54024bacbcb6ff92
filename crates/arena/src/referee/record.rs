// SPDX-License-Identifier: MIT OR Apache-2.0

//! The record of a refereed game: whole after every move, with times and reasons.

use std::fs;
use std::path::Path;

use katachi_rules::sgf::Record;
use katachi_rules::{Color, Game};

use super::clock::Clock;
use super::setting::Setting;
use crate::error::{Context as _, Result};

/// What happened so far.
pub(super) struct Chronicle<'a> {
    setting: &'a Setting,
    pub(super) game: Game,
    moves: Vec<Booked>,
    /// Announcements since the last move.
    notes: Vec<String>,
    result: Option<String>,
    verdict: Vec<String>,
}

/// A move's time.
struct Booked {
    main_left: f64,
    in_byo_romi: bool,
    comment: String,
}

impl<'a> Chronicle<'a> {
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

    /// Notes something beside the moves.
    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Books the time of the last move, in user seconds.
    pub(super) fn book(&mut self, clock: &Clock, taken: f64, total: f64) {
        let mut lines = std::mem::take(&mut self.notes);
        lines.push(format!("{taken:.2} s of user time, {total:.2} s in all."));
        self.moves.push(Booked {
            main_left: clock.main_left(),
            in_byo_romi: clock.in_byo_romi(),
            comment: lines.join("\n"),
        });
    }

    /// The game is over.
    pub(super) fn finish(&mut self, result: &str, verdict: Vec<String>) {
        self.result = Some(result.to_string());
        self.verdict = verdict;
    }

    /// Writes the record. A reader never sees half of it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(&self) -> Result<()> {
        write_whole(&self.setting.sgf, &self.sgf())
    }

    fn sgf(&self) -> String {
        let mut record = Record::from_game(&self.game);
        let clocks = self.setting.clocks;
        for (name, color) in [("PB", Color::Black), ("PW", Color::White)] {
            record.set(name, self.setting.entrants[color].name.clone());
        }
        record.set("TM", clocks.main.to_string());
        record.set(
            "OT",
            format!("{} s of user time a move (byo-romi)", clocks.byo_romi),
        );
        if let Some(result) = &self.result {
            record.set("RE", result.clone());
        }
        let mut tree = record.to_tree();
        let nodes: Vec<_> = tree.main_line().collect();
        for ((color, _), (&node, booked)) in self.game.moves().zip(nodes[1..].iter().zip(&self.moves)) {
            let letter = color.letter();
            if booked.in_byo_romi {
                tree.add(node, &format!("{letter}L"), [&*clocks.byo_romi.to_string()]);
                tree.add(node, &format!("O{letter}"), ["1"]);
            } else {
                tree.add(
                    node,
                    &format!("{letter}L"),
                    [&*format!("{:.2}", booked.main_left)],
                );
            }
            tree.add_text(node, "C", &booked.comment);
        }
        let last = nodes[nodes.len() - 1];
        let before = tree
            .get(last, "C")
            .map(|comment| comment.value().text().into_owned());
        let comment: Vec<_> = before.into_iter().chain(self.notes.iter().cloned()).collect();
        let comment = with_verdict(&comment.join("\n"), &self.verdict);
        if !comment.is_empty() {
            tree.set_text(last, "C", &comment);
        }
        tree.to_sgf()
    }
}

/// The first words of a verdict in the comment of the last move.
pub(super) const VERDICT: &str = "Verdict: ";

/// A comment with that verdict in the place of an earlier one.
pub(super) fn with_verdict(comment: &str, verdict: &[String]) -> String {
    let mut lines: Vec<&str> = comment
        .lines()
        .take_while(|line| !line.starts_with(VERDICT))
        .collect();
    let verdict = verdict.join("\n");
    let verdict = format!("{VERDICT}{verdict}");
    if verdict != VERDICT {
        lines.push(&verdict);
    }
    lines.join("\n")
}

/// Writes a file in one step: it is there as it was, or as it shall be.
///
/// # Errors
/// If that cannot be done.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".tmp");
    fs::write(&unfinished, text)
        .and_then(|()| fs::rename(&unfinished, path))
        .with_context(|| format!("cannot write the record {}", path.display()))
}
