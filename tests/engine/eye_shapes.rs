// SPDX-License-Identifier: MIT OR Apache-2.0

//! The shipped eye shapes have the values of their local games, and the solver of local games agrees with a
//! plain one.
#![cfg(feature = "runtime-db")]

use std::collections::HashMap;

use katachi_engine::analysis::eye::LocalGame;
use mkpat::{Database, EyeGraph, EyePoint, Input, Options, Source, compile};

fn shipped() -> Database {
    let source = Source::new("eyes.db", include_str!("../../patterns/eyes.db")).with_input(Input::Eyes);
    let compiled = compile(&[source], &Options::default());
    assert_eq!(compiled.diagnostics, []);
    compiled.eyes
}

#[test]
fn every_entry_is_what_the_solver_finds() {
    for shape in &shipped().eyes {
        for graph in shape.graphs() {
            let mut game = LocalGame::new(&graph, u32::MAX);
            assert!(game.is_possible(), "{}", shape.name);
            let value = game.solve().expect("no limit");
            assert_eq!((shape.max, shape.min), (value.max, value.min), "{}", shape.name);
            let keys = (0..graph.len()).filter(|&i| shape.cells[i].2.is_key());
            let keys = keys.fold(0_u16, |mask, i| mask | 1 << i);
            assert_eq!(keys & !(value.attack & value.defense), 0, "{}", shape.name);
            assert_eq!(keys == 0, value.max == value.min, "{}", shape.name);
        }
    }
}

/// Polyominoes up to seven points have 1, 1, 1, 3, 4, 10 and 19 different graphs.
#[test]
fn every_closed_shape_of_up_to_seven_points_is_there() {
    let mut counts = [0; 8];
    for form in &shipped().forms {
        if form.graph.points().iter().all(|&p| p == EyePoint::Proper) {
            counts[form.graph.len()] += 1;
        }
    }
    assert_eq!(counts, [0, 1, 1, 1, 3, 4, 10, 19]);
}

#[test]
fn a_plain_solver_agrees_on_shapes_of_up_to_five_points() {
    let mut compared = 0;
    for shape in shipped().eyes.iter().filter(|s| s.cells.len() <= 5) {
        for graph in shape.graphs() {
            let game = Plain::new(&graph);
            let mut known = HashMap::new();
            let worth = [true, false].map(|owner| game.value(owner, false, &mut known));
            assert_eq!(worth, [shape.max, shape.min], "{}", shape.name);
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared} compared");
}

/// The local game once more, by its rules alone: a point is gone, or as in [`EyePoint`].
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    points: Vec<Option<EyePoint>>,
    neighbours: Vec<Vec<usize>>,
}

impl Plain {
    fn new(graph: &EyeGraph) -> Self {
        let beside = |i| {
            (0..graph.len())
                .filter(|n| graph.neighbours(i) >> n & 1 == 1)
                .collect()
        };
        Self {
            points: graph.points().iter().copied().map(Some).collect(),
            neighbours: (0..graph.len()).map(beside).collect(),
        }
    }

    fn is_empty(&self, i: usize) -> bool {
        matches!(self.points[i], Some(EyePoint::Proper | EyePoint::Marginal))
    }

    /// The points that are connected with a point, among those for which `of` holds.
    fn part(&self, from: usize, of: impl Fn(EyePoint) -> bool) -> Vec<usize> {
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            for &n in &self.neighbours[at] {
                if self.points[n].is_some_and(&of) && !found.contains(&n) {
                    found.push(n);
                }
            }
        }
        found
    }

    fn string(&self, stone: usize) -> Vec<usize> {
        self.part(stone, |p| p == EyePoint::Stone)
    }

    fn has_liberty(&self, string: &[usize]) -> bool {
        let mut beside = string.iter().flat_map(|&i| &self.neighbours[i]);
        beside.any(|&n| self.is_empty(n))
    }

    fn eyes(&self) -> u8 {
        let mut seen = Vec::new();
        let mut eyes = 0;
        for i in 0..self.points.len() {
            let counts = matches!(self.points[i], Some(EyePoint::Proper | EyePoint::Stone));
            if counts && !seen.contains(&i) {
                seen.extend(self.part(i, |_| true));
                eyes += 1;
            }
        }
        eyes.min(2)
    }

    fn fill(&self, i: usize) -> Self {
        let mut next = self.clone();
        next.points[i] = None;
        for &n in &self.neighbours[i] {
            if next.points[n] == Some(EyePoint::Stone) {
                let string = next.string(n);
                if !next.has_liberty(&string) {
                    string
                        .iter()
                        .for_each(|&s| next.points[s] = Some(EyePoint::Proper));
                }
            }
        }
        next
    }

    fn attack(&self, i: usize) -> Option<Self> {
        let mut next = self.clone();
        if self.points[i] == Some(EyePoint::Proper) {
            next.points[i] = Some(EyePoint::Stone);
            let string = next.string(i);
            return next.has_liberty(&string).then_some(next);
        }
        let mut opened = vec![i];
        for &n in &self.neighbours[i] {
            if self.points[n] == Some(EyePoint::Stone) {
                opened.extend(self.string(n));
            }
        }
        opened.iter().for_each(|&o| next.points[o] = None);
        for &n in opened.iter().flat_map(|&o| &self.neighbours[o]) {
            if next.points[n] == Some(EyePoint::Proper) {
                next.points[n] = Some(EyePoint::Marginal);
            }
        }
        Some(next)
    }

    /// Eyes if a side moves first. A side may pass; two passes end the game.
    fn value(&self, owner: bool, passed: bool, known: &mut HashMap<(Self, bool, bool), u8>) -> u8 {
        let key = (self.clone(), owner, passed);
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let mut best = if passed {
            self.eyes()
        } else {
            self.value(!owner, true, known)
        };
        for i in (0..self.points.len()).filter(|&i| self.is_empty(i)) {
            let next = if owner { Some(self.fill(i)) } else { self.attack(i) };
            let Some(next) = next else { continue };
            let value = next.value(!owner, false, known);
            best = if owner { best.max(value) } else { best.min(value) };
        }
        known.insert(key, best);
        best
    }
}
