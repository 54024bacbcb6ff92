// SPDX-License-Identifier: MIT OR Apache-2.0

//! Every function of the constraint language, asked about positions where the answer is known.
//!
//! `O`, White, is the side for which a move is sought, as in the diagrams of patterns. The cases are the
//! table of what is tested; [`every_function_has_two_answers`] checks that it is complete.

use katachi_rules::{Board, BoardSize};

use super::*;
use crate::analysis::Effort;
use crate::knowledge::Knowledge;

/// No playouts: the answers follow from the position.
const EFFORT: Effort = Effort {
    reading_nodes: 2000,
    playouts: 0,
};

/// A position and what functions of its points give: `lib(D4)=3`. A move before it is played first.
struct Case {
    what: &'static str,
    diagram: &'static str,
    calls: &'static [&'static str],
}

impl Case {
    /// The calls, each with what it is worth.
    fn calls(&self) -> impl Iterator<Item = (&str, i32)> {
        let words = self.calls.iter().flat_map(|line| line.split_whitespace());
        words.map(|word| {
            let (call, value) = word.split_once('=').expect("a call with its value");
            let value = match value {
                "Dead" => Status::Dead as i32,
                "Alive" => Status::Alive as i32,
                "Critical" => Status::Critical as i32,
                "Unknown" => Status::Unknown as i32,
                number => number.parse().expect("a number"),
            };
            (call, value)
        })
    }
}

/// Two walls back to back.
const WALLS: &str = "
    . . . X . . . O . . .
    . . . X . . . O . . .
    . . . X . . . O . . .
    . . . X . . . O . . .
    . . . X . . . O . . .
    . . . X . . . O . . .
    . . . X . . . O . . .";

