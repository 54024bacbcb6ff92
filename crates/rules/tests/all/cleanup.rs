// SPDX-License-Identifier: MIT OR Apache-2.0

//! Kos in the cleanup phases by the current text and by the draft, and the sequence of phases.

use katachi_rules::{Action, Board, Color, Edition, End, Game, IllegalMove, Move, Phase, Point, Rules};

const DRAFT: Rules = Rules {
    edition: Edition::Draft0,
    ..Rules::JAPANESE
};

/// A game in its first cleanup phase, Black to move.
fn cleanup(diagram: &str, rules: Rules) -> Game {
    let mut game = Game::from_position(Board::from_diagram(diagram), Color::Black, rules, 0.0);
    play(&mut game, "pass pass");
    assert_eq!(game.phase(), Phase::Cleanup1);
    game
}

fn point(game: &Game, vertex: &str) -> Point {
    game.size().parse_vertex(vertex).expect("a vertex of the board")
}

#[track_caller]
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.size().parse_move(text).expect("a move");
        assert_eq!(
            game.play(game.to_move(), mv),
            Ok(()),
            "{text} on\n{:?}",
            game.board()
        );
    }
}

/// Effect of choosing a point for the side to move.
fn meaning(game: &Game, vertex: &str) -> Result<Action, IllegalMove> {
    game.action(game.to_move(), Move::Play(point(game, vertex)))
}

/// Black takes at C3, White at B3.
const KO: &str = "
    . X O .
    X O . O
    . X O .
    . . . .";

#[test]
fn a_ko_is_retaken_after_a_turn_spent_on_unblocking_by_either_of_its_points() {
    for how in ["B3", "C3"] {
        let mut game = cleanup(KO, Rules::JAPANESE);
        play(&mut game, "C3");
        let stone = point(&game, "C3");
        assert_eq!(meaning(&game, how), Ok(Action::Unblock(stone)));
        play(&mut game, how);
        assert_eq!(game.captured().black, 0, "no stone was played");
        play(&mut game, "A1");
        assert_eq!(meaning(&game, "B3"), Ok(Action::Stone(point(&game, "B3"))));
        assert_eq!(meaning(&game, "C3"), Err(IllegalMove::Occupied));
    }
}

#[test]
fn by_the_draft_the_point_of_the_reply_is_closed_and_opened() {
    let mut game = cleanup(KO, DRAFT);
    play(&mut game, "C3");
    let reply = point(&game, "B3");
    assert!(game.blocked(Color::White).iter().eq([reply]));
    assert_eq!(meaning(&game, "B3"), Ok(Action::Unblock(reply)));
    assert_eq!(meaning(&game, "C3"), Err(IllegalMove::Occupied));
    play(&mut game, "B3 A1");
    assert_eq!(meaning(&game, "B3"), Ok(Action::Stone(reply)));
}

#[test]
fn a_mark_is_not_lifted_by_a_move_elsewhere_or_a_pass() {
    for rules in [Rules::JAPANESE, DRAFT] {
        let mut game = cleanup(KO, rules);
        play(&mut game, "C3 D1 pass");
        assert!(matches!(meaning(&game, "B3"), Ok(Action::Unblock(_))));
    }
}

#[test]
fn connecting_the_ko_drops_the_mark_by_the_draft_and_keeps_it_on_the_stone_by_the_text_in_force() {
    for (rules, marks) in [(Rules::JAPANESE, 1), (DRAFT, 0)] {
        let mut game = cleanup(KO, rules);
        play(&mut game, "C3 D1 B3");
        assert_eq!(game.blocked(Color::White).len(), marks);
        assert_eq!(
            meaning(&game, "C3"),
            Err(IllegalMove::Occupied),
            "several stones, or no mark"
        );
    }
}

#[test]
fn by_the_draft_own_moves_do_not_drop_own_marks() {
    let mut game = cleanup(KO, DRAFT);
    play(&mut game, "C3 A2");
    assert_eq!(game.blocked(Color::White).len(), 1);
}

