// SPDX-License-Identifier: MIT OR Apache-2.0

//! Groups whose status is in every book.

use katachi_rules::{Board, Color};

use super::board::{NOWHERE, Outside};
use super::evaluation::StaticEval;
use super::policy::History;
use super::solver::Search;
use super::*;
use crate::reading::tests::{at, name};

const BUDGET: u32 = 100_000;

/// Reads the group of a stone, first with the attacker to move, then with its owner. Several points may be
/// right; there is none if no move is needed or none works.
#[track_caller]
fn check(diagram: &str, stone: &str, kill: (Verdict, &[&str]), live: (Verdict, &[&str])) {
    let (board, mut reader, group) = read(diagram, stone, BUDGET);
    for (reading, (verdict, points)) in [
        (reader.life().kill(&group), kill),
        (reader.life().live(&group), live),
    ] {
        assert_eq!(reading.verdict, verdict, "{reading:?}\n{board}");
        let is_expected = match reading.point {
            None => points.is_empty(),
            some => points.contains(&&*name(&board, some)),
        };
        assert!(is_expected || !verdict.is_possible(), "{reading:?}\n{board}");
    }
    assert_eq!(*reader.board(), board, "reading changes nothing");
    let again = Reader::new(&board, BUDGET).life().kill(&group);
    assert_eq!(again.verdict, kill.0, "the same answer twice");
}

/// A board, a reader of it, and the group of a stone.
fn read(diagram: &str, stone: &str, budget: u32) -> (Board, Reader, PointSet) {
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, budget);
    let group = reader.life().group_of(at(&board, stone));
    (board, reader, group)
}

/// The verdict about the group of a stone if its owner moves first, or the attacker.
#[track_caller]
fn check_one(diagram: &str, stone: &str, first: Role, verdict: Verdict) {
    let (board, mut reader, group) = read(diagram, stone, BUDGET);
    assert_eq!(reader.life().read_life(&group, first).verdict, verdict, "{board}");
}

use Role::{Attacker, Owner};
use Verdict::{KoAhead, No, Unknown, Yes};

const STRAIGHT_THREE: &str = "
    . . . . . . . .
    . O O O O O O .
    . O X X X X O .
    . O X . . X O .
    . O X X . X O .
    . O O X X X O .
    . . O O O O O .
    . . . . . . . .";

#[test]
fn eye_shapes_live_and_die_as_in_every_book() {
    // A straight three depends on its middle.
    check(STRAIGHT_THREE, "D3", (Yes, &["E5"]), (Yes, &["E5"]));
    // A straight four lives and a square four is dead.
    let straight = "
        . . . . . . . . .
        . O O O O O O O .
        . O X X X X X X O
        . O X . . . . X O
        . O X X X X X X O
        . O O O O O O O .
        . . . . . . . . .";
    check(straight, "C3", (No, &[]), (Yes, &[]));
    let square = "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . . X O .
        . O X . . X O .
        . O X X X X O .
        . O O O O O O .
        . . . . . . . .";
    check_one(square, "C6", Owner, No);
    check_one(square, "C6", Attacker, Yes);
    // A bulky five depends on its middle.
    let bulky_five = "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . . X O O
        . O X . . X X O
        . O X . X X O O
        . O X X X O O .
        . O O O O O . .";
    check(bulky_five, "C6", (Yes, &["D4"]), (Yes, &["D4"]));
    // A bent three in the corner depends on its middle.
    let bent_three = "
        . . X O . .
        . X X O . .
        X X O O . .
        O O O . . .
        . . . . . .
        . . . . . .";
    check(bent_three, "B5", (Yes, &["A6"]), (Yes, &["A6"]));
    // Six on the second line are dead.
    let six = "
        . . . . . . . . . . . .
        . . O O O O O O O O . .
        . . O X X X X X X O . .
        . . . . . . . . . . . .";
    check(
        six,
        "E2",
        (Yes, &["C1", "D1", "E1", "F1", "G1", "H1", "J1", "K1"]),
        (No, &[]),
    );
    // A bent four away from the corner lives.
    let bent_four = "
        . . . . . . . .
        . . O O O O . .
        . O O X X O O .
        . O X X . X O .
        . O X . . X O .
        . O X . X X O .";
    check_one(bent_four, "C3", Attacker, No);
}

