// SPDX-License-Identifier: MIT OR Apache-2.0

//! Layout of a screen of any size.

use katachi_rules::{BoardSize, Point};
use katachi_view::text::{GAP, NARROWEST_PANEL, board_width, column_of};
use ratatui::layout::{Constraint, Layout, Position, Rect};

/// Smallest number of lines of a panel below the board.
const LOWEST_PANEL: u16 = 6;
/// Columns that the lines around the board need.
const NARROWEST: u16 = 40;
/// Lines around the board: title, prisoners, message.
const OTHER_LINES: u16 = 3;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    pub(crate) title: Rect,
    pub(crate) board: Option<Rect>,
    /// Columns of a point of the board.
    pub(crate) cell: usize,
    pub(crate) panel: Option<Rect>,
    pub(crate) prisoners: Rect,
    pub(crate) last: Rect,
    /// Whether there is no room for board and panel at the same time.
    pub(crate) is_small: bool,
}

/// Columns and lines of a board, by the columns of each point.
fn board_size(size: BoardSize, cell: usize) -> [u16; 2] {
    [board_width(size, cell) as u16, u16::from(size.height()) + 2]
}

/// Columns and lines without which nothing is shown, by the fewest columns of a point.
pub(crate) fn least(size: BoardSize, cell: usize) -> [u16; 2] {
    let [width, height] = board_size(size, cell);
    [width.max(NARROWEST), height + OTHER_LINES]
}

/// The widest points for which there is room with the panel beside or below the board, and the layout.
fn both(area: Rect, size: BoardSize, cells: [usize; 2]) -> Option<(usize, Layout)> {
    let split = |length| [Constraint::Length(length), Constraint::Min(0)];
    cells.into_iter().find_map(|cell| {
        let [width, height] = board_size(size, cell);
        if area.width >= width + (GAP + NARROWEST_PANEL) as u16 {
            return Some((cell, Layout::horizontal(split(width)).spacing(GAP as u16)));
        }
        let has_room = area.width >= width && area.height >= height + OTHER_LINES + LOWEST_PANEL;
        has_room.then(|| (cell, Layout::vertical(split(height))))
    })
}

impl Places {
    /// The places on an area; none if there is too little room. Points have as many columns as are pleasant,
    /// or as few as can be read. If `is_turned`, the board alone; or the panel alone, where the board would
    /// be alone otherwise.
    pub(crate) fn within(area: Rect, size: BoardSize, cells: [usize; 2], is_turned: bool) -> Option<Self> {
        let [roomy, tight] = cells;
        let least = least(size, tight);
        if area.width < least[0] || area.height < least[1] {
            return None;
        }
        let lines = [1, area.height - OTHER_LINES, 1, 1].map(Constraint::Length);
        let [title, rest, prisoners, last] = Layout::vertical(lines).areas(area);
        let both = both(area, size, cells);
        let (cell, board, panel) = match (&both, is_turned) {
            (Some((cell, layout)), false) => {
                let [board, panel] = layout.areas(rest);
                (*cell, Some(board), Some(panel))
            }
            (None, true) => (tight, None, Some(rest)),
            _ => {
                let is_roomy = board_size(size, roomy)[0] <= area.width;
                (if is_roomy { roomy } else { tight }, Some(rest), None)
            }
        };
        Some(Self {
            title,
            board,
            cell,
            panel,
            prisoners,
            last,
            is_small: both.is_none(),
        })
    }

    /// The point of a board of that size that is drawn there.
    pub(crate) fn point_at(&self, size: BoardSize, at: Position) -> Option<Point> {
        let board = self.board.filter(|board| board.contains(at))?;
        let x = (i32::from(at.x - board.x) - 3).div_euclid(self.cell as i32);
        let y = i32::from(at.y - board.y) - 1;
        size.point(x, y)
    }

    pub(crate) fn position_of(&self, point: Point) -> Option<Position> {
        let board = self.board?;
        let x = board.x + column_of(point, self.cell) as u16;
        Some(Position::new(x, board.y + 1 + u16::from(point.y())))
    }
}
