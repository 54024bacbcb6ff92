// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records read from files.

use katachi_rules::sgf::{self, Record, Step, Tree, Turns};
use katachi_rules::{Board, BoardSize, Cell, Color, Game, Move, Phase, Point, Rules};

fn read(sgf: impl AsRef<[u8]>) -> Record {
    Record::parse(sgf.as_ref()).unwrap()
}

fn replayed(record: &Record) -> Game {
    record.game_after(usize::MAX, Rules::CHINESE, 0.0).unwrap()
}

fn board_after(sgf: &str) -> String {
    replayed(&read(sgf)).board().to_string()
}

#[test]
fn moves_setup_and_passes_are_read_in_order() {
    let sgf = "(;SZ[3]AB[aa][cc]AW[ba:bb]PL[W];W[tt];B[ac](;W[ca];B[])(;W[cb]))";
    assert_eq!(board_after(sgf), "X O O\n. O .\nX . X\n");
    let record = read(sgf);
    assert_eq!(record.move_count(), 4);
    let game = record.game_after(1, Rules::CHINESE, 0.0).unwrap();
    assert_eq!(game.to_move(), Color::Black);
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
    assert_eq!(read(&text), record, "{text}");
}

#[test]
fn a_game_and_its_record_agree() {
    let sgf = "(;SZ[9]HA[2]KM[0.5]AB[cc][gg];W[ee];B[dd];W[])";
    let game = read(sgf).game_after(9, Rules::AGA, 0.0).unwrap();
    assert_eq!((game.handicap(), game.to_move()), (2, Color::Black));
    let again = read(Record::from_game(&game).to_sgf());
    let same = again.game_after(9, Rules::AGA, 0.0).unwrap();
    assert_eq!(same.board(), game.board());
    assert_eq!((again.komi, again.get("RU")), (Some(0.5), Some("AGA")));
}

#[test]
fn a_game_that_white_begins_on_an_empty_board_is_read_back() {
    let empty = Board::new(BoardSize::square(5));
    let game = Game::from_position(empty, Color::White, Rules::CHINESE, 7.0);
    let again = replayed(&read(Record::from_game(&game).to_sgf()));
    assert_eq!(again.to_move(), Color::White);
}

#[test]
fn prisoners_from_before_a_set_up_position_are_read_back_and_count() {
    let sgf = "(;SZ[5]KM[0.5]RU[japanese];B[ab];W[aa];B[ba];W[ee];AW[dd]AE[ee];B[cc])";
    let replayed = |sgf: &str| read(sgf).game_after(usize::MAX, Rules::JAPANESE, 0.0).unwrap();
    let game = replayed(sgf);
    assert_eq!((game.captured().black, game.captured().white), (0, 1));
    let text = Record::from_game(&game).to_sgf();
    assert_eq!(replayed(&text).captured(), game.captured(), "{text}");
    for damaged in ["", "1", "1:-1", "1:99999999999"] {
        let record = read(format!("(;SZ[5]KTPR[{damaged}])"));
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
        let game = replayed(&read(sgf));
        assert_eq!((game.handicap(), game.to_move()), (stones, to_move), "{sgf}");
    }
}

fn first_to_move(sgf: &str) -> Color {
    let record = read(sgf);
    let game = record.game_after(0, Rules::CHINESE, 0.0).unwrap();
    assert_eq!(game.to_move(), record.first_to_move(), "{sgf}");
    game.to_move()
}

#[test]
fn the_side_to_move_is_that_of_pl_else_of_the_first_move_else_of_a_handicap_else_black() {
    for (sgf, expected) in [
        ("(;SZ[9];W[dd])", Color::White),
        ("(;SZ[9]AB[cc][dc]AW[cd];W[dd];B[ee])", Color::White),
        ("(;SZ[9]AB[cc][gg];B[dd])", Color::Black),
        ("(;SZ[9]AB[cc]AW[cd]PL[B];W[dd])", Color::Black),
        ("(;SZ[9]AB[cc]AW[cd];PL[W];B[dd])", Color::White),
        ("(;SZ[9]AB[cc]AW[cd]PL[?];W[dd])", Color::White),
        // The first move of the main line, else of another one, behind nodes with set-up.
        ("(;SZ[9]AB[cc]AW[gg](;AE[cc];AB[aa];W[ee])(;B[ff]))", Color::White),
        (
            "(;SZ[9]AB[cc]AW[gg](;C[none])(;AE[cc];W[ff])(;B[ff]))",
            Color::White,
        ),
        // A handicap, in one node or in two.
        ("(;SZ[9]AB[cc][gg])", Color::White),
        ("(;SZ[9]HA[2]AB[cc];AB[gg])", Color::White),
        ("(;SZ[9]HA[2]AB[cc][gg][aa]AW[ba])", Color::White),
        ("(;SZ[9]AB[cc][gg]AW[aa])", Color::Black),
        ("(;SZ[9]AB[cc])", Color::Black),
        ("(;SZ[9])", Color::Black),
    ] {
        assert_eq!(first_to_move(sgf), expected, "{sgf}");
        let written = read(sgf).to_sgf();
        assert_eq!(first_to_move(&written), expected, "{written}");
    }
}

