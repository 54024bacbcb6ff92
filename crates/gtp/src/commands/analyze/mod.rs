// SPDX-License-Identifier: MIT OR Apache-2.0

//! Continuous analysis: lines with the moves that are searched, until the client says something else, or until a move is
//! chosen. The names and forms are those of Leela Zero, KataGo and Sabaki.

mod format;
mod options;

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;

use katachi::play::{LiveAnalysis, MoveTime, Request};
use katachi::search::{MAX_VISITS, Report};
use katachi_gtp_protocol::{Arguments, Stream};
use katachi_rules::Move;

use super::command::Outcome;
use crate::session::Session;
use format::{Form, name};
use options::Options;

pub(super) fn lz_analyze(
    session: &mut Session,
    arguments: Arguments<'_>,
    stream: &mut dyn Stream,
) -> Outcome {
    analyze(session, arguments, stream, Form::TenThousandths)
}

pub(super) fn kata_analyze(
    session: &mut Session,
    arguments: Arguments<'_>,
    stream: &mut dyn Stream,
) -> Outcome {
    analyze(session, arguments, stream, Form::Fractions)
}

pub(super) fn lz_genmove(
    session: &mut Session,
    arguments: Arguments<'_>,
    stream: &mut dyn Stream,
) -> Outcome {
    genmove(session, arguments, stream, Form::TenThousandths)
}

pub(super) fn kata_genmove(
    session: &mut Session,
    arguments: Arguments<'_>,
    stream: &mut dyn Stream,
) -> Outcome {
    genmove(session, arguments, stream, Form::Fractions)
}

/// Nothing needs to be done: a stream has ended with the line, and so has thinking on the opponent's time.
pub(super) fn stop(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    session.stop_waiting();
    Ok(String::new())
}

/// Reports until the next line of the client. Where that comes before the first interval is over, one report is given.
fn analyze(session: &mut Session, arguments: Arguments<'_>, stream: &mut dyn Stream, form: Form) -> Outcome {
    let options = Options::read(&session.game, form, arguments)?;
    stream.begin();
    let (over, size) = (stream.over(), session.game.size());
    let is_shown = Cell::new(false);
    let mut show = |report: &Report| {
        if let Some(line) = format::line(report, size, form, &options) {
            stream.send(&line);
            is_shown.set(true);
        }
    };
    let analysis = LiveAnalysis {
        game: &session.game,
        color: options.color,
        restriction: &options.restriction,
        visits: MAX_VISITS,
        time: None,
        stop: &over,
    };
    let report = session
        .player
        .analyse_live(&analysis, options.interval, &mut show);
    // Nothing is left to search, or nothing was said yet.
    if !over.load(Relaxed) || !is_shown.get() {
        show(&report);
    }
    stream.wait();
    Ok(String::new())
}

/// Reports while a move is chosen on the clock, once more when it is, and plays it.
fn genmove(session: &mut Session, arguments: Arguments<'_>, stream: &mut dyn Stream, form: Form) -> Outcome {
    let options = Options::read(&session.game, form, arguments)?;
    stream.begin();
    let mv = choose(session, stream, form, &options, true);
    if session.has_given_up() {
        session.resign(options.color);
        return Ok("play resign".to_owned());
    }
    session.play_chosen(options.color, mv)?;
    Ok(format!("play {}", name(session.game.size(), mv)))
}

/// The same, but the move is not played, and no clock runs.
pub(super) fn kata_search(
    session: &mut Session,
    arguments: Arguments<'_>,
    stream: &mut dyn Stream,
) -> Outcome {
    let options = Options::read(&session.game, Form::Fractions, arguments)?;
    stream.begin();
    let mv = choose(session, stream, Form::Fractions, &options, false);
    Ok(format!("play {}", name(session.game.size(), mv)))
}

fn choose(
    session: &mut Session,
    stream: &mut dyn Stream,
    form: Form,
    options: &Options,
    on_clock: bool,
) -> Move {
    let size = session.game.size();
    let mut show = |report: &Report| {
        if let Some(line) = format::line(report, size, form, options) {
            stream.send(&line);
        }
    };
    let request = Request {
        time: match on_clock {
            true => MoveTime::OnClock(session.asked),
            false => MoveTime::PerMove,
        },
        restriction: Some(&options.restriction),
        ..Request::new(&session.game, options.color)
    };
    let choice = session
        .player
        .choose_showing(&request, options.interval, &mut show);
    if let Some(report) = &choice.search {
        show(report);
    }
    session.remember(options.color, choice)
}
