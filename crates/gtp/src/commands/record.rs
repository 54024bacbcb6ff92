// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands that read and show the game: records and the board.

use katachi_gtp_protocol::{Arguments, Failure};
use katachi_rules::sgf::{Games, Record};

use super::command::Outcome;
use crate::files::path_and_move;
use crate::session::Session;

pub(super) fn load(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let (path, before) = path_and_move(arguments.text());
    if path.is_empty() {
        return Err(Failure::syntax("expected the name of a file"));
    }
    let cannot = |why: String| Failure::new("cannot load file").because(format!("{path}: {why}"));
    let bytes = session.files.read(path).map_err(|e| cannot(e.to_string()))?;
    let record = Record::parse(&bytes).map_err(|e| cannot(e.to_string()))?;
    if record.komi.is_some_and(|komi| !komi.is_finite()) {
        return Err(cannot("the komi is no number".to_string()));
    }
    let rules = record.rules().unwrap_or(session.game.rules());
    let moves = before.map_or(usize::MAX, |n| n.saturating_sub(1));
    let replay = record
        .replay(moves, rules, record.komi_under(rules))
        .map_err(|e| cannot(e.to_string()))?;
    let several = Games::new(&bytes).map_or(1, Iterator::count);
    let mut notes = Vec::new();
    if several > 1 {
        notes.push(format!("{path} has {several} games; this is game 1"));
    }
    notes.extend(replay.stopped().map(|why| format!("warning: {why}")));
    let first = replay.played.saturating_sub(replay.game.move_count());
    if first > 0 {
        notes.push(format!(
            "warning: the game begins from the position after move {first}, without the moves before it"
        ));
    }
    let warnings = record.warnings.iter().take(WARNINGS_TOLD);
    notes.extend(warnings.map(|warning| format!("warning: {warning}")));
    session.set_game(replay.game);
    Ok(notes.join("\n"))
}

const WARNINGS_TOLD: usize = 3;

pub(super) fn print(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let mut record = Record::from_game(&session.game);
    if let Some(result) = session.result() {
        record.set("RE", result);
    }
    let text = record.to_sgf();
    match arguments.text() {
        "" | "-" => Ok(text),
        path => match session.files.write(path, &text) {
            Ok(()) => Ok(String::new()),
            Err(e) => Err(Failure::new(format!("cannot write file: {path}: {e}"))),
        },
    }
}
