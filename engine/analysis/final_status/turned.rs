//! One of the 16 positions that are the same but for symmetry and colours, always the same one, so that a judgement by random
//! games is the same for all of them.

use katachi_rules::{Board, BoardSize, Color, Point, PointMap, PointSet};

/// How a position is turned.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    size: BoardSize,
    mirror: (bool, bool),
    swap_axes: bool,
    swap_colors: bool,
}

impl Turn {
    /// The turn that leads from a position to the one that stands for it.
    pub(super) fn to_standard(board: &Board) -> Self {
        let all = (0..16u8).map(|bits| Self {
            size: board.size(),
            mirror: (bits & 1 != 0, bits & 2 != 0),
            swap_axes: bits & 4 != 0,
            swap_colors: bits & 8 != 0,
        });
        all.min_by_key(|turn| {
            let turned = turn.board(board);
            (turned.size().width(), turned.key())
        })
        .expect("there are 16")
    }

    pub(super) fn point(&self, p: Point) -> Point {
        let x = if self.mirror.0 {
            self.size.width() - 1 - p.x()
        } else {
            p.x()
        };
        let y = if self.mirror.1 {
            self.size.height() - 1 - p.y()
        } else {
            p.y()
        };
        if self.swap_axes {
            Point::new(y, x)
        } else {
            Point::new(x, y)
        }
    }

    pub(super) fn color(&self, color: Color) -> Color {
        if self.swap_colors { color.opposite() } else { color }
    }

    /// The turned position, without its ko.
    pub(super) fn board(&self, board: &Board) -> Board {
        let (mut width, mut height) = (self.size.width(), self.size.height());
        if self.swap_axes {
            (width, height) = (height, width);
        }
        let mut turned = Board::new(BoardSize::new(width, height).expect("the sides of a board"));
        // In the order of the turned points: the order of strings and empty points depends on it.
        let mut stones: Vec<(Point, Color)> = Vec::new();
        for p in self.size.points() {
            let color = board.cell(p).color();
            stones.extend(color.map(|color| (self.point(p), self.color(color))));
        }
        stones.sort_by_key(|(p, _)| (p.y(), p.x()));
        turned
            .set_stones(stones)
            .expect("a turned position is a position");
        turned
    }

    pub(super) fn points(&self, points: &PointSet) -> PointSet {
        points.iter().map(|p| self.point(p)).collect()
    }

    /// Those points whose turned ones are in a set.
    pub(super) fn points_back(&self, turned: &PointSet) -> PointSet {
        self.size
            .points()
            .filter(|&p| turned.contains(self.point(p)))
            .collect()
    }

    /// The owners of points by those of the turned ones.
    pub(super) fn owners_back(&self, turned: &PointMap<Option<Color>>) -> PointMap<Option<Color>> {
        let mut owners = PointMap::filled(None);
        for p in self.size.points() {
            owners[p] = turned[self.point(p)].map(|color| self.color(color));
        }
        owners
    }
}
