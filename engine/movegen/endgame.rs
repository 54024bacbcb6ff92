// SPDX-License-Identifier: MIT OR Apache-2.0

//! The endgame: values of moves at the borders of settled areas.
//!
//! Around each point where both sides can still move, the local game is searched in a window (`search`), and its thermograph
//! (`thermograph`) tells what each first move gains: the temperature at which a move elsewhere is as good. A move in gote gains half of
//! its swing, which is the difference between the results of both sides' first moves; one in sente or reverse sente gains all of it. In
//! the engine's unit, where 5 are one point of swing, that is 10 for each point gained.

mod redundant;
mod search;
mod stones;
mod thermograph;
mod window;

use katachi_rules::{Board, Color, Move, Point, PointMap, PointSet};

use super::{Context, Proposals, Reason};
use crate::analysis::{Analysis, Dragons, FinalStatus, Status};
use search::{EndgameSearch, Gain};
use stones::{LocalBoard, side};
use window::{Bits, Window, each};

/// Value of a point gained by a move.
const VALUE_PER_POINT: f32 = 10.0;
/// The share of its gain that a move in sente counts more than one in gote that gains as much.
const SENTE_BONUS: f32 = 0.5;
/// The value that a move loses for each point by which its stop is lower than that of another move that gains as much.
const VALUE_PER_POINT_OF_STOP: f32 = 5.0;
/// Depth of a search in quiet moves.
const QUIET_DEPTH: u8 = 6;
/// Positions searched in a window.
const WINDOW_NODES: u32 = 3_000;
/// The usual value of a move in the middle of a game. If the best value by the endgame search or by reading is lower, what the model adds is
/// scaled down in proportion: its probabilities are those of moves that gain as much as usual.
const USUAL_VALUE: f32 = 40.0;
/// The least share of what the model adds that is kept.
const LEAST_MODEL_SHARE: f32 = 0.2;
/// A point is at a border if living stones of both sides are within this number of steps.
const BORDER_STEPS: u32 = 3;
/// Moves of a window are at most this number of steps from its centre.
const WINDOW_REACH: u32 = 4;
/// First moves of a window are at most this number of steps from its centre.
const FIRST_MOVE_REACH: u32 = 3;
/// A stone is settled if its ownership is at least this far from 0, as [`Ownership::of`](crate::analysis::Ownership::of) tells it.
const SETTLED_OWNERSHIP: f32 = 0.6;
/// The same for a stone of a group that the analysis calls alive and that is in no race, on a nearly full large board. Small boards have many
/// groups that are called alive too early.
const SETTLED_OWNERSHIP_OF_LIVING: f32 = 0.2;
/// A board is nearly full if stones cover this share of it.
const NEARLY_FULL: f32 = 0.5;
/// A board is large if it has this number of points.
const LARGE_BOARD: usize = 150;
/// A place is settled if at most this number of stones nearby are not: the stone of a ko never is.
const MOST_UNSETTLED: usize = 2;

/// The values of moves by the endgame search.
struct EndgameValues {
    /// For each point whose move was searched, its value.
    by_point: PointMap<Option<i32>>,
}

impl EndgameValues {
    /// No move was searched.
    fn none() -> Self {
        Self {
            by_point: PointMap::filled(None),
        }
    }

    /// Was the move at a point searched?
    fn contains(&self, point: Point) -> bool {
        self.by_point[point].is_some()
    }

    /// Takes back the values of patterns and of the model at points that were searched.
    fn overrule(&self, proposals: &mut Proposals) {
        proposals.revalue(|point| self.contains(point));
    }
}

/// Proposes moves by what they gain at settled borders, and takes back the values of patterns for moves that were searched.
pub(super) fn propose(
    context: &Context<'_>,
    analysis: &Analysis,
    status: &FinalStatus,
    proposals: &mut Proposals,
) {
    let board = context.game.board();
    let mut values = EndgameValues::none();
    let stones = board.size().area() - board.empty_points().len();
    let borders = Borders::new(board, status, &analysis.dragons);
    let mut centers: Vec<Point> = board.empty_points().filter(|&p| borders.is_open(p)).collect();
    centers.sort_by_key(|&p| (borders.steps[p], p));
    centers.extend(proposals.points());
    let mut local_games = Vec::new();
    for center in centers {
        if values.by_point[center].is_none() && borders.is_settled(center) {
            local_games.push(borders.search_around(context, center, &mut values));
        }
    }
    let gained: Vec<(Point, Gain, i32)> = local_games.iter().flat_map(LocalGame::gained).collect();
    propose_gains(&gained, &mut values, proposals);
    for p in board.empty_points().filter(|&p| borders.is_settled(p)) {
        values.by_point[p].get_or_insert(0);
    }
    redundant::drop_decided(board, analysis, status, proposals);
    redundant::drop_counted_twice(analysis, proposals);
    let best_gain = local_games.iter().map(LocalGame::best_gain).fold(0.0, f32::max);
    if stones as f32 >= NEARLY_FULL * board.size().area() as f32 {
        let highest = proposals
            .highest_without_patterns()
            .max((VALUE_PER_POINT * best_gain) as i32);
        proposals.scale_model((highest as f32 / USUAL_VALUE).clamp(LEAST_MODEL_SHARE, 1.0));
    }
    values.overrule(proposals);
}

