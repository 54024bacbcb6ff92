// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games that are given up, and games that are counted.

use katachi_engine::play::{Hopeless, Resign};

use super::*;

/// A session with white stones only; Black has passed.
fn all_is_white(resign: Option<Resign>, side: u8, moves: &[&str]) -> Session {
    let settings = Settings {
        resign,
        ..Settings::default()
    };
    let mut session = session_with(settings, side);
    for vertex in moves {
        session.answer("play b pass");
        session.answer(&format!("play w {vertex}"));
    }
    session
}

#[test]
fn a_hopeless_game_is_given_up_if_that_is_wanted() {
    let wall = ["C1", "C2", "C3", "C4", "C5", "B3", "D3"];
    let resigns = |points: Option<u16>, moves: &[&str], color| {
        let resign = points.map(|points| Resign {
            hopeless: Hopeless::Points(points),
            first_move: None,
        });
        let reply = all_is_white(resign, 5, moves).answer(&format!("genmove {color}"));
        reply.expect("an answer").to_string() == "= resign\n\n"
    };
    assert!(resigns(Some(20), &wall, "b"));
    assert!(!resigns(Some(20), &wall, "w"), "who wins plays on");
    assert!(!resigns(Some(60), &wall, "b"), "it is lost by less");
    assert!(!resigns(Some(20), &wall[..3], "b"), "it has just begun");
    assert!(!resigns(None, &wall, "b"), "nobody wants that");
}

#[test]
fn by_itself_it_resigns_after_three_moves_without_hope_and_plays_on_if_that_is_wanted() {
    // White owns the board except for a corner where Black cannot live.
    let stones = [
        "B2", "C2", "D2", "E2", "F2", "B4", "C4", "D4", "E4", "F4", "B6", "D6", "F6", "A3", "G3", "D5",
    ];
    let answers = |resign: Option<Resign>| {
        let mut session = all_is_white(resign, 7, &stones);
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
        answers.iter().position(|answer| answer == "= resign")
    };
    assert_eq!(answers(Some(Resign::default())), Some(2));
    assert_eq!(answers(None), None);
}

/// A wall of each side, and a dead stone of White in Black's area.
const DEAD_INSIDE: &str = "b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5 b pass w B3";

/// Plays that position under rules without an agreement.
fn dead_inside(session: &mut Session) {
    for line in ["kata-set-rules tromp-taylor", "komi 0.5"] {
        session.answer(line);
    }
    session.answer(&format!("gogui-play_sequence {DEAD_INSIDE}"));
}

#[test]
fn rules_without_agreement_count_the_board_as_it_stands() {
    check(&format!(
        "
> komi 0.5
> gogui-play_sequence {DEAD_INSIDE}
> final_score
= B+4.5
> final_status_list dead
= B3
> final_status A1
= black_territory
> kata-set-rules tromp-taylor
> komi 0.5
> final_score
= W+6.5
> final_status_list dead
> final_status B3
= alive
> final_status A1
= dame
> final_status E1
= white_territory
"
    ));
    let mut session = session();
    dead_inside(&mut session);
    session.answer("play b pass");
    session.answer("play w pass");
    let record = session.answer("printsgf").expect("a reply").to_string();
    assert!(record.contains("RE[W+6.5]"), "{record}");
}

#[test]
fn genmove_captures_dead_stones_before_it_passes_where_the_rules_know_no_agreement() {
    let mut session = session();
    dead_inside(&mut session);
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
> gogui-setup b B7 b A6 b B5 b A4 b B3 b A2 b B1 w C7 w B6 w D6 w C5 w B4 w D4 w C3 b C2 w D2 w C1
> gogui-play_sequence {cycle}
> final_score
? cannot score
"
    ));
}
