// SPDX-License-Identifier: MIT OR Apache-2.0

//! A corner turned to its standard form: the upper right one, in the lowest of its four views.

use katachi_rules::{Board, BoardSize, Color, Point};

/// The only board that corner sequences are taken from.
pub(super) const SIZE: BoardSize = BoardSize::square(19);

/// A point by its lines from the right and the upper edge, each counted from 0.
pub(super) type Lines = (u8, u8);

/// The stones of a corner, two bits for each point. Corners have at most eleven lines, so that it fits.
pub(super) type Stones = [u64; 4];

/// The point of the upper right corner.
pub(super) fn point((x, y): Lines) -> Point {
    Point::new(SIZE.width() - 1 - x, y)
}

/// The lines of a point as seen from one of the four corners, if it is among the first `reach` of both edges.
/// Some corners are mirrored by this, which does not matter, as mirror images become one.
pub(super) fn lines(point: Point, corner: usize, reach: u8) -> Option<Lines> {
    let last = SIZE.width() - 1;
    let from = |is_far: bool, at: u8| if is_far { last - at } else { at };
    let (x, y) = (from(corner & 1 == 0, point.x()), from(corner & 2 != 0, point.y()));
    (x < reach && y < reach).then_some((x, y))
}

/// A way to look at a corner. Each undoes itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CornerView {
    mirrored: bool,
    /// Black is seen as White.
    swapped: bool,
}

impl CornerView {
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
    pub(super) fn seen(self, view: CornerView) -> Self {
        let (x, y) = self.at;
        Self {
            color: view.color(self.color),
            at: if view.mirrored { (y, x) } else { (x, y) },
        }
    }
}

/// The standard form of a corner, and the views that show it so: more than one if it is symmetric.
#[derive(Clone, Debug)]
pub(super) struct Standard {
    pub(super) stones: Stones,
    views: Vec<CornerView>,
}

impl Standard {
    /// The standard form of the upper right corner of a board.
    pub(super) fn new(board: &Board, reach: u8) -> Self {
        let points = (0..reach).flat_map(|y| (0..reach).map(move |x| (x, y)));
        let play = |at| board.cell(point(at)).color().map(|color| Play { color, at });
        let plays: Vec<Play> = points.filter_map(play).collect();
        let seen = |view: CornerView| {
            let mut stones = Stones::default();
            for Play { color, at: (x, y) } in plays.iter().map(|play| play.seen(view)) {
                let bit = 2 * (usize::from(y) * usize::from(reach) + usize::from(x));
                stones[bit / 64] |= (1 + color as u64) << (bit % 64);
            }
            stones
        };
        let views = [(false, false), (true, false), (false, true), (true, true)];
        let views = views.map(|(mirrored, swapped)| CornerView { mirrored, swapped });
        let stones = views.map(seen).into_iter().min().expect("there are four views");
        let views = views.into_iter().filter(|&view| seen(view) == stones).collect();
        Self { stones, views }
    }

    pub(super) fn view(&self) -> CornerView {
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
