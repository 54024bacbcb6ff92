// SPDX-License-Identifier: MIT OR Apache-2.0

//! The best moves of a search: win rates, points lost against the best one, lines.

use katachi_engine::search::{Report, Searched};
use katachi_rules::{BoardSize, Color, Move};
use katachi_view::analysis::Numbers;
use katachi_view::{Named, data};

use crate::graph::of_black;
use crate::position::{Turn, turns};

const MAX_CANDIDATES: usize = 8;
/// Minimum visits of a candidate. Fewer tell nothing.
const MIN_VISITS: u32 = 4;
/// Minimum visits of a candidate as a share of all.
const MIN_SHARE: f32 = 0.02;
const MAX_LINE: usize = 12;

data! {
    pub(crate) struct Candidates(report: &Report, size: BoardSize, full: u32) {
        visits: u32 = report.visits,
        /// The visits of a search of full strength.
        of: u32 = full,
        /// Black's, in percent.
        win_rate: f32 = of_black(report.color, &Numbers::of_position(report)).0,
        /// Black's, in points.
        lead: f32 = of_black(report.color, &Numbers::of_position(report)).1,
        /// The best first.
        candidates: Vec<Candidate> = listed(report, size),
    }
}

data! {
    pub(crate) struct Candidate(report: &Report, searched: &Searched, best: &Numbers, size: BoardSize) {
        point: Named<Move> = Named::new(searched.mv, size),
        /// In percent.
        win_rate: f32 = 100.0 * Numbers::of_move(report, searched).win_rate,
        points_lost: f32 = (best.lead - Numbers::of_move(report, searched).lead).max(0.0),
        line: Vec<Turn> = line(report.color, &searched.variation, size),
    }
}

fn listed(report: &Report, size: BoardSize) -> Vec<Candidate> {
    let enough = MIN_VISITS.max((MIN_SHARE * report.visits as f32) as u32);
    let best = report.moves.first().map(|best| Numbers::of_move(report, best));
    let listed = report.moves.iter().take(MAX_CANDIDATES).enumerate();
    let listed = listed.filter(|(index, searched)| *index == 0 || searched.visits >= enough);
    let candidates = listed.filter_map(|(_, searched)| Some(Candidate::new(report, searched, &best?, size)));
    candidates.collect()
}

/// Returns the moves of a line, each with its side.
pub(crate) fn line(first: Color, moves: &[Move], size: BoardSize) -> Vec<Turn> {
    let colors = [first, first.opposite()].into_iter().cycle();
    turns(colors.zip(moves.iter().copied().take(MAX_LINE)), size)
}
