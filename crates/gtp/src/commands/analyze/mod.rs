// SPDX-License-Identifier: MIT OR Apache-2.0

//! Continuous analysis: lines with the searched moves until the client sends another line, or until a move is
//! chosen. Names and formats are those of Leela Zero, KataGo and Sabaki. Values are those of the search, or
//! of the judge where there is one.

mod format;
mod judged;
mod options;
mod values;

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;

use katachi_engine::play::{Choice, LiveAnalysis, Request};
use katachi_engine::search::{MAX_VISITS, Report};
use katachi_gtp_protocol::{Failure, Stream};
use katachi_rules::Move;

use super::command::Outcome;
use super::katago::cancellable;
use crate::session::Session;
pub(super) use options::Options;
use values::Values;

/// Reports until the next line of the client, but at least once.
pub(super) fn analyze(session: &mut Session, options: &Options, stream: &mut dyn Stream) -> Outcome {
    if let Some(judge) = &session.judge {
        return judged::analyze(session, judge, stream, options);
    }
    stream.begin();
    let (over, size) = (stream.over(), session.game.size());
    let is_shown = Cell::new(false);
    let mut show = |report: &Report| {
        if let Some(line) = format::line(&Values::from_report(report, options), size, options) {
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
        first: 0,
        stop: &over,
    };
    let report = session
        .player
        .analyse_live(&analysis, options.interval, &mut show);
    // There is nothing left to search, or no report was sent yet.
    if !over.load(Relaxed) || !is_shown.get() {
        show(&report);
    }
    stream.wait();
    Ok(String::new())
}

/// Chooses a move on the clock and plays it. Reports during the search and at its end.
pub(super) fn genmove(session: &mut Session, options: &Options, stream: &mut dyn Stream) -> Outcome {
    let mv = choose(session, stream, options, true)?;
    if session.has_given_up() {
        session.resign(options.color, false);
        return Ok("play resign".to_owned());
    }
    session.play_chosen(options.color, mv)?;
    Ok(format!("play {}", session.game.size().show(mv)))
}

pub(super) fn kata_search(session: &mut Session, options: &Options, stream: &mut dyn Stream) -> Outcome {
    let mv = choose(session, stream, options, false)?;
    Ok(format!("play {}", session.game.size().show(mv)))
}

pub(super) fn kata_search_cancellable(
    session: &mut Session,
    options: &Options,
    stream: &mut dyn Stream,
) -> Outcome {
    cancellable(session, stream, "play cancelled", |session, stream| {
        kata_search(session, options, stream)
    })
}

fn choose(
    session: &mut Session,
    stream: &mut dyn Stream,
    options: &Options,
    on_clock: bool,
) -> Result<Move, Failure> {
    if let Some(judge) = session.judge.clone() {
        return judged::choose(session, &judge, stream, options, on_clock);
    }
    stream.begin();
    let size = session.game.size();
    let mut show = |report: &Report| {
        if let Some(line) = format::line(&Values::from_report(report, options), size, options) {
            stream.send(&line);
        }
    };
    let choice = search(session, options, on_clock, &mut show);
    if let Some(report) = choice.search.clone() {
        show(&report.led_by(choice.mv));
    }
    Ok(session.remember(options.color, choice))
}

/// Chooses a move by a search that reports on the way, on the game's clock or with the time of a move.
fn search(session: &mut Session, options: &Options, on_clock: bool, show: &mut dyn FnMut(&Report)) -> Choice {
    let request = Request {
        time: session.time(on_clock),
        restriction: Some(&options.restriction),
        ..Request::new(&session.game, options.color)
    };
    session.player.choose_showing(&request, options.interval, show)
}
