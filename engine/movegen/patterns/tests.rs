// SPDX-License-Identifier: MIT OR Apache-2.0

//! The evaluation of pattern matches: each class, the constraint, each part of the value.

use katachi_rules::{Board, Game, Rules};
use mkpat::{Database, Options, Source, compile};

use super::*;
use crate::knowledge::Knowledge;
use crate::movegen::for_tests;
use crate::patterns::Patterns;

/// Effects of the patterns of a text in a position, by vertices.
#[derive(Debug, Default)]
struct Outcome {
    proposals: Vec<(String, PatternValue)>,
    /// Strings, by their first stone, with the points that patterns prefer.
    preferred: Vec<(String, String)>,
    divisions_by_zero: Vec<String>,
}

impl Outcome {
    /// The value of the pattern of that name, if it proposes its move.
    fn pattern(&self, name: &str) -> Option<&PatternValue> {
        self.proposals.iter().map(|p| &p.1).find(|v| v.name == name)
    }

    fn value(&self) -> Option<i32> {
        self.proposals.first().map(|p| p.1.value)
    }
}

/// The patterns of a text with a side to move and a seed.
fn judge_in((color, seed): (Color, u64), diagram: &str, patterns: &str) -> Outcome {
    let compiled = compile(&[Source::new("test.db", patterns)], &Options::default());
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    let board = Board::from_diagram(diagram);
    let game = Game::from_position(board, color, Rules::default(), 0.0);
    let knowledge = Knowledge::default().with_database(compiled.database);
    let vertex = |p: Point| game.size().vertex(p).to_string();
    for_tests::with_input(&game, color, &knowledge, |input, reader| {
        let input = Input { seed, ..*input };
        let Matches {
            evidence,
            divisions_by_zero,
            ..
        } = matches(&input, reader, false);
        let mut outcome = Outcome {
            divisions_by_zero,
            ..Outcome::default()
        };
        for e in evidence {
            let ReasonKind::Pattern(value) = e.kind else {
                unreachable!("patterns give no other evidence");
            };
            let preferred = value.preferred_for.iter();
            outcome
                .preferred
                .extend(preferred.map(|&string| (vertex(string), vertex(e.point))));
            outcome.proposals.push((vertex(e.point), *value));
        }
        outcome.proposals.sort_by_key(|p| -p.1.value);
        outcome.preferred.sort();
        outcome
    })
}

/// The usual side to move and seed.
const WHITE: (Color, u64) = (Color::White, 0);

/// One pattern, its diagram and what follows the symmetry in its colon line.
fn evaluate(board: &str, diagram: &str, rest: &str) -> Outcome {
    judge_in(WHITE, board, &format!("Pattern P\n{diagram}\n:8,{rest}\n"))
}

/// The same pattern with the colours changed, and Black to move.
fn evaluate_for_black(board: &str, diagram: &str, rest: &str) -> Outcome {
    let changed = diagram.replace('X', "#").replace('O', "X").replace('#', "O");
    let text = format!("Pattern P\n{changed}\n:8,{rest}\n");
    judge_in((Color::Black, 0), board, &text)
}

/// A dead stone at F1, one at C5 that the first move captures or saves, and others.
const READING: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . . . .
    . X O . O . . . .
    . . X . . . . . .
    . . . . . . . . .
    . . . . . X X . .
    . . . . X O . . .";
const DEAD: &str = "XO*\n---";
const CRITICAL: &str = "?X?\nXO*\n?X?";

/// A wall that lives.
const ALIVE: &str = "
    . . . . O . . . .
    . . . . O . . . .
    . . . . O . . . .
    . . . . O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";
const LIVING: &str = "OO*\n?.?";

const LONE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";
const STONE: &str = "?.?\nO*.";

