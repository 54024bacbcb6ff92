// SPDX-License-Identifier: MIT OR Apache-2.0

//! Typing the number of a move.

use ratatui::crossterm::event::KeyCode;

use super::state::{Mode, Screen};

/// No game has moves of more digits.
const DIGITS: usize = 6;

impl Screen {
    /// A key while a number is typed.
    pub(super) fn type_number(&mut self, mut typed: String, key: KeyCode) {
        match key {
            KeyCode::Char(digit) if digit.is_ascii_digit() && typed.len() < DIGITS => typed.push(digit),
            KeyCode::Backspace => {
                typed.pop();
            }
            KeyCode::Esc => return self.mode = Mode::Board,
            KeyCode::Enter => {
                self.mode = Mode::Board;
                return self.go_before(&typed);
            }
            _ => {}
        }
        self.mode = Mode::Number(typed);
    }

    /// To the position before the move of that number.
    fn go_before(&mut self, number: &str) {
        let last = self.end + 1;
        match number.parse::<usize>() {
            Ok(number) if (1..=last).contains(&number) => self.go_to(number - 1),
            Ok(number) => {
                self.message = Some(format!(
                    "There is no position before move {number}: use 1 to {last}."
                ));
            }
            Err(_) => self.message = Some(format!("Type the number of a move, 1 to {last}.")),
        }
    }
}
