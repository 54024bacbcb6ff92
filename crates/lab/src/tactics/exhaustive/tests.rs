// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi_rules::{BoardSize, Color, Point};

use super::*;
use crate::tactics::tests::board_of;
use Truth::{Ko, No, Yes};

/// A black group with that eye space, its rows from the top, in the middle of a board: shut in by white
/// stones with many liberties.
fn with_eye_space(rows: &[&str]) -> (Board, Point) {
    let size = BoardSize::square(13);
    let at = |x: usize, y: usize| Point::new(x as u8 + 3, y as u8 + 3);
    let mut eyes = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        eyes.extend(
            row.chars()
                .enumerate()
                .filter(|&(_, c)| c == '.')
                .map(|(x, _)| at(x, y)),
        );
    }
    let around = |points: &[Point]| -> Vec<Point> {
        let mut around: Vec<Point> = Vec::new();
        for &point in points {
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                around.extend(size.offset(point, dx, dy).filter(|p| !points.contains(p)));
            }
        }
        around.sort_unstable();
        around.dedup();
        around
    };
    let black = around(&eyes);
    let white = around(&[&eyes[..], &black].concat());
    let mut board = Board::new(size);
    let stones = black.iter().map(|&p| (p, Color::Black));
    board
        .set_stones(stones.chain(white.iter().map(|&p| (p, Color::White))))
        .unwrap();
    (board, black[0])
}

/// Whether it can be killed, and whether it can live, with the number of moves for each.
fn status(board: &Board, stone: Point) -> [Option<(Truth, usize)>; 2] {
    [Kind::Kill, Kind::Live].map(|kind| solve(board, kind, &[stone]).map(|s| (s.truth, s.moves.len())))
}

#[track_caller]
fn check_space(rows: &[&str], kill: (Truth, usize), live: (Truth, usize)) {
    let (board, stone) = with_eye_space(rows);
    assert_eq!(status(&board, stone), [Some(kill), Some(live)], "\n{board}");
}

#[test]
fn eye_spaces_with_a_vital_point_are_for_who_moves_first() {
    check_space(&["..."], (Yes, 1), (Yes, 1));
    check_space(&["..", "x."], (Yes, 1), (Yes, 1));
    check_space(&["...", "x.x"], (Yes, 1), (Yes, 1));
    check_space(&["...", "..x"], (Yes, 1), (Yes, 3));
    check_space(&["x.x", "...", "x.x"], (Yes, 1), (Yes, 1));
    check_space(&["..x", "...", "x.x"], (Yes, 1), (Yes, 3));
}

#[test]
fn eye_spaces_without_one_are_alive_or_dead_whoever_moves() {
    let lives = |rows: &[&str]| {
        let (board, stone) = with_eye_space(rows);
        let [kill, live] = status(&board, stone);
        assert_eq!(kill, Some((No, 0)), "\n{board}");
        assert_eq!(live.map(|l| l.0), Some(Yes), "\n{board}");
    };
    lives(&["...."]);
    lives(&["...", "xx."]);
    lives(&["..x", "x.."]);
    lives(&["....."]);
    lives(&["...", "..."]);
    lives(&[".x."]);
    for rows in [&["."][..], &[".."], &["..", ".."]] {
        let (board, stone) = with_eye_space(rows);
        let [kill, live] = status(&board, stone);
        assert_eq!(kill.map(|k| k.0), Some(Yes), "\n{board}");
        assert_eq!(live, Some((No, 0)), "\n{board}");
    }
}

/// One of the sixteen forms of a square board: reflected, turned, colours exchanged.
fn turned(board: &Board, stone: Point, form: u32) -> (Board, Point) {
    let last = board.size().width() - 1;
    let to = |p: Point| {
        let x = if form & 1 > 0 { last - p.x() } else { p.x() };
        let y = if form & 2 > 0 { last - p.y() } else { p.y() };
        if form & 4 > 0 {
            Point::new(y, x)
        } else {
            Point::new(x, y)
        }
    };
    let stones = board.size().points().filter_map(|p| {
        let color = board.cell(p).color()?;
        Some((to(p), if form & 8 > 0 { color.opposite() } else { color }))
    });
    let mut turned = Board::new(board.size());
    turned.set_stones(stones).unwrap();
    (turned, to(stone))
}

#[test]
fn groups_in_corners_have_their_known_status_in_all_sixteen_forms() {
    for (rows, stone, kill, live) in [
        // Bent four is a ko: White B9, Black A9, White A8 takes.
        ("...XO/.XXXO/XXOOO/OOO", "B8", Some(Ko), Some(Yes)),
        // Rectangular six dies without liberties outside.
        ("...XO/...XO/XXXXO/OOOOO", "A7", Some(Yes), Some(Yes)),
        // A seki is life: a move at A9 or E9 loses the own stones.
        (".OOO.XO/XXXXXXO/OOOOOOO", "A8", Some(No), Some(Yes)),
        ("...XO/XXXXO/OOOOO", "A8", Some(Yes), Some(Yes)),
        // White's wall has a liberty at D6: Black captures it instead of dying.
        ("...XOX/XXXXOX/OOOOOX/XXX.X", "A8", None, Some(Yes)),
    ] {
        let board = board_of(9, rows);
        let stone = board.size().parse_vertex(stone).unwrap();
        for form in 0..16 {
            let (turned, stone) = turned(&board, stone, form);
            let status = status(&turned, stone).map(|s| s.map(|s| s.0));
            assert_eq!(status, [kill, live], "\n{turned}");
        }
    }
}

