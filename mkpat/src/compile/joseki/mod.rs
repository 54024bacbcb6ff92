// SPDX-License-Identifier: MIT OR Apache-2.0

//! Joseki: trees of corner sequences in SGF to entries of the pattern language.
//!
//! A node with a move and a label `A` becomes an entry: the rectangle from the upper right corner to `A`,
//! before the move. Its comment begins with the value and optional class letters; marks on points become a
//! constraint. The name of an entry consists of the file name and the path of moves to its node.

mod entry;

use std::collections::HashMap;
use std::ops::Range;

use katachi_rules::sgf::{self, NodeId};
use katachi_rules::{Board, BoardSize, Cell, Color, Point, PointSet};

use super::reports::Reports;
use super::sgf::{Node, nodes};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Source;
use entry::Entry;

/// The entries of a file as text.
#[derive(Debug, Default)]
pub(super) struct Joseki {
    pub(super) text: String,
    /// For each entry, ascending: its range in the text, the range of its node in the file, and the line of
    /// the node.
    origins: Vec<(Range<usize>, Range<usize>, u32)>,
}

impl Joseki {
    /// The entry in which a byte of the text lies.
    fn origin(&self, at: usize) -> Option<&(Range<usize>, Range<usize>, u32)> {
        let index = self.origins.partition_point(|o| o.0.start <= at);
        self.origins.get(index.checked_sub(1)?)
    }

    /// The range in the file of a range of the text.
    pub(super) fn place(&self, span: &Range<usize>) -> Range<usize> {
        self.origin(span.start).map_or(0..0, |o| o.1.clone())
    }

    /// The line in the file of a byte of the text.
    pub(super) fn line(&self, at: usize) -> u32 {
        self.origin(at).map_or(1, |o| o.2)
    }
}

/// Compiles a tree to the text of its entries; nodes with errors and nodes without a value are left out.
/// Diagnostics refer to the tree.
pub fn joseki(source: &Source) -> (String, Vec<Diagnostic>) {
    let mut reports = Reports::default();
    let joseki = read(source, &mut reports);
    (joseki.text, reports.list)
}

struct Reader<'a> {
    source: &'a Source,
    reports: &'a mut Reports,
    joseki: Joseki,
    /// Entries by picture, with the range and value of the first one.
    seen: HashMap<String, (Range<usize>, String)>,
    names: HashMap<String, usize>,
}

/// A node that has still to be visited.
#[derive(Clone)]
struct Open {
    node: NodeId,
    board: Board,
    path: String,
}

pub(super) fn read(source: &Source, reports: &mut Reports) -> Joseki {
    let (trees, faults) = match sgf::read(source.text.as_bytes()) {
        Ok(mut read) => {
            // Before the first tree a file may say what it is.
            read.warnings.retain(|warning| warning.place.game > 0);
            (read.trees, read.warnings)
        }
        Err(error) => {
            let (place, message) = (sgf::Place::default(), error.to_string());
            (Vec::new(), vec![sgf::Warning { place, message }])
        }
    };
    for fault in &faults {
        let start = fault.place.offset;
        let span = source.text.get(start..start).map_or(0..0, |_| start..start);
        let help = "write the file anew with an SGF editor";
        reports.add(Code::SgfSyntax, span, &fault.message, help);
    }
    if !faults.is_empty() {
        return Joseki::default();
    }
    let mut reader = Reader {
        source,
        reports,
        joseki: Joseki::default(),
        seen: HashMap::new(),
        names: HashMap::new(),
    };
    let starts = trees.iter().map(|tree| tree.place(tree.root()).offset);
    let ends = starts.skip(1).chain([source.text.len()]);
    for (tree, end) in trees.iter().zip(ends) {
        reader.walk(tree, source.text.get(..end).unwrap_or_default());
    }
    reader.joseki
}

