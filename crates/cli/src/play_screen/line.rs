// SPDX-License-Identifier: MIT OR Apache-2.0

//! The line at the bottom of the screen, in which words and points are typed, with those that were typed
//! before.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Lines that are remembered.
const REMEMBERED: usize = 100;

/// The typed text, with the cursor.
#[derive(Debug, Default)]
pub(crate) struct CommandLine {
    text: Vec<char>,
    at: usize,
    /// The line is open even while it is empty.
    is_open: bool,
    earlier: Vec<String>,
    /// How many lines back the one is that is shown; 0 for a new one.
    back: usize,
}

/// Effect of a key in the line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Entered {
    /// Nothing more.
    Nothing,
    /// The line is to be obeyed.
    Line(String),
}

impl CommandLine {
    /// Is something being typed?
    pub(crate) fn is_open(&self) -> bool {
        self.is_open || !self.text.is_empty()
    }

    /// Opens the line with that text.
    pub(crate) fn open(&mut self, text: &str) {
        self.is_open = true;
        self.set(text);
    }

    pub(crate) fn close(&mut self) {
        self.is_open = false;
        self.back = 0;
        self.set("");
    }

    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Columns before the place of the next letter.
    pub(crate) fn column(&self) -> usize {
        self.at
    }

    /// The only letter, if the line was not opened but began with it.
    pub(crate) fn lone_letter(&self) -> Option<char> {
        match self.text[..] {
            [letter] if !self.is_open => Some(letter),
            _ => None,
        }
    }

    /// A key while the line is open, or a letter that begins one.
    pub(crate) fn type_key(&mut self, key: KeyEvent) -> Entered {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => {
                let line = self.text();
                self.close();
                if !line.trim().is_empty() && self.earlier.last() != Some(&line) {
                    self.earlier.push(line.clone());
                    let too_many = self.earlier.len().saturating_sub(REMEMBERED);
                    self.earlier.drain(..too_many);
                }
                return Entered::Line(line);
            }
            KeyCode::Esc => self.close(),
            KeyCode::Char('a') if control => self.at = 0,
            KeyCode::Char('e') if control => self.at = self.text.len(),
            KeyCode::Char('u') if control => {
                self.text.drain(..self.at);
                self.at = 0;
            }
            KeyCode::Char('k') if control => self.text.truncate(self.at),
            KeyCode::Char('w') if control => self.delete_word(),
            KeyCode::Char(letter) if !control && !letter.is_control() => {
                self.text.insert(self.at, letter);
                self.at += 1;
            }
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.at);
            }
            // One more than there are letters leads out.
            KeyCode::Backspace if self.text.is_empty() => self.close(),
            KeyCode::Delete if self.at < self.text.len() => {
                self.text.remove(self.at);
            }
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = self.text.len().min(self.at + 1),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            KeyCode::Up => self.recall(self.back + 1),
            KeyCode::Down => self.recall(self.back.saturating_sub(1)),
            _ => {}
        }
        Entered::Nothing
    }

    fn delete_word(&mut self) {
        let is_space = |letter: &char| letter.is_whitespace();
        let before = &self.text[..self.at];
        let word_ends = before.iter().rposition(|c| !is_space(c)).map_or(0, |i| i + 1);
        let word_begins = before[..word_ends]
            .iter()
            .rposition(is_space)
            .map_or(0, |i| i + 1);
        self.text.drain(word_begins..self.at);
        self.at = word_begins;
    }

    /// Shows a line that was typed before.
    fn recall(&mut self, back: usize) {
        let back = back.min(self.earlier.len());
        let line = match back {
            0 => String::new(),
            _ => self.earlier[self.earlier.len() - back].clone(),
        };
        self.is_open = true;
        self.back = back;
        self.set(&line);
    }

    fn set(&mut self, text: &str) {
        self.text = text.chars().collect();
        self.at = self.text.len();
    }
}

#[cfg(test)]
mod tests {
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
        assert_eq!((line.text().as_str(), line.column()), ("a", 1));
    }

    #[test]
    fn lines_come_back() {
        let mut line = CommandLine::default();
        for text in ["d4", "level 3"] {
            type_text(&mut line, text);
            let entered = line.type_key(KeyEvent::from(KeyCode::Enter));
            assert_eq!(entered, Entered::Line(text.to_owned()));
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