/// The places where the areas of both sides meet.
struct Borders<'a> {
    board: &'a Board,
    status: &'a FinalStatus,
    /// From each empty point the steps to the nearest living stone of the side that is farther away, up to [`BORDER_STEPS`].
    steps: PointMap<u32>,
    /// Stones whose ownership is not clear, and those of critical groups.
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
            let is_open = status.ownership.of(p, Color::Black).abs() < needed;
            board.cell(p).is_stone() && (is_open || dragons.status(p) == Status::Critical)
        };
        Self {
            board,
            status,
            steps,
            unsettled: board.size().points().filter(is_unsettled).collect(),
        }
    }

    /// Can both sides still move there?
    fn is_open(&self, point: Point) -> bool {
        self.steps[point] <= BORDER_STEPS
    }

    /// Are the stones near the point settled, but for a few?
    fn is_settled(&self, center: Point) -> bool {
        self.unsettled
            .iter()
            .filter(|p| p.distance(center) <= WINDOW_REACH)
            .count()
            <= MOST_UNSETTLED
    }

    /// Searches the local game around a point, with the first moves that have no value yet.
    fn search_around(&self, context: &Context<'_>, center: Point, values: &mut EndgameValues) -> LocalGame {
        let window = Window::around(self.board.size(), center);
        let local_board = LocalBoard::new(self.board, window, &self.status.dead);
        let within = |reach: u32, keep: &dyn Fn(Point) -> bool| -> Bits {
            let matches = |b: &Bits| window.point(*b).distance(center) <= reach && keep(window.point(*b));
            each(window.all).filter(matches).fold(0, |set, b| set | b)
        };
        let border = within(WINDOW_REACH, &|p| p == center || self.is_open(p));
        let fight = local_board.fight(window.bit(center), border);
        let is_new = |p| values.by_point[p].is_none() && context.game.is_legal(context.color, Move::Play(p));
        let first = fight & within(FIRST_MOVE_REACH, &is_new);
        for b in each(first) {
            values.by_point[window.point(b)] = Some(0);
        }
        values.by_point[center].get_or_insert(0);
        let reach = window.grown(fight) & within(WINDOW_REACH, &|_| true);
        let mut search = EndgameSearch::new(&local_board, reach, WINDOW_NODES);
        let gains = search.gains(side(context.color), first, QUIET_DEPTH);
        LocalGame { local_board, gains }
    }
}

/// The local game around a point.
struct LocalGame {
    local_board: LocalBoard,
    /// Its first moves and what they gain.
    gains: Vec<Gain>,
}

impl LocalGame {
    /// The first moves with their gains and what their values lose in comparison with other moves of the same game that gain as much.
    fn gained(&self) -> Vec<(Point, Gain, i32)> {
        let with_less = |gain: &Gain| {
            let less = self.gains.iter().map(|g| loss_against(gain, g)).max();
            let (mut gain, mut less) = (*gain, less.unwrap_or(0));
            if self.gains.iter().any(|g| is_idle(&gain, g)) {
                gain.sente_temperature = gain.points;
                less = less.max(1);
            }
            (self.local_board.window.point(gain.point), gain, less)
        };
        self.gains.iter().map(with_less).collect()
    }

    /// The gain of the best move, in points.
    fn best_gain(&self) -> f32 {
        self.gains.iter().map(|g| g.points).fold(0.0, f32::max)
    }
}

/// How much less a move is worth than another one of its local game that gains as much.
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

/// Does the threat of a move in sente gain nothing by itself? So it is if another move gains at least as much without a threat, has no
/// lower stop and ends in sente: it can still be made after the threat is answered.
fn is_idle(gain: &Gain, other: &Gain) -> bool {
    let covers = other.points >= gain.points && other.stop >= gain.stop && other.ends_in_sente;
    gain.points > 0.0 && gain.is_sente() && !other.is_threat() && covers
}

/// Proposes moves by their gains. Moves in sente whose sente temperature is not below the gain of any move in gote come first: the other side
/// has to answer them, so that they cost nothing.
fn propose_gains(gained: &[(Point, Gain, i32)], values: &mut EndgameValues, proposals: &mut Proposals) {
    let highest = |gains: &mut dyn Iterator<Item = f32>| gains.fold(0.0, f32::max);
    let in_gote = highest(
        &mut gained
            .iter()
            .map(|g| &g.1)
            .filter(|g| !g.is_sente())
            .map(|g| g.points),
    );
    for &(point, gain, less) in gained {
        let mut points = gain.points;
        if gain.points > 0.0 && gain.is_sente() && gain.sente_temperature >= in_gote {
            points = points.max(in_gote) + SENTE_BONUS * points;
        }
        let value = (VALUE_PER_POINT * points).round() as i32;
        let value = value - less.min((value + 1) / 2);
        let value = if gain.is_sente() { value.max(1) } else { value };
        if value > 0 {
            values.by_point[point] = Some(value);
            let reason = Reason::Endgame {
                points: gain.points,
                is_sente: gain.is_sente(),
                value,
            };
            proposals.add(point, reason);
        }
    }
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
