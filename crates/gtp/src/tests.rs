// SPDX-License-Identifier: MIT OR Apache-2.0

//! Typical sessions of clients.

mod arbitrary;
mod arguments;
mod clients;
mod interrupts;
mod katago;
mod time;

use std::io;

use katachi_engine::play::{Engine, Hopeless, Resign, Settings};
use katachi_rules::{BoardSize, Game, Rules};

use super::*;

/// Files with one record; writing fails.
struct FakeFiles;

impl Files for FakeFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match path {
            "a game.sgf" => Ok(b"(;SZ[5]KM[2.5]RU[AGA];B[cc];W[dd];B[])".to_vec()),
            "broken.sgf" => Ok(b"(;SZ[5];B[cc];W[cc])".to_vec()),
            "setup.sgf" => Ok(b"(;SZ[5]KM[0]RU[Japanese];B[cc];W[dd];AE[dd]AW[bb];B[ee])".to_vec()),
            "odd.sgf" => Ok(b"(;SZ[5]RU[koSIMPLEscoreAREAtaxALLsui1]KM[2,5];B[cc])".to_vec()),
            "problem.sgf" => Ok(b"(;SZ[5]RU[Japanese]AB[bb]AW[dd];W[cc])".to_vec()),
            "handicap.sgf" => Ok(b"(;SZ[5]HA[2]RU[Japanese];B[bb];B[dd];W[cc])".to_vec()),
            "words.sgf" => Ok(b"no record".to_vec()),
            "nan.sgf" => Ok(b"(;SZ[5]KM[nan])".to_vec()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn write(&self, _: &str, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::StorageFull.into())
    }
}

fn session() -> Session {
    let game = Game::new(BoardSize::square(5), Rules::CHINESE, 7.5);
    Session::with_files(Engine::new(Settings::default()), game, FakeFiles)
}

/// Sends the lines that begin with `> ` and expects the others as replies, without the empty line after each.
#[track_caller]
fn check(transcript: &str) {
    let transcript = transcript.trim_start_matches('\n');
    let mut session = session();
    let mut heard = String::new();
    for line in transcript.lines().filter_map(|line| line.strip_prefix("> ")) {
        heard += &format!("> {line}\n");
        if let Some(reply) = session.answer(line) {
            let reply = reply.to_string();
            heard += reply.strip_suffix('\n').expect("a reply ends in an empty line");
        }
    }
    assert_eq!(heard, transcript, "heard:\n{heard}");
}

#[test]
fn the_engine_introduces_itself() {
    check(
        "
> 1 protocol_version
=1 2
> name
= Katachi
> 3 known_command genmove
=3 true
> known_command lz-analyze
= true
> known_command kata-raw-human-nn
= false
> known_command
? syntax error
> # nothing to answer
> 2147483647 dance
?2147483647 unknown command
> 5
?5 unknown command
> Name
? unknown command
",
    );
}

#[test]
fn stones_are_played_captured_and_taken_back() {
    check(
        "
> play b A1
=
> play white a2
=
> play W B1
=
> play b a1
? illegal move
> showboard
= Move 4, Black to play; last: White B1
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . . . . . 3
 2 O . . . . 2
 1 .(O). . . 1
   A B C D E
Black (X) has captured 0, White (O) has captured 1
> undo
=
> gg-undo 3
? cannot undo
> gg-undo 2
=
> undo
? cannot undo
> play b A1
=
",
    );
}

#[test]
fn a_resignation_of_the_client_is_taken_back_alone() {
    check(
        "
> play b A1
=
> play w resign
=
> undo
=
> list_stones b
= A1
> play w resign
=
> gg-undo 3
? cannot undo
> gg-undo 2
=
> list_stones b
=
> play b resign
=
> undo
=
> undo
? cannot undo
> play b A1
=
> play w pass
=
> play b pass
=
> undo
=
> showboard
= Move 3, Black to play; last: White pass
   A B C D E
 5 . . . . . 5
 4 . . . . . 4
 3 . . . . . 3
 2 . . . . . 2
 1 X . . . . 1
   A B C D E
Black (X) has captured 0, White (O) has captured 0
",
    );
}

#[test]
fn errors_say_what_the_protocol_says() {
    check(
        "
> play b
? syntax error
> play red D4
? syntax error
> play b I5
? syntax error
> play b F6
? illegal move
> play b C3
=
> play w C3
? illegal move
> genmove
? syntax error
> boardsize 0
? unacceptable size
> boardsize 26
? unacceptable size
> boardsize -9
? unacceptable size
> boardsize five
? syntax error
> boardsize
? syntax error
> komi much
? syntax error
> komi nan
? syntax error
> komi -3
=
> undo 2
? syntax error
",
    );
}

