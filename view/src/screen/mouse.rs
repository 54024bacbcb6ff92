// SPDX-License-Identifier: MIT OR Apache-2.0

//! The mouse: a click moves the cursor, the wheel steps or scrolls.

use katachi_rules::Point;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::state::{Action, Mode, Screen};

/// The mouse reports every column that it crosses; these are the events that mean something.
pub(super) fn is_of_interest(mouse: MouseEvent) -> bool {
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
                if let Some(point) = self.point_at(at) {
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

    /// The point that is drawn there.
    fn point_at(&self, at: Position) -> Option<Point> {
        let places = self.places.as_ref()?;
        let board = places.board.filter(|board| board.contains(at))?;
        let x = (i32::from(at.x - board.x) - 3).div_euclid(places.cell as i32);
        let y = i32::from(at.y - board.y) - 1;
        self.game.size().point(x, y)
    }
}
