// SPDX-License-Identifier: MIT OR Apache-2.0

//! Warnings about single patterns. Warnings about pairs of patterns are in `overlap`.

use super::diagram::Diagram;
use super::entry::Draft;
use super::reading;
use super::reports::Reports;
use super::symmetry::Strings;
use crate::database::{Assistance, Cell, Classes, Kind};
use crate::diagnostic::Code;
use crate::geometry::{Edges, Offset, Transformation};

/// Checks every pattern without errors.
pub(super) fn lint(drafts: &[Draft], reports: &mut Reports) {
    for draft in drafts {
        reports.source = draft.pattern.file.into();
        match draft.kind {
            Kind::Connections => connection(draft, reports),
            Kind::Reading => reading::classes(draft, reports),
            _ => {
                worth(draft, reports);
                playouts(draft, reports);
            }
        }
        stones_of_classes(draft, reports);
        liberties(draft, reports);
        suicide(draft, reports);
    }
}

fn worth(draft: &Draft, reports: &mut Reports) {
    let p = &draft.pattern;
    let remembered = Classes::ATTACKS | Classes::DEFENDS;
    let is_named = p.fit.is_some() || p.shape_name().is_some() || p.helper.is_some();
    let is_used = p.assistance != Assistance::None || p.classes.intersects(remembered);
    if p.weight != 0 || is_named || is_used || p.highest_value() > 0 {
        return;
    }
    let message = format!("pattern `{}` is worth nothing, whatever it matches", p.name);
    let help = "give it a value or a helper, or class `A` or `D` if its move is to be remembered";
    reports.add(Code::Worthless, draft.colon.weight_span.clone(), message, help);
}

/// How far a picture of class `P` reaches from the last move.
const PLAYOUT_REACH: i8 = 2;

/// Reports a pattern of class `P` that is not a small answer to the last move, of which playouts know all.
fn playouts(draft: &Draft, reports: &mut Reports) {
    let p = &draft.pattern;
    if !p.classes.contains(Classes::PLAYOUTS) {
        return;
    }
    let answered = p.answered().filter(|stone| stone.1 == Cell::Enemy);
    let (a, b) = p.corners(Transformation::ALL[0]);
    let reach = |at: Offset| at.dx.abs().max(at.dy.abs());
    let is_knight = |at: Offset| at.dx.abs().min(at.dy.abs()) < PLAYOUT_REACH;
    let is_small =
        |(last, _): (Offset, Cell)| is_knight(last) && reach(a - last).max(reach(b - last)) <= PLAYOUT_REACH;
    let is_alone = p.classes == Classes::PLAYOUTS && p.helper.is_none();
    let checks = [
        (is_alone, "has another class or a helper", "keep `P` alone"),
        (
            answered.is_some(),
            "answers no move",
            "label the enemy stone that was played last, and ask `last(A)`",
        ),
        (
            p.asks_little(),
            "asks what playouts do not know",
            "ask for `last` and `lib` alone",
        ),
        (
            answered.is_none_or(is_small),
            "reaches further than playouts see",
            "show cells up to two points away from the last move alone, and a move up to a knight's move away",
        ),
    ];
    if let Some((_, problem, help)) = checks.into_iter().find(|check| !check.0) {
        let message = format!("pattern `{}` of class `P` {problem}", p.name);
        reports.add(Code::NotInPlayouts, draft.colon.class_span.clone(), message, help);
    }
}

/// Reports a connection pattern without effect, for lack of a class, a move or `!`.
fn connection(draft: &Draft, reports: &mut Reports) {
    let p = &draft.pattern;
    let breaks = p.classes.contains(Classes::BREAKS);
    let inhibited = draft.diagram.iter().find(|c| c.2 == b'!');
    let place = draft.colon.class_span.clone();
    if !p.classes.intersects(Classes::BREAKS | Classes::CONNECTS) {
        // The unknown class was reported.
        if draft.colon.has_unknown_class {
            return;
        }
        let name = &p.name;
        let message = format!("pattern `{name}` has neither class `B` nor `C`, so it does nothing");
        let help = "write `B` if the enemy can cut at `*`, or `C` if the stones are connected";
        reports.add(Code::NoConnectionClass, place, message, help);
    } else if breaks && inhibited.is_none() && !p.has_move {
        let message =
            "class `B` needs a cutting point `*` or an inhibited point `!`, and the diagram has neither";
        let help = "mark the point where the enemy cuts with `*`";
        reports.add(Code::ClassWithoutStones, place, message, help);
    }
    if let Some((column, row, _)) = inhibited.filter(|_| !breaks) {
        let place = draft.diagram.place(column, row);
        let message = "`!` has no effect without class `B`";
        let help = "write `.` for it, or add the class";
        reports.add(Code::IdleInhibition, place, message, help);
    }
}

