// SPDX-License-Identifier: MIT OR Apache-2.0

//! The last moves of a game, solved.
//!
//! When few points are open, both sides play there in all orders (alpha-beta with a transposition table); all
//! other points belong to their owners by the playouts. Playouts are often unsure about the last points,
//! which decide games by half a point.
//!
//! The tree and the quick search after a pass (`decide`) must leave few enough points open (`ending` in
//! `settings`). Moves at the last liberties of strings are tried, too. Ko threats elsewhere are not seen.
//! With territory scoring a stone costs a point, as the search counts stones by area with such a correction
//! (`Game::white_compensation`).

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Game, Move, Point, PointMap, PointSet, Scoring, Tax};
use rustc_hash::FxHashMap;

/// Maximum number of stones played to solve a position: about 20 ms.
const MAX_NODES: u32 = 20_000;
/// Maximum length of a line. Longer ones repeat kos and are not solved.
const MAX_LINE: u32 = 60;
/// Maximum number of moves tried in a position: open points, and liberties of strings in atari.
const MAX_MOVES: usize = 48;

/// The result of best play at the open points of a game. All other points stay with their owners.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// Lead of the side to move in points, with komi.
    pub lead: f32,
    /// The moves that were tried, a pass last, with the lead after each.
    pub moves: Vec<(Move, f32)>,
}

impl Ending {
    /// Solves the rest of a game for the side to move. Points without an owner are open. `None` if more than
    /// `max_open` empty points are open, if solving takes too many moves, under rules with a button or a tax
    /// on all groups, or where dead stones still have to be captured.
    pub(super) fn solve(
        game: &Game,
        color: Color,
        owners: &PointMap<Option<Color>>,
        max_open: usize,
    ) -> Option<Self> {
        let rules = game.rules();
        let board = game.board();
        let is_dead = |p| board.cell(p).is_stone() && owners[p].is_some_and(|owner| !board.cell(p).is(owner));
        let has_captures = || board.size().points().any(is_dead);
        if rules.button || rules.tax == Tax::All || !game.allows_agreement() && has_captures() {
            return None;
        }
        let mut solver = Solver::new(game, owners);
        let open = game.board().empty_points().filter(|&p| owners[p].is_none());
        if open.count() > max_open {
            return None;
        }
        let moves = solver.moves(game, color)?;
        let bonus = game.white_compensation();
        let bonus = if color == Color::Black { -bonus } else { bonus };
        let moves: Vec<_> = moves
            .into_iter()
            .map(|(mv, lead)| (mv, lead as f32 + bonus))
            .collect();
        let lead = moves.iter().map(|&(_, lead)| lead).reduce(f32::max)?;
        Some(Self { lead, moves })
    }

    /// Returns the lead after a move. A move that was not tried counts as a pass.
    pub(crate) fn lead_after(&self, mv: Move) -> f32 {
        let tried = self.moves.iter().find(|&&(tried, _)| tried == mv);
        tried.or(self.moves.last()).map_or(self.lead, |&(_, lead)| lead)
    }
}

/// More points than a board has.
const UNBOUNDED: i32 = 10_000;

/// Bounds of the best lead, in points.
#[derive(Clone, Copy)]
struct Window {
    low: i32,
    high: i32,
}

impl Window {
    const ALL: Self = Self {
        low: -UNBOUNDED,
        high: UNBOUNDED,
    };

    /// Returns the bounds for the other side, after a move that costs `cost` points.
    fn opposite(self, cost: i32) -> Self {
        Self {
            low: -self.high - cost,
            high: -self.low - cost,
        }
    }
}

struct Solver {
    board: Board,
    /// The position that is solved.
    start: Board,
    /// Owners of the points. Open points have none.
    owners: PointMap<Option<Color>>,
    /// Points that a stone costs its side: one with territory scoring, as stones count at the end.
    cost: i32,
    /// Number of stones that may still be played.
    nodes: u32,
    /// Bounds of the best leads of visited positions.
    table: FxHashMap<u64, Window>,
}

impl Solver {
    fn new(game: &Game, owners: &PointMap<Option<Color>>) -> Self {
        Self {
            board: game.board().clone(),
            start: game.board().clone(),
            owners: owners.clone(),
            cost: i32::from(game.rules().scoring == Scoring::Territory),
            nodes: MAX_NODES,
            table: FxHashMap::default(),
        }
    }