/// Each class letter with the test that knows it. A letter without one does not get past
/// [`every_class_letter_has_a_test`].
const TESTED: &[(char, fn())] = &[
    ('s', a_move_must_be_safe_unless_it_is_a_sacrifice),
    ('n', the_enemys_move_must_be_safe_too_in_class_n),
    ('O', classes_of_status_reject_by_the_stones_of_the_pattern),
    ('o', classes_of_status_reject_by_the_stones_of_the_pattern),
    ('X', classes_of_status_reject_by_the_stones_of_the_pattern),
    ('x', classes_of_status_reject_by_the_stones_of_the_pattern),
    (
        'A',
        classes_a_and_d_prefer_the_move_for_a_string_that_it_captures_or_saves,
    ),
    (
        'D',
        classes_a_and_d_prefer_the_move_for_a_string_that_it_captures_or_saves,
    ),
    ('C', class_c_limits_the_value_by_what_connecting_is_worth),
    ('B', class_b_limits_the_value_by_what_cutting_is_worth),
    ('L', every_pattern_is_evaluated_in_class_l_and_without_it),
    ('P', class_p_acts_in_playouts_alone),
];

#[test]
fn every_class_letter_has_a_test() {
    for (letter, _) in Classes::LETTERS {
        assert!(TESTED.iter().any(|t| t.0 == letter), "{letter}");
    }
}

#[test]
fn class_p_acts_in_playouts_alone() {
    let text = "Pattern Touch\nX*\n:-,50,-,P\n#= 1.00, value 12\nA*\n;last(A)\n";
    let compiled = compile(&[Source::new("a.db", text)], &Options::default());
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    let patterns = Patterns::new(compiled.database).with_bonuses_over(&Database::default());
    let (board, last) = (Board::from_diagram(". . .\n. X .\n. . ."), Point::new(1, 1));
    let past = [Some(last), None];
    assert!(patterns.matcher().matches(&board, Color::White, past).is_empty());
    assert!(patterns.weights_at(&board, Color::White, past).next().is_none());
    assert!(patterns.trained(&board, Color::White, past).is_empty());
    let answers: Vec<_> = patterns.answers_in_playouts().collect();
    assert_eq!(answers, [(0, [1.0 + 38.0 / 16.0; 3])]);
}

#[test]
fn classes_of_status_reject_by_the_stones_of_the_pattern() {
    // For each kind of stone which of `-`, `O`, `o` and `Oo` let the pattern pass.
    let cases = [
        ("alive", ALIVE, LIVING, [true, true, false, false]),
        ("dead", READING, DEAD, [true, false, true, false]),
        ("critical", READING, CRITICAL, [true, true, true, true]),
        ("unknown", LONE, STONE, [true, true, true, true]),
    ];
    for (what, board, diagram, expected) in cases {
        for (class, expected) in ["", "O", "o", "Oo"].into_iter().zip(expected) {
            let rest = format!("50,0,s{class}");
            let ours = evaluate(board, diagram, &rest).value().is_some();
            assert_eq!(ours, expected, "our stone is {what}, class {class}");
            let class = class.replace('O', "X").replace('o', "x");
            let theirs = evaluate_for_black(board, diagram, &format!("50,0,s{class}"));
            let holds = theirs.value().is_some();
            assert_eq!(holds, expected, "their stone is {what}, class {class}");
        }
    }
}

#[test]
fn a_move_must_be_safe_unless_it_is_a_sacrifice() {
    let mouth = "
        . . . . . . .
        . . . X . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .";
    let diagram = "?X?\nX*X\n?.?";
    assert_eq!(evaluate(mouth, diagram, "50").value(), None);
    assert_eq!(evaluate(mouth, diagram, "50,0,s").value(), Some(50));
    assert_eq!(evaluate(LONE, STONE, "50").value(), Some(50));
    let suicide = "
        . . . . . . .
        . . . X . . .
        . . X . X . .
        . . . X . . .
        . . . . . . .";
    let surrounded = "?X?\nX*X\n?X?";
    assert_eq!(
        evaluate(suicide, surrounded, "50,0,s").value(),
        None,
        "it has to be legal"
    );
}

#[test]
fn the_enemys_move_must_be_safe_too_in_class_n() {
    let mouth = "
        . . . . . . .
        . . . O . . .
        . . O . O . .
        . . . . . . .
        . . . . . . .";
    let diagram = "?O?\nO*O\n?.?";
    assert_eq!(evaluate(mouth, diagram, "50").value(), Some(50));
    assert_eq!(evaluate(mouth, diagram, "50,0,n").value(), None);
    assert_eq!(evaluate(LONE, STONE, "50,0,n").value(), Some(50));
}

