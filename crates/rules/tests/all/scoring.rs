// SPDX-License-Identifier: MIT OR Apache-2.0

//! Scores of single positions: seki under each tax, prisoners, handicap.

use katachi_rules::{
    Agreement, Board, BoardSize, Color, Game, GameResult, HandicapBonus, PointSet, Rules, Tax, fixed_handicap,
};

use crate::play;

fn game(diagram: &str, rules: Rules) -> Game {
    Game::from_position(Board::from_diagram(diagram), Color::Black, rules, 0.0)
}

fn points(game: &Game, vertices: &str) -> PointSet {
    let point = |v| game.size().parse_vertex(v).expect("a vertex");
    vertices.split_whitespace().map(point).collect()
}

/// The corner groups at the top are in seki, each with an eye at the edge; the dame is D5. White lives at the
/// bottom left, Black on the right.
const SEKI: &str = "
    . X X . O . O X .
    X O X O O O O X X
    X O O O O X X X .
    X X X X X X . X X
    O O O O O X X X .
    . O . O O O O X X";

#[test]
fn in_seki_empty_points_count_for_nothing_under_a_tax() {
    let area = |tax| Rules {
        tax,
        ..Rules::CHINESE
    };
    let territory = |tax| Rules {
        tax,
        ..Rules::JAPANESE
    };
    let seki = |game: &Game| Agreement {
        seki: points(game, "A5 E6"),
        ..Agreement::default()
    };
    let lead = |rules| {
        let game = game(SEKI, rules);
        game.agreed_score(&seki(&game)).white_lead()
    };
    let stones = |color| {
        let board = Board::from_diagram(SEKI);
        board.size().points().filter(|&p| board.cell(p).is(color)).count() as f32
    };
    let more_stones = stones(Color::White) - stones(Color::Black);
    // White surrounds F6 in seki, and A1, C1; Black A6 in seki, and J6, J4, G3, J2.
    assert_eq!(lead(area(Tax::None)), more_stones + 3.0 - 5.0);
    assert_eq!(lead(territory(Tax::None)), 3.0 - 5.0);
    // A6 and J6 are of one group of Black's.
    let chain = Board::from_diagram(SEKI);
    let connected = chain.head(chain.size().parse_vertex("A5").unwrap())
        == chain.head(chain.size().parse_vertex("H6").unwrap());
    assert!(
        connected,
        "Black's stones are all connected, so that all of them are in seki"
    );
    assert_eq!(lead(territory(Tax::Seki)), 2.0);
    assert_eq!(lead(area(Tax::Seki)), more_stones + 2.0);
    // White's living group pays for its two eyes.
    assert_eq!(lead(territory(Tax::All)), 2.0 - 2.0);
}

const FINISHED: &str = "
    . X O . .
    X X O O .
    X O . O .
    X X X O O
    . . X X O";

#[test]
fn dead_stones_are_prisoners_under_territory_and_points_under_area() {
    let diagram = "
        . X O . .
        . X O O .
        . X X O X
        . . X O .
        O . X O .";
    let agreement = |game: &Game| Agreement {
        dead: points(game, "A1 E3"),
        ..Agreement::default()
    };
    let japanese = game(diagram, Rules::JAPANESE);
    let score = japanese.agreed_score(&agreement(&japanese));
    // Each side has one dead stone of the other.
    assert_eq!((score.sides.black.territory, score.sides.black.prisoners), (7, 1));
    assert_eq!((score.sides.white.territory, score.sides.white.prisoners), (6, 1));
    assert_eq!(score.result(), GameResult::Score(-1.0));
    let expected = "Black 8 = 7 territory + 1 prisoners, White 7 = 6 territory + 1 prisoners";
    assert_eq!(score.to_string(), expected);
    let chinese = game(diagram, Rules::CHINESE);
    let score = chinese.agreed_score(&agreement(&chinese));
    assert_eq!((score.sides.black.stones, score.sides.white.stones), (6, 6));
    assert_eq!(score.result().to_string(), "B+1");
}

#[test]
fn handicap_stones_are_paid_for_as_the_rules_say() {
    let bonus = |handicap_bonus, stones| {
        let rules = Rules {
            handicap_bonus,
            ..Rules::CHINESE
        };
        let mut game = Game::new(BoardSize::square(9), rules, 0.5);
        let points = fixed_handicap(game.size(), stones).unwrap();
        game.set_handicap(&points).unwrap();
        // The empty board but for the stones is all Black's.
        assert_eq!(game.white_lead(), -81.0 + 0.5 + game.handicap_bonus() as f32);
        game.handicap_bonus()
    };
    assert_eq!(bonus(HandicapBonus::Zero, 4), 0);
    assert_eq!(bonus(HandicapBonus::Stones, 4), 4);
    assert_eq!(bonus(HandicapBonus::StonesLessOne, 4), 3);
}