fn stones_of_classes(draft: &Draft, reports: &mut Reports) {
    let (friends, enemies) = (b"Oo?", b"Xx?");
    let needs = [
        (Classes::ATTACKS, 'A', 1, enemies, "an enemy stone"),
        (Classes::DEFENDS, 'D', 1, friends, "a friendly stone"),
        (Classes::CONNECTS, 'C', 2, friends, "two friendly stones"),
        (Classes::BREAKS, 'B', 2, enemies, "two enemy stones"),
    ];
    for (class, letter, wanted, cells, what) in needs {
        // In a connection pattern `B` refers to a point.
        if draft.kind == Kind::Connections && class == Classes::BREAKS {
            continue;
        }
        let mut found = draft.diagram.iter().filter(|c| cells.contains(&c.2));
        if draft.pattern.classes.contains(class) && found.nth(wanted - 1).is_none() {
            let message = format!("class `{letter}` needs {what}, which the diagram has not");
            let help = "remove the letter, or show the stones that it is about";
            let place = draft.colon.class_span.clone();
            reports.add(Code::ClassWithoutStones, place, message, help);
        }
    }
}

/// The contents of the neighbours of a cell, `?` beyond the diagram. Points off the board are left out.
fn neighbours(diagram: &Diagram, at: (usize, usize)) -> impl Iterator<Item = (u8, Option<(usize, usize)>)> {
    let content = move |(edge, step)| match diagram.step(at, step) {
        Some((x, y)) => Some((diagram.get(x, y), Some((x, y)))),
        None => (!diagram.edges.contains(edge)).then_some((b'?', None)),
    };
    Edges::SIDES.into_iter().filter_map(content)
}

/// Finds a move all of whose neighbours are enemies or beyond the edge, in a pattern without a condition.
fn suicide(draft: &Draft, reports: &mut Reports) {
    let p = &draft.pattern;
    let asks = p.constraint.is_some() || p.helper.is_some();
    let at = p.origin();
    let diagram = &draft.diagram;
    if draft.kind != Kind::Moves || asks || neighbours(diagram, at).any(|(c, _)| c != b'X') {
        return;
    }
    let strings = Strings::new(diagram, at);
    let is_free = |enemy: (usize, usize)| {
        let mut string = diagram.iter().filter(|c| c.2 == b'X').map(|c| (c.0, c.1));
        string.any(|cell| {
            strings.of_cell(cell) == strings.of_cell(enemy)
                && neighbours(diagram, cell).any(|(c, place)| c == b'.' && place != Some(at))
        })
    };
    let never = neighbours(diagram, at).all(|(_, place)| place.is_some_and(is_free));
    let (place, name) = (diagram.place(at.0, at.1), &p.name);
    let message = match never {
        true => format!("this move is suicide, so pattern `{name}` never holds"),
        false => format!("this move has no liberty, so pattern `{name}` holds only where it captures"),
    };
    let help = match never {
        true => "show a liberty of the move",
        false => "show a liberty of the move; if it is to capture, ask with a constraint like `lib(A)==1`",
    };
    reports.add(Code::Suicide, place, message, help);
}

/// Finds a string all of whose neighbours are stones of the other side or beyond the edge.
fn liberties(draft: &Draft, reports: &mut Reports) {
    let diagram = &draft.diagram;
    let strings = Strings::new(diagram, draft.pattern.origin());
    // Strings that may have a liberty, by the number of their first cell.
    let mut free = vec![false; diagram.width * diagram.height];
    let stones = || diagram.iter().filter(|c| matches!(c.2, b'O' | b'X'));
    for (column, row, _) in stones() {
        let mut around = neighbours(diagram, (column, row));
        free[strings.of_cell((column, row))] |= around.any(|(c, _)| !matches!(c, b'O' | b'X'));
    }
    let Some((column, row, _)) = stones().find(|&(column, row, _)| !free[strings.of_cell((column, row))])
    else {
        return;
    };
    let name = &draft.pattern.name;
    let message = format!("this string has no liberty, so pattern `{name}` never matches");
    let help = "the rules would have taken it off the board: show a liberty, or `?` where one may be";
    reports.add(Code::Impossible, diagram.place(column, row), message, help);
}
