// SPDX-License-Identifier: MIT OR Apache-2.0

//! The referee of the Usenix computer Go tournament of 1984: it starts two programs, relays their moves,
//! enforces the rules and the time, writes the record, and has the end judged.
//!
//! No program is trusted. Its output is bounded (`process`), the kernel limits its rights (`confine`), it
//! writes to a folder of its own (`scratch`), its time is the operating system's account of it, and every
//! wait has an end. A program that breaks a rule loses with the reason shown; no deed of a program is an
//! error of the referee.
//!
//! From the outside in: `setting` is what the user asked for, `game` plays between two `contestant`s with a
//! `clock` each, `record` writes the game, and `judge` counts; `overrides` are a person's corrections.
//! [`tournament`](crate::tournament)s play many such games. Linux only: no other system
//! tells the CPU time of a running program and forbids it to fork without privileges.

mod clock;
mod confine;
mod contestant;
mod disk;
mod game;
mod judge;
mod overrides;
mod record;
mod scratch;
mod setting;

use std::io::Write;

use anyhow::Result;
use katachi_engine::analysis::KnownLife;
use katachi_rules::{Color, printable_path, quantity};

pub(crate) use confine::{Launcher, confine};
pub(crate) use judge::{JudgeOptions, judge};
pub(crate) use setting::{Entrant, GameTerms, Setting, record_path};

use game::{Ending, RefereedGame};
use judge::Judgement;

use crate::protocol::SIZE;

/// Referees a game, shows it on `out`, and writes the record. `book` gets the result as in SGF before the
/// record has it: the record is for readers, no result is ever read from it. Call it from the main thread:
/// the programs die with the thread that started them.
///
/// # Errors
/// Options that cannot be used, before anything is started; a record or an `out` that cannot be written;
/// errors of `book`. What the programs do is no error.
pub(crate) fn referee(
    setting: &Setting,
    book: &mut dyn FnMut(&str) -> Result<()>,
    out: &mut dyn Write,
) -> Result<()> {
    for color in Color::BOTH {
        let entrant = &setting.entrants[color];
        let protocol = if entrant.gtp { " (GTP)" } else { "" };
        writeln!(out, "{color}: {}{protocol}", entrant.name)?;
    }
    writeln!(out, "record: {}", printable_path(&setting.sgf))?;
    let mut game = RefereedGame::new(setting, &mut *out)?;
    let ending = game.play()?;
    let (mut log, times) = game.dismiss(&ending);
    let (result, mut verdict) = verdict(setting, &ending, || {
        Judgement::new(&log.game, &KnownLife::default())
    });
    verdict.extend(times);
    let shown = verdict.join("\n");
    book(&result)?;
    log.finish(&result, &verdict);
    log.write()?;
    writeln!(out, "verdict: {shown}")?;
    out.flush()?;
    Ok(())
}

/// Returns the result as in SGF, and the lines of the verdict, which begin with it.
fn verdict(setting: &Setting, ending: &Ending, judge: impl FnOnce() -> Judgement) -> (String, Vec<String>) {
    let (result, why) = match ending {
        Ending::Passes => {
            let judgement = judge();
            let mut lines = vec![judgement.result()];
            lines.extend(judgement.reasons(SIZE));
            return (judgement.result(), lines);
        }
        Ending::Forfeit(loser, breach) => (
            format!("{}+{}", loser.opposite().letter(), breach.letter),
            format!("{loser} ({}) {}", setting.entrants[*loser].name, breach.what),
        ),
        Ending::Repetition => (
            "Void".to_string(),
            "the position came back for the third time".to_string(),
        ),
        Ending::Endless(moves) => (
            "Void".to_string(),
            format!("no end after {}", quantity(*moves, "move")),
        ),
    };
    let line = format!("{result}: {why}");
    (result, vec![line])
}
