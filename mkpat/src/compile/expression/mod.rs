// SPDX-License-Identifier: MIT OR Apache-2.0

//! Expressions: the `;` lines of an entry to one tree, with the checks of labels and functions.

mod call;

use std::iter::Peekable;
use std::ops::Range;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::bounds::{self, Bound};
use super::diagram::{Diagram, cell};
use super::grammar::{Grammar, Rule, error_column};
use super::join::{Joined, report_depth, report_syntax, too_deep};
use super::labels::Labels;
use super::near::did_you_mean;
use super::reports::Reports;
use super::split::Line;
use crate::database::Cell;
use crate::diagnostic::Code;
use crate::expr::{Binary, Expr, Function, Status, Unary};
use call::signature;

fn binary(pair: &Pair<'_, Rule>) -> Binary {
    Binary::by_sign(pair.as_str()).expect("the grammar has no other operator")
}

/// The diagrams that labels refer to.
pub(super) struct Scene<'a> {
    pub(super) diagram: &'a Diagram,
    pub(super) move_at: (usize, usize),
    pub(super) labels: Labels,
}

impl Scene<'_> {
    /// The cell of the diagram at a place, `?` outside.
    fn cell(&self, (column, row): (usize, usize)) -> u8 {
        self.diagram.find(column, row).unwrap_or(b'?')
    }
}

