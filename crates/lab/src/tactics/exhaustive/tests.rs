// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi_rules::{BoardSize, Color, Point};

use super::*;
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

/// Can it be killed, can it live, and by how many moves each?
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

/// The status of the group of a stone in all sixteen forms of a position.
#[track_caller]
fn check(diagram: &str, stone: &str, kill: Option<Truth>, live: Option<Truth>) {
    let board = Board::from_diagram(diagram);
    let stone = board.size().parse_vertex(stone).unwrap();
    for form in 0..16 {
        let (turned, stone) = turned(&board, stone, form);
        let status = status(&turned, stone).map(|s| s.map(|s| s.0));
        assert_eq!(status, [kill, live], "\n{turned}");
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
fn bent_four_in_the_corner_is_a_ko() {
    // White B9, Black A9, White A8 takes.
    check(
        ". . . X O . . . .
         . X X X O . . . .
         X X O O O . . . .
         O O O . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        "B8",
        Some(Ko),
        Some(Yes),
    );
}

#[test]
fn rectangular_six_in_the_corner_dies_without_liberties_outside() {
    check(
        ". . . X O . . . .
         . . . X O . . . .
         X X X X O . . . .
         O O O O O . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        "A7",
        Some(Yes),
        Some(Yes),
    );
}

#[test]
fn a_seki_is_life() {
    // A move at A9 or E9 loses the own stones.
    check(
        ". O O O . X O . .
         X X X X X X O . .
         O O O O O O O . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        "A8",
        Some(No),
        Some(Yes),
    );
}

#[test]
fn a_group_behind_a_weak_wall_is_not_called_dead() {
    check(
        ". . . X O . . . .
         X X X X O . . . .
         O O O O O . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        "A8",
        Some(Yes),
        Some(Yes),
    );
    // White's wall has a liberty at D6: Black captures it instead of dying.
    check(
        ". . . X O X . . .
         X X X X O X . . .
         O O O O O X . . .
         X X X . X . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        "A8",
        None,
        Some(Yes),
    );
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
    let board = Board::from_diagram(
        ". . . . .
         . X . . .
         . . . . .
         . . . O .
         . . . . .",
    );
    let stone = board.size().parse_vertex("B4").unwrap();
    assert_eq!(solve(&board, Kind::Kill, &[stone]), None);
    let (small, stone) = with_eye_space(&["..."]);
    assert!(solve(&small, Kind::Kill, &[stone]).is_some());
    assert_eq!(solve(&small, Kind::Attack, &[stone]), None);
}

/// The eyes of the space around a point, of the side of a stone, if the other side moves first and if the
/// owner does; in all forms.
#[track_caller]
fn check_eyes(diagram: &str, wall: &str, points: &str, expected: [Option<bool>; 4]) {
    let board = Board::from_diagram(diagram);
    let point = |name: &str| board.size().parse_vertex(name).unwrap();
    let named: Vec<Point> = [wall].into_iter().chain(points.split(' ')).map(point).collect();
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

#[test]
fn three_points_are_a_second_eye_for_who_moves_first() {
    let three = "
        . . . X O
        X X X X O
        O O O O O
        . . . . .
        . . . . .";
    check_eyes(
        three,
        "A4",
        "A5 B5 C5",
        [Some(false), Some(true), Some(true), Some(true)],
    );
    let four = "
        . . . . X O
        X X X X X O
        O O O O O O
        . . . . . .
        . . . . . .
        . . . . . .";
    check_eyes(
        four,
        "A5",
        "A6 B6 C6 D6",
        [Some(false), Some(false), Some(true), Some(true)],
    );
}

#[test]
fn an_eye_with_a_diagonal_that_either_side_can_take_is_half_an_eye() {
    // D7 is false if White takes E6.
    let half = "
        . X X X X O . .
        X X X . X O . .
        O O O X . O . .
        . . O O O O . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .";
    let points = "D7";
    check_eyes(
        half,
        "B7",
        points,
        [Some(true), Some(true), Some(true), Some(false)],
    );
}

#[test]
fn a_seki_is_no_eye() {
    // Neither side can play at A9 or E9; the two points are the owner's only ones.
    let seki = "
        . O O O . X O . .
        X X X X X X O . .
        O O O O O O O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    check_eyes(
        seki,
        "A8",
        "A9 B9 C9 D9 E9",
        [Some(false), Some(true), Some(true), Some(false)],
    );
}

#[test]
fn an_eye_space_that_depends_on_liberties_outside_is_not_answered() {
    // Six points in the corner are dead without liberties outside, and alive with two.
    let corner = "
        . . . X O . . . .
        . . . X O . . . .
        X X X X O . . . .
        O O O O O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let points = "A9 B9 C9 A8 B8 C8";
    check_eyes(corner, "A7", points, [Some(false), None, Some(true), Some(true)]);
}