#[test]
fn groups_live_by_eyes_by_a_seki_and_by_ways_out() {
    // Two eyes live, and one false eye does not help.
    let alive = "
        . X . X O .
        X X X X O .
        O O O O O .
        . . . . . .";
    check(alive, "A3", (No, &[]), (Yes, &[]));
    let false_eye = "
        . X . X O .
        X X X O . .
        O O O . O .
        . . . . . .";
    check_one(false_eye, "A3", Attacker, Yes);
    // A shared liberty each is a seki, and seki is life.
    let seki = "
        O O O O O O O O O
        O X X X X X X X O
        O X . O O O . X O
        O X X X X X X X O
        O O O O O O O O O
        . . . . . . . . .";
    check(seki, "B5", (No, &[]), (Yes, &[]));
    // A false eye is worth nothing where its stones can be taken:
    // The eye at C3 protects E3 only until White captures the stones around D3.
    let taken = "
        . . . . . . . . .
        . O O O O O O . .
        . O X X X X O O .
        . O X . X . X O .
        . O X X O X X O .
        . O O O O O O O .
        . . . . . . . . .";
    check_one(taken, "C5", Attacker, Yes);
    // A way out is life.
    let way_out = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O O . . . . . .
        O X X . . . . . .
        O X . O . . . . .
        . . . . . . . . .";
    check_one(way_out, "B3", Owner, Yes);
    // A point that threatens two eyes kills.
    let two_eyes = "
        . . . . . . . . .
        . O O O O O O O .
        . O X X X . O O .
        . O X X . X X O .
        . O O . X X X O .
        . O X X . X X O .
        . O X X X . O O .
        . O O O O O O O .
        . . . . . . . . .";
    check(two_eyes, "C7", (Yes, &["D5"]), (Yes, &["D5", "F7", "F3"]));
}

#[test]
fn a_small_budget_is_no_answer() {
    let diagram = "
        . . . . . . . . .
        . O O O O O O O O
        . O . . . . . . .
        . O . X X X X X .
        . O . X . . . . .
        . O . . . . . . .";
    let (_, mut reader, group) = read(diagram, "D3", 5);
    assert_eq!(reader.life().kill(&group), Reading::UNKNOWN);
}

#[test]
fn a_move_that_captures_the_group_kills_it() {
    let diagram = "
        . O O O . .
        O X X X O .
        . O O . O .
        . . . O . .
        . . . . . .";
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, BUDGET);
    let group = reader.life().group_of(at(&board, "B4"));
    assert_eq!(reader.life().judge_move(at(&board, "D3"), &group, false), Yes);
}

#[test]
fn a_tsumego_is_about_the_surrounded_group() {
    let diagram = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . O O O O O . . . . . . .
        . O X X X O . . . . . . .
        O O X . X O O . . . . . .
        . X . . . X O . . . . . .";
    let board = Board::from_diagram(diagram);
    let solution = Reader::new(&board, BUDGET).life().solve(Color::Black);
    let stone = solution.and_then(|s| s.group.iter().next()).expect("a group");
    assert!(board.cell(stone).is(Color::Black), "Black is surrounded");
}

#[test]
fn simulations_judge_unproved_questions() {
    let diagram = "
        . . . . . . . . .
        . O O O O O O O O
        . O . . . . . . .
        . O . X X X X X .
        . O . X . . . . .
        . O . X . . . . .";
    let (board, mut reader, group) = read(diagram, "D3", 5);
    assert_eq!(reader.life().live(&group).verdict, Unknown);
    let judged = reader.life().judge(&group, true);
    assert_eq!(judged.reading.verdict, Yes);
    let is_likely = judged.certainty.share().is_some_and(|share| share > 50);
    assert!(is_likely, "{judged:?}");
    assert_eq!(*reader.board(), board, "judging changes nothing");
    let again = Reader::new(&board, 5).life().judge(&group, true);
    assert_eq!(again, judged, "the same judgement twice");
}

