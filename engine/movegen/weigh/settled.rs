// SPDX-License-Identifier: MIT OR Apache-2.0

//! Settled area, by playouts: once enough of the board is covered by stones, their ownership tells which
//! stones are dead and where no move changes the result.
//!
//! A move is not chosen where its point and all neighbours are settled, unless reading says that it captures,
//! saves, kills or saves. So the classical choice passes at the end of a game.
//!
//! Under area scoring each dame is a point. They are filled where no move has a positive value, in the order
//! in which a final position is counted (`engine/analysis/final_status/ending.rs`). Under territory scoring a
//! pass is as good; where a filled dame makes an answer necessary, tactics propose it afterwards.

use katachi_rules::{Board, Color, Point, Scoring};

use super::{Input, Proposal, Reason, ReasonKind};
use crate::analysis::{FinalStatus, KnownLife};
use crate::movegen::weigh::SETTLED_PLAYOUTS;

/// Nothing is settled as long as stones cover less than this share of the board; 0.25 to 0.5.
const MIN_FULL: f32 = 0.35;
/// A point is settled if its ownership and that of its neighbours are at least this far from 0; 0.9 to 1.
const SETTLED_POINT: f32 = 0.94;
/// A dame: less than anything that gains a point. By the scale.
const DAME_VALUE: i32 = 1;

/// Returns the final status by playouts, or `None` while stones cover too little of the board.
pub(crate) fn final_status(board: &Board) -> Option<FinalStatus> {
    let stones = board.size().area() - board.empty_points().len();
    let is_open = (stones as f32) < MIN_FULL * board.size().area() as f32;
    (!is_open).then(|| FinalStatus::new(board, &KnownLife::default(), SETTLED_PLAYOUTS))
}

/// Returns whether the point, and each of its neighbours, end as the same side's in nearly all playouts.
pub(super) fn is_settled(board: &Board, status: &FinalStatus, point: Point) -> bool {
    let of_black = |p: Point| status.ownership.share(p, Color::Black);
    let on_board = |p: &Point| board.size().contains(*p);
    let mut nearby = point.neighbours().into_iter().filter(on_board).chain([point]);
    nearby.all(|p| of_black(p).abs() >= SETTLED_POINT)
}

/// The dame to fill in place of a pass, if any.
pub(super) fn dame_instead_of_a_pass(input: &Input<'_>) -> Option<Proposal> {
    if input.position.scoring() != Scoring::Area {
        return None;
    }
    let point = input.status?.neutral_point(input.color())?;
    input.position.is_legal(point).then(|| Proposal {
        point,
        value: DAME_VALUE,
        reasons: vec![Reason {
            counted: DAME_VALUE,
            ..Reason::new(ReasonKind::Dame, DAME_VALUE)
        }],
    })
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Game, Rules};

    use super::*;
    use crate::knowledge::Knowledge;
    use crate::movegen::for_tests;

    /// C1 to C5 are dame.
    const DAME: &str = "
        . X . O .
        X X . O O
        . X . O .
        X X . O O
        . X . O .";

    /// All borders are closed.
    const FINISHED: &str = "
        . X X O .
        X X X O O
        . . X O .
        X X X O O
        . X X O .";

    fn filled(diagram: &str, rules: Rules, color: Color) -> Option<String> {
        let game = Game::from_position(Board::from_diagram(diagram), color, rules, 0.0);
        for_tests::with_input(&game, color, &Knowledge::default(), |input, _| {
            dame_instead_of_a_pass(input).map(|p| game.size().vertex(p.point).to_string())
        })
    }

    #[test]
    fn dame_are_filled_under_area_scoring() {
        for color in Color::BOTH {
            let point = filled(DAME, Rules::CHINESE, color).expect("there is one to fill");
            assert!(point.starts_with('C'), "{point}");
        }
    }

    #[test]
    fn with_territory_scoring_a_pass_is_as_good() {
        for color in Color::BOTH {
            assert_eq!(filled(DAME, Rules::JAPANESE, color), None);
        }
    }

    #[test]
    fn territory_is_not_filled() {
        for rules in [Rules::CHINESE, Rules::JAPANESE] {
            assert_eq!(filled(FINISHED, rules, Color::Black), None);
        }
    }

    #[test]
    fn the_liberties_of_a_seki_are_left() {
        let seki = "
            O O O O O O . O
            X X X X X O O .
            O O O . X O . O
            O O . X X O O .";
        for color in Color::BOTH {
            assert_eq!(filled(seki, Rules::CHINESE, color), None, "{color}");
        }
    }

    #[test]
    fn an_open_board_is_not_filled() {
        assert_eq!(filled(". . .\n. X .\n. . .", Rules::CHINESE, Color::White), None);
    }
}