#[test]
fn classes_a_and_d_prefer_the_move_for_a_string_that_it_captures_or_saves() {
    let elsewhere = "?X???\nXO.?.\n?X..*";
    let cases = [
        (
            "it captures",
            evaluate_for_black(READING, CRITICAL, "50,0,A"),
            true,
        ),
        ("no class", evaluate_for_black(READING, CRITICAL, "50,0,-"), false),
        (
            "it captures nothing",
            evaluate_for_black(READING, elsewhere, "50,0,A"),
            false,
        ),
        (
            "it is dead anyway",
            evaluate_for_black(READING, DEAD, "50,0,A"),
            false,
        ),
        ("it saves", evaluate(READING, CRITICAL, "50,0,D"), true),
        ("no class", evaluate(READING, CRITICAL, "50,0,-"), false),
        ("it saves nothing", evaluate(READING, elsewhere, "50,0,D"), false),
        ("nobody can capture it", evaluate(LONE, STONE, "50,0,D"), false),
    ];
    for (why, outcome, prefers) in cases {
        assert_eq!(outcome.value(), Some(50), "{why}");
        let preferred = prefers.then(|| ("C5".to_owned(), "D5".to_owned()));
        assert_eq!(outcome.preferred, Vec::from_iter(preferred), "{why}");
    }
}

/// Two strings of either side round one point.
const CROSSING: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . O . . . .
    . . . X . X . . .
    . . . . O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";
const CROSS: &str = "?O?\nX*X\n?O?";

/// The limit of a pattern of value 999 with these classes.
fn limit(class: &str) -> Option<i32> {
    let outcome = evaluate(CROSSING, CROSS, &format!("999,0,s{class}"));
    let value = outcome.pattern("P").expect("it is accepted");
    assert_eq!(value.value, value.connection.unwrap_or(999));
    value.connection
}

#[test]
fn class_c_limits_the_value_by_what_connecting_is_worth() {
    assert_eq!(limit(""), None);
    let both = limit("C").expect("two strings of ours");
    assert!(both > 0 && both < 999);
    // Smaller values stay as they are, and bonuses come after the limit.
    assert_eq!(evaluate(CROSSING, CROSS, "1,0,sC").value(), Some(1));
    assert_eq!(
        evaluate(CROSSING, CROSS, "999,0,sC,0,0,0,7,7").value(),
        Some(both + 7)
    );
    // It is about our groups, and one group connects with nothing; bonuses are added to that.
    assert_eq!(evaluate(CROSSING, "X*X", "999,0,sC").value(), Some(0));
    assert_eq!(evaluate(LONE, STONE, "999,0,sC").value(), Some(0));
    assert_eq!(evaluate(LONE, STONE, "999,0,sC,0,0,0,7,7").value(), Some(7));
}

/// Two strings of ours that are one group already, by a bamboo joint.
const JOINED: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . O . O . . .
    . . . O . O . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn classes_b_and_c_count_groups_and_not_strings() {
    let joint = "O*O\nO.O";
    assert_eq!(evaluate(JOINED, joint, "999").value(), Some(999));
    assert_eq!(evaluate(JOINED, joint, "999,0,C").value(), Some(0));
    assert_eq!(evaluate_for_black(JOINED, joint, "999,0,sB").value(), Some(0));
}

#[test]
fn class_b_limits_the_value_by_what_cutting_is_worth() {
    let theirs = limit("B").expect("two strings of theirs");
    assert!(theirs > 0 && theirs < 999);
    let ours = limit("C").expect("two strings of ours");
    let both = limit("BC").expect("two strings of either");
    let part = ((ours.min(theirs) - 50) / 5).max(0);
    assert_eq!(
        both,
        ours.max(theirs) + part,
        "the larger and a part of the smaller"
    );
    // It is about their groups.
    assert_eq!(evaluate(CROSSING, "O\n*\nO", "999,0,sB").value(), Some(0));
}

