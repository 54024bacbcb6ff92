// SPDX-License-Identifier: MIT OR Apache-2.0

//! Interactive games without threads, with clocks that the tests move.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use katachi_engine::play::{Level, Player, Request, Settings};
use katachi_engine::search::SearchSettings;
use katachi_rules::sgf::Record;
use katachi_rules::{Board, BoardSize, Rules};

use super::*;
use crate::opened::game_of;
use crate::setup::Sides;
use crate::store::Store;
use crate::teaching::Strictness;

fn engine() -> Engine {
    let search = SearchSettings {
        // Enough for a pass, which needs evidence.
        visits: Some(60),
        memory: 4,
        ..SearchSettings::default()
    };
    Engine::new(Settings {
        level: Level::MIN,
        search: Some(search),
        ..Settings::default()
    })
}

fn setup(side: u8, sides: Sides) -> Setup {
    Setup {
        size: BoardSize::square(side),
        sides,
        ..Setup::default()
    }
}

fn new_game(side: u8, sides: Sides) -> InteractiveGame {
    InteractiveGame::new(engine(), setup(side, sides), Thinking::Synchronous).unwrap()
}

fn restored(saved: &Saved) -> InteractiveGame {
    InteractiveGame::restore(engine(), saved, Thinking::Synchronous).unwrap()
}

/// A game in that position, with Black to move.
fn at(diagram: &str, sides: Sides, rules: Rules) -> InteractiveGame {
    let komi = 10.5;
    let game = Game::from_position(Board::from_diagram(diagram), Color::Black, rules, komi);
    InteractiveGame::with_game(engine(), game, setup(5, sides), Thinking::Synchronous)
}

/// A person who types.
trait Person {
    /// Types lines. Returns the events of the last one.
    fn types(&mut self, lines: &[&str]) -> Vec<Event>;

    /// Types lines. Returns the events of the last one in words.
    fn text_after(&mut self, lines: &[&str]) -> String;

    #[track_caller]
    fn says(&mut self, line: &str, expected: &str) {
        let text = self.text_after(&[line]);
        assert!(text.contains(expected), "{line}: no '{expected}' in\n{text}");
    }
}

impl Person for InteractiveGame {
    fn types(&mut self, lines: &[&str]) -> Vec<Event> {
        let mut events = Vec::new();
        for line in lines {
            let typed = crate::parse(line, self.game().size()).expect("not empty");
            let crate::Input::Command(command) = typed.expect("it can be read") else {
                panic!("{line} is no command of the game");
            };
            events = self.execute(command);
            events = self.finish(events);
        }
        events
    }

    fn text_after(&mut self, lines: &[&str]) -> String {
        let events = self.types(lines).into_iter();
        let texts: Vec<_> = events.map(|event| event.text(self.game().size())).collect();
        texts.join("\n")
    }
}

fn stage_and_moves(play: &InteractiveGame) -> (Stage, usize) {
    (play.stage(), play.game().move_count())
}

fn moves(play: &InteractiveGame) -> String {
    let size = play.game().size();
    let all: Vec<_> = play.game().moves().map(|(_, mv)| size.show(mv)).collect();
    all.join(" ")
}

/// Both sides live, and C5 is dead. White wins by komi.
const FINISHED: &str = "
    . X . X O . O . O
    X X X X O O O O .
    . X . X O . O . O
    X X X X O O O O O
    . X O . X X O . O
    X X X . X O O O O
    . X . X X O . O .
    X X X X X O O O O
    . X . X O O . O .";

/// White's three stones on the right are dead; Black owns the rest.
const DEAD_ON_THE_RIGHT: &str = "
    . X . X O
    X X X X .
    . X . X O
    X X X X .
    . X . X O";

#[test]
fn a_move_is_answered_and_katachi_begins_as_black() {
    let mut play = new_game(7, Sides::Black);
    let events = play.types(&["d4"]);
    assert!(matches!(
        events[0],
        Event::Moved {
            by_person: true,
            color: Color::Black,
            ..
        }
    ));
    assert!(matches!(
        events[1],
        Event::Moved {
            by_person: false,
            color: Color::White,
            ..
        }
    ));
    assert_eq!(play.stage(), Stage::Person(Color::Black));

    let mut play = new_game(7, Sides::White);
    assert_eq!(play.stage(), Stage::Thinking(Color::Black));
    assert!(play.is_busy());
    play.wait();
    assert_eq!(play.stage(), Stage::Person(Color::White));
}

