// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board against flood fills.

use std::collections::BTreeSet;

use katachi_rules::{Board, Cell, Color, Move, PointSet, Rules, area_owner, area_score};
use proptest::prelude::*;

use super::config;
use super::plain::{cells_of, flood, neighbours, place, places};
use super::plan::plan;

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn without_superko_and_suicide_the_board_alone_knows_what_is_legal(mut plan in plan()) {
        plan.rules = Rules::CHINESE;
        let game = plan.game();
        for color in Color::BOTH {
            for point in plan.size.points() {
                prop_assert_eq!(
                    game.board().is_legal(color, point),
                    game.is_legal(color, Move::Play(point))
                );
            }
        }
    }

    #[test]
    fn strings_liberties_and_neighbours_are_those_of_a_flood(plan in plan()) {
        let game = plan.game();
        let (board, size, cells) = (game.board(), plan.size, cells_of(game.board()));
        for point in size.points().filter(|&p| board.cell(p).is_stone()) {
            let (stones, liberties) = flood(size, &cells, place(size, point));
            prop_assert_eq!(&places(size, board.string(point)), &stones);
            prop_assert_eq!(board.string_size(point) as usize, stones.len());
            prop_assert_eq!(board.string(point).next(), Some(board.head(point)));
            prop_assert_eq!(&places(size, board.liberty_set(point).iter()), &liberties);
            prop_assert_eq!(board.liberties(point) as usize, liberties.len());
            let first = board.first_liberties::<3>(point);
            prop_assert_eq!(first.len(), liberties.len().min(3));
            prop_assert_eq!(places(size, first.iter().copied()).len(), first.len());
            prop_assert!(places(size, first).is_subset(&liberties));

            let heads: Vec<_> = board.adjacent_strings(point).collect();
            let mut adjacent = BTreeSet::new();
            for &head in &heads {
                prop_assert!(adjacent.is_disjoint(&places(size, board.string(head))), "once each");
                adjacent.extend(places(size, board.string(head)));
            }
            let enemy = board.cell(point).color().unwrap().opposite();
            let touching = stones.iter().flat_map(|&s| neighbours(size, s)).filter(|&n| cells[n].is(enemy));
            let expected: BTreeSet<_> = touching.flat_map(|n| flood(size, &cells, n).0).collect();
            prop_assert_eq!(adjacent, expected);
        }
        let stones: Vec<_> = board.strings().flat_map(|head| board.string(head)).collect();
        let occupied = size.points().filter(|&p| board.cell(p).is_stone());
        prop_assert_eq!(stones.len(), occupied.clone().count(), "each string once");
        prop_assert_eq!(places(size, stones), places(size, occupied));
        for point in size.points() {
            let beside = neighbours(size, place(size, point));
            let empty = beside.iter().filter(|&&n| cells[n] == Cell::Empty).count();
            prop_assert_eq!(board.empty_beside(point) as usize, empty);
            for color in Color::BOTH {
                let heads = board.strings_beside(point, color);
                let strings: BTreeSet<_> = beside
                    .iter()
                    .filter(|&&n| cells[n].is(color))
                    .map(|&n| flood(size, &cells, n).0)
                    .collect();
                prop_assert_eq!(heads.len(), strings.len());
                prop_assert!(heads.iter().all(|&h| strings.contains(&places(size, board.string(h)))));
            }
        }
    }


    #[test]
    fn keys_tell_stones_apart_and_not_how_they_came(plan in plan(), seed in any::<u64>()) {
        let game = plan.game();
        let board = game.board();
        let mut stones: Vec<_> = board
            .size()
            .points()
            .filter_map(|p| Some((p, board.cell(p).color()?)))
            .collect();
        for _ in 0..2 {
            let mut again = Board::new(plan.size);
            again.set_stones(stones.iter().copied()).unwrap();
            again.check_consistency();
            prop_assert_eq!(again.key(), board.key());
            prop_assert_eq!(cells_of(&again), cells_of(board));
            stones.sort_by_key(|(p, _)| (place(plan.size, *p) as u64 + 1).wrapping_mul(seed | 1) >> 7);
        }
        if let Some((point, _)) = stones.pop() {
            let mut fewer = board.clone();
            fewer.remove_stones(&PointSet::from_iter([point]));
            fewer.check_consistency();
            prop_assert_ne!(fewer.key(), board.key());
        }
        prop_assert_ne!(board.situation_key(Color::Black), board.situation_key(Color::White));
    }

    #[test]
    fn area_is_what_a_flood_from_each_point_reaches(
        plan in plan(), dead in prop::collection::vec(any::<prop::sample::Index>(), 0..3)
    ) {
        let game = plan.game();
        let (board, size) = (game.board(), plan.size);
        let points: Vec<_> = size.points().collect();
        let stones: Vec<_> = points.iter().copied().filter(|&p| board.cell(p).is_stone()).collect();
        let dead: PointSet = dead
            .iter()
            .filter(|_| !stones.is_empty())
            .flat_map(|i| board.string(stones[i.index(stones.len())]))
            .collect();
        let mut cells = cells_of(board);
        dead.iter().for_each(|p| cells[place(size, p)] = Cell::Empty);

        let (owner, mut count) = (area_owner(board, &dead), [0, 0, 0]);
        for (at, &point) in points.iter().enumerate() {
            let reached: BTreeSet<_> = match cells[at].color() {
                Some(color) => BTreeSet::from([color]),
                None => flood(size, &cells, at)
                    .0
                    .into_iter()
                    .flat_map(|e| neighbours(size, e))
                    .filter_map(|n| cells[n].color())
                    .collect(),
            };
            let expected = reached.first().copied().filter(|_| reached.len() == 1);
            prop_assert_eq!(owner[point], expected);
            count[expected.map_or(2, |c| c as usize)] += 1;
        }
        let score = area_score(board, &dead);
        prop_assert_eq!([score.black, score.white, score.neutral], count);
    }

}
