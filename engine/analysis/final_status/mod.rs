// SPDX-License-Identifier: MIT OR Apache-2.0

//! The final status of stones (dead, alive, seki) and the owners of points when the game is over.
//!
//! The position is judged as if both sides had passed. What is certain comes first ([`Unconditional`]), then
//! what the caller knows about groups, then many playouts from the position alone. Groups on which the
//! playouts do not agree can be read (`lives`).
//!
//! Groups that a bent four in the corner kills are known by their shape (`bent_four`), as playouts take them
//! for sekis.
//!
//! Stones that one move captures, though they survive in most playouts, are removed, and the playouts are
//! repeated, as the strings around them live by that (`judge`). With `FinalStatus::with_reading` the groups
//! on which the playouts do not agree are read. A group is the strings that one reaches through empty points
//! and that have nearly the same ownership. Groups that die though their side moves first are removed. Groups
//! that the playouts lose, but that are proved to live, stay, and in the playouts that follow neither side
//! fills their liberties, so that sekis stay. The endgame and resigning do not read, to save time.
//!
//! Neutral points are filled in turn on a copy of the board, with either side first (`ending`). That decides
//! which side gets the last dame, and which moves in own territory become necessary. The standard form of the
//! position is judged (`orientation`), so that symmetry and colours change nothing.

mod bent_four;
mod ending;
mod judge;
mod known_life;
mod lives;
mod playouts;
mod seki;

use katachi_rules::{Agreement, Board, ByColor, Color, Game, Point, PointMap, PointSet, Score, Scoring};

use ending::Ending;
use judge::Judge;
pub use known_life::KnownLife;

use super::Ownership;
use super::orientation::{Orientation, map_back};

/// The final status of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoneStatus {
    /// It is taken off.
    Dead,
    /// It stays.
    Alive,
    /// It stays. Points that it surrounds do not count with territory scoring.
    Seki,
}

/// The final status of all stones, and the owners of all points.
#[derive(Clone, Debug)]
pub struct FinalStatus {
    /// Stones that are taken off.
    pub dead: PointSet,
    /// Stones that live in seki.
    pub seki: PointSet,
    /// The owner of each point, stones included. `None` for dame and for points of a seki that neither side
    /// surrounds.
    pub owner: PointMap<Option<Color>>,
    /// Ownership of the points by the playouts.
    pub ownership: Ownership,
    /// Stones in seki with the points that they surround.
    seki_points: PointSet,
    /// Points that no wall closes off, but that one side owns at the end of nearly all playouts.
    open: PointMap<Option<Color>>,
    /// The moves on the neutral points, by the side to move first.
    ending: ByColor<Ending>,
}

map_back!(FinalStatus {
    dead,
    seki,
    owner,
    ownership,
    seki_points,
    open,
    ending
});

impl FinalStatus {
    /// Judges a position by a number of playouts; a ko ban is ignored. About 0.2 ms a playout on 19x19.
    /// Positions that differ by symmetry or colours alone are judged alike.
    pub fn new(board: &Board, known: &KnownLife, playouts: u32) -> Self {
        Self::with_reading(board, known, playouts, 0)
    }

    /// Judges a position by playouts, and reads the groups on which they do not agree, with `nodes` nodes for
    /// each question. Twice as much work as [`new`](Self::new) with 20,000 nodes, and up to a second where
    /// large groups are uncertain.
    pub fn with_reading(board: &Board, known: &KnownLife, playouts: u32, nodes: u32) -> Self {
        let mut board = board.clone();
        board.clear_ko();
        let orientation = Orientation::new(&board);
        let known = KnownLife {
            alive: orientation.set(&known.alive),
            dead: orientation.set(&known.dead),
        };
        orientation.map_back(Self::of_form(&orientation.board(&board), &known, playouts, nodes))
    }

