// SPDX-License-Identifier: MIT OR Apache-2.0

//! Calls of functions: names, arguments, and their checks.

use pest::iterators::Pair;

use super::Reader;
use crate::compile::diagram::cell;
use crate::compile::grammar::Rule;
use crate::compile::labels::Labels;
use crate::compile::near::did_you_mean;
use crate::counted as count;
use crate::database::Cell;
use crate::diagnostic::Code;
use crate::expr::{Argument, Expr, Function};
use crate::geometry::Offset;

impl Reader<'_, '_> {
    pub(super) fn call(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let mut parts = pair.clone().into_inner();
        let Some(name) = parts.next() else {
            return Expr::Number(0);
        };
        let arguments: Vec<_> = parts.collect();
        let Some(function) = Function::by_name(name.as_str()) else {
            let near = did_you_mean(name.as_str(), Function::ALL.iter().map(|f| f.name()));
            let help = near.unwrap_or("see the table of functions of the pattern language".to_owned());
            let message = format!("there is no function `{}`", name.as_str());
            self.report(Code::UnknownFunction, &name, message, help);
            // Its labels still count as used.
            arguments.iter().for_each(|argument| _ = self.point(argument));
            return Expr::Number(0);
        };
        let accepted = function.accepts(arguments.len());
        if !accepted {
            let given = count(arguments.len(), "argument");
            let is_long = arguments.len() > Function::MAX_ARGUMENTS && function.target().is_some();
            let most = is_long.then(|| format!(", {} are the most", Function::MAX_ARGUMENTS));
            let most = most.unwrap_or_default();
            let message = format!("`{}` is given {given}{most}", function.name());
            let help = format!("write {}", signature(function));
            self.report(Code::ArgumentCount, &pair, message, help);
        }
        let mut points = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let Some(at) = self.point(argument) else { continue };
            let kind = match function.target() {
                Some(target) if index + 1 == arguments.len() => Some(target),
                Some(_) => function.arguments().first().copied(),
                None => function.arguments().get(index).copied(),
            };
            if accepted {
                self.check_kind(function, argument, kind, at);
            }
            points.push(Offset::between(self.scene.move_at, at));
        }
        Expr::Call(function, points)
    }

    /// The cell that an argument names.
    fn point(&mut self, pair: &Pair<'_, Rule>) -> Option<(usize, usize)> {
        self.names += 1;
        let name = pair.as_str();
        match pair.as_rule() {
            Rule::point => return Some(self.scene.move_at),
            Rule::number => {
                let message = format!("number {name} stands where a label is needed");
                let help = "functions take labels of the constraint diagram, `t` or `*`";
                self.report(Code::NumberAsLabel, pair, message, help);
                return None;
            }
            _ if name == "t" => return Some(self.scene.move_at),
            _ => {}
        }
        let found = self.scene.labels.find(name).map(|n| n.at);
        if found.is_none() {
            let help = match self.scene.labels.list() {
                none if none.is_empty() => {
                    "the constraint diagram has no label: put one on a cell".to_owned()
                }
                labels => format!("the labels are {labels}, and `t` or `*` for the move"),
            };
            let message = match name.len() == 1 && !name.chars().all(Labels::is_label) {
                true => format!("`{name}` is a kind of cell and cannot be a label"),
                false => format!("no cell has label `{name}`"),
            };
            self.report(Code::UnknownLabel, pair, message, help);
        }
        found
    }

    fn check_kind(
        &mut self,
        function: Function,
        pair: &Pair<'_, Rule>,
        kind: Option<Argument>,
        at: (usize, usize),
    ) {
        let on = self.scene.cell(at);
        let (code, found, wanted) = match (kind, cell(on)) {
            (Some(Argument::Stone | Argument::Empty), None) if on == b'?' => {
                return self.note_anything(function, pair, at);
            }
            (Some(Argument::Stone), Some(Cell::Empty | Cell::Inhibited)) => {
                (Code::NeedsStone, "is empty", "stones")
            }
            (Some(Argument::Empty), Some(Cell::Friend | Cell::Enemy)) => {
                (Code::NeedsEmpty, "is a stone", "empty points")
            }
            _ => return,
        };
        let (place, cell) = (self.place(pair), self.scene.diagram.place(at.0, at.1));
        let (label, name) = (pair.as_str(), function.name());
        let message = format!("`{label}` {found}, but `{name}` asks about {wanted}");
        let help = format!("use another function, or move the label; {}", signature(function));
        let diagnostic = self.reports.add(code, place, message, help);
        diagnostic.related(cell, format!("`{label}`"));
    }

    /// Reports a note that a function of stones or of empty points has an argument on `?`.
    fn note_anything(&mut self, function: Function, pair: &Pair<'_, Rule>, at: (usize, usize)) {
        // A label outside the diagram is reported elsewhere.
        if self.scene.diagram.find(at.0, at.1).is_none() {
            return;
        }
        let (label, name) = (pair.as_str(), function.name());
        let message = format!("`{name}` is asked about `{label}`, which stands on `?`");
        let help = "the point may be empty or carry any stone: make sure that the expression means it";
        self.report(Code::LabelOnAnything, pair, message, help);
    }
}

/// Syntax and meaning of a function.
pub(super) fn signature(function: Function) -> String {
    let places = match (function.target(), function.arguments().len()) {
        (Some(_), _) => "a,b,..,z",
        (None, 2) => "x,y",
        (None, _) => "x",
    };
    let (name, doc) = (function.name(), function.doc().trim_end_matches('.'));
    format!("`{name}({places})`: {doc}")
}
