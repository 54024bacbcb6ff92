// SPDX-License-Identifier: MIT OR Apache-2.0

//! The narrowest boards, and two published counts of positions and of games on small boards, which any error
//! in the rules would change. `properties` has the model that every turn is compared with.

use katachi_rules::{Board, BoardSize, Color, Game, IllegalMove, Move, Rules};

use super::properties::agree::counts_agree;

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
        counts_agree(game.board());
    }
}

const SUPERKO: Result<(), IllegalMove> = Err(IllegalMove::Superko);

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
