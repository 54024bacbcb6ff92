// SPDX-License-Identifier: MIT OR Apache-2.0

//! Values that a table may have, and the consistency of its parts.

use super::{TableError, ensure};
use crate::database::{Cell, Database, Kind, Pattern, Variant};
use crate::eye::EyeGraph;
use crate::fit::is_shape_name;
use crate::geometry::Offset;

impl Database {
    /// Checks the lists against each other.
    pub(super) fn check(&self) -> Result<(), TableError> {
        let is_eyes = self.kind == Kind::Eyes;
        ensure(
            if is_eyes {
                self.patterns.is_empty()
            } else {
                self.eyes.is_empty()
            },
            "entry of another kind",
        )?;
        if self.kind == Kind::Moves {
            let inhibited = |p: &Pattern| p.elements.iter().any(|e| e.cell == Cell::Inhibited);
            ensure(
                self.patterns.iter().all(|p| p.has_move && !inhibited(p)),
                "move pattern",
            )?;
        }
        self.check_eyes()?;
        self.patterns.iter().try_for_each(Pattern::check)?;
        ensure(self.windows.iter().all(|w| w.value & !w.mask == 0), "window")?;
        ensure(
            self.patterns
                .iter()
                .all(|p| usize::from(p.file) < self.files.len()),
            "file index",
        )?;
        ensure(
            self.patterns
                .is_sorted_by(|a, b| a.highest_value() >= b.highest_value()),
            "order of patterns",
        )?;
        ensure(self.variants.is_sorted_by_key(|v| v.pattern), "order of variants")?;
        for variant in &self.variants {
            let pattern = self.patterns.get(variant.pattern as usize);
            let pattern = pattern.ok_or(TableError::Value("pattern index"))?;
            variant.check(pattern)?;
            let first = variant.first_window as usize;
            let windows = self.windows.get(first..first + usize::from(variant.window_count));
            let windows = windows.ok_or(TableError::Value("window index"))?;
            ensure(
                windows.first().is_some_and(|w| w.at == Offset::ZERO),
                "first window",
            )?;
            ensure(windows.iter().all(|w| variant.covers(w.at)), "place of a window")?;
        }
        Ok(())
    }

    fn check_eyes(&self) -> Result<(), TableError> {
        ensure(
            self.eyes.iter().all(|e| usize::from(e.file) < self.files.len()),
            "file index",
        )?;
        ensure(
            self.eyes.iter().all(|e| e.min <= e.max && e.max <= 2),
            "number of eyes",
        )?;
        let sizes = 1..=EyeGraph::MAX_POINTS;
        ensure(
            self.eyes.iter().all(|e| sizes.contains(&e.cells.len())),
            "size of an eye",
        )?;
        ensure(
            self.forms.iter().all(|form| form.graph.is_sound()),
            "graph of a form",
        )?;
        ensure(
            self.forms.is_sorted_by(|a, b| a.graph < b.graph),
            "order of forms",
        )?;
        for form in &self.forms {
            let shape = self.eyes.get(form.shape as usize);
            let shape = shape.ok_or(TableError::Value("shape index"))?;
            let mut seen = 0_u32;
            for (&cell, &point) in form.cells.iter().zip(form.graph.points()) {
                let asked = shape.cells.get(usize::from(cell));
                ensure(
                    asked.is_some_and(|c| c.2.points().contains(&point)),
                    "cell of a form",
                )?;
                seen |= 1 << cell;
            }
            let all = (1 << shape.cells.len()) - 1;
            ensure(
                form.cells.len() == shape.cells.len() && form.cells.len() == form.graph.len() && seen == all,
                "cells of a form",
            )?;
        }
        Ok(())
    }
}

impl Pattern {
    fn check(&self) -> Result<(), TableError> {
        let ((width, height), (column, row)) = (self.size, self.move_at);
        let side = 1..=Self::MAX_SIDE;
        ensure(
            side.contains(&width) && side.contains(&height) && column < width && row < height,
            "size of a pattern",
        )?;
        ensure(Self::SYMMETRIES.contains(&self.symmetry), "symmetry")?;
        ensure(self.minrand <= self.maxrand, "random variation")?;
        let within = |o: Offset, (width, height): (u8, u8)| {
            let x = i16::from(o.dx) + i16::from(column);
            let y = i16::from(o.dy) + i16::from(row);
            (0..i16::from(width)).contains(&x) && (0..i16::from(height)).contains(&y)
        };
        ensure(
            self.elements.iter().all(|e| within(e.at, self.size)),
            "place of an element",
        )?;
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
        ensure(
            self.labels.iter().all(|label| label.1.is_ascii_alphabetic()),
            "letter of a label",
        )?;
        ensure(
            self.replaces.as_deref().is_none_or(is_shape_name),
            "name of a shape",
        )
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
        ensure(
            lies(self.top_left, top_left) && lies(self.bottom_right, bottom_right),
            "bounds of a variant",
        )?;
        ensure(
            self.covers(Offset::ZERO) && self.covers(self.to_move),
            "anchor of a variant",
        )?;
        ensure(self.edges == pattern.edges.transformed(t), "edges of a variant")
    }
}
