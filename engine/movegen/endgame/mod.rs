// SPDX-License-Identifier: MIT OR Apache-2.0

//! The endgame: values of moves at the borders of settled areas.
//!
//! Around each point where both sides can still move, the local game is searched in a window (`search`), and
//! its thermograph (`thermograph`) tells what each first move gains: the temperature at which a move
//! elsewhere is as good. A move in gote gains half of its swing, which is the difference between the results
//! of both sides' first moves; one in sente or reverse sente gains all of it. In the engine's unit, where 5
//! are one point of swing, that is 10 for each point gained.
//!
//! A place is not settled if more than a few stones near it are not (`MAX_UNSETTLED`): their ownership by
//! playouts is unclear, or their group is critical. On a large board that is nearly full, groups that the
//! analysis calls alive need less ownership.
//!
//! A move in sente comes before the best move in gote if its sente temperature is not below the gain of that
//! move. A threat is not sente if another move gains as much without it and leaves as high a stop. The side
//! that takes a ko pays for the move that ends it.

mod search;
mod stones;
mod thermograph;

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::{Evidence, Input, ReasonKind};
use crate::analysis::{Dragons, FinalStatus, Status};
use crate::local::{Window, WindowSet, singles};
use crate::movegen::NEARLY_FULL;
use crate::reading::Reader;
use search::{EndgameSearch, Gain};
use stones::WindowBoard;

/// Value of a point gained by a move: two points of swing in gote. By the scale of values.
const VALUE_PER_POINT: f32 = 10.0;
/// The share of its gain that a move in sente counts more than one in gote that gains as much; 0 to 1.
const SENTE_BONUS: f32 = 0.5;
/// The value that a move loses for each point by which its stop is lower than the stop of another move that
/// gains as much. By the scale of values.
const VALUE_PER_POINT_OF_STOP: f32 = 5.0;
/// Depth of a search in quiet moves, in plies; 4 to 10.
const QUIET_DEPTH: u8 = 6;
/// Positions searched in a window; 500 to 20,000.
const WINDOW_NODES: u32 = 3_000;
/// A point is at a border if living stones of both sides are within this number of steps; 2 to 4.
const BORDER_STEPS: u32 = 3;
/// Moves of a window are at most this number of steps from its centre; 3 to 5, the half of a window.
const WINDOW_REACH: u32 = 4;
/// First moves of a window are at most this number of steps from its centre; 2 to 4.
const FIRST_MOVE_REACH: u32 = 3;
/// A stone is settled if its ownership is at least this far from 0; 0.4 to 0.9.
const SETTLED_OWNERSHIP: f32 = 0.6;
/// The settled ownership of a stone of a group that the analysis calls alive and that is in no race, on a
/// nearly full large board. Small boards have many groups that are called alive too early. Without it two
/// more tests of suites pass (experiments).
const SETTLED_OWNERSHIP_OF_LIVING: f32 = 0.2;
/// A board is large if it has this number of points: from 13 lines on; 100 to 200.
const LARGE_BOARD: usize = 150;
/// A place is settled if at most this number of stones nearby are not: the stone of a ko never is; 0 to 5.
const MAX_UNSETTLED: usize = 2;

/// Returns evidence for every empty point of settled places: what a move there gains, or a value of 0.
pub(super) fn gains(input: &Input<'_>, _: &mut Reader) -> Vec<Evidence> {
    let Some(status) = input.status else {
        return Vec::new();
    };
    let board = input.position.board();
    let borders = Borders::new(board, status, &input.analysis.dragons);
    let mut centers: Vec<Point> = board.empty_points().collect();
    centers.sort_by_key(|&p| (borders.steps[p], p));
    let mut searched = PointSet::EMPTY;
    let mut gained = Vec::new();
    for center in centers {
        if !searched.contains(center) && borders.is_settled(center) {
            gained.extend(borders.search_around(input, center, &mut searched));
        }
    }
    let mut evidence = evidence(&gained);
    let nothing = ReasonKind::Endgame {
        points: 0.0,
        is_sente: false,
    };
    searched.extend(board.empty_points().filter(|&p| borders.is_settled(p)));
    for e in &evidence {
        searched.remove(e.point);
    }
    evidence.extend(searched.iter().map(|p| Evidence::new(p, nothing.clone(), 0)));
    evidence
}

/// The places where the areas of both sides meet.
struct Borders<'a> {
    board: &'a Board,
    status: &'a FinalStatus,
    /// Steps from each empty point to the nearest living stone of the farther side, up to [`BORDER_STEPS`].
    steps: PointMap<u32>,
    /// Stones of unclear ownership, and stones of critical groups.
    unsettled: PointSet,
}

impl<'a> Borders<'a> {
    fn new(board: &'a Board, status: &'a FinalStatus, dragons: &Dragons) -> Self {
        let [black, white] = Color::BOTH.map(|color| distances(board, color, &status.dead));
        let mut steps = PointMap::filled(u32::MAX);
        for p in board.empty_points() {
            steps[p] = black[p].max(white[p]);
        }
        let stones = board.size().area() - board.empty_points().len();
        let is_late =
            board.size().area() >= LARGE_BOARD && stones as f32 >= NEARLY_FULL * board.size().area() as f32;
        let is_unsettled = |&p: &Point| {
            let group = dragons.get(p);
            let lives = group.is_some_and(|d| d.status == Status::Alive && !d.seki && d.races.is_empty());
            let needed = if is_late && lives {
                SETTLED_OWNERSHIP_OF_LIVING
            } else {
                SETTLED_OWNERSHIP
            };
            let is_open = status.ownership.share(p, Color::Black).abs() < needed;
            board.cell(p).is_stone() && (is_open || dragons.status(p) == Status::Critical)
        };
        Self {
            board,
            status,
            steps,
            unsettled: board.size().points().filter(is_unsettled).collect(),
        }
    }