#[test]
fn stones_with_few_points_nearer_than_the_enemy_are_no_way_out() {
    let roomy = "
        . . . . . . . . .
        . . . . . . . . .
        O . X . . X . . .
        O X X . X X X . .
        O O O O O O O O O
        . . . . . . . . .";
    let narrow = "
        O O O O O O O O O
        O . X . . . . O .
        O X X . X X X O .
        O O O O O O O O .
        . . . . . . . . .";
    for (diagram, is_strong) in [(roomy, true), (narrow, false)] {
        let board = Board::from_diagram(diagram);
        let Outside { strong, .. } = Outside::new(&board, Color::Black, &PointSet::EMPTY);
        assert_eq!(!strong.is_empty(), is_strong, "{diagram}");
    }
}

#[test]
fn a_move_that_decides_the_life_of_a_group_gains_most() {
    let square = "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . X X O .
        . O X . . X O .
        . O X X X X O .
        . O O O O O O .
        . . . . . . . .";
    let gains = |diagram: &str| {
        let board = Board::from_diagram(diagram);
        let all = |group: &PointSet| group.len() as f32;
        let solutions = Reader::new(&board, BUDGET)
            .life()
            .lives_in_question(Color::White, all);
        let found = solutions.iter().map(|s| (s.saves, s.is_proven, s.gain));
        found.filter(|(_, _, gain)| *gain > 0.1).collect::<Vec<_>>()
    };
    assert_eq!(gains(square), [(false, true, 1.0)], "a bent three");
    let straight = square.replace("O X . X X O", "O X X X X O");
    assert_eq!(gains(&straight), [], "two points are dead as they are");
    let board = Board::from_diagram(square);
    let certain = Reader::new(&board, BUDGET)
        .life()
        .lives_in_question(Color::White, |_| 0.5);
    assert!(
        certain.is_empty(),
        "groups whose status is not uncertain are no candidates"
    );
}

#[test]
fn space_that_a_friend_shares_with_the_group_has_to_be_larger() {
    let board = Board::from_diagram(
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        O O O O O O O O . . .
        . . . . . . . O . . .
        . X . . X . . O . . .
        . . . . . . . O . . .
        . . . . . . . O . . .",
    );
    let [group, friend] = ["B3", "E3"].map(|v| at(&board, v));
    let from_outside = Outside::new(&board, Color::Black, &PointSet::EMPTY);
    assert!(from_outside.strong.contains(friend), "space for two eyes");
    let from_inside = Outside::new(&board, Color::Black, &board.string(group).collect());
    assert!(
        !from_inside.strong.contains(friend),
        "the space may not suffice for both"
    );
}

#[test]
fn amid_enemy_stones_nobody_gets_away() {
    let board = Board::from_diagram(
        "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . O . . O . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . X .
        . . O . . O . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . X .
        . . O . . O . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . X .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .",
    );
    let Outside { open, .. } = Outside::new(&board, Color::Black, &PointSet::EMPTY);
    let is_open = |vertex| open.contains(at(&board, vertex));
    assert!(!is_open("D6") && !is_open("A8"), "between them");
    assert!(is_open("K7") && is_open("N3"), "near friends");
}

/// The board, and the local board of the group of a stone.
pub(super) fn local_board_of(diagram: &str, stone: &str) -> (Board, LocalBoard) {
    let (board, mut reader, group) = read(diagram, stone, BUDGET);
    let local_board = reader.life().local_board(&group).unwrap();
    (board, local_board)
}

/// The eye at A1 is sure, that at C1 needs D2. White connects at E2; Black takes there, and White retakes.
const KO_FOR_AN_EYE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    O O O O O . . . .
    X X X X O . . . .
    X X X O . O . . .
    . X . X O O . . .";

#[test]
fn taking_a_ko_for_an_eye_is_life_if_the_other_side_has_no_threat() {
    check(KO_FOR_AN_EYE, "A2", (Yes, &["E2"]), (KoAhead, &["E2"]));
}

