// SPDX-License-Identifier: MIT OR Apache-2.0

//! A corner or a side turned to its standard form: the upper right corner or the upper side, in the lowest of
//! its four views.

use katachi_rules::{Board, BoardSize, Color, Point};

/// The only board that sequences are taken from.
pub(super) const SIZE: BoardSize = BoardSize::square(19);

/// A point by its lines from the right and the upper edge, each counted from 0.
pub(super) type Lines = (u8, u8);

/// The stones of a region, two bits for each point. Regions have at most 11 x 19 points, so that it fits.
pub(super) type Stones = [u64; 7];

/// The point by its lines.
pub(super) fn point((x, y): Lines) -> Point {
    Point::new(SIZE.width() - 1 - x, y)
}

/// What sequences are drawn from: the four corners or the four sides of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    width: u8,
    height: u8,
}

impl Region {
    /// Corners, of so many lines from each edge.
    pub(super) fn corner(lines: u8) -> Self {
        Self {
            width: lines,
            height: lines,
        }
    }

    /// Whole sides, of so many lines from their edge.
    pub(super) fn side(lines: u8) -> Self {
        Self {
            width: SIZE.width(),
            height: lines,
        }
    }

    pub(super) fn is_side(self) -> bool {
        self.width == SIZE.width()
    }

    /// The lower left point.
    pub(super) fn boundary(self) -> Point {
        point((self.width - 1, self.height - 1))
    }

    /// The lines of a point as seen from one of the four corners or sides, if it belongs to it. Some are
    /// mirrored by this, which does not matter, as mirror images become one.
    pub(super) fn lines(self, point: Point, which: usize) -> Option<Lines> {
        let last = SIZE.width() - 1;
        let from = |is_far: bool, at: u8| if is_far { last - at } else { at };
        let is_even = which & 1 == 0;
        let (x, y) = match self.is_side() {
            true if is_even => (point.x(), point.y()),
            true => (point.y(), point.x()),
            false => (from(is_even, point.x()), point.y()),
        };
        let y = from(which & 2 != 0, y);
        (x < self.width && y < self.height).then_some((x, y))
    }

    fn mirrored(self, (x, y): Lines) -> Lines {
        match self.is_side() {
            true => (self.width - 1 - x, y),
            false => (y, x),
        }
    }
}

/// A way to look at a region. Each undoes itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionView {
    region: Region,
    mirrored: bool,
    /// Black is seen as White.
    swapped: bool,
}

impl RegionView {
    fn color(self, color: Color) -> Color {
        if self.swapped { color.opposite() } else { color }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Play {
    pub(super) color: Color,
    pub(super) at: Lines,
}

impl Play {
    pub(super) fn seen(self, view: RegionView) -> Self {
        Self {
            color: view.color(self.color),
            at: match view.mirrored {
                true => view.region.mirrored(self.at),
                false => self.at,
            },
        }
    }
}

/// The standard form of a region, and the views that show it so: more than one if it is symmetric.
#[derive(Clone, Debug)]
pub(super) struct Standard {
    pub(super) stones: Stones,
    views: Vec<RegionView>,
}

impl Standard {
    /// The standard form of the upper right corner or the upper side of a board.
    pub(super) fn new(board: &Board, region: Region) -> Self {
        let Region { width, height } = region;
        let points = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let play = |at| board.cell(point(at)).color().map(|color| Play { color, at });
        let plays: Vec<Play> = points.filter_map(play).collect();
        let seen = |view: RegionView| {
            let mut stones = Stones::default();
            for Play { color, at: (x, y) } in plays.iter().map(|play| play.seen(view)) {
                let bit = 2 * (usize::from(y) * usize::from(width) + usize::from(x));
                stones[bit / 64] |= (1 + color as u64) << (bit % 64);
            }
            stones
        };
        let views = [(false, false), (true, false), (false, true), (true, true)];
        let views = views.map(|(mirrored, swapped)| RegionView {
            region,
            mirrored,
            swapped,
        });
        let stones = views.map(seen).into_iter().min().expect("there are four views");
        let views = views.into_iter().filter(|&view| seen(view) == stones).collect();
        Self { stones, views }
    }

    pub(super) fn view(&self) -> RegionView {
        self.views[0]
    }

    /// A move of the board as a move of the standard form; moves that a symmetry makes one are one.
    pub(super) fn play(&self, play: Play) -> Play {
        let seen = self.views.iter().map(|&view| play.seen(view));
        seen.min().expect("there is a view")
    }

    /// A colour of the board in the standard form.
    pub(super) fn color(&self, color: Color) -> Color {
        let seen = self.views.iter().map(|view| view.color(color));
        seen.min().expect("there is a view")
    }
}
