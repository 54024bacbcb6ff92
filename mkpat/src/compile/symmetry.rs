// SPDX-License-Identifier: MIT OR Apache-2.0

//! The symmetry of a pattern, and the transformations in which it is matched.

use super::bounds;
use super::colon::Colon;
use super::diagram::Diagram;
use super::reports::Reports;
use crate::diagnostic::Code;
use crate::expr::{Argument, Binary, Expr};
use crate::geometry::{Edges, Offset, Transformation};

use Transformation::{A, B, C, D, E, G, H};

/// Symbols with the transformations that leave such a picture unchanged; the largest groups first.
const GROUPS: [(char, &[Transformation]); 7] = [
    ('+', &[A, B, C, D]),
    ('X', &[A, D, E, H]),
    ('|', &[A, C]),
    ('-', &[A, B]),
    ('\\', &[A, E]),
    ('/', &[A, H]),
    ('8', &[A]),
];

/// A set of transformations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group([bool; 8]);

impl Group {
    fn new(has: impl Fn(Transformation) -> bool) -> Self {
        Self(Transformation::ALL.map(has))
    }

    pub(super) fn contains(self, t: Transformation) -> bool {
        self.0[t as usize]
    }

    fn includes(self, all: &[Transformation]) -> bool {
        all.iter().all(|&t| self.contains(t))
    }
}

/// The composition of two transformations.
pub(super) fn compose(first: Transformation, then: Transformation) -> Transformation {
    // Only the identity fixes this offset, so its image determines the transformation.
    let probe = Offset::new(1, 2);
    let image = then.apply(first.apply(probe));
    let mut all = Transformation::ALL.into_iter();
    all.find(|t| t.apply(probe) == image).unwrap_or(A)
}

/// Transforms places of a diagram about its middle, the only fixed point of its symmetries.
#[derive(Clone, Copy)]
struct Middle(Offset);

impl Middle {
    /// The middle for places that count from an origin.
    fn new(diagram: &Diagram, origin: (usize, usize)) -> Self {
        // Twice the middle, which may lie between cells.
        let twice = |side: usize, from: usize| side as i8 - 1 - 2 * from as i8;
        let (dx, dy) = (twice(diagram.width, origin.0), twice(diagram.height, origin.1));
        Self(Offset::new(dx, dy))
    }

    /// The image of a place, if it is a cell.
    fn turn(self, t: Transformation, o: Offset) -> Option<Offset> {
        let turned = self.0 + t.apply(o + o - self.0);
        (turned.dx % 2 == 0 && turned.dy % 2 == 0).then(|| Offset::new(turned.dx / 2, turned.dy / 2))
    }
}

/// The transformations that leave cells and edges unchanged.
fn of_diagram(diagram: &Diagram, origin: (usize, usize)) -> Group {
    let middle = Middle::new(diagram, origin);
    Group::new(|t| {
        t == A
            || diagram.edges.transformed(t) == diagram.edges
                && diagram.iter().all(|(column, row, c)| {
                    let turned = middle.turn(t, Offset::between(origin, (column, row)));
                    let onto = turned.and_then(|o| diagram.step(origin, o));
                    onto.is_some_and(|(x, y)| diagram.get(x, y) == c)
                })
    })
}

/// The first cell of each string in the diagram. A constraint may name a string by any of its stones.
pub(super) struct Strings<'d> {
    diagram: &'d Diagram,
    move_at: (usize, usize),
    /// For each cell, row by row, the index of the first cell of its string.
    first: Vec<usize>,
}

