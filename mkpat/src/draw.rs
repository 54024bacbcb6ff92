// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pictures of patterns: every transformation with its anchor, and the numbers that the matcher tests.

use std::fmt::Write as _;

use crate::counted;
use crate::database::{Assistance, Cell, Classes, Database, Element, Kind, Pattern, Variant, Window};
use crate::expr::Expr;
use crate::eye::EyeShape;
use crate::geometry::{Edges, Offset, Transformation};

/// Draws a pattern of a database: its colon line, its constraint with letters for the points, its elements,
/// and each variant with its anchor in brackets, masks and windows. Empty if there is no such pattern.
pub fn draw_pattern(database: &Database, index: usize) -> String {
    let Some(pattern) = database.patterns.get(index) else {
        return String::new();
    };
    let mut out = heading(database, &pattern.name, pattern.file, pattern.line);
    let _ = writeln!(out, "{}", colon_line(pattern, database.kind));
    if database.kind == Kind::Moves {
        let _ = writeln!(out, "highest value {}", pattern.highest_value());
    }
    if let Some(constraint) = &pattern.constraint {
        let labels = Labels::new(constraint, pattern);
        let _ = writeln!(out, "\nconstraint {}", labels.expression(constraint));
        let get = |at| labels.get(at);
        out.push_str(&picture(pattern, Transformation::A, pattern.edges, None, &get));
    }
    let element = |e: &Element| format!("{}({})", cell_char(e.cell, e.at, pattern), offset(e.at));
    let elements: Vec<_> = pattern.elements.iter().map(element).collect();
    let (count, elements) = (counted(elements.len(), "element"), elements.join(" "));
    let _ = writeln!(out, "\n{count}, from the origin: {elements}");
    for variant in database.variants_of(index as u32) {
        out.push('\n');
        draw_variant(database, pattern, variant, &mut out);
    }
    out
}

/// Draws an eye shape of a database with its forms. Empty if there is no such shape.
pub fn draw_eye(database: &Database, index: usize) -> String {
    let Some(shape) = database.eyes.get(index) else {
        return String::new();
    };
    let mut out = heading(database, &shape.name, shape.file, shape.line);
    out.push_str(&eye_picture(shape));
    let (max, min) = (shape.max, shape.min);
    out += &format!(":{max},{min}   eyes if the owner plays first, if the attacker does\n");
    for form in database.forms.iter().filter(|f| f.shape as usize == index) {
        out.push_str("\nform\n");
        for (at, point) in form.graph.points().iter().enumerate() {
            let neighbours = (0..form.graph.len()).filter(|n| form.graph.neighbours(at) >> n & 1 == 1);
            let neighbours: Vec<_> = neighbours.map(|n| n.to_string()).collect();
            let beside = if neighbours.is_empty() {
                "none".to_owned()
            } else {
                neighbours.join(" ")
            };
            let (column, row, cell) = shape.cells[usize::from(form.cells[at])];
            let (column, row, cell) = (column + 1, row + 1, cell.to_char());
            out += &format!("  {at}: {point:?}, beside {beside}; `{cell}` in column {column}, row {row}\n");
        }
    }
    out
}

/// The picture of a pattern in the transformation of a variant, with its edges and the letters of its
/// constraint.
pub fn draw_match(pattern: &Pattern, variant: &Variant, labels: &Labels) -> String {
    let get = |at| labels.get(at);
    picture(pattern, variant.transformation, variant.edges, None, &get)
}

fn heading(database: &Database, name: &str, file: u16, line: u32) -> String {
    let file = database.files.get(usize::from(file)).map_or("?", String::as_str);
    format!("Pattern {name}   {file}:{line}\n")
}