#[test]
fn an_illegal_move_says_why_in_words_and_changes_nothing() {
    let mut play = at(
        ". O . . .
         O . . . .
         . X O . .
         X O . O .
         . X O . .",
        Sides::Both,
        Rules::CHINESE,
    );
    play.says(
        "A5",
        "You cannot play A5: suicide; your own stone would have no liberty",
    );
    play.says("B5", "occupied; there is a stone already");
    play.types(&["C2"]);
    play.says("B2", "You cannot play B2: ko; ");
    assert_eq!(moves(&play), "C2");
}

#[test]
fn moves_are_taken_back_to_the_persons_and_made_again() {
    let mut play = new_game(7, Sides::White);
    play.wait();
    play.says("undo", "You have made no move yet");
    play.says("redo", "There is nothing to redo");
    play.types(&["D2", "F6"]);
    let all = moves(&play);
    assert_eq!(play.game().move_count(), 5);
    play.types(&["undo"]);
    assert_eq!((play.game().move_count(), play.taken_back().count()), (3, 2));
    play.types(&["undo"]);
    assert_eq!(play.stage(), Stage::Person(Color::White));
    play.says("undo", "You have made no move yet");
    play.types(&["redo"]);
    assert_eq!(play.game().move_count(), 3);
    play.types(&["redo"]);
    assert_eq!(moves(&play), all);
    play.types(&["undo 9", "redo 9"]);
    assert_eq!(moves(&play), all);
    play.types(&["undo", "B2"]);
    assert_eq!(play.taken_back().count(), 0, "another move is another game");
}

#[test]
fn katachi_waits_where_the_game_was_stepped_to() {
    let mut play = new_game(7, Sides::Black);
    play.types(&["D4", "B2"]);
    play.says("goto 6", "There is no position before move 6: use 1 to 5.");
    play.types(&["goto 2"]);
    assert_eq!(play.stage(), Stage::Waiting(Color::White));
    play.says("C3", "`go` lets it move");
    play.types(&["go"]);
    assert_eq!(stage_and_moves(&play), (Stage::Person(Color::Black), 2));
    play.says("go", "It is your turn");
}

#[test]
fn hints_and_reasons_are_given_and_a_score_is_estimated() {
    let mut play = new_game(7, Sides::Black);
    play.says("why", "No move has been made yet");
    play.says("numbers", "There are no numbers yet");
    play.says("hint", "Hint: Black ");
    play.says("numbers", "Black plays ");
    assert_eq!(play.game().move_count(), 0);
    play.types(&["D4"]);
    play.says(
        "why",
        "At level 1 Katachi chooses by shape and hardly reads. White ",
    );
    play.says("score", " % of White's.");
    play.types(&["color both", "A1"]);
    play.says("why", "At full strength Katachi plays ");
}

#[test]
fn hints_at_the_weakest_level_are_moves_of_full_strength() {
    let of_level = |level| {
        Engine::new(Settings {
            level,
            ..Settings::default()
        })
    };
    for moves in [&[][..], &["C3"], &["C3", "B2", "C4"]] {
        let begin = InteractiveGame::new(of_level(Level::MIN), setup(5, Sides::Both), Thinking::Synchronous);
        let mut play = begin.unwrap();
        play.types(moves);
        let hint = match &play.types(&["hint"])[..] {
            [Event::Hint { mv, .. }] => *mv,
            other => panic!("{other:?}"),
        };
        let game = play.game();
        let full = Player::new(of_level(Level::FULL)).choose(&Request::new(game, game.to_move()));
        assert_eq!(hint, full.mv, "after {moves:?}");
    }
}