#[test]
fn nobody_takes_a_ko_twice_from_the_same_arrangement_of_stones() {
    for rules in [Rules::JAPANESE, DRAFT] {
        let mut game = cleanup(KO, rules);
        play(&mut game, "C3 B3 pass B3 C3 pass");
        assert_eq!(meaning(&game, "C3"), Err(IllegalMove::TakenBefore));
        // One more stone elsewhere makes another arrangement.
        play(&mut game, "A1 pass");
        assert!(matches!(meaning(&game, "C3"), Ok(Action::Stone(_))));
    }
}

#[test]
fn what_one_side_has_taken_the_other_side_may_take() {
    let mut game = cleanup(KO, Rules::JAPANESE);
    play(&mut game, "C3 B3 pass");
    assert!(matches!(meaning(&game, "B3"), Ok(Action::Stone(_))));
}

/// As above, but White can put B4 in atari at A4; then B3 takes two stones.
const TWO_AT_ONCE: &str = "
    . O . .
    . X O .
    X O . O
    . X O .
    . . . .";

#[test]
fn taking_more_than_the_ko_is_no_ko_move_and_the_mark_can_be_lifted_all_the_same() {
    let mut game = cleanup(TWO_AT_ONCE, Rules::JAPANESE);
    play(&mut game, "C3 A4 D1");
    assert_eq!(meaning(&game, "B3"), Ok(Action::Stone(point(&game, "B3"))));
    assert_eq!(meaning(&game, "C3"), Ok(Action::Unblock(point(&game, "C3"))));
    play(&mut game, "B3");
    assert_eq!(game.captured().black, 2);
    assert!(game.blocked(Color::White).is_empty(), "the marked stone is gone");
}

#[test]
fn by_the_draft_a_move_of_the_opponent_drops_the_mark_where_no_ko_is_left() {
    let mut game = cleanup(TWO_AT_ONCE, DRAFT);
    play(&mut game, "C3 A4");
    assert_eq!(game.blocked(Color::White).len(), 1);
    play(&mut game, "D1");
    assert!(game.blocked(Color::White).is_empty());
    assert_eq!(meaning(&game, "B3"), Ok(Action::Stone(point(&game, "B3"))));
    assert_eq!(meaning(&game, "C3"), Err(IllegalMove::Occupied));
}

#[test]
fn unblocking_is_no_pass_and_costs_nothing() {
    let mut game = cleanup(KO, Rules::JAPANESE);
    play(&mut game, "pass A1 C3");
    let bonus = game.white_bonus();
    play(&mut game, "C3");
    assert_eq!((game.white_bonus(), game.ending_passes()), (bonus, 0));
    play(&mut game, "pass");
    assert_eq!(game.ending_passes(), 1);
}

#[test]
fn marks_and_memories_end_with_their_phase() {
    let mut game = cleanup(KO, Rules::JAPANESE);
    play(&mut game, "C3 B3 pass B3 C3 pass pass");
    assert_eq!((game.phase(), game.to_move()), (Phase::Cleanup2, Color::White));
    assert!(game.blocked(Color::Black).is_empty());
    play(&mut game, "pass");
    assert!(matches!(meaning(&game, "C3"), Ok(Action::Stone(_))));
}

#[test]
fn turns_alternate_in_the_cleanup_phases() {
    let mut game = cleanup(KO, Rules::JAPANESE);
    let corner = Move::Play(point(&game, "A1"));
    assert_eq!(game.play(Color::White, corner), Err(IllegalMove::OutOfTurn));
    assert_eq!(game.play(Color::White, Move::Pass), Err(IllegalMove::OutOfTurn));
    game.undo();
    assert_eq!(
        game.play(Color::Black, Move::Pass),
        Ok(()),
        "not so in the main phase"
    );
}

#[test]
fn stones_are_free_in_the_second_phase_alone() {
    let mut game = cleanup(". X X .\n. X O O\n. X O .", Rules::JAPANESE);
    let at_start = game.white_bonus();
    play(&mut game, "A1");
    assert_eq!(game.white_bonus(), at_start + 1.0);
    play(&mut game, "pass pass");
    assert_eq!((game.phase(), game.to_move()), (Phase::Cleanup2, Color::White));
    play(&mut game, "pass A2");
    assert_eq!(game.white_bonus(), at_start + 1.0);
    assert_eq!(game.free_moves()[Color::Black], 1);
    play(&mut game, "pass pass");
    assert_eq!(game.end(), Some(End::TwoPasses));
}