#[test]
fn every_pattern_is_evaluated_in_class_l_and_without_it() {
    let text = |class: &str| format!("Pattern High\nO*\n:8,90\n\nPattern Low\nO.\n.*\n:8,10,0,{class}\n");
    for class in ["-", "L"] {
        let outcome = judge_in(WHITE, LONE, &text(class));
        assert!(outcome.pattern("High").is_some() && outcome.pattern("Low").is_some());
    }
}

#[test]
fn a_constraint_rejects_where_it_is_false_or_divides_by_zero() {
    let with = |expression: &str| {
        let text = format!("Pattern P\nO*\n:8,50\na*\n;{expression}\n");
        let outcome = judge_in(WHITE, LONE, &text);
        (outcome.value(), outcome.divisions_by_zero.join(" "))
    };
    assert_eq!(with("lib(a)==4"), (Some(50), String::new()));
    assert_eq!(with("lib(a)-2"), (Some(50), String::new()));
    assert_eq!(with("lib(a)!=4"), (None, String::new()));
    // It is reported once, though the pattern matches in four places.
    assert_eq!(with("lib(a)/(lib(a)-4)"), (None, "P".to_owned()));
}

#[test]
fn wind_is_the_power_of_near_stones_up_to_the_cutoffs() {
    // One enemy at distance 1 of the move D5, one of ours beside it too, and others too far away.
    let board = "
        . . . . . . . . .
        . . . . . . . . X
        . . . . . . . . .
        . . . O . . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O . . . . . . .";
    let diagram = "O?\n*X";
    let with = |assistance: &str| {
        let outcome = evaluate(board, diagram, &format!("10,{assistance}"));
        let value = outcome.pattern("P").expect("it is accepted");
        (
            value.wind.map(|w| (w.their_power, w.my_power, w.value)),
            value.value,
        )
    };
    assert_eq!(with("0"), (None, 10));
    assert_eq!(with("wind(0,0,0,0)"), (Some((5, 5, 0)), 10));
    assert_eq!(with("wind(20,1,0,0)"), (Some((5, 5, 5)), 15));
    assert_eq!(with("wind(3,2,0,0)"), (Some((5, 5, 6)), 16));
    assert_eq!(with("wind(-3,2,0,0)"), (Some((5, 5, 6)), 16));
    assert_eq!(with("wind(0,0,20,2)"), (Some((5, 5, 10)), 20));
    assert_eq!(with("wind(20,1,-4,-1)"), (Some((5, 5, 1)), 11));
}

#[test]
fn power_falls_by_one_with_each_step() {
    let board = Board::from_diagram(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . O
        . . . . . . .
        X . . . . . .",
    );
    let power = |vertex: &str, color| worth::power(&board, board.size().parse_vertex(vertex).unwrap(), color);
    assert_eq!(power("B1", Color::Black), 5);
    assert_eq!(power("A3", Color::Black), 4);
    assert_eq!(power("C4", Color::Black), 1);
    assert_eq!(power("D4", Color::Black), 0);
    assert_eq!(power("G7", Color::White), 2);
    assert_eq!(power("A1", Color::White), 0);
}

#[test]
fn moyo_is_the_gain_up_to_the_cutoff_times_the_factor() {
    let with = |assistance: &str| {
        let outcome = evaluate(LONE, "O.*", &format!("10,{assistance}"));
        let value = outcome.pattern("P").expect("it is accepted");
        (value.moyo, value.value)
    };
    let (gain, value) = (
        with("moyo(1000,1)").0.expect("an assistance").0,
        with("moyo(1000,1)").1,
    );
    assert!(gain > 2);
    assert_eq!(value, 10 + gain);
    assert_eq!(with("moyo(2,3)"), (Some((gain, 6)), 16));
}

/// A pair of ours with little room at O6, and one with much.
const WEAK: &str = "
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . O O . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . X X X . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . X . . . O O . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . X X X . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .";

