// SPDX-License-Identifier: MIT OR Apache-2.0

//! The list of the games of a file.

use katachi_rules::printable_line;
use katachi_rules::sgf::Record;
use ratatui::crossterm::event::KeyCode;

use super::state::{Mode, Screen};

/// Lines that PgUp and PgDn go.
const PAGE: usize = 10;

impl Screen {
    /// The place of the shown game among the games of the file. None for a file of one game.
    pub(super) fn place_of_game(&self) -> Option<String> {
        let count = self.games.len();
        (count > 1).then(|| format!("game {} of {count}", self.number + 1))
    }

    pub(super) fn list_games(&mut self) {
        if self.games.len() > 1 {
            self.mode = Mode::Games(self.number);
        } else {
            self.message = Some("There is one game only.".to_owned());
        }
    }

    /// A key while the list is shown, with the chosen game.
    pub(super) fn choose_game(&mut self, chosen: usize, key: KeyCode) {
        let last = self.games.len() - 1;
        let chosen = match key {
            KeyCode::Up | KeyCode::Char('k') => chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => last.min(chosen + 1),
            KeyCode::PageUp => chosen.saturating_sub(PAGE),
            KeyCode::PageDown => last.min(chosen + PAGE),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter => {
                self.open(chosen);
                return;
            }
            KeyCode::Esc | KeyCode::Char('q' | 'o') => {
                self.mode = Mode::Board;
                return;
            }
            _ => chosen,
        };
        self.mode = Mode::Games(chosen);
    }

    /// Shows that game from its end. One that is not legal says so, and the list stays.
    pub(super) fn open(&mut self, chosen: usize) {
        let before = std::mem::replace(&mut self.number, chosen);
        match self.begin() {
            Ok(()) => self.mode = Mode::Board,
            Err(why) => {
                self.number = before;
                self.mode = Mode::Games(chosen);
                self.message = Some(format!("Game {} cannot be used: {why}.", chosen + 1));
            }
        }
    }

    /// A line for each game: its number, the board, the players, the length, the result, the date.
    pub(super) fn titles(&self) -> impl Iterator<Item = String> {
        let digits = self.games.len().to_string().len();
        let games = self.games.iter().enumerate();
        games.map(move |(i, entry)| {
            let text = match entry {
                Ok((record, _)) => about(record),
                Err(why) => format!("cannot be used: {why}"),
            };
            format!("{:>digits$}  {text}", i + 1)
        })
    }
}

fn about(record: &Record) -> String {
    let text = |name: &str| {
        let text = record.get(name).map(printable_line);
        text.filter(|text| !text.trim().is_empty())
    };
    let player = |name| text(name).unwrap_or_else(|| "?".to_owned());
    let mut parts = vec![
        format!(
            "{:<5}  {} - {}",
            record.size.to_string(),
            player("PB"),
            player("PW")
        ),
        match record.move_count() {
            1 => "1 move".to_owned(),
            count => format!("{count} moves"),
        },
    ];
    parts.extend(["RE", "DT"].into_iter().filter_map(text));
    parts.join(", ")
}
