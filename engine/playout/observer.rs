// SPDX-License-Identifier: MIT OR Apache-2.0

//! Observers of playouts: the first player at each point, and statistics of the results.

use katachi_rules::{BoardSize, Color, PlayoutBoard, Point, PointMap};

/// First player at each point and the number of that move, for all-moves-as-first statistics (B. Brügmann,
/// "Monte Carlo Go", 1993).
#[derive(Clone, Debug)]
pub(crate) struct FirstMoves {
    /// 0 where nobody played; otherwise 2 x the number of the move, from 1, plus 1 for White.
    first: PointMap<u32>,
}

impl FirstMoves {
    pub(crate) fn new() -> Self {
        Self {
            first: PointMap::filled(0),
        }
    }

    /// Adds the `number`-th move of the simulation, unless the point has one.
    #[inline]
    pub(crate) fn add_later(&mut self, color: Color, point: Point, number: u32) {
        if self.first[point] == 0 {
            self.first[point] = packed(color, number);
        }
    }

    /// Adds a move that came before all others.
    #[inline]
    pub(crate) fn add_earlier(&mut self, color: Color, point: Point, number: u32) {
        self.first[point] = packed(color, number);
    }

    /// Number of the move there, if that side came first.
    #[inline]
    pub(crate) fn index(&self, color: Color, point: Point) -> Option<u32> {
        let first = self.first[point];
        (first != 0 && first & 1 == color as u32).then(|| first / 2 - 1)
    }
}

fn packed(color: Color, number: u32) -> u32 {
    2 * (number + 1) + color as u32
}

/// Statistics of playouts: wins, leads, ownership, criticality.
#[derive(Clone, Debug)]
pub struct PlayoutStats {
    size: BoardSize,
    playouts: u32,
    black_wins: u32,
    /// Playouts in which Black, White owned the point at the end.
    owned: [PointMap<u32>; 2],
    /// Playouts that the owner of the point won.
    owner_won: [PointMap<u32>; 2],
    sum_of_leads: f64,
    sum_of_squares: f64,
    sum_of_won_leads: f64,
    /// Owner of each point in the last playout: 1 Black, -1 White, 0 nobody.
    pub(crate) last: PointMap<f32>,
}

