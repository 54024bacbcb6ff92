// SPDX-License-Identifier: MIT OR Apache-2.0

//! Handicaps, records and rules.

use super::*;

#[test]
fn handicap_stones_stand_where_the_protocol_wants_them() {
    check(
        "
> fixed_handicap 2
? invalid number of stones
> boardsize 9
> fixed_handicap 5
= C3 G7 C7 G3 E5
> fixed_handicap 2
? board not empty
> undo
? cannot undo
> clear_board
> play b pass
> fixed_handicap 2
= C3 G7
> undo
? cannot undo
> clear_board
> fixed_handicap 10
? invalid number of stones
> place_free_handicap 3
= C3 G7 C7
> clear_board
> place_free_handicap 1
? invalid number of stones
> place_free_handicap 81
? invalid number of stones
> set_free_handicap D4
? bad vertex list
> set_free_handicap D4 d4
? bad vertex list
> set_free_handicap D4 pass
? bad vertex list
> set_free_handicap D4 F6
> place_free_handicap 2
? board not empty
",
    );
}

#[test]
fn a_position_without_liberties_is_no_handicap() {
    check(
        "
> boardsize 1 2
> set_free_handicap A1 A2
? bad vertex list
> showboard
= Move 1, Black to play
   A
 2 . 2
 1 . 1
   A
Black (X) has captured 0, White (O) has captured 0
",
    );
}

#[test]
fn a_record_has_its_rules_and_tells_how_it_breaks_the_standard() {
    check(
        "
> loadsgf odd.sgf
= warning: line 1, column 2, game 1 before move 1: KM[2,5] was read as a komi of 2.5
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[5]KM[2.5]RU[koSIMPLEscoreAREAtaxALLsui1]
;B[cc])
> komi 150.5
? syntax error
> komi -150
",
    );
}

#[test]
fn a_set_up_within_a_record_begins_the_game() {
    check(
        "
> loadsgf setup.sgf
= warning: the game begins from the position after move 2, without the moves before it
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[5]KM[0]RU[Japanese]AB[cc]AW[bb]
;B[ee])
> loadsgf setup.sgf 2
",
    );
}

#[test]
fn records_are_loaded_up_to_a_move_and_printed() {
    check(
        "
> loadsgf a game.sgf
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[5]KM[2.5]RU[AGA]
;B[cc];W[dd];B[])
> loadsgf a game.sgf 2
> showboard
= Move 2, White to play; last: Black C3
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . .(X). . 3
 2 . . . . . 2
 1 . . . . . 1
   A B C D E
Black (X) has captured 0, White (O) has captured 0
> loadsgf
? syntax error
> loadsgf none.sgf
? cannot load file
> loadsgf words.sgf
? cannot load file
> loadsgf nan.sgf
? cannot load file
> printsgf out.sgf
? cannot write file: out.sgf: no storage space
> undo
",
    );
}

#[test]
fn a_record_is_loaded_up_to_an_illegal_move() {
    check(
        "
> loadsgf broken.sgf
= warning: move 2, White C3, is illegal: occupied; the record is shown up to there
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[5]KM[7.5]RU[Chinese]
;B[cc])
> loadsgf broken.sgf 2
",
    );
}

#[test]
fn a_record_without_side_and_komi_has_those_of_its_first_move_and_its_rules() {
    check(
        "
> loadsgf problem.sgf 1
> get_komi
= 6.5
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[5]KM[6.5]RU[Japanese]AB[bb]AW[dd]PL[W])
> loadsgf problem.sgf
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[5]KM[6.5]RU[Japanese]AB[bb]AW[dd]
;W[cc])
> loadsgf handicap.sgf
> get_komi
= 0.5
",
    );
}

#[test]
fn stones_that_black_plays_before_white_are_a_handicap() {
    let score = |stones: &str| {
        let mut session = session();
        let commands =
            format!("boardsize 9\nkata-set-rules chinese\nkomi 0.5\n{stones}\nplay w E5\nfinal_score");
        let replies = commands
            .lines()
            .map(|line| session.answer(line).expect("a reply").to_string());
        replies.last().expect("the score")
    };
    let by_moves = score("play b C3\nplay b G7\nplay b C7\nplay b G3");
    assert_eq!(by_moves, score("fixed_handicap 4"));
    assert_eq!(by_moves, score("set_free_handicap C3 G7 C7 G3"));
    let mut session = session();
    let _ = session.answer("play b C3");
    let rules = session.answer("kata-get-rules").expect("a reply").to_string();
    assert!(!rules.contains("handicapFromMoves"), "{rules}");
}

#[test]
fn the_log_tells_why_a_file_is_not_loaded() {
    let why = |line| {
        let reply = session().answer(line).expect("it is a command");
        let failure = reply.outcome.expect_err("the file cannot be used");
        assert_eq!(failure.text, "cannot load file");
        failure.detail.expect("the reason")
    };
    assert_eq!(why("loadsgf none.sgf"), "none.sgf: entity not found");
    assert_eq!(
        why("loadsgf words.sgf"),
        "words.sgf: not an SGF file: expected \"(;\", found \"no record\""
    );
    assert_eq!(why("loadsgf nan.sgf"), "nan.sgf: the komi is no number");
}

#[test]
fn rules_are_chosen_by_name_if_the_moves_so_far_allow_it() {
    check(
        "
> kgs-rules chess
? unknown rules: use chinese, japanese, korean, aga, new-zealand, tromp-taylor, stone-scoring, ancient-territory, chinese-ogs, chinese-kgs, aga-button, ing
> kata-set-rules {\"ko\":\"SIMPLE\",\"komi\":2}
> kata-get-rules
= {\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"SIMPLE\",\"scoring\":\"AREA\",\"suicide\":true,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\"}
> kata-set-rules koSIMPLEscoreAREAtaxBAD
? unknown rules
> kata-set-rules tromp-taylor
> gogui-play_sequence w A2 w A3 b B1 b B2 b B3 b A4
> play w A1
> kgs-rules chinese
? the moves so far are illegal under these rules
> undo
> kgs-rules chinese
> play w A1
? illegal move
",
    );
}
