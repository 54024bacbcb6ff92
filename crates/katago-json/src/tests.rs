// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;
use std::time::Duration;

use katachi_rules::{BoardSize, Color, Game, Move, Rules};
use serde_json::json;

use super::*;

fn game(moves: &[&str]) -> Game {
    let mut game = Game::new(BoardSize::square(3), Rules::CHINESE, 2.5);
    for name in moves {
        let mv = game.size().parse_move(name).unwrap();
        game.play(game.to_move(), mv).unwrap();
    }
    game
}

fn question(moves: &[&str]) -> JudgeQuestion {
    let game = game(moves);
    let color = game.to_move();
    JudgeQuestion { game, color }
}

/// An answer in the documented form, about a board of three lines.
fn recorded() -> Value {
    json!({
        "id": "0", "isDuringSearch": false, "turnNumber": 1,
        "rootInfo": { "winrate": 0.75, "scoreLead": 2.5, "visits": 40, "currentPlayer": "W" },
        "moveInfos": [
            { "move": "A1", "order": 1, "visits": 4, "winrate": 0.9, "scoreLead": 5.0, "prior": 0.1 },
            { "move": "C3", "order": 0, "visits": 35, "winrate": 0.7, "scoreLead": 2.0, "prior": 0.6,
              "pv": ["C3", "A3", "pass"], "lcb": 0.65 },
        ],
        "ownership": [0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -0.5],
        "policy": [0.1, 0.0, 0.6, 0.0, -1.0, 0.0, 0.1, 0.1, 0.05, 0.05],
    })
}

fn read(value: Value) -> Result<Answer, String> {
    let response = serde_json::from_value(value).unwrap();
    Answer::new(&response, BoardSize::square(3), Color::White)
}

#[test]
fn an_answer_has_its_moves_in_order_and_values_of_black() {
    let size = BoardSize::square(3);
    let answer = read(recorded()).unwrap();
    assert_eq!((answer.win_rate, answer.lead, answer.visits), (0.75, 2.5, 40));
    let names: Vec<String> = answer.moves.iter().map(|found| size.show(found.mv)).collect();
    assert_eq!(names, ["C3", "A1"]);
    assert_eq!(answer.moves[0].variation.last(), Some(&Move::Pass));
    assert_eq!(answer.ownership[size.parse_vertex("B2").unwrap()], 1.0);
    assert_eq!(answer.policy[size.parse_vertex("C3").unwrap()], 0.6);
    assert_eq!(
        answer.policy[size.parse_vertex("B2").unwrap()],
        -1.0,
        "an illegal move"
    );
    assert_eq!(answer.pass, 0.05);
    assert_eq!(answer.shares(size).last(), Some((Move::Pass, 0.05)));
}

#[test]
fn wrong_answers_are_told() {
    let error = |change: &dyn Fn(&mut Value)| {
        let mut value = recorded();
        change(&mut value);
        read(value).unwrap_err()
    };
    assert!(error(&|value| value["rootInfo"]["winrate"] = json!(1.5)).contains("expected 0 to 1"));
    assert!(error(&|value| value["rootInfo"]["scoreLead"] = json!(1e39)).contains("not finite"));
    assert!(error(&|value| value["moveInfos"][0]["move"] = json!("Z99")).contains("Z99"));
    assert_eq!(
        error(&|value| value["ownership"] = json!([0.0])),
        "a field ownership of 1 numbers, expected 9"
    );
    assert_eq!(
        error(&|value| value["policy"][0] = json!(0.9)),
        "a policy with a sum of 1.800, more than 1"
    );
    assert_eq!(
        error(&|value| value["rootInfo"] = json!(null)),
        "no field rootInfo"
    );
}

#[test]
fn a_query_has_the_moves_or_the_stones_of_the_position() {
    let query = object(&Query::about(&question(&["B2"]), "7"));
    assert_eq!(query["moves"], json!([["B", "B2"]]));
    assert_eq!((query.get("maxVisits"), &query["komi"]), (None, &json!(2.5)));
    assert_eq!(query.get("initialStones"), None);
    let empty = object(&Query::about(&question(&[]), "8"));
    assert_eq!(empty["initialPlayer"], json!("B"));
    // Black moves twice.
    let twice = JudgeQuestion {
        game: game(&["B2"]),
        color: Color::Black,
    };
    let query = object(&Query::about(&twice, "9"));
    assert_eq!(query["moves"], json!([]));
    assert_eq!(query["initialStones"], json!([["B", "B2"]]));
    assert_eq!(query["initialPlayer"], "B");
}

