//! Groups whose fate every book tells.

use katachi_rules::Board;

use super::strength::Beyond;
use super::*;

const BUDGET: u32 = 100_000;

/// Reads the group of a stone: what the attacker gets by moving first, then what its owner does. The expected points may be
/// several, or none where no move is needed or none helps.
#[track_caller]
fn check(diagram: &str, stone: &str, kill: (Verdict, &[&str]), live: (Verdict, &[&str])) {
    let board = Board::from_diagram(diagram);
    let size = board.size();
    let mut reader = Reader::new(&board, BUDGET);
    let group = reader.group_of(size.parse_vertex(stone).unwrap());
    for (reading, (verdict, points)) in [(reader.kill(&group), kill), (reader.live(&group), live)] {
        let name = reading.point.map(|p| size.vertex(p).to_string());
        assert_eq!(reading.verdict, verdict, "{name:?}\n{board}");
        let is_expected = name
            .as_deref()
            .map_or(points.is_empty(), |name| points.contains(&name));
        assert!(is_expected || !reading.verdict.is_possible(), "{name:?}\n{board}");
    }
    assert_eq!(*reader.board(), board, "reading changes nothing");
    let again = Reader::new(&board, BUDGET).kill(&group);
    assert_eq!(again.verdict, kill.0, "the same answer twice");
}

use Verdict::{No, Yes};

#[test]
fn a_straight_three_depends_on_its_middle() {
    let diagram = "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . . X O .
        . O X X . X O .
        . O O X X X O .
        . . O O O O O .
        . . . . . . . .";
    check(diagram, "D3", (Yes, &["E5"]), (Yes, &["E5"]));
}

#[test]
fn a_straight_four_lives_and_a_square_four_is_dead() {
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
    let board = Board::from_diagram(square);
    let mut reader = Reader::new(&board, BUDGET);
    let group = reader.group_of(board.size().parse_vertex("C6").unwrap());
    assert_eq!(reader.live(&group).verdict, No);
    assert_eq!(reader.kill(&group).verdict, Yes);
}

#[test]
fn a_bulky_five_depends_on_its_middle() {
    let diagram = "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . . X O O
        . O X . . X X O
        . O X . X X O O
        . O X X X O O .
        . O O O O O . .";
    check(diagram, "C6", (Yes, &["D4"]), (Yes, &["D4"]));
}

#[test]
fn two_eyes_live_and_one_false_eye_does_not_help() {
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
    let board = Board::from_diagram(false_eye);
    let mut reader = Reader::new(&board, BUDGET);
    let group = reader.group_of(board.size().parse_vertex("A3").unwrap());
    assert_eq!(reader.kill(&group).verdict, Yes);
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
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, 5);
    let group = reader.group_of(board.size().parse_vertex("D3").unwrap());
    assert_eq!(
        reader.kill(&group),
        Reading {
            verdict: Verdict::Unknown,
            point: None
        }
    );
}

#[test]
fn a_problem_says_who_is_at_stake() {
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
    let solution = Reader::new(&board, BUDGET).solve(Color::Black);
    let group: Option<Point> = solution.and_then(|s| s.group.iter().next());
    assert!(
        group.is_some_and(|p| board.cell(p).is(Color::Black)),
        "Black is surrounded"
    );
}

#[test]
fn bent_three_in_the_corner_depends_on_its_middle() {
    let diagram = "
        . . X O . .
        . X X O . .
        X X O O . .
        O O O . . .
        . . . . . .
        . . . . . .";
    check(diagram, "B5", (Yes, &["A6"]), (Yes, &["A6"]));
}

#[test]
fn six_on_the_second_line_are_dead() {
    let diagram = "
        . . . . . . . . . . . .
        . . O O O O O O O O . .
        . . O X X X X X X O . .
        . . . . . . . . . . . .";
    check(
        diagram,
        "E2",
        (Yes, &["C1", "D1", "E1", "F1", "G1", "H1", "J1", "K1"]),
        (No, &[]),
    );
}

#[test]
fn a_bent_four_away_from_the_corner_lives() {
    let diagram = "
        . . . . . . . .
        . . O O O O . .
        . O O X X O O .
        . O X X . X O .
        . O X . . X O .
        . O X . X X O .";
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, BUDGET);
    let group = reader.group_of(board.size().parse_vertex("C3").unwrap());
    assert_eq!(reader.kill(&group).verdict, No);
}

