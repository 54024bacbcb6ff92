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

fn includes(group: &[Transformation], all: &[Transformation]) -> bool {
    all.iter().all(|t| group.contains(t))
}

/// A point of a transformed picture from the top left corner of that; `at` counts from the origin. The origin
/// itself may be another cell in a transformed picture without a move.
fn turned(diagram: &Diagram, origin: (usize, usize), t: Transformation, at: Offset) -> Offset {
    let ends = [(0, 0), (diagram.width - 1, diagram.height - 1)];
    let [a, b] = ends.map(|end| t.apply(Offset::between(origin, end)));
    t.apply(at) - Offset::new(a.dx.min(b.dx), a.dy.min(b.dy))
}

/// The cells of a transformed picture with their places, in a fixed order, and its edges.
pub(super) fn picture(diagram: &Diagram, t: Transformation) -> (Vec<(Offset, u8)>, u8) {
    let place = |at| turned(diagram, (0, 0), t, Offset::between((0, 0), at));
    let cells = diagram.iter().map(|(column, row, c)| (place((column, row)), c));
    let mut cells: Vec<_> = cells.collect();
    cells.sort_unstable();
    (cells, diagram.edges.transformed(t).bits())
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
    fn of_offset(&self, o: Offset) -> Option<usize> {
        self.diagram.step(self.move_at, o).map(|at| self.of_cell(at))
    }

    /// A constraint over the picture transformed by `t`, in the form of [`canonical`].
    pub(super) fn constraint(&self, expr: &Expr, t: Transformation) -> String {
        let point = |at| turned(self.diagram, self.move_at, t, at);
        let string = |at| {
            let own = self.of_offset(at);
            let cells = self.diagram.iter().map(|(column, row, _)| (column, row));
            let cells = cells.filter(|&cell| Some(self.of_cell(cell)) == own);
            // The least place of a string names it equally in every transformation.
            let places = cells.map(|cell| point(Offset::between(self.move_at, cell)));
            places.min().unwrap_or(point(at))
        };
        canonical(expr, &point, &string)
    }
}

/// A constraint in a normal form, so that equivalent constraints usually have equal texts: operands of
/// commutative operators are sorted. `point` maps a point, `string` names the string there.
fn canonical(expr: &Expr, point: &impl Fn(Offset) -> Offset, string: &impl Fn(Offset) -> Offset) -> String {
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

/// The diagram does not have the declared symmetry; the pattern is still matched as if it had.
fn not_symmetric(
    diagram: &Diagram,
    picture: &[Transformation],
    declared: usize,
    colon: &Colon,
    reports: &mut Reports,
) {
    let has_move = diagram.iter().any(|c| c.2 == b'*');
    let about = if has_move { " about its move" } else { "" };
    let symbol = colon.pattern.symmetry;
    let advice = match GROUPS.iter().find(|g| includes(picture, g.1)) {
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
fn more_symmetric(
    whole: &[Transformation],
    declared: &[Transformation],
    colon: &Colon,
    reports: &mut Reports,
) {
    // A helper may distinguish equal pictures.
    if colon.symmetry_is_unknown || colon.pattern.helper.is_some() {
        return;
    }
    let is_more = |group: &[Transformation]| {
        group.len() > declared.len() && includes(whole, group) && includes(group, declared)
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
    let mut symmetries = Transformation::ALL.to_vec();
    symmetries.retain(|&t| picture(diagram, t) == picture(diagram, A));
    let mut whole = symmetries.clone();
    if let Some(expr) = constraint.filter(|_| symmetries.len() > 1) {
        let strings = Strings::new(diagram, move_at);
        whole.retain(|&t| strings.constraint(expr, t) == strings.constraint(expr, A));
    }
    let mut tried = 8 / declared.len();
    if !includes(&symmetries, declared) {
        not_symmetric(diagram, &symmetries, declared.len(), colon, reports);
    } else if includes(&whole, declared) {
        more_symmetric(&whole, declared, colon, reports);
    } else {
        constraint_not_symmetric(colon, reports);
        tried = 8;
    }
    // Where the picture does not have the symmetry, the direction of a quarter turn matters: GNU Go's first
    // one is to the right.
    let order = match tried {
        2 if !includes(&symmetries, declared) => &[A, G][..],
        _ => &Transformation::ORDER[..tried],
    };
    let mut kept: Vec<Transformation> = Vec::new();
    for &t in order {
        // Only the identity fixes this offset, so its image determines a transformation.
        let probe = Offset::new(1, 2);
        let is_image = |u: Transformation, w: &Transformation| u.apply(w.apply(probe)) == t.apply(probe);
        let same = |&u: &Transformation| whole.iter().any(|w| is_image(u, w));
        // A helper sees the transformation, so it may distinguish equal pictures.
        if colon.pattern.helper.is_some() || !kept.iter().any(same) {
            kept.push(t);
        }
    }
    kept
}