#[test]
fn two_passes_lead_to_an_agreement_and_a_result() {
    let mut play = at(FINISHED, Sides::Black, Rules::CHINESE);
    play.says("dead C5", "The game is not over");
    play.says("done", "The game is not over");
    let text = play.text_after(&["pass"]);
    let count = "Dead (small letters): C5\nBlack 41, White 40 and komi 10.5, neutral 0: W+9.5";
    assert!(text.contains(&format!("Katachi passes.\n{count}")), "{text}");
    assert_eq!(play.stage(), Stage::Agreement);
    play.says("B2", "mark dead stones with `dead POINT`, then `done`");
    play.says("hint", "Both sides have passed");
    play.says("dead A1", "There is no stone on A1");
    play.says("done", "Result: W+9.5. Thank you for the game.");
    assert_eq!(play.record().get("RE"), Some("W+9.5"));
    play.says("done", "The game is over");
    play.types(&["undo"]);
    assert_eq!(play.stage(), Stage::Person(Color::Black));
    assert_eq!(play.record().get("RE"), None);
}

#[test]
fn marks_in_favour_of_katachi_are_accepted() {
    let mut play = at(FINISHED, Sides::Black, Rules::CHINESE);
    let text = play.text_after(&["pass", "dead C5"]);
    let alive = "No stones are dead.\nBlack 38, White 41 and komi 10.5, neutral 2: W+13.5";
    assert_eq!(text, alive);
    play.types(&["dead C5"]);
    play.says("alive c5", alive);
    play.says("done", "Result: W+13.5.");
}

#[test]
fn a_disagreement_resumes_play_and_what_nobody_captures_lives() {
    let mut play = at(FINISHED, Sides::Black, Rules::CHINESE);
    let text = play.text_after(&["pass", "dead E9"]);
    assert!(
        text.starts_with("Dead (small letters): E9 ") && text.contains("neutral 0: B+"),
        "{text}"
    );
    let text = play.text_after(&["done"]);
    assert!(text.starts_with("Katachi does not agree about E9 "), "{text}");
    assert_eq!(moves(&play), "", "the passes were an offer that was not taken");
    assert_eq!(play.stage(), Stage::Person(Color::Black));
    // Nothing is played: the stones live.
    let text = play.text_after(&["pass", "dead E9", "done"]);
    assert!(text.starts_with("Dead (small letters): C5\n"), "{text}");
    assert_eq!(play.stage(), Stage::Over(GameResult::Score(9.5)));
}

#[test]
fn after_a_disagreement_katachi_takes_off_what_is_dead() {
    let mut play = at(DEAD_ON_THE_RIGHT, Sides::White, Rules::CHINESE);
    // Katachi plays Black.
    while play.is_busy() {
        play.wait();
    }
    play.types(&["pass"]);
    assert_eq!(play.stage(), Stage::Agreement);
    let text = play.text_after(&["alive E1", "done"]);
    assert!(text.starts_with("Katachi does not agree about E1."), "{text}");
    let mut turns = 0;
    while play.stage() == Stage::Person(Color::White) && turns < 9 {
        play.types(&["pass"]);
        turns += 1;
    }
    assert!(
        play.game()
            .board()
            .is_empty(play.game().size().parse_vertex("E1").unwrap())
    );
    play.says("done", "Result: B+14.5");
}

#[test]
fn where_the_rules_know_no_agreement_two_passes_end_a_game_as_the_board_stands() {
    let mut play = at(FINISHED, Sides::Both, Rules::TROMP_TAYLOR);
    play.types(&["pass", "pass"]);
    let result = play.game().result().expect("the game is over");
    assert_eq!(result, GameResult::Score(play.game().white_lead()));
    assert_eq!(play.stage(), Stage::Over(result));
    assert_eq!(play.record().get("RE"), Some(&*result.to_string()));
}

#[test]
fn with_territory_scoring_a_dispute_is_played_out_in_the_cleanup() {
    let mut play = at(FINISHED, Sides::Black, Rules::JAPANESE);
    play.types(&["pass"]);
    assert_eq!(play.stage(), Stage::Agreement);
    play.types(&["resume"]);
    assert_eq!(play.game().phase(), Phase::Cleanup1);
    play.types(&["A1"]);
    let stored = restored(&play.saved());
    let state = |game: &Game| (game.phase(), game.move_count());
    assert_eq!(state(stored.game()), state(play.game()), "stored and resumed");
    let mut passes = 0;
    while !matches!(play.stage(), Stage::Over(_)) && passes < 12 {
        assert_eq!(play.stage(), Stage::Person(Color::Black));
        play.types(&["pass"]);
        passes += 1;
    }
    assert!(play.game().is_over());
    assert_eq!(play.result(), play.game().result());
}