    /// Returns the lead after each move on the board, and after a pass. `None` if it takes too many moves.
    fn moves(&mut self, game: &Game, color: Color) -> Option<Vec<(Move, i32)>> {
        let mut moves = Vec::new();
        for point in self.candidates(color) {
            if game.is_legal(color, Move::Play(point)) {
                moves.push((Move::Play(point), self.after(color, point, Window::ALL, 0)?));
            }
        }
        let has_passed = game.moves().next_back().is_some_and(|(_, mv)| mv == Move::Pass);
        let lead = self.after_pass(color, has_passed, Window::ALL, 0)?;
        moves.push((Move::Pass, lead));
        Some(moves)
    }

    /// Returns the best lead of the side to move, less the cost of stones from here on, as [`Solver::moves`].
    fn best(&mut self, color: Color, has_passed: bool, window: Window, depth: u32) -> Option<i32> {
        if depth > MAX_LINE {
            return None;
        }
        let key = self.key(color, has_passed);
        let proved = self.table.get(&key).copied().unwrap_or(Window::ALL);
        if proved.low >= window.high || proved.low == proved.high {
            return Some(proved.low);
        }
        if proved.high <= window.low {
            return Some(proved.high);
        }
        let (mut best, mut rest) = (-UNBOUNDED, window);
        for point in self.candidates(color) {
            best = best.max(self.after(color, point, rest, depth)?);
            rest.low = rest.low.max(best);
            if rest.low >= rest.high {
                break;
            }
        }
        if rest.low < rest.high {
            best = best.max(self.after_pass(color, has_passed, rest, depth)?);
        }
        let found = Window {
            low: if best > window.low { best } else { proved.low },
            high: if best < window.high { best } else { proved.high },
        };
        self.table.insert(key, found);
        Some(best)
    }

    fn after(&mut self, color: Color, point: Point, window: Window, depth: u32) -> Option<i32> {
        self.nodes = self.nodes.checked_sub(1)?;
        let undo = self.board.play(color, point);
        let lead = self.best(color.opposite(), false, window.opposite(self.cost), depth + 1);
        self.board.undo(undo);
        lead.map(|lead| -lead - self.cost)
    }

    fn after_pass(&mut self, color: Color, has_passed: bool, window: Window, depth: u32) -> Option<i32> {
        if has_passed {
            return Some(self.count(color));
        }
        let ko = self.board.clear_ko();
        let lead = self.best(color.opposite(), true, window.opposite(0), depth + 1);
        self.board.set_ko(ko);
        lead.map(|lead| -lead)
    }

