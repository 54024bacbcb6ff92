// SPDX-License-Identifier: MIT OR Apache-2.0

//! Duplicate and superfluous patterns.

use std::collections::HashMap;

use super::entry::Draft;
use super::reports::Reports;
use super::symmetry::{Strings, picture};
use crate::database::{Cell, Classes, Kind, Pattern};
use crate::diagnostic::Code;
use crate::geometry::{Edges, Offset, Transformation};

/// Maximum number of comparisons per pattern, so that no database takes quadratic time.
const MAX_COMPARED: usize = 4096;
/// Maximum number of stones of a diagram that are looked up.
const MAX_STONES: usize = 64;

/// Reports duplicates, and patterns that another one makes superfluous.
pub(super) fn lint(drafts: &[Draft], is_joseki: impl Fn(&Draft) -> bool, reports: &mut Reports) {
    let duplicate = duplicates(drafts, reports);
    // What a joseki or an entry in the place of a learned shape is worth to a search adds to the others.
    let adds = |draft: &Draft| draft.pattern.shape_name().is_some() || is_joseki(draft);
    subsumed(drafts, &duplicate, adds, reports);
}

/// Reports and marks patterns that repeat an earlier one.
fn duplicates(drafts: &[Draft], reports: &mut Reports) -> Vec<bool> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut duplicate = vec![false; drafts.len()];
    for (index, draft) in drafts.iter().enumerate() {
        let first = *seen.entry(key(draft)).or_insert(index);
        if first == index {
            continue;
        }
        duplicate[index] = true;
        let first = &drafts[first];
        let [own, other] = [draft, first].map(|draft| &draft.pattern.name);
        let message = format!("pattern `{own}` has the diagram, class and constraint of `{other}`");
        let help = "remove one of them, or tell them apart by a constraint";
        reports.source = draft.pattern.file.into();
        reports
            .add(Code::DuplicateDiagram, draft.name.clone(), message, help)
            .related_in(first.pattern.file.into(), first.name.clone(), "the other one");
    }
    duplicate
}

/// A text that is equal for patterns with the same picture in any transformation and the same class, helper
/// and constraint.
fn key(draft: &Draft) -> String {
    let p = &draft.pattern;
    let mut turned = Transformation::ALL.map(|t| (picture(&draft.diagram, t), t));
    turned.sort_unstable();
    let least = &turned[0].0;
    let constraint = p.constraint.as_ref().map(|c| {
        let strings = Strings::new(&draft.diagram, p.origin());
        // Points are named in the transformation with the least picture; there may be several.
        let same = turned.iter().take_while(|x| x.0 == *least);
        same.map(|x| strings.constraint(c, x.1)).min()
    });
    format!("{least:?} {} {:?} {constraint:?}", p.classes.bits(), p.helper)
}

/// A stone at an offset from the move.
type Stone = (Offset, bool);

fn stones(pattern: &Pattern) -> impl Iterator<Item = Stone> + '_ {
    pattern.elements.iter().filter_map(|e| match e.cell {
        Cell::Friend => Some((e.at, true)),
        Cell::Enemy => Some((e.at, false)),
        _ => None,
    })
}

/// The index of a pattern that may make others superfluous, and its transformation.
type General = (usize, Transformation);