impl<'d> Strings<'d> {
    pub(super) fn new(diagram: &'d Diagram, move_at: (usize, usize)) -> Self {
        let width = diagram.width;
        let mut first: Vec<usize> = (0..width * diagram.height).collect();
        let mut seen = vec![false; first.len()];
        for (column, row, c) in diagram.iter().filter(|c| matches!(c.2, b'O' | b'X')) {
            let start = row * width + column;
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut open = vec![(column, row)];
            while let Some((x, y)) = open.pop() {
                first[y * width + x] = start;
                let steps = Edges::SIDES.into_iter();
                for next in steps.filter_map(|(_, step)| diagram.step((x, y), step)) {
                    let index = next.1 * width + next.0;
                    if !seen[index] && diagram.get(next.0, next.1) == c {
                        seen[index] = true;
                        open.push(next);
                    }
                }
            }
        }
        Self {
            diagram,
            move_at,
            first,
        }
    }

    /// The number of a string, or of a cell without a stone.
    pub(super) fn of_cell(&self, (column, row): (usize, usize)) -> usize {
        self.first[row * self.diagram.width + column]
    }

    /// The number of the string at an offset from the move.
    pub(super) fn of_offset(&self, o: Offset) -> Option<usize> {
        self.diagram.step(self.move_at, o).map(|at| self.of_cell(at))
    }

    /// The first cell of the string at an offset from the move.
    fn first_cell(&self, o: Offset) -> Offset {
        let Some(first) = self.of_offset(o) else { return o };
        let width = self.diagram.width;
        Offset::between(self.move_at, (first % width, first / width))
    }
}

/// A constraint in a normal form, so that equivalent constraints usually have equal texts: operands of
/// commutative operators are sorted. `point` maps a point, `string` names the string there.
pub(super) fn canonical(
    expr: &Expr,
    point: &impl Fn(Offset) -> Offset,
    string: &impl Fn(Offset) -> Offset,
) -> String {
    let inner = |e: &Expr| canonical(e, point, string);
    match expr {
        Expr::Number(n) => n.to_string(),
        Expr::Unary(operator, operand) => format!("{operator:?}({})", inner(operand)),
        Expr::Call(function, points) => {
            let mut text = function.name().to_owned();
            for (index, &at) in points.iter().enumerate() {
                let is_string = match function.target() {
                    Some(_) => index + 1 == points.len(),
                    None => function.arguments().get(index) == Some(&Argument::Stone),
                };
                let at = if is_string { string(at) } else { point(at) };
                text += &format!(" {},{}", at.dx, at.dy);
            }
            text
        }
        Expr::Binary(operator @ (Binary::And | Binary::Or | Binary::Add | Binary::Multiply), ..) => {
            let mut operands: Vec<String> = expr.chain(*operator).into_iter().map(inner).collect();
            operands.sort_unstable();
            format!("{operator:?}({})", operands.join(";"))
        }
        Expr::Binary(operator, left, right) => {
            let [left, right] = [inner(left), inner(right)];
            match operator {
                Binary::Greater | Binary::GreaterEqual => {
                    format!("{:?}({right};{left})", bounds::turned(*operator))
                }
                Binary::Equal | Binary::NotEqual if right < left => format!("{operator:?}({right};{left})"),
                _ => format!("{operator:?}({left};{right})"),
            }
        }
    }
}

/// The transformations that leave diagram and constraint unchanged; `picture` has those of the diagram.
fn of_pattern(
    diagram: &Diagram,
    move_at: (usize, usize),
    constraint: Option<&Expr>,
    picture: Group,
) -> Group {
    let Some(expr) = constraint.filter(|_| picture != Group::new(|t| t == A)) else {
        return picture;
    };
    let strings = Strings::new(diagram, move_at);
    let middle = Middle::new(diagram, move_at);
    let text = |t: Transformation| {
        // `picture` holds only transformations for which every point has an image.
        let point = |o| middle.turn(t, o).unwrap_or(o);
        canonical(expr, &point, &|o| strings.first_cell(point(o)))
    };
    let straight = text(A);
    Group::new(|t| picture.contains(t) && (t == A || text(t) == straight))
}

