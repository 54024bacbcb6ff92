//! Trying moves out: a move is played, and the game after it played to its end in thought, many times. What the move
//! gains by that is a witness to its value beside its reasons, and each is believed as far as it can be relied on.
//!
//! Three witnesses are weighed against each other for every move: its reasons, the games that begin with it, and the games
//! in which it came later (all moves as first: B. Brügmann, "Monte Carlo Go", 1993). The next game begins with the move
//! that may yet turn out best, which is where the highest value is within one standard deviation. No tree grows
//! from these games: only the moves of the position itself are told apart.

mod count;

use katachi_rules::{BoardSize, Color, Move, PlayoutBoard, Point, PointMap};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use count::Count;
pub(super) use count::is_small;

use super::endgame::Counted;
use super::{Context, Limits, Proposal, Reason};
use crate::playout::{Fighting, owner_at_the_end, play_on};

/// On boards of a few points there is no need for more games.
const MOST_GAMES: usize = 4_000;
/// So many times the moves are played in thought on a small board, as games weigh more there: a fraction.
const MORE_ON_SMALL: (usize, usize) = (8, 5);
/// On a small board one of so many games is played from the position after a pass.
const PASSES: u32 = 8;
/// On a large one no move gets more than this part of the games, as the others are what it is measured by.
const MOST: u32 = 3;
/// Proposals that are worth so much less than the best are as good as none.
pub(super) const WITHIN: f64 = 60.0;
/// Both sides play badly in thought, so that differences between moves are so many times as large in a game.
const FACTOR: f64 = 3.0;
/// How wrong it may be what any number of games say that begin with the move, or in which it comes later: standard deviations.
const OWN_ERROR: f64 = 10.0;
const LATER_ERROR: f64 = 25.0;

/// How wrong the value of a proposal may be.
struct Errors {
    /// Of most.
    usual: f64,
    /// Of one that decides over a group by reading.
    read: f64,
    /// Where the move was counted.
    counted: f64,
    /// Where all that is left was counted.
    all_counted: f64,
}

/// On a small board there are enough games to see what shapes and counts have missed.
const ON_SMALL: Errors = Errors {
    usual: 15.0,
    read: 6.0,
    counted: 12.0,
    all_counted: 2.0,
};
const ON_LARGE: Errors = Errors {
    usual: 10.0,
    read: 6.0,
    counted: 2.0,
    all_counted: 2.0,
};

impl Errors {
    fn on(size: BoardSize) -> &'static Self {
        if is_small(size) { &ON_SMALL } else { &ON_LARGE }
    }

    fn of(&self, proposal: &Proposal, counted: &Counted) -> f64 {
        if counted.is_complete && counted.is_counted(proposal.point) {
            self.all_counted
        } else if proposal.is_read() && !counted.is_complete {
            self.read
        } else if counted.is_counted(proposal.point) {
            self.counted
        } else {
            self.usual
        }
    }
}

/// A move that nothing proposes is worth mentioning after so many games.
const SEEN: u32 = 10;
/// So many games after a move are played with any answer first.
const FREE_ANSWERS: u32 = 8;
/// A point whose owner is the same in so many games, with all beside it, is settled: parts of 1, as in ownership.
const SETTLED: f64 = 0.94;

/// Results of games, in units of value.
#[derive(Clone, Copy, Default)]
struct Results {
    games: u32,
    sum: f64,
}

impl Results {
    fn add(&mut self, result: f64) {
        self.games += 1;
        self.sum += result;
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.games.max(1))
    }
}

/// A move with what its games say.
struct Tried {
    proposal: Proposal,
    branch: Branch,
    /// How wrong the value of the proposal may be.
    error: f64,
}

/// Games that begin with a move, or with a pass.
#[derive(Default)]
struct Branch {
    games: Results,
    /// Made with the first game.
    answers: Option<Box<Answers>>,
}

/// What is known of the answers to a move: results for the side that made it.
struct Answers {
    at: PointMap<Results>,
    /// Games in which the other side was the first to play at a point, there at once or later.
    later: PointMap<Results>,
}

impl Default for Answers {
    fn default() -> Self {
        Self {
            at: PointMap::filled(Results::default()),
            later: PointMap::filled(Results::default()),
        }
    }
}

impl Answers {
    /// The answer that may yet turn out best for the other side.
    fn choose(&self, board: &PlayoutBoard, color: Color, one: f64) -> Option<Point> {
        let hope = |p: Point| {
            let (at, later) = (&self.at[p], &self.later[p]);
            let (mut weight, mut sum) = (0.0, 0.0);
            for (results, error) in [(at, 0.0), (later, LATER_ERROR / FACTOR)] {
                if results.games > 0 {
                    let variance = error * error + one / f64::from(results.games);
                    weight += 1.0 / variance;
                    sum += results.mean() / variance;
                }
            }
            if weight == 0.0 {
                f64::INFINITY
            } else {
                sum / weight - 1.0 / weight.sqrt()
            }
        };
        board
            .empty_points()
            .iter()
            .copied()
            .filter(|&p| board.is_legal(color, p) && !board.around(p).is_eye(color))
            .map(|p| (hope(p), p))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
            .filter(|best| best.0.is_finite())
            .map(|best| best.1)
    }
}

