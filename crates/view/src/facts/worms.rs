// SPDX-License-Identifier: MIT OR Apache-2.0

//! Worms as a table.

use std::fmt::Write as _;

use katachi_engine::analysis::{Analysis, Worm};
use katachi_engine::reading::Verdict;
use katachi_rules::{Board, Point};

use crate::status_name;

/// Returns a line for each worm with its liberties, readings and status. Ends in a newline.
pub fn table(board: &Board, analysis: &Analysis) -> String {
    let mut text = String::from("worm  colour  stones  liberties 1-4  attack     defense    cuts  status\n");
    for worm in analysis.worms.iter() {
        let [a, b, c, d] = worm.liberties;
        let (attack, defense) = readings(board, worm);
        let status = status_name(analysis.dragons.status(worm.origin));
        let weak = if analysis.is_weak(worm.origin) {
            ", weak"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "{:<5} {:<7} {:>6}  {a:>3}{b:>4}{c:>4}{d:>4}  {attack:<10} {defense:<10} {:>4}  {status}{weak}",
            board.size().vertex(worm.origin),
            worm.color.to_string(),
            worm.size,
            worm.cutstone,
        );
    }
    text
}

/// Returns its attack and its defense: the best points, `no`, or `?` where the budget ran out.
fn readings(board: &Board, worm: &Worm) -> (String, String) {
    let show = |verdict, points: &[Point]| match (verdict, points.first()) {
        (Verdict::Yes, Some(&point)) => board.size().vertex(point).to_string(),
        (Verdict::Yes, None) => "yes".to_string(),
        (Verdict::No, _) => "no".to_string(),
        (Verdict::KoAhead | Verdict::KoBehind, _) => "ko".to_string(),
        (Verdict::Unknown, _) => "?".to_string(),
    };
    let defense = match worm.attack {
        Verdict::No => "-".to_string(),
        _ => show(worm.defense, &worm.defense_points),
    };
    (show(worm.attack, &worm.attack_points), defense)
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_engine::analysis::Effort;

    #[test]
    fn the_table_has_a_line_for_each_string() {
        let board = Board::from_diagram(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . . . X X . .
             . . X O . . .",
        );
        let effort = Effort {
            reading_nodes: 1000,
            playouts: 20,
        };
        let text = table(&board, &Analysis::new(&board, effort));
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(
            lines[3],
            "D1    White        1    1   1   1   1  E1         no            1  dead"
        );
    }
}