#[test]
fn a_resignation_ends_the_game_until_it_is_taken_back() {
    let mut play = new_game(7, Sides::Black);
    play.types(&["D4"]);
    let text = play.text_after(&["resign"]);
    assert_eq!(text, "You resign.\nResult: W+R. Thank you for the game.");
    play.says("D5", "The game is over");
    play.says("resign", "The game is over");
    play.types(&["undo"]);
    assert_eq!(stage_and_moves(&play), (Stage::Person(Color::Black), 2));
}

#[test]
fn settings_change_during_a_game() {
    let mut play = new_game(9, Sides::Black);
    play.types(&["E5"]);
    play.says("level 3", "Level 3 from now on.");
    assert_eq!(play.engine().settings.level.number(), 3.0);
    let visits = play.engine().settings.search.and_then(|search| search.visits);
    assert_eq!(visits, None, "they would overrule the level");
    play.says("komi 5.5", "Komi 5.5.");
    play.says("handicap 3", "The next game has 3 handicap stones");
    play.says("handicap 1", "no 1 handicap stones on 9x9");
    play.says("rules japanese", "japanese rules, komi 5.5");
    let text = play.text_after(&["swap"]);
    assert!(
        text.starts_with("From now on you play White, Katachi plays Black."),
        "{text}"
    );
    assert_eq!(play.game().move_count(), 3, "it is Black's turn");
    play.types(&["new 13"]);
    assert_eq!(
        (play.game().size(), play.game().handicap()),
        (BoardSize::square(13), 3)
    );
    assert_eq!(play.stage(), Stage::Person(Color::White));
    play.says("handicap 2", "This game has 2 handicap stones");
    assert_eq!(play.game().handicap(), 2);
}

#[test]
fn both_sides_and_none_can_be_the_persons() {
    let mut play = new_game(5, Sides::Both);
    play.types(&["C3", "C2", "B2"]);
    assert_eq!(moves(&play), "C3 C2 B2");
    play.types(&["undo"]);
    assert_eq!(moves(&play), "C3 C2");
    play.types(&["undo 2", "color none"]);
    assert_eq!(
        play.stage(),
        Stage::Waiting(Color::Black),
        "moves were taken back"
    );
    play.types(&["go"]);
    assert!(matches!(play.stage(), Stage::Over(_)), "{:?}", play.stage());
}

/// A clock that the test sets, in seconds.
fn hand() -> (Arc<AtomicU64>, Clock) {
    let seconds = Arc::new(AtomicU64::new(0));
    let now = Clock::new({
        let seconds = Arc::clone(&seconds);
        move || Duration::from_secs(seconds.load(Relaxed))
    });
    (seconds, now)
}

fn set_now(play: &mut InteractiveGame, now: Clock) {
    play.clocks = Clocks::new(now, play.setup.time);
    play.update();
    play.events.clear();
}

#[test]
fn clocks_run_and_a_flag_that_falls_ends_the_game() {
    let (seconds, now) = hand();
    let mut play = InteractiveGame::new(
        engine(),
        Setup {
            time: "1m+2x10s".parse().unwrap(),
            ..setup(7, Sides::Black)
        },
        Thinking::Synchronous,
    )
    .unwrap();
    set_now(&mut play, now);
    let left = |play: &InteractiveGame, color| {
        play.time_left(color)
            .map(|left| (left.time.as_secs(), left.count))
    };
    seconds.store(20, Relaxed);
    assert_eq!(left(&play, Color::Black), Some((40, 0)));
    assert_eq!(left(&play, Color::White), Some((60, 0)));
    play.types(&["D4"]);
    assert_eq!(left(&play, Color::Black), Some((40, 0)), "Katachi took no time");
    seconds.store(65, Relaxed);
    assert_eq!(left(&play, Color::Black), Some((5, 2)));
    assert!(play.poll().is_empty());
    seconds.store(81, Relaxed);
    let events = play.poll();
    assert_eq!(
        events,
        [
            Event::Note("Your time is over (Black).".to_owned()),
            Event::Ended(GameResult::Time(Color::White))
        ]
    );
    play.says("D5", "The game is over");
    play.types(&["undo"]);
    assert_eq!(
        (play.stage(), play.time_left(Color::Black)),
        (Stage::Person(Color::Black), None)
    );
}