/// Games in thought from one position.
struct Thought {
    start: PlayoutBoard,
    color: Color,
    /// White's points from the beginning.
    komi: f32,
    policy: Fighting,
    rng: ChaCha8Rng,
    passed: Branch,
    games: u32,
    /// Results around each point: of all games, and of those in which the side was the first to play there.
    around: PointMap<Results>,
    later: PointMap<Results>,
    /// In how many games a point became the side's, less those in which it became the other side's.
    owned: PointMap<i32>,
    /// Squares of how far results around moves lay from the mean there.
    squares: f64,
}

impl Thought {
    fn new(context: &Context<'_>) -> Self {
        let board = context.game.board();
        Self {
            start: PlayoutBoard::new(board),
            color: context.color,
            komi: context.game.komi(),
            policy: Fighting::new(),
            rng: ChaCha8Rng::seed_from_u64(board.key() ^ context.seed),
            passed: Branch::default(),
            games: 0,
            around: PointMap::filled(Results::default()),
            later: PointMap::filled(Results::default()),
            owned: PointMap::filled(0),
            squares: 0.0,
        }
    }

    /// One game after a move, or after a pass, whose answer is chosen once there are games to choose by.
    fn try_out(&mut self, mv: Option<Point>, branch: &mut Branch) {
        let other = self.color.opposite();
        let mut board = self.start.clone();
        let mut first = PointMap::filled(None);
        match mv {
            Some(point) => {
                board.play(self.color, point);
                first[point] = Some(self.color);
            }
            None => {
                board.clear_ko();
            }
        }
        let answers = branch.answers.get_or_insert_default();
        let answer = if branch.games.games < FREE_ANSWERS {
            None
        } else {
            answers.choose(&board, other, self.variance())
        };
        let (mut to_move, mut last) = (other, mv);
        if let Some(answer) = answer {
            board.play(other, answer);
            first[answer].get_or_insert(other);
            (to_move, last) = (self.color, Some(answer));
        }
        let saw = |color, point: Point| {
            first[point].get_or_insert(color);
        };
        play_on(&mut board, to_move, last, &self.policy, &mut self.rng, saw);
        let count = self.count(&board);
        for point in board.size().points() {
            let result = count.around(point);
            if mv.is_some() {
                self.around[point].add(result);
            }
            if first[point] == Some(self.color) {
                self.later[point].add(result);
            }
        }
        // What matters of a pass is the whole board.
        let result = mv.map_or(count.all(), |point| count.around(point));
        for point in board.size().points() {
            if first[point] == Some(other) {
                answers.later[point].add(result);
            }
        }
        if let Some(answer) = answer {
            answers.at[answer].add(result);
        }
        branch.games.add(result);
        self.games += 1;
        if let Some(point) = mv {
            self.squares += (result - self.around[point].mean()).powi(2);
        }
    }

    /// Counts a game that is over.
    fn count(&mut self, board: &PlayoutBoard) -> Count {
        let komi = if self.color == Color::Black {
            -self.komi
        } else {
            self.komi
        };
        let size = board.size();
        let mut count = Count::new(size, komi);
        for p in size.points() {
            let owner =
                owner_at_the_end(board, p).map_or(0, |owner| if owner == self.color { 1 } else { -1 });
            self.owned[p] += owner;
            count.add(p, owner);
        }
        count.finish();
        count
    }

    /// Of one result around a move.
    fn variance(&self) -> f64 {
        (self.squares / f64::from(self.games.max(1))).max(25.0)
    }

    /// What a move gained by some games: on a pass if the board is small, else on other moves.
    fn gain(&self, point: Point, results: &Results, own: &Results) -> f64 {
        let all = &self.around[point];
        let others = f64::from(all.games - own.games);
        let base = if is_small(self.start.size()) {
            self.passed.games.mean()
        } else {
            (all.sum - own.sum) / others.max(1.0)
        };
        results.mean() - base
    }