impl PlayoutStats {
    /// Begins without playouts.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            playouts: 0,
            black_wins: 0,
            owned: [PointMap::filled(0), PointMap::filled(0)],
            owner_won: [PointMap::filled(0), PointMap::filled(0)],
            sum_of_leads: 0.0,
            sum_of_squares: 0.0,
            sum_of_won_leads: 0.0,
            last: PointMap::filled(0.0),
        }
    }

    /// Adds the final board of a playout. Returns Black's lead in points, with `bonus` added. O(board).
    pub fn add(&mut self, board: &PlayoutBoard, bonus: f32) -> f32 {
        let mut owned = [0i32; 2];
        for p in self.size.points() {
            let owner = owner_at_the_end(board, p);
            if let Some(owner) = owner {
                self.owned[owner as usize][p] += 1;
                owned[owner as usize] += 1;
            }
            self.last[p] = owner.map_or(0.0, |owner| if owner == Color::Black { 1.0 } else { -1.0 });
        }
        let lead = (owned[0] - owned[1]) as f32 + bonus;
        self.playouts += 1;
        if lead != 0.0 {
            let winner = Color::BOTH[usize::from(lead < 0.0)];
            let sign = if winner == Color::Black { 1.0 } else { -1.0 };
            if winner == Color::Black {
                self.black_wins += 1;
                self.sum_of_won_leads += f64::from(lead);
            }
            for p in self.size.points() {
                if self.last[p] == sign {
                    self.owner_won[winner as usize][p] += 1;
                }
            }
        }
        self.sum_of_leads += f64::from(lead);
        self.sum_of_squares += f64::from(lead) * f64::from(lead);
        lead
    }

    /// Adds the playouts of another thread.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.playouts += other.playouts;
        self.black_wins += other.black_wins;
        self.sum_of_leads += other.sum_of_leads;
        self.sum_of_squares += other.sum_of_squares;
        self.sum_of_won_leads += other.sum_of_won_leads;
        for color in 0..2 {
            for p in self.size.points() {
                self.owned[color][p] += other.owned[color][p];
                self.owner_won[color][p] += other.owner_won[color][p];
            }
        }
    }

    /// Number of playouts.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    pub(crate) fn black_win_rate(&self) -> f32 {
        self.black_wins as f32 / self.playouts.max(1) as f32
    }

    /// Ownership of a point: the share of the playouts that Black owned it, minus White's share, -1 to 1.
    pub fn ownership(&self, point: Point) -> f32 {
        let [black, white] = self.owned.each_ref().map(|owned| owned[point] as f32);
        (black - white) / self.playouts.max(1) as f32
    }

    /// Ownership of all points.
    pub fn all_ownership(&self) -> PointMap<f32> {
        let mut all = PointMap::filled(0.0);
        for p in self.size.points() {
            all[p] = self.ownership(p);
        }
        all
    }

    /// Share of the playouts in which nobody owned the point.
    pub(crate) fn nobodys(&self, point: Point) -> f32 {
        let [black, white] = self.owned.each_ref().map(|owned| owned[point]);
        (self.playouts - black - white) as f32 / self.playouts.max(1) as f32
    }

    /// Criticality: the share of the playouts that the owner of the point won, minus the share expected by
    /// chance, -1 to 1 (R. Coulom, "Criticality: a Monte-Carlo heuristic for Go programs", 2009).
    pub(crate) fn criticality(&self, point: Point) -> f32 {
        let all = self.playouts.max(1) as f32;
        let part = |count: u32| count as f32 / all;
        let won_by_owner = part(self.owner_won[0][point] + self.owner_won[1][point]);
        let black_wins = part(self.black_wins);
        let by_chance =
            part(self.owned[0][point]) * black_wins + part(self.owned[1][point]) * (1.0 - black_wins);
        won_by_owner - by_chance
    }

    /// Gain of Black's win rate for each point of lead: the slope of the regression of wins on leads.
    pub(crate) fn win_rate_per_point(&self) -> f32 {
        let all = f64::from(self.playouts.max(1));
        let (mean, won) = (self.sum_of_leads / all, f64::from(self.black_wins) / all);
        let variance = (self.sum_of_squares / all - mean * mean).max(1.0);
        ((self.sum_of_won_leads / all - mean * won) / variance) as f32
    }

    /// Mean of Black's lead in points, and its standard deviation.
    pub fn lead(&self) -> (f32, f32) {
        let all = f64::from(self.playouts.max(1));
        let mean = self.sum_of_leads / all;
        let variance = (self.sum_of_squares / all - mean * mean).max(0.0);
        (mean as f32, variance.sqrt() as f32)
    }
}

/// Owner of a point at the end of a playout: the colour of its stone, or of all stones around it.
pub fn owner_at_the_end(board: &PlayoutBoard, point: Point) -> Option<Color> {
    let cell = board.cell(point);
    if cell.is_stone() {
        return cell.color();
    }
    board.around(point).owner()
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;

    #[test]
    fn the_first_to_play_at_a_point_counts_and_earlier_moves_go_before_later_ones() {
        let point = Point::new(3, 4);
        let mut first = FirstMoves::new();
        first.add_later(Color::White, point, 7);
        first.add_later(Color::Black, point, 9);
        assert_eq!(
            (first.index(Color::White, point), first.index(Color::Black, point)),
            (Some(7), None)
        );
        first.add_earlier(Color::Black, point, 0);
        assert_eq!(
            (first.index(Color::White, point), first.index(Color::Black, point)),
            (None, Some(0))
        );
    }

    #[test]
    fn a_point_whose_owner_wins_is_critical_and_one_that_never_changes_is_not() {
        let size = BoardSize::new(5, 1).expect("a size");
        let mut stats = PlayoutStats::new(size);
        for diagram in ["X X . O O", "X . O O O"] {
            let board = PlayoutBoard::new(&Board::from_diagram(diagram));
            stats.add(&board, 0.5);
        }
        let at = |x| Point::new(x, 0);
        assert_eq!(stats.ownership(at(0)), 1.0);
        assert_eq!(stats.ownership(at(2)), -0.5);
        assert_eq!((stats.nobodys(at(2)), stats.nobodys(at(0))), (0.5, 0.0));
        assert!(stats.criticality(at(1)) > 0.2, "{}", stats.criticality(at(1)));
        assert_eq!(stats.criticality(at(0)), 0.0);
        assert_eq!(stats.lead(), (-0.5 - 0.25 + 0.25, 1.0));
    }
}