#[test]
fn after_a_set_up_within_a_game_the_side_of_the_next_move_is_to_move() {
    for (sgf, expected) in [
        ("(;SZ[9];B[cc];AW[gg];B[dd])", Color::Black),
        ("(;SZ[9];B[cc];AW[gg];PL[W];B[dd])", Color::White),
        ("(;SZ[9];B[cc]PL[B];AW[gg];AE[cc])", Color::Black),
        ("(;SZ[9];B[cc];AW[gg])", Color::White),
    ] {
        let game = read(sgf).game_after(1, Rules::CHINESE, 0.0).unwrap();
        assert_eq!(game.to_move(), expected, "{sgf}");
    }
}

#[test]
fn the_side_to_move_is_written_only_where_the_record_does_not_show_it() {
    for (sgf, is_written) in [
        ("(;SZ[9]AB[cc]AW[gg];W[dd])", false),
        ("(;SZ[9]AB[cc][gg])", false),
        ("(;SZ[9]AB[cc]AW[gg])", false),
        ("(;SZ[9]AB[cc]AW[gg]PL[W])", true),
        ("(;SZ[9]AB[cc][gg]PL[B])", true),
        ("(;SZ[9]PL[W])", true),
    ] {
        let written = Record::from_game(&replayed(&read(sgf))).to_sgf();
        assert_eq!(written.contains("PL["), is_written, "{written}");
        assert_eq!(first_to_move(&written), first_to_move(sgf), "{written}");
    }
}

#[test]
fn the_header_and_what_is_on_the_board_make_the_handicap() {
    for (sgf, stones) in [
        // Leading moves count if they are as many as the header says, with the stones set up.
        ("(;SZ[9]HA[3];B[bb];B[dd];B[bd];W[ee])", 3),
        ("(;SZ[9]HA[3]AB[bb][dd];B[bd];W[ee])", 3),
        ("(;SZ[9]HA[2];B[bb];W[];B[dd];W[ee])", 2),
        ("(;SZ[9]HA[2];B[bb];W[ee];B[dd])", 0),
        ("(;SZ[9];B[bb];B[dd];B[bd];W[ee])", 0),
        // The header alone tells it where White has stones, too.
        ("(;SZ[9]HA[3]AB[cc][gg][gc][aa]AW[ia][ha];W[ee])", 3),
        ("(;SZ[9]HA[0]AB[cc][gg][gc][aa]AW[ia][ha];W[ee])", 0),
        ("(;SZ[9]HA[2]AB[cc][gg];W[ee];B[dd];AE[dd]AB[de];W[aa])", 2),
        // Else the stones do.
        ("(;SZ[9]HA[2]AB[cc];AB[gg];W[ee])", 2),
        ("(;SZ[9]HA[4]AB[cc][gg];W[ee])", 2),
    ] {
        let record = read(sgf);
        let game = record.game_after(9, Rules::CHINESE, 0.5).unwrap();
        let found = [game.handicap(), game.handicap_bonus()];
        assert_eq!(found, [stones; 2], "{sgf}");
        let again = replayed(&read(Record::from_game(&game).to_sgf()));
        assert_eq!(again.handicap(), stones, "{sgf}");
        let is_said = record.warnings.iter().any(|w| w.to_string().contains("HA["));
        assert_eq!(is_said, stones != record.handicap.unwrap_or(stones), "{sgf}");
    }
}

#[test]
fn a_record_without_komi_has_the_usual_one_of_its_rules_or_that_of_a_handicap() {
    for (root, rules, komi) in [
        ("", Rules::CHINESE, 7.5),
        ("", Rules::JAPANESE, 6.5),
        ("", Rules::AGA_BUTTON, 7.0),
        ("KM[nan]", Rules::JAPANESE, 6.5),
        ("HA[0]", Rules::JAPANESE, 6.5),
        ("HA[1]", Rules::CHINESE, 7.5),
        ("HA[2]", Rules::JAPANESE, 0.5),
        ("AB[cc][gg]", Rules::CHINESE, 0.5),
        ("AB[cc][gg]AW[ee]", Rules::CHINESE, 7.5),
        ("HA[2]KM[3]", Rules::CHINESE, 3.0),
    ] {
        let record = read(format!("(;SZ[9]{root})"));
        assert_eq!(record.komi_under(rules), komi, "{root}");
    }
}