#[test]
fn komi_outlives_the_board_and_other_boards_may_be_rectangles() {
    check(
        "
> komi 2.5
=
> boardsize 3 2
=
> clear_board
=
> final_score
= W+2.5
> showboard
= Move 1, Black to play
   A B C
 2 . . . 2
 1 . . . 1
   A B C
Black (X) has captured 0, White (O) has captured 0
> rectangular_boardsize 1 4
=
> gogui-play_sequence b A3
=
> final_score
= B+1.5
> komi 4
=
> final_score
= 0
",
    );
}

#[test]
fn a_sequence_is_played_whole_or_not_at_all() {
    check(
        "
> gogui-play_sequence b C3 w C4 b pass
=
> gogui-play_sequence b D3 w C3
? illegal move
> gogui-play_sequence b D3 w
? syntax error
> gogui-play_sequence
=
> gg-undo 3
=
> undo
? cannot undo
",
    );
}

#[test]
fn handicap_stones_stand_where_the_protocol_wants_them() {
    check(
        "
> fixed_handicap 2
? invalid number of stones
> boardsize 9
=
> fixed_handicap 5
= C3 G7 C7 G3 E5
> fixed_handicap 2
? board not empty
> undo
? cannot undo
> clear_board
=
> play b pass
=
> fixed_handicap 2
= C3 G7
> undo
? cannot undo
> clear_board
=
> fixed_handicap 10
? invalid number of stones
> place_free_handicap 3
= C3 G7 C7
> clear_board
=
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
=
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
=
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
=
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
=
",
    );
}

#[test]
fn records_are_loaded_up_to_a_move_and_printed() {
    check(
        "
> loadsgf a game.sgf
=
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[5]KM[2.5]RU[AGA]
;B[cc];W[dd];B[])
> loadsgf a game.sgf 2
=
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
=
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
=
",
    );
}

#[test]
fn a_record_without_side_and_komi_has_those_of_its_first_move_and_its_rules() {
    check(
        "
> loadsgf problem.sgf 1
=
> get_komi
= 6.5
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[5]KM[6.5]RU[Japanese]AB[bb]AW[dd]PL[W])
> loadsgf problem.sgf
=
> printsgf
= (;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[5]KM[6.5]RU[Japanese]AB[bb]AW[dd]
;W[cc])
> loadsgf handicap.sgf
=
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
=
> kata-get-rules
= {\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"SIMPLE\",\"scoring\":\"AREA\",\"suicide\":true,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\"}
> kata-set-rules koSIMPLEscoreAREAtaxBAD
? unknown rules
> kata-set-rules tromp-taylor
=
> gogui-play_sequence w A2 w A3 b B1 b B2 b B3 b A4
=
> play w A1
=
> kgs-rules chinese
? the moves so far are illegal under these rules
> undo
=
> kgs-rules chinese
=
> play w A1
? illegal move
",
    );
}

#[test]
fn times_are_taken_at_any_moment_and_remembered() {
    let mut session = session();
    for (line, expected) in [
        ("time_settings 300 30 5", "=\n\n"),
        ("time_left b 12.5 3", "=\n\n"),
        ("time_left w -1 0", "=\n\n"),
        ("time_settings 300 30", "? syntax error\n\n"),
        ("time_settings -1 0 0", "? syntax error\n\n"),
        ("time_left b inf 0", "? syntax error\n\n"),
        ("time_left b 1e300 0", "? syntax error\n\n"),
        ("kgs-time_settings byoyomi 60 10 0", "? syntax error\n\n"),
        ("kgs-time_settings hourglass 60", "? syntax error\n\n"),
    ] {
        assert_eq!(session.answer(line).unwrap().to_string(), expected, "{line}");
    }
    let clock = session.clock();
    assert!(matches!(clock.system, TimeSystem::Canadian { stones: 5, .. }));
    assert_eq!(clock.left.black.map(|left| left.count), Some(3));
    assert_eq!(clock.left.white.map(|left| left.time.is_zero()), Some(true));
    session.answer("kgs-time_settings byoyomi 60 10 3");
    assert!(matches!(
        session.clock().system,
        TimeSystem::Byoyomi { periods: 3, .. }
    ));
    assert_eq!(session.clock().left.black, None);
}