impl Reader<'_> {
    /// Reads a tree of a text that ends with it.
    fn walk(&mut self, tree: &sgf::Tree, text: &str) {
        let nodes = nodes(text, tree);
        let Some(size) = self.size(&nodes[&tree.root()]) else {
            return;
        };
        let mut open = vec![Open {
            node: tree.root(),
            board: Board::new(size),
            path: String::new(),
        }];
        while let Some(mut at) = open.pop() {
            if !self.visit(&nodes[&at.node], &mut at) {
                continue;
            }
            let children = tree.children(at.node).rev();
            open.extend(children.map(|node| Open { node, ..at.clone() }));
        }
    }

    fn report(&mut self, code: Code, span: Range<usize>, path: &str, message: &str, help: &str) {
        let at = if path.is_empty() { "the root" } else { path };
        let message = format!("{message} (at {at})");
        self.reports.add(code, span, message, help);
    }

    fn size(&mut self, root: &Node<'_>) -> Option<BoardSize> {
        let Some((value, span)) = root.get("SZ").pop() else {
            return Some(BoardSize::square(19));
        };
        let (columns, rows) = value.raw().split_once(':').unwrap_or((value.raw(), value.raw()));
        let sides = columns.trim().parse().ok().zip(rows.trim().parse().ok());
        let size = sides.and_then(|(width, height)| BoardSize::new(width, height));
        if size.is_none() {
            let message = "this is no size of a board";
            let help = "write `SZ[19]`, or `SZ[columns:rows]`; boards have 1 to 25 lines";
            self.report(Code::SgfSyntax, span, "", message, help);
        }
        size
    }

    /// Plays a node and writes its entry; false if its children cannot be played.
    fn visit(&mut self, node: &Node<'_>, at: &mut Open) -> bool {
        let size = at.board.size();
        if !self.set_up(node, at) {
            return false;
        }
        let moves = [("B", Color::Black), ("W", Color::White)].into_iter();
        let mut found = moves.filter_map(|(name, color)| Some((color, node.get(name).into_iter().next()?)));
        let Some((color, (value, span))) = found.next() else {
            return true;
        };
        let point = match value.points(size).unwrap_or_default()[..] {
            // An empty value is a pass, and so is `tt` on small boards.
            [] if value.raw().trim().is_empty() || value.raw() == "tt" => None,
            [point] if at.board.is_empty(point) => Some(point),
            _ => {
                let help = "mend the tree; what follows this node is left out";
                let message = format!("the move `{}` is not possible", value.raw());
                self.report(Code::IllegalMove, span, &at.path, &message, help);
                return false;
            }
        };
        let vertex = point.map_or("pass".to_owned(), |p| size.vertex(p).to_string());
        if !at.path.is_empty() {
            at.path.push('.');
        }
        at.path.push_str(&vertex);
        self.entry(node, at, color, point);
        if let Some(point) = point {
            at.board.place(color, point);
        }
        true
    }

    /// Adds and removes the set-up stones of the node.
    fn set_up(&mut self, node: &Node<'_>, at: &mut Open) -> bool {
        let size = at.board.size();
        let mut stones: Vec<(Point, Cell)> = Vec::new();
        for (name, cell) in [("AB", Cell::Black), ("AW", Cell::White), ("AE", Cell::Empty)] {
            for (value, span) in node.get(name) {
                let Some(points) = value.points(size) else {
                    let message = format!("`{}` is no point of the board", value.raw());
                    let help = "points are two letters, like `pd`";
                    self.report(Code::IllegalMove, span, &at.path, &message, help);
                    return false;
                };
                stones.extend(points.into_iter().map(|p| (p, cell)));
            }
        }
        if stones.is_empty() {
            return true;
        }
        let points: PointSet = stones.iter().map(|s| s.0).collect();
        at.board.remove_stones(&points);
        let put = stones.iter().filter_map(|&(p, cell)| Some((p, cell.color()?)));
        if at.board.set_stones(put).is_err() {
            let help = "every string needs a liberty, and a point has one stone";
            let message = "the stones set up here are no position";
            self.report(Code::IllegalMove, node.span.clone(), &at.path, message, help);
            return false;
        }
        true
    }

    fn entry(&mut self, node: &Node<'_>, at: &Open, color: Color, point: Option<Point>) {
        let entry = match Entry::new(node, &at.board, color, point) {
            Ok(Some(entry)) => entry,
            Ok(None) => return,
            Err((code, span, message, help)) => return self.report(code, span, &at.path, &message, help),
        };
        let picture = entry.picture();
        if let Some((first, worth)) = self.seen.get(&picture) {
            // Another order of moves to the same position.
            if *worth != entry.worth {
                let (own, path) = (&entry.worth, &at.path);
                let message = format!("this is worth `{own}`, elsewhere `{worth}` (at {path})");
                let help = "give both nodes the same value and classes";
                self.reports
                    .add(Code::JosekiConflict, node.span.clone(), message, help)
                    .related(first.clone(), "the same move in the same position, which counts");
            }
            return;
        }
        let file = self.source.name.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |f| f.0);
        let stem: String = stem.chars().filter(|c| !c.is_whitespace()).collect();
        let mut name = format!("{stem}:{}", at.path);
        let count = self.names.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            name = format!("{name}#{count}");
        }
        let start = self.joseki.text.len();
        entry.write(&name, &mut self.joseki.text);
        let line = u32::try_from(node.tree.place(node.id).line).unwrap_or(u32::MAX);
        let range = start..self.joseki.text.len();
        self.joseki.origins.push((range, node.span.clone(), line));
        self.seen.insert(picture, (node.span.clone(), entry.worth));
    }
}