#[test]
fn a_move_after_the_flag_has_fallen_is_not_made() {
    let (seconds, now) = hand();
    let mut play = new_game(7, Sides::Black);
    set_now(&mut play, now);
    play.types(&["clock 1m"]);
    seconds.store(61, Relaxed);
    let text = play.text_after(&["D4"]);
    assert!(
        text.starts_with("Your time is over (Black).\nResult: W+T."),
        "{text}"
    );
    assert_eq!(play.game().move_count(), 0);
}

fn store_in(folder: &tempfile::TempDir) -> Store {
    let folder = folder.path().join("state");
    Store { folder }
}

#[test]
fn a_game_is_restored_after_the_process_is_killed_at_any_move() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let mut play = new_game(5, Sides::White);
    play.keep_in(store.slot().unwrap());
    play.wait();
    assert!(
        store.unfinished().unwrap().is_empty(),
        "the person has made no move"
    );
    let lines = "C2, level 2, clock 10m+3x30s, B4, undo, swap, komi 3.5, pass, resume, undo 2";
    for line in lines.split(", ") {
        play.types(&[line]);
        let before = (play.saved(), play.stage());
        // The program is gone, and its lock with it.
        drop(play);
        let left = store.unfinished().unwrap().remove(0);
        let saved = left.saved.unwrap();
        assert_eq!(saved, before.0, "{line}");
        play = restored(&saved);
        assert_eq!(play.stage(), before.1, "{line}");
        play.keep_in(left.slot);
        assert_eq!(
            play.finish(Vec::new()).len(),
            usize::from(before.1 == Stage::Agreement)
        );
        assert_eq!(play.saved(), before.0, "{line}");
        assert!(store.unfinished().unwrap().is_empty(), "it is locked");
    }
}

#[test]
fn a_finished_game_is_archived_and_not_offered() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let mut play = new_game(5, Sides::Black);
    play.keep_in(store.slot().unwrap());
    play.types(&["C3", "resign"]);
    drop(play);
    assert!(store.unfinished().unwrap().is_empty());
    let record = std::fs::read_to_string(folder.path().join("state/records/0001.sgf")).unwrap();
    assert!(record.contains("RE[W+R]"), "{record}");

    let mut play = new_game(5, Sides::Black);
    play.keep_in(store.slot().unwrap());
    let text = play.text_after(&["C3", "new"]);
    assert!(text.contains("0002.sgf"), "{text}");
    assert!(store.unfinished().unwrap().is_empty());
}

#[test]
fn two_games_have_two_slots_and_damage_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let (one, two) = (store.slot().unwrap(), store.slot().unwrap());
    assert_ne!(one.path(), two.path());
    std::fs::write(one.path(), "{\"version\": 1").unwrap();
    let path = one.path().to_owned();
    drop(one);
    let left = store.unfinished().unwrap();
    assert_eq!(left.len(), 1);
    assert!(left[0].saved.is_err());
    assert!(path.exists(), "what cannot be read is left alone");
}

#[test]
fn games_are_saved_and_loaded_and_files_of_others_are_spared() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut play = new_game(5, Sides::Both);
    play.types(&["C3", "C2", "B2"]);
    let (mine, theirs) = (path("my game.sgf"), path("theirs.sgf"));
    play.says(&format!("save {mine}"), "The game is in ");
    std::fs::write(&theirs, "(;GM[1]AP[CGoban:3]SZ[9];B[ee];W[gg])").unwrap();
    play.says(&format!("save {theirs}"), "choose another name, or save! ");
    play.says(&format!("save {}", path("no/where.sgf")), "Cannot write ");
    play.says("load nowhere.sgf", "Cannot load nowhere.sgf: ");
    assert_eq!(moves(&play), "C3 C2 B2");
    play.says(
        &format!("load {theirs} 2"),
        "before move 2 of 2; redo goes forward",
    );
    assert_eq!((moves(&play).as_str(), play.taken_back().count()), ("E5", 1));
    play.says(&format!("load {mine} 9"), "There is no position before move 9");
    play.says(&format!("load {mine}"), "is loaded, 3 moves");
    assert_eq!(moves(&play), "C3 C2 B2");
}