    /// The value of a move and its variance.
    fn value(&self, tried: &Tried) -> (f64, f64) {
        let point = tried.proposal.point;
        let one = self.variance() * FACTOR * FACTOR;
        let (own, later) = (&tried.branch.games, &self.later[point]);
        let (mut weight, mut sum) = (0.0, 0.0);
        let mut hear = |value: f64, variance: f64| {
            weight += 1.0 / variance;
            sum += value / variance;
        };
        hear(f64::from(tried.proposal.value), tried.error.powi(2));
        if own.games > 0 {
            let variance = OWN_ERROR.powi(2) + one / f64::from(own.games);
            hear(FACTOR * self.gain(point, own, own), variance);
        }
        if later.games > 0 {
            let variance = LATER_ERROR.powi(2) + one / f64::from(later.games);
            hear(FACTOR * self.gain(point, later, own), variance);
        }
        (sum / weight, 1.0 / weight)
    }

    /// Is the owner of a point, and of all beside it, the same in nearly all games?
    fn is_settled(&self, point: Point) -> bool {
        let is_sure = |p: Point| f64::from(self.owned[p].abs()) >= SETTLED * f64::from(self.games);
        let on_board = |p: &Point| self.start.size().contains(*p);
        is_sure(point) && point.neighbours().into_iter().filter(on_board).all(is_sure)
    }
}

/// Weighs the reasons of all moves against games in thought. The proposals come and go best first; moves that nothing
/// proposes are among them afterwards, and those in settled ground no longer, but for those that `keep` names. All games
/// together take about so many moves as the limits say, a microsecond each at most.
pub(super) fn judge(
    context: &Context<'_>,
    limits: Limits<'_>,
    counted: &Counted,
    proposals: &mut Vec<Proposal>,
    keep: impl Fn(&Proposal) -> bool,
) {
    let board = context.game.board();
    let best = proposals.first().map_or(0.0, |p| f64::from(p.value));
    let is_near = |p: &Proposal| !limits.among.is_empty() || f64::from(p.value) >= best - WITHIN;
    let mut tried: Vec<Tried> = moves(context, limits, counted, proposals, is_near);
    let mut thought = Thought::new(context);
    let mut most_moves = limits.moves_in_thought as usize;
    if is_small(board.size()) {
        most_moves = most_moves * MORE_ON_SMALL.0 / MORE_ON_SMALL.1;
    }
    let total = (most_moves / board.size().area()).min(MOST_GAMES) as u32;
    for game in 0..total {
        if (game % PASSES == 0 && is_small(board.size())) || tried.is_empty() {
            let mut passed = std::mem::take(&mut thought.passed);
            thought.try_out(None, &mut passed);
            thought.passed = passed;
            continue;
        }
        let hope = |t: &Tried| {
            let (value, variance) = thought.value(t);
            value + variance.sqrt()
        };
        let hopes = tried.iter().map(hope).enumerate();
        let next = hopes
            .filter(|&(i, _)| is_small(board.size()) || MOST * tried[i].branch.games.games <= game)
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
            .map_or(0, |(i, _)| i);
        let tried = &mut tried[next];
        thought.try_out(Some(tried.proposal.point), &mut tried.branch);
    }
    for t in tried {
        let value = thought.value(&t).0.round() as i32;
        let mut proposal = t.proposal;
        let games = t.branch.games.games;
        let is_seen = !proposal.reasons.is_empty() || games >= SEEN;
        if is_seen && (keep(&proposal) || !thought.is_settled(proposal.point)) {
            let gain = match games {
                0 => 0.0,
                _ => thought.gain(proposal.point, &t.branch.games, &t.branch.games),
            };
            proposal.reasons.push(Reason::Tried {
                games,
                gain: (gain / 5.0) as f32,
                value: value - proposal.value,
            });
            proposal.value = value;
            proposals.push(proposal);
        }
    }
    proposals.sort_by_key(|p| (-p.value, p.point));
}

/// All moves that may be tried out: proposals that are near the best are taken from the others, and what nothing
/// proposes is added.
fn moves(
    context: &Context<'_>,
    limits: Limits<'_>,
    counted: &Counted,
    proposals: &mut Vec<Proposal>,
    is_near: impl Fn(&Proposal) -> bool,
) -> Vec<Tried> {
    let board = context.game.board();
    let is_among = |p: Point| limits.among.is_empty() || limits.among.contains(&p);
    let near: Vec<Proposal> = proposals.drain(..).filter(is_near).collect();
    let bare = |point| Proposal {
        point,
        value: 0,
        reasons: Vec::new(),
    };
    let may_play = |p: Point| {
        is_among(p)
            && !board.is_eye(context.color, p)
            && context.game.is_legal(context.color, Move::Play(p))
            && near.iter().all(|n| n.point != p)
    };
    let others: Vec<Proposal> = board.size().points().filter(|&p| may_play(p)).map(bare).collect();
    let errors = Errors::on(board.size());
    let try_out = |proposal: Proposal| Tried {
        error: errors.of(&proposal, counted),
        proposal,
        branch: Branch::default(),
    };
    near.into_iter().chain(others).map(try_out).collect()
}

#[cfg(test)]
mod tests;
