// SPDX-License-Identifier: MIT OR Apache-2.0

//! Whoever asks about a move, no reason is told that the answer to its own question denies. The denied
//! reasons of a hundred positions are in `tests/data/denied.json`, where the tests of the Python package find
//! them:
//! `SNAPSHOTS=overwrite cargo test -p katachi --test program -- denied --ignored` writes them.

use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use katachi_answers::{hint, why_move};
use katachi_engine::answers::{Aim, Answers};
use katachi_engine::movegen::ReasonKind;
use katachi_engine::play::{Player, Request};
use katachi_engine::reading::Verdict;
use katachi_engine::search::SearchSettings;
use katachi_engine::{Engine, Settings};
use katachi_gtp::Session;
use katachi_review::Review;
use katachi_rules::sgf::{Games, Record};
use katachi_rules::{Color, Game, Move, Point, Rules};
use katachi_view::reason;
use serde::Serialize;
use serde_json::json;
use snapbox::{Assert, Data};

/// Visits of each search.
const VISITS: u32 = 20;
/// Moves between two positions of a game.
const STEP: usize = 7;
/// What a line says of a reason that it tells as denied.
const DENIED: &str = "another reading says";

fn engine() -> Engine {
    let search = SearchSettings {
        visits: Some(VISITS),
        memory: 8,
        ..SearchSettings::default()
    };
    Engine::new(Settings {
        search: Some(search),
        ..Settings::default()
    })
}

/// The records of games between programs.
fn records() -> Vec<Record> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/games.sgf");
    let bytes = fs::read(file).expect("the games can be read");
    let games = Games::new(&bytes).expect("they are games");
    let trees = games.map(|tree| tree.expect("a game"));
    trees
        .map(|tree| Record::from_tree(&tree).expect("a game of Go"))
        .collect()
}

/// What the answer to the question of a reason says. `None` for reasons without a question.
fn answer(answers: &mut Answers<'_>, point: Point, kind: &ReasonKind) -> Option<Verdict> {
    let (aim, stone) = match *kind {
        ReasonKind::Capture { string, .. } => (Aim::Capture, string),
        ReasonKind::Save { string, .. } => (Aim::Rescue, string),
        ReasonKind::Life {
            group, saves: true, ..
        } => (Aim::Save, group),
        ReasonKind::Life { group, .. } => (Aim::Kill, group),
        _ => return None,
    };
    Some(answers.answer_after(aim, point, stone))
}

/// A move with a reason that the answer to its own question denies.
#[derive(Serialize)]
struct Denied {
    /// Lines of the board.
    size: u8,
    /// The moves of the game before it, Black first.
    moves: Vec<String>,
    #[serde(rename = "move")]
    mv: String,
    /// The words of the reason.
    reason: String,
}

/// A position with the reasons that its answers deny, and what was told in it.
struct TestedPosition<'a> {
    game: &'a Game,
    color: Color,
    /// Moves with the words of a denied reason.
    denied: Vec<(Point, String)>,
}

impl<'a> TestedPosition<'a> {
    fn new(game: &'a Game) -> Self {
        let (engine, color) = (engine(), game.to_move());
        let choice = engine.choose(&Request::new(game, color), &mut engine.reader(game));
        let mut player = Player::new(engine);
        let mut answers = player.answers(game);
        let rejected = choice.rejected.iter().map(|rejected| &rejected.proposal);
        let mut denied = Vec::new();
        for proposal in choice.proposals.iter().chain(rejected) {
            for reason in &proposal.reasons {
                let found = answer(&mut answers, proposal.point, &reason.kind);
                if found.is_some_and(|verdict| !verdict.is_possible()) {
                    denied.push((proposal.point, reason::text(&reason.kind, game.size())));
                }
            }
        }
        Self { game, color, denied }
    }

    /// Compares what is told about a move.
    fn told(&self, asked: &str, mv: Move, text: &str) {
        let Move::Play(point) = mv else { return };
        for (_, words) in self.denied.iter().filter(|(at, _)| *at == point) {
            let line = text
                .lines()
                .find(|line| line.contains(words) && !line.contains(DENIED));
            assert_eq!(line, None, "{asked}, {}: {words}", self.game.size().show(mv));
        }
    }

    /// The denied reasons, for those who ask elsewhere.
    fn denied(&self) -> impl Iterator<Item = Denied> {
        let size = self.game.size();
        let moves = self.game.moves().map(|(_, mv)| size.show(mv)).collect::<Vec<_>>();
        self.denied.iter().map(move |(point, words)| Denied {
            size: size.width(),
            moves: moves.clone(),
            mv: size.show(Move::Play(*point)),
            reason: words.clone(),
        })
    }

