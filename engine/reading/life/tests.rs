//! Groups whose fate every book tells.

use katachi_rules::{Board, BoardSize};

use super::search::{Choice, Search};
use super::strength::Beyond;
use super::*;
use crate::reading::search::KoThreats;

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
        let all = |group: &PointSet| group.len() as f32;
        let solutions = Reader::new(&board, BUDGET).lives_at_stake(Color::White, all);
        let found = solutions.iter().map(|s| (s.wish, s.is_proven, s.gain));
        found.filter(|(_, _, gain)| *gain > 0.1).collect::<Vec<_>>()
    };
    assert_eq!(gains(square), [(Wish::Kill, true, 1.0)], "a bent three");
    let straight = square.replace("O X . X X O", "O X X X X O");
    assert_eq!(gains(&straight), [], "two points are dead as they are");
    let board = Board::from_diagram(square);
    let asked = Reader::new(&board, BUDGET).lives_at_stake(Color::White, |_| 0.5);
    assert!(
        asked.is_empty(),
        "groups that are not in doubt are not asked about"
    );
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

/// The ground of the group of a stone, with the board.
pub(super) fn ground_of(diagram: &str, stone: &str) -> (Board, Ground) {
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, BUDGET);
    let group = reader.group_of(board.size().parse_vertex(stone).unwrap());
    let ground = reader.asking_walls(|reader| reader.ground(&group)).unwrap();
    (board, ground)
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
fn who_takes_a_ko_for_an_eye_lives_if_the_other_side_has_no_threat() {
    check(KO_FOR_AN_EYE, "A2", (Yes, &["E2"]), (Verdict::KoAhead, &["E2"]));
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
    let (board, ground) = ground_of(KO_BESIDE, "D3");
    let mut search = Search::new(&ground, KoThreats::Defender);
    let found = search.run(&ground.position(&board, false), BUDGET);
    assert_eq!((found.dies, found.ko_mattered), (Some(false), false));
    let (board, ground) = ground_of(KO_FOR_AN_EYE, "A2");
    let mut search = Search::new(&ground, KoThreats::Attacker);
    let found = search.run(&ground.position(&board, true), BUDGET);
    assert_eq!((found.dies, found.ko_mattered), (Some(true), true));
}

#[test]
fn what_holds_without_a_ko_is_kept_when_threats_change() {
    let (board, ground) = ground_of(KO_FOR_AN_EYE, "A2");
    let start = ground.position(&board, true);
    let mut search = Search::new(&ground, KoThreats::Attacker);
    search.run(&start, BUDGET);
    assert_eq!(search.knows(&start, true), None, "with threats Black may live");
    let first = search.run(&start.pass(), BUDGET);
    assert_eq!(first.dies, Some(true));
    search.again(KoThreats::None, true);
    assert_eq!(search.knows(&start.pass(), true), Some(true), "no ko in that");
    assert_eq!(search.run(&start, BUDGET).dies, Some(false));
}

#[test]
fn moves_that_change_nothing_are_refuted_as_others_were() {
    // White has many moves around the corridor, and one answer does for most of them.
    let (board, ground) = ground_of(
        "
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . O O O O O O O O O O .
        . O X X X X X X X X O .
        . O X . . . . . . X O .
        . O . . X . X . . X O .",
        "C3",
    );
    let mut search = Search::new(&ground, KoThreats::Defender);
    let found = search.run(&ground.position(&board, false), BUDGET);
    assert_eq!(found.dies, Some(false));
    assert!(
        found.nodes < 3_500,
        "{} moves, 4,241 if each is searched",
        found.nodes
    );
}

#[test]
fn trial_games_know_what_was_proved() {
    let (board, ground) = ground_of(KO_BESIDE, "D3");
    let start = ground.position(&board, false);
    let mut inquiry = Inquiry::new(&ground, start);
    let mut trials = Trials::new(&inquiry, &start);
    trials.run(TRIALS);
    let untold = trials.played;
    inquiry.work(u64::from(BUDGET));
    let mut trials = Trials::new(&inquiry, &start);
    let outcome = trials.run(TRIALS);
    assert!(outcome.share < 0.1 && trials.played < untold);
}