/// The eye at F1 is sure, and of those at D1 and H1 Black gets one. The ko at F4 and F5 changes nothing.
const KO_BESIDE: &str = "
    . . . . . . . . . . .
    . . . . O O O . . . .
    . . . O O . O O . . .
    . O O O X O X O O O .
    . O X X X X X X X O .
    . O . X X X X X . O .
    . O X . X . X . X O .";

#[test]
fn a_ko_that_decides_nothing_does_not_matter() {
    let (board, local_board) = local_board_of(KO_BESIDE, "D3");
    let mut search = Search::new(&local_board, Some(Role::Owner));
    let found = search.run(&local_board.position(&board, Attacker), BUDGET);
    assert_eq!((found.dies, found.dependence.ko), (Some(false), false));
    let (board, local_board) = local_board_of(KO_FOR_AN_EYE, "A2");
    let mut search = Search::new(&local_board, Some(Role::Attacker));
    let found = search.run(&local_board.position(&board, Owner), BUDGET);
    assert_eq!((found.dies, found.dependence.ko), (Some(true), true));
}

/// The owner takes two kos in turn, and never needs a threat: no threats are enough to kill. Exhaustive
/// search with all threats for the attacker agrees.
#[test]
fn who_takes_two_kos_in_turn_needs_no_threats() {
    let corner = "
        O X . X O .
        . . X X O .
        O . . X O .
        X X X X O .
        O O O O O .
        . . . . . .";
    let side = "
        X O O . . X O .
        . X . . . X O .
        X X X X X X O .
        O O O O O O O .
        . . . . . . . .";
    for (diagram, stone) in [(corner, "D6"), (side, "F5")] {
        check_one(diagram, stone, Attacker, No);
        check_one(diagram, stone, Owner, Yes);
    }
}

#[test]
fn results_without_a_ko_stay_when_threats_change() {
    let (board, local_board) = local_board_of(KO_FOR_AN_EYE, "A2");
    let start = local_board.position(&board, Owner);
    let mut search = Search::new(&local_board, Some(Role::Attacker));
    search.run(&start, BUDGET);
    let first = search.run(&start.pass(), BUDGET);
    assert_eq!(first.dies, Some(true));
    search.again(None, Owner);
    let kept = search.run(&start.pass(), BUDGET);
    assert_eq!((kept.dies, kept.nodes), (Some(true), 0), "no ko in that");
    assert_eq!(
        search.run(&start, BUDGET).dies,
        Some(false),
        "with threats Black lives"
    );
}

#[test]
fn moves_that_change_nothing_are_refuted_as_others_were() {
    // White has many moves around the corridor, and one answer does for most of them.
    let (board, local_board) = local_board_of(
        "
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . O O O O O O O O O O .
        . O X X X X X X X X O .
        . O X . . . . . . X O .
        . O . . X . X . . X O .",
        "C3",
    );
    let mut search = Search::new(&local_board, Some(Role::Owner));
    let found = search.run(&local_board.position(&board, Attacker), BUDGET);
    assert_eq!(found.dies, Some(false));
    assert!(
        found.nodes < 3_500,
        "{} moves, 4,241 if each is searched",
        found.nodes
    );
}

/// A group of White's in the shape of a cup, with four or six points inside (`filled`), and with the open
/// board above it or none.
fn cup(filled: &str, rows_above: usize) -> (Board, LocalBoard) {
    let above = ". . . . . . . . .\n".repeat(rows_above);
    let cup = "
        . . O . . . O . .
        X X O . . . O X X
        . X O O O O O X .
        . X X X X X X X .
        . O O O O O O O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let diagram = above + &cup.replacen("X X O . . . O X X", filled, 1);
    local_board_of(&diagram, "B6")
}

#[test]
fn surrounded_attackers_are_no_wall() {
    let (four, six) = ("X X O O . O O X X", "X X O . . . O X X");
    for (filled, rows_above, is_wall) in [(four, 0, false), (six, 0, false), (four, 6, true)] {
        let (board, local_board) = cup(filled, rows_above);
        let is_outside = local_board.number(at(&board, "C7")).is_none();
        assert_eq!(is_outside, is_wall, "{filled}, {rows_above} open rows behind it");
    }
}

