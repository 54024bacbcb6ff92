//! The endgame: what a move at the border of settled areas gains, counted.
//!
//! Around each place where both sides can still move, the local game is searched in a window (`search`) and every first move
//! gets what it gains by its thermograph (`thermograph`): the worth of a move elsewhere at which it may as well be left. A move
//! in gote gains half of its swing, one in sente or reverse sente all of it. On the engine's scale, where 5 are one point of
//! swing, that is 10 for each point gained.

mod done;
mod search;
mod stones;
mod thermograph;
mod window;

use katachi_rules::{Board, Color, Move, Point, PointMap, PointSet};

use super::{Context, Proposals, Reason};
use crate::analysis::{Analysis, Dragons, FinalStatus, Status};
use search::{Gain, Search};
use stones::{Ground, side};
use window::{Bits, Window, each};

/// Value of a point gained by a move.
const POINT: f32 = 10.0;
/// What a move in sente gains counts for so much more than one in gote that gains as much.
const KEPT: f32 = 0.5;
/// What a point is worth of which a move has less, if nothing is left elsewhere, than another one that gains as much.
const REST: f32 = 5.0;
/// Quiet moves in a row.
const DEPTH: u8 = 6;
/// Positions looked at in a window.
const NODES: u32 = 3_000;
/// Local games in which a move gains so little less than the best of all, in points, are searched again, so many of them, where the nodes did
/// not suffice.
const NEAR_THE_BEST: f32 = 1.0;
const AGAIN: usize = 3;
const NODES_AGAIN: u32 = 12_000;
const DEPTH_AGAIN: u8 = 8;
/// What moves are worth in the middle of a game. If the best that was counted or read is worth less, so is what the model adds, but not less than
/// this part of it: its probabilities are those of moves that gain as much as usual.
const USUAL: f32 = 40.0;
const LEAST_MODEL_SHARE: f32 = 0.2;
/// A point is at a border if stones of both sides are within so many steps.
const BORDER: u32 = 3;
/// Moves of a window are at most so many steps from its middle.
const REACH: u32 = 4;
/// A stone is settled if so many games agree: counted as [`Ownership::of`](crate::analysis::Ownership::of) does.
const SURE: f32 = 0.6;
/// So many suffice for a group that has two eyes or room for them, and is in no race, once so large a part of a large board is stones: small
/// boards are full of groups of which that is said too early.
const SURE_OF_LIVING: f32 = 0.2;
const NEARLY_FULL: f32 = 0.5;
const LARGE: usize = 150;
/// So many stones nearby may be doubtful all the same, as those in a ko.
const DOUBTFUL: usize = 2;
/// First moves of a window are at most so many steps from its middle.
const FIRST: u32 = 3;

/// What was counted: at these points the count says what a move is worth.
struct Counted {
    /// For each point at which a move was counted, what it is worth.
    values: PointMap<Option<i32>>,
}

impl Counted {
    /// No move was counted.
    fn nothing() -> Self {
        Self {
            values: PointMap::filled(None),
        }
    }

    /// Does the count say what a move there is worth?
    fn is_counted(&self, point: Point) -> bool {
        self.values[point].is_some()
    }

    /// Takes back what shapes alone say where the count knows better.
    fn overrule(&self, proposals: &mut Proposals) {
        proposals.value_counted(|point| self.is_counted(point));
    }
}

/// Proposes moves by what they gain at settled borders, and takes back what shapes say of moves that were counted.
///
/// Of what may be played, the points `among`, the best is counted best; all may be if there are none.
pub(super) fn propose(
    context: &Context<'_>,
    analysis: &Analysis,
    among: &[Point],
    status: &FinalStatus,
    proposals: &mut Proposals,
) {
    let board = context.game.board();
    let mut counted = Counted::nothing();
    let stones = board.size().area() - board.empty_points().len();
    let borders = Borders::new(board, status, &analysis.dragons);
    let mut centers: Vec<Point> = board.empty_points().filter(|&p| borders.is_open(p)).collect();
    centers.sort_by_key(|&p| (borders.steps[p], p));
    centers.extend(proposals.points());
    let mut locals = Vec::new();
    for center in centers {
        if counted.values[center].is_none() && borders.is_settled(center) {
            locals.push(borders.count(context, center, &mut counted));
        }
    }
    search_the_best(&mut locals, context.color, among);
    let gained: Vec<(Point, Gain, i32)> = locals.iter().flat_map(Local::gained).collect();
    propose_gains(&gained, &mut counted, proposals);
    for p in board.empty_points().filter(|&p| borders.is_settled(p)) {
        counted.values[p].get_or_insert(0);
    }
    done::drop_reasons(board, analysis, status, proposals);
    done::drop_what_is_counted(board, analysis, proposals);
    let most = locals.iter().map(Local::most).fold(0.0, f32::max);
    if stones as f32 >= NEARLY_FULL * board.size().area() as f32 {
        let at_stake = proposals.most_read().max((POINT * most) as i32);
        proposals.scale_model((at_stake as f32 / USUAL).clamp(LEAST_MODEL_SHARE, 1.0));
    }
    counted.overrule(proposals);
}