/// Black stones on all liberties of the white wall but that many.
fn with_liberties_outside(board: &Board, count: usize) -> Board {
    let wall = board.strings().find(|&s| board.cell(s).is(Color::White)).unwrap();
    let outside: Vec<Point> = board.liberty_set(wall).iter().collect();
    let mut board = board.clone();
    let filled = outside.iter().skip(count).map(|&p| (p, Color::Black));
    board.set_stones(filled).unwrap();
    assert_eq!(board.liberties(wall) as usize, count);
    board
}

#[test]
fn a_large_eye_has_as_many_liberties_in_a_race_as_is_known() {
    for (rows, liberties) in [
        (&["..."][..], 3),
        (&["..", "x."], 3),
        (&["...", "x.x"], 5),
        (&["..", ".."], 5),
        (&["...", "..x"], 8),
        (&["x.x", "...", "x.x"], 8),
    ] {
        let (board, stone) = with_eye_space(rows);
        let killed = |outside| {
            let board = with_liberties_outside(&board, outside);
            solve(&board, Kind::Kill, &[stone]).map(|solved| solved.truth)
        };
        assert_eq!(killed(liberties), Some(Yes), "\n{board}");
        assert_eq!(killed(liberties - 1), None, "\n{board}");
    }
}

#[test]
fn the_moves_of_an_answer_are_all_that_work() {
    for rows in [&["..."][..], &["...", "x.x"], &["...", "..x"], &["...."]] {
        let (board, stone) = with_eye_space(rows);
        for (kind, mover) in [(Kind::Kill, Color::White), (Kind::Live, Color::Black)] {
            let solved = solve(&board, kind, &[stone]).unwrap();
            let eyes = board.empty_points().filter(|&p| board.is_legal(mover, p));
            let eyes = eyes.filter(|p| {
                p.neighbours()
                    .into_iter()
                    .all(|n| !board.cell(n).is(Color::White))
            });
            for point in eyes.filter(|p| p.neighbours().into_iter().any(|n| board.cell(n).is(Color::Black))) {
                let mut after = board.clone();
                let _ = after.play(mover, point);
                let reply = solve(&after, kind.counter(), &[stone]).unwrap();
                let works = reply.truth.opposite() == Yes;
                assert_eq!(
                    works,
                    solved.moves.contains(&point),
                    "{kind} at {point:?}\n{board}"
                );
            }
        }
    }
}

#[test]
fn large_areas_and_other_kinds_are_not_solved() {
    let board = board_of(5, "/.X.../.../...O");
    let stone = board.size().parse_vertex("B4").unwrap();
    assert_eq!(solve(&board, Kind::Kill, &[stone]), None);
    let (small, stone) = with_eye_space(&["..."]);
    assert!(solve(&small, Kind::Kill, &[stone]).is_some());
    assert_eq!(solve(&small, Kind::Attack, &[stone]), None);
}

/// The eyes of spaces, if the other side moves first and if the owner does; in all forms.
#[test]
fn eyes_of_spaces_are_the_known_ones_in_all_sixteen_forms() {
    let [yes, no] = [true, false].map(Some);
    for (side, rows, named, expected) in [
        // Three points are a second eye for who moves first, four are two eyes.
        (5, "...XO/XXXXO/OOOOO", "A4 A5 B5 C5", [no, yes, yes, yes]),
        (6, "....XO/XXXXXO/OOOOOO", "A5 A6 B6 C6 D6", [no, no, yes, yes]),
        // An eye with a diagonal that either side can take is half an eye: D7 is false if White takes E6.
        (8, ".XXXXO/XXX.XO/OOOX.O/..OOOO", "B7 D7", [yes, yes, yes, no]),
        // In a seki neither side can play at A9 or E9; the two points are the owner's only ones.
        (
            9,
            ".OOO.XO/XXXXXXO/OOOOOOO",
            "A8 A9 B9 C9 D9 E9",
            [no, yes, yes, no],
        ),
        // Six points in the corner are dead without liberties outside, and alive with two: no answer.
        (
            9,
            "...XO/...XO/XXXXO/OOOOO",
            "A7 A9 B9 C9 A8 B8 C8",
            [no, None, yes, yes],
        ),
    ] {
        let board = board_of(side, rows);
        let point = |name: &str| board.size().parse_vertex(name).unwrap();
        let named: Vec<Point> = named.split(' ').map(point).collect();
        for form in 0..16 {
            let (turned_board, wall) = turned(&board, named[0], form);
            let points = named[1..].iter().map(|&p| turned(&board, p, form).1).collect();
            let questions = [(1, false), (2, false), (1, true), (2, true)];
            let answers = questions.map(|(eyes, owner_moves)| {
                let solved = eyes::solve_eyes(&turned_board, wall, &points, eyes, owner_moves);
                solved.map(|s| s.truth == Yes)
            });
            assert_eq!(answers, expected, "\n{turned_board}");
        }
    }
}
