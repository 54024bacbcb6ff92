// SPDX-License-Identifier: MIT OR Apache-2.0

//! Layout of a screen of any size.

use katachi_rules::{BoardSize, Point};
use ratatui::layout::{Constraint, Layout, Position, Rect};

use crate::text::{GAP, NARROWEST_PANEL, board_width, column_of};

/// Smallest number of lines of a panel below the board.
const LOWEST_PANEL: u16 = 6;
/// Columns that the lines around the board need.
const NARROWEST: u16 = 40;
/// Lines around the board: title, prisoners, message.
const OTHER_LINES: u16 = 3;

/// The places of what is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// The first line.
    pub title: Rect,
    /// The board, if it is there.
    pub board: Option<Rect>,
    /// Columns of a point of the board.
    pub cell: usize,
    /// The panel, if it is there.
    pub panel: Option<Rect>,
    /// The line that counts prisoners.
    pub prisoners: Rect,
    /// The last line.
    pub message: Rect,
    /// Is there no room for board and panel at the same time?
    pub is_small: bool,
}

/// Sizes of the parts to place.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// Of the board.
    pub size: BoardSize,
    /// Columns of each point: as many as are pleasant, and as few as can be read.
    pub cells: [usize; 2],
}

/// Where the panel is.
#[derive(Clone, Copy)]
enum Side {
    Beside,
    Below,
}

impl Needs {
    fn board(&self, cell: usize) -> [u16; 2] {
        let width = board_width(self.size, cell) as u16;
        [width, u16::from(self.size.height()) + 2]
    }

    /// Columns and lines without which nothing is shown.
    pub fn least(&self) -> [u16; 2] {
        let [width, height] = self.board(self.cells[1]);
        [width.max(NARROWEST), height + OTHER_LINES]
    }

    /// The place of the panel beside or below the board, with the widest points for which there is room.
    fn both(&self, area: Rect) -> Option<(usize, Side)> {
        self.cells.into_iter().find_map(|cell| {
            let [width, height] = self.board(cell);
            if area.width >= width + GAP as u16 + NARROWEST_PANEL as u16 {
                Some((cell, Side::Beside))
            } else if area.width >= width && area.height >= height + OTHER_LINES + LOWEST_PANEL {
                Some((cell, Side::Below))
            } else {
                None
            }
        })
    }

    fn widest(&self, area: Rect) -> usize {
        let fits = |cell: &usize| self.board(*cell)[0] <= area.width;
        self.cells.into_iter().find(fits).unwrap_or(self.cells[1])
    }
}

impl Places {
    /// The places on an area; none if there is too little room. If `is_turned`, the board alone; or the panel
    /// alone, where the board would be alone otherwise.
    pub fn within(area: Rect, needs: &Needs, is_turned: bool) -> Option<Self> {
        let least = needs.least();
        if area.width < least[0] || area.height < least[1] {
            return None;
        }
        let lines = [
            Constraint::Length(1),
            Constraint::Min(0),
            Constraint::Length(1),
            Constraint::Length(1),
        ];
        let [title, rest, prisoners, message] = Layout::vertical(lines).areas(area);
        let both = needs.both(area);
        let (cell, board, panel) = match (both, is_turned) {
            (Some((cell, side)), false) => {
                let [board, panel] = side.split(rest, needs.board(cell));
                (cell, Some(board), Some(panel))
            }
            (None, true) => (needs.cells[1], None, Some(rest)),
            _ => (needs.widest(area), Some(rest), None),
        };
        Some(Self {
            title,
            board,
            cell,
            panel,
            prisoners,
            message,
            is_small: both.is_none(),
        })
    }

    /// The point of a board of that size that is drawn there.
    pub fn point_at(&self, size: BoardSize, at: Position) -> Option<Point> {
        let board = self.board.filter(|board| board.contains(at))?;
        let x = (i32::from(at.x - board.x) - 3).div_euclid(self.cell as i32);
        let y = i32::from(at.y - board.y) - 1;
        size.point(x, y)
    }

    /// Where a point is drawn, if the board is there.
    pub fn position_of(&self, point: Point) -> Option<Position> {
        let board = self.board?;
        Some(Position {
            x: board.x + column_of(point, self.cell) as u16,
            y: board.y + 1 + u16::from(point.y()),
        })
    }
}

impl Side {
    fn split(self, area: Rect, [width, height]: [u16; 2]) -> [Rect; 2] {
        let layout = match self {
            Self::Beside => {
                Layout::horizontal([Constraint::Length(width), Constraint::Min(0)]).spacing(GAP as u16)
            }
            Self::Below => Layout::vertical([Constraint::Length(height), Constraint::Min(0)]),
        };
        layout.areas(area)
    }
}
