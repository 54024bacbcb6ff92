//! Eye shapes: what is read, how it is found again on a board, and whether the shipped table says the truth.
#![cfg(feature = "compile")]

use std::collections::HashMap;

use mkpat::{Code, Compiled, EyeCell, EyeGraph, EyePoint, Input, Options, Source, compile};

fn compiled(text: &str) -> Compiled {
    let source = Source::new("test.db", text).with_input(Input::Eyes);
    compile(&[source], &Options::default())
}

/// The graph of a picture of `.`, `!` and `X`, drawn with any indentation.
fn graph(rows: &[&str]) -> EyeGraph {
    let cell = |c| match c {
        '.' => Some(EyePoint::Proper),
        '!' => Some(EyePoint::Marginal),
        'X' => Some(EyePoint::Stone),
        _ => None,
    };
    let mut graph = EyeGraph::default();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, point) in row.chars().enumerate().filter_map(|(x, c)| Some((x, cell(c)?))) {
            let index = graph.push(point).expect("a small picture");
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

#[test]
fn rows_are_indented_and_differ_in_length() {
    let compiled = compiled("Pattern Plus   a comment\n\n  .\n .*.   the key\n\t. \n\n:2,1\n");
    // The tab reaches past the rest.
    assert_eq!(compiled.diagnostics[0].code, Code::EyeApart);
    let compiled = self::compiled("Pattern Plus   a comment\n\n  .\n .*.   the key\n  .\n\n:2,1   another\n");
    assert_eq!(compiled.diagnostics, []);
    let shape = &compiled.eyes.eyes[0];
    assert_eq!((shape.max, shape.min), (2, 1));
    assert_eq!(
        shape.cells,
        [
            (1, 0, EyeCell::Proper),
            (0, 1, EyeCell::Proper),
            (1, 1, EyeCell::Key),
            (2, 1, EyeCell::Proper),
            (1, 2, EyeCell::Proper)
        ]
    );
}

#[test]
fn a_shape_is_found_turned_and_bent_with_its_key() {
    let database = compiled("Pattern T\n .\n.*.\n:2,1\nPattern L\n@..!\n:1,0\n").eyes;
    let found = database
        .find_eye(&graph(&[".", "..", "."]))
        .expect("the T on its side");
    assert_eq!(found.shape.name, "T");
    assert_eq!(found.cells.iter().filter(|c| c.is_key()).count(), 1);
    assert_eq!(found.cells[1], EyeCell::Key);
    let found = database
        .find_eye(&graph(&["!.", " .!"]))
        .expect("round two corners");
    assert_eq!(found.shape.name, "L");
    assert!(database.find_eye(&graph(&["...."])).is_none());
    assert!(database.find_eye(&graph(&["! .", "..."])).is_none());
    assert!(database.find_eye(&graph(&[". ."])).is_none(), "not one space");
}

#[test]
fn a_cell_that_may_be_a_stone_stands_for_two_shapes() {
    let database = compiled("Pattern Open\nx.!\n:1,1\n").eyes;
    assert_eq!(database.forms.len(), 2);
    for rows in [["..!"], ["X.!"]] {
        let found = database.find_eye(&graph(&rows)).expect("either");
        assert_eq!(found.cells[0], EyeCell::ProperOrStone);
    }
    assert!(database.find_eye(&graph(&[".X!"])).is_none());
}

#[test]
fn the_first_of_like_shapes_counts() {
    let compiled = compiled("Pattern A\n...\n:1,1\nPattern B\n..\n.\n:2,2\n");
    let codes: Vec<_> = compiled.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::DuplicateEye]);
    assert_eq!(compiled.eyes.eyes.len(), 2);
    assert_eq!(
        compiled.eyes.find_eye(&graph(&["..."])).map(|m| m.shape.max),
        Some(1)
    );
}

/// The local game of an eye space. Points are gone, or as in [`EyePoint`].
#[derive(Clone, PartialEq, Eq, Hash)]
struct Game {
    points: Vec<Option<EyePoint>>,
    neighbours: Vec<u16>,
}

