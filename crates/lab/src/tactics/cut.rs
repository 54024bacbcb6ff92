// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions cut out of positions. Nothing here asks a reader, so that no reader chooses the questions.

use std::collections::VecDeque;

use katachi_rules::{Board, Color, Point, PointMap, PointSet, pass_alive};

use super::kind::Kind;
use super::space::{Space, flood, walls};

/// Liberties of strings that are asked about.
const LIBERTIES: std::ops::RangeInclusive<u32> = 2..=4;
/// Liberties of a string that escapes beyond doubt.
const AWAY: u32 = 5;
/// Liberties of a joined string that stays joined beyond doubt.
const JOINED: u32 = 3;
/// Steps along lines between strings that are asked about, over empty points and own stones.
pub(super) const STEPS: std::ops::RangeInclusive<usize> = 2..=5;

/// Stones of a surrounded group at least.
const GROUP_STONES: usize = 4;
/// Liberties of strings that race.
const RACE_LIBERTIES: std::ops::RangeInclusive<u32> = 2..=8;
/// Stones of a string that races at least.
const RACE_STONES: u32 = 2;
/// Empty points that a surrounded group can reach.
const GROUP_SPACE: std::ops::RangeInclusive<usize> = 3..=16;

/// Points of a closed eye space that is one eye at most.
const HALF_EYE_POINTS: usize = 2;
/// Points of a closed, empty eye space that is two eyes unless its wall can be cut.
const TWO_EYES_POINTS: usize = 8;

/// All stones or pairs of stones that a question of that kind can name in a position, in groups that are
/// drawn equally often.
pub(super) fn places(board: &Board, kind: Kind) -> Vec<Vec<Vec<Point>>> {
    match kind {
        Kind::Attack | Kind::Defend => vec![strings(board)],
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
        let group = match (space.gate, space.points.len()) {
            (Some(_), _) => 2,
            (None, points) => usize::from(points > HALF_EYE_POINTS),
        };
        by_size[group].push(vec![space.wall, space.named]);
    }
    by_size
}

fn strings(board: &Board) -> Vec<Vec<Point>> {
    let few = |stone: &Point| LIBERTIES.contains(&board.liberties(*stone));
    board.strings().filter(few).map(|stone| vec![stone]).collect()
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
        seen.extend(region.iter().filter(|&p| board.cell(p).is_stone()));
        let empty = region.iter().filter(|&p| board.is_empty(p)).count();
        if GROUP_SPACE.contains(&empty) && region.len() - empty >= GROUP_STONES {
            let heads = region
                .iter()
                .filter(|&p| board.cell(p).is_stone() && board.head(p) == p);
            groups.extend(heads.max_by_key(|&head| (board.string_size(head), std::cmp::Reverse(head))));
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
    let mut by_steps = vec![Vec::new(); STEPS.count()];
    for head in board.strings().filter(|&s| board.liberties(s) > 1) {
        let steps = steps_from(board, head);
        let color = board.cell(head);
        for other in board.strings() {
            if other <= head || board.cell(other) != color || board.liberties(other) == 1 {
                continue;
            }
            let nearest = board.string(other).map(|stone| steps[stone]).min();
            if let Some(steps) = nearest.filter(|&steps| STEPS.contains(&usize::from(steps))) {
                by_steps[usize::from(steps) - STEPS.start()].push(vec![head, other]);
            }
        }
    }
    by_steps
}

/// Steps from a string to points that it can reach; 255 for others.
fn steps_from(board: &Board, head: Point) -> PointMap<u8> {
    let color = board.cell(head);
    let mut steps = PointMap::filled(u8::MAX);
    let mut queue = VecDeque::new();
    for stone in board.string(head) {
        steps[stone] = 0;
        queue.push_back(stone);
    }
    while let Some(point) = queue.pop_front() {
        let next = steps[point] + 1;
        if usize::from(next) > *STEPS.end() {
            break;
        }
        for beside in point.neighbours() {
            let is_free = board.is_empty(beside) || board.cell(beside) == color;
            if is_free && steps[beside] == u8::MAX {
                steps[beside] = next;
                queue.push_back(beside);
            }
        }
    }
    steps
}

/// Is the answer to be seen without reading?
///
/// - A string gets away if one stone gives it five liberties, whatever stone on or beside a liberty is played
///   before. It is captured if it is in atari after a stone and no stone of its owner gives it two liberties.
/// - A group lives if it is pass-alive, and there is no race if one of the groups is.
/// - A closed eye space with one string around it is one eye with one or two points, and two with many empty
///   points.
/// - Two strings are joined by a stone that makes them one with three liberties, and cannot be cut if there
///   are two such points.
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

/// The board after a move, if it is legal.
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
    let liberties = moves
        .iter()
        .filter_map(|point| Some(after(board, owner, point)?.liberties(stone)));
    liberties.max().unwrap_or(0)
}

fn gets_away_anyway(board: &Board, owner: Color, stone: Point) -> bool {
    let liberties = board.liberty_set(stone);
    let mut attacks = liberties;
    for liberty in liberties.iter() {
        attacks.extend(liberty.neighbours().into_iter().filter(|&p| board.is_empty(p)));
    }
    attacks
        .iter()
        .filter_map(|point| after(board, owner.opposite(), point))
        .all(|after| after.cell(stone).is(owner) && most_liberties(&after, owner, stone) >= AWAY)
}

