// SPDX-License-Identifier: MIT OR Apache-2.0

//! The best moves of a search: win rates, points lost against the best one, lines.

use katachi_engine::search::Report;
use katachi_rules::{BoardSize, Color, Move};
use katachi_view::Named;
use katachi_view::analysis::Numbers;
use serde::Serialize;

use crate::state::{Turn, turns};

const MAX_CANDIDATES: usize = 8;
/// Minimum visits of a candidate. Fewer tell nothing.
const MIN_VISITS: u32 = 4;
/// Minimum visits of a candidate as a share of all.
const MIN_SHARE: f32 = 0.02;
const MAX_LINE: usize = 12;

#[derive(Debug, Serialize)]
pub(crate) struct Candidates {
    pub(crate) visits: u32,
    /// The visits of a search of full strength.
    pub(crate) of: u32,
    /// Black's, in percent.
    win_rate: f32,
    /// Black's, in points.
    lead: f32,
    /// The best first.
    pub(crate) candidates: Vec<Candidate>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Candidate {
    pub(crate) point: Named<Move>,
    /// In percent.
    win_rate: f32,
    pub(crate) points_lost: f32,
    pub(crate) line: Vec<Turn>,
}

impl Candidates {
    pub(crate) fn new(report: &Report, size: BoardSize, full: u32) -> Self {
        let enough = MIN_VISITS.max((MIN_SHARE * report.visits as f32) as u32);
        let best = report.moves.first().map(|best| Numbers::of_move(report, best));
        let listed = report.moves.iter().take(MAX_CANDIDATES).enumerate();
        let listed = listed.filter(|(index, searched)| *index == 0 || searched.visits >= enough);
        let candidates = listed.filter_map(|(_, searched)| {
            let numbers = Numbers::of_move(report, searched);
            Some(Candidate {
                point: Named::new(searched.mv, size),
                win_rate: 100.0 * numbers.win_rate,
                points_lost: (best?.lead - numbers.lead).max(0.0),
                line: line(report.color, &searched.variation, size),
            })
        });
        let (win_rate, lead) = of_black(report.color, &Numbers::of_position(report));
        Self {
            visits: report.visits,
            of: full,
            win_rate,
            lead,
            candidates: candidates.collect(),
        }
    }
}

/// Returns the moves of a line, each with its side.
pub(crate) fn line(first: Color, moves: &[Move], size: BoardSize) -> Vec<Turn> {
    let colors = [first, first.opposite()].into_iter().cycle();
    turns(colors.zip(moves.iter().copied().take(MAX_LINE)), size)
}

/// Returns Black's win rate in percent and lead in points, of the numbers of a side.
pub(crate) fn of_black(color: Color, numbers: &Numbers) -> (f32, f32) {
    match color {
        Color::Black => (100.0 * numbers.win_rate, numbers.lead),
        Color::White => (100.0 * (1.0 - numbers.win_rate), -numbers.lead),
    }
}
