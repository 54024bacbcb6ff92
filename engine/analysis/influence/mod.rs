// SPDX-License-Identifier: MIT OR Apache-2.0

//! Area, moyo and territory by Bouzy's dilations and erosions (B. Bouzy, "Mathematical morphology
//! applied to computer Go", 2003; the numbers of rounds are GNU Go's).

mod grid;

use grid::Grid;
use katachi_rules::{Board, BoardSize, ByColor, Color, Point, PointMap, PointSet};

use crate::local::component;

/// Value of each own area that a move joins to another; 5 to 30.
const JOINED_AREA_VALUE: i32 = 15;
/// Value of each part that a move splits off an enemy area; 5 to 30.
const SPLIT_AREA_VALUE: i32 = 10;
/// Two stones with at most that number of empty points in their area stand alone. By GNU Go.
const NARROW_AREA: usize = 10;

/// Rounds of dilation and erosion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// Dilations, first.
    pub dilate: u32,
    /// Erosions, after them.
    pub erode: u32,
}

/// Rounds for territory: an isolated stone has none. Bouzy 2003, with the numbers of GNU Go.
pub const TERRITORY: Rounds = Rounds { dilate: 5, erode: 21 };
/// Rounds for moyo: points that a side may get. Bouzy 2003, with the numbers of GNU Go.
pub const MOYO: Rounds = Rounds { dilate: 5, erode: 10 };
/// Rounds for area: points near a side's stones. Bouzy 2003, with the numbers of GNU Go.
pub const AREA: Rounds = Rounds { dilate: 4, erode: 0 };
/// Value of a stone on the map: +128 for Black, -128 for White.
const STONE: i16 = 128;

/// A value for each point: positive where Black has influence, negative where White has.
#[derive(Clone, Debug)]
pub struct InfluenceMap {
    size: BoardSize,
    values: Grid,
}

impl InfluenceMap {
    /// The map of the stones on the board, without the dead ones, after these rounds. O(points * rounds).
    pub fn new(board: &Board, dead: &PointSet, rounds: Rounds) -> Self {
        let size = board.size();
        let mut values = Grid::new(size);
        for p in size.points().filter(|&p| !dead.contains(p)) {
            match board.cell(p).color() {
                Some(Color::Black) => values.set(p, STONE),
                Some(Color::White) => values.set(p, -STONE),
                None => {}
            }
        }
        values.transform(rounds);
        Self { size, values }
    }

    /// The value of a point.
    pub fn value(&self, point: Point) -> i32 {
        i32::from(self.values.get(point))
    }