/// Runs a script that answers the version, then these lines.
#[cfg(unix)]
fn judge(lines: &[Value]) -> Result<Judge, JudgeError> {
    let version = json!({ "id": "version", "action": "query_version", "version": "1.2" });
    let all: String = lines
        .iter()
        .map(|line| format!("read x; echo '{line}'; "))
        .collect();
    let script = format!("read x; echo '{version}'; {all} cat >/dev/null");
    Judge::start(&format!("sh -c {}", serde_json::to_string(&script).unwrap()))
}

#[cfg(unix)]
#[test]
fn a_program_judges_positions_in_any_order() {
    let second = {
        let mut value = recorded();
        value["id"] = json!("1");
        value["rootInfo"]["winrate"] = json!(0.25);
        value
    };
    let mut judge = judge(&[second, recorded()]).unwrap();
    assert_eq!(judge.name(), "the judge (version 1.2)");
    let mut counted = Vec::new();
    let mut watcher = |done| {
        counted.push(done);
        ControlFlow::Continue(())
    };
    let questions = [question(&[]), question(&["B2"])];
    let answers = judge.judge(&questions, None, &mut watcher).unwrap();
    assert_eq!([answers[0].win_rate, answers[1].win_rate], [0.75, 0.25]);
    // While it waits the watcher is asked, too.
    counted.retain(|&done| done > 0);
    counted.dedup();
    assert_eq!(counted, [1, 2]);
}

#[cfg(unix)]
#[test]
fn refusals_garbage_and_death_are_told() {
    let ask = |lines: &[Value]| {
        let mut judge = judge(lines).unwrap();
        let answers = judge.judge(&[question(&[])], None, &mut |_| ControlFlow::Continue(()));
        answers.unwrap_err().to_string()
    };
    let refusal = json!({ "id": "0", "error": "board too large", "field": "boardXSize" });
    assert_eq!(
        ask(&[refusal]),
        "the judge refuses a position: board too large (field boardXSize)"
    );
    let bare = json!({ "id": "0", "isDuringSearch": false });
    assert!(ask(&[bare]).contains("not that of KataGo's analysis engine"));
    let dead = Judge::start("sh -c 'echo no network >&2; exit 2'")
        .err()
        .unwrap()
        .to_string();
    assert!(dead.starts_with("the judge died"), "{dead}");
    assert!(dead.contains("no network"), "{dead}");
    let other = Judge::start("echo hello").err().unwrap().to_string();
    assert!(other.contains("no JSON") && other.ends_with("hello"), "{other}");
    let none = Judge::start("/no/such/judge").err().unwrap().to_string();
    assert!(none.contains("cannot start '/no/such/judge'"), "{none}");
}

#[cfg(unix)]
#[test]
fn an_analysis_reports_until_it_is_ended() {
    let (mut during, late) = (recorded(), json!({ "id": "0", "error": "too late" }));
    during["isDuringSearch"] = json!(true);
    let mut other = recorded();
    other["id"] = json!("1");
    let mut judge = judge(&[during, recorded(), late, other]).unwrap();
    let wait = Duration::from_secs(20);
    let mut live = judge.begin(question(&[]), |query| {
        query.report_during_search_every = Some(1.0)
    });
    let first = judge.next_of(&mut live, wait).unwrap().unwrap();
    assert_eq!((first.win_rate, live.is_over()), (0.75, false));
    assert_eq!(
        judge.end(live).unwrap().map(|last| last.visits),
        Some(first.visits)
    );
    let limit = MoveLimit::new(BoardSize::square(3), Color::Black, &[Move::Pass], 1);
    assert_eq!(
        serde_json::to_value(&limit).unwrap(),
        json!({ "player": "B", "moves": ["pass"], "untilDepth": 1 })
    );
    let live = judge.begin(question(&[]), |query| query.avoid_moves = Some(vec![limit]));
    assert!(
        judge.end(live).unwrap().is_some(),
        "the late error is passed over"
    );
}