    /// Asks for the best move.
    fn ask_hint(&self) {
        let mut player = Player::new(engine());
        let advice = hint(&mut player, self.game, self.color, None);
        let mv = advice.mv.expect("a hint has a move");
        self.told("hint", mv, &advice.text);
        self.told("numbers of a hint", mv, &advice.numbers);
    }

    /// Asks about a move in words, and over GTP in lines.
    fn ask_why(&self, mv: Move) {
        let advice = why_move(&mut Player::new(engine()), self.game, self.color, mv);
        let about = advice.text.split(" At full strength ").next().unwrap_or_default();
        self.told("why", mv, about);
        let mut after = self.game.clone();
        if after.play(self.color, mv).is_ok() {
            let reply = Session::new(engine(), after).answer("gomill-explain_last_move");
            let lines = reply.expect("a command has a reply").to_string();
            assert!(lines.starts_with('='), "{lines}");
            self.told("GTP", mv, &lines);
        }
    }

    /// Asks for the best moves in JSON.
    fn ask_json(&self) {
        let size = self.game.size();
        let moves = self
            .game
            .moves()
            .map(|(color, mv)| [color.letter().to_string(), size.show(mv)]);
        let query = json!({
            "id": "q", "moves": moves.collect::<Vec<_>>(), "rules": "chinese", "komi": self.game.komi(),
            "boardXSize": size.width(), "boardYSize": size.height(), "includeReasons": true,
        });
        let stop = AtomicBool::new(false);
        let answers = katachi_analysis_json::answer_one(&engine(), VISITS, &query.to_string(), &stop);
        let answers = answers.expect("the query is right");
        for info in answers[0]["moveInfos"].as_array().expect("moves") {
            let mv = info["move"].as_str().and_then(|name| size.parse_move(name));
            self.told("JSON", mv.expect("a move"), &info["reasons"].to_string());
        }
    }

    /// Reviews the next move of a record.
    fn ask_review(&self, record: &Record) {
        let number = self.game.move_count() + 1;
        let settings = katachi_review::Settings {
            visits: Some(VISITS),
            from: number,
            to: number,
            ..katachi_review::Settings::default()
        };
        let mut go_on = |_| ControlFlow::Continue(());
        let (rules, komi) = (self.game.rules(), self.game.komi());
        let review = Review::new(&engine(), record, rules, komi, &settings, None, &mut go_on);
        let review = review.expect("the move is legal");
        let judgements = review.moves.iter().filter_map(|mv| mv.judgement.as_ref());
        for better in judgements
            .filter_map(|found| found.criticism.as_ref())
            .flat_map(|c| &c.better)
        {
            self.told("review", *better.considered.mv, &better.why.join("\n"));
        }
    }
}

/// Asks in every way about that number of positions. Returns the denied reasons.
fn ask_all(positions: usize) -> Vec<Denied> {
    let records = records();
    let places = (1..).flat_map(|i| records.iter().map(move |record| (record, i * STEP)));
    let places = places.take_while(|(_, moves)| *moves < 200);
    let mut denied = Vec::new();
    for (record, moves) in places
        .filter(|(record, moves)| *moves < record.move_count())
        .take(positions)
    {
        let game = record
            .game_after(moves, Rules::CHINESE, 7.5)
            .expect("the game is legal");
        let tested = TestedPosition::new(&game);
        tested.ask_hint();
        let mut points: Vec<Point> = tested.denied.iter().map(|(point, _)| *point).collect();
        points.dedup();
        for point in points.into_iter().take(2) {
            tested.ask_why(Move::Play(point));
        }
        tested.ask_json();
        tested.ask_review(record);
        denied.extend(tested.denied());
    }
    denied
}

#[test]
fn nobody_is_told_a_reason_that_its_own_answer_denies() {
    ask_all(3);
}

#[test]
#[ignore = "takes minutes"]
fn nobody_is_told_a_denied_reason_in_a_hundred_positions() {
    let denied = ask_all(100);
    assert!(!denied.is_empty(), "no reason was denied");
    let lines = denied.iter().map(|reason| json!(reason).to_string());
    let found = format!("[\n{}\n]\n", lines.collect::<Vec<_>>().join(",\n"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/denied.json");
    Assert::new()
        .action_env("SNAPSHOTS")
        .eq(found, Data::read_from(file.as_ref(), None).raw());
}