    /// Judges the standard form of a position.
    fn of_form(board: &Board, known: &KnownLife, playouts: u32, nodes: u32) -> Self {
        let (dead, results) = Judge::new(board, known, playouts, nodes).judge();
        let mut rest = board.clone();
        rest.remove_stones(&dead);
        let mut owner = katachi_rules::area_owner(&rest, &PointSet::EMPTY);
        let mut open = PointMap::filled(None);
        for p in board.size().points() {
            if owner[p].is_none() {
                open[p] = results.clear_owner(p);
            }
        }
        for p in board.size().points() {
            owner[p] = owner[p].or(open[p]);
        }
        let (seki, seki_points) = seki::find(&rest, &owner, |p| results.stays_empty(p));
        let unfilled: PointSet = board
            .size()
            .points()
            .filter(|&p| owner[p].is_none() && !results.stays_empty(p))
            .collect();
        let ending = ByColor::from_fn(|first| Ending::play(board, first, &unfilled, &dead, &owner));
        Self {
            dead,
            ending,
            seki,
            seki_points,
            owner,
            ownership: results.ownership,
            open,
        }
    }

    /// Is the point nobody's?
    pub fn is_dame(&self, point: Point) -> bool {
        self.owner[point].is_none()
    }

    /// The neutral point that a side fills first, if it is to move and only neutral points are left: first
    /// one that forces an answer in the other side's territory, then one where the other side could do that,
    /// then the rest.
    pub fn neutral_point(&self, first: Color) -> Option<Point> {
        self.ending[first].first
    }

    /// Does an empty point belong to stones in seki?
    pub fn in_seki(&self, point: Point) -> bool {
        self.seki_points.contains(point)
    }

    /// The final status of a stone.
    pub fn stone_status(&self, stone: Point) -> StoneStatus {
        if self.dead.contains(stone) {
            StoneStatus::Dead
        } else if self.seki.contains(stone) {
            StoneStatus::Seki
        } else {
            StoneStatus::Alive
        }
    }

    /// The score of a game in that position, under its rules, once the neutral points have been filled in
    /// turn. With territory scoring a side loses a point for each move that this makes necessary in its own
    /// territory; with area scoring nothing is filled if the game is over.
    pub fn score(&self, game: &Game) -> Score {
        let mut score = self.score_without_further_play(game);
        let ending = self.ending[game.to_move()];
        for color in Color::BOTH {
            let side = &mut score.sides[color];
            match game.rules().scoring {
                Scoring::Area if game.is_over() => {}
                Scoring::Area => side.stones += ending.filled[color],
                Scoring::Territory => {
                    side.territory = side.territory.saturating_sub(ending.protective[color])
                }
            }
        }
        score
    }