/// Only the legality of the moves is checked, because the engine's choice may change.
#[test]
fn the_engine_moves_for_either_colour_and_its_trial_moves_are_not_played() {
    let mut session = session();
    let mut ask = |line: &str| session.answer(line).unwrap().outcome.unwrap();
    // Few visits suffice for legality.
    ask("kata-set-param maxVisits 200");
    let trial = ask("reg_genmove b");
    assert_eq!(ask("reg_genmove b"), trial, "the same position, the same move");
    assert_eq!(ask("genmove b"), trial);
    ask("gomill-explain_last_move");
    for _ in 0..60 {
        ask("genmove w");
        ask("genmove w");
        ask("genmove b");
    }
    ask("gg-undo 181");
    assert_eq!(ask("genmove b"), trial);
}

#[test]
fn every_stone_is_in_exactly_one_status_list() {
    let mut session = session();
    let mut ask = |line: &str| session.answer(line).unwrap().outcome.unwrap();
    ask("gogui-play_sequence b A1 b A2 w C3 w C4 b E5 w E1");
    let mut stones: Vec<_> = ["dead", "alive", "seki"]
        .iter()
        .flat_map(|status| {
            let list = ask(&format!("final_status_list {status}"));
            list.split_whitespace().map(str::to_string).collect::<Vec<_>>()
        })
        .collect();
    stones.sort();
    assert_eq!(stones, ["A1", "A2", "C3", "C4", "E1", "E5"]);
}

#[test]
fn commands_have_names_of_their_own_and_docs() {
    for (i, command) in COMMANDS.iter().enumerate() {
        assert!(
            COMMANDS[..i].iter().all(|other| other.name != command.name),
            "{}",
            command.name
        );
        assert!(!command.name.contains(char::is_whitespace));
        assert!(
            command.doc.len() > 10 && !command.doc.contains('\n'),
            "{}",
            command.name
        );
        let reply = session()
            .answer(&format!("known_command {}", command.name))
            .unwrap();
        assert_eq!(reply.outcome, Ok("true".to_string()));
    }
    let list = session().answer("list_commands").unwrap().to_string();
    assert_eq!(list.lines().count(), COMMANDS.len() + 1);
    assert!(
        list.lines().all(|line| line == line.trim_end()),
        "clients compare whole lines"
    );
}

#[test]
fn serving_ends_with_quit_or_with_the_input_and_logs_reasons() {
    let conversation = |input: &'static [u8]| {
        let (mut output, mut log) = (Vec::new(), Vec::new());
        serve(&mut session(), input, Outlet::new(&mut output), &mut log).unwrap();
        [output, log].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    assert_eq!(conversation(b"name\r\nquit\r\nname\r\n")[0], "= Katachi\n\n=\n\n");
    assert_eq!(conversation(b"\n# hello\n7 name")[0], "=7 Katachi\n\n");
    assert_eq!(conversation(b"")[0], "");
    let [output, log] = conversation(b"play b \xff\xfe\nplay b Z9\n");
    assert_eq!(output, "? syntax error\n\n? illegal move\n\n");
    assert_eq!(
        log,
        "katachi: syntax error: expected a vertex or pass, found '\u{fffd}\u{fffd}'; \
         usage: play COLOR VERTEX\n\
         katachi: illegal move: Black Z9: off the board\n"
    );
}

