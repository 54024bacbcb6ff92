//! Eyes.
mod local;
pub use local::{LocalGame, LocalValue};

use mkpat::{EyeGraph, EyePoint};

/// The graph of a picture of `.`, `!` and `X`.
#[cfg(test)]
fn picture(rows: &[&str]) -> EyeGraph {
    let mut graph = EyeGraph::default();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate().filter(|c| c.1 != ' ') {
            let state = match c {
                '.' => EyePoint::Proper,
                '!' => EyePoint::Marginal,
                'X' => EyePoint::Stone,
                _ => panic!("{c} is no point of an eye space"),
            };
            let index = graph.push(state).expect("a small picture");
            for (other, at) in places.iter().enumerate() {
                if at.0.abs_diff(x) + at.1.abs_diff(y) == 1 {
                    graph.connect(index, other);
                }
            }
            places.push((x, y));
        }
    }
    graph
}