    fn is_open(&self, point: Point) -> bool {
        self.steps[point] <= BORDER_STEPS
    }

    /// Whether the stones near the point are settled, but for a few.
    fn is_settled(&self, center: Point) -> bool {
        self.unsettled
            .iter()
            .filter(|p| p.distance(center) <= WINDOW_REACH)
            .count()
            <= MAX_UNSETTLED
    }

    /// Searches the local game around a point for the gains of first moves that were not searched yet, and
    /// how much their values lose against other moves of the same game that gain as much.
    fn search_around(
        &self,
        input: &Input<'_>,
        center: Point,
        searched: &mut PointSet,
    ) -> Vec<(Point, Gain, i32)> {
        let window = Window::around(self.board.size(), center);
        let board = WindowBoard::new(self.board, window, &self.status.dead);
        let within = |reach: u32, keep: &dyn Fn(Point) -> bool| -> WindowSet {
            let matches =
                |b: &WindowSet| window.point(*b).distance(center) <= reach && keep(window.point(*b));
            singles(window.all).filter(matches).fold(0, |set, b| set | b)
        };
        let border = within(WINDOW_REACH, &|p| p == center || self.is_open(p));
        let fight = board.fight(window.bit(center), border);
        let is_new = |p| !searched.contains(p) && input.position.is_legal(p);
        let first = fight & within(FIRST_MOVE_REACH, &is_new);
        searched.extend(singles(first).map(|b| window.point(b)));
        searched.insert(center);
        let reach = window.grown(fight) & within(WINDOW_REACH, &|_| true);
        let mut search = EndgameSearch::new(&board, reach, WINDOW_NODES);
        let gains = search.gains(input.color(), first, QUIET_DEPTH);
        let with_less = |gain: &Gain| {
            let less = gains.iter().map(|g| loss_against(gain, g)).max();
            let (mut gain, mut less) = (*gain, less.unwrap_or(0));
            if gains.iter().any(|g| is_dominated(&gain, g)) {
                gain.sente_temperature = gain.points;
                less = less.max(1);
            }
            (window.point(gain.point), gain, less)
        };
        gains.iter().map(with_less).collect()
    }
}

/// Returns the loss in value against another move of the same local game that gains as much.
fn loss_against(gain: &Gain, other: &Gain) -> i32 {
    if gain.points != other.points {
        return 0;
    }
    let stop = other.stop - gain.stop;
    if stop > 0.0 {
        return (VALUE_PER_POINT_OF_STOP * stop) as i32;
    }
    // A move that only puts a threat with its answer before the same gain.
    let detour = |g: &Gain| g.is_threat() && !g.is_sente();
    let sente_temperature = |g: &Gain| {
        if g.is_sente() {
            g.sente_temperature
        } else {
            g.sente_temperature.min(g.points)
        }
    };
    i32::from(
        stop == 0.0 && (sente_temperature(other), !detour(other)) > (sente_temperature(gain), !detour(gain)),
    )
}

/// Whether the threat of a move in sente is dominated by another move. The other move gains at least as much
/// without a threat, has no lower stop and ends in sente: it can still be made after the threat is answered.
fn is_dominated(gain: &Gain, other: &Gain) -> bool {
    let covers = other.points >= gain.points && other.stop >= gain.stop && other.ends_in_sente;
    gain.points > 0.0 && gain.is_sente() && !other.is_threat() && covers
}

/// Moves that gain something. Moves in sente whose sente temperature is not below the gain of any move in
/// gote come first: the other side has to answer them, so that they cost nothing.
fn evidence(gained: &[(Point, Gain, i32)]) -> Vec<Evidence> {
    let in_gote = gained.iter().filter(|g| !g.1.is_sente());
    let in_gote = in_gote.map(|g| g.1.points).fold(0.0, f32::max);
    let of_gain = |&(point, gain, less): &(Point, Gain, i32)| {
        let mut points = gain.points;
        if gain.points > 0.0 && gain.is_sente() && gain.sente_temperature >= in_gote {
            points = points.max(in_gote) + SENTE_BONUS * points;
        }
        let value = (VALUE_PER_POINT * points).round() as i32;
        let value = value - less.min((value + 1) / 2);
        let value = if gain.is_sente() { value.max(1) } else { value };
        let kind = ReasonKind::Endgame {
            points: gain.points,
            is_sente: gain.is_sente(),
        };
        (value > 0).then(|| Evidence::new(point, kind, value))
    };
    gained.iter().filter_map(of_gain).collect()
}

/// Distances from the living stones of a side over empty points and dead stones, in steps.
fn distances(board: &Board, color: Color, dead: &PointSet) -> PointMap<u32> {
    let mut steps = PointMap::filled(u32::MAX);
    let mut last: Vec<Point> = board
        .size()
        .points()
        .filter(|&p| board.cell(p).is(color) && !dead.contains(p))
        .collect();
    for step in 1..=BORDER_STEPS {
        let mut next = Vec::new();
        for p in last.iter().flat_map(|p| p.neighbours()) {
            if (board.is_empty(p) || dead.contains(p)) && steps[p] == u32::MAX {
                steps[p] = step;
                next.push(p);
            }
        }
        last = next;
    }
    steps
}

#[cfg(test)]
mod tests;
