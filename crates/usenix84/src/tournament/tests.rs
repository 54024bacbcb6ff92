// SPDX-License-Identifier: MIT OR Apache-2.0

//! Small tournaments and their standings.

use super::pairing::Pair;
use super::plan::{Kind, Plan};
use super::rounds::{Match, Outcome, Round, State};
use super::tables;
use crate::referee::{Entrant, GameTerms};

/// Makes a tournament of programs A, B, C... from its rounds: matches `AB B+R`, Black first, and byes `C`.
fn state(kind: Kind, programs: usize, rounds: &[&[&str]]) -> State {
    let number = |letter: u8| usize::from(letter - b'A');
    let program = |i: usize| Entrant {
        name: char::from(b'A' + i as u8).to_string(),
        command: String::new(),
        gtp: false,
    };
    let round = |entries: &&[&str]| {
        let mut round = Round::default();
        for entry in *entries {
            let mut words = entry.split(' ');
            match words.next().map(str::as_bytes) {
                Some(&[black, white]) => round.matches.push(Match {
                    pair: Pair {
                        black: number(black),
                        white: number(white),
                    },
                    results: words.map(str::to_owned).collect(),
                }),
                Some(&[bye]) => round.byes.push(number(bye)),
                _ => panic!("an entry is a pair or a bye"),
            }
        }
        round
    };
    State {
        plan: Plan {
            kind,
            rounds: 3,
            seed: 1,
            programs: (0..programs).map(program).collect(),
            terms: GameTerms::TOURNAMENT,
        },
        rounds: rounds.iter().map(round).collect(),
    }
}

#[track_caller]
fn check(state: &State, expected: &str) {
    let table = tables::text(state);
    assert_eq!(
        table.split_once("\n\n").map(|(_, rows)| rows.trim_start()),
        Some(expected),
        "\n{table}"
    );
}

#[test]
fn points_count_before_the_points_of_opponents() {
    let played = state(
        Kind::Swiss,
        4,
        &[
            &["AB B+R", "CD W+0.5"],
            &["DA B+F", "BC Void"],
            &["AC B+T", "DB W+R"],
        ],
    );
    check(
        &played,
        "\
   program  points  SOS  SODOS  direct  forfeits  round 1  round 2  round 3
1  D             2    4    2.5       0         0      +4w      +2b      -3b
2  A             2    4      2       0         1      +3b      -1w      +4b
3  B           1.5  4.5   2.25       0         0      -2w      =4b      +1w
4  C           0.5  5.5   0.75       0         1      -1b      =3w      -2w
",
    );
}

#[test]
fn games_between_equal_programs_decide_and_then_the_seeding() {
    // A, B and C have a point each from one another; nobody else is there.
    let circle = state(
        Kind::Swiss,
        3,
        &[&["AB B+1", "C"], &["BC B+1", "A"], &["CA B+1", "B"]],
    );
    check(
        &circle,
        "\
   program  points  SOS  SODOS  direct  forfeits  round 1  round 2  round 3
1  A             2    4      2       1         0      +2b      bye      -3w
2  B             2    4      2       1         0      -1w      +3b      bye
3  C             2    4      2       1         0      bye      -2w      +1b
",
    );
    let two = state(
        Kind::Swiss,
        2,
        &[&["AB W+1"], &["AB Void"], &["BA W+1"], &["AB W+F"]],
    );
    let table = tables::text(&two);
    assert!(table.contains("\n1  B ") && table.contains("\n2  A "), "{table}");
}

#[test]
fn an_unfinished_match_counts_nothing() {
    let begun = state(Kind::Swiss, 4, &[&["AB", "CD W+0.5"]]);
    check(
        &begun,
        "\
   program  points  SOS  SODOS  direct  forfeits  round 1
1  D             1    0      0       0         0      +2w
2  C             0    1      0       0         0      -1b
3  A             0    0      0       0         0       ?4
4  B             0    0      0       0         0       ?3
",
    );
}

#[test]
fn in_a_knockout_a_void_game_is_replayed_and_then_the_better_seed_goes_on() {
    let void = state(Kind::Knockout, 2, &[&["BA Void Void"]]);
    assert_eq!(void.rounds[0].matches[0].outcome(Kind::Knockout), Outcome::Open);
    let third = state(Kind::Knockout, 2, &[&["BA Void Void Void"]]);
    assert_eq!(
        third.rounds[0].matches[0].outcome(Kind::Knockout),
        Outcome::Won(0)
    );
    check(
        &third,
        "\
   program  points  SOS  SODOS  direct  forfeits  round 1
1  A             1    0      0       0         0      +2w
2  B             0    1      0       0         0      -1b
",
    );
    // In the replay the colours are changed.
    let replayed = state(Kind::Knockout, 2, &[&["BA Void B+R"]]);
    check(
        &replayed,
        "\
   program  points  SOS  SODOS  direct  forfeits  round 1
1  A             1    0      0       0         0      +2b
2  B             0    1      0       0         0      -1w
",
    );
}
