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
    /// The first line.
    pub(crate) title: Rect,
    /// The board, if it is there.
    pub(crate) board: Option<Rect>,
    /// Columns of a point of the board.
    pub(crate) cell: usize,
    /// The panel, if it is there.
    pub(crate) panel: Option<Rect>,
    /// The line that counts prisoners.
    pub(crate) prisoners: Rect,
    pub(crate) last: Rect,
    /// Is there no room for board and panel at the same time?
    pub(crate) is_small: bool,
}

/// Sizes of the parts to place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs {
    pub(crate) size: BoardSize,
    /// Columns of each point: as many as are pleasant, and as few as can be read.
    pub(crate) cells: [usize; 2],
}

impl Needs {
    fn board(&self, cell: usize) -> [u16; 2] {
        let width = board_width(self.size, cell) as u16;
        [width, u16::from(self.size.height()) + 2]
    }

    /// Columns and lines without which nothing is shown.
    pub(crate) fn least(&self) -> [u16; 2] {
        let [width, height] = self.board(self.cells[1]);
        [width.max(NARROWEST), height + OTHER_LINES]
    }

    /// The widest points for which there is room with the panel beside or below the board, and the layout.
    fn both(&self, area: Rect) -> Option<(usize, Layout)> {
        self.cells.into_iter().find_map(|cell| {
            let [width, height] = self.board(cell);
            let split = |length| [Constraint::Length(length), Constraint::Min(0)];
            if area.width >= width + (GAP + NARROWEST_PANEL) as u16 {
                Some((cell, Layout::horizontal(split(width)).spacing(GAP as u16)))
            } else if area.width >= width && area.height >= height + OTHER_LINES + LOWEST_PANEL {
                Some((cell, Layout::vertical(split(height))))
            } else {
                None
            }
        })
    }
}

impl Places {
    /// The places on an area; none if there is too little room. If `is_turned`, the board alone; or the panel
    /// alone, where the board would be alone otherwise.
    pub(crate) fn within(area: Rect, needs: &Needs, is_turned: bool) -> Option<Self> {
        let least = needs.least();
        if area.width < least[0] || area.height < least[1] {
            return None;
        }
        let lines = [1, area.height - OTHER_LINES, 1, 1].map(Constraint::Length);
        let [title, rest, prisoners, last] = Layout::vertical(lines).areas(area);
        let both = needs.both(area);
        let (cell, board, panel) = match (&both, is_turned) {
            (Some((cell, layout)), false) => {
                let [board, panel] = layout.areas(rest);
                (*cell, Some(board), Some(panel))
            }
            (None, true) => (needs.cells[1], None, Some(rest)),
            _ => {
                let is_roomy = needs.board(needs.cells[0])[0] <= area.width;
                (needs.cells[usize::from(!is_roomy)], Some(rest), None)
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

    /// Where a point is drawn, if the board is there.
    pub(crate) fn position_of(&self, point: Point) -> Option<Position> {
        let board = self.board?;
        Some(Position {
            x: board.x + column_of(point, self.cell) as u16,
            y: board.y + 1 + u16::from(point.y()),
        })
    }
}
