// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records read from files.

use katachi_rules::sgf::{self, Record, Step, Tree};
use katachi_rules::{Board, BoardSize, Cell, Color, Game, Move, Point, Rules};

fn board_after(sgf: &str) -> String {
    let record = Record::parse(sgf.as_bytes()).unwrap();
    record
        .game_after(usize::MAX, Rules::CHINESE, 0.0)
        .unwrap()
        .board()
        .to_string()
}

#[test]
fn moves_setup_and_passes_are_read_in_order() {
    let sgf = "(;SZ[3]AB[aa][cc]AW[ba:bb]PL[W];W[tt];B[ac](;W[ca];B[])(;W[cb]))";
    assert_eq!(board_after(sgf), "X O O\n. O .\nX . X\n");
    let record = Record::parse(sgf.as_bytes()).unwrap();
    assert_eq!(record.move_count(), 4);
    assert_eq!(
        record.game_after(1, Rules::CHINESE, 0.0).unwrap().to_move(),
        Color::Black
    );
}

#[test]
fn stones_set_up_in_the_middle_are_put_and_taken() {
    assert_eq!(board_after("(;SZ[2:3];B[aa];AW[bb]AE[aa])"), ". .\n. O\n. .\n");
}

#[test]
fn what_is_written_reads_back_the_same() {
    let mut record = Record::new(BoardSize::new(9, 7).unwrap());
    record.komi = Some(6.5);
    record.handicap = Some(2);
    record.prisoners.black = 3;
    record.set("PB", "a ] and \\ b");
    record.set("RE", "W+R");
    let p = Point::new;
    record.steps = vec![
        Step::Setup(vec![(p(2, 2), Cell::Black), (p(6, 4), Cell::Black)]),
        Step::ToMove(Color::White),
        Step::Play(Color::White, Move::Play(p(8, 6))),
        Step::Play(Color::Black, Move::Pass),
        Step::Setup(vec![(p(0, 0), Cell::White), (p(2, 2), Cell::Empty)]),
        Step::Play(Color::White, Move::Play(p(2, 2))),
    ];
    let text = record.to_sgf();
    assert_eq!(Record::parse(text.as_bytes()).unwrap(), record, "{text}");
}

#[test]
fn a_game_and_its_record_agree() {
    let sgf = "(;SZ[9]HA[2]KM[0.5]AB[cc][gg];W[ee];B[dd];W[])";
    let game = Record::parse(sgf.as_bytes())
        .unwrap()
        .game_after(9, Rules::AGA, 0.0)
        .unwrap();
    assert_eq!((game.handicap(), game.to_move()), (2, Color::Black));
    let again = Record::parse(Record::from_game(&game).to_sgf().as_bytes()).unwrap();
    assert_eq!(
        again.game_after(9, Rules::AGA, 0.0).unwrap().board(),
        game.board()
    );
    assert_eq!((again.komi, again.get("RU")), (Some(0.5), Some("aga")));
}

#[test]
fn a_game_that_white_begins_on_an_empty_board_is_read_back() {
    let empty = Board::new(BoardSize::square(5));
    let game = Game::from_position(empty, Color::White, Rules::CHINESE, 7.0);
    let again = Record::parse(Record::from_game(&game).to_sgf().as_bytes()).unwrap();
    let again = again.game_after(usize::MAX, Rules::CHINESE, 0.0).unwrap();
    assert_eq!(again.to_move(), Color::White);
}

#[test]
fn prisoners_from_before_a_set_up_position_are_read_back_and_count() {
    let sgf = "(;SZ[5]KM[0.5]RU[japanese];B[ab];W[aa];B[ba];W[ee];AW[dd]AE[ee];B[cc])";
    let game = Record::parse(sgf.as_bytes())
        .and_then(|record| record.game_after(usize::MAX, Rules::JAPANESE, 0.0))
        .unwrap();
    assert_eq!((game.captured().black, game.captured().white), (0, 1));
    let text = Record::from_game(&game).to_sgf();
    let again = Record::parse(text.as_bytes())
        .and_then(|record| record.game_after(usize::MAX, Rules::JAPANESE, 0.0))
        .unwrap();
    assert_eq!(again.captured(), game.captured(), "{text}");
    for damaged in ["", "1", "1:-1", "1:99999999999"] {
        let record = Record::parse(format!("(;SZ[5]KTPR[{damaged}])").as_bytes()).unwrap();
        assert_eq!(record.prisoners.white, 0, "{damaged}");
        assert_eq!(record.warnings.len(), 1, "{damaged}");
    }
}

#[test]
fn two_black_stones_on_an_empty_board_are_a_handicap_and_one_is_none() {
    for (sgf, stones, to_move) in [
        ("(;SZ[9]AB[cc])", 0, Color::Black),
        ("(;SZ[9]AB[cc][gg])", 2, Color::White),
        ("(;SZ[9]AB[cc][gg]AW[ee])", 0, Color::Black),
        ("(;SZ[9]KTPR[1:0]AB[cc][gg])", 2, Color::Black),
    ] {
        let record = Record::parse(sgf.as_bytes()).unwrap();
        let game = record.game_after(usize::MAX, Rules::CHINESE, 0.0).unwrap();
        assert_eq!((game.handicap(), game.to_move()), (stones, to_move), "{sgf}");
    }
}

#[test]
fn two_set_ups_in_sequence_stay_two() {
    // White moves after the handicap, whatever a later node takes away.
    let game = |sgf: &str| {
        let record = Record::parse(sgf.as_bytes()).unwrap();
        let game = record.game_after(usize::MAX, Rules::CHINESE, 0.0).unwrap();
        (record.to_sgf(), game.to_move(), game.board().key())
    };
    let (written, to_move, key) = game("(;SZ[9]AB[cc][gg];AE[cc])");
    assert_eq!(to_move, Color::White);
    let (_, again, same) = game(&written);
    assert_eq!((again, same), (to_move, key), "{written}");
}

