// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use crate::tactics::engines::GtpReader;
use crate::tactics::kind::Truth::{self, No, Yes};
use crate::tactics::score::answer;
use crate::tactics::space::walls;
use crate::tactics::tests::board_of;

fn drawn(shape: Shape, kind: Kind, seed: u64, positions: usize) -> QuestionSet {
    let mut set = begun(&PathBuf::new(), kind, format!("seed: {seed}\nshape: {shape}")).unwrap();
    for _ in 0..positions {
        step(&mut set, shape, seed);
    }
    set
}

#[test]
fn a_seed_gives_the_same_questions_and_another_one_new_positions() {
    let text = |seed| drawn(Shape::ClosedSpace, Kind::Kill, seed, 4).to_string();
    assert_eq!(text(1), text(1));
    for shape in Shape::value_variants() {
        let boards = |seed| (0..9).map(move |number| position(*shape, seed, number).unwrap().0);
        let other: Vec<Board> = boards(2).collect();
        assert!(boards(1).eq(boards(1)), "{shape}");
        assert!(boards(1).all(|board| !other.contains(&board)), "{shape}");
    }
}

#[test]
fn questions_are_read_as_they_are_written_and_can_be_scored() {
    for (shape, kind) in [
        (Shape::ClosedSpace, Kind::Kill),
        (Shape::CutWall, Kind::Eye),
        (Shape::Race, Kind::Race),
    ] {
        let set = drawn(shape, kind, 3, 5);
        assert!(!set.questions.is_empty(), "{set}");
        let read = QuestionSet::parse(&set.to_string()).unwrap();
        assert_eq!(read.to_string(), set.to_string());
        let mut engine = GtpReader::own(1_000);
        for question in &read.questions {
            answer(&mut engine, question).unwrap();
        }
    }
}

/// Stones inside may join the strings of a wall, so not each of them has several.
#[test]
fn walls_that_can_be_cut_have_several_strings() {
    let strings_around = |number| {
        let (board, strings) = position(Shape::CutWall, 3, number)?;
        let named = largest_space(&board, strings[0])?;
        let space = Space::named_by(&board, named[0], named[1])?;
        let owner = board.cell(named[0]).color()?;
        Some(walls(&board, owner, &space.points).len())
    };
    assert!((0..8).filter_map(strings_around).any(|strings| strings > 1));
}

#[test]
fn a_string_that_cannot_be_killed_can_be_saved_and_both_judges_of_a_race_agree() {
    for shape in [Shape::ClosedSpace, Shape::OpenWall, Shape::Race, Shape::Seki] {
        for number in 0..3 {
            let (board, strings) = position(shape, 5, number).unwrap();
            let truth = |kind| {
                let by_group = solve_all(&board, kind, &strings[..1]).map(|parts| parts[0].truth);
                let by_race = match strings[..] {
                    [own, other] => solve_race(&board, kind, [own, other]).map(|parts| parts[0].truth),
                    _ => None,
                };
                assert!(
                    by_group.is_none() || by_race.is_none() || by_group == by_race,
                    "\n{board}"
                );
                by_group.or(by_race)
            };
            let both = [truth(Kind::Kill), truth(Kind::Live)];
            assert!(both[0] != Some(No) || both[1] == Some(Yes), "{both:?}\n{board}");
        }
    }
}

/// A black string above a white one, with that number of liberties for Black, for White, and in common.
fn race(black: usize, white: usize, common: usize) -> (Board, [Point; 2]) {
    let mut rows =
        ".O.OOOOOO/OOOOOOOOO/OXXXXXXXO/OXXXXXXXO/XOOOOOOOX/XOOOOOOOX/XXXXXXXXX/.X.XXXXXX/XXXXXXXXX"
            .split('/')
            .map(|row| row.chars().collect::<Vec<char>>())
            .collect::<Vec<_>>();
    for (row, columns, count) in [
        (2, &[1, 7][..], black),
        (5, &[1, 7], white),
        (3, &[3, 4, 5], common),
    ] {
        columns[..count]
            .iter()
            .for_each(|&column| rows[row][column] = '.');
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let board = board_of(9, &rows.join("/"));
    let race = ["B6", "B5"].map(|name| board.size().parse_vertex(name).unwrap());
    (board, race)
}

/// Without eyes the side that moves first captures if it has as many liberties as the other one; with common
/// ones, if it has as many as these more, less one. See Müller, "Race to capture", 2001.
#[test]
fn races_end_by_their_numbers_of_liberties() {
    for (black, white) in (0..3).flat_map(|black| (0..3).map(move |white| (black, white))) {
        for common in (0..4).filter(|common| common + black.min(white) > 0) {
            let (board, [own, other]) = race(black, white, common);
            let captures = |own: usize, other| own + 1 >= other + common.max(1);
            let killed = Truth::from_success(captures(white, black));
            let captured = Truth::from_success(captures(black, white));
            let truths = |kind, race| {
                let parts = solve_race(&board, kind, race);
                let parts = parts.unwrap_or_else(|| panic!("no answer\n{board}")).into_iter();
                parts.map(|part| part.truth).collect::<Vec<_>>()
            };
            assert_eq!(truths(Kind::Kill, [own, other]), [killed], "\n{board}");
            assert_eq!(truths(Kind::Kill, [other, own]), [captured], "\n{board}");
            let race = truths(Kind::Race, [own, other]);
            assert_eq!(race[1], captured, "\n{board}");
            let is_seki = killed == No && captured == No;
            assert!(!is_seki || race == [Yes, No], "\n{board}");
        }
    }
}
