// SPDX-License-Identifier: MIT OR Apache-2.0

//! Boxes, days, and files in every state.

use katachi_rules::{BoardSize, Game, Rules};
use tempfile::TempDir;

use super::*;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

fn open(folder: &Path) -> anyhow::Result<Book> {
    Book::at(&Place::Folder(folder.to_owned()))
}

fn day(text: &str) -> Day {
    text.parse().expect("a date")
}

/// A problem on a board of that side.
fn problem(side: u8) -> Problem {
    let game = Game::new(BoardSize::square(side), Rules::CHINESE, 7.5);
    let mistake = game.size().parse_move("A1").expect("a point");
    Problem::of_mistake(format!("{side}x{side}"), &game, mistake)
}

#[test]
fn numbers_of_answers_do_not_overflow() {
    let full = format!(
        r#"{{"version":1,"problems":[{{"id":"1","name":"a","kind":"life","record":"(;SZ[5])","asked":{0},"right":{0}}}],"reviewed":{{}}}}"#,
        u32::MAX
    );
    let place = Place::Text(std::sync::Arc::new(std::sync::Mutex::new(full)));
    let mut book = Book::at(&place).unwrap();
    book.answer("1", true, Day::today()).unwrap();
    let history = book.card("1").unwrap().history();
    assert!(history.starts_with("4294967295 of 4294967295"), "{history}");
}

#[test]
fn a_right_answer_is_asked_later_and_a_wrong_one_tomorrow() {
    let folder = folder();
    let mut book = open(folder.path()).unwrap();
    let id = book.add(problem(5)).unwrap();
    let mut today = day("2026-11-26");
    let mut waits = Vec::new();
    for is_right in [true, true, true, true, true, true, false, true] {
        assert_eq!(book.due(today, false, None), std::slice::from_ref(&id));
        book.answer(&id, is_right, today).unwrap();
        let next = book.outlook(None).1.expect("it is due again");
        let mut wait = 0;
        while today < next {
            assert!(book.due(today, false, None).is_empty());
            assert_eq!(book.due(today, true, None).len(), 1);
            (today, wait) = (today.after(1), wait + 1);
        }
        waits.push(wait);
    }
    assert_eq!(waits, [2, 4, 8, 16, 32, 32, 1, 2]);
    assert_eq!(book.card(&id).unwrap().history(), "7 of 8 right so far");
}

#[test]
fn the_oldest_come_first_then_new_ones() {
    let folder = folder();
    let mut book = open(folder.path()).unwrap();
    let ids: Vec<String> = [5, 6, 7, 8].map(|side| book.add(problem(side)).unwrap()).into();
    assert_eq!(book.add(problem(6)).unwrap(), ids[1], "it is there already");
    let today = day("2026-11-26");
    book.answer(&ids[3], false, day("2026-11-20")).unwrap();
    book.answer(&ids[2], false, day("2026-11-19")).unwrap();
    book.answer(&ids[0], true, today).unwrap();
    let order = |all| {
        let due = book.due(today, all, None).into_iter();
        due.map(|id| ids.iter().position(|i| *i == id))
            .collect::<Vec<_>>()
    };
    assert_eq!(order(false), [Some(2), Some(3), Some(1)]);
    assert_eq!(order(true), [Some(2), Some(3), Some(1), Some(0)]);
    assert_eq!(book.due(today, false, Some(&ids[3..])), ids[3..]);
}

#[test]
fn results_are_there_again_on_another_day() {
    let folder = folder();
    let mut book = open(folder.path()).unwrap();
    let id = book.add(problem(5)).unwrap();
    book.set_reviewed("abc".to_owned(), vec![id.clone()]);
    book.answer(&id, true, day("2026-11-26")).unwrap();
    let card = book.card(&id).cloned();
    let error = open(folder.path()).unwrap_err();
    assert!(
        format!("{error:#}").ends_with("quiz.json: another quiz is running; end it first"),
        "{error:#}"
    );
    drop(book);
    let book = open(folder.path()).unwrap();
    assert_eq!(book.card(&id).cloned(), card);
    assert_eq!(book.reviewed("abc"), Some(&[id][..]));
    assert_eq!(book.reviewed("abd"), None);
}

#[test]
fn a_damaged_file_is_told_and_stays_as_it_is() {
    let folder = folder();
    let file = folder.path().join(NAME);
    let mut book = open(folder.path()).unwrap();
    let id = book.add(problem(5)).unwrap();
    book.answer(&id, true, day("2026-11-26")).unwrap();
    drop(book);
    let good = fs::read_to_string(&file).unwrap();
    for (from, to, why) in [
        (
            "\"version\": 1",
            "\"version\": 2",
            "it is of version 2, and this program reads 1",
        ),
        (
            "\"box\": 2",
            "\"box\": 9",
            "problem 1: there is no box 9: use 1 to 6",
        ),
        (
            "2026-11-28",
            "2026-11-31",
            "'2026-11-31' is no date such as 2026-11-26",
        ),
        ("GM[1]", "GM[2]", "problem 1: "),
        ("}", "", "expected"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        fs::write(&file, &bad).unwrap();
        let error = format!("{:#}", open(folder.path()).unwrap_err());
        assert!(
            error.contains("it is damaged and stays as it is; mend it, or move it away"),
            "{error}"
        );
        assert!(error.contains(why), "no '{why}' in {error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), bad);
    }
}
