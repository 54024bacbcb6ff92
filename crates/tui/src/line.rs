// SPDX-License-Identifier: MIT OR Apache-2.0

//! The line at the bottom of a screen, in which words and points are typed, with those that were typed
//! before.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler as _;

const REMEMBERED: usize = 100;

/// The typed text, with the cursor.
#[derive(Debug, Default)]
pub(crate) struct CommandLine {
    input: Input,
    /// The line is open even while it is empty.
    is_open: bool,
    earlier: Vec<String>,
    /// How many lines back the one is that is shown; 0 for a new one.
    back: usize,
}

impl CommandLine {
    pub(crate) fn is_open(&self) -> bool {
        self.is_open || !self.text().is_empty()
    }

    pub(crate) fn open(&mut self, text: &str) {
        self.is_open = true;
        self.input = text.into();
    }

    pub(crate) fn close(&mut self) {
        (self.is_open, self.back) = (false, 0);
        self.input.reset();
    }

    pub(crate) fn text(&self) -> &str {
        self.input.value()
    }

    /// Columns before the place of the next letter.
    pub(crate) fn column(&self) -> usize {
        self.input.visual_cursor()
    }

    /// The only letter, if the line was not opened but began with it.
    pub(crate) fn lone_letter(&self) -> Option<char> {
        let mut letters = self.text().chars();
        let first = letters.next();
        first.filter(|_| letters.next().is_none() && !self.is_open)
    }

    /// A key while the line is open, or a letter that begins one. Returns the line if it is complete.
    pub(crate) fn type_key(&mut self, key: KeyEvent) -> Option<String> {
        match key.code {
            KeyCode::Enter => {
                let line = self.input.value_and_reset();
                self.close();
                if !line.trim().is_empty() && self.earlier.last() != Some(&line) {
                    self.earlier.push(line.clone());
                    let too_many = self.earlier.len().saturating_sub(REMEMBERED);
                    self.earlier.drain(..too_many);
                }
                return Some(line);
            }
            KeyCode::Esc => self.close(),
            // One more than there are letters leads out.
            KeyCode::Backspace if self.text().is_empty() => self.close(),
            KeyCode::Up => self.recall(self.back + 1),
            KeyCode::Down => self.recall(self.back.saturating_sub(1)),
            _ => {
                self.input.handle_event(&Event::Key(key));
            }
        }
        None
    }

    fn recall(&mut self, back: usize) {
        self.back = back.min(self.earlier.len());
        let line = self.earlier.iter().rev().nth(self.back.wrapping_sub(1));
        let line = line.cloned().unwrap_or_default();
        self.open(&line);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyModifiers;

    use super::*;

    fn type_all(line: &mut CommandLine, keys: &[KeyCode]) {
        for &key in keys {
            line.type_key(KeyEvent::from(key));
        }
    }

    fn type_text(line: &mut CommandLine, text: &str) {
        for letter in text.chars() {
            line.type_key(KeyEvent::from(KeyCode::Char(letter)));
        }
    }

    #[test]
    fn a_line_is_edited() {
        let mut line = CommandLine::default();
        type_text(&mut line, "leel 3");
        type_all(&mut line, &[KeyCode::Home, KeyCode::Right, KeyCode::Right]);
        type_text(&mut line, "v");
        type_all(&mut line, &[KeyCode::End, KeyCode::Backspace]);
        type_text(&mut line, "10");
        assert_eq!(line.text(), "level 10");
        let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        line.type_key(control('w'));
        assert_eq!(line.text(), "level ");
        line.type_key(control('w'));
        assert!(!line.is_open());
        type_text(&mut line, "ab");
        type_all(&mut line, &[KeyCode::Left]);
        line.type_key(control('k'));
        assert_eq!((line.text(), line.column()), ("a", 1));
    }

    #[test]
    fn lines_come_back() {
        let mut line = CommandLine::default();
        for text in ["d4", "level 3"] {
            type_text(&mut line, text);
            let entered = line.type_key(KeyEvent::from(KeyCode::Enter));
            assert_eq!(entered.as_deref(), Some(text));
            assert!(!line.is_open());
        }
        line.open("");
        type_all(&mut line, &[KeyCode::Up, KeyCode::Up, KeyCode::Up]);
        assert_eq!(line.text(), "d4");
        type_all(&mut line, &[KeyCode::Down]);
        assert_eq!(line.text(), "level 3");
        type_all(&mut line, &[KeyCode::Down]);
        assert_eq!(line.text(), "");
        type_all(&mut line, &[KeyCode::Esc]);
        assert!(!line.is_open());
    }

    #[test]
    fn a_lone_letter_is_one_that_nobody_opened_the_line_for() {
        let mut line = CommandLine::default();
        type_text(&mut line, "h");
        assert_eq!(line.lone_letter(), Some('h'));
        type_text(&mut line, "8");
        assert_eq!(line.lone_letter(), None);
        line.open("h");
        assert_eq!(line.lone_letter(), None);
    }
}
