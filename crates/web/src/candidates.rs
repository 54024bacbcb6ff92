// SPDX-License-Identifier: MIT OR Apache-2.0

//! The best moves of a search as data for the page: win rates, points lost against the best one, lines.

use katachi_engine::search::{Report, Searched};
use katachi_rules::{BoardSize, Color, Move};
use katachi_view::analysis::Numbers;
use serde_json::{Value as Json, json};

use crate::state::lower;

/// Maximum number of candidates.
const MAX_CANDIDATES: usize = 8;
/// Minimum visits of a candidate. Fewer tell nothing.
const MIN_VISITS: u32 = 4;
/// Minimum visits of a candidate as a share of all.
const MIN_SHARE: f32 = 0.02;
/// Maximum moves of a line.
const MAX_LINE: usize = 12;

/// Returns the candidates of a report, the best first. `full` is the number of visits that a search of full
/// strength has.
pub(crate) fn to_json(report: &Report, size: BoardSize, full: u32) -> Json {
    let position = Numbers::of_position(report);
    let enough = MIN_VISITS.max((MIN_SHARE * report.visits as f32) as u32);
    let best = report.moves.first().map(|best| Numbers::of_move(report, best));
    let listed = report.moves.iter().take(MAX_CANDIDATES).enumerate();
    let listed = listed.filter(|(index, searched)| *index == 0 || searched.visits >= enough);
    let candidates = listed.filter_map(|(_, searched)| Some(candidate(report, searched, best?, size)));
    let (win_rate, lead) = of_black(report.color, &position);
    json!({
        "color": lower(report.color),
        "visits": report.visits,
        "of": full,
        "is_done": report.visits >= full,
        "win_rate": win_rate,
        "lead": lead,
        "candidates": candidates.collect::<Vec<_>>(),
    })
}

fn candidate(report: &Report, searched: &Searched, best: Numbers, size: BoardSize) -> Json {
    let numbers = Numbers::of_move(report, searched);
    json!({
        "point": size.show(searched.mv),
        "visits": searched.visits,
        "win_rate": percent(numbers.win_rate),
        "win_rate_lost": percent((best.win_rate - numbers.win_rate).max(0.0)),
        "points_lost": tenths((best.lead - numbers.lead).max(0.0)),
        "line": line(report.color, &searched.variation, size),
    })
}

/// Returns the moves of a line, each with its side.
pub(crate) fn line(first: Color, moves: &[Move], size: BoardSize) -> Json {
    let colors = [first, first.opposite()].into_iter().cycle();
    let moves = moves.iter().take(MAX_LINE).zip(colors);
    moves
        .map(|(&mv, color)| json!([lower(color), size.show(mv)]))
        .collect()
}

/// Returns Black's win rate in percent and lead in points, of the numbers of a side.
pub(crate) fn of_black(color: Color, numbers: &Numbers) -> (f64, f64) {
    match color {
        Color::Black => (percent(numbers.win_rate), tenths(numbers.lead)),
        Color::White => (percent(1.0 - numbers.win_rate), tenths(-numbers.lead)),
    }
}

fn percent(share: f32) -> f64 {
    tenths(100.0 * share)
}

fn tenths(number: f32) -> f64 {
    f64::from((10.0 * number).round()) / 10.0
}