/// Black has one eye, and friends outside. None of the strings around him can be captured, but E5 threatens
/// two of them at once.
const TWO_SHORT_WALLS: &str = "
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . X . . . . . X . . .
    . . . . . . . . . . . . .
    . X . . . X . . X . . . .
    . . . . . . . . . . . . .
    . . . . X . . X . . X . .
    O O O . . . . . . . . . .
    X X X O . . X . . . . . .
    X X X X O . . . . . X . .
    X X X X X O . . . . . . .
    . . X X X O . . . . . . .
    . . X X X O . . . . . . .";

#[test]
fn stones_with_few_liberties_are_not_safe_on_the_wide_local_board() {
    let board = Board::from_diagram(TWO_SHORT_WALLS);
    let vertex = |name: &str| at(&board, name);
    let mut reader = Reader::new(&board, BUDGET);
    let group = reader.life().group_of(vertex("B3"));
    let LocalBoards { narrow, wide, .. } = reader.life().local_boards(&group).unwrap();
    let wide = wide.expect("two strings have two liberties each");
    for stone in ["D5", "E4"] {
        assert_eq!(narrow.number(vertex(stone)), None);
        assert!(wide.number(vertex(stone)).is_some());
    }
    assert!(wide.number(vertex("E5")).is_some(), "where both can be attacked");
    assert_eq!(wide.number(vertex("F2")), None, "it has liberties enough");
}

#[test]
fn a_group_that_cannot_live_is_read_again_on_the_wide_local_board() {
    // The wide local board is another one here, with the eye space of a straight three.
    let (_, square) = local_board_of(TWO_SHORT_WALLS, "B3");
    let (board, three) = local_board_of(STRAIGHT_THREE, "D3");
    let mut local_boards = LocalBoards {
        narrow: square,
        wide: None,
        grown: None,
    };
    let mut narrow_query = KoQuery::on_board(&local_boards, &board, Owner);
    narrow_query.work(BUDGET.into());
    assert_eq!(narrow_query.answer(), Reading::NO);
    let nodes = narrow_query.nodes;
    local_boards.wide = Some(three);
    let mut wide_query = KoQuery::on_board(&local_boards, &board, Owner);
    wide_query.work(BUDGET.into());
    assert_eq!(wide_query.answer().verdict, Yes);
    let mut short = KoQuery::on_board(&local_boards, &board, Owner);
    short.work(nodes);
    assert!(!short.is_decided);
    short.resolve(|_| true);
    assert_eq!(short.answer().verdict, No);
    let mut killing = KoQuery::on_board(&local_boards, &board, Attacker);
    killing.work(BUDGET.into());
    assert!(
        std::ptr::eq(killing.local_board, &local_boards.narrow),
        "a kill is read on the narrow local board alone"
    );
}

#[test]
fn life_by_liberties_beyond_the_border_is_read_again_on_the_grown_local_board() {
    // With the capture of D1 the group reaches H1, where it is surrounded.
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        X X X X X . . . .
        O O O X X X X X X
        . O O O X X X X X
        O O . X O O O . .";
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, BUDGET);
    let group: PointSet = board.string(at(&board, "A3")).collect();
    let boards = reader.life().local_boards(&group).unwrap();
    let start = boards.narrow.position(&board, Owner);
    let found = Search::new(&boards.narrow, Some(Role::Attacker)).run(&start, BUDGET);
    assert_eq!((found.dies, found.dependence.border), (Some(false), true));
    let kill = reader.life().kill(&group);
    assert_eq!((kill.verdict, kill.point), (Yes, Some(at(&board, "H1"))));
    assert_eq!(reader.life().live(&group).verdict, No);
}

