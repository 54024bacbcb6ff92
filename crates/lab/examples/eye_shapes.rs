// SPDX-License-Identifier: MIT OR Apache-2.0

//! Writes the entries of `patterns/eyes.db`: the shapes of up to seven points, solved by the local game.
//!
//! `cargo run --release -p katachi-lab --example eye_shapes > new.db && mv new.db patterns/eyes.db`
//!
//! Shapes are polyominoes, one for each graph. Up to five points they have any number of open points and
//! stones, above that up to `MAX_OPEN` open points, so that the file remains one to read. Entries that differ
//! in a stone alone are one, with `x` for it, if they are worth the same and have a key in common.

use std::collections::BTreeSet;

use katachi_engine::analysis::eye::LocalGame;
use mkpat::{EyeCell, EyeGraph, EyePoint};

type Cell = (i8, i8);

const HEAD: &str = "\
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Eye shapes of Katachi: `:max,min` are the eyes if the owner plays first, and if the attacker does. A shape stands for
# all that have the same graph: bent and turned ones, too. The entries are solutions of the local game (see
# engine/local/eye_game.rs), written by `cargo run --release -p katachi-lab --example eye_shapes`, and a test solves each of them
# again. docs/patterns.md has the language.
#
# A name is the number of points and the form; the entries of a form begin with the closed one without stones, and
# are numbered.
";

/// The most open points of a shape, by its number of points.
const MAX_OPEN: [u32; 8] = [0, 1, 2, 3, 4, 5, 2, 1];

const NUMBERS: [&str; 8] = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven"];

/// Shapes that players have a name for.
const NAMES: [(&str, &[Cell]); 8] = [
    ("square", &[(0, 0), (1, 0), (0, 1), (1, 1)]),
    ("pyramid", &[(1, 0), (0, 1), (1, 1), (2, 1)]),
    ("fork", &[(1, 0), (0, 1), (1, 1), (2, 1), (3, 1)]),
    ("cross", &[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]),
    ("bulky", &[(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)]),
    ("flower", &[(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]),
    ("rectangle", &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]),
    (
        "butterfly",
        &[(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2)],
    ),
];

fn main() {
    print!("{HEAD}");
    let mut shapes = vec![vec![(0, 0)]];
    let mut entries = 0;
    for (points, &most_open) in MAX_OPEN.iter().enumerate().skip(1) {
        println!("\n# {}", "-".repeat(75));
        println!("# {} point{}", NUMBERS[points], if points > 1 { "s" } else { "" });
        println!("# {}", "-".repeat(75));
        for (index, shape) in by_graph(&shapes).into_iter().enumerate() {
            entries += write_shape(&name(&shape, index), &shape, most_open);
        }
        shapes = grown(&shapes);
    }
    eprintln!("{entries} entries");
}

/// The graph of a shape whose points are in these states.
fn graph(shape: &[Cell], states: impl Fn(usize) -> EyePoint) -> EyeGraph {
    let mut graph = EyeGraph::default();
    for (i, a) in shape.iter().enumerate() {
        graph.push(states(i));
        for (j, b) in shape.iter().enumerate().take(i) {
            if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1 {
                graph.connect(i, j);
            }
        }
    }
    graph
}

fn form(graph: &EyeGraph) -> EyeGraph {
    graph.canonical().expect("polyominoes are connected").0
}

/// One shape for each graph: the lowest, then the first.
fn by_graph(shapes: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let mut shapes = shapes.to_vec();
    shapes.sort_by_key(|shape| (shape.iter().map(|c| c.1).max(), shape.clone()));
    let mut seen = BTreeSet::new();
    shapes.retain(|shape| seen.insert(form(&graph(shape, |_| EyePoint::Proper))));
    shapes
}

/// All shapes with a point more, row by row, against the left and upper border.
fn grown(shapes: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let mut grown = BTreeSet::new();
    for shape in shapes {
        for &(x, y) in shape {
            for cell in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                if !shape.contains(&cell) {
                    let mut next = shape.clone();
                    next.push(cell);
                    let left = next.iter().map(|c| c.0).min().unwrap_or(0);
                    let top = next.iter().map(|c| c.1).min().unwrap_or(0);
                    next.iter_mut().for_each(|c| *c = (c.0 - left, c.1 - top));
                    next.sort_by_key(|c| (c.1, c.0));
                    grown.insert(next);
                }
            }
        }
    }
    grown.into_iter().collect()
}