#[test]
fn an_opened_record_is_stored_and_saved_with_all_that_it_has() {
    const RECORD: &str = "(;GM[1]SZ[5]PB[Ann]PW[Bob]RE[B+R]C[Hello];B[cc](;W[cb]C[Why];B[bb])(;W[bc]))";
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(&folder);
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, RECORD).unwrap();
    let mut play = new_game(5, Sides::Both);
    play.keep_in(store.slot().unwrap());
    let load = format!("load {}", file.display());
    for (line, result) in [
        (load.as_str(), Some("B+R")),
        ("undo 2", Some("B+R")),
        ("A1", None),
    ] {
        play.types(&[line]);
        assert_eq!(play.opened_text("RE"), result, "{line}");
        let before = play.saved();
        drop(play);
        let left = store.unfinished().unwrap().remove(0);
        play = restored(&left.saved.unwrap());
        play.keep_in(left.slot);
        assert_eq!(play.saved(), before, "{line}");
        assert_eq!(play.opened_text("PB"), Some("Ann"));
        assert_eq!(play.comment_on(&[]).as_deref(), Some("Hello"));
        let text = play.tree().to_sgf();
        for kept in ["PW[Bob]", "C[Why]", "W[bc]", "B+R"] {
            assert!(text.contains(kept), "{line}: no {kept} in {text}");
        }
        let result = play.opened_text("RE").map(str::to_owned);
        assert!(line != "A1" || result.as_deref() == Some("?"), "{result:?}");
    }
    play.types(&["new"]);
    assert_eq!((play.opened_text("PB"), play.comment_on(&[])), (None, None));
    assert_eq!(play.record().get("PB"), Some("You"));
}

#[test]
fn in_the_background_the_engine_thinks_while_the_person_does_other_things() {
    let mut play =
        InteractiveGame::new(engine(), setup(7, Sides::White), Thinking::Background(None)).unwrap();
    assert_eq!(play.stage(), Stage::Thinking(Color::Black));
    let refused = play.execute(Command::Play(Move::Pass));
    assert_eq!(refused, [Event::Refused(Refusal::THINKING)]);
    play.execute(Command::Go);
    let events = play.wait();
    assert!(matches!(events[0], Event::Moved { by_person: false, .. }));
    // A move that is taken back while it is answered.
    let point = play.game().legal_moves(Color::White).next().unwrap();
    play.execute(Command::Play(point));
    play.execute(Command::Undo(1));
    assert_eq!(
        (play.stage(), play.is_busy()),
        (Stage::Person(Color::White), false)
    );
    play.execute(Command::Hint);
    assert!(matches!(play.wait()[0], Event::Hint { .. }));
    assert_eq!(play.game().move_count(), 1);
}

#[test]
fn the_engine_ponders_only_if_the_settings_say_so_and_until_the_next_task() {
    for ponders in [false, true] {
        let mut engine = engine();
        engine.settings.time.ponder = ponders;
        let mut play =
            InteractiveGame::new(engine, setup(7, Sides::Black), Thinking::Background(None)).unwrap();
        assert_eq!(play.worker.is_pondering, ponders, "before the first move");
        play.execute(Command::Hint);
        assert!(play.is_busy() && !play.worker.is_pondering);
        assert!(matches!(play.wait()[0], Event::Hint { .. }));
        assert_eq!(play.worker.is_pondering, ponders, "again after the hint");
        let point = play.game().legal_moves(Color::Black).next().unwrap();
        play.execute(Command::Play(point));
        assert!(!play.worker.is_pondering, "it is Katachi's turn");
        play.wait();
        assert_eq!(play.worker.is_pondering, ponders, "the person's second move");
        play.execute(Command::Resign);
        assert!(!play.worker.is_pondering, "the game is over");
    }
}

