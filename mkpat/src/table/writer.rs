// SPDX-License-Identifier: MIT OR Apache-2.0

//! Encoding of a database.

use crate::database::{Assistance, Pattern, Variant};
use crate::expr::Expr;
use crate::eye::{EyeForm, EyeShape};
use crate::fit::{Fit, FitSource};
use crate::geometry::Offset;

/// A writer of bytes.
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn u8(&mut self, n: u8) {
        self.0.push(n);
    }

    pub(super) fn u32(&mut self, n: u32) {
        self.0.extend(n.to_le_bytes());
    }

    fn i32(&mut self, n: i32) {
        self.0.extend(n.to_le_bytes());
    }

    pub(super) fn length(&mut self, n: usize) {
        self.u32(u32::try_from(n).expect("lists of a database are shorter than 2^32"));
    }

    pub(super) fn text(&mut self, text: &str) {
        self.length(text.len());
        self.0.extend(text.as_bytes());
    }

    pub(super) fn offset(&mut self, o: Offset) {
        self.0.extend([o.dx as u8, o.dy as u8]);
    }

    pub(super) fn pattern(&mut self, p: &Pattern) {
        self.text(&p.name);
        self.0.extend(p.file.to_le_bytes());
        self.u32(p.line);
        self.0.extend([p.size.0, p.size.1, p.move_at.0, p.move_at.1]);
        self.u8(p.has_move.into());
        self.u8(p.edges.bits());
        self.u8(p.symmetry as u8);
        self.i32(p.weight);
        match p.assistance {
            Assistance::None => self.u8(0),
            Assistance::Wind {
                ucutoff,
                uvalue,
                mycutoff,
                myvalue,
            } => {
                self.u8(1);
                [ucutoff, uvalue, mycutoff, myvalue]
                    .into_iter()
                    .for_each(|n| self.i32(n));
            }
            Assistance::Moyo { cutoff, value } => {
                self.u8(2);
                self.i32(cutoff);
                self.i32(value);
            }
        }
        self.0.extend(p.classes.bits().to_le_bytes());
        [p.obonus, p.xbonus, p.splitbonus, p.minrand, p.maxrand]
            .into_iter()
            .for_each(|n| self.i32(n));
        self.u8(p.helper.is_some().into());
        if let Some(helper) = &p.helper {
            self.text(helper);
        }
        self.length(p.elements.len());
        for element in &p.elements {
            self.offset(element.at);
            self.u8(element.cell as u8);
        }
        self.u8(p.constraint.is_some().into());
        if let Some(constraint) = &p.constraint {
            self.expr(constraint);
        }
        self.length(p.labels.len());
        for &(at, letter) in &p.labels {
            self.offset(at);
            self.u8(letter as u8);
        }
        self.u8(p.note.is_some().into());
        if let Some(note) = &p.note {
            self.text(note);
        }
        self.u8(p.fit.is_some().into());
        if let Some(fit) = &p.fit {
            self.fit(fit);
        }
        self.u8(p.replaces.is_some().into());
        if let Some(shape) = &p.replaces {
            self.text(shape);
        }
    }

    fn fit(&mut self, fit: &Fit) {
        self.i32(fit.weight);
        fit.differences.into_iter().for_each(|n| self.i32(n));
        self.i32(fit.alone);
        match fit.source {
            FitSource::Author => self.u8(0),
            FitSource::Games { held, played, value } => {
                self.u8(if held.is_some() { 1 } else { 2 });
                held.into_iter().for_each(|n| self.u32(n));
                self.u32(played);
                self.i32(value);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Number(n) => {
                self.u8(0);
                self.i32(*n);
            }
            Expr::Unary(operator, operand) => {
                self.0.extend([1, *operator as u8]);
                self.expr(operand);
            }
            Expr::Binary(operator, left, right) => {
                self.0.extend([2, *operator as u8]);
                self.expr(left);
                self.expr(right);
            }
            Expr::Call(function, points) => {
                self.0.extend([3, *function as u8]);
                self.length(points.len());
                points.iter().for_each(|&p| self.offset(p));
            }
        }
    }

    pub(super) fn variant(&mut self, v: &Variant) {
        self.u32(v.pattern);
        self.0.extend([v.transformation as u8, v.anchor as u8]);
        [v.to_move, v.top_left, v.bottom_right]
            .into_iter()
            .for_each(|o| self.offset(o));
        self.u8(v.edges.bits());
        self.u32(v.first_window);
        self.u8(v.window_count);
    }

    pub(super) fn eye(&mut self, e: &EyeShape) {
        self.text(&e.name);
        self.0.extend(e.file.to_le_bytes());
        self.u32(e.line);
        self.0.extend([e.max, e.min]);
        self.length(e.cells.len());
        for &(column, row, cell) in &e.cells {
            self.0.extend([column, row, cell as u8]);
        }
    }

    pub(super) fn form(&mut self, f: &EyeForm) {
        self.u32(f.shape);
        self.length(f.cells.len());
        self.0.extend(&f.cells);
        for (index, &point) in f.graph.points().iter().enumerate() {
            self.u8(point as u8);
            self.0.extend(f.graph.neighbours(index).to_le_bytes());
        }
    }
}