/// Reads the expression of an entry; none if there is none or if it has an error. Without a scene (if the
/// diagrams have errors) it checks only the grammar.
pub(super) fn parse(
    lines: &[Line<'_>],
    scene: Option<&mut Scene<'_>>,
    reports: &mut Reports,
) -> Option<Expr> {
    for line in lines {
        if line.text.starts_with("; ") || line.text.starts_with(";\t") {
            line.report_space_after_mark(reports);
        }
    }
    let mut joined = Joined::new(lines);
    joined.end_statement(reports);
    if joined.parts.is_empty() {
        let line = lines.first()?;
        let message = "this expression is empty";
        let help = "write an expression after the `;`, or remove the line";
        reports.add(Code::ExpressionSyntax, line.span(), message, help);
        return None;
    }
    if let Some(index) = too_deep(&joined.text) {
        report_depth(joined.place(index..index + 1), reports);
        return None;
    }
    let pairs = match Grammar::parse(Rule::expression, &joined.text) {
        Ok(mut pairs) => pairs.next()?.into_inner(),
        Err(error) => {
            report_syntax(&joined, error_column(&error), reports);
            return None;
        }
    };
    let sum = pairs.into_iter().find(|p| p.as_rule() == Rule::sum)?;
    let before = reports.errors();
    let mut reader = Reader {
        joined: &joined,
        scene: scene?,
        reports,
        names: 0,
        deep: false,
    };
    let tree = reader.sum(&mut sum.into_inner().peekable(), 0).expr;
    let named = reader.names > 0;
    if !named {
        let span = joined.place(0..joined.text.len());
        let message = "this constraint names no cell, so it is the same for every match";
        let help = "name a label of the constraint diagram, or remove the constraint";
        reports.add(Code::NoLabelNamed, span, message, help);
    }
    (reports.errors() == before).then_some(tree)
}

/// A tree with its depth, which is limited so that recursion is safe.
struct Tree {
    expr: Expr,
    depth: usize,
    /// Its place in the joined text.
    span: Range<usize>,
    /// Bounds that hold if it is true.
    bounds: Vec<Bound>,
}

impl Tree {
    fn leaf(expr: Expr, span: Range<usize>) -> Self {
        let bounds = bounds::of_call(&expr, &span);
        Self {
            expr,
            depth: 1,
            span,
            bounds,
        }
    }
}

struct Reader<'a, 'd> {
    joined: &'a Joined,
    scene: &'a mut Scene<'d>,
    reports: &'a mut Reports,
    /// Number of points in the expression.
    names: usize,
    /// Whether its depth was reported.
    deep: bool,
}

impl Reader<'_, '_> {
    fn place(&self, pair: &Pair<'_, Rule>) -> Range<usize> {
        let span = pair.as_span();
        self.joined.place(span.start()..span.end())
    }

    fn report(&mut self, code: Code, pair: &Pair<'_, Rule>, message: String, help: impl Into<String>) {
        let place = self.place(pair);
        self.reports.add(code, place, message, help);
    }

    /// A node above trees, unless they are already too deep.
    fn node(&mut self, pair: &Pair<'_, Rule>, depth: usize, span: Range<usize>, expr: Expr) -> Tree {
        if depth < Expr::MAX_DEPTH {
            let (depth, bounds) = (depth + 1, Vec::new());
            return Tree {
                expr,
                depth,
                span,
                bounds,
            };
        }
        if !self.deep {
            self.deep = true;
            report_depth(self.place(pair), self.reports);
        }
        Tree::leaf(Expr::Number(0), span)
    }

    /// Operands with operators between them that bind at least so tightly.
    fn sum(&mut self, pairs: &mut Peekable<Pairs<'_, Rule>>, least: u8) -> Tree {
        let first = pairs.next().expect("a sum begins with an operand");
        let mut left = self.operand(first);
        while let Some(operator) = pairs.next_if(|pair| binary(pair).sign().1 >= least) {
            let right = self.sum(pairs, binary(&operator).sign().1 + 1);
            left = self.infix(left, &operator, right);
        }
        left
    }

    fn infix(&mut self, left: Tree, operator: &Pair<'_, Rule>, right: Tree) -> Tree {
        let binary = binary(operator);
        let depth = left.depth.max(right.depth);
        let span = left.span.start..right.span.end;
        let mut bounds = Vec::new();
        if binary == Binary::And {
            bounds = left.bounds;
            for bound in right.bounds {
                self.and(&mut bounds, bound);
            }
        } else {
            bounds.extend(bounds::of_comparison(binary, &left.expr, &right.expr, &span));
            if let Some((always, is_same)) = bounds::decided(binary, &left.expr, &right.expr) {
                self.report_decided(span.clone(), always, is_same);
                bounds.clear();
            }
        }
        let expr = Expr::Binary(binary, Box::new(left.expr), Box::new(right.expr));
        let mut tree = self.node(operator, depth, span, expr);
        tree.bounds = bounds;
        tree
    }

    /// Adds a bound to others, and reports a contradiction.
    fn and(&mut self, bounds: &mut Vec<Bound>, bound: Bound) {
        let Some(first) = bounds.iter_mut().find(|k| k.call == bound.call) else {
            // Bounds the time for long chains of conditions.
            if bounds.len() < 64 {
                bounds.push(bound);
            }
            return;
        };
        if first.meet(&bound) {
            return;
        }
        let place = self.joined.place(bound.span);
        let other = self.joined.place(first.span.clone());
        let message = "this cannot be true where the other condition is, so the pattern never holds";
        let help = "change one of them, or join them by `||`";
        self.reports
            .add(Code::Contradiction, place, message, help)
            .related(other, "the other condition");
    }

    fn report_decided(&mut self, span: Range<usize>, always: bool, is_same: bool) {
        let place = self.joined.place(span);
        let code = if always { Code::AlwaysTrue } else { Code::NeverTrue };
        let message = match (always, is_same) {
            (true, true) => "both sides of this comparison are the same, so it is always true",
            (false, true) => "both sides of this comparison are the same, so it is never true",
            (true, false) => "this is always true",
            (false, false) => "this is never true on a board up to 19x19",
        };
        let help = match (always, is_same) {
            (true, true) => "leave it out, or name another label on one side",
            (false, true) => "name another label on one side",
            (true, false) => "leave it out, or compare with another number",
            (false, false) => "compare with a number that the function can return",
        };
        self.reports.add(code, place, message, help);
    }

    fn operand(&mut self, pair: Pair<'_, Rule>) -> Tree {
        let whole = pair.as_span().start()..pair.as_span().end();
        let mut parts: Vec<_> = pair.into_inner().collect();
        let Some(primary) = parts.pop() else {
            return Tree::leaf(Expr::Number(0), whole);
        };
        let span = primary.as_span().start()..primary.as_span().end();
        let mut tree = match primary.as_rule() {
            Rule::number => Tree::leaf(Expr::Number(self.number(&primary)), span),
            Rule::identifier => Tree::leaf(Expr::Number(self.constant(&primary)), span),
            Rule::call => Tree::leaf(self.call(primary), span),
            _ => self.sum(&mut primary.into_inner().peekable(), 0),
        };
        for prefix in parts.iter().rev() {
            let unary = Unary::by_sign(prefix.as_str()).expect("the grammar has no other prefix");
            let Tree { expr, depth, .. } = tree;
            let bounds = (unary == Unary::Not).then(|| bounds::of_not(&expr, &whole));
            tree = self.node(prefix, depth, whole.clone(), Expr::Unary(unary, Box::new(expr)));
            tree.bounds.extend(bounds.flatten());
        }
        tree.span = whole;
        tree
    }

    fn number(&mut self, pair: &Pair<'_, Rule>) -> i32 {
        pair.as_str().parse().unwrap_or_else(|_| {
            let message = "this number is out of range".to_owned();
            let help = format!("the largest number is {}", i32::MAX);
            self.report(Code::NumberRange, pair, message, help);
            0
        })
    }

    fn constant(&mut self, pair: &Pair<'_, Rule>) -> i32 {
        let name = pair.as_str();
        if let Some((_, status)) = Status::ALL.iter().find(|(n, _)| *n == name) {
            return *status as i32;
        }
        let at = match name {
            "t" => Some(self.scene.move_at),
            _ => self.scene.labels.find(name).map(|n| n.at),
        };
        if let Some((column, row)) = at {
            self.names += 1;
            let function = match cell(self.scene.cell((column, row))) {
                Some(Cell::Empty | Cell::Inhibited) => Function::OLib,
                _ => Function::Lib,
            };
            let message = format!("label `{name}` stands where a number is needed");
            let help = format!("ask a function about it, like `{}({name})`", function.name());
            self.report(Code::LabelAsNumber, pair, message, help);
        } else if let Some(function) = Function::by_name(name) {
            let message = format!("function `{name}` has no arguments");
            let help = format!("write {}", signature(function));
            self.report(Code::ArgumentCount, pair, message, help);
        } else {
            let constants = Status::ALL.iter().map(|s| s.0);
            let near = did_you_mean(name, constants.chain(Function::ALL.iter().map(|f| f.name())));
            let help = near.unwrap_or("the constants are `ALIVE` `DEAD` `CRITICAL` `UNKNOWN`".to_owned());
            let message = format!("there is no constant `{name}`");
            self.report(Code::UnknownConstant, pair, message, help);
        }
        0
    }
}