    fn key(&self, color: Color, has_passed: bool) -> u64 {
        let ko = self.board.ko().map_or(0, |(point, _)| 1 + point.index() as u64);
        self.board.situation_key(color) ^ (2 * ko + u64::from(has_passed)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Returns moves at open points and at the last liberties of strings, those of the largest string first.
    fn candidates(&self, color: Color) -> ArrayVec<Point, MAX_MOVES> {
        let board = &self.board;
        let mut moves = ArrayVec::<(u32, Point), MAX_MOVES>::new();
        for p in board.empty_points() {
            let beside = p.neighbours().into_iter().filter(|&n| board.size().contains(n));
            let in_atari = beside.filter(|&n| board.cell(n).is_stone() && board.liberties(n) == 1);
            let largest = in_atari.map(|n| board.string_size(n)).max().unwrap_or(0);
            let is_near = largest > 0 || self.owners[p].is_none();
            if is_near
                && !board.is_eye(color, p)
                && board.is_legal(color, p)
                && moves.try_push((largest, p)).is_err()
            {
                break;
            }
        }
        moves.sort_unstable_by_key(|&(largest, p)| (Reverse(largest), p));
        moves.into_iter().map(|(_, p)| p).collect()
    }

    /// Returns the owner of a point without further moves: 1 Black, -1 White. A settled point that has not
    /// changed keeps its owner; else the stone there counts.
    fn owner(&self, p: Point) -> i32 {
        let cell = self.board.cell(p);
        let settled = self.owners[p].filter(|_| cell == self.start.cell(p));
        match settled.or(cell.color()) {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        }
    }

    /// Counts the lead of a side without further moves.
    fn count(&self, color: Color) -> i32 {
        let (mut lead, mut seen) = (0, PointSet::EMPTY);
        for p in self.board.size().points() {
            lead += match self.owner(p) {
                0 if !seen.contains(p) => self.territory(p, &mut seen),
                owner => owner,
            };
        }
        if color == Color::Black { lead } else { -lead }
    }

    /// Counts the points of an empty region that borders on one side only: positive for Black.
    fn territory(&self, from: Point, seen: &mut PointSet) -> i32 {
        let (mut open, mut points, mut borders) = (vec![from], 0, [false; 2]);
        seen.insert(from);
        while let Some(p) = open.pop() {
            points += 1;
            for n in p
                .neighbours()
                .into_iter()
                .filter(|&n| self.board.size().contains(n))
            {
                match self.owner(n) {
                    1 => borders[0] = true,
                    -1 => borders[1] = true,
                    _ if !seen.contains(n) => {
                        seen.insert(n);
                        open.push(n);
                    }
                    _ => {}
                }
            }
        }
        match borders {
            [true, false] => points,
            [false, true] => -points,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Rules};

    use super::*;

    /// Solves a position with Black to move. The second diagram has the owners of the points, and `?` at open
    /// ones.
    fn solve(stones: &str, owners: &str, rules: Rules, komi: f32) -> Ending {
        let game = Game::from_position(Board::from_diagram(stones), Color::Black, rules, komi);
        let mut owner = PointMap::filled(None);
        for (p, mark) in game.size().points().zip(owners.split_whitespace()) {
            owner[p] = match mark {
                "X" => Some(Color::Black),
                "O" => Some(Color::White),
                _ => None,
            };
        }
        Ending::solve(&game, Color::Black, &owner, 14).expect("it can be solved")
    }

    /// Two walls, and between them a point at the top and one at the bottom that is worth a stone as well.
    const STONES: &str = "
        . X . O .
        . X X O .
        X X . O .
        . X X O O
        . X . O .";
    const OWNERS: &str = "
        X X ? O O
        X X X O O
        X X ? O O
        X X X O O
        X X ? O O";

    #[test]
    fn with_area_scoring_the_last_open_points_are_shared() {
        let ending = solve(STONES, OWNERS, Rules::CHINESE, 0.5);
        // Ten points each and C4, C2; of three points Black gets two.
        assert_eq!(ending.lead, 12.0 + 2.0 - 10.0 - 1.0 - 0.5);
        assert_eq!(ending.lead_after(Move::Pass), ending.lead - 2.0);
        let far = Move::Play(BoardSize::square(5).parse_vertex("A5").expect("a point"));
        assert_eq!(ending.lead_after(far), ending.lead_after(Move::Pass));
    }

    #[test]
    fn with_territory_scoring_the_last_open_points_are_worth_nothing() {
        let area = solve(STONES, OWNERS, Rules::CHINESE, 0.5);
        let territory = solve(STONES, OWNERS, Rules::JAPANESE, 0.5);
        assert_eq!(territory.lead_after(Move::Pass), territory.lead);
        assert!(territory.lead < area.lead);
    }

    #[test]
    fn a_string_in_atari_is_saved_outside_of_the_open_points() {
        // Black's C1 is in atari once White plays C2, and is saved at D1, a settled point of White.
        let stones = "
            . X O . .
            X X O O .
            . X O . O
            X X . O O
            . X X . O";
        let owners = "
            X X O O O
            X X O O O
            X X O O O
            X X ? O O
            X X X O O";
        let ending = solve(stones, owners, Rules::CHINESE, 0.0);
        assert!(ending.lead > ending.lead_after(Move::Pass));
    }

    #[test]
    fn too_many_open_points_are_not_solved() {
        let game = Game::new(BoardSize::square(5), Rules::CHINESE, 7.5);
        let open = PointMap::filled(None);
        assert_eq!(Ending::solve(&game, Color::Black, &open, 14), None);
        assert_eq!(
            Ending::solve(&game, Color::Black, &open, 25),
            None,
            "too many moves"
        );
    }
}
