// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws of the board of the rules and the board of playouts: their answers are those of flood fills. A law
//! that does not hold panics.

use std::collections::BTreeSet;

use katachi_rules::{
    Around, Board, Cell, Color, PassAlive, PlayoutBoard, Point, PointSet, area_owner, pass_alive,
};

use super::plain::{cells_of, flood, neighbours, place, places};
use super::plain_life::plain_pass_alive;

/// Counts, key and empty points are those of the stones alone. O(points * string).
pub(crate) fn counts_agree(board: &Board) {
    let size = board.size();
    let stones = size.points().filter_map(|p| Some((p, board.cell(p).color()?)));
    let mut again = Board::new(size);
    again
        .set_stones(stones.clone())
        .expect("every string has a liberty");
    assert_eq!(board.key(), again.key(), "key");
    for (point, color) in stones {
        let (mut string, mut open) = (PointSet::EMPTY, vec![point]);
        while let Some(stone) = open.pop() {
            if string.insert(stone) {
                open.extend(
                    stone
                        .neighbours()
                        .into_iter()
                        .filter(|&n| board.cell(n).is(color)),
                );
            }
        }
        let has_head = |stone| board.head(stone) == board.head(point);
        assert!(string.iter().all(has_head), "head of the string at {point:?}");
        let beside = string.iter().flat_map(Point::neighbours);
        let liberties: PointSet = beside.filter(|&n| board.is_empty(n)).collect();
        let linked: PointSet = board.string(point).collect();
        let found = (
            linked,
            board.string_size(point) as usize,
            board.liberties(point) as usize,
        );
        let expected = (string, string.len(), liberties.len());
        assert_eq!(found, expected, "string at {point:?}");
    }
    let empty: PointSet = size.points().filter(|&p| board.is_empty(p)).collect();
    assert_eq!(board.empty_points().collect::<PointSet>(), empty, "empty points");
    assert_eq!(board.empty_points().len(), empty.len(), "each empty point once");
}

/// Strings, liberties and neighbours are those of a flood.
pub(crate) fn strings_agree(board: &Board) {
    let (size, cells) = (board.size(), cells_of(board));
    for point in size.points().filter(|&p| board.cell(p).is_stone()) {
        let (stones, liberties) = flood(size, &cells, place(size, point));
        assert_eq!(&places(size, board.string(point)), &stones);
        assert_eq!(board.string_size(point) as usize, stones.len());
        assert_eq!(board.string(point).next(), Some(board.head(point)));
        assert_eq!(&places(size, board.liberty_set(point).iter()), &liberties);
        assert_eq!(board.liberties(point) as usize, liberties.len());
        let first = board.first_liberties::<3>(point);
        assert_eq!(first.len(), liberties.len().min(3));
        assert_eq!(places(size, first.iter().copied()).len(), first.len());
        assert!(places(size, first).is_subset(&liberties));

        let heads: Vec<_> = board.adjacent_strings(point).collect();
        let mut adjacent = BTreeSet::new();
        for &head in &heads {
            let holds = adjacent.is_disjoint(&places(size, board.string(head)));
            assert!(holds, "once each");
            adjacent.extend(places(size, board.string(head)));
        }
        let enemy = board.cell(point).color().unwrap().opposite();
        let touching = stones
            .iter()
            .flat_map(|&s| neighbours(size, s))
            .filter(|&n| cells[n].is(enemy));
        let expected: BTreeSet<_> = touching.flat_map(|n| flood(size, &cells, n).0).collect();
        assert_eq!(adjacent, expected);
    }
    let stones: Vec<_> = board.strings().flat_map(|head| board.string(head)).collect();
    let occupied = size.points().filter(|&p| board.cell(p).is_stone());
    assert_eq!(stones.len(), occupied.clone().count(), "each string once");
    assert_eq!(places(size, stones), places(size, occupied));
    for point in size.points() {
        let beside = neighbours(size, place(size, point));
        let empty = beside.iter().filter(|&&n| cells[n] == Cell::Empty).count();
        assert_eq!(board.empty_beside(point) as usize, empty);
        for color in Color::BOTH {
            let heads = board.strings_beside(point, color);
            let strings: BTreeSet<_> = beside
                .iter()
                .filter(|&&n| cells[n].is(color))
                .map(|&n| flood(size, &cells, n).0)
                .collect();
            assert_eq!(heads.len(), strings.len());
            assert!(
                heads
                    .iter()
                    .all(|&h| strings.contains(&places(size, board.string(h))))
            );
        }
    }
}

