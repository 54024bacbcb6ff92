// SPDX-License-Identifier: MIT OR Apache-2.0

//! Values that a table may have, and the consistency of its parts.

use super::{TableError, ensure};
use crate::database::{Cell, Classes, Database, Kind, Pattern, Variant};
use crate::eye::EyeGraph;
use crate::fit::is_shape_name;
use crate::geometry::{Edges, Offset};

fn each<T>(list: &[T], what: &'static str, holds: impl FnMut(&T) -> bool) -> Result<(), TableError> {
    ensure(list.iter().all(holds), what)
}

impl Database {
    /// Checks the lists against each other.
    pub(super) fn check(&self) -> Result<(), TableError> {
        let is_eyes = self.kind == Kind::Eyes;
        let others = if is_eyes {
            self.patterns.len()
        } else {
            self.eyes.len()
        };
        ensure(others == 0, "entry of another kind")?;
        if matches!(self.kind, Kind::Moves | Kind::Reading) {
            let inhibited = |p: &Pattern| p.elements.iter().any(|e| e.cell == Cell::Inhibited);
            each(&self.patterns, "move pattern", |p| p.has_move && !inhibited(p))?;
        }
        self.check_eyes()?;
        self.patterns.iter().try_for_each(Pattern::check)?;
        each(&self.windows, "window", |w| w.value & !w.mask == 0)?;
        let files = self.files.len();
        each(&self.patterns, "file index", |p| usize::from(p.file) < files)?;
        let values = self.patterns.iter().map(Pattern::highest_value);
        ensure(values.is_sorted_by(|a, b| a >= b), "order of patterns")?;
        ensure(self.variants.is_sorted_by_key(|v| v.pattern), "order of variants")?;
        for variant in &self.variants {
            let pattern = self.patterns.get(variant.pattern as usize);
            let pattern = pattern.ok_or(TableError::Value("pattern index"))?;
            variant.check(pattern)?;
            let first = variant.first_window as usize;
            let windows = self.windows.get(first..first + usize::from(variant.window_count));
            let windows = windows.ok_or(TableError::Value("window index"))?;
            let first = windows.first().map(|window| window.at);
            ensure(first == Some(Offset::ZERO), "first window")?;
            each(windows, "place of a window", |w| variant.covers(w.at))?;
        }
        Ok(())
    }

    fn check_eyes(&self) -> Result<(), TableError> {
        let (files, sizes) = (self.files.len(), 1..=EyeGraph::MAX_POINTS);
        each(&self.eyes, "file index", |e| usize::from(e.file) < files)?;
        each(&self.eyes, "number of eyes", |e| e.min <= e.max && e.max <= 2)?;
        each(&self.eyes, "size of an eye", |e| sizes.contains(&e.cells.len()))?;
        each(&self.forms, "graph of a form", |form| form.graph.is_sound())?;
        let are_sorted = self.forms.is_sorted_by(|a, b| a.graph < b.graph);
        ensure(are_sorted, "order of forms")?;
        for form in &self.forms {
            let shape = self.eyes.get(form.shape as usize);
            let shape = shape.ok_or(TableError::Value("shape index"))?;
            let mut seen = 0_u32;
            for (&cell, &point) in form.cells.iter().zip(form.graph.points()) {
                let asked = shape.cells.get(usize::from(cell));
                let is_right = asked.is_some_and(|c| c.2.points().contains(&point));
                ensure(is_right, "cell of a form")?;
                seen |= 1 << cell;
            }
            let (count, all) = (form.cells.len(), (1 << shape.cells.len()) - 1);
            let is_whole = count == shape.cells.len() && count == form.graph.len() && seen == all;
            ensure(is_whole, "cells of a form")?;
        }
        Ok(())
    }
}

impl Pattern {
    fn check(&self) -> Result<(), TableError> {
        let ((width, height), (column, row)) = (self.size, self.move_at);
        let is_small = [width, height]
            .iter()
            .all(|side| (1..=Self::MAX_SIDE).contains(side));
        ensure(is_small && column < width && row < height, "size of a pattern")?;
        ensure(Self::SYMMETRIES.contains(&self.symmetry), "symmetry")?;
        let is_known = Classes::all().contains(self.classes) && Edges::all().contains(self.edges);
        ensure(is_known, "class or edge")?;
        ensure(self.minrand <= self.maxrand, "random variation")?;
        let within = |o: Offset, (width, height): (u8, u8)| {
            let x = i16::from(o.dx) + i16::from(column);
            let y = i16::from(o.dy) + i16::from(row);
            (0..i16::from(width)).contains(&x) && (0..i16::from(height)).contains(&y)
        };
        each(&self.elements, "place of an element", |e| within(e.at, self.size))?;
        let (mut are_inside, mut are_accepted) = (true, true);
        if let Some(constraint) = &self.constraint {
            constraint.each_call(&mut |function, points| {
                // Labels may be outside the diagram, in a larger constraint diagram.
                let largest = (Self::MAX_SIDE, Self::MAX_SIDE);
                are_inside &= points.iter().all(|&point| within(point, largest));
                are_accepted &= function.accepts(points.len());
            });
        }
        ensure(are_inside, "point of a constraint")?;
        ensure(are_accepted, "number of arguments")?;
        each(&self.labels, "letter of a label", |label| {
            label.1.is_ascii_alphabetic()
        })?;
        each(self.replaces.as_slice(), "name of a shape", |name| {
            is_shape_name(name)
        })
    }
}

impl Variant {
    fn covers(&self, o: Offset) -> bool {
        (self.top_left.dx..=self.bottom_right.dx).contains(&o.dx)
            && (self.top_left.dy..=self.bottom_right.dy).contains(&o.dy)
    }

    /// Checks that the variant is a transformation of the pattern.
    fn check(&self, pattern: &Pattern) -> Result<(), TableError> {
        let anchors = [Cell::Friend, Cell::Enemy, Cell::Empty];
        ensure(anchors.contains(&self.anchor), "anchor")?;
        let t = self.transformation;
        let (top_left, bottom_right) = pattern.corners(t);
        // Sums, because a difference of unchecked numbers may overflow.
        let lies = |corner: Offset, o: Offset| {
            i16::from(self.to_move.dx) + i16::from(o.dx) == i16::from(corner.dx)
                && i16::from(self.to_move.dy) + i16::from(o.dy) == i16::from(corner.dy)
        };
        let are_right = lies(self.top_left, top_left) && lies(self.bottom_right, bottom_right);
        ensure(are_right, "bounds of a variant")?;
        each(&[Offset::ZERO, self.to_move], "anchor of a variant", |&at| {
            self.covers(at)
        })?;
        ensure(self.edges == pattern.edges.transformed(t), "edges of a variant")
    }
}
