// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab tactics` from outside: questions are drawn and answered, and nothing of the held-out half is
//! shown.

use std::fs;

use katachi_engine::reading::Reader;
use katachi_lab::judgement::Half;
use katachi_lab::tactics::{self, Checked, Found, GtpReader, Kind, Question, QuestionSet, Truth};
use katachi_rules::{Color, Point};
use rayon::prelude::*;

use crate::Folder;

/// The program as a judge over GTP, quoted as one word.
fn program() -> String {
    format!("'{} gtp'", env!("CARGO_BIN_EXE_katachi-lab"))
}

impl Folder {
    /// Adds games on 9x9 that begin with these stones and go on in the right half of the board, far from
    /// them.
    fn add_games(&self, name: &str, diagram: &str) {
        let points = |color| {
            let rows = diagram.split_whitespace().enumerate();
            let stones = rows.flat_map(|(y, row)| row.char_indices().map(move |(x, c)| (x, y, c)));
            let of_color = stones.filter(|&(.., c)| c == color);
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

    /// Makes questions of games. The other judge is the program itself.
    #[track_caller]
    fn make(&self, arguments: &str) {
        self.output(&format!(
            "tactics make --nodes 1000 --judge {} {arguments}",
            program()
        ));
    }

    fn read(&self, name: &str) -> QuestionSet {
        QuestionSet::read(&self.path(name)).unwrap()
    }

    /// The words of the row of a set in the table that scoring prints.
    #[track_caller]
    fn row(&self, name: &str, arguments: &str) -> Vec<String> {
        let table = self.output(&format!("tactics score {name}.txt {arguments}"));
        let row = table.lines().find(|line| line.starts_with(name));
        row.unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    }
}

/// A point as SGF names it, from the upper left.
fn point(x: usize, y: usize) -> String {
    [x, y].map(|n| char::from(b'a' + n as u8)).iter().collect()
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
        let is = |q: &&Question, truth| q.kind != Kind::Eye && q.truths.iter().all(|&t| t == truth);
        let count = |truth| questions.iter().filter(|q| is(q, truth)).count();
        let difference = count(Truth::Yes).abs_diff(count(Truth::No));
        assert!(difference <= 1, "{}", path.display());
        files += 1;
    }
    assert!(files >= 4);
}

#[test]
fn questions_are_drawn_and_a_file_is_gone_on_with() {
    for kind in ["attack", "connect"] {
        let folder = Folder::new().with_games();
        let make =
            |name: &str, count| folder.make(&format!("games.sgf --kind {kind} -o {name} --count {count}"));
        make("in-parts.txt.gz", 2);
        assert_eq!(folder.read("in-parts.txt.gz").questions.len(), 2);
        make("in-parts.txt.gz", 4);
        make("at-once.txt", 4);
        let [in_parts, at_once] =
            ["in-parts.txt.gz", "at-once.txt"].map(|name| folder.read(name).to_string());
        assert_eq!(in_parts, at_once);
        let error = folder.error("tactics make games.sgf -o at-once.txt --kind kill --count 4 --exhaustive");
        assert!(error.contains("give another name, or delete it"), "{error}");
    }
}

#[test]
fn a_race_has_two_answers() {
    let folder = Folder::new();
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
    folder.make("races.sgf -o race.txt --kind race --count 2");
    let questions = folder.read("race.txt").questions;
    let mut answers: Vec<_> = questions
        .iter()
        .map(|q| (q.board.cell(q.stones[0]).color().unwrap(), q.truths.clone()))
        .collect();
    answers.sort_unstable_by_key(|(_, truths)| truths.clone());
    let expected = [
        (Color::White, vec![Truth::No; 2]),
        (Color::Black, vec![Truth::Yes; 2]),
    ];
    assert_eq!(answers, expected);
    for half in ["development", "held-out"] {
        for engine in [String::new(), format!("--engine {}", program())] {
            let row = folder.row("race", &format!("--half {half} {engine}"));
            assert_eq!(row[1], row[2], "{row:?}");
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
    let folder = Folder::new();
    // Three points can be killed, four cannot.
    folder.add_games("small.sgf", CORNERS);
    let make = "tactics make small.sgf -o kill.txt --kind kill --exhaustive";
    folder.output(&format!("{make} --count 4"));
    let set = folder.read("kill.txt");
    assert!(set.header.origin.ends_with("judges: exhaustive search"));
    assert_eq!(set.questions.len(), 4);
    for question in &set.questions {
        let (truth, moves) = match question.stones[0].y() {
            0..=2 => (Truth::Yes, 1),
            _ => (Truth::No, 0),
        };
        assert_eq!(
            (question.found, &question.truths[..], question.moves.len()),
            (Found::Searched, &[truth][..], moves),
            "{question}"
        );
    }
    for half in [Half::Development, Half::HeldOut] {
        let asked = set.questions.iter().filter(|q| q.half == half).count();
        let table = folder.output(&format!("tactics score kill.txt --half {half}"));
        let line = format!("exhaustive search answers {asked}, contradictions: 0\n");
        assert_eq!(table.contains(&line), asked > 0, "{table}");
    }
    let error = folder.error(&format!("{make} --nodes 5"));
    assert!(error.contains("cannot be used with"), "{error}");
}

#[test]
fn small_eye_spaces_are_answered_by_exhaustive_search_alone() {
    let folder = Folder::new();
    // Three points are a second eye for who moves first, four are two eyes whoever does.
    folder.add_games("eyes.sgf", CORNERS);
    folder.output("tactics make eyes.sgf -o eye.txt --kind eye --exhaustive --count 4");
    let questions = folder.read("eye.txt").questions;
    let three = questions.iter().filter(|q| q.stones[1] == Point::new(0, 0));
    assert!(three.clone().count() > 0);
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
        // Each question makes the whole analysis of its position.
        questions.extend(asked.step_by(4));
    }
    let check = |question| {
        let answered = tactics::answer(&mut GtpReader::own(Reader::QUESTION_NODES), question).unwrap();
        let mut checked = Checked::default();
        checked.add(question, &answered);
        checked
    };
    let checked: Vec<Checked> = questions.par_iter().map(check).collect();
    assert!(checked.iter().map(|checked| checked.solved).sum::<usize>() >= 10);
    for (question, checked) in questions.iter().zip(&checked) {
        let contradictions = checked.called_dead + checked.called_alive;
        assert_eq!((contradictions, checked.false_truths), (0, 0), "{question}");
    }
}

#[test]
fn answers_are_counted_and_only_those_of_the_development_half_are_shown() {
    let folder = Folder::new().with_games();
    folder.make("games.sgf -o attack.txt --kind attack --count 8");
    let questions = folder.read("attack.txt").questions;
    for half in [Half::Development, Half::HeldOut] {
        let asked = questions.iter().filter(|q| q.half == half).count();
        let row = folder.row("attack", &format!("--half {half}"));
        assert_eq!(row[1], asked.to_string(), "{row:?}");
    }
    for more in ["--list", "--show 1"] {
        let error = folder.error(&format!("tactics score attack.txt --half held-out {more}"));
        assert!(error.contains("only the table is printed"), "{error}");
    }
    for question in &questions {
        let show = format!("tactics score attack.txt --show {}", question.number);
        match question.half {
            Half::Development => assert!(folder.output(&show).contains("true is")),
            Half::HeldOut => _ = folder.error(&show),
        }
    }
    // A program answers what it says over GTP.
    let engine = format!("--engine {}", program());
    assert_eq!(folder.row("attack", &engine)[..3], folder.row("attack", "")[..3]);
}
