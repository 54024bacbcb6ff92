// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi_engine::Engine;
use katachi_engine::knowledge::Knowledge;
use katachi_engine::movegen::{Generators, Reason, RejectedMove, Rejection};
use katachi_engine::play::{Request, Settings};
use katachi_rules::{Board, Color, Game, Rules};
use mkpat::{Options, Source};

use super::*;
use crate::position::tests::searched;

const PATTERNS: &str = "
Pattern Hane
?*X
?O.
:8,40,0,-

Pattern Narrow
?*X
?O.
:8,50,0,-
?*A
?O.
;lib(A) < 3

Pattern Helped
?*X
?O.
:8,60,0,-,0,0,0,0,0,snapback
";

/// The choice by these patterns alone in a position with one place for them, in all its turns.
fn choice() -> (Engine, Game, Choice) {
    let compiled = mkpat::compile(&[Source::new("own.db", PATTERNS)], &Options::default());
    let engine = Engine {
        knowledge: Knowledge::default().with_database(compiled.database),
        settings: Settings {
            generators: Generators::Patterns,
            ..Settings::default()
        },
    };
    let board = Board::from_diagram(
        "
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    let game = Game::from_position(board, Color::White, Rules::default(), 0.0);
    let request = Request {
        lists_patterns: true,
        ..Request::new(&game, Color::White)
    };
    let choice = engine.choose(&request, &mut engine.reader(&game));
    (engine, game, choice)
}

fn considered<'a>(engine: &'a Engine, game: &Game, choice: &'a Choice) -> Considered<'a> {
    let (database, size) = (engine.database(), game.size());
    Considered {
        choice,
        database,
        size,
    }
}

/// The choice with its last proposal rejected, as the patterns there do not hold.
fn with_rejection(mut choice: Choice) -> (Choice, Point) {
    choice.patterns.retain(|evaluated| evaluated.verdict.is_err());
    let mut proposal = choice.proposals.pop().expect("there are two");
    proposal.reasons.clear();
    let (point, reason) = (proposal.point, Rejection::NoPatternHolds);
    choice.rejected.push(RejectedMove { proposal, reason });
    (choice, point)
}

#[test]
fn below_a_move_stand_the_patterns_that_hold_and_those_that_do_not() {
    let (engine, game, choice) = choice();
    let considered = considered(&engine, &game, &choice);
    assert_eq!(
        considered.all(&Shown::default()),
        "\
move   value  patterns  model  others
C5        40        40      0       0
        +40 pattern Hane+a, base 40
         no pattern Helped+a: its helper says no
         no pattern Narrow+a: its constraint is false
D4        40        40      0       0
        +40 pattern Hane+h, base 40
         no pattern Helped+h: its helper says no
         no pattern Narrow+h: its constraint is false
"
    );
    assert!(!considered.best().contains("no pattern"));
}

#[test]
fn a_part_of_the_list_is_shown() {
    let (engine, game, choice) = choice();
    let considered = considered(&engine, &game, &choice);
    let narrow = Shown {
        at: game.size().parse_vertex("D4"),
        pattern: "Na",
        holding: false,
    };
    assert_eq!(
        considered.all(&narrow),
        "\
move   value  patterns  model  others
D4        40        40      0       0
         no pattern Narrow+h: its constraint is false
"
    );
    let holding = Shown {
        holding: true,
        ..Shown::default()
    };
    assert_eq!(
        considered.all(&holding),
        "\
move   value  patterns  model  others
C5        40        40      0       0
        +40 pattern Hane+a, base 40
D4        40        40      0       0
        +40 pattern Hane+h, base 40
"
    );
    let nothing = Shown {
        holding: true,
        ..narrow
    };
    assert_eq!(considered.all(&nothing), "Nothing in the list is about that.\n");
    assert_eq!(considered.points(&nothing).count(), 0);
}

#[test]
fn points_for_which_nothing_speaks_are_left_out_with_patterns_that_do_not_hold() {
    let (engine, game, choice) = choice();
    let (choice, _) = with_rejection(choice);
    let considered = considered(&engine, &game, &choice);
    let points = |holding| {
        let shown = Shown {
            holding,
            ..Shown::default()
        };
        considered.points(&shown).count()
    };
    assert_eq!((points(false), points(true)), (2, 1));
}

#[test]
fn a_point_that_is_not_proposed_says_why_and_has_no_value() {
    let (engine, game, choice) = choice();
    let (choice, point) = with_rejection(choice);
    let considered = considered(&engine, &game, &choice);
    assert!(considered.all(&Shown::default()).ends_with(
        "\
D4         -         -      -       -
         no pattern Helped+h: its helper says no
         no pattern Narrow+h: its constraint is false
       not proposed: no pattern holds there, and there is no other reason for it
"
    ));
    let alone = considered.point(point).expect("it is listed");
    assert!(alone.starts_with("move ") && alone.contains("not proposed") && !alone.contains("no pattern N"));
    assert_eq!(considered.point(Point::new(0, 0)), None);
}

#[test]
fn a_reason_of_which_nothing_counts_says_that_a_better_one_does() {
    let (engine, game, mut choice) = choice();
    let proposal = &mut choice.proposals[0];
    let weaker = Reason {
        value: 30,
        counted: 0,
        ..proposal.reasons[0].clone()
    };
    proposal.reasons.push(weaker);
    let considered = considered(&engine, &game, &choice);
    let text = considered.all(&Shown::default());
    let line = text.lines().find(|line| line.contains("+0 pattern"));
    assert_eq!(
        line,
        Some("         +0 pattern Hane+a, base 40: a better reason of its kind counts")
    );
}

#[test]
fn a_search_has_columns_of_its_own() {
    let (engine, game, mut choice) = choice();
    choice.search = Some(searched(choice.mv));
    let considered = considered(&engine, &game, &choice);
    let text = considered.best();
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    let percent = 100.0 * searched(choice.mv).values().win_rate;
    assert_eq!(
        rows,
        [
            "move   value  patterns  model  others  visits  win rate",
            &format!("C5        40        40      0       0     300    {percent:.1} %"),
            "D4        40        40      0       0       -         -",
        ]
    );
}

#[test]
fn without_proposals_the_listing_says_so_and_names_patterns_at_fault() {
    let choice = Choice {
        divisions_by_zero: vec!["Odd".to_owned()],
        ..Choice::new(Move::Pass, 0, Vec::new())
    };
    let engine = Engine::default();
    let considered = Considered {
        choice: &choice,
        database: engine.database(),
        size: BoardSize::square(9),
    };
    assert_eq!(
        considered.all(&Shown::default()),
        "Nothing proposes a move.\nThe constraint of pattern Odd divides by zero.\n"
    );
}