#[test]
fn a_record_is_replayed_up_to_its_first_illegal_move() {
    for (moves, played, why) in [
        (";B[aa];W[aa];B[bb]", 1, "move 2, White A9, is illegal: occupied"),
        (";B[aa];W[zz];B[bb]", 1, "after move 1: cannot use move 2, W[zz]"),
        (";B[ba];W[aa]", 1, ""),
        (
            ";B[ab];W[ee];B[ba];W[aa]",
            3,
            "move 4, White A9, is illegal: suicide",
        ),
        ("AB[aa];W[aa]", 0, "move 1, White A9, is illegal: occupied"),
        (";B[ab];AB[ba]AW[aa]", 1, "without a liberty"),
    ] {
        let record = read(format!("(;SZ[9]{moves})"));
        let replay = record.replay(usize::MAX, Rules::CHINESE, 0.0).unwrap();
        let stopped = replay.stopped().unwrap_or_default();
        assert_eq!(stopped.is_empty(), why.is_empty(), "{moves}: {stopped}");
        assert!(stopped.contains(why), "{moves}: {stopped}");
        if !why.is_empty() {
            assert_eq!([replay.played, replay.game.move_count()], [played; 2], "{moves}");
        }
    }
}

#[test]
fn a_move_with_ko_is_made_although_it_is_illegal() {
    // Black retakes a ko at once.
    let ko = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb]";
    let replay = |sgf: &str| read(sgf).replay(usize::MAX, Rules::CHINESE, 0.0).unwrap();
    let refused = replay(&format!("(;SZ[9]{ko};W[ff])"));
    assert_eq!((refused.played, refused.stop.is_some()), (8, true));
    let sgf = format!("(;SZ[9]{ko}KO[];W[ff])");
    let made = replay(&sgf);
    assert_eq!((made.played, made.stop.is_none()), (10, true));
    assert_eq!(made.game.to_move(), Color::Black);
    assert_eq!((made.game.captured().black, made.game.captured().white), (1, 1));
    let written = read(sgf).to_sgf();
    let again = replay(&written).game;
    assert_eq!(again.board().key(), made.game.board().key(), "{written}");
    // A stone replaces another one, and a suicide takes its own stones off.
    let board = |sgf| replay(sgf).game.board().to_string();
    assert_eq!(board("(;SZ[2];B[aa];W[aa]KO[])"), "O .\n. .\n");
    assert_eq!(board("(;SZ[2];B[ab];W[];B[ba];W[aa]KO[])"), ". X\nX .\n");
    // A legal move stays an ordinary one, and a value is not of this property.
    let plain = replay("(;SZ[9];B[aa]KO[];W[bb])");
    assert_eq!(plain.game.move_count(), 2);
    assert!(replay("(;SZ[9]KO[6.5]B[aa];W[aa])").stop.is_some());
    assert!(replay("(;SZ[9];B[aa];W[aa]KO[6.5])").stop.is_some());
}

#[test]
fn two_set_ups_in_sequence_stay_two() {
    // One of the stones is taken away, which leaves no handicap.
    let game = |sgf: &str| {
        let (record, game) = (read(sgf), replayed(&read(sgf)));
        (record.to_sgf(), game.to_move(), game.board().key())
    };
    let (written, to_move, key) = game("(;SZ[9]AB[cc][gg];AE[cc])");
    assert_eq!(to_move, Color::Black);
    let (_, again, same) = game(&written);
    assert_eq!((again, same), (to_move, key), "{written}");
}

#[test]
fn a_number_alone_on_the_second_line_makes_no_other_format_of_sgf() {
    let sgf = format!("(;SZ[5]C[a\n3\n{}];B[aa])", "\n".repeat(12));
    assert_eq!(read(sgf).size, BoardSize::square(5));
}

#[test]
fn a_komi_that_no_game_has_does_not_count() {
    for komi in ["1e38", "-99999999"] {
        let record = read(format!("(;SZ[9]KM[{komi}])"));
        assert_eq!((record.komi, record.warnings.len()), (None, 1), "{komi}");
    }
    let record = read("(;SZ[9]KM[nan])");
    let game = record.game_after(usize::MAX, Rules::CHINESE, 7.5).unwrap();
    assert_eq!(game.komi(), 7.5);
}

#[track_caller]
fn refused(sgf: &str, expected: &str) {
    let result = Record::parse(sgf.as_bytes()).and_then(|r| r.game_after(usize::MAX, Rules::CHINESE, 0.0));
    assert_eq!(result.unwrap_err().to_string(), expected);
}