fn subsumed(drafts: &[Draft], duplicate: &[bool], adds: impl Fn(&Draft) -> bool, reports: &mut Reports) {
    let mut counts: HashMap<Stone, usize> = HashMap::new();
    for stone in drafts.iter().flat_map(|d| stones(&d.pattern)) {
        *counts.entry(stone).or_default() += 1;
    }
    // Each general pattern is found by its rarest stone: only patterns with it can be special cases.
    let mut by_stone: HashMap<Option<Stone>, Vec<General>> = HashMap::new();
    for (index, draft) in drafts.iter().enumerate() {
        let p = &draft.pattern;
        // The effect of a connection pattern depends on all its cells.
        if duplicate[index] || p.helper.is_some() || p.constraint.is_some() || draft.kind != Kind::Moves {
            continue;
        }
        for &turn in &draft.variants {
            let turned = stones(p).map(|(at, friend)| (turn.apply(at), friend));
            let rarest = turned.min_by_key(|stone| (counts.get(stone).copied(), *stone));
            // Without the stone in any picture nothing is superfluous.
            if rarest.is_none_or(|stone| counts.contains_key(&stone)) {
                by_stone.entry(rarest).or_default().push((index, turn));
            }
        }
    }
    for (index, draft) in drafts.iter().enumerate() {
        if duplicate[index] || adds(draft) || draft.pattern.helper.is_some() {
            continue;
        }
        let Some(general) = find_general(drafts, index, &by_stone) else {
            continue;
        };
        let general = &drafts[general];
        let [own, other] = [draft, general].map(|draft| &draft.pattern.name);
        let message = format!(
            "pattern `{own}` is superfluous: \
             `{other}` matches wherever it does, with the same class and at least its value"
        );
        reports.source = draft.pattern.file.into();
        let help = "remove it, or give it a higher value";
        let (file, place) = (general.pattern.file.into(), general.name.clone());
        let diagnostic = reports.add(Code::Subsumed, draft.name.clone(), message, help);
        diagnostic.related_in(file, place, "the more general one");
    }
}

fn find_general(
    drafts: &[Draft],
    index: usize,
    by_stone: &HashMap<Option<Stone>, Vec<General>>,
) -> Option<usize> {
    let special = &drafts[index];
    let stones = stones(&special.pattern).take(MAX_STONES).map(Some);
    stones
        .chain([None])
        .filter_map(|stone| by_stone.get(&stone))
        .flatten()
        .take(MAX_COMPARED)
        .find(|&&(general, turn)| {
            general != index
                && worth_as_much(&drafts[general].pattern, &special.pattern)
                && contains(&drafts[general], turn, special)
        })
        .map(|&(general, _)| general)
}

/// Whether a match of the general pattern is worth at least one of the special pattern.
fn worth_as_much(general: &Pattern, special: &Pattern) -> bool {
    // These classes use the stones of the pattern, and the general one may have fewer.
    let by_stones = Classes::ATTACKS | Classes::DEFENDS | Classes::CONNECTS | Classes::BREAKS;
    let needs_same = general.classes.intersects(by_stones) || special.obonus != 0 || special.xbonus != 0;
    general.classes == special.classes
        && general.assistance == special.assistance
        && general.weight >= special.weight
        && general.obonus >= special.obonus
        && general.xbonus >= special.xbonus
        && general.splitbonus >= special.splitbonus
        && general.minrand >= special.minrand
        && general.maxrand >= special.maxrand
        && (!needs_same || stones(general).count() == stones(special).count())
}

/// Whether the transformed general pattern matches wherever the special one does.
fn contains(general: &Draft, turn: Transformation, special: &Draft) -> bool {
    let (from, onto) = (general.pattern.origin(), special.pattern.origin());
    let edges = general.pattern.edges.transformed(turn);
    let all = general.diagram.iter().all(|(column, row, c)| {
        let offset = turn.apply(Offset::between(from, (column, row)));
        let below = special.diagram.step(onto, offset);
        below.is_some_and(|(x, y)| implies(special.diagram.get(x, y), c))
    });
    // Every edge of the general picture is an edge of the special one, at the same distance from the move.
    let reach = |d: &Draft, step: Offset| {
        let (mut at, mut n) = (d.pattern.origin(), 0);
        while let Some(next) = d.diagram.step(at, step) {
            (at, n) = (next, n + 1);
        }
        n
    };
    all && Edges::SIDES.into_iter().all(|(side, step)| {
        !edges.contains(side)
            || special.pattern.edges.contains(side)
                && reach(general, turn.inverse().apply(step)) == reach(special, step)
    })
}

/// Whether every point that fits the special cell fits the general one.
fn implies(special: u8, general: u8) -> bool {
    let empty = matches!(special, b'.' | b'*');
    match general {
        b'O' => special == b'O',
        b'X' => special == b'X',
        b'.' | b'*' => empty,
        b'o' => empty || matches!(special, b'O' | b'o'),
        b'x' => empty || matches!(special, b'X' | b'x'),
        _ => true,
    }
}
