// SPDX-License-Identifier: MIT OR Apache-2.0

//! Kos in the cleanup phases, and the sequence of phases.

use katachi_rules::{Action, Board, Color, End, Game, IllegalMove, Move, Phase, Point, Rules};

use crate::play;

/// A game in its first cleanup phase, Black to move.
fn cleanup(diagram: &str) -> Game {
    let board = Board::from_diagram(diagram);
    let mut game = Game::from_position(board, Color::Black, Rules::JAPANESE, 0.0);
    play(&mut game, "pass pass");
    assert_eq!(game.phase(), Phase::Cleanup1);
    game
}

fn point(game: &Game, vertex: &str) -> Point {
    game.size().parse_vertex(vertex).expect("a vertex of the board")
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
        let mut game = cleanup(KO);
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
fn a_mark_is_not_lifted_by_a_move_elsewhere_a_pass_or_a_connection() {
    let mut game = cleanup(KO);
    play(&mut game, "C3 D1 pass");
    assert!(matches!(meaning(&game, "B3"), Ok(Action::Unblock(_))));
    let mut game = cleanup(KO);
    play(&mut game, "C3 D1 B3");
    assert_eq!(game.blocked(Color::White).len(), 1);
    assert_eq!(meaning(&game, "C3"), Err(IllegalMove::Occupied), "several stones");
}

#[test]
fn nobody_takes_a_ko_twice_from_the_same_arrangement_of_stones() {
    let mut game = cleanup(KO);
    play(&mut game, "C3 B3 pass B3 C3 pass");
    assert_eq!(meaning(&game, "C3"), Err(IllegalMove::TakenBefore));
    // One more stone elsewhere makes another arrangement.
    play(&mut game, "A1 pass");
    assert!(matches!(meaning(&game, "C3"), Ok(Action::Stone(_))));
}

#[test]
fn what_one_side_has_taken_the_other_side_may_take() {
    let mut game = cleanup(KO);
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
    let mut game = cleanup(TWO_AT_ONCE);
    play(&mut game, "C3 A4 D1");
    assert_eq!(meaning(&game, "B3"), Ok(Action::Stone(point(&game, "B3"))));
    assert_eq!(meaning(&game, "C3"), Ok(Action::Unblock(point(&game, "C3"))));
    play(&mut game, "B3");
    assert_eq!(game.captured().black, 2);
    assert!(game.blocked(Color::White).is_empty(), "the marked stone is gone");
}

#[test]
fn unblocking_is_no_pass_and_costs_nothing() {
    let mut game = cleanup(KO);
    play(&mut game, "pass A1 C3");
    let bonus = game.white_bonus();
    play(&mut game, "C3");
    assert_eq!((game.white_bonus(), game.ending_passes()), (bonus, 0));
    play(&mut game, "pass");
    assert_eq!(game.ending_passes(), 1);
}

#[test]
fn marks_and_memories_end_with_their_phase() {
    let mut game = cleanup(KO);
    play(&mut game, "C3 B3 pass B3 C3 pass pass");
    assert_eq!((game.phase(), game.to_move()), (Phase::Cleanup2, Color::White));
    assert!(game.blocked(Color::Black).is_empty());
    play(&mut game, "pass");
    assert!(matches!(meaning(&game, "C3"), Ok(Action::Stone(_))));
}

#[test]
fn turns_alternate_in_the_cleanup_phases() {
    let mut game = cleanup(KO);
    let corner = Move::Play(point(&game, "A1"));
    assert_eq!(game.play(Color::White, corner), Err(IllegalMove::OutOfTurn));
    assert_eq!(game.play(Color::White, Move::Pass), Err(IllegalMove::OutOfTurn));
    game.undo();
    let found = game.play(Color::Black, Move::Pass);
    assert_eq!(found, Ok(()), "not so in the main phase");
}

#[test]
fn stones_are_free_in_the_second_phase_alone() {
    let mut game = cleanup(". X X .\n. X O O\n. X O .");
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
