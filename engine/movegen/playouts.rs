// SPDX-License-Identifier: MIT OR Apache-2.0

//! What playouts say of each point: who owns it at their end, how often its owner wins (criticality), and
//! what the side to move gains in those playouts in which it is the first to play there.
//!
//! In most playouts the side to move moves first, as it does in the game. About 0.1 ms of CPU a playout on
//! 9x9, 0.5 ms on 19x19.

use katachi_rules::{Board, BoardSize, Color, PlayoutBoard, Point, PointMap};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::analysis::FinalStatus;
use crate::choice_model::Group;
use crate::playout::{FirstMoves, Learned, PlayoutStats, PlayoutWeights, play_on};

/// The other side moves first in one playout of so many.
const OTHER_FIRST: u32 = 4;
/// Playouts in which a side has to be first at a point before half of the gain there is believed; 2 to 20.
const HALF_BELIEVED: f32 = 5.0;
/// The least standard deviation of the lead, in points: gains are shares of it.
const MIN_DEVIATION: f32 = 1.0;

/// What the playouts of a classical choice say: the final status, unless stones cover too little of the
/// board, and the statistics of each point, if they count.
pub(crate) type PlayedOut = (Option<FinalStatus>, Option<Playouts>);

/// Statistics of playouts from a position, for the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Playouts {
    size: BoardSize,
    /// 1 for Black, -1 for White.
    sign: f32,
    stats: PlayoutStats,
    /// Number of playouts in which the side was first at a point, and the sum of its leads in these.
    first: PointMap<(u32, f32)>,
    /// Number of playouts that the side begins there.
    begun: PointMap<u32>,
    /// Answers of patterns of class `P` to the last move, by their places in the database.
    named: Vec<(Point, u32)>,
    /// Playouts after each answer to the best moves; 0: these are not played out.
    pub(crate) after_moves: u32,
}

impl Playouts {
    /// Plays playouts from a position after the last move. Their random numbers depend on the position alone.
    pub(crate) fn new(
        board: &Board,
        color: Color,
        last: Option<Point>,
        weights: &PlayoutWeights,
        playouts: u32,
    ) -> Self {
        let size = board.size();
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let mut all = Self {
            size,
            sign,
            stats: PlayoutStats::new(size),
            first: PointMap::filled((0, 0.0)),
            begun: PointMap::filled(0),
            named: Vec::new(),
            after_moves: 0,
        };
        let policy = Learned::new(weights, size);
        let mut rng = ChaCha8Rng::seed_from_u64(board.key());
        let start = PlayoutBoard::new(board);
        if let Some(last) = last {
            all.named = weights.named_answers(&start, color, last);
        }
        for playout in 1..=playouts {
            let is_other = playout.is_multiple_of(OTHER_FIRST);
            let mover = if is_other { color.opposite() } else { color };
            let (mut played, mut first, mut number) = (start.clone(), FirstMoves::new(), 0);
            play_on(&mut played, mover, last, &policy, &mut rng, |color, point| {
                first.add_later(color, point, number);
                all.begun[point] += u32::from(number == 0 && !is_other);
                number += 1;
            });
            let lead = sign * all.stats.add(&played, 0.0);
            for point in size.points().filter(|&p| first.index(color, p).is_some()) {
                let (count, sum) = &mut all.first[point];
                (*count, *sum) = (*count + 1, *sum + lead);
            }
        }
        all
    }

    /// Share of the playouts in which the side owns a point, less the other side's, -1 to 1.
    pub(crate) fn owner(&self, point: Point) -> f32 {
        self.sign * self.stats.ownership(point)
    }

    /// Mean points that the side gains where it is the first at a point; of few playouts a part is believed.
    pub(crate) fn gain(&self, point: Point) -> f32 {
        let (count, sum) = self.first[point];
        let (mean, count) = (self.sign * self.stats.lead().0, count as f32);
        match count {
            0.0 => 0.0,
            _ => (sum / count - mean) * count / (count + HALF_BELIEVED),
        }
    }

    /// Share of the playouts that the side begins which it begins at a point, and the patterns of class `P`
    /// that propose that, by their places in the database.
    pub(crate) fn answer(&self, point: Point) -> (f32, impl Iterator<Item = u32>) {
        let playouts = self.stats.playouts();
        let own = playouts - playouts / OTHER_FIRST;
        let share = self.begun[point] as f32 / own.max(1) as f32;
        let named = self.named.iter().filter(move |named| named.0 == point);
        (share, named.map(|named| named.1))
    }

    pub(crate) fn deviation(&self) -> f32 {
        self.stats.lead().1.max(MIN_DEVIATION)
    }

    pub(crate) fn features(&self, point: Point) -> [u16; 6] {
        let near = |of: &dyn Fn(Point) -> f32| {
            let around = point.neighbours().into_iter().filter(|&p| self.size.contains(p));
            let (sum, count) = around.fold((0.0, 0.0), |(sum, count), p| (sum + of(p), count + 1.0));
            sum / count
        };
        let owner = |p: Point| self.owner(p);
        let critical = |p: Point| self.stats.criticality(p);
        let deviation = self.deviation();
        let share = self.first[point].0 as f32 / self.stats.playouts().max(1) as f32;
        [
            (Group::Owner, 5.0 * (owner(point) + 1.0)),
            (Group::OwnerNear, 5.0 * (near(&owner) + 1.0)),
            (Group::Critical, 20.0 * critical(point) + 2.0),
            (Group::CriticalNear, 20.0 * near(&critical) + 2.0),
            (Group::First, 8.0 * self.gain(point) / deviation + 5.0),
            (Group::FirstShare, 12.0 * share),
        ]
        .map(|(group, class)| group.feature(class.max(0.0) as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::for_tests::ONE_STONE;

    #[test]
    fn settled_points_have_owners() {
        let board = Board::from_diagram(ONE_STONE);
        let weights = PlayoutWeights::default();
        let of = |color| Playouts::new(&board, color, None, &weights, 200);
        let (black, white) = (of(Color::Black), of(Color::White));
        let at = |v| board.size().parse_vertex(v).expect("a vertex");
        assert!(black.owner(at("A5")) > 0.9 && white.owner(at("A5")) < -0.9);
        assert_eq!(black.features(at("A5"))[0], Group::Owner.feature(9));
    }

    #[test]
    fn a_gain_of_few_playouts_is_believed_in_part() {
        let board = Board::from_diagram(ONE_STONE);
        let mut all = Playouts::new(&board, Color::White, None, &PlayoutWeights::default(), 1);
        let lead = -all.stats.lead().0;
        let point = Point::new(0, 0);
        all.first[point] = (5, 5.0 * (lead + 3.0));
        assert_eq!(all.gain(point), 1.5);
        all.first[point] = (0, 0.0);
        assert_eq!(all.gain(point), 0.0);
    }

    #[test]
    fn the_same_position_has_the_same_statistics() {
        let board = Board::from_diagram(ONE_STONE);
        let features = || {
            let all = Playouts::new(&board, Color::White, None, &PlayoutWeights::default(), 40);
            board.size().points().map(|p| all.features(p)).collect::<Vec<_>>()
        };
        assert_eq!(features(), features());
    }
}