/// The area without the dead stones is the one that a flood from each point reaches.
pub(crate) fn area_agrees(board: &Board, dead: &PointSet) {
    let (size, mut cells) = (board.size(), cells_of(board));
    dead.iter().for_each(|p| cells[place(size, p)] = Cell::Empty);

    let owner = area_owner(board, dead);
    for (at, point) in size.points().enumerate() {
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
        assert_eq!(owner[point], expected);
    }
}

/// Pass-alive stones and territory are those of the definition.
pub(crate) fn pass_alive_agrees(board: &Board, suicide: bool) {
    let (size, cells) = (board.size(), cells_of(board));
    let PassAlive { stones, territory } = pass_alive(board, suicide);
    for color in Color::BOTH {
        let [plain_stones, plain_territory] = plain_pass_alive(size, &cells, color, suicide);
        assert_eq!(places(size, stones[color].iter()), plain_stones);
        assert_eq!(places(size, territory[color].iter()), plain_territory);
    }
}

/// Compares all queries of the two boards.
pub(crate) fn playout_agrees(playout: &PlayoutBoard, board: &Board) {
    let list: Vec<Point> = board.empty_points().collect();
    assert_eq!(playout.empty_points(), list, "in one order");
    for point in board.size().points() {
        assert_eq!(playout.cell(point), board.cell(point));
        for color in Color::BOTH {
            assert_eq!(playout.is_legal(color, point), board.is_legal(color, point));
        }
        if board.cell(point).is_stone() {
            let liberties = board.first_liberties::<2>(point);
            let last = (liberties.len() == 1).then(|| liberties[0]);
            assert_eq!(playout.last_liberty(point), last);
            assert_eq!(playout.is_in_atari(point), last.is_some());
            assert_eq!(playout.string_size(point), board.string_size(point));
            assert!(playout.string(point).eq(board.string(point)), "in one order");
            assert!(playout.adjacent_strings(point).eq(board.adjacent_strings(point)));
            let sides: u32 = board.string(point).map(|s| board.empty_beside(s)).sum();
            assert_eq!(playout.liberty_sides(point), sides);
            let found = playout.first_liberties::<1>(point);
            assert_eq!(found[..], liberties[..1.min(liberties.len())]);
            assert_eq!(playout.first_liberties::<2>(point), liberties);
            let found = playout.first_liberties::<5>(point);
            assert_eq!(found, board.first_liberties::<5>(point));
            continue;
        }
        let around = playout.around(point);
        assert_eq!(around.empty_sides(), board.empty_beside(point));
        let eight = || point.neighbours().into_iter().chain(point.diagonals());
        let mut stones = point
            .neighbours()
            .into_iter()
            .filter_map(|n| board.cell(n).color());
        let owner = stones.next().filter(|&first| stones.all(|color| color == first));
        assert_eq!(around.owner(), owner);
        let cells: Vec<Cell> = eight().map(|p| board.cell(p)).collect();
        assert_eq!(around, Around::new(cells.try_into().unwrap()));
        assert_eq!(around, Around::from_bits(around.bits()));
        for color in Color::BOTH {
            let enemy = color.opposite();
            let has_beside = point.neighbours().into_iter().any(|n| board.cell(n).is(color));
            assert_eq!(around.has_beside(color), has_beside);
            let is_wall = |p: &Point| !board.is_empty(*p) && !board.cell(*p).is(enemy);
            assert_eq!(around.walls(color) as usize, eight().filter(is_wall).count());
            assert_eq!(around.is_eye(color), board.is_eye(color, point));
            let found = playout.strings_beside(point, color);
            assert_eq!(found, board.strings_beside(point, color));
            let found = playout.has_two_liberties_after(color, point);
            assert_eq!(found, has_two(board, color, point));
        }
    }
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
