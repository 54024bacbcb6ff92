//! What a tree search found, as text.

use std::fmt::Write as _;

use katachi_rules::{BoardSize, Move};

use crate::search::{Report, Searched};

/// So many moves are listed, and so many moves of each principal variation.
const LISTED: usize = 12;
const VARIATION: usize = 8;

/// One line about the position, then one for each of the most visited moves: visits, win rate, prior, and the principal variation.
/// Ends in a newline.
pub fn table(report: &Report, size: BoardSize) -> String {
    let (lead, deviation) = report.lead;
    let mut text = format!(
        "Search: {} visits, win rate {}, lead {lead:+.1} ± {deviation:.1} points, {:.1} MiB\n",
        report.visits,
        percent(report.win_rate),
        report.bytes as f32 / 1_048_576.0,
    );
    text += "move  visits  win rate   prior    AMAF  variation\n";
    let visited = report.moves.iter().filter(|searched| searched.visits > 0);
    for searched in visited.take(LISTED) {
        let amaf = searched.amaf.map_or("-".to_owned(), |(rate, _)| percent(rate));
        let _ = writeln!(
            text,
            "{:<5} {:>6}  {:>8} {:>7} {amaf:>7}  {}",
            size.show(searched.mv),
            searched.visits,
            percent(searched.win_rate),
            percent(searched.prior),
            variation(searched, size),
        );
    }
    text
}

/// The principal variation of a move, itself first.
pub fn variation(searched: &Searched, size: BoardSize) -> String {
    let moves = searched.variation.iter().take(VARIATION);
    let names: Vec<String> = moves.map(|&mv: &Move| size.show(mv)).collect();
    names.join(" ")
}

fn percent(share: f32) -> String {
    format!("{:.1} %", 100.0 * share)
}