#[test]
fn bonuses_are_for_weak_groups_of_the_pattern() {
    let weak = "...\nOO*\n...\nXXX";
    let safe = "...\nOO*\n...\n...";
    let bonuses = |outcome: &Outcome| outcome.pattern("P").map(|v| (v.obonus, v.xbonus, v.value));
    let ours = |diagram: &str| bonuses(&evaluate(WEAK, diagram, "10,0,s,7,90"));
    assert_eq!(ours(weak), Some((7, 0, 17)));
    assert_eq!(ours(safe), Some((0, 0, 10)));
    let theirs = |diagram: &str| bonuses(&evaluate_for_black(WEAK, diagram, "10,0,s,90,7"));
    assert_eq!(theirs(weak), Some((0, 7, 17)));
    assert_eq!(theirs(safe), Some((0, 0, 10)));
}

/// A dead group has little room, but no bonus asks about it; nor about a single stone that is critical.
#[test]
fn dead_groups_and_single_stones_are_not_weak() {
    let bonuses = |diagram: &str| {
        let outcome = evaluate(READING, diagram, "10,0,s,7,90");
        outcome.pattern("P").map(|v| (v.obonus, v.value))
    };
    // The stone at F1 is dead, the one at C5 critical.
    assert_eq!(bonuses(DEAD), Some((0, 10)));
    assert_eq!(bonuses(CRITICAL), Some((0, 10)));
}

/// Classes and bonuses are about the stones of the pattern, and a stone on `o` or `x` is one.
#[test]
fn stones_on_cells_that_may_be_empty_count_as_stones_of_the_pattern() {
    // On the other side of the stone at E1 the point on `o` is empty.
    let moves = |class: &str| {
        let outcome = evaluate(READING, "Xo*\n---", &format!("10,0,s{class}"));
        let mut moves: Vec<_> = outcome.proposals.into_iter().map(|p| p.0).collect();
        moves.sort();
        moves
    };
    assert_eq!(moves(""), ["C1", "G1"]);
    assert_eq!(moves("O"), ["C1"]);
}

#[test]
fn a_pattern_whose_helper_does_not_exist_does_not_hold() {
    let source = Source::new("theirs.db", "Pattern P\nO*\n:8,50,0,-,0,0,0,0,0,their_helper\n");
    let options = Options {
        allow_unknown_helpers: true,
        ..Options::for_engine()
    };
    let compiled = compile(&[source], &options);
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    let game = Game::from_position(Board::from_diagram(LONE), Color::White, Rules::default(), 0.0);
    let knowledge = Knowledge::default().with_database(compiled.database);
    for_tests::with_input(&game, Color::White, &knowledge, |input, reader| {
        let found = matches(input, reader, true);
        assert!(found.evidence.is_empty());
        assert!(!found.list.is_empty());
        for pattern in found.list {
            assert_eq!(pattern.verdict, Err(MatchRejection::UnknownHelper));
        }
    });
}

#[test]
fn a_move_that_joins_on_a_large_scale_gets_the_split_bonus() {
    let pairs = "
        . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . .
        . O O . . . . . . . . . . O O .
        . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . .";
    let with = |diagram: &str| {
        let outcome = evaluate(pairs, diagram, "10,0,-,0,0,7");
        outcome.pattern("P").map(|v| (v.splitbonus, v.value))
    };
    // At H3, between the two, and at D3, beside one of them.
    assert_eq!(with("OO....*"), Some((7, 17)));
    assert_eq!(with("OO*"), Some((0, 10)));
}

#[test]
fn the_random_part_stays_in_its_range_and_depends_on_the_seed() {
    let with = |seed: u64, rest: &str| {
        let text = format!("Pattern P\nO*\n?.\n:8,50,0,-,0,0,0,{rest}\n");
        let outcome = judge_in((Color::White, seed), LONE, &text);
        let found = outcome.proposals.iter().find(|p| p.0 == "F5");
        found.expect("it is proposed on every side").1.random
    };
    assert_eq!(with(1, "4,4"), 4);
    let mut seen: Vec<i32> = (0..60).map(|seed| with(seed, "-1,2")).collect();
    assert_eq!(with(7, "-1,2"), seen[7], "the same seed, the same value");
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [-1, 0, 1, 2]);
}