#[test]
fn a_shared_liberty_each_is_a_seki_and_seki_is_life() {
    let diagram = "
        O O O O O O O O O
        O X X X X X X X O
        O X . O O O . X O
        O X X X X X X X O
        O O O O O O O O O
        . . . . . . . . .";
    check(diagram, "B5", (No, &[]), (Yes, &[]));
}

#[test]
fn a_false_eye_is_worth_nothing_where_its_stones_can_be_taken() {
    // The eye at C3 holds E3 only as long as White does not take what stands around D3.
    let diagram = "
        . . . . . . . . .
        . O O O O O O . .
        . O X X X X O O .
        . O X . X . X O .
        . O X X O X X O .
        . O O O O O O O .
        . . . . . . . . .";
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, BUDGET);
    let group = reader.group_of(board.size().parse_vertex("C5").unwrap());
    assert_eq!(reader.kill(&group).verdict, Yes);
}

#[test]
fn a_way_out_is_life() {
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O O . . . . . .
        O X X . . . . . .
        O X . O . . . . .
        . . . . . . . . .";
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, BUDGET);
    let group = reader.group_of(board.size().parse_vertex("B3").unwrap());
    assert_eq!(reader.live(&group).verdict, Yes);
}

#[test]
fn what_is_not_proved_is_judged_by_trial_games() {
    let diagram = "
        . . . . . . . . .
        . O O O O O O O O
        . O . . . . . . .
        . O . X X X X X .
        . O . X . . . . .
        . O . X . . . . .";
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, 5);
    let group = reader.group_of(board.size().parse_vertex("D3").unwrap());
    assert_eq!(reader.live(&group).verdict, Verdict::Unknown);
    let judged = reader.judge(&group, true);
    assert_eq!((judged.reading.verdict, judged.is_proven), (Yes, false));
    assert_eq!(*reader.board(), board, "judging changes nothing");
    assert_eq!(
        Reader::new(&board, 5).judge(&group, true),
        judged,
        "the same judgement twice"
    );
}

#[test]
fn who_has_little_room_nearer_than_the_enemy_is_nobodys_way_out() {
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
        let Beyond { strong, .. } = Beyond::new(&board, Color::Black, &PointSet::EMPTY);
        assert_eq!(!strong.is_empty(), is_strong, "{diagram}");
    }
}

#[test]
fn a_move_gains_most_where_a_group_hangs_on_it() {
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
        let solutions = Reader::new(&board, BUDGET).lives_at_stake(Color::White);
        let found = solutions.iter().map(|s| (s.wish, s.is_proven, s.gain));
        found.filter(|(_, _, gain)| *gain > 0.1).collect::<Vec<_>>()
    };
    assert_eq!(gains(square), [(Wish::Kill, true, 1.0)], "a bent three");
    let straight = square.replace("O X . X X O", "O X X X X O");
    assert_eq!(gains(&straight), [], "two points are dead as they are");
}

#[test]
fn room_that_a_friend_shares_with_the_group_is_doubted() {
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
    let size = board.size();
    let [group, friend] = ["B3", "E3"].map(|v| size.parse_vertex(v).unwrap());
    let from_outside = Beyond::new(&board, Color::Black, &PointSet::EMPTY);
    assert!(from_outside.strong.contains(friend), "room for two eyes");
    let from_inside = Beyond::new(&board, Color::Black, &board.string(group).collect());
    assert!(
        !from_inside.strong.contains(friend),
        "it is the room that is in doubt"
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
    let Beyond { open, .. } = Beyond::new(&board, Color::Black, &PointSet::EMPTY);
    let is_open = |vertex| open.contains(board.size().parse_vertex(vertex).unwrap());
    assert!(!is_open("D6") && !is_open("A8"), "between them");
    assert!(is_open("K7") && is_open("N3"), "near friends");
}

#[test]
fn a_point_that_threatens_two_eyes_kills() {
    let diagram = "
        . . . . . . . . .
        . O O O O O O O .
        . O X X X . O O .
        . O X X . X X O .
        . O O . X X X O .
        . O X X . X X O .
        . O X X X . O O .
        . O O O O O O O .
        . . . . . . . . .";
    check(diagram, "C7", (Yes, &["D5"]), (Yes, &["D5", "F7", "F3"]));
}