/// Black can save four stones at C3 or B3, or White captures them.
const STONES_IN_ATARI: &str = "
    . . . . . . .
    . X X . . O .
    . X . O O . .
    . X O X X O .
    . X O X X . .
    . . X O O O .
    . . . . . . .";

/// Whether stones are captured, the game of a lesson depends on the next move.
fn lesson(strictness: Option<Strictness>) -> InteractiveGame {
    let mut play = at(STONES_IN_ATARI, Sides::Black, Rules::CHINESE);
    play.execute(Command::Teach(strictness));
    play
}

#[test]
fn a_bad_move_is_questioned_before_the_answer_and_can_be_taken_back() {
    let mut play = lesson(Some(Strictness::Normal));
    let events = play.types(&["A1"]);
    let [Event::Moved { by_person: true, .. }, Event::Warned(_)] = &events[..] else {
        panic!("{events:?}");
    };
    let text = events[1].text(play.game().size());
    assert!(
        text.starts_with("Black A1: ") && text.ends_with(" Take it back?"),
        "{text}"
    );
    assert!(text.contains("You lose about "), "{text}");
    assert_eq!(
        (play.stage(), moves(&play).as_str()),
        (Stage::Waiting(Color::White), "A1")
    );
    play.says("B1", "Your last move is in question: `undo` takes it back");
    play.says("better", "Better:");
    let warning = play.warning().expect("the question is open");
    let better = *warning.better.as_ref().expect("it was asked for").mv;
    play.types(&["undo"]);
    assert!(play.stage() == Stage::Person(Color::Black) && play.warning().is_none());
    play.says("better", "No move of yours is in question");
    let events = play.execute(Command::Play(better));
    let events = play.finish(events);
    assert!(
        matches!(events[..], [Event::Moved { .. }, Event::Moved { .. }]),
        "{events:?}"
    );
}

#[test]
fn a_questioned_move_is_kept_by_go_or_by_playing_it_again() {
    let mut play = lesson(Some(Strictness::Normal));
    play.types(&["A1", "go"]);
    assert_eq!(stage_and_moves(&play), (Stage::Person(Color::Black), 2));
    let mut play = lesson(Some(Strictness::Normal));
    play.types(&["A1", "undo", "A1"]);
    assert_eq!(stage_and_moves(&play), (Stage::Person(Color::Black), 2));
}

#[test]
fn nothing_is_judged_without_teaching_or_where_no_answer_follows() {
    let mut play = lesson(None);
    assert_eq!(play.types(&["A1"]).len(), 2);
    assert!(play.warning().is_none());
    let mut play = lesson(Some(Strictness::Strict));
    play.types(&["color both", "A1"]);
    assert!(play.stage() == Stage::Person(Color::White) && play.warning().is_none());
    let mut play = lesson(Some(Strictness::Normal));
    play.says("teach off", "Teaching is off.");
    play.says("teach", "Teaching is on: you are told of mistakes and blunders.");
    play.says("teach gentle", "you are told of blunders.");
}

#[test]
fn a_move_of_the_opening_that_nobody_plays_is_questioned_though_no_search_can_tell() {
    for (strictness, is_asked) in [(Strictness::Strict, true), (Strictness::Gentle, false)] {
        let mut play = new_game(19, Sides::Black);
        play.execute(Command::Teach(Some(strictness)));
        play.types(&["T10"]);
        assert_eq!(play.warning().is_some(), is_asked);
        if is_asked {
            let text = "Good players seldom play T10 here, and Katachi cannot tell what it loses.";
            assert_eq!(play.warning().expect("it is asked").text, text);
            play.says("better", "Good players seldom play so in the opening; usual are ");
        }
    }
}