/// The diagram does not have the declared symmetry; the pattern is still matched as if it had.
fn not_symmetric(diagram: &Diagram, picture: Group, declared: usize, colon: &Colon, reports: &mut Reports) {
    let has_move = diagram.iter().any(|c| c.2 == b'*');
    let about = if has_move { " about its move" } else { "" };
    let symbol = colon.pattern.symmetry;
    let advice = match GROUPS.iter().find(|g| picture.includes(g.1)) {
        Some(('8', _)) | None => "`8`".to_owned(),
        Some((has, _)) => format!("`{has}`, which it has, or `8`"),
    };
    let tried = 8 / declared;
    let help = format!("write {advice}; with `{symbol}` only {tried} of 8 pictures are matched");
    let message = format!("the diagram does not have the declared symmetry `{symbol}`{about}");
    reports
        .add(Code::NotSymmetric, colon.symmetry_span.clone(), message, help)
        .related(diagram.span.clone(), "this diagram");
}

fn constraint_not_symmetric(colon: &Colon, reports: &mut Reports) {
    let symbol = colon.pattern.symmetry;
    let message = format!("the diagram has symmetry `{symbol}`, but the constraint has not");
    let help = "write `8`: the pattern is matched in every way that the constraint tells apart";
    let place = colon.symmetry_span.clone();
    reports.add(Code::ConstraintNotSymmetric, place, message, help);
}

/// Reports a pattern that has more symmetry than is declared.
fn more_symmetric(whole: Group, declared: &[Transformation], colon: &Colon, reports: &mut Reports) {
    // A helper may distinguish equal pictures.
    if colon.symmetry_is_unknown || colon.pattern.helper.is_some() {
        return;
    }
    let is_more = |group: &[Transformation]| {
        group.len() > declared.len() && whole.includes(group) && declared.iter().all(|t| group.contains(t))
    };
    let Some((has, _)) = GROUPS.iter().find(|group| is_more(group.1)) else {
        return;
    };
    let symmetry = colon.pattern.symmetry;
    let message = format!("the pattern has symmetry `{has}`, declared is `{symmetry}`");
    let help = format!("write `{has}`; pictures that would be matched twice are left out");
    reports.add(Code::MoreSymmetric, colon.symmetry_span.clone(), message, help);
}

/// The transformations in which a pattern is matched, in their order. Reports a declared symmetry that
/// differs from that of the diagram and the constraint. If the diagram does not have it, the first
/// transformations that suffice for such a symmetry are taken, as in GNU Go.
pub(super) fn variants(
    diagram: &Diagram,
    move_at: (usize, usize),
    constraint: Option<&Expr>,
    colon: &Colon,
    reports: &mut Reports,
) -> Vec<Transformation> {
    let declared = GROUPS.iter().find(|g| g.0 == colon.pattern.symmetry);
    let declared = declared.map_or(&[A][..], |g| g.1);
    let picture = of_diagram(diagram, move_at);
    let whole = of_pattern(diagram, move_at, constraint, picture);
    let mut tried = 8 / declared.len();
    if !picture.includes(declared) {
        not_symmetric(diagram, picture, declared.len(), colon, reports);
    } else if whole.includes(declared) {
        more_symmetric(whole, declared, colon, reports);
    } else {
        constraint_not_symmetric(colon, reports);
        tried = 8;
    }
    // Where the picture does not have the symmetry, the direction of a quarter turn matters: GNU Go's first
    // one is to the right.
    let order = match tried {
        2 if !picture.includes(declared) => &[A, G][..],
        _ => &Transformation::ORDER[..tried],
    };
    let mut kept: Vec<Transformation> = Vec::new();
    for &t in order {
        let same = |&u: &Transformation| whole.contains(compose(t, u.inverse()));
        // A helper sees the transformation, so it may distinguish equal pictures.
        if colon.pattern.helper.is_some() || !kept.iter().any(same) {
            kept.push(t);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_composition_applies_the_first_transformation_first() {
        let at = Offset::new(3, 1);
        for first in Transformation::ALL {
            for then in Transformation::ALL {
                let both = compose(first, then);
                assert_eq!(both.apply(at), then.apply(first.apply(at)), "{first} then {then}");
            }
        }
    }
}