#[test]
fn files_of_another_kind_are_refused_by_their_kind() {
    let why = |bytes: &[u8]| Record::parse(bytes).unwrap_err().to_string();
    let archive = "unpack it and open the record in it";
    let zip = b"PK\x03\x04\x14\0\0\0\x08\0 game.sgf(;SZ[9];B[ee])";
    for (start, kind) in [
        (&zip[..], "a zip archive"),
        (b"\x1f\x8b\x08\0", "a gzip archive"),
        (b"7z\xbc\xaf\x27\x1c\0", "a 7z archive"),
        (b"Rar!\x1a\x07\0", "a RAR archive"),
        (b"!\x20-lh5-\0", "an LHA archive"),
    ] {
        assert_eq!(why(start), format!("not an SGF file but {kind}: {archive}"));
    }
    let pdf = "not an SGF file but a PDF document: open the record itself, a file of SGF, GIB, NGF or UGF";
    assert_eq!(why(b"%PDF-1.7\n(;SZ[9];B[ee])"), pdf);
    let page = "not an SGF file but a web page without a record: download the record itself from it, as SGF";
    assert_eq!(why(b"<!DOCTYPE html><script>for(;;){f(A[0])}</script>"), page);
    assert_eq!(why(b"\n<html><body>hello"), page);
    // What is not packed is read.
    for text in [
        &b"<html><pre>(;GM[1]SZ[9];B[ee];W[cc])</pre>"[..],
        b"PK\x03\x04\x14\0\0\0\0\0 game.sgf(;SZ[9];B[ee];W[cc])",
    ] {
        assert_eq!(Record::parse(text).unwrap().move_count(), 2);
    }
}

#[test]
fn a_komi_in_units_of_another_program_is_points_after_signing() {
    for (header, written, komi) in [
        ("AP[foxwq]KM[50]RU[Japanese]", Some("0.5"), Some(0.5)),
        (
            "AP[GNU Go:3.8]AP[foxwq]RU[Chinese]KM[375]",
            Some("7.5"),
            Some(7.5),
        ),
        ("AP[foxwq]KM[0]HA[0]", None, None),
        ("AP[foxwq]KM[0]HA[2]", Some("0"), Some(0.0)),
        ("KM[3.75]", Some("7.5"), Some(7.5)),
        ("AP[Other:1]KM[6.50]", Some("6.50"), Some(6.5)),
        ("AP[Katachi:0]KM[3.75]", Some("3.75"), Some(3.75)),
    ] {
        let text = format!("(;{header}SZ[9];B[ee])");
        let mut tree = sgf::read(text.as_bytes()).unwrap().trees.swap_remove(0);
        assert_eq!(Record::from_tree(&tree).unwrap().komi, komi, "{header}");
        tree.sign();
        let now = tree.get(tree.root(), "KM");
        assert_eq!(now.map(|komi| komi.value().raw()), written, "{header}");
        assert_eq!(Record::from_tree(&tree).unwrap().komi, komi, "{header}");
    }
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
    let written: String = collection.trees.iter().map(Tree::to_sgf).collect();
    assert_eq!(sgf::read(written.as_bytes()).unwrap().trees, collection.trees);
    assert!(Tree::default() == Tree::new() && Tree::new() != collection.trees[0]);
}

#[test]
fn moves_after_two_passes_of_a_record_are_ordinary_play() {
    for rules in ["Japanese", "Chinese"] {
        let text = format!("(;SZ[5]RU[{rules}];B[bb];W[dd];B[];W[];B[bd];W[db];B[];W[])");
        let record = read(&text);
        let after = |moves| record.game_after(moves, record.rules().unwrap(), 0.5).unwrap();
        // The position before the stone that resumes the game is ordinary play, too.
        for moves in [4, 5, 6, 7] {
            let game = after(moves);
            assert!(!game.main_phase_is_over(), "{rules} after {moves} moves");
            assert_eq!(game.move_count(), moves);
        }
        assert!(after(8).main_phase_is_over());
        let mut turns = Turns::new(&record, record.rules().unwrap(), 0.5, 1..=usize::MAX).unwrap();
        turns.end_with_the_main_phase();
        assert_eq!(turns.len(), 8);
    }
    // Without a stone after them, passes are those of the cleanup phases.
    let record = read("(;SZ[5]RU[Japanese];B[bb];W[dd];B[];W[];B[];W[];B[];W[])");
    let game = record.game_after(8, record.rules().unwrap(), 0.5).unwrap();
    assert!(game.is_over());
}

#[test]
fn a_record_of_cleanup_phases_is_read_where_its_moves_are_no_ordinary_play() {
    // Black takes a ko after the passes, and White names the stone that took it.
    let record = read("(;SZ[5]RU[Japanese]AB[ba][ab][bc]AW[ca][bb][db][cc];B[];W[];B[cb];W[cb];B[ee])");
    let game = record.game_after(9, record.rules().unwrap(), 0.5).unwrap();
    assert_eq!((game.phase(), game.move_count()), (Phase::Cleanup1, 5));
}