#[test]
fn leading_moves_of_black_are_handicap_stones_where_the_rules_say_so() {
    let rules = Rules {
        handicap_from_moves: true,
        ..Rules::CHINESE
    };
    let mut game = Game::new(BoardSize::square(9), rules, 0.5);
    for (moves, stones) in [("C3", 0), ("pass", 0), ("G7", 2), ("pass C7", 3), ("G3 E5", 3)] {
        play(&mut game, moves);
        assert_eq!(game.handicap(), stones, "after {moves}");
    }
}

#[test]
fn moves_that_set_a_position_up_are_no_handicap() {
    let rules = Rules {
        handicap_from_moves: true,
        ..Rules::CHINESE
    };
    for (moves, stones) in [
        ("bC3 bG7 wE5 bA1", 2),
        ("bC3 bG7 wE5 wA1 bA9", 0),
        ("bC3 bG7 wpass wE5", 0),
    ] {
        let mut game = Game::new(BoardSize::square(9), rules, 0.5);
        for word in moves.split(' ') {
            let color = Color::parse(&word[..1]).unwrap();
            let mv = game.size().parse_move(&word[1..]).unwrap();
            game.play(color, mv).unwrap();
        }
        assert_eq!(game.handicap(), stones, "{moves}");
        while game.undo().is_some() {}
        assert_eq!(game.handicap(), 0);
    }
}

#[test]
fn stones_cost_a_point_on_territory_so_that_both_forms_of_counting_agree() {
    let mut game = Game::new(BoardSize::square(5), Rules::JAPANESE, 0.5);
    play(&mut game, "B5 C5 B4 C4 B3 C3 B2 C2 B1 C1 pass pass");
    let agreed = game.agreed_score(&Agreement::default());
    assert_eq!(agreed.white_lead(), 10.0 + 0.5 - 5.0);
    // Black now wastes a point in his area, and White does not answer.
    play(&mut game, "A1 pass pass");
    assert_eq!(game.white_lead(), 11.0 + 0.5 - 5.0);
    // In the second phase it is free.
    play(&mut game, "pass A2 pass pass");
    assert_eq!(game.result().unwrap().to_string(), "W+6.5");
}

#[test]
fn dame_have_to_be_filled_before_stones_count_as_independently_alive() {
    let lead = |rules, moves| {
        let mut game = game(FINISHED, rules);
        play(&mut game, moves);
        game.count().white_lead
    };
    // Twelve points each, and the dame at C3.
    assert_eq!(lead(Rules::CHINESE, ""), 0);
    let found = lead(Rules::STONE_SCORING, "");
    assert_eq!(found, 8 - 9, "stones alone, as if all were seki");
    assert_eq!(lead(Rules::CHINESE, "pass C3"), 13 - 12);
    assert_eq!(lead(Rules::STONE_SCORING, "pass C3"), (13 - 2) - (12 - 2));
}

#[test]
fn a_score_is_printed_with_all_its_parts() {
    let shown = |rules, komi, moves: &str| {
        let mut game = Game::from_position(Board::from_diagram(FINISHED), Color::Black, rules, komi);
        play(&mut game, moves);
        game.agreed_score(&Agreement::default()).to_string()
    };
    // White has two groups: B3 is cut off.
    assert_eq!(
        shown(Rules::STONE_SCORING, 0.5, ""),
        "Black 10 = 3 territory + 9 stones - 2 tax, White 8.5 = 4 territory + 8 stones - 4 tax +0.5 bonus"
    );
    assert_eq!(
        shown(Rules::AGA_BUTTON, -0.5, "pass"),
        "Black 12.5 = 3 territory + 9 stones +0.5 bonus, White 11.5 = 4 territory + 8 stones -0.5 bonus"
    );
    // A stone of the second cleanup phase is free.
    let expected = "Black 3 = 2 territory +1 free moves, White 4 = 4 territory";
    assert_eq!(shown(Rules::JAPANESE, 0.0, "pass pass pass pass A5"), expected);
}

#[test]
fn free_stones_in_seki_do_not_pay() {
    let mut game = game(SEKI, Rules::JAPANESE);
    play(&mut game, "pass pass pass pass A6 pass");
    let lead = |seki: &str| {
        let agreement = Agreement {
            seki: points(&game, seki),
            ..Agreement::default()
        };
        game.agreed_score(&agreement).sides.black.free_moves
    };
    assert_eq!((lead(""), lead("A5 E6")), (1, 0));
}
