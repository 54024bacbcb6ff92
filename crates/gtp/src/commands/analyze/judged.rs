// SPDX-License-Identifier: MIT OR Apache-2.0

//! Analysis by a judge. A reply begins with its first answer, so that a judge that fails is told as a
//! failure.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use katachi_engine::search::Report;
use katachi_gtp_protocol::{Failure, Stream};
use katachi_katago_json::{Answer, Judge, JudgeError, JudgeQuestion, Live, SharedJudge};
use katachi_rules::Move;

use super::options::Options;
use super::values::Values;
use super::{format, search};
use crate::commands::command::Outcome;
use crate::session::{Session, failure};

/// Time of a wait for an answer, after which lines of the client are looked for.
const WAIT: Duration = Duration::from_millis(20);
/// Time of a wait for an answer that comes soon.
const LONG: Duration = Duration::from_secs(60);
/// Visits for a report where an analysis was ended before the first one.
const FEW: NonZeroU64 = NonZeroU64::new(8).expect("it is not 0");

struct Lines<'a> {
    question: JudgeQuestion,
    stream: &'a mut dyn Stream,
    options: &'a Options,
    is_begun: bool,
}

impl<'a> Lines<'a> {
    fn new(session: &Session, stream: &'a mut dyn Stream, options: &'a Options) -> Self {
        Self {
            question: JudgeQuestion {
                game: session.game.clone(),
                color: options.color,
            },
            stream,
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
        let size = self.question.game.size();
        if let Some(line) = format::line(&values, size, self.options) {
            self.begin();
            self.stream.send(&line);
        }
    }

    /// Begins an analysis, of that many visits or without an end.
    fn ask(&self, judge: &mut Judge, visits: Option<NonZeroU64>) -> Live {
        judge.begin(self.question.clone(), |query| {
            query.report_during_search_every = Some(self.options.interval.as_secs_f64());
            query.max_visits = visits.or(query.max_visits);
            query.avoid_moves.clone_from(&self.options.avoid);
            query.allow_moves.clone_from(&self.options.allow);
        })
    }

    /// Shows answers until there is another line of the client.
    fn watch(&mut self, judge: &mut Judge, over: &AtomicBool) -> Result<(), JudgeError> {
        let mut live = self.ask(judge, None);
        while !over.load(Relaxed) && !live.is_over() {
            if let Some(answer) = judge.next_of(&mut live, WAIT)? {
                self.show(&answer);
            }
        }
        let last = judge.end(live)?;
        self.end(judge, last.filter(|_| !self.is_begun))
    }

    /// Shows the newest answer that has come, if there is one.
    fn show_newest(&mut self, judge: &mut Judge, live: &mut Live) -> Result<(), JudgeError> {
        let mut newest = None;
        while let Some(answer) = judge.next_of(live, Duration::ZERO)? {
            newest = Some(answer);
        }
        newest.iter().for_each(|answer| self.show(answer));
        Ok(())
    }

    /// Shows the last answer, or one after a few visits if an analysis was ended before its first one.
    fn end(&mut self, judge: &mut Judge, last: Option<Answer>) -> Result<(), JudgeError> {
        last.iter().for_each(|answer| self.show(answer));
        if self.is_begun {
            return Ok(());
        }
        let mut live = self.ask(judge, Some(FEW));
        while let Some(answer) = judge.next_of(&mut live, LONG)? {
            self.show(&answer);
        }
        Ok(())
    }
}

/// Reports the judge's values until the next line of the client, but at least once.
pub(super) fn analyze(
    session: &Session,
    judge: &SharedJudge,
    stream: &mut dyn Stream,
    options: &Options,
) -> Outcome {
    let over = stream.over();
    let mut lines = Lines::new(session, stream, options);
    let watched = judge.ask(&session.player.interrupt, |judge, _| lines.watch(judge, &over));
    watched.map_err(failure)?;
    lines.begin();
    lines.stream.wait();
    Ok(String::new())
}

/// Lets Katachi choose a move, and reports the judge's values meanwhile and at the end.
pub(super) fn choose(
    session: &mut Session,
    judge: &SharedJudge,
    stream: &mut dyn Stream,
    options: &Options,
    on_clock: bool,
) -> Result<Move, Failure> {
    let mut lines = Lines::new(session, stream, options);
    let interrupt = Arc::clone(&session.player.interrupt);
    let chosen = judge.ask(&interrupt, |judge, _| {
        let mut live = lines.ask(judge, None);
        let mut shown = Ok(());
        let mut show = |_: &Report| {
            if shown.is_ok() {
                shown = lines.show_newest(judge, &mut live);
            }
        };
        let choice = search(session, options, on_clock, &mut show);
        shown?;
        let last = judge.end(live)?;
        lines.end(judge, last)?;
        Ok(choice)
    });
    let choice = chosen.map_err(failure)?;
    lines.begin();
    Ok(session.remember(options.color, choice))
}