#[test]
fn strings_are_looked_at_as_regression_suites_ask() {
    check(
        "
> play b C3
=
> play w C2
=
> countlib C3
= 3
> findlib C2
= B2 D2 C1
> accuratelib b D2
= 3
> accuratelib w C3
? illegal move
> is_legal b C2
= 0
> is_legal b D2
= 1
> captures black
= 0
> color C2
= white
> color A1
= empty
> list_stones b
= C3
> worm_stones C3
= C3
> worm_stones
= C3
C2
> worm_cutstone C3
= 0
> countlib A1
? there is no stone at A1
> attack_either C3 C2
? the stones are not of one colour
> defend_both C3
? syntax error
> unconditional_status A1
= undecided
> combination_attack black
= PASS
> combination_defend black
= PASS
> ladder_attack C2
= 0
> reset_reading_node_counter
=
> get_reading_node_counter
= 0
> worms_json A5
= {\"origin\":\"A5\",\"border\":\"gray\",\"size\":23,\"genus\":0,\"ko\":false,\"points\":[\"A5\",\"B5\",\"C5\",\"D5\",\"E5\",\"A4\",\"B4\",\"C4\",\"D4\",\"E4\",\"A3\",\"B3\",\"D3\",\"E3\",\"A2\",\"B2\",\"D2\",\"E2\",\"A1\",\"B1\",\"C1\",\"D1\",\"E1\"]}
> clear_cache
=
",
    );
}

#[test]
fn a_question_asked_twice_is_remembered() {
    let mut session = session();
    let mut say = |line: &str| session.answer(line).expect("a command has a reply").outcome;
    for line in ["play b C3", "play w C2", "play w D3", "attack C3"] {
        say(line).unwrap();
    }
    let nodes = say("get_reading_node_counter").unwrap();
    assert_ne!(nodes, "0");
    let first = say("attack C3").unwrap();
    assert_eq!(say("attack C3").unwrap(), first);
    assert_eq!(say("get_reading_node_counter").unwrap(), nodes);
    assert!(say("reading_counts").unwrap().ends_with(" % cached"));
    let data = say("worm_data C3").unwrap();
    assert!(data.contains("liberties            2"), "{data}");
}
#[test]
fn connections_and_races_are_asked_about() {
    check(
        "
> play b B3
=
> play b D3
=
> connect B3 D3
= 1 C3
> disconnect B3 B3
= 0
> play w C4
=
> play w C2
=
> disconnect B3 D3
= 1 C3
> connect B3 C4
? B3 and C4 are stones of different colours
> connect B3
? syntax error
> connect B3 E5
? there is no stone at E5
> break_in B3 C3
= 1 C3
> block_off B3 C3
= 1 C3
> break_in B3
? syntax error
> break_in B3 Z9
? syntax error
> analyze_semeai B3 D3
? B3 and D3 are stones of one colour
> tactical_analyze_semeai B3
? syntax error
> clear_board
=
> gogui-play_sequence b A2 w A1 b B3 w B2 b C2 w C1 b C3 w D1 b D2 w E2 b B4 w E3
=
> analyze_semeai A2 A1
= 1 1 B1
> owl_analyze_semeai A2 A1
= 1 1 B1
> analyze_semeai_after_move white E1 A2 A1
= 1 1 B1
> analyze_semeai_after_move black B1 A2 A1
= 1 1 PASS
> analyze_semeai_after_move black A2 A2 A1
? illegal move
> analyze_semeai_after_move black E1 A2 B3
? A2 and B3 are stones of one colour
",
    );
}

#[test]
fn dragons_are_asked_about() {
    check(
        "
> play b C3
=
> play b D2
=
> play w E5
=
> same_dragon C3 D2
= 1
> same_dragon C3 E5
= 0
> same_dragon C3 A1
? there is no stone at A1
> dragon_stones D2
= C3 D2
> dragon_stones
= E5
C3 D2
> dragon_stones white
= E5
> dragon_data A1
=
> dragon_status
? syntax error
> play w A2
=
> play b B2
=
> play b A3
=
> dragon_status A2
= dead
> clear_board
=
> play w A2
=
> play w B2
=
> play w C2
=
> play w D2
=
> play w D1
=
> play b A3
=
> play b B3
=
> play b C3
=
> play b D3
=
> play b E2
=
> play b E1
=
> play b E3
=
> dragon_status A2
= critical B1 B1
",
    );
}

#[test]
fn the_fields_of_a_dragon_are_lines() {
    let mut session = session();
    let mut say = |line: &str| session.answer(line).unwrap().outcome;
    for mv in ["b B2", "b A3", "w A2", "w E5"] {
        say(&format!("play {mv}")).unwrap();
    }
    let data = say("dragon_data B2").unwrap();
    let lines: Vec<&str> = data.lines().collect();
    assert_eq!(lines[0], "A3:");
    assert!(lines.contains(&"size                    2"), "{data}");
    assert!(lines.contains(&"strings                 A3 B2"), "{data}");
    assert_eq!(say("dragons_json").unwrap().lines().count(), 3);
}

/// White stones only; Black passes.
fn all_is_white(settings: Settings, moves: &[&str]) -> Session {
    let game = Game::new(BoardSize::square(5), Rules::CHINESE, 7.5);
    let mut session = Session::with_files(Engine::new(settings), game, FakeFiles);
    for vertex in moves {
        session.answer("play b pass");
        session.answer(&format!("play w {vertex}"));
    }
    session
}

#[test]
fn a_hopeless_game_is_given_up_if_that_is_wanted() {
    let wall = ["C1", "C2", "C3", "C4", "C5", "B3", "D3"];
    let asked = |resign: Option<u16>, moves: &[&str], color| {
        let settings = Settings {
            resign: resign.map(|points| Resign {
                hopeless: Hopeless::Points(points),
                first_move: None,
            }),
            ..Settings::default()
        };
        let mut session = all_is_white(settings, moves);
        let reply = session.answer(&format!("genmove {color}"));
        reply.expect("an answer").to_string()
    };
    assert_eq!(asked(Some(20), &wall, "b"), "= resign\n\n");
    assert_ne!(asked(Some(20), &wall, "w"), "= resign\n\n", "who wins plays on");
    assert_ne!(asked(Some(60), &wall, "b"), "= resign\n\n", "it is lost by less");
    assert_ne!(
        asked(Some(20), &wall[..3], "b"),
        "= resign\n\n",
        "it has just begun"
    );
    assert_ne!(asked(None, &wall, "b"), "= resign\n\n", "nobody wants that");
}

#[test]
fn by_itself_it_resigns_after_three_moves_without_hope_and_plays_on_if_that_is_wanted() {
    // White owns the board except for a corner where Black cannot live.
    let answers = |resign: Option<Resign>| {
        let settings = Settings {
            resign,
            ..Settings::default()
        };
        let game = Game::new(BoardSize::square(7), Rules::CHINESE, 7.5);
        let mut session = Session::with_files(Engine::new(settings), game, FakeFiles);
        for vertex in [
            "B2", "C2", "D2", "E2", "F2", "B4", "C4", "D4", "E4", "F4", "B6", "D6", "F6", "A3", "G3", "D5",
        ] {
            session.answer("play b pass");
            session.answer(&format!("play w {vertex}"));
        }
        let mut answers = Vec::new();
        for _ in 0..5 {
            let reply = session.answer("genmove b").expect("an answer").to_string();
            answers.push(reply.trim().to_owned());
            // A quiet stone in its own territory.
            let quiet = ["A7", "G7", "A1", "G1", "A5", "G5", "C7", "E7"];
            quiet.iter().any(|vertex| {
                let reply = session.answer(&format!("play w {vertex}"));
                reply.is_some_and(|reply| reply.outcome.is_ok())
            });
        }
        answers
    };
    let first = answers(Some(Resign::default()))
        .iter()
        .position(|answer| answer == "= resign");
    assert_eq!(first, Some(2));
    let stubborn = answers(None);
    assert!(!stubborn.contains(&"= resign".to_owned()), "{stubborn:?}");
}

/// A wall of each side, and a dead stone of White in Black's area.
const DEAD_INSIDE: &str = "b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5 b pass w B3";

#[test]
fn rules_without_agreement_count_the_board_as_it_stands() {
    check(&format!(
        "
> komi 0.5
=
> gogui-play_sequence {DEAD_INSIDE}
=
> final_score
= B+4.5
> final_status_list dead
= B3
> final_status A1
= black_territory
> kata-set-rules tromp-taylor
=
> komi 0.5
=
> final_score
= W+6.5
> final_status_list dead
=
> final_status B3
= alive
> final_status A1
= dame
> final_status E1
= white_territory
"
    ));
    let mut session = session();
    for line in [
        "kata-set-rules tromp-taylor",
        "komi 0.5",
        &format!("gogui-play_sequence {DEAD_INSIDE}"),
    ] {
        session.answer(line);
    }
    for line in ["play b pass", "play w pass"] {
        session.answer(line);
    }
    let record = session.answer("printsgf").expect("a reply").to_string();
    assert!(record.contains("RE[W+6.5]"), "{record}");
}

#[test]
fn genmove_captures_dead_stones_before_it_passes_where_the_rules_know_no_agreement() {
    let mut session = session();
    for line in [
        "kata-set-rules tromp-taylor",
        "komi 0.5",
        &format!("gogui-play_sequence {DEAD_INSIDE}"),
    ] {
        session.answer(line);
    }
    session.answer("play b pass");
    session.answer("play w pass");
    let mut moves = 0;
    loop {
        let reply = session.answer("genmove b").expect("a reply").to_string();
        if reply.contains("pass") {
            break;
        }
        moves += 1;
        assert!(moves < 15, "it comes to an end");
        session.answer("play w pass");
    }
    let score = session.answer("final_score").expect("a reply").to_string();
    assert!(moves > 0 && score.contains("B+4.5"), "{moves} moves, {score}");
}

#[test]
fn a_game_without_a_result_has_no_score_and_goes_on_if_asked() {
    let cycle = "b C6 w B2 b C4 w B6 b C2 w B4 ".repeat(2);
    check(&format!(
        "
> rectangular_boardsize 5 7
=
> gogui-setup b B7 b A6 b B5 b A4 b B3 b A2 b B1 w C7 w B6 w D6 w C5 w B4 w D4 w C3 b C2 w D2 w C1
=
> gogui-play_sequence {cycle}
=
> final_score
? cannot score
"
    ));
}