const CASES: &[Case] = &[
    Case {
        what: "liberties are counted by order, and as they would be after a move",
        diagram: "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . X O . .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
        calls: &[
            "lib(D4)=3 lib2(D4)=5 lib3(D4)=9 lib4(D4)=10 lib(A1)=0 lib2(A1)=0 lib3(A1)=0 lib4(A1)=0",
            "xlib(D5)=5 olib(D5)=3 xlib(E5)=3 olib(E5)=5 xlib(A1)=2 olib(A7)=2",
        ],
    },
    Case {
        what: "a capture gives liberties, and where a move is illegal there are none",
        diagram: "
            . X O . .
            X X O . .
            O O O . .
            . . . . .
            . . . . .",
        calls: &["olib(A5)=2 xlib(A5)=0"],
    },
    Case {
        what: "a ko is a stone that a single stone takes, or the point where it does",
        diagram: "
            . . . . . . .
            . X O . . . .
            X O . O . . .
            . X O . . . .
            . . . . . . .
            . . . . . O .
            . . . . O X .",
        calls: &[
            "ko(B5)=1 ko(C5)=1 ko(D5)=0 ko(A1)=0 ko(D1)=0",
            // In atari, but not by a ko.
            "ko(F1)=0 ko(G1)=0",
        ],
    },
    Case {
        what: "a wall round a corner lives",
        diagram: "
            . . . . O . . . .
            . . . . O . . . .
            . . . . O . . . .
            . . . . O . . . .
            O O O O O . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .",
        calls: &["status(E9)=Alive alive(E9)=1 dead(E9)=0 critical(E9)=0 unknown(E9)=0"],
    },
    Case {
        what: "of a stone in the open nothing is known",
        diagram: "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . O . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
        calls: &["status(D4)=Unknown unknown(D4)=1 attack(D4)=0"],
    },
    Case {
        what: "reading tells what is dead, what the move decides, and what it does not",
        diagram: "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . X O . O . . . .
            . . X . . . . . .
            . . . . . . . . .
            . . . . . X X . .
            . . . . X O . . .",
        calls: &[
            "status(F1)=Dead dead(F1)=1 alive(F1)=0 attack(F1)=1 defend(F1)=0 status(C5)=Critical",
            "critical(C5)=1 dead(C5)=0 attack(C5)=1 defend(C5)=1 unknown(C5)=0 critical(F2)=0",
            "attack(F2)=0 defend(F2)=0 does_attack(D5,C5)=1 does_attack(A9,C5)=0 does_attack(G1,F1)=1",
            "does_defend(D5,C5)=1 does_defend(A9,C5)=0 does_defend(G1,F1)=0",
            // Black first at the liberty, or elsewhere; then White first.
            "xplay_attack(D5,C5)=1 xplay_attack(A9,C5)=1 xplay_attack(A9,D5,C5)=0 oplay_attack(D5,C5)=0",
            "oplay_attack(A9,C5)=1 xplay_defend(D5,C5)=0 xplay_defend(A9,C5)=1 oplay_defend(D5,C5)=1",
            "oplay_defend(A9,D5,C5)=0",
            // An illegal move is left out, and the turn passes on.
            "xplay_attack(C6,D5,C5)=0 oplay_attack(C6,D5,C5)=1",
            // Without moves it is about the position itself.
            "oplay_attack(F2)=0 xplay_defend(F2)=1 oplay_defend(F1)=0 xplay_attack(F1)=1",
        ],
    },
    Case {
        what: "eyes are counted, two at most",
        diagram: "
            . X . X . X O . .
            X X X X X X O . .
            O O O O O O O . .
            . . . . . . . . .
            . X X X X . . O O
            . . . . . . . O .",
        calls: &[
            "genus(B6)=2 genus(J2)=1 eye(A6)=1 eye(J1)=1 eye(F2)=0 proper_eye(C6)=1 proper_eye(F2)=0",
            "marginal_eye(A6)=0 marginal_eye(F2)=0",
        ],
    },
    Case {
        what: "an eye space is marginal where it is open",
        diagram: "
            . . . O O . .
            X X X . . . .
            . . X . . . .
            . . . . . . .
            . . . . . . .",
        calls: &["eye(C5)=1 marginal_eye(C5)=1 proper_eye(C5)=0 marginal_eye(A5)=0 proper_eye(A5)=1"],
    },
    Case {
        what: "the area reaches farther than the moyo, and the moyo than the territory",
        diagram: "
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . O . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . O . .
            . . . . . . . . .
            . . . . . . . . .",
        calls: &[
            "xarea(D5)=1 xmoyo(D5)=0 xmoyo(C5)=1 xterri(C5)=0 xterri(A5)=1 xarea(C3)=1 xarea(E5)=0",
            "oarea(E5)=0 oarea(F5)=1 omoyo(F5)=0 omoyo(G5)=1 oterri(G5)=0 oterri(J5)=1 oarea(G3)=1",
            "xarea(J5)=0 xmoyo(J5)=0 xterri(J5)=0 oarea(A5)=0 omoyo(A5)=0 oterri(A5)=0",
        ],
    },
    Case {
        what: "a stone between two strings cuts, truly if they have no liberty in common",
        diagram: "
            . . . . . . .
            . . . . . . .
            . O O X O O .
            . . . X . . .
            . . . . . . .
            . X . . . . .
            . O X . . . .
            . . . . . . .",
        calls: &["cutstone(D6)=2 cutstone(B2)=1 cutstone(B6)=0"],
    },
    Case {
        what: "two stones with little room are weak, and the room is counted",
        diagram: "
            . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . .
            . . X X . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . X X X . . .
            . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . X . . . O O . . . .
            . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . X X X . . .
            . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . .",
        calls: &["weak(O6)=1 weak(C11)=0 genus(C11)=0 area_stone(C11)=2 area_stone(A1)=0 area_space(A1)=0"],
    },
    Case {
        what: "a move is safe if it is legal and not captured at once",
        diagram: "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . X . X . . O . .
            . . . . . O . O .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .",
        calls: &[
            "safe_omove(C5)=0 safe_xmove(C5)=1 safe_omove(G4)=1 safe_xmove(G4)=0 safe_omove(C6)=0",
            "safe_xmove(E7)=1 xdefend_against(C4,C5)=1 xdefend_against(A1,G3)=0",
            "odefend_against(G3,G4)=1 odefend_against(A1,C3)=0",
        ],
    },
    Case {
        what: "where two jumps cross, whoever moves cuts",
        diagram: "
            . O .
            X . X
            . O .",
        calls: &["xcut(B2)=1 ocut(B2)=1 xcut(A1)=0 ocut(A1)=0"],
    },
    Case {
        what: "a string that a move captures cannot be saved",
        diagram: "
            . . . .
            . . . .
            O O . .
            X X O .
            . O . .",
        calls: &["oplay_attack(A1,A2)=1 oplay_defend(A1,A2)=0"],
    },
    Case {
        what: "in a seki nobody can move",
        diagram: "
            . X O . X X X X . O X .
            X X O X X X X X X O X X
            . X O O O O O O O O X .
            X X X X X X X X X X X X",
        calls: &["seki_helper(C4)=1 seki_helper(E4)=1 alive(E4)=1 seki_helper(A1)=0"],
    },
];

/// The function and the points of a call like `lib(D4)`.
fn parse(board: &Board, call: &str) -> (Function, Vec<Point>) {
    let (name, points) = call
        .strip_suffix(')')
        .and_then(|c| c.split_once('('))
        .expect("a call");
    let points = points
        .split(',')
        .map(|vertex| board.size().parse_vertex(vertex).expect(call));
    (Function::by_name(name).expect(call), points.collect())
}

fn analysed(board: &Board) -> (Analysis, Reader) {
    let mut reader = Reader::new(board, EFFORT.reading_nodes);
    (
        Analysis::with_knowledge(board, EFFORT, &Knowledge::default(), &mut reader),
        reader,
    )
}

/// The answers to calls for one side.
fn answers(board: &Board, color: Color, calls: &[&str]) -> Vec<i32> {
    let (analysis, mut reader) = analysed(board);
    let answer = |call: &&str| {
        let (function, points) = parse(board, call);
        PositionFacts::new(&analysis, &mut reader, color, [None; 2]).call(function, &points)
    };
    calls.iter().map(answer).collect()
}