    /// The score if both sides pass from now on.
    pub fn score_without_further_play(&self, game: &Game) -> Score {
        let agreement = Agreement {
            dead: self.dead,
            seki: self.seki,
        };
        let mut score = game.agreed_score(&agreement);
        for p in game.size().points() {
            if let Some(color) = self.open[p] {
                score.sides[color].territory += 1;
            }
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Rules;

    use super::*;

    fn judge(diagram: &str) -> (Board, FinalStatus) {
        let board = Board::from_diagram(diagram);
        let status = FinalStatus::new(&board, &KnownLife::default(), 200);
        (board, status)
    }

    fn at(board: &Board, vertex: &str) -> Point {
        board.size().parse_vertex(vertex).expect("a vertex of the board")
    }

    const FINISHED: &str = "
        . X . X O . O . O
        X X X X O O O O .
        . X . X O . O . O
        X X X X O O O O O
        . X O . X X O . O
        X X X . X O O O O
        . X . X X O . O .
        X X X X X O O O O
        . X . X O O . O .";

    const SEKI: &str = "
        O O O O O O . O
        X X X X X O O .
        O O O . X O . O
        O O . X X O O .";

    #[test]
    fn a_stone_inside_is_dead_and_the_rest_is_counted() {
        let (board, status) = judge(FINISHED);
        assert_eq!(status.dead, PointSet::from_iter([at(&board, "C5")]));
        assert_eq!(status.owner[at(&board, "A1")], Some(Color::Black));
        assert_eq!(status.owner[at(&board, "J1")], Some(Color::White));
        let by = |rules| {
            let game = Game::from_position(board.clone(), Color::Black, rules, 0.5);
            status.score(&game).result().to_string()
        };
        // 41 against 40 points by area; 12 points and a prisoner against 10 by territory.
        assert_eq!(by(Rules::CHINESE), "B+0.5");
        assert_eq!(by(Rules::JAPANESE), "B+2.5");
    }

    #[test]
    fn both_sides_of_a_seki_stay() {
        let (board, status) = judge(SEKI);
        assert!(status.dead.is_empty());
        for vertex in ["A1", "A3", "D1"] {
            assert_eq!(
                status.stone_status(at(&board, vertex)),
                StoneStatus::Seki,
                "{vertex}"
            );
        }
        assert_eq!(status.stone_status(at(&board, "A4")), StoneStatus::Alive);
        for vertex in ["D2", "C1"] {
            assert!(status.is_dame(at(&board, vertex)), "{vertex}");
        }
    }

    #[test]
    fn what_the_caller_knows_comes_first() {
        let board = Board::from_diagram(SEKI);
        let known = KnownLife {
            dead: board.string(at(&board, "A1")).collect(),
            ..KnownLife::default()
        };
        let status = FinalStatus::new(&board, &known, 50);
        assert_eq!(status.stone_status(at(&board, "A1")), StoneStatus::Dead);
        assert_eq!(status.owner[at(&board, "A1")], Some(Color::Black));
    }

    #[test]
    fn a_bulky_five_with_a_stone_at_its_heart_is_one_eye() {
        let (board, status) = judge(
            ". . X O . O .
             O . X O O O O
             . X X O . . .
             X X O O . . .
             O O O . . O .
             . . . . . . .
             . . . O . . .",
        );
        for vertex in ["C7", "A4"] {
            assert_eq!(
                status.stone_status(at(&board, vertex)),
                StoneStatus::Dead,
                "{vertex}"
            );
        }
        assert_eq!(status.owner[at(&board, "A7")], Some(Color::White));
    }

    #[test]
    fn transformed_and_recoloured_positions_are_judged_alike() {
        let open = "
            . . . X O . .
            . X X X O O .
            . X . O X O .
            . X X O X X .
            O O X X O . .
            . O O O O . O
            . . . . . O .";
        for diagram in [FINISHED, SEKI, open] {
            let (board, status) = judge(diagram);
            let size = board.size();
            let rows: Vec<String> = board.to_string().lines().map(str::to_string).collect();
            let upside_down: String = rows.iter().rev().map(|row| format!("{row}\n")).collect();
            let (_, flipped) = judge(&upside_down);
            let (_, recoloured) = judge(
                &board
                    .to_string()
                    .replace('X', "#")
                    .replace('O', "X")
                    .replace('#', "O"),
            );
            for (first, color) in [(Color::Black, Color::Black), (Color::Black, Color::White)] {
                let (ending, opposite) = (&status.ending[first], &recoloured.ending[first.opposite()]);
                assert_eq!(ending.filled[color], opposite.filled[color.opposite()]);
                assert_eq!(ending.protective[color], opposite.protective[color.opposite()]);
                let shared = |ending: &Ending| (ending.filled, ending.protective);
                assert_eq!(shared(ending), shared(&flipped.ending[first]));
            }
            for p in size.points() {
                let below = Point::new(p.x(), size.height() - 1 - p.y());
                assert_eq!(status.owner[p], flipped.owner[below]);
                assert_eq!(status.owner[p], recoloured.owner[p].map(Color::opposite));
                assert_eq!(status.dead.contains(p), flipped.dead.contains(below));
                assert_eq!(status.dead.contains(p), recoloured.dead.contains(p));
            }
        }
    }
}