    /// The side with influence on the point.
    pub fn owner(&self, point: Point) -> Option<Color> {
        match self.values.get(point) {
            0 => None,
            v if v > 0 => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    /// Number of empty points and dead stones of each side.
    pub fn points(&self, board: &Board, dead: &PointSet) -> ByColor<i32> {
        let mut points = ByColor::default();
        let is_free = |&p: &Point| board.is_empty(p) || dead.contains(p);
        for owner in self.size.points().filter(is_free).filter_map(|p| self.owner(p)) {
            points[owner] += 1;
        }
        points
    }

    /// Black's number of such points, less White's.
    fn lead(&self, board: &Board, dead: &PointSet) -> i32 {
        let points = self.points(board, dead);
        points.black - points.white
    }

    /// The points, stones among them, that are connected to `start` and belong to its side. Empty if it
    /// belongs to nobody.
    pub fn component(&self, start: Point) -> PointSet {
        match self.owner(start) {
            None => PointSet::EMPTY,
            owner => component(self.size, start, |p| self.owner(p) == owner),
        }
    }

    /// Number of connected parts of the points of a side. O(points).
    pub(crate) fn count_components(&self, color: Color) -> i32 {
        let mut seen = PointSet::EMPTY;
        let mut count = 0;
        for p in self.size.points().filter(|&p| self.owner(p) == Some(color)) {
            if !seen.contains(p) {
                seen.extend_with(&self.component(p));
                count += 1;
            }
        }
        count
    }
}

/// Area, moyo and territory of a position, and the changes by moves.
#[derive(Clone, Debug)]
pub struct Influence {
    board: Board,
    dead: PointSet,
    /// Points near a side's stones.
    pub area: InfluenceMap,
    /// Points that a side may get.
    pub moyo: InfluenceMap,
    /// Points that a side will get if the game goes on normally.
    pub territory: InfluenceMap,
    moyo_lead: i32,
}

/// Gains of moyo by the moves of one position, each computed once.
#[derive(Clone, Debug)]
pub struct MoyoGains(ByColor<PointMap<Option<i16>>>);

impl Default for MoyoGains {
    fn default() -> Self {
        Self(ByColor::from_fn(|_| PointMap::filled(None)))
    }
}

impl MoyoGains {
    /// [`Influence::delta_moyo`] of the position.
    pub fn gain(&mut self, influence: &Influence, point: Point, color: Color) -> i32 {
        let known = &mut self.0[color][point];
        i32::from(*known.get_or_insert_with(|| influence.delta_moyo(point, color) as i16))
    }
}

impl Influence {
    /// The influence of a position; dead stones count as not there.
    pub fn new(board: &Board, dead: &PointSet) -> Self {
        let moyo = InfluenceMap::new(board, dead, MOYO);
        Self {
            board: board.clone(),
            dead: *dead,
            area: InfluenceMap::new(board, dead, AREA),
            territory: InfluenceMap::new(board, dead, TERRITORY),
            moyo_lead: moyo.lead(board, dead),
            moyo,
        }
    }

    /// Points of moyo that a move would gain for its side and take from the other, together. 0 if it is
    /// not legal. Costs 15 rounds on the whole board: [`MoyoGains`] caches it.
    pub fn delta_moyo(&self, point: Point, color: Color) -> i32 {
        if !self.board.is_legal(color, point) {
            return 0;
        }
        let mut board = self.board.clone();
        board.place(color, point);
        let moyo = InfluenceMap::new(&board, &self.dead, MOYO);
        let gain = moyo.lead(&board, &self.dead) - self.moyo_lead;
        if color == Color::Black { gain } else { -gain }
    }

    /// Empty points of the area around a point, 0 if it is in nobody's area.
    pub fn area_spaces(&self, point: Point) -> usize {
        let area = self.area.component(point);
        area.iter().filter(|&p| self.board.is_empty(p)).count()
    }

    /// Stones of the area around a point, 0 if it is in nobody's area.
    pub(crate) fn area_stones(&self, point: Point) -> usize {
        self.area.component(point).len() - self.area_spaces(point)
    }

    /// The effect of a move on the areas of the board: 15 for each own area less, as it joins them, and 10
    /// for each enemy area more, as it splits them. 0 for a stone that is alone. The rule is GNU Go's.
    pub(crate) fn split_value(&self, point: Point, color: Color) -> i32 {
        match self.company(point, color) {
            Some((2.., false, area)) => {
                let added = |side| area.count_components(side) - self.area.count_components(side);
                SPLIT_AREA_VALUE * added(color.opposite()) - JOINED_AREA_VALUE * added(color)
            }
            _ => 0,
        }
    }

    /// Returns whether a stone there would stand alone, or with one other, in an area without room. GNU Go's
    /// rule.
    pub(crate) fn is_isolated(&self, point: Point, color: Color) -> bool {
        self.company(point, color)
            .is_some_and(|(_, is_isolated, _)| is_isolated)
    }

    /// After a legal move: the number of stones in the area of the new stone, whether they stand alone in it,
    /// and all areas.
    fn company(&self, point: Point, color: Color) -> Option<(usize, bool, InfluenceMap)> {
        if !self.board.is_legal(color, point) {
            return None;
        }
        let mut board = self.board.clone();
        board.place(color, point);
        let area = InfluenceMap::new(&board, &self.dead, AREA);
        let own = area.component(point);
        let stones = own.iter().filter(|&p| board.cell(p) == board.cell(point)).count();
        let is_isolated = stones <= 2 && own.len() - stones <= NARROW_AREA;
        Some((stones, is_isolated, area))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of the classical description.
    const EXAMPLE: &str = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . X . . . . . . . .
        . . X . . . . . . X . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . O . .
        . . . X . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . O . . . . . . . . .
        . . . . . . . . . . O . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .";

    #[test]
    fn the_worked_example_counts_as_it_should() {
        let board = Board::from_diagram(EXAMPLE);
        let influence = Influence::new(&board, &PointSet::EMPTY);
        let count = |map: &InfluenceMap| {
            let points = map.points(&board, &PointSet::EMPTY);
            (points.white, points.black)
        };
        assert_eq!(count(&influence.territory), (18, 32));
        assert_eq!(count(&influence.moyo), (36, 50));
        for (vertex, delta) in [("F4", 20), ("A13", 15), ("F9", 17)] {
            let point = board.size().parse_vertex(vertex).unwrap();
            assert_eq!(influence.delta_moyo(point, Color::White), delta, "{vertex}");
        }
    }

    #[test]
    fn the_gain_of_a_move_is_the_difference_of_the_maps_before_and_after() {
        let capturing = "
            . X O . X . .
            X O O X . X .
            . X X . X O .
            O O X . . . .
            . O X . O O .
            O . X O X O .
            . O X O . X O";
        for diagram in [EXAMPLE, capturing] {
            let board = Board::from_diagram(diagram);
            let lone_dead = PointSet::from_iter(board.string(board.size().parse_vertex("E3").unwrap()));
            for dead in [PointSet::EMPTY, lone_dead] {
                let influence = Influence::new(&board, &dead);
                let lead = |board: &Board| {
                    let points = InfluenceMap::new(board, &dead, MOYO).points(board, &dead);
                    points.black - points.white
                };
                for color in Color::BOTH {
                    for p in board.size().points() {
                        let mut after = board.clone();
                        let expected = match board.is_legal(color, p) {
                            true => {
                                after.place(color, p);
                                let gain = lead(&after) - lead(&board);
                                if color == Color::Black { gain } else { -gain }
                            }
                            false => 0,
                        };
                        assert_eq!(influence.delta_moyo(p, color), expected, "{color} at {p:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_lone_stone_has_no_territory() {
        let mut board = Board::new(BoardSize::square(19));
        board.set_stones([(Point::new(9, 9), Color::Black)]).unwrap();
        let influence = Influence::new(&board, &PointSet::EMPTY);
        assert_eq!(influence.territory.points(&board, &PointSet::EMPTY).black, 0);
        assert!(influence.area.points(&board, &PointSet::EMPTY).black > 20);
    }

    #[test]
    fn dead_stones_have_no_influence_and_their_points_count() {
        let board = Board::from_diagram(EXAMPLE);
        let dead: PointSet = board
            .size()
            .points()
            .filter(|&p| board.cell(p).is(Color::White))
            .collect();
        let influence = Influence::new(&board, &dead);
        assert_eq!(influence.moyo.points(&board, &dead).white, 0);
    }

    #[test]
    fn joining_and_splitting_areas_has_a_value() {
        let pairs = "
            . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . .
            . X X . . . . . . . . . . X X .
            . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . .";
        let split = |diagram: &str, vertex, color| {
            let board = Board::from_diagram(diagram);
            let point = board.size().parse_vertex(vertex).unwrap();
            Influence::new(&board, &PointSet::EMPTY).split_value(point, color)
        };
        assert_eq!(split(pairs, "H3", Color::Black), 15, "it joins the two");
        assert_eq!(split(pairs, "C2", Color::Black), 0, "it joins nothing");
        let near = "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . X X . . . . . . . X X .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .";
        assert_eq!(
            split(near, "G3", Color::White),
            0,
            "the stone is alone in its area"
        );
        let joined = "
            . . . . . . . . .
            . X X . . . X X .
            . . . O . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert_eq!(split(joined, "F4", Color::White), 10, "one area becomes two");
        assert_eq!(split(near, "A5", Color::White), 0);
    }
}