#[test]
fn teaching_is_kept_with_a_stored_game_and_the_clocks_stand_still_meanwhile() {
    let (now, clock) = hand();
    let mut play = lesson(Some(Strictness::Gentle));
    set_now(&mut play, clock);
    play.types(&["clock 10m", "A1"]);
    assert!(play.warning().is_some());
    now.store(60, Relaxed);
    let left = Color::BOTH.map(|color| play.time_left(color).expect("a clock").time);
    assert_eq!(left, [Duration::from_secs(600); 2]);
    let again = restored(&play.saved());
    assert_eq!(again.teaching(), Some(Strictness::Gentle));
}

#[cfg(unix)]
#[test]
fn a_move_is_kept_without_the_judgement_of_a_judge_that_does_not_answer() {
    let mut play =
        InteractiveGame::new(engine(), setup(5, Sides::Black), Thinking::Background(None)).unwrap();
    play.judge = Some(SharedJudge::start("sh -c 'cat >/dev/null'", 20));
    play.execute(Command::Teach(Some(Strictness::Strict)));
    let mv = play.game().size().parse_move("A1").unwrap();
    play.execute(Command::Play(mv));
    assert!(play.is_judging());
    let events = play.execute(Command::Go);
    let events = play.finish(events);
    assert!(
        matches!(events[..], [Event::Moved { by_person: false, .. }]),
        "{events:?}"
    );
    assert!(play.judge.is_some(), "it may still start");
}

/// The moves of a game with one more.
fn line_with(play: &InteractiveGame, moves: usize, vertex: &str) -> Vec<(Color, Move)> {
    let mut line: Vec<_> = play.game().moves().take(moves).collect();
    let color = line.last().map_or(Color::Black, |(color, _)| color.opposite());
    line.push((color, play.game().size().parse_move(vertex).unwrap()));
    line
}

#[test]
fn a_tried_move_is_kept_beside_the_game_and_in_its_record() {
    let mut play = new_game(5, Sides::Both);
    play.types(&["c3", "c4", "b4"]);
    let line = line_with(&play, 1, "d4");
    assert!(play.try_line(&line).is_empty());
    play.set_comment(&line, "Tried");
    play.set_comment(&line[..1], "The middle");
    assert_eq!(
        (moves(&play).as_str(), play.comment_on(&line[..1]).as_deref()),
        ("C3 C4 B4", Some("The middle"))
    );
    assert_eq!(play.comment_on(&line).as_deref(), Some("Tried"));
    let games: Vec<bool> = play.variations().iter().map(|found| found.is_game).collect();
    assert_eq!(games, [true, true, true, false]);
    assert_eq!(play.opened_text("PB"), None, "no record was opened");
    let text = play.tree().to_sgf();
    for part in ["PB[You]", "C[Tried]", "C[The middle]", "W[db]"] {
        assert!(text.contains(part), "no {part} in {text}");
    }

    // It is kept for the next start, and the game goes on without it.
    let again = restored(&play.saved());
    assert_eq!(
        (moves(&again), again.variations()),
        (moves(&play), play.variations())
    );
    assert_eq!(again.opened_text("PB"), None);
    play.types(&["a1"]);
    assert_eq!(play.variations().len(), 5);

    assert!(play.remove_line(&line).is_empty());
    assert_eq!(play.variations().len(), 4);
    let game: Vec<_> = play.game().moves().take(1).collect();
    assert_eq!(play.remove_line(&game), [Event::Refused(Refusal::NO_VARIATION)]);
    let occupied = line_with(&play, 1, "c3");
    assert!(play.try_line(&occupied)[0].is_refusal());
}

#[test]
fn a_move_that_is_tried_after_moves_were_taken_back_does_not_continue_the_record() {
    let mut play = new_game(5, Sides::Both);
    play.types(&["c3", "c4", "b4", "d4", "undo 2"]);
    let line = line_with(&play, 2, "a1");
    assert!(play.try_line(&line).is_empty());
    let record = Record::from_tree(&play.tree()).unwrap();
    let game = game_of(&record, usize::MAX).unwrap();
    assert_eq!(game.move_count(), 2, "{}", play.tree().to_sgf());
    let again = restored(&play.saved());
    assert_eq!(again.variations(), play.variations());
    play.types(&["redo 2"]);
    assert_eq!(moves(&play), "C3 C4 B4 D4");
    assert_eq!(Record::from_tree(&play.tree()).unwrap().move_count(), 4);
}
