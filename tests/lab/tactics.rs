// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab tactics` from outside: questions are drawn and answered, and nothing of the held-out half is
//! shown.

use std::fs;

use katachi_lab::judgement::Half;
use katachi_lab::tactics::{self, Checked, Found, OwnReader, QuestionSet, Truth};
use katachi_rules::{Color, Point};
use rayon::prelude::*;
use snapbox::cmd::OutputAssert;

use crate::folder::Folder;

impl Folder {
    fn tactics(&self, arguments: &[&str]) -> OutputAssert {
        self.run(&[&["tactics"], arguments].concat())
    }

    /// Adds games on 9x9 that begin with these stones and go on in the right half of the board, far from
    /// them.
    fn add_games(&self, name: &str, diagram: &str) {
        let points = |color| {
            let rows = diagram.split_whitespace().enumerate();
            let stones = rows.flat_map(|(y, row)| row.char_indices().map(move |(x, c)| (x, y, c)));
            let of_color = stones.filter(move |&(.., c)| c == color);
            of_color
                .map(|(x, y, _)| format!("[{}]", point(x, y)))
                .collect::<String>()
        };
        let far: Vec<String> = (6..9).flat_map(|x| (3..6).map(move |y| point(x, y))).collect();
        let game = |number: usize| {
            let moves = (0..8).map(|m| format!(";{}[{}]", ["B", "W"][m % 2], far[(m + number) % 9]));
            let stones = format!("AB{}AW{}", points('X'), points('O'));
            format!("(;SZ[9]{stones}{})\n", moves.collect::<String>())
        };
        self.file(name, (0..9).map(game).collect::<String>());
    }

    /// The other judge is the program itself.
    fn make(&self, output: &str, more: &[&str]) -> OutputAssert {
        self.make_of("games.sgf", output, more)
    }

    fn make_of(&self, games: &str, output: &str, more: &[&str]) -> OutputAssert {
        let judge = format!(
            "{} gtp",
            shlex::try_quote(env!("CARGO_BIN_EXE_katachi-lab")).unwrap()
        );
        let arguments = ["make", games, "-o", output, "--nodes", "1000", "--judge", &judge];
        self.tactics(&[&arguments[..], more].concat())
    }

    fn questions(&self, name: &str) -> QuestionSet {
        QuestionSet::read(&self.path(name)).unwrap()
    }
}

/// A point as SGF names it, from the upper left.
fn point(x: usize, y: usize) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    format!("{}{}", letter(x), letter(y))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_questions_of_the_repository_have_possible_moves_and_as_many_yes_as_no() {
    let folder = crate::repository().join("tests/data/tactics");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let questions = QuestionSet::read(&path).unwrap().questions;
        for question in &questions {
            let owner = question.board.cell(question.stones[0]).color().unwrap();
            let first = question.kind.first(owner);
            // A ko that may not be retaken yet is retaken after a threat.
            let is_move =
                |&point| question.board.is_legal(first, point) || question.board.ko() == Some((point, first));
            let number = question.number;
            assert!(
                question.moves.iter().all(is_move),
                "{number} of {}",
                path.display()
            );
        }
        let count = |truth| questions.iter().filter(|q| q.truth() == Some(truth)).count();
        assert!(
            count(Truth::Yes).abs_diff(count(Truth::No)) <= 1,
            "{}",
            path.display()
        );
        files += 1;
    }
    assert!(files >= 4);
}

#[test]
fn questions_are_drawn_and_a_file_is_gone_on_with() {
    let folder = Folder::with_games();
    for kind in ["attack", "connect"] {
        let name = format!("{kind}.txt.gz");
        folder.make(&name, &["--kind", kind, "--count", "2"]).success();
        assert_eq!(folder.questions(&name).questions.len(), 2);
        folder.make(&name, &["--kind", kind, "--count", "4"]).success();
        folder
            .make("at-once.txt", &["--kind", kind, "--count", "4"])
            .success();
        assert_eq!(
            folder.questions(&name).to_string(),
            folder.questions("at-once.txt").to_string()
        );
        fs::remove_file(folder.path("at-once.txt")).unwrap();
    }
    let other = folder.make("attack.txt.gz", &["--kind", "defend", "--count", "4"]);
    let error = text(&other.failure().get_output().stderr);
    assert!(error.contains("give another name, or delete it"), "{error}");
}

