// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi_rules::Board;

use super::*;
use crate::reading::{Reader, Verdict, tests};

/// A double atari at E4: White can connect either stone to the friend beyond, but not both.
const FORK: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . X O . O . .
    . . X O . . . . .
    . . . . . . . . .
    . . . O . . . . .
    . . . . . . . . .";

fn reader(diagram: &str) -> (Reader, impl Fn(&str) -> Point) {
    let board = Board::from_diagram(diagram);
    (Reader::new(&board, 10_000), move |v| tests::at(&board, v))
}

#[test]
fn a_double_atari_captures_where_no_single_attack_does() {
    let (mut reader, at) = reader(FORK);
    let before = reader.board().clone();
    let strings = [at("D4"), at("E5")];
    let mut is_safe = |&s: &Point| !reader.tactics().attack(s).verdict.is_possible();
    assert!(strings.iter().all(&mut is_safe));
    let either = reader.tactics().attack_either(strings[0], strings[1]);
    assert_eq!(either, Verdict::Yes);
    let found = reader.tactics().double_threats(Color::Black);
    assert_eq!((found[0].point, found[0].threatened.len()), (at("E4"), 2));
    reader.with_move(Color::White, at("E4"), |reader| {
        let after = reader.tactics().double_threats(Color::Black);
        assert_eq!(after, [], "White has connected");
    });
    assert_eq!(*reader.board(), before);
}

#[test]
fn double_threats_know_what_they_gain() {
    let (mut reader, at) = reader(FORK);
    let found = reader.tactics().double_threats(Color::Black);
    assert_eq!((found[0].point, found[0].gain), (at("E4"), 1));
    assert!(found.iter().all(|c| c.threatened.len() >= 2));
    assert!(found.is_sorted_by_key(|c| std::cmp::Reverse(c.gain)));
}

#[test]
fn the_defense_takes_the_point_of_the_double_atari() {
    let (mut reader, at) = reader(FORK);
    let both = reader.tactics().defend_both(at("D4"), at("E5"));
    assert_eq!(both, Verdict::Yes);
    assert_eq!(reader.tactics().combination_defense(Color::Black)[0], at("E4"));
    reader.with_move(Color::Black, at("E4"), |reader| {
        let both = reader.tactics().defend_both(at("D4"), at("E5"));
        assert_eq!(both, Verdict::No);
    });
}

#[test]
fn stones_of_two_colours_are_no_pair() {
    let (mut reader, at) = reader(FORK);
    assert_eq!(reader.tactics().defend_both(at("D4"), at("D5")), Verdict::No);
    let attack = reader.tactics().attack(at("D4"));
    let either = reader.tactics().attack_either(at("D4"), at("D5"));
    assert_eq!(either, attack.verdict);
}