fn is_caught_at_once(board: &Board, owner: Color, stone: Point) -> bool {
    board.liberty_set(stone).iter().any(|point| {
        after(board, owner.opposite(), point).is_some_and(|after| {
            after.cell(stone).is(owner)
                && after.liberties(stone) == 1
                && most_liberties(&after, owner, stone) < 2
        })
    })
}

fn common_liberties(board: &Board, a: Point, b: Point) -> Vec<Point> {
    let of_b = board.liberty_set(b);
    let of_a = board.liberty_set(a);
    of_a.iter().filter(|&point| of_b.contains(point)).collect()
}

fn joins(board: &Board, owner: Color, a: Point, b: Point) -> bool {
    let is_there = [a, b].iter().all(|&s| board.cell(s).is(owner));
    is_there
        && common_liberties(board, a, b)
            .into_iter()
            .any(|point| after(board, owner, point).is_some_and(|after| after.liberties(a) >= JOINED))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(board: &Board, name: &str) -> Point {
        board.size().parse_vertex(name).unwrap()
    }

    fn obvious(diagram: &str, kind: Kind, stones: &str) -> bool {
        let board = Board::from_diagram(diagram);
        let stones: Vec<Point> = stones.split(' ').map(|name| point(&board, name)).collect();
        is_obvious(&board, kind, &stones)
    }

    #[test]
    fn strings_of_two_to_four_liberties_are_asked_about() {
        let board = Board::from_diagram(
            "X . . . .
             . . . O .
             . X O O .
             . X X . .
             O X . . .",
        );
        let places = places(&board, Kind::Attack);
        let liberties: Vec<u32> = places[0]
            .iter()
            .map(|stones| board.liberties(stones[0]))
            .collect();
        assert_eq!(liberties, [2], "the others have one and five");
    }

    #[test]
    fn pairs_are_grouped_by_the_steps_between_them() {
        let board = Board::from_diagram(
            "X . . . .
             O O O O .
             X . X . .
             . . . . .
             . . . . X",
        );
        let by_steps = places(&board, Kind::Connect);
        let counts: Vec<usize> = by_steps.iter().map(Vec::len).collect();
        assert_eq!(
            counts,
            [1, 0, 1, 0],
            "A5 is shut in, C3 is four steps from E1, A3 six"
        );
    }

    #[test]
    fn a_string_that_gets_five_liberties_after_any_stone_is_not_asked_about() {
        let open = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . O . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert!(obvious(open, Kind::Attack, "D4"));
        let ladder = "
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . X O . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert!(!obvious(ladder, Kind::Attack, "D4"));
        assert!(!obvious(ladder, Kind::Defend, "D4"));
    }

    #[test]
    fn a_string_that_is_caught_with_the_first_stone_is_not_asked_about() {
        let edge = "
            . . . . .
            . . . . .
            X . . . .
            O . . . .
            . X . . .";
        assert!(obvious(edge, Kind::Attack, "A2"));
    }

    #[test]
    fn a_group_that_reaches_few_points_is_asked_about_unless_it_is_pass_alive() {
        let corner = "
            . . . O X . .
            O O O O X . .
            X X X X X . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        let groups = |diagram: &str| places(&Board::from_diagram(diagram), Kind::Kill)[0].len();
        assert_eq!(groups(corner), 1);
        assert!(!obvious(corner, Kind::Kill, "A6"));
        let small = corner.replace(". . . O X", "O . . O X");
        assert_eq!(groups(&small), 0, "two points are too few");
        let alive = corner.replace(". . . O X", ". O . O X");
        assert!(obvious(&alive, Kind::Kill, "A6"));
    }

    #[test]
    fn two_surrounded_groups_beside_each_other_race_in_both_orders() {
        let surrounded = "
            . X . . O . X
            . X O O O O X
            . X O X X X X
            X X O X . . .
            O O O X . . .
            X X X X . . .
            . . . . . . .";
        let board = Board::from_diagram(surrounded);
        let names = |stones: &Vec<Point>| {
            stones
                .iter()
                .map(|&s| board.size().vertex(s).to_string())
                .collect()
        };
        let races: Vec<Vec<String>> = places(&board, Kind::Race)[0].iter().map(names).collect();
        assert_eq!(races.len(), 2, "{races:?}");
        assert_eq!([&races[0][0], &races[0][1]], [&races[1][1], &races[1][0]]);
        assert!(!is_obvious(&board, Kind::Race, &places(&board, Kind::Race)[0][0]));
        let open = Board::from_diagram(&surrounded.replace("X X X X . . .", ". . . . . . ."));
        assert_eq!(places(&open, Kind::Race)[0].len(), 0, "White can run out");
        let alive = Board::from_diagram(&surrounded.replace(". X . . O . X", ". X O . O . X"));
        assert!(
            places(&alive, Kind::Race)[0].is_empty(),
            "two points are too few to reach"
        );
    }

    #[test]
    fn a_bamboo_joint_is_not_asked_about() {
        let bamboo = "
            . . . . .
            . X X . .
            . . . . .
            . X X . .
            . . . . .";
        assert!(obvious(bamboo, Kind::Connect, "B4 B2"));
        assert!(obvious(bamboo, Kind::Disconnect, "B4 B2"));
        let jump = bamboo.replace("X X", ". X");
        assert!(!obvious(&jump, Kind::Disconnect, "C4 C2"));
    }
}