fn eye_picture(shape: &EyeShape) -> String {
    let height = shape.cells.iter().map(|c| c.1).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..=height {
        let mut line = String::new();
        for &(column, _, cell) in shape.cells.iter().filter(|c| c.1 == row) {
            while line.len() < usize::from(column) {
                line.push(' ');
            }
            line.push(cell.to_char());
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The class letters, `-` for none.
pub fn class_letters(classes: Classes) -> String {
    let letters = Classes::LETTERS.iter().filter(|l| classes.contains(l.1));
    let letters: String = letters.map(|l| l.0).collect();
    if letters.is_empty() {
        "-".to_owned()
    } else {
        letters
    }
}

/// Every field of the colon line of a pattern.
pub fn colon_line(pattern: &Pattern, kind: Kind) -> String {
    let p = pattern;
    let helper = p.helper.as_deref().unwrap_or("NULL");
    let classes = class_letters(p.classes);
    if kind == Kind::Connections {
        return format!(":{},{classes},{helper}", p.symmetry);
    }
    if kind == Kind::Reading {
        return format!(":{},{},{classes}", p.symmetry, p.weight);
    }
    let assistance = match p.assistance {
        Assistance::None => "0".to_owned(),
        Assistance::Wind {
            ucutoff,
            uvalue,
            mycutoff,
            myvalue,
        } => format!("wind({ucutoff},{uvalue},{mycutoff},{myvalue})"),
        Assistance::Moyo { cutoff, value } => format!("moyo({cutoff},{value})"),
    };
    let numbers = [p.obonus, p.xbonus, p.splitbonus, p.minrand, p.maxrand].map(|n| n.to_string());
    let (symmetry, weight, numbers) = (p.symmetry, p.weight, numbers.join(","));
    format!(":{symmetry},{weight},{assistance},{classes},{numbers},{helper}")
}

fn offset(o: Offset) -> String {
    format!("{:+},{:+}", o.dx, o.dy)
}

/// The character of the cell at an offset from the origin.
pub(crate) fn cell_at(pattern: &Pattern, at: Offset) -> char {
    let element = pattern.elements.iter().find(|element| element.at == at);
    element.map_or('?', |element| cell_char(element.cell, at, pattern))
}

fn cell_char(cell: Cell, at: Offset, pattern: &Pattern) -> char {
    match cell {
        Cell::Friend => 'O',
        Cell::Enemy => 'X',
        Cell::Empty if at == Offset::ZERO && pattern.has_move => '*',
        Cell::Empty => '.',
        Cell::NotEnemy => 'o',
        Cell::NotFriend => 'x',
        Cell::Inhibited => '!',
    }
}

fn draw_variant(database: &Database, pattern: &Pattern, variant: &Variant, out: &mut String) {
    let anchor = match variant.anchor {
        Cell::Friend => "O",
        Cell::Enemy => "X",
        _ => "the move",
    };
    let origin = if pattern.has_move { "move" } else { "origin" };
    let t = variant.transformation;
    let [at, first, last] = [variant.to_move, variant.top_left, variant.bottom_right].map(offset);
    *out += &format!("{t}: anchor {anchor}, {origin} at {at} from it, cells {first} to {last}\n");
    let anchor = Some(Offset::ZERO - variant.to_move);
    out.push_str(&picture(pattern, t, variant.edges, anchor, &|_| None));
    for Window { at, mask, value } in database.windows_of(variant) {
        let at = offset(*at);
        *out += &format!("  window {at}: mask {mask:08x}, value {value:08x}\n");
    }
}

/// The transformed diagram, spaced, with its edges. `anchor` marks the cell in brackets by its offset from
/// the origin in the transformed picture; `label` overrides a cell by its offset in the untransformed one.
fn picture(
    pattern: &Pattern,
    t: Transformation,
    edges: Edges,
    anchor: Option<Offset>,
    label: &dyn Fn(Offset) -> Option<char>,
) -> String {
    let (top_left, bottom_right) = pattern.corners(t);
    let (left, right) = (top_left.dx, bottom_right.dx);
    let side = |edge| if edges.contains(edge) { "|" } else { " " };
    let end = |edge| if edges.contains(edge) { "+" } else { " " };
    let dashes = "-".repeat(2 * (right - left) as usize + 3);
    let edge = format!("  {}{dashes}{}", end(Edges::LEFT), end(Edges::RIGHT));
    let edge = edge.trim_end();
    let mut text = String::new();
    if edges.contains(Edges::TOP) {
        let _ = writeln!(text, "{edge}");
    }
    let back = t.inverse();
    for dy in top_left.dy..=bottom_right.dy {
        let mut line = format!("  {}", side(Edges::LEFT));
        for dx in left..=right {
            let turned = Offset::new(dx, dy);
            let at = back.apply(turned);
            let cell = label(at).unwrap_or_else(|| cell_at(pattern, at));
            let before = Offset::new(dx - 1, dy);
            line.push(match anchor {
                Some(anchor) if anchor == turned => '[',
                Some(anchor) if anchor == before && dx > left => ']',
                _ => ' ',
            });
            line.push(cell);
        }
        let last = Offset::new(right, dy);
        line.push(if anchor == Some(last) { ']' } else { ' ' });
        line.push_str(side(Edges::RIGHT));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if edges.contains(Edges::BOTTOM) {
        let _ = writeln!(text, "{edge}");
    }
    text
}

/// Letters for the points of a constraint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels(Vec<(Offset, char)>);

impl Labels {
    /// The letters for the constraint of a pattern: those of its author, and others for points without one,
    /// capitals for enemies.
    pub fn new(expr: &Expr, pattern: &Pattern) -> Self {
        let mut points = Vec::new();
        expr.each_call(&mut |_, named| points.extend(named));
        points.sort_unstable_by_key(|o: &Offset| (o.dy, o.dx));
        points.dedup();
        points.retain(|&o| o != Offset::ZERO || !pattern.has_move);
        let is_free = |c: &char| !"OoXxt".contains(*c) && pattern.labels.iter().all(|l| l.1 != *c);
        let (mut small, mut capital) = (('a'..='z').filter(is_free), ('A'..='Z').filter(is_free));
        let is_enemy = |o: Offset| cell_at(pattern, o) == 'X';
        let labels = points.into_iter().map(|o| {
            let given = pattern.labels.iter().find(|l| l.0 == o).map(|l| l.1);
            let letter = given.or_else(|| match is_enemy(o) {
                true => capital.next().or_else(|| small.next()),
                false => small.next().or_else(|| capital.next()),
            });
            (o, letter.unwrap_or('?'))
        });
        Self(labels.collect())
    }

    /// The letter of a cell by its offset from `*` in the untransformed picture.
    pub fn get(&self, at: Offset) -> Option<char> {
        self.0.iter().find(|l| l.0 == at).map(|l| l.1)
    }

    /// The text of an expression with these letters.
    pub fn expression(&self, expr: &Expr) -> String {
        self.write(expr, 0)
    }

    /// The text of an expression, in parentheses if the operator around it binds as tightly or more.
    fn write(&self, expr: &Expr, around: u8) -> String {
        match expr {
            Expr::Number(n) if *n < 0 => format!("({n})"),
            Expr::Number(n) => n.to_string(),
            Expr::Unary(operator, operand) => {
                format!("{}{}", operator.sign().0, self.write(operand, u8::MAX))
            }
            Expr::Call(function, points) => {
                let points = points.iter().map(|&p| self.get(p).unwrap_or('*').to_string());
                format!("{}({})", function.name(), points.collect::<Vec<_>>().join(","))
            }
            Expr::Binary(operator, left, right) => {
                let (sign, binds) = operator.sign();
                let (left, right) = (self.write(left, binds - 1), self.write(right, binds));
                match binds <= around {
                    true => format!("({left} {sign} {right})"),
                    false => format!("{left} {sign} {right}"),
                }
            }
        }
    }
}