/// White's cup, filled so far, has four or six points inside, and above it only what Black shuts in, or the open board.
fn cup(filled: &str, rows_above: usize) -> (Ground, BoardSize) {
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
    let (board, ground) = ground_of(&diagram, "B6");
    (ground, board.size())
}

#[test]
fn attackers_that_are_shut_in_are_a_wall_only_if_they_live() {
    let four = "X X O O . O O X X";
    let (ground, size) = cup(four, 0);
    let cup_stone = size.parse_vertex("C7").unwrap();
    assert!(
        ground
            .number(cup_stone)
            .is_some_and(|p| ground.attackers >> p & 1 != 0),
        "a move at its heart kills it"
    );
    for (filled, rows_above, why) in [
        (four, 6, "it has the open board behind it"),
        ("X X O . . . O X X", 0, "six points are two eyes"),
    ] {
        let (ground, size) = cup(filled, rows_above);
        let cup_stone = size.parse_vertex("C7").unwrap();
        assert_eq!(ground.number(cup_stone), None, "{why}");
    }
}

/// Black has one eye, and friends outside. None of the strings around him can be captured, but E5 threatens two of them at once.
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
fn stones_with_few_liberties_are_doubted_on_the_wide_ground() {
    let board = Board::from_diagram(TWO_SHORT_WALLS);
    let vertex = |name: &str| board.size().parse_vertex(name).unwrap();
    let mut reader = Reader::new(&board, BUDGET);
    let group = reader.group_of(vertex("B3"));
    let Grounds { narrow, wide } = reader.grounds(&group).unwrap();
    let wide = wide.expect("two strings have two liberties each");
    for stone in ["D5", "E4"] {
        assert_eq!(narrow.number(vertex(stone)), None);
        assert!(wide.number(vertex(stone)).is_some());
    }
    assert!(wide.number(vertex("E5")).is_some(), "where both can be attacked");
    assert_eq!(wide.number(vertex("F2")), None, "it has liberties enough");
}

#[test]
fn that_a_group_cannot_live_is_read_once_more_on_the_wide_ground() {
    // As if doubting the walls gave room for a straight three.
    let (_, square) = ground_of(TWO_SHORT_WALLS, "B3");
    let (board, three) = ground_of(
        "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . . X O .
        . O X X . X O .
        . O O X X X O .
        . . O O O O O .
        . . . . . . . .",
        "D3",
    );
    let mut grounds = Grounds {
        narrow: square,
        wide: None,
    };
    let mut trusting = Inquiry::on_board(&grounds, &board, true);
    trusting.work(u64::from(BUDGET));
    assert_eq!((trusting.is_decided, trusting.reading.verdict), (true, No));
    let nodes = trusting.nodes;
    grounds.wide = Some(three);
    let mut doubting = Inquiry::on_board(&grounds, &board, true);
    doubting.work(u64::from(BUDGET));
    assert_eq!((doubting.is_decided, doubting.reading.verdict), (true, Yes));
    let mut short = Inquiry::on_board(&grounds, &board, true);
    short.work(nodes);
    assert!(!short.is_decided);
    short.settle(|_| true);
    assert_eq!((short.is_decided, short.reading.verdict), (true, No));
    let mut killing = Inquiry::on_board(&grounds, &board, false);
    killing.work(u64::from(BUDGET));
    assert!(
        std::ptr::eq(killing.ground, &grounds.narrow),
        "who kills trusts his walls"
    );
}

#[test]
fn the_point_that_decides_is_the_likeliest_move_of_both_sides() {
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
        let (board, ground) = ground_of(diagram, stone);
        for owner_moves in [true, false] {
            let local = ground.position(&board, owner_moves);
            let sketch = Sketch::new(&ground, &local);
            let likely = moves::candidates(NOWHERE, &ground, &sketch, &local, &History::new());
            let first = board
                .size()
                .vertex(ground.points[usize::from(likely[0].point)])
                .to_string();
            assert!(
                moves.contains(&first.as_str()),
                "{first}, owner moves: {owner_moves}\n{board}"
            );
        }
    }
}

