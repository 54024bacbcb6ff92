// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions cut out of positions. Nothing here asks a reader, so that no reader chooses the questions.

use std::cmp::Reverse;

use katachi_rules::{Board, Color, Point, PointSet, pass_alive};

use super::kind::Kind;
use super::space::{Space, flood, walls};

/// Liberties of strings that are asked about.
const LIBERTIES: std::ops::RangeInclusive<u32> = 2..=4;
/// Liberties of a string that escapes beyond doubt.
const AWAY: u32 = 5;
/// Liberties of a joined string that stays joined beyond doubt.
const JOINED: u32 = 3;
/// Steps along lines between strings that are asked about, over empty points and own stones.
const STEPS: std::ops::RangeInclusive<usize> = 2..=5;

/// Smallest number of stones of a group: 4; 2 to 8. A smaller one is often given up for a larger gain
/// elsewhere; then the owner of its points is no sign that it can be killed or saved.
const GROUP_STONES: usize = 4;
const RACE_LIBERTIES: std::ops::RangeInclusive<u32> = 2..=8;
const RACE_STONES: u32 = 2;
const GROUP_SPACE: std::ops::RangeInclusive<usize> = 3..=16;

/// Points of a closed eye space that is one eye at most.
const HALF_EYE_POINTS: usize = 2;
/// Points of a closed, empty eye space that is two eyes unless its wall can be cut.
const TWO_EYES_POINTS: usize = 8;

/// All stones or pairs of stones that a question of that kind can name in a position, in groups that are
/// drawn equally often.
pub(super) fn places(board: &Board, kind: Kind) -> Vec<Vec<Vec<Point>>> {
    match kind {
        Kind::Attack | Kind::Defend => {
            let few = |stone: &Point| LIBERTIES.contains(&board.liberties(*stone));
            vec![board.strings().filter(few).map(|stone| vec![stone]).collect()]
        }
        Kind::Connect | Kind::Disconnect => pairs(board),
        Kind::Kill | Kind::Live => vec![groups(board).into_iter().map(|stone| vec![stone]).collect()],
        Kind::Race | Kind::Save | Kind::Capture => vec![races(board)],
        Kind::Eye => spaces(board),
    }
}

/// Eye spaces: closed ones of few points, larger ones, and open ones.
fn spaces(board: &Board) -> Vec<Vec<Vec<Point>>> {
    let mut by_size = vec![Vec::new(); 3];
    for space in Space::all(board) {
        let is_large = space.points.len() > HALF_EYE_POINTS;
        let group = if space.gate.is_some() {
            2
        } else {
            usize::from(is_large)
        };
        by_size[group].push(vec![space.wall, space.named]);
    }
    by_size
}

/// Pairs of surrounded groups of both colours, in both orders. Their largest strings touch, and both have few
/// liberties.
fn races(board: &Board) -> Vec<Vec<Point>> {
    let mut groups = groups(board);
    groups.retain(|&stone| {
        RACE_LIBERTIES.contains(&board.liberties(stone)) && board.string_size(stone) >= RACE_STONES
    });
    let races_of = |&own: &Point| {
        let beside = board.adjacent_strings(own).filter(|other| groups.contains(other));
        beside.map(|other| vec![own, other]).collect::<Vec<_>>()
    };
    groups.iter().flat_map(races_of).collect()
}

/// Surrounded groups: stones of one colour that reach few empty points over empty points and each other. Each
/// is named by the head of its largest string.
fn groups(board: &Board) -> Vec<Point> {
    let mut seen = PointSet::default();
    let mut groups = Vec::new();
    for head in board.strings() {
        if seen.contains(head) {
            continue;
        }
        let region = region(board, head);
        let stones: Vec<Point> = region.iter().filter(|&p| board.cell(p).is_stone()).collect();
        seen.extend(stones.iter().copied());
        if GROUP_SPACE.contains(&(region.len() - stones.len())) && stones.len() >= GROUP_STONES {
            let heads = stones.into_iter().filter(|&p| board.head(p) == p);
            groups.extend(heads.max_by_key(|&head| (board.string_size(head), Reverse(head))));
        }
    }
    groups
}

/// Points that a string reaches over empty points and own stones.
pub(super) fn region(board: &Board, head: Point) -> PointSet {
    let color = board.cell(head);
    flood(head, |p| board.is_empty(p) || board.cell(p) == color)
}