/// Where the sides meet.
struct Borders<'a> {
    board: &'a Board,
    status: &'a FinalStatus,
    /// From each empty point to the living stones of the side that is farther away, up to [`BORDER`].
    steps: PointMap<u32>,
    /// Stones on which the games do not agree, and those of groups that hang on a move.
    doubtful: PointSet,
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
            board.size().area() >= LARGE && stones as f32 >= NEARLY_FULL * board.size().area() as f32;
        let is_doubtful = |&p: &Point| {
            let group = dragons.get(p);
            let lives = group.is_some_and(|d| d.status == Status::Alive && !d.seki && d.races.is_empty());
            let sure = if is_late && lives { SURE_OF_LIVING } else { SURE };
            let is_open = status.ownership.of(p, Color::Black).abs() < sure;
            board.cell(p).is_stone() && (is_open || dragons.status(p) == Status::Critical)
        };
        Self {
            board,
            status,
            steps,
            doubtful: board.size().points().filter(is_doubtful).collect(),
        }
    }

    /// Can both sides still move there?
    fn is_open(&self, point: Point) -> bool {
        self.steps[point] <= BORDER
    }

    /// Is it clear what becomes of the stones near the point?
    fn is_settled(&self, center: Point) -> bool {
        self.doubtful
            .iter()
            .filter(|p| p.distance(center) <= REACH)
            .count()
            <= DOUBTFUL
    }

    /// The local game around a point, searched: what its moves gain that have not been counted yet.
    fn count(&self, context: &Context<'_>, center: Point, counted: &mut Counted) -> Local {
        let window = Window::around(self.board.size(), center);
        let ground = Ground::new(self.board, window, &self.status.dead);
        let within = |reach: u32, keep: &dyn Fn(Point) -> bool| -> Bits {
            let kept = |b: &Bits| window.point(*b).distance(center) <= reach && keep(window.point(*b));
            each(window.all).filter(kept).fold(0, |set, b| set | b)
        };
        let border = within(REACH, &|p| p == center || self.is_open(p));
        let fight = ground.fight(window.bit(center), border);
        let is_new = |p| counted.values[p].is_none() && context.game.is_legal(context.color, Move::Play(p));
        let first = fight & within(FIRST, &is_new);
        for b in each(first) {
            counted.values[window.point(b)] = Some(0);
        }
        counted.values[center].get_or_insert(0);
        let reach = window.grown(fight) & within(REACH, &|_| true);
        let mut local = Local {
            ground,
            first,
            reach,
            gains: Vec::new(),
            is_cut_short: false,
        };
        local.search(context.color, NODES, DEPTH);
        local
    }
}

/// The game around a point.
struct Local {
    ground: Ground,
    first: Bits,
    reach: Bits,
    /// Its first moves and what they gain.
    gains: Vec<Gain>,
    /// The nodes did not suffice.
    is_cut_short: bool,
}

impl Local {
    fn search(&mut self, color: Color, nodes: u32, depth: u8) {
        let mut search = Search::new(&self.ground, self.reach, nodes);
        self.gains = search.gains(side(color), self.first, depth);
        self.is_cut_short = search.is_cut_short();
    }