#[test]
fn what_won_elsewhere_in_the_search_is_likelier() {
    let (board, ground) = ground_of(KO_FOR_AN_EYE, "A2");
    let local = ground.position(&board, true);
    let sketch = Sketch::new(&ground, &local);
    let sum = |history: &History, point: u8| {
        let moves = moves::candidates(NOWHERE, &ground, &sketch, &local, history);
        moves.iter().find(|c| c.point == point).unwrap().sum
    };
    for point in ground::each(local.empty(&ground)) {
        let mut history = History::new();
        let before = sum(&history, point);
        (0..20).for_each(|_| history.note(true, point));
        assert!(sum(&history, point) > before);
        (0..20).for_each(|_| history.note(false, point));
        assert!(
            sum(&history, point) > before,
            "the other side's wins count for it alone"
        );
    }
}

#[test]
fn a_review_finds_the_moves_that_win_and_no_others() {
    let (board, ground) = ground_of(
        "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . . X O .
        . O X X . X O .
        . O O X X X O .
        . . O O O O O .
        . . . . . . . .",
        "D3",
    );
    for owner_moves in [true, false] {
        let start = ground.position(&board, owner_moves);
        let mut search = Search::new(&ground, KoThreats::None);
        assert!(search.run(&start, BUDGET).dies == Some(!owner_moves));
        let choice = Choice {
            most: 10,
            effort: 1,
            check: 100,
        };
        let decided = search.review(choice);
        let first = decided
            .iter()
            .find(|d| d.local == start)
            .expect("the question itself is one");
        let wins = |wins: bool| first.moves.iter().filter(move |m| m.1 == wins);
        let named = wins(true).map(|m| board.size().vertex(ground.points[usize::from(m.0)]).to_string());
        assert_eq!(named.collect::<Vec<_>>(), ["E5"], "owner moves: {owner_moves}");
        assert!(wins(false).count() >= 2);
        assert_eq!(first.last, NOWHERE);
    }
}

#[test]
fn a_string_is_worth_the_group_that_its_capture_saves() {
    let board = Board::from_diagram(
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . O O O O O O O O O .
        . O X X X X X X X O .
        . O X . X O O . O O .",
    );
    let points = |names: &[&str]| -> PointSet {
        names
            .iter()
            .map(|name| board.size().parse_vertex(name).unwrap())
            .collect()
    };
    let solution = |wish: Wish, point: &str, group: PointSet| Solution {
        point: board.size().parse_vertex(point),
        verdict: Yes,
        gain: 1.0,
        is_proven: true,
        wish,
        line: Vec::new(),
        group,
        nodes: 0,
    };
    let group = points(&["C1", "C2", "D2", "E2", "F2", "G2", "H2", "J2", "E1"]);
    let captives = points(&["F1", "G1"]);
    let mut reader = Reader::new(&board, BUDGET);
    let groups = [(90, solution(Wish::Live, "H1", group))];
    let mut worth = |point: &str| {
        let string = solution(Wish::Kill, point, captives);
        reader.worth_of_string(&string, &groups, Color::Black, 10_000)
    };
    assert_eq!(worth("H1"), 90, "the capture is the second eye");
    assert_eq!(worth("A4"), 30, "what settles nothing is worth the stones");
    let solution = reader.solve(Color::Black).unwrap();
    assert_eq!(solution.point, board.size().parse_vertex("H1"));
}

#[test]
fn a_problem_without_an_answer_gets_the_move_that_is_hardest_to_refute() {
    // White lives with four in a row, or whatever Black plays first.
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X X X X . .
        O O O O O O X . .
        . . . . . O X . .";
    let board = Board::from_diagram(diagram);
    let solution = Reader::new(&board, BUDGET).solve(Color::Black).unwrap();
    assert_eq!((solution.wish, solution.verdict), (Wish::Kill, Verdict::No));
    let size = board.size();
    let tried = solution.point.map(|p| size.vertex(p).to_string());
    assert!(
        tried.as_deref().is_some_and(|p| p.ends_with('1')),
        "a move inside, not {tried:?}"
    );
    assert_eq!(solution.gain, 0.0, "nothing is gained by it as far as is known");
}