/// Pairs of strings of one colour, each with a liberty more than an atari, by the steps between them.
fn pairs(board: &Board) -> Vec<Vec<Vec<Point>>> {
    let strings: Vec<Point> = board.strings().filter(|&s| board.liberties(s) > 1).collect();
    let mut by_steps = vec![Vec::new(); STEPS.count()];
    for &head in &strings {
        let color = board.cell(head);
        let is_free = |&p: &Point| board.is_empty(p) || board.cell(p) == color;
        let mut others: Vec<Point> = strings.clone();
        others.retain(|&other| other > head && board.cell(other) == color);
        let mut reached: PointSet = board.string(head).collect();
        for steps in 1..=*STEPS.end() {
            let beside: PointSet = reached
                .iter()
                .flat_map(Point::neighbours)
                .filter(is_free)
                .collect();
            reached.extend_with(&beside);
            let is_reached = |&other: &Point| board.string(other).any(|stone| reached.contains(stone));
            let (near, far): (Vec<Point>, Vec<Point>) = others.into_iter().partition(is_reached);
            others = far;
            if let Some(group) = steps.checked_sub(*STEPS.start()) {
                by_steps[group].extend(near.into_iter().map(|other| vec![head, other]));
            }
        }
    }
    by_steps
}

/// Returns whether the answer can be seen without reading, as `docs/tactics.md` has it.
pub(super) fn is_obvious(board: &Board, kind: Kind, stones: &[Point]) -> bool {
    let Some(owner) = board.cell(stones[0]).color() else {
        return true;
    };
    match (kind, stones) {
        (Kind::Attack, &[stone]) => {
            gets_away_anyway(board, owner, stone) || is_caught_at_once(board, owner, stone)
        }
        (Kind::Defend, &[stone]) => most_liberties(board, owner, stone) >= AWAY,
        (Kind::Connect, &[a, b]) => joins(board, owner, a, b),
        (Kind::Disconnect, &[a, b]) => {
            let common = common_liberties(board, a, b);
            let still_joins = |&cut: &Point| {
                after(board, owner.opposite(), cut).is_none_or(|after| joins(&after, owner, a, b))
            };
            common.len() >= 2 && common.iter().all(still_joins)
        }
        (Kind::Kill | Kind::Live, &[stone]) => pass_alive(board, false).stones[owner].contains(stone),
        (Kind::Eye, &[wall, point]) => {
            Space::named_by(board, wall, point).is_none_or(|space| is_obvious_space(board, owner, &space))
        }
        (Kind::Race, stones) => {
            let alive = pass_alive(board, false).stones;
            let is_alive = |&stone: &Point| Color::BOTH.iter().any(|&color| alive[color].contains(stone));
            stones.iter().any(is_alive)
        }
        _ => false,
    }
}

fn is_obvious_space(board: &Board, owner: Color, space: &Space) -> bool {
    let has_stones = space.points.iter().any(|p| board.cell(p).is_stone());
    let sizes = 1..=HALF_EYE_POINTS;
    let has_plain_size = sizes.contains(&space.points.len()) || space.points.len() >= TWO_EYES_POINTS;
    let has_one_wall = walls(board, owner, &space.points).len() == 1;
    space.gate.is_none() && has_one_wall && !has_stones && has_plain_size
}

pub(super) fn after(board: &Board, color: Color, point: Point) -> Option<Board> {
    board.is_legal(color, point).then(|| {
        let mut after = board.clone();
        let _ = after.play(color, point);
        after
    })
}

/// Liberties that the string has after the best stone of its owner on a liberty of it or of a string beside
/// it in atari.
fn most_liberties(board: &Board, owner: Color, stone: Point) -> u32 {
    let mut moves = board.liberty_set(stone);
    for beside in board.adjacent_strings(stone).filter(|&s| board.liberties(s) == 1) {
        moves.extend_with(&board.liberty_set(beside));
    }
    let boards = moves.iter().filter_map(|point| after(board, owner, point));
    boards.map(|after| after.liberties(stone)).max().unwrap_or(0)
}

fn gets_away_anyway(board: &Board, owner: Color, stone: Point) -> bool {
    let liberties = board.liberty_set(stone);
    let beside = liberties.iter().flat_map(Point::neighbours);
    let beside = beside.filter(|&p| board.is_empty(p));
    let attacks: PointSet = beside.chain(liberties.iter()).collect();
    let attacked = |point| after(board, owner.opposite(), point);
    let mut boards = attacks.iter().filter_map(attacked);
    boards.all(|after| after.cell(stone).is(owner) && most_liberties(&after, owner, stone) >= AWAY)
}

