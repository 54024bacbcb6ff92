// SPDX-License-Identifier: MIT OR Apache-2.0

//! The mouse: a click moves the cursor, the wheel steps or scrolls.

use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::state::{Action, Mode, Screen};

/// The mouse reports every column that it crosses; these are the events that mean something.
pub fn is_of_interest(mouse: MouseEvent) -> bool {
    matches!(
        mouse.kind,
        MouseEventKind::Down(MouseButton::Left) | MouseEventKind::ScrollUp | MouseEventKind::ScrollDown
    )
}

impl Screen {
    /// Does what the mouse asks for, by the places of what was drawn last.
    pub fn handle_mouse(&mut self, mouse: MouseEvent) -> Action {
        let at = Position::new(mouse.column, mouse.row);
        self.message = None;
        match (&self.mode, mouse.kind) {
            (Mode::Board, MouseEventKind::Down(_)) => {
                let places = self.places.as_ref();
                if let Some(point) = places.and_then(|places| places.point_at(self.game.size(), at)) {
                    self.look_at(point);
                }
            }
            (Mode::Board, MouseEventKind::ScrollUp) => self.wheel(at, -1),
            (Mode::Board, MouseEventKind::ScrollDown) => self.wheel(at, 1),
            (&Mode::Games(chosen), MouseEventKind::ScrollUp) => return self.choose_game(chosen, KeyCode::Up),
            (&Mode::Games(chosen), MouseEventKind::ScrollDown) => {
                return self.choose_game(chosen, KeyCode::Down);
            }
            _ => {}
        }
        Action::Draw
    }

    fn wheel(&mut self, at: Position, lines: isize) {
        let panel = self.places.as_ref().and_then(|places| places.panel);
        if panel.is_some_and(|panel| panel.contains(at)) {
            self.scroll = self.scroll.saturating_add_signed(lines);
        } else {
            self.step(lines);
        }
    }
}
