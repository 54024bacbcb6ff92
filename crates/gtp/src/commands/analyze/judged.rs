// SPDX-License-Identifier: MIT OR Apache-2.0

//! Analysis by a judge. A reply begins with its first answer, so that a judge that fails is told as a
//! failure.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use katachi_engine::search::Report;
use katachi_gtp_protocol::{Failure, Stream};
use katachi_katago_json::{Answer, Judge, JudgeError, JudgeSlot, Live, LiveSettings, Question};
use katachi_rules::{BoardSize, Move};

use super::options::{Form, Options};
use super::values::Values;
use super::{format, search};
use crate::commands::command::Outcome;
use crate::judge::{fail, running};
use crate::session::Session;

/// Time of a wait for an answer, after which lines of the client are looked for.
const WAIT: Duration = Duration::from_millis(20);
/// Time of a wait for an answer that comes soon.
const LONG: Duration = Duration::from_secs(60);
/// Visits for a report where an analysis was ended before the first one.
const FEW: u32 = 8;

/// The lines of a reply.
struct Lines<'a> {
    stream: &'a mut dyn Stream,
    size: BoardSize,
    form: Form,
    options: &'a Options,
    is_begun: bool,
}

impl<'a> Lines<'a> {
    fn new(session: &Session, stream: &'a mut dyn Stream, form: Form, options: &'a Options) -> Self {
        Self {
            stream,
            size: session.game.size(),
            form,
            options,
            is_begun: false,
        }
    }

    fn begin(&mut self) {
        if !self.is_begun {
            self.is_begun = true;
            self.stream.begin();
        }
    }

    fn show(&mut self, answer: &Answer) {
        let values = Values::from_answer(answer, self.options);
        if let Some(line) = format::line(&values, self.size, self.form, self.options) {
            self.begin();
            self.stream.send(&line);
        }
    }
}

/// Reports the judge's values until the next line of the client, but at least once.
pub(super) fn analyze(
    session: &mut Session,
    stream: &mut dyn Stream,
    form: Form,
    options: &Options,
) -> Outcome {
    let over = stream.over();
    let question = question(session, options);
    let mut lines = Lines::new(session, stream, form, options);
    if let Some(slot) = &mut session.judge {
        let watched = watch(
            running(slot, &session.player.interrupt)?,
            &question,
            &mut lines,
            &over,
        );
        watched.map_err(|error| fail(slot, &error))?;
    }
    lines.begin();
    lines.stream.wait();
    Ok(String::new())
}

fn question(session: &Session, options: &Options) -> Question {
    Question {
        game: session.game.clone(),
        color: options.color,
    }
}

fn settings(options: &Options) -> LiveSettings<'_> {
    LiveSettings {
        every: options.interval,
        visits: None,
        limits: &options.limits,
    }
}

fn watch(
    judge: &mut Judge,
    question: &Question,
    lines: &mut Lines<'_>,
    over: &AtomicBool,
) -> Result<(), JudgeError> {
    let mut live = judge.begin(question.clone(), &settings(lines.options));
    while !over.load(Relaxed) && !live.is_over() {
        if let Some(answer) = judge.next_of(&mut live, WAIT)? {
            lines.show(&answer);
        }
    }
    let last = judge.end(live)?;
    if let Some(answer) = last.filter(|_| !lines.is_begun) {
        lines.show(&answer);
    }
    at_least_once(judge, question, lines)
}

/// Reports after a few visits, if an analysis was ended before its first report.
fn at_least_once(judge: &mut Judge, question: &Question, lines: &mut Lines<'_>) -> Result<(), JudgeError> {
    if lines.is_begun {
        return Ok(());
    }
    let settings = LiveSettings {
        visits: Some(FEW),
        ..settings(lines.options)
    };
    let mut live = judge.begin(question.clone(), &settings);
    while let Some(answer) = judge.next_of(&mut live, LONG)? {
        lines.show(&answer);
    }
    Ok(())
}

/// Lets Katachi choose a move, and reports the judge's values meanwhile and at the end.
pub(super) fn choose(
    session: &mut Session,
    slot: &mut JudgeSlot,
    stream: &mut dyn Stream,
    form: Form,
    options: &Options,
    on_clock: bool,
) -> Result<Move, Failure> {
    let judge = running(slot, &session.player.interrupt)?;
    let mut lines = Lines::new(session, stream, form, options);
    let question = question(session, options);
    let mut live = judge.begin(question.clone(), &settings(options));
    let mut failed = None;
    let mut show = |_: &Report| {
        if failed.is_none() {
            failed = show_newest(judge, &mut live, &mut lines).err();
        }
    };
    let choice = search(session, options, on_clock, &mut show);
    let ended = match failed {
        Some(error) => Err(error),
        None => end(judge, live, &question, &mut lines),
    };
    ended.map_err(|error| fail(slot, &error))?;
    lines.begin();
    Ok(session.remember(options.color, choice))
}

/// Ends an analysis, and shows its last answer.
fn end(judge: &mut Judge, live: Live, question: &Question, lines: &mut Lines<'_>) -> Result<(), JudgeError> {
    if let Some(answer) = judge.end(live)? {
        lines.show(&answer);
    }
    at_least_once(judge, question, lines)
}

/// Shows the newest answer that has come, if there is one.
fn show_newest(judge: &mut Judge, live: &mut Live, lines: &mut Lines<'_>) -> Result<(), JudgeError> {
    let mut newest = None;
    while let Some(answer) = judge.next_of(live, Duration::ZERO)? {
        newest = Some(answer);
    }
    if let Some(answer) = newest {
        lines.show(&answer);
    }
    Ok(())
}
