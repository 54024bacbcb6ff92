// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands of KataGo that are neither analysis nor rules: searches that do not play, the evaluation that its
//! clients read from a network, and the speed of the search.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use katachi_engine::play::LiveAnalysis;
use katachi_engine::search::{MAX_VISITS, Report, Restriction};
use katachi_gtp_protocol::{self as protocol, Arguments, Failure, Stream};
use katachi_rules::{Color, Move};

use super::arguments::{mover, number_in};
use super::command::Outcome;
use super::game;
use super::gogui::rows;
use crate::session::Session;

/// Visits of the evaluation in place of a network's.
const RAW_VISITS: u32 = 100;
/// The reply to a search that the client has cancelled.
const CANCELLED: &str = "cancelled";

pub(super) fn search_cancellable(
    session: &mut Session,
    arguments: Arguments<'_>,
    stream: &mut dyn Stream,
) -> Outcome {
    let color = mover(session, arguments)?;
    cancellable(session, stream, CANCELLED, |session, _| {
        game::reg_genmove(session, color)
    })
}

/// Runs a search that any line of the client ends. Its reply then is `cancelled`.
pub(super) fn cancellable(
    session: &mut Session,
    stream: &mut dyn Stream,
    cancelled: &str,
    search: impl FnOnce(&mut Session, &mut dyn Stream) -> Outcome,
) -> Outcome {
    let over = stream.over();
    stream.interrupt_by_any_line();
    let outcome = search(session, stream);
    match over.load(Relaxed) && outcome.is_ok() {
        true => Ok(cancelled.to_owned()),
        false => outcome,
    }
}

/// A quick evaluation of the position by playouts and the move-prediction model, as KataGo prints that of its
/// network. Katachi has no network, and the same values for each symmetry.
pub(super) fn raw_values(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let mut words = arguments.words().peekable();
    let color = words.next_if(|word| Color::parse(word).is_some());
    let color = color.map_or(Ok(session.game.to_move()), protocol::color)?;
    let expected = || Failure::syntax("expected a symmetry from 0 to 7, or all");
    let symmetries = match words.next().ok_or_else(expected)? {
        "all" => 0..8,
        word => match word.parse() {
            Ok(symmetry @ 0..8) => symmetry..symmetry + 1,
            _ => return Err(expected()),
        },
    };
    let report = searched(session, color, RAW_VISITS);
    let values = raw_text(session, &report);
    let texts = symmetries.map(|symmetry| format!("symmetry {symmetry}\n{values}"));
    Ok(texts.collect::<Vec<_>>().join("\n"))
}

fn raw_text(session: &Session, report: &Report) -> String {
    let (game, color) = (&session.game, report.color);
    let white = |value: f32, other: f32| if color == Color::White { value } else { other };
    let (values, deviation) = (report.values(), report.evaluation.deviation);
    let white_win = white(values.win_rate, 1.0 - values.win_rate);
    let white_lead = white(values.lead, -values.lead);
    let sum: f32 = report.moves.iter().map(|searched| searched.prior).sum();
    let prior = |mv| {
        let searched = report.searched(mv);
        searched.map_or(0.0, |searched| searched.prior / sum.max(f32::MIN_POSITIVE))
    };
    let policy = rows(game.size(), |p| match game.is_legal(color, Move::Play(p)) {
        true => format!("{:.6}", prior(Move::Play(p))),
        false => "NAN".to_owned(),
    });
    let ownership = rows(game.size(), |p| format!("{:.4}", -report.evaluation.ownership[p]));
    format!(
        "whiteWin {white_win:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\nwhiteLead {white_lead:.3}\n\
         whiteScoreSelfplay {white_lead:.3}\nwhiteScoreSelfplaySq {:.3}\npolicy\n{policy}\n\
         policyPass {:.6}\nwhiteOwnership\n{ownership}",
        1.0 - white_win,
        white_lead.powi(2) + deviation.powi(2),
        prior(Move::Pass)
    )
}

pub(super) fn benchmark(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [visits] = arguments.exactly()?;
    let visits = number_in(visits, 1..=MAX_VISITS, "a number of visits")?;
    let start = Instant::now();
    let report = searched(session, session.game.to_move(), visits);
    let seconds = start.elapsed().as_secs_f64();
    Ok(format!(
        "{} visits in {seconds:.3} seconds, {:.0} a second",
        report.visits,
        f64::from(report.visits) / seconds.max(1e-9)
    ))
}

/// A search that changes nothing in the session.
fn searched(session: &Session, color: Color, visits: u32) -> Report {
    let analysis = LiveAnalysis {
        game: &session.game,
        color,
        restriction: &Restriction::default(),
        visits,
        time: None,
        first: 0,
        stop: &session.player.interrupt,
    };
    session
        .other_player()
        .analyse_live(&analysis, Duration::MAX, &mut |_| {})
}