#[test]
fn a_race_has_two_answers() {
    let folder = Folder::with_games();
    // The first to move wins: Black needs three moves, White four.
    folder.add_games(
        "races.sgf",
        ".X..O.X..
         .XOOOOX..
         .XOXXXX..
         XXOX.....
         OOOX.....
         XXXX.....
         .........
         .........
         .........",
    );
    let race = ["--kind", "race", "--count", "2"];
    folder.make_of("races.sgf", "race.txt", &race).success();
    let questions = folder.questions("race.txt").questions;
    let mut answers: Vec<_> = questions
        .iter()
        .map(|q| (q.board.cell(q.stones[0]).color().unwrap(), q.truths.clone()))
        .collect();
    answers.sort_unstable_by_key(|(_, truths)| truths.clone());
    assert_eq!(
        answers,
        [
            (Color::White, vec![Truth::No; 2]),
            (Color::Black, vec![Truth::Yes; 2])
        ]
    );
    let program = format!(
        "{} gtp",
        shlex::try_quote(env!("CARGO_BIN_EXE_katachi-lab")).unwrap()
    );
    for half in ["development", "held-out"] {
        for more in [&[][..], &["--engine", &program]] {
            let scored = folder
                .tactics(&[&["score", "race.txt", "--half", half], more].concat())
                .success();
            let table = text(&scored.get_output().stdout);
            let row = table.lines().find(|line| line.starts_with("race")).unwrap();
            let row: Vec<&str> = row.split_whitespace().collect();
            assert_eq!(row[1], row[2], "{table}");
        }
    }
}

/// Two groups in corners: one has three points in a row, the other four.
const CORNERS: &str = "...XO....
    XXXXO....
    OOOOO....
    .........
    .........
    .........
    OOOOOO...
    XXXXXO...
    ....XO...";

#[test]
fn small_groups_are_answered_by_exhaustive_search_alone() {
    let folder = Folder::with_games();
    // Three points can be killed, four cannot.
    folder.add_games("small.sgf", CORNERS);
    let small = [
        "make",
        "small.sgf",
        "-o",
        "kill.txt",
        "--kind",
        "kill",
        "--exhaustive",
    ];
    folder
        .tactics(&[&small[..], &["--count", "4"]].concat())
        .success();
    let set = folder.questions("kill.txt");
    assert_eq!(set.header.judges, "exhaustive search");
    assert_eq!(set.questions.len(), 4);
    for question in &set.questions {
        assert_eq!(question.found, Found::Searched);
        let (truth, moves) = match question.stones[0].y() {
            0..=2 => (Truth::Yes, 1),
            _ => (Truth::No, 0),
        };
        assert_eq!(
            (&question.truths[..], question.moves.len()),
            (&[truth][..], moves),
            "{question}"
        );
    }
    let asked = |half| set.questions.iter().filter(|q| q.half == half).count();
    for half in [Half::Development, Half::HeldOut] {
        let table = folder
            .tactics(&["score", "kill.txt", "--half", &half.to_string()])
            .success();
        let table = text(&table.get_output().stdout);
        let line = format!("exhaustive search answers {}, contradictions: 0\n", asked(half));
        assert_eq!(table.contains(&line), asked(half) > 0, "{table}");
    }
    let refused = folder.tactics(&[&small[..], &["--nodes", "5"]].concat());
    assert!(text(&refused.failure().get_output().stderr).contains("cannot be used with"));
}

