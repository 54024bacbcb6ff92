// SPDX-License-Identifier: MIT OR Apache-2.0

//! A learned neighbourhood as an entry of the pattern language.
//!
//! The entry matches at exactly the points where the model finds the neighbourhood. Cells that the
//! neighbourhood does not have are `?`; where it reaches beyond the edge, the diagram has an edge. Liberties
//! of the stones around the move are a constraint, if the diagram does not show three of them. The class is
//! `s`, as the model predicts every legal move.

use mkpat::{
    Assistance, Binary, Cell, Classes, Edges, Element, Expr, Fit, FitSource, Function, Offset, Pattern,
    Transformation,
};

use super::LearnedShape;
use super::shape_name::{Picture, content};
use crate::learn::{BARE_VALUE, BoardClass, VALUE_PER_NAT};

use Transformation::{A, B, C, D, E, H};

/// Symmetries of a colon line with the transformations that leave such a picture unchanged, the largest
/// groups first.
const SYMMETRIES: [(char, &[Transformation]); 6] = [
    ('+', &[A, B, C, D]),
    ('X', &[A, D, E, H]),
    ('|', &[A, C]),
    ('-', &[A, B]),
    ('\\', &[A, E]),
    ('/', &[A, H]),
];
const BESIDE: [Offset; 4] = [
    Offset::new(0, -1),
    Offset::new(1, 0),
    Offset::new(0, 1),
    Offset::new(-1, 0),
];

impl Picture<'_> {
    /// Symbol of the colon line for the symmetry of the picture.
    fn symmetry(self) -> char {
        let keeps = |turn: &Transformation| {
            let mut cells = self.cells();
            cells.all(|(at, letter)| self.letter(turn.apply(at)) == Some(letter))
        };
        let found = SYMMETRIES.iter().find(|(_, turns)| turns.iter().all(keeps));
        found.map_or('8', |found| found.0)
    }

    /// The stones that the picture joins with a stone.
    fn string(self, stone: Offset) -> Vec<Offset> {
        let color = self.content(stone);
        let mut string = vec![stone];
        let mut next = 0;
        while let Some(&at) = string.get(next) {
            for step in BESIDE {
                if self.content(at + step) == color && !string.contains(&(at + step)) {
                    string.push(at + step);
                }
            }
            next += 1;
        }
        string
    }

    /// Number of the liberties of a string that the picture shows.
    fn liberties(self, string: &[Offset]) -> usize {
        let beside = string.iter().flat_map(|&at| BESIDE.map(|step| at + step));
        let mut free: Vec<Offset> = beside
            .filter(|&at| self.content(at) == Some(Cell::Empty))
            .collect();
        free.sort_unstable();
        free.dedup();
        free.len()
    }

    /// The condition on liberties: of one stone of each string around the move.
    fn constraint(self) -> Option<Expr> {
        let mut asked: Vec<Offset> = Vec::new();
        let mut conditions = Vec::new();
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Offset::new(dx, dy)));
        for at in around {
            let is_stone = matches!(self.content(at), Some(Cell::Friend | Cell::Enemy));
            if !is_stone || asked.contains(&at) {
                continue;
            }
            let string = self.string(at);
            let (operator, number) = match self.letter(at) {
                Some(b'1' | b'0') => (Binary::Equal, 1),
                Some(b'x' | b'o') => (Binary::Equal, 2),
                _ => (Binary::Greater, 2),
            };
            if operator == Binary::Equal || self.liberties(&string) <= 2 {
                let call = Expr::Call(Function::Lib, vec![at]);
                conditions.push(Expr::Binary(
                    operator,
                    Box::new(call),
                    Box::new(Expr::Number(number)),
                ));
            }
            asked.extend(string);
        }
        let and = |left, right| Expr::Binary(Binary::And, Box::new(left), Box::new(right));
        conditions.into_iter().reduce(and)
    }
}

/// Whether a pattern has the cells and the condition on liberties of a neighbourhood.
#[cfg(feature = "runtime-db")]
pub(super) fn is_copy(pattern: &Pattern, picture: Picture<'_>) -> bool {
    let on_board = picture.cells().filter(|cell| content(cell.1).is_some());
    // Nearly all differ in number.
    if on_board.count() != pattern.elements.len() {
        return false;
    }
    let mut elements = pattern.elements.iter();
    elements.all(|element| picture.content(element.at) == Some(element.cell))
        && pattern.constraint == picture.constraint()
}

/// Value that corresponds to a weight on all boards: 16 units a nat above that of a move for which nothing
/// speaks.
pub(super) fn value(nats: f32) -> i32 {
    BARE_VALUE + (VALUE_PER_NAT * nats).round() as i32
}

impl LearnedShape {
    /// Its value, as a pattern has one: 12 for a weight of 0, and 16 for each nat of its weight on all
    /// boards.
    pub fn value(&self) -> i32 {
        value(self.shared)
    }

    /// Its weights as a text has them.
    fn fit(&self) -> Fit {
        let weight = Fit::hundredths(self.shared);
        let source = FitSource::Games {
            held: None,
            played: self.played,
            value: self.value(),
        };
        Fit {
            weight,
            differences: BoardClass::ALL.map(|class| Fit::hundredths(self.weights[class as usize]) - weight),
            alone: 0,
            source,
        }
    }

    /// Returns it as a pattern of a database, which takes its place there and means the same:
    /// [`mkpat::entry`] writes it.
    pub fn pattern(&self) -> Pattern {
        let rows = self.rows.join("/");
        let picture = Picture(&rows);
        let element = |(at, letter)| content(letter).map(|cell| Element { at, cell });
        let mut elements: Vec<Element> = picture.cells().filter_map(element).collect();
        let reach = (self.rows.len() / 2) as i8;
        let columns = elements.iter().map(|element| element.at.dx);
        let rows = elements.iter().map(|element| element.at.dy);
        let bounds = |least: Option<i8>, most: Option<i8>| (least.unwrap_or(0), most.unwrap_or(0));
        let (left, right) = bounds(columns.clone().min(), columns.max());
        let (top, bottom) = bounds(rows.clone().min(), rows.max());
        let mut edges = Edges::empty();
        edges.set(Edges::LEFT, -left < reach);
        edges.set(Edges::RIGHT, right < reach);
        edges.set(Edges::TOP, -top < reach);
        edges.set(Edges::BOTTOM, bottom < reach);
        elements.sort_by_key(|element| element.cell);
        Pattern {
            name: self.name.clone(),
            file: 0,
            line: 0,
            size: ((right - left + 1) as u8, (bottom - top + 1) as u8),
            move_at: (-left as u8, -top as u8),
            has_move: true,
            edges,
            symmetry: picture.symmetry(),
            weight: self.value(),
            assistance: Assistance::None,
            classes: Classes::SACRIFICE,
            obonus: 0,
            xbonus: 0,
            splitbonus: 0,
            minrand: 0,
            maxrand: 0,
            helper: None,
            elements,
            constraint: picture.constraint(),
            labels: Vec::new(),
            note: None,
            fit: Some(self.fit()),
            replaces: Some(self.name.clone()),
        }
    }
}

#[cfg(all(test, feature = "runtime-db"))]
mod tests;
