// SPDX-License-Identifier: MIT OR Apache-2.0

//! The referee of the Usenix computer Go tournament of 1984: it starts two programs, relays their moves, holds them to
//! the rules and to their time, writes the record, and has the end judged.
//!
//! No program is trusted. What a program writes is bounded (`process`), what it may do is limited
//! by the kernel (`confine`), its time is the operating system's account of it, and every wait has an end. A program
//! that breaks a rule loses with the reason shown; nothing that it does is an error of the referee.
//!
//! From the outside in: `setting` is what the user asked for, `table` plays the game between two `seat`s with a
//! `clock` each, `record` writes what happened, and `judge` counts. `tournament` has many programs play such games. Linux only: no other system tells the user time of
//! a running program and forbids it to fork without privileges.

mod clock;
mod confine;
mod judge;
mod record;
mod said;
mod seat;
mod setting;
mod table;
mod tournament;

use std::io::Write;
use std::path::Path;

use katachi_rules::{ByColor, Color};

pub use confine::{Confinement, SUBCOMMAND, confine};
pub use judge::{Judge, JudgeOptions, Judgement, KnownLife, Opinion, judge};
pub use setting::{RECORDS, RefereeOptions};
pub use tournament::{Kind, TournamentOptions, tournament};

use seat::UserTime;
use setting::Setting;
use table::{Ending, Table};

use crate::error::Result;
use crate::quantity::quantity;

/// The command `katachi referee`: referees a game, shows it on `out`, and writes the record. `launcher` is the path of
/// a program that has [`confine`] as its subcommand [`SUBCOMMAND`]. Call it from the main thread: the programs die with
/// the thread that has started them.
///
/// # Errors
/// Options that cannot be used, before anything is started; a record that cannot be written; an `out` that cannot be
/// written to. Whatever the programs do is no error.
pub fn referee(args: &RefereeOptions, launcher: &Path, judge: &dyn Judge, out: &mut dyn Write) -> Result<()> {
    let setting = Setting::new(args, launcher)?;
    for color in Color::BOTH {
        let entrant = &setting.entrants[color];
        let protocol = if entrant.is_gtp { " (GTP)" } else { "" };
        writeln!(out, "{color}: {}{protocol}", entrant.name)?;
    }
    writeln!(out, "record: {}", setting.sgf.display())?;
    let mut table = Table::new(&setting, &mut *out)?;
    let ending = table.play()?;
    let (mut chronicle, times) = table.dismiss(&ending);
    let (result, mut verdict) = verdict(&setting, &ending, || {
        Judgement::new(&chronicle.game, &KnownLife::default(), judge)
    });
    verdict.extend(Color::BOTH.map(|color| time_line(color, &times)));
    let shown = verdict.join("\n");
    chronicle.finish(&result, verdict);
    chronicle.write()?;
    writeln!(out, "verdict: {shown}")?;
    out.flush()?;
    Ok(())
}

/// The result as SGF has it, and the reasons, of which the first begins with it.
fn verdict(setting: &Setting, ending: &Ending, judge: impl FnOnce() -> Judgement) -> (String, Vec<String>) {
    match ending {
        Ending::Passes => {
            let judgement = judge();
            let mut lines = vec![judgement.result()];
            lines.extend(judgement.reasons());
            (judgement.result(), lines)
        }
        Ending::Forfeit(loser, breach) => {
            let result = format!("{}+{}", loser.opposite().letter(), breach.letter());
            let name = &setting.entrants[*loser].name;
            let line = format!("{result}: {loser} ({name}) {breach}");
            (result, vec![line])
        }
        Ending::Repetition => {
            let line = "Void: the position came back for the third time".to_string();
            ("Void".to_string(), vec![line])
        }
        Ending::Endless(moves) => {
            let line = format!("Void: no end after {}", quantity(*moves, "move"));
            ("Void".to_string(), vec![line])
        }
    }
}

/// `Black used 12.34 s of user time (12.343 s by the last account), 2 lines of it were ignored`.
fn time_line(color: Color, times: &ByColor<(UserTime, u64)>) -> String {
    let (time, ignored) = times[color];
    let mut line = format!("{color} used {:.2} s of user time", time.measured);
    if let Some(last) = time.last_account {
        line += &format!(" ({last:.3} s by the operating system's last account)");
    }
    if ignored > 0 {
        line += &format!("; {ignored} of its lines were ignored");
    }
    line
}