#[test]
fn small_eye_spaces_are_answered_by_exhaustive_search_alone() {
    let folder = Folder::with_games();
    // Three points are a second eye for who moves first, four are two eyes whoever does.
    folder.add_games("eyes.sgf", CORNERS);
    let eyes = [
        "make",
        "eyes.sgf",
        "-o",
        "eye.txt",
        "--kind",
        "eye",
        "--exhaustive",
        "--count",
        "4",
    ];
    folder.tactics(&eyes).success();
    let questions = folder.questions("eye.txt").questions;
    let three: Vec<_> = questions
        .iter()
        .filter(|q| q.stones[1] == Point::new(0, 0))
        .collect();
    assert!(!three.is_empty());
    for question in three {
        let line = question.to_string();
        assert!(line.contains(" eye A8,A9 - 1,2 searched B9 "), "{line}");
    }
    assert!(questions.iter().all(|q| q.stones[1] != Point::new(0, 8)));
}

#[test]
fn no_plain_answer_about_a_small_group_is_the_contrary_of_exhaustive_search() {
    let folder = crate::repository().join("tests/data/tactics");
    let mut questions = Vec::new();
    for file in ["kill-small.txt.gz", "live-small.txt.gz"] {
        let asked = QuestionSet::read(&folder.join(file)).unwrap().questions;
        let asked = asked.into_iter().filter(|q| q.half == Half::Development);
        questions.extend(asked.step_by(2));
    }
    let check = |question| {
        let answered = tactics::answer(&mut OwnReader::new(5_000), question).unwrap();
        let mut checked = Checked::default();
        checked.add(question, &answered);
        checked
    };
    let checked: Vec<Checked> = questions.par_iter().map(check).collect();
    let sum = |count: fn(&Checked) -> usize| checked.iter().map(count).sum::<usize>();
    assert!(sum(|checked| checked.solved) >= 10);
    for (question, checked) in questions.iter().zip(&checked) {
        let contradictions = checked.called_dead + checked.called_alive;
        assert_eq!((contradictions, checked.false_truths), (0, 0), "{question}");
    }
}

#[test]
fn answers_are_counted_and_only_those_of_the_development_half_are_shown() {
    let folder = Folder::with_games();
    folder
        .make("attack.txt", &["--kind", "attack", "--count", "8"])
        .success();
    let questions = folder.questions("attack.txt").questions;
    let number_of = |half| questions.iter().filter(|q| q.half == half).count();
    for half in [Half::Development, Half::HeldOut] {
        let name = half.to_string();
        let table = folder
            .tactics(&["score", "attack.txt", "--half", &name])
            .success();
        let table = text(&table.get_output().stdout);
        let row = table.lines().find(|line| line.starts_with("attack")).unwrap();
        let asked: usize = row.split_whitespace().nth(1).unwrap().parse().unwrap();
        assert_eq!(asked, number_of(half), "{table}");
    }
    for more in [&["--list"][..], &["--causes"], &["--show", "1"]] {
        let refused = folder.tactics(&[&["score", "attack.txt", "--half", "held-out"], more].concat());
        let error = text(&refused.failure().get_output().stderr);
        assert!(error.contains("only the table is printed"), "{error}");
    }
    for question in &questions {
        let shown = folder.tactics(&["score", "attack.txt", "--show", &question.number.to_string()]);
        match question.half {
            Half::Development => {
                let shown = text(&shown.success().get_output().stdout);
                assert!(shown.contains("true is"), "{shown}");
            }
            Half::HeldOut => {
                shown.failure();
            }
        }
    }
}

#[test]
fn a_program_answers_what_it_says_over_gtp() {
    let folder = Folder::with_games();
    folder
        .make("attack.txt", &["--kind", "attack", "--count", "6"])
        .success();
    let program = format!(
        "{} gtp",
        shlex::try_quote(env!("CARGO_BIN_EXE_katachi-lab")).unwrap()
    );
    let right = |arguments: &[&str]| {
        let scored = folder
            .tactics(&[&["score", "attack.txt"], arguments].concat())
            .success();
        let table = text(&scored.get_output().stdout);
        let row = table.lines().find(|line| line.starts_with("attack")).unwrap();
        let row: Vec<&str> = row.split_whitespace().collect();
        (row[1].to_string(), row[2].to_string())
    };
    assert_eq!(right(&["--engine", &program]), right(&[]));
}