    /// First moves, what they gain, and what they are worth less than others of the same game that gain as much.
    fn gained(&self) -> Vec<(Point, Gain, i32)> {
        let with_less = |gain: &Gain| {
            let less = self.gains.iter().map(|g| beaten_by(gain, g)).max();
            let (mut gain, mut less) = (*gain, less.unwrap_or(0));
            if self.gains.iter().any(|g| is_idle(&gain, g)) {
                gain.lasts = gain.points;
                less = less.max(1);
            }
            (self.ground.window.point(gain.point), gain, less)
        };
        self.gains.iter().map(with_less).collect()
    }

    /// What the best move gains.
    fn most(&self) -> f32 {
        self.most_among(&[])
    }

    /// The same of moves at these points; at all if there are none.
    fn most_among(&self, points: &[Point]) -> f32 {
        let may_play = |g: &&Gain| points.is_empty() || points.contains(&self.ground.window.point(g.point));
        self.gains
            .iter()
            .filter(may_play)
            .map(|g| g.points)
            .fold(0.0, f32::max)
    }
}

/// Searches those local games again, with more nodes, in which the best moves are.
fn search_the_best(locals: &mut [Local], color: Color, among: &[Point]) {
    let most = locals.iter().map(|l| l.most_among(among)).fold(0.0, f32::max);
    let mut best: Vec<&mut Local> = locals
        .iter_mut()
        .filter(|l| {
            l.is_cut_short && l.most_among(among) > 0.0 && l.most_among(among) >= most - NEAR_THE_BEST
        })
        .collect();
    best.sort_by(|a, b| b.most_among(among).total_cmp(&a.most_among(among)));
    for local in best.into_iter().take(AGAIN) {
        local.search(color, NODES_AGAIN, DEPTH_AGAIN);
    }
}

/// What a move is worth less than another one of its local game that gains as much.
fn beaten_by(gain: &Gain, other: &Gain) -> i32 {
    if gain.points != other.points {
        return 0;
    }
    let rest = other.rest - gain.rest;
    if rest > 0.0 {
        return (REST * rest) as i32;
    }
    // The same with a threat before it, whose answer changes nothing.
    let detour = |g: &Gain| g.is_threat() && !g.is_sente();
    let lasts = |g: &Gain| {
        if g.is_sente() {
            g.lasts
        } else {
            g.lasts.min(g.points)
        }
    };
    i32::from(rest == 0.0 && (lasts(other), !detour(other)) > (lasts(gain), !detour(gain)))
}

/// Is the threat of a move in sente worth nothing by itself? Another move gains as much, and leaves as much in the end, without it, and it
/// is still to be made after the threat is answered: it looks like sente only because what follows is answered, too.
fn is_idle(gain: &Gain, other: &Gain) -> bool {
    let inherits = other.points >= gain.points && other.rest >= gain.rest && other.ends_in_sente;
    gain.points > 0.0 && gain.is_sente() && !other.is_threat() && inherits
}

/// Proposes moves by what they gain. Those that the other side has to answer, as they threaten more than any move gains that it could
/// make instead, come first: they cost nothing, and the rest is there afterwards as before.
fn propose_gains(gained: &[(Point, Gain, i32)], counted: &mut Counted, proposals: &mut Proposals) {
    let most = |gains: &mut dyn Iterator<Item = f32>| gains.fold(0.0, f32::max);
    let in_gote = most(
        &mut gained
            .iter()
            .map(|g| &g.1)
            .filter(|g| !g.is_sente())
            .map(|g| g.points),
    );
    for &(point, gain, less) in gained {
        let mut points = gain.points;
        if gain.points > 0.0 && gain.is_sente() && gain.lasts >= in_gote {
            points = points.max(in_gote) + KEPT * points;
        }
        let value = (POINT * points).round() as i32;
        let value = value - less.min((value + 1) / 2);
        let value = if gain.is_sente() { value.max(1) } else { value };
        if value > 0 {
            counted.values[point] = Some(value);
            let reason = Reason::Swing {
                points: gain.points,
                is_sente: gain.is_sente(),
                value,
            };
            proposals.add(point, reason);
        }
    }
}

/// Steps over empty points from the living stones of a side.
fn distances(board: &Board, color: Color, dead: &PointSet) -> PointMap<u32> {
    let mut steps = PointMap::filled(u32::MAX);
    let mut last: Vec<Point> = board
        .size()
        .points()
        .filter(|&p| board.cell(p).is(color) && !dead.contains(p))
        .collect();
    for step in 1..=BORDER {
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