fn name(shape: &[Cell], index: usize) -> String {
    let number = NUMBERS[shape.len()];
    let plain = |shape: &[Cell]| form(&graph(shape, |_| EyePoint::Proper));
    let known = NAMES.iter().find(|n| plain(n.1) == plain(shape)).map(|n| n.0);
    match known {
        Some(name) => format!("{number}_{name}"),
        None if shape.len() <= 3 => number.to_string(),
        None if shape.iter().all(|c| c.1 == 0) => format!("{number}_in_line"),
        None => format!("{number}_{}", char::from(b'a' + index as u8)),
    }
}

/// Writes all entries of a shape and tells how many.
fn write_shape(name: &str, shape: &[Cell], most_open: u32) -> usize {
    let (mut done, mut open_seen) = (BTreeSet::new(), BTreeSet::new());
    let mut masks: Vec<u32> = (0..1 << shape.len()).collect();
    masks.sort_by_key(|mask| mask.count_ones());
    let mut entries = 0;
    for mask in masks.into_iter().filter(|m| m.count_ones() <= most_open) {
        let is_open = |i: usize| mask >> i & 1 == 1;
        let state = |i| [EyePoint::Proper, EyePoint::Marginal][usize::from(is_open(i))];
        if !open_seen.insert(form(&graph(shape, state))) {
            continue;
        }
        for cells in with_stones(shape.len(), is_open) {
            if let Some(entry) = entry(shape, cells, &mut done) {
                entries += 1;
                println!("\nPattern {name}{}\n{entry}", suffix(entries));
            }
        }
    }
    entries
}

fn suffix(entry: usize) -> String {
    match entry {
        1 => String::new(),
        _ => format!("_{entry}"),
    }
}

/// All ways to say of the points that are not open whether there is a stone, from the vaguest on.
fn with_stones(points: usize, is_open: impl Fn(usize) -> bool) -> Vec<Vec<EyeCell>> {
    let mut all = vec![Vec::new()];
    for i in 0..points {
        let cells: &[EyeCell] = if is_open(i) {
            &[EyeCell::Marginal]
        } else {
            &[EyeCell::Proper, EyeCell::ProperOrStone, EyeCell::Stone]
        };
        let longer = |start: &Vec<EyeCell>| {
            let start = start.clone();
            cells.iter().map(move |&cell| [&start[..], &[cell]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    let vague = |cells: &[EyeCell], of| cells.iter().filter(|&&c| c == of).count();
    // The shape without a stone comes first, on its own.
    all.sort_by_key(|cells| {
        let (open, stones) = (vague(cells, EyeCell::ProperOrStone), vague(cells, EyeCell::Stone));
        (open + stones > 0, points - open, stones)
    });
    all
}

/// The entry of a picture, if all that it stands for is new, worth the same and has a key in common.
fn entry(shape: &[Cell], mut cells: Vec<EyeCell>, done: &mut BTreeSet<EyeGraph>) -> Option<String> {
    let is_vague = |&i: &usize| cells[i] == EyeCell::ProperOrStone;
    let open: Vec<usize> = (0..cells.len()).filter(is_vague).collect();
    let mut forms = BTreeSet::new();
    let (mut worth, mut keys) = (None, u16::MAX);
    for choice in 0..1_u32 << open.len() {
        let state = |i: usize| {
            let number = open.iter().position(|&o| o == i);
            let is_stone = number.is_some_and(|n| choice >> n & 1 == 1);
            cells[i].points()[usize::from(is_stone)]
        };
        let graph = graph(shape, state);
        let form = form(&graph);
        if done.contains(&form) {
            return None;
        }
        forms.insert(form);
        let mut game = LocalGame::new(&graph, u32::MAX);
        if !game.is_possible() {
            return None;
        }
        let value = game.solve()?;
        if worth.is_some_and(|w| w != (value.max, value.min)) {
            return None;
        }
        worth = Some((value.max, value.min));
        keys &= value.attack & value.defense;
    }
    let (max, min) = worth?;
    for (i, cell) in cells.iter_mut().enumerate().filter(|_| max > min) {
        if keys >> i & 1 == 1 {
            *cell = match cell {
                EyeCell::Marginal => EyeCell::MarginalKey,
                _ => EyeCell::Key,
            };
        }
    }
    if max > min && !cells.iter().any(|c| c.is_key()) {
        return None;
    }
    done.append(&mut forms);
    let mut rows = String::new();
    for y in 0..=shape.iter().map(|c| c.1).max()? {
        let width = shape.iter().filter(|c| c.1 == y).map(|c| c.0).max()?;
        for x in 0..=width {
            let at = shape.iter().position(|&c| c == (x, y));
            rows.push(at.map_or(' ', |i| cells[i].to_char()));
        }
        rows.push('\n');
    }
    Some(format!("{rows}:{max},{min}"))
}