fn is_caught_at_once(board: &Board, owner: Color, stone: Point) -> bool {
    let liberties = board.liberty_set(stone);
    let mut boards = liberties
        .iter()
        .filter_map(|point| after(board, owner.opposite(), point));
    boards.any(|after| {
        let is_in_atari = after.cell(stone).is(owner) && after.liberties(stone) == 1;
        is_in_atari && most_liberties(&after, owner, stone) < 2
    })
}

fn common_liberties(board: &Board, a: Point, b: Point) -> Vec<Point> {
    let of_b = board.liberty_set(b);
    let of_a = board.liberty_set(a);
    of_a.iter().filter(|&point| of_b.contains(point)).collect()
}

fn joins(board: &Board, owner: Color, a: Point, b: Point) -> bool {
    let joined = |point| after(board, owner, point).is_some_and(|after| after.liberties(a) >= JOINED);
    let are_there = board.cell(a).is(owner) && board.cell(b).is(owner);
    are_there && common_liberties(board, a, b).into_iter().any(joined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::tests::board_of;

    /// Two surrounded groups.
    const RACE: &str = ".X..O.X/.XOOOOX/.XOXXXX/XXOX.../OOOX.../XXXX.../";

    #[test]
    fn strings_of_two_to_four_liberties_are_asked_about() {
        let board = board_of(5, "X/...O/.XOO/.XX/OX");
        let places = places(&board, Kind::Attack);
        let liberties = places[0].iter().map(|stones| board.liberties(stones[0]));
        assert_eq!(Vec::from_iter(liberties), [2], "the others have one and five");
    }

    #[test]
    fn pairs_are_grouped_by_the_steps_between_them() {
        let by_steps = places(&board_of(5, "X/OOOO/X.X//....X"), Kind::Connect);
        let counts: Vec<usize> = by_steps.iter().map(Vec::len).collect();
        // A5 is shut in, C3 is four steps from E1, A3 six.
        assert_eq!(counts, [1, 0, 1, 0]);
    }

    #[test]
    fn what_is_obvious_is_not_asked_about() {
        for (side, rows, kind, stones, expected) in [
            // Five liberties after any stone.
            (7, "///...O", Kind::Attack, "D4", true),
            // A ladder.
            (7, "//...X/..XO", Kind::Attack, "D4", false),
            (7, "//...X/..XO", Kind::Defend, "D4", false),
            // Caught with the first stone.
            (5, "//X/O/.X", Kind::Attack, "A2", true),
            // A group is asked about unless it is pass-alive.
            (7, ".O.OX/OOOOX/XXXXX", Kind::Kill, "A6", true),
            (7, "...OX/OOOOX/XXXXX", Kind::Kill, "A6", false),
            // A bamboo joint, and a jump.
            (5, "/.XX//.XX", Kind::Connect, "B4 B2", true),
            (5, "/.XX//.XX", Kind::Disconnect, "B4 B2", true),
            (5, "/..X//..X", Kind::Disconnect, "C4 C2", false),
        ] {
            let board = board_of(side, rows);
            let at = |name| board.size().parse_vertex(name).unwrap();
            let stones: Vec<Point> = stones.split(' ').map(at).collect();
            assert_eq!(is_obvious(&board, kind, &stones), expected, "{kind}\n{board}");
        }
        let board = board_of(7, RACE);
        assert!(!is_obvious(&board, Kind::Race, &places(&board, Kind::Race)[0][0]));
    }

    #[test]
    fn groups_that_reach_few_points_are_asked_about() {
        let groups = |rows| places(&board_of(7, rows), Kind::Kill)[0].len();
        assert_eq!(groups("...OX/OOOOX/XXXXX"), 1);
        assert_eq!(groups("O..OX/OOOOX/XXXXX"), 0, "two points are too few");
    }

    #[test]
    fn two_surrounded_groups_beside_each_other_race_in_both_orders() {
        let races = |rows: &str| places(&board_of(7, rows), Kind::Race).concat();
        let found = races(RACE);
        let [a, b] = &found[..] else { panic!("{found:?}") };
        assert_eq!((a[0], a[1]), (b[1], b[0]));
        let open = RACE.replace("/XXXX.../", "/......./");
        assert!(races(&open).is_empty(), "White can run out");
        let alive = RACE.replace(".X..O.X", ".XO.O.X");
        assert!(races(&alive).is_empty(), "two points are too few to reach");
    }
}
