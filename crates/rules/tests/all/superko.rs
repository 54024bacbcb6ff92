// SPDX-License-Identifier: MIT OR Apache-2.0

//! Repetition, suicide and the narrowest boards, one fact per position; and two published counts of positions
//! and of games on small boards, which any error in the rules would change.

use katachi_rules::{Board, BoardSize, Color, Game, IllegalMove, KoRule, Move, Rules};

/// Plays moves such as `BC3 Wpass` from the diagram, Black to move, and checks the result of the last one;
/// all others must be legal.
#[track_caller]
fn check(diagram: &str, rules: Rules, moves: &str, expected: Result<(), IllegalMove>) {
    let mut game = Game::from_position(Board::from_diagram(diagram), Color::Black, rules, 0.0);
    let moves: Vec<_> = moves.split_whitespace().collect();
    for (i, text) in moves.iter().enumerate() {
        let (color, vertex) = text.split_at(1);
        let mv = game.size().parse_move(vertex).expect("a vertex of the board");
        let result = game.play(Color::parse(color).expect("B or W"), mv);
        let wanted = if i + 1 == moves.len() { expected } else { Ok(()) };
        assert_eq!(
            result,
            wanted,
            "{text} under {rules} rules on\n{:?}",
            game.board()
        );
        game.board().check_consistency();
    }
}

const SUPERKO: Result<(), IllegalMove> = Err(IllegalMove::Superko);

/// Three kos: White holds the upper two, Black the lowest one.
const TRIPLE_KO: &str = "
    . X O . .
    X O . O .
    . X O . .
    X O . O .
    . X O . .
    X . X O .
    . X O . .";

#[test]
fn triple_ko_goes_round_for_ever_under_simple_ko() {
    let round = "BC6 WB2 BC4 WB6 BC2 WB4 ";
    check(TRIPLE_KO, Rules::CHINESE, round, Ok(()));
    check(TRIPLE_KO, Rules::CHINESE, &round.repeat(5), Ok(()));
}

#[test]
fn triple_ko_ends_with_the_sixth_capture_under_both_superkos() {
    for rules in [Rules::TROMP_TAYLOR, Rules::AGA, Rules::NEW_ZEALAND] {
        check(TRIPLE_KO, rules, "BC6 WB2 BC4 WB6 BC2", Ok(()));
        check(TRIPLE_KO, rules, "BC6 WB2 BC4 WB6 BC2 WB4", SUPERKO);
        check(TRIPLE_KO, rules, "BC6 WB2 BC4 WB6 BC2 WE7 BE1 WB4", Ok(()));
    }
}

#[test]
fn in_a_triple_ko_the_ko_just_taken_is_closed_under_every_rule() {
    for (_, rules) in Rules::PRESETS {
        check(TRIPLE_KO, rules, "BC6 WB6", Err(IllegalMove::Ko));
    }
}

/// Black can add a second stone at A4; White takes both at C4; Black takes that one at B4; and so on,
/// with a pass of White in every round.
const SEND_TWO_RETURN_ONE: &str = "
    . X . X
    O O X X
    . O X .
    O O X .";

#[test]
fn send_two_return_one_goes_on_under_simple_ko() {
    let round = "BA4 WC4 BB4 Wpass ";
    check(SEND_TWO_RETURN_ONE, Rules::CHINESE, &round.repeat(4), Ok(()));
}

#[test]
fn send_two_return_one_ends_with_the_return_under_positional_superko() {
    check(SEND_TWO_RETURN_ONE, Rules::TROMP_TAYLOR, "BA4 WC4", Ok(()));
    check(SEND_TWO_RETURN_ONE, Rules::TROMP_TAYLOR, "BA4 WC4 BB4", SUPERKO);
}

#[test]
fn send_two_return_one_ends_with_the_second_sending_under_situational_superko() {
    check(SEND_TWO_RETURN_ONE, Rules::AGA, "BA4 WC4 BB4 Wpass", Ok(()));
    check(SEND_TWO_RETURN_ONE, Rules::AGA, "BA4 WC4 BB4 Wpass BA4", SUPERKO);
}

/// White's two-point eye in the corner.
const TWO_POINT_EYE: &str = "
    . . O .
    O O O .
    . . . .";

#[test]
fn suicide_of_two_stones_that_brings_a_position_back_is_repetition() {
    let moves = "BA3 Wpass BB3";
    check(TWO_POINT_EYE, Rules::TROMP_TAYLOR, moves, SUPERKO);
    // It was Black's turn then and is White's now.
    check(TWO_POINT_EYE, Rules::NEW_ZEALAND, moves, Ok(()));
    // With an earlier pass it was White's turn too.
    check(
        TWO_POINT_EYE,
        Rules::NEW_ZEALAND,
        "Bpass Wpass BA3 Wpass BB3",
        SUPERKO,
    );
    check(
        TWO_POINT_EYE,
        Rules::NEW_ZEALAND,
        "Bpass WD1 BA3 Wpass BB3",
        Ok(()),
    );
    let both = Rules {
        ko: KoRule::Simple,
        suicide: true,
        ..Rules::TROMP_TAYLOR
    };
    check(TWO_POINT_EYE, both, &"BA3 Wpass BB3 Wpass ".repeat(3), Ok(()));
    check(TWO_POINT_EYE, Rules::AGA, moves, Err(IllegalMove::Suicide));
}