#[test]
fn a_number_alone_on_the_second_line_makes_no_other_format_of_sgf() {
    let sgf = format!("(;SZ[5]C[a\n3\n{}];B[aa])", "\n".repeat(12));
    assert_eq!(Record::parse(sgf.as_bytes()).unwrap().size, BoardSize::square(5));
}

#[test]
fn a_komi_that_no_game_has_does_not_count() {
    for komi in ["1e38", "-99999999"] {
        let record = Record::parse(format!("(;SZ[9]KM[{komi}])").as_bytes()).unwrap();
        assert_eq!((record.komi, record.warnings.len()), (None, 1), "{komi}");
    }
    let record = Record::parse(b"(;SZ[9]KM[nan])").unwrap();
    let game = record.game_after(usize::MAX, Rules::CHINESE, 7.5).unwrap();
    assert_eq!(game.komi(), 7.5);
}

#[track_caller]
fn refused(sgf: &str, expected: &str) {
    let result = Record::parse(sgf.as_bytes()).and_then(|r| r.game_after(usize::MAX, Rules::CHINESE, 0.0));
    assert_eq!(result.unwrap_err().to_string(), expected);
}

#[test]
fn what_cannot_be_used_is_refused_with_its_place() {
    refused("hello", "not an SGF file: expected \"(;\", found \"hello\"");
    refused("", "not an SGF file: expected \"(;\", found nothing");
    refused("()", "not an SGF file: expected \"(;\", found \"()\"");
    refused(
        "(;GM[4];B[aa])",
        "line 1, column 2, game 1 before move 1: the record is not of a game of Go: expected GM[1], found GM[4]",
    );
    refused(
        "(;SZ[26])",
        "line 1, column 2, game 1 before move 1: cannot use SZ[26]: expected 1 to 25 lines",
    );
    refused(
        "(;SZ[9];B[aa]\n;W[zz])",
        "line 2, column 1, game 1 after move 1: cannot use move 2, W[zz]: expected a point of the board or a pass",
    );
    refused(
        "(;SZ[9];B[aaa])",
        "line 1, column 8, game 1 before move 1: cannot use move 1, B[aaa]: \
         expected a point of the board or a pass",
    );
    refused(
        "(;SZ[9]AB[aa][kk])",
        "line 1, column 2, game 1 before move 1: cannot use AB[kk]: expected points of the board",
    );
    refused("(;SZ[9];B[aa];W[aa])", "move 2, White A9, is illegal: occupied");
    refused(
        "(;SZ[2]AB[ab][ba][bb]AW[aa])",
        "after move 0 the set-up leaves stones at A2 without a liberty",
    );
}

#[test]
fn all_games_of_a_file_are_written_again() {
    let text = "(;SZ[5]\n;B[aa])\n(;SZ[9]\n;W[bb])\n";
    let collection = sgf::read(text.as_bytes()).unwrap();
    assert_eq!(collection.trees.len(), 2);
    let again = sgf::read(collection.to_sgf().as_bytes()).unwrap();
    assert_eq!(again.trees, collection.trees);
    assert_eq!(again.to_sgf(), collection.to_sgf());
    assert!(Tree::default() == Tree::new() && Tree::new() != collection.trees[0]);
}

#[test]
fn a_position_without_rules_has_the_stones_of_its_board() {
    let record = Record::parse(b"(;SZ[4:3]AB[aa]AW[dc];B[bb];W[])").unwrap();
    let position = record.board_after(usize::MAX);
    assert_eq!(position.size(), BoardSize::new(4, 3).unwrap());
    let board = position.to_board().unwrap();
    assert_eq!(board.to_string(), "X . . .\n. X . .\n. . . O\n");
    for point in position.size().points() {
        assert_eq!(position.cell(point), board.cell(point));
    }
    assert_eq!(position.cell(Point::new(4, 0)), Cell::Off);
}

#[test]
fn moves_after_two_passes_of_a_record_are_ordinary_play() {
    for rules in ["Japanese", "Chinese"] {
        let text = format!("(;SZ[5]RU[{rules}];B[bb];W[dd];B[];W[];B[bd];W[db];B[];W[])");
        let record = Record::parse(text.as_bytes()).unwrap();
        let after = |moves| record.game_after(moves, record.rules().unwrap(), 0.5).unwrap();
        // The position before the stone that resumes the game is ordinary play, too.
        for moves in [4, 5, 6, 7] {
            let game = after(moves);
            assert!(!game.main_phase_is_over(), "{rules} after {moves} moves");
            assert_eq!(game.move_count(), moves);
        }
        assert!(after(8).main_phase_is_over());
    }
    // Without a stone after them, passes are those of the cleanup phases.
    let record = Record::parse(b"(;SZ[5]RU[Japanese];B[bb];W[dd];B[];W[];B[];W[];B[];W[])").unwrap();
    let game = record.game_after(8, record.rules().unwrap(), 0.5).unwrap();
    assert!(game.is_over());
}

#[test]
fn a_record_of_cleanup_phases_is_read_where_its_moves_are_no_ordinary_play() {
    // Black takes a ko after the passes, and White names the stone that took it.
    let text = b"(;SZ[5]RU[Japanese]AB[ba][ab][bc]AW[ca][bb][db][cc];B[];W[];B[cb];W[cb];B[ee])";
    let record = Record::parse(text).unwrap();
    let game = record
        .game_after(usize::MAX, record.rules().unwrap(), 0.5)
        .unwrap();
    assert_eq!(
        (game.phase(), game.move_count()),
        (katachi_rules::Phase::Cleanup1, 5)
    );
}