impl Game {
    /// The points that hang together with one, among those that `of` names.
    fn component(&self, from: usize, of: impl Fn(EyePoint) -> bool) -> u16 {
        let mut found = 1_u16 << from;
        loop {
            let mut next = found;
            for (index, point) in self.points.iter().enumerate() {
                if point.is_some_and(&of) && self.neighbours[index] & found != 0 {
                    next |= 1 << index;
                }
            }
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// Spaces with a point that is not marginal.
    fn eyes(&self) -> u8 {
        let (mut seen, mut eyes) = (0_u16, 0);
        for (index, point) in self.points.iter().enumerate() {
            if point.is_some_and(|p| p != EyePoint::Marginal) && seen >> index & 1 == 0 {
                seen |= self.component(index, |_| true);
                eyes += 1;
            }
        }
        eyes.min(2)
    }

    fn moves(&self, owner: bool) -> Vec<Self> {
        let mut after = Vec::new();
        for (index, &point) in self.points.iter().enumerate() {
            let mut next = self.clone();
            match point {
                Some(EyePoint::Proper | EyePoint::Marginal) if owner => next.points[index] = None,
                Some(EyePoint::Proper) => {
                    next.points[index] = Some(EyePoint::Stone);
                    // Filling a space altogether is suicide.
                    let space = next.component(index, |_| true);
                    let is_empty = |i: usize| !matches!(next.points[i], None | Some(EyePoint::Stone));
                    if !(0..next.points.len()).any(|i| space >> i & 1 == 1 && is_empty(i)) {
                        continue;
                    }
                }
                Some(EyePoint::Marginal) => {
                    next.points[index] = None;
                    for beside in (0..self.points.len()).filter(|i| self.neighbours[index] >> i & 1 == 1) {
                        match next.points[beside] {
                            Some(EyePoint::Proper) => next.points[beside] = Some(EyePoint::Marginal),
                            Some(EyePoint::Stone) => {
                                // It is connected to the outside.
                                let string = next.component(beside, |p| p == EyePoint::Stone);
                                for i in (0..self.points.len()).filter(|i| string >> i & 1 == 1) {
                                    next.points[i] = None;
                                }
                            }
                            _ => {}
                        }
                    }
                }
                _ => continue,
            }
            after.push(next);
        }
        after
    }

    /// Eyes if that side moves, who may pass; it ends when both do.
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
        for next in self.moves(owner) {
            let value = next.value(!owner, false, known);
            best = if owner { best.max(value) } else { best.min(value) };
        }
        known.insert(key, best);
        best
    }
}

#[test]
fn the_shipped_shapes_are_what_search_finds() {
    let text = include_str!("../../patterns/eyes.db");
    let compiled = compiled(text);
    assert_eq!(compiled.diagnostics, []);
    assert!(compiled.eyes.eyes.len() >= 20);
    for shape in &compiled.eyes.eyes {
        for graph in shape.graphs() {
            let game = Game {
                points: graph.points().iter().copied().map(Some).collect(),
                neighbours: (0..graph.len()).map(|i| graph.neighbours(i)).collect(),
            };
            let mut known = HashMap::new();
            let worth = [true, false].map(|owner| game.value(owner, false, &mut known));
            assert_eq!([shape.max, shape.min], worth, "{}", shape.name);
            // Playing the key is what it takes, for both.
            for (index, _) in shape.cells.iter().enumerate().filter(|c| c.1.2.is_key()) {
                let keeps = game
                    .moves(true)
                    .iter()
                    .any(|g| g.points[index].is_none() && g.value(false, false, &mut known) == shape.max);
                let spoils = game.moves(false).iter().any(|g| {
                    g.points[index] != game.points[index] && g.value(true, false, &mut known) == shape.min
                });
                assert!(keeps && spoils, "{}", shape.name);
            }
        }
    }
}
