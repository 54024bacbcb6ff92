// SPDX-License-Identifier: MIT OR Apache-2.0

//! The problems of a quiz with their results.

use std::sync::{Arc, Mutex};

use katachi_learning::quiz::{Book, Day, Place};

/// Reads a book of problems and answers some of them, or refuses it. A book that is saved reads back.
pub fn quiz(bytes: &[u8]) {
    let text = Arc::new(Mutex::new(String::from_utf8_lossy(bytes).into_owned()));
    let place = Place::Text(Arc::clone(&text));
    let Ok(mut book) = Book::at(&place) else { return };
    let today: Day = serde_json::from_str("\"2026-11-26\"").expect("it is a day");
    let ids = book.due(today, true, None);
    let _ = book.outlook(Some(&ids));
    for (number, id) in ids.iter().take(4).enumerate() {
        if let Some(card) = book.card(id) {
            let game = card.problem.game().expect("a book has games");
            let (problem, _) = (&card.problem, card.history());
            let _ = (problem.played(&game), problem.answers(&game), problem.id(&game));
        }
        let answered = book.answer(id, number % 2 == 0, today);
        answered.expect("a text can be written");
    }
    book.save().expect("a text can be written");
    let written = || text.lock().expect("no thread has panicked").clone();
    let first = written();
    let again = Book::at(&place).unwrap_or_else(|error| panic!("{error:#}: {first}"));
    assert_eq!(again.due(today, true, None), book.due(today, true, None));
    again.save().expect("a text can be written");
    assert_eq!(written(), first);
}