/// Asks all calls of all cases for one side, in the diagrams as `change` makes them.
#[track_caller]
fn check_all(color: Color, change: impl Fn(&str) -> String) {
    let mut wrong = Vec::new();
    for case in CASES {
        let board = Board::from_diagram(&change(case.diagram));
        let calls: Vec<&str> = case.calls().map(|call| call.0).collect();
        let found = answers(&board, color, &calls);
        for ((call, expected), found) in case.calls().zip(found) {
            if found != expected {
                wrong.push(format!("{call} is {found}, not {expected}: {}", case.what));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_answer_is_the_known_one() {
    check_all(Color::White, str::to_owned);
}

#[test]
fn sides_are_told_apart_by_who_moves() {
    check_all(Color::Black, |diagram| {
        diagram.replace('X', "#").replace('O', "X").replace('#', "O")
    });
}

/// The functions tested elsewhere in this file are passed over.
#[test]
fn every_function_has_two_answers() {
    for &function in Function::ALL {
        let mut answers: Vec<i32> = CASES
            .iter()
            .flat_map(Case::calls)
            .filter(|(call, _)| call.split('(').next() == Some(function.name()))
            .map(|call| call.1)
            .collect();
        answers.sort_unstable();
        answers.dedup();
        let enough = match function {
            Function::DiffMoyo | Function::AreaSpace | Function::Last => 0,
            _ => 2,
        };
        assert!(answers.len() >= enough, "{}: {answers:?}", function.name());
    }
}

#[test]
fn the_last_moves_are_those_of_the_position() {
    let board = Board::from_diagram("X . O \n . . . \n . . X");
    let (analysis, mut reader) = analysed(&board);
    let [first, second, third] = [(0, 0), (2, 0), (2, 2)].map(|(x, y)| Point::new(x, y));
    let mut facts = PositionFacts::new(&analysis, &mut reader, Color::White, [Some(first), Some(second)]);
    let answers = [first, second, third].map(|point| facts.call(Function::Last, &[point]));
    assert_eq!(answers, [1, 1, 0]);
}

#[test]
fn the_point_that_a_ko_forbids_is_a_ko() {
    let mut board = Board::from_diagram(
        "
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .",
    );
    let take = board.size().parse_vertex("C3").unwrap();
    board.place(Color::Black, take);
    assert_eq!(answers(&board, Color::White, &["ko(B3)", "ko(C3)"]), [1, 1]);
}

#[test]
fn a_gain_of_moyo_counts_for_both_sides() {
    let board = Board::from_diagram(WALLS);
    let (analysis, _) = analysed(&board);
    let point = board.size().parse_vertex("F4").unwrap();
    let [black, white] = Color::BOTH.map(|color| analysis.influence.delta_moyo(point, color));
    assert!(black > 0 && white > 0, "each side gains something there");
    assert_eq!(answers(&board, Color::White, &["diff_moyo(F4)"]), [black + white]);
}

#[test]
fn the_area_of_a_wall_is_its_stones_and_the_points_behind() {
    let board = Board::from_diagram(WALLS);
    let (analysis, mut reader) = analysed(&board);
    let at = |vertex: &str| board.size().parse_vertex(vertex).unwrap();
    let mut facts = PositionFacts::new(&analysis, &mut reader, Color::White, [None; 2]);
    assert_eq!(facts.call(Function::AreaStone, &[at("B4")]), 7);
    let spaces = facts.call(Function::AreaSpace, &[at("B4")]);
    let owned = board
        .size()
        .points()
        .filter(|&p| board.is_empty(p) && facts.call(Function::XArea, &[p]) == 1)
        .count();
    assert_eq!(spaces, owned as i32, "Black's area is connected");
    assert!(spaces >= 21);
}

#[test]
fn a_move_at_the_edge_of_legality_is_judged_by_the_rules() {
    let mut board = Board::new(BoardSize::square(5));
    board.place(Color::Black, Point::new(2, 2));
    let calls = ["safe_omove(C3)", "olib(C3)", "odefend_against(C3,A5)"];
    assert_eq!(answers(&board, Color::White, &calls), [0, 0, 0]);
}

/// Databases in use are careless about what a label stands on.
#[test]
fn functions_answer_for_points_of_any_kind() {
    let board = Board::from_diagram(
        "
        . X O .
        X X O .
        O O . X
        . . X .",
    );
    let (analysis, mut reader) = analysed(&board);
    let mut facts = PositionFacts::new(&analysis, &mut reader, Color::White, [None; 2]);
    for &function in Function::ALL {
        for a in board.size().points() {
            for b in board.size().points() {
                let points = if function.accepts(2) { vec![a, b] } else { vec![a] };
                facts.call(function, &points);
            }
        }
    }
    let empty = board.size().parse_vertex("A4").unwrap();
    for function in [
        Function::Lib,
        Function::Genus,
        Function::Attack,
        Function::Alive,
        Function::Weak,
    ] {
        assert_eq!(facts.call(function, &[empty]), 0, "{}", function.name());
    }
    assert_eq!(facts.call(Function::Status, &[empty]), Status::Unknown as i32);
}