#[test]
fn stones_lost_by_suicide_are_prisoners_and_their_points_open() {
    let board = Board::from_diagram(TWO_POINT_EYE);
    let mut game = Game::from_position(board, Color::Black, Rules::NEW_ZEALAND, 0.0);
    for (color, vertex) in [(Color::Black, "A3"), (Color::White, "pass"), (Color::Black, "B3")] {
        game.play(color, game.size().parse_move(vertex).unwrap()).unwrap();
    }
    assert_eq!(game.board().prisoners()[Color::Black], 2);
    let found = game.board().to_string();
    assert_eq!(found, Board::from_diagram(TWO_POINT_EYE).to_string());
    assert_eq!(game.board().ko(), None);
}

#[test]
fn a_stone_that_captures_is_no_suicide_even_without_liberties_of_its_own() {
    for (_, rules) in Rules::PRESETS {
        check(". X .\nX X .\n. . .", rules, "WA3", Err(IllegalMove::Suicide));
        check(". X O\nX X O\nO O .", rules, "WA3", Ok(()));
        check(". X\nX X", rules, "WA2", Ok(()));
    }
}

#[test]
fn one_point_has_no_move_but_a_pass() {
    let size = BoardSize::square(1);
    for (_, rules) in Rules::PRESETS {
        let mut game = Game::new(size, rules, 0.0);
        // Two passes for each phase, and one for the button.
        while !game.is_over() && game.move_count() < 7 {
            let mv = size.parse_move("A1").unwrap();
            assert_eq!(game.play(game.to_move(), mv), Err(IllegalMove::Suicide));
            game.play(game.to_move(), Move::Pass).unwrap();
        }
        assert!(game.is_over());
    }
}

#[test]
fn two_points_in_a_row_are_a_ko() {
    for (_, rules) in Rules::PRESETS {
        check(". .", rules, "BA1 WB1 BA1", Err(IllegalMove::Ko));
    }
    check(". .", Rules::CHINESE, "BA1 BB1", Err(IllegalMove::Suicide));
    check(". .", Rules::TROMP_TAYLOR, "BA1 BB1", SUPERKO);
    check(". .", Rules::NEW_ZEALAND, "BA1 BB1", Ok(()));
    check(". .", Rules::CHINESE, "BA1 WB1 Bpass Wpass BA1", Ok(()));
    check(". .", Rules::TROMP_TAYLOR, "BA1 WB1 Bpass Wpass BA1", SUPERKO);
    check(".\n.", Rules::CHINESE, "BA1 WA2 BA1", Err(IllegalMove::Ko));
}

#[test]
fn on_one_line_stones_are_taken_from_both_ends() {
    for diagram in [". . . . .", ".\n.\n.\n.\n."] {
        let mut board = Board::from_diagram(diagram);
        let points: Vec<_> = board.size().points().collect();
        let stones = [
            (Color::Black, 1),
            (Color::Black, 2),
            (Color::White, 3),
            (Color::White, 0),
        ];
        for (color, at) in stones {
            board.place(color, points[at]);
            board.check_consistency();
        }
        assert_eq!(board.to_string().split_whitespace().collect::<String>(), "O..O.");
        assert_eq!((board.prisoners()[Color::Black], board.ko()), (2, None));
    }
}

/// John Tromp, Gunnar Farnebäck: Combinatorics of Go (2007), number of legal positions.
#[test]
fn small_boards_have_as_many_legal_positions_as_tromp_and_farneback_count() {
    let counts = [
        (1, 1, 1),
        (1, 2, 5),
        (1, 3, 15),
        (1, 4, 41),
        (1, 5, 113),
        (2, 2, 57),
        (2, 3, 489),
        (2, 4, 4_125),
        (3, 3, 12_675),
    ];
    for (width, height, expected) in counts {
        let size = BoardSize::new(width, height).unwrap();
        let legal = (0..3_u32.pow(size.area() as u32)).filter(|&coloring| {
            let digits = (0..).map(|i| coloring / 3_u32.pow(i) % 3);
            let colors = digits.map(|d| [None, Some(Color::Black), Some(Color::White)][d as usize]);
            let stones = size.points().zip(colors).filter_map(|(p, c)| Some((p, c?)));
            Board::new(size).set_stones(stones).is_ok()
        });
        assert_eq!(legal.count(), expected, "{size}");
    }
}

/// The same paper, number of games: paths of distinct positions from the empty board, by stones of either
/// colour at any time.
#[test]
fn one_line_has_as_many_games_as_tromp_and_farneback_count() {
    fn games(game: &mut Game) -> u64 {
        let points: Vec<_> = game.size().points().collect();
        let mut count = 1;
        for color in Color::BOTH {
            for &p in &points {
                if game.play(color, Move::Play(p)).is_ok() {
                    count += games(game);
                    game.undo();
                }
            }
        }
        count
    }
    for (width, expected) in [(1, 1), (2, 9), (3, 907)] {
        let size = BoardSize::new(width, 1).unwrap();
        let found = games(&mut Game::new(size, Rules::TROMP_TAYLOR, 0.0));
        assert_eq!(found, expected, "{size}");
    }
}
