// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands of graphical clients and servers.

use super::*;

/// The reply to a line, which must succeed.
#[track_caller]
pub(super) fn ask(session: &mut Session, line: &str) -> String {
    let reply = session.answer(line).expect("a command is answered");
    reply.outcome.unwrap_or_else(|why| panic!("{line}: {}", why.text))
}

/// Two living groups without neutral points, and a dead white stone at A2:
///
/// ```text
/// . X X O .
/// X X X O O
/// . . X O .
/// O . X O O
/// . . X O .
/// ```
const DEAD_STONE: &str = "gogui-setup b B5 b C5 b A4 b B4 b C4 b C3 b C2 b C1 \
    w A2 w D5 w D4 w E4 w D3 w D2 w E2 w D1";

#[test]
fn every_entry_of_the_menu_is_one_that_gogui_takes_and_can_be_asked() {
    let mut session = session();
    ask(&mut session, DEAD_STONE);
    let kinds = ["cboard", "dboard", "gfx", "pspairs", "string", "hstring", "plist"];
    let mut labels = Vec::new();
    for line in ask(&mut session, "gogui-analyze_commands").lines() {
        let [kind, label, command] = line.split('/').collect::<Vec<_>>()[..] else {
            panic!("three fields: {line}");
        };
        assert!(kinds.contains(&kind), "{line}");
        assert!(!labels.contains(&label.to_string()), "a label used twice: {line}");
        labels.push(label.to_string());
        if command.starts_with("gomill") {
            // There is no last move to explain yet.
            continue;
        }
        let point = if label == "Eyes" { "A5" } else { "C3" };
        let command = command
            .replace("%m", "b")
            .replace("%c", "black")
            .replace("%p", point);
        let reply = ask(&mut session, &command);
        if kind.ends_with("board") {
            let widths: Vec<usize> = reply.lines().map(|row| row.split(' ').count()).collect();
            assert_eq!(widths, [5; 5], "five words for each of five rows: {reply}");
        }
        if kind == "dboard" {
            let in_range = |word: &str| (-1.0..=1.0).contains(&word.parse::<f64>().unwrap());
            assert!(reply.split_whitespace().all(in_range), "{reply}");
        }
        if kind == "gfx" {
            check_graphics(&reply);
        }
    }
}

/// Checks that every line is one of GoGui's graphics commands.
#[track_caller]
fn check_graphics(reply: &str) {
    let is_point = |word: &str| BoardSize::square(5).parse_vertex(word).is_some();
    for line in reply.lines() {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut words = rest.split(' ');
        let is_right = match command {
            "TEXT" => true,
            "COLOR" => words.next().is_some() && words.all(is_point),
            "LABEL" => words.next().is_some_and(is_point) && words.count() == 1,
            "VAR" => words.all(|word| ["b", "w"].contains(&word) || is_point(word)),
            "BLACK" | "WHITE" | "CIRCLE" | "MARK" | "SQUARE" | "TRIANGLE" => words.all(is_point),
            _ => false,
        };
        assert!(is_right, "{line}");
    }
}

#[test]
fn lines_of_play_are_told_and_drawn() {
    let mut session = session();
    ask(&mut session, "gogui-setup b C3 b D2 w B3 w D3 w C4");
    let lines = ask(&mut session, "katachi-lines C3");
    assert!(lines.starts_with("White captures C3 (1 stone): C2"), "{lines}");
    let drawn = ask(&mut session, "katachi-line capture C3");
    assert_eq!(drawn, "VAR w C2\nTEXT White captures C3 (1 stone)");
    assert!(ask(&mut session, "katachi-line save C3").starts_with("VAR b C2"));
    let none = ask(&mut session, "katachi-line capture C4");
    assert!(none.starts_with("TEXT no line"), "{none}");
    let groups = ask(&mut session, "katachi-dragons");
    assert!(groups.contains("LABEL C3 A"), "{groups}");
}

#[test]
fn a_position_is_set_up_without_a_history() {
    check(
        "
> play b A1
> gogui-setup_player w
? moves were made
> gogui-setup b C3 w D3 b C4
> gogui-setup_player w
> showboard
= Move 1, White to play
   A B C D E
 5 . . . . . 5
 4 . . X . . 4
 3 . . X O . 3
 2 . . . . . 2
 1 . . . . . 1
   A B C D E
Black (X) has captured 0, White (O) has captured 0
> undo
? cannot undo
> gogui-setup b A1 w A2 w B1
? invalid position
> gogui-setup b A1 w A1
? invalid position
> gogui-setup b
? syntax error
> gogui-setup
> list_stones black
",
    );
}

#[test]
fn in_the_cleanup_dead_stones_are_taken_before_a_pass_and_a_resumed_game_ends_again() {
    let passes = ["play b pass", "play w pass"];
    for (rules, before) in [("chinese", &[][..]), ("chinese", &passes), ("japanese", &passes)] {
        let mut session = session();
        ask(&mut session, &format!("kgs-rules {rules}"));
        ask(&mut session, DEAD_STONE);
        assert_eq!(ask(&mut session, "final_status_list dead"), "A2");
        for line in before {
            ask(&mut session, line);
        }
        let mut moves = Vec::new();
        while moves.last().is_none_or(|mv| mv != "pass") {
            assert!(moves.len() < 10, "{rules}: {moves:?}");
            moves.push(ask(&mut session, "kgs-genmove_cleanup black"));
            ask(&mut session, "play w pass");
        }
        assert_eq!(ask(&mut session, "color A2"), "empty", "{rules}: {moves:?}");
        assert_eq!(ask(&mut session, "color B5"), "black");
        assert_eq!(ask(&mut session, "final_status_list dead"), "");
    }
}

#[test]
fn the_estimate_of_the_score_has_a_result_bounds_and_what_is_settled() {
    let mut session = session();
    ask(&mut session, DEAD_STONE);
    let text = ask(&mut session, "estimate_score");
    let result = text.split(' ').next().and_then(|word| word.parse().ok());
    let is_near = |lead: f32| (1.5..=3.5).contains(&lead);
    assert!(
        matches!(result, Some(katachi_rules::GameResult::Score(lead)) if is_near(lead)),
        "White leads by 2.5 points: {text}"
    );
    // Black's points around the dead stone are his in most playouts, or in all: it depends on the seed.
    let black = ["100", "80", "73"].map(|percent| format!("settled: Black {percent} %, White 100 %"));
    assert!(black.iter().any(|settled| text.ends_with(settled)), "{text}");
    ask(&mut session, "clear_board");
    let text = ask(&mut session, "estimate_score");
    let (result, rest) = text.split_once(" (upper bound: ").expect("a result and bounds");
    assert!(result.parse::<katachi_rules::GameResult>().is_ok(), "{result}");
    let (upper, rest) = rest.split_once(", lower: ").expect("two bounds");
    let (lower, settled) = rest.split_once("), settled: ").expect("what is settled");
    let bounds: [f32; 2] = [upper, lower].map(|number| number.parse().expect("a number"));
    assert!(bounds[0] > bounds[1] + 1.0, "an empty board is uncertain: {text}");
    assert!(settled.starts_with("Black "), "{settled}");
}

#[test]
fn cpu_time_is_counted_in_seconds_and_grows() {
    let mut session = session();
    let mut seconds = || ask(&mut session, "cputime").parse::<f64>().unwrap();
    let before = seconds();
    let mut sum = 0u64;
    while seconds() == before {
        sum = sum.wrapping_add((0..1_000_000u64).fold(sum, |a, b| a ^ b.rotate_left(3)));
    }
    assert!(seconds() > before, "{sum}");
}