#[test]
fn the_vital_point_is_the_most_probable_move_of_both_sides() {
    let bulky_five = "
        . . . . . . . . .
        O O O O O O . . .
        O X X X X O . . .
        O X . . X O . . .
        O X . . X O . . .
        O X . X X O . . .
        O X X X O O . . .
        O O O O O . . . .
        . . . . . . . . .";
    let under_the_edge = "
        . . . . . . . . . .
        . O O O O O O O O .
        . O X X X X X X O .
        . O X . . . . X O .";
    for (diagram, stone, moves) in [
        (bulky_five, "B3", &["C5"][..]),
        (under_the_edge, "C2", &["E1", "F1"]),
    ] {
        let (board, local_board) = local_board_of(diagram, stone);
        for to_move in [Owner, Attacker] {
            let position = local_board.position(&board, to_move);
            let eval = StaticEval::new(&local_board, &position);
            let likely = policy::candidates(NOWHERE, &local_board, &eval, &position, &History::new());
            let first = name(&board, Some(local_board.points[usize::from(likely[0].point)]));
            assert!(moves.contains(&&*first), "{first}, to move: {to_move:?}\n{board}");
        }
    }
}

#[test]
fn moves_that_won_elsewhere_in_the_search_are_more_probable() {
    let (board, local_board) = local_board_of(KO_FOR_AN_EYE, "A2");
    let position = local_board.position(&board, Owner);
    let eval = StaticEval::new(&local_board, &position);
    let sum = |history: &History, point: u8| {
        let moves = policy::candidates(NOWHERE, &local_board, &eval, &position, history);
        moves.iter().find(|c| c.point == point).unwrap().sum
    };
    for point in board::each(position.empty(&local_board)) {
        let mut history = History::new();
        let before = sum(&history, point);
        (0..20).for_each(|_| history.note(Owner, point));
        assert!(sum(&history, point) > before);
        (0..20).for_each(|_| history.note(Attacker, point));
        let after = sum(&history, point);
        assert!(after > before, "the other side's wins count for it alone");
    }
}

#[test]
fn a_review_finds_the_winning_moves_and_no_others() {
    let (board, local_board) = local_board_of(STRAIGHT_THREE, "D3");
    for to_move in [Owner, Attacker] {
        let start = local_board.position(&board, to_move);
        let mut search = Search::new(&local_board, None);
        assert!(search.run(&start, BUDGET).dies == Some(to_move.is_attacker()));
        let decided = search.review(1);
        let first = decided.iter().find(|d| d.position == start);
        let first = first.expect("the question itself is one");
        let wins = |wins: bool| first.moves.iter().filter(move |m| m.1 == wins);
        let named = wins(true).map(|m| name(&board, Some(local_board.points[usize::from(m.0)])));
        assert_eq!(named.collect::<Vec<_>>(), ["E5"], "to move: {to_move:?}");
        assert!(wins(false).count() >= 2);
        assert_eq!(first.last, NOWHERE);
    }
}

#[test]
fn a_tsumego_is_solved_by_the_capture_that_saves_the_group() {
    let board = Board::from_diagram(
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . O O O O O O O O O .
        . O X X X X X X X O .
        . O X . X O O . O O .",
    );
    let mut reader = Reader::new(&board, BUDGET);
    let solution = reader.life().solve(Color::Black).unwrap();
    assert_eq!(solution.point, Some(at(&board, "H1")));
}

#[test]
fn a_tsumego_without_a_solution_gets_the_move_that_is_hardest_to_refute() {
    // White lives with four in a row, or whatever Black plays first.
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X X X X . .
        O O O O O O X . .
        . . . . . O X . .";
    let board = Board::from_diagram(diagram);
    let solution = Reader::new(&board, BUDGET).life().solve(Color::Black).unwrap();
    assert_eq!((solution.saves, solution.verdict), (false, No));
    let tried = name(&board, solution.point);
    assert!(tried.ends_with('1'), "a move inside, not {tried}");
    assert_eq!(solution.gain, 0.0, "no gain is known");
}

#[test]
fn the_capture_of_eight_stones_makes_two_eyes() {
    let eight = "
        . . . . . . . . .
        . O O O O O O O .
        . O X X X X X O .
        . O X . O O X O .
        . O X O O O X O .
        . O X O O O X O .
        . O X X X X X O .
        . O O O O O O O .
        . . . . . . . . .";
    check(eight, "C7", (Yes, &["D6"]), (Yes, &["D6"]));
}
