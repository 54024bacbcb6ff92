// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board of playouts against the board that counts liberties.

use katachi_rules::{Board, Color, PlayoutBoard, Point};
use proptest::prelude::*;

use super::config;
use super::plan::plan;

/// Compares all queries of the two boards.
fn compare(playout: &PlayoutBoard, board: &Board) -> Result<(), TestCaseError> {
    let list: Vec<Point> = board.empty_points().collect();
    prop_assert_eq!(playout.empty_points(), list, "in one order");
    for point in board.size().points() {
        prop_assert_eq!(playout.cell(point), board.cell(point));
        for color in Color::BOTH {
            prop_assert_eq!(playout.is_legal(color, point), board.is_legal(color, point));
        }
        if board.cell(point).is_stone() {
            let liberties = board.first_liberties::<2>(point);
            let last = (liberties.len() == 1).then(|| liberties[0]);
            prop_assert_eq!(playout.last_liberty(point), last);
            prop_assert_eq!(playout.is_in_atari(point), last.is_some());
            prop_assert_eq!(playout.string_size(point), board.string_size(point));
            prop_assert!(playout.string(point).eq(board.string(point)), "in one order");
            prop_assert!(playout.adjacent_strings(point).eq(board.adjacent_strings(point)));
            continue;
        }
        let around = playout.around(point);
        prop_assert_eq!(around.empty_sides(), board.empty_beside(point));
        let eight = || point.neighbours().into_iter().chain(point.diagonals());
        let mut stones = point
            .neighbours()
            .into_iter()
            .filter_map(|n| board.cell(n).color());
        let owner = stones.next().filter(|&first| stones.all(|color| color == first));
        prop_assert_eq!(around.owner(), owner);
        for color in Color::BOTH {
            let enemy = color.opposite();
            let is_wall = |p: &Point| !board.is_empty(*p) && !board.cell(*p).is(enemy);
            prop_assert_eq!(around.walls(color) as usize, eight().filter(is_wall).count());
            prop_assert_eq!(around.is_eye(color), board.is_eye(color, point));
            prop_assert_eq!(
                playout.strings_beside(point, color),
                board.strings_beside(point, color)
            );
            prop_assert_eq!(
                playout.has_two_liberties_after(color, point),
                has_two(board, color, point)
            );
        }
    }
    Ok(())
}

/// The answer by the liberties of the adjacent strings, as sets.
fn has_two(board: &Board, color: Color, point: Point) -> bool {
    let opens =
        |n: &Point| board.is_empty(*n) || (board.cell(*n).is(color.opposite()) && board.liberties(*n) == 1);
    let mut liberties: Vec<Point> = point.neighbours().into_iter().filter(opens).collect();
    for string in board.strings_beside(point, color) {
        liberties.extend(board.liberty_set(string).iter().filter(|&l| l != point));
    }
    liberties.sort_unstable();
    liberties.dedup();
    liberties.len() >= 2
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_game_in_thought_goes_as_on_the_board(plan in plan(), picks in prop::collection::vec(any::<prop::sample::Index>(), 40)) {
        let mut board = plan.game().board().clone();
        let mut playout = PlayoutBoard::new(&board);
        compare(&playout, &board)?;
        for (turn, pick) in picks.into_iter().enumerate() {
            let color = Color::BOTH[turn % 2];
            let empty: Vec<Point> = board.empty_points().collect();
            if empty.is_empty() || turn % 11 == 10 {
                playout.clear_ko();
                board.clear_ko();
                continue;
            }
            // These include suicide and the retaking of a ko.
            let point = empty[pick.index(empty.len())];
            playout.play(color, point);
            board.place(color, point);
            compare(&playout, &board)?;
        }
    }
}
