// SPDX-License-Identifier: MIT OR Apache-2.0

//! Joseki: trees of corner sequences in SGF to entries of the pattern language.
//!
//! A node with a move and a label `A` becomes an entry: the rectangle from the upper right corner to `A`,
//! before the move. Its comment begins with the value and optional class letters; marks on points become a
//! constraint. The name of an entry consists of the file name and the path of moves to its node.

mod entry;

use std::collections::HashMap;
use std::ops::Range;

use katachi_rules::{Board, BoardSize, Cell, Color, Point, PointSet};

use super::reports::Reports;
use super::sgf::{self, Node, Tree};
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

/// Entries by picture, with the range and value of the first one.
type Seen = HashMap<String, (Range<usize>, String)>;

struct Reader<'a, 't> {
    source: &'a Source,
    tree: Tree<'t>,
    reports: &'a mut Reports,
    joseki: Joseki,
    seen: Seen,
    names: HashMap<String, usize>,
}

/// A node that has still to be visited.
struct Open {
    node: usize,
    board: Board,
    path: String,
}

pub(super) fn read(source: &Source, reports: &mut Reports) -> Joseki {
    let tree = match sgf::parse(&source.text) {
        Ok(tree) => tree,
        Err(trouble) => {
            let span = trouble.at..trouble.at;
            reports.push(
                Diagnostic::new(Code::SgfSyntax, reports.source, span, trouble.what)
                    .help("write the file anew with an SGF editor"),
            );
            return Joseki::default();
        }
    };
    let mut reader = Reader {
        source,
        tree,
        reports,
        joseki: Joseki::default(),
        seen: Seen::new(),
        names: HashMap::new(),
    };
    reader.walk();
    reader.joseki
}

impl<'t> Reader<'_, 't> {
    fn walk(&mut self) {
        for root in self.tree.roots.clone() {
            let Some(size) = self.size(root) else { continue };
            let mut open = vec![Open {
                node: root,
                board: Board::new(size),
                path: String::new(),
            }];
            while let Some(mut at) = open.pop() {
                if !self.visit(&mut at) {
                    continue;
                }
                // The first child is next and gets the board.
                let [first, others @ ..] = self.tree.nodes[at.node].children.as_slice() else {
                    continue;
                };
                for &child in others.iter().rev() {
                    open.push(Open {
                        node: child,
                        board: at.board.clone(),
                        path: at.path.clone(),
                    });
                }
                open.push(Open { node: *first, ..at });
            }
        }
    }

    fn report(&mut self, code: Code, span: Range<usize>, path: &str, message: &str, help: &str) {
        let at = if path.is_empty() { "the root" } else { path };
        let message = format!("{message} (at {at})");
        self.reports
            .push(Diagnostic::new(code, self.reports.source, span, message).help(help));
    }

    fn size(&mut self, root: usize) -> Option<BoardSize> {
        let Some(value) = self.tree.nodes[root].get("SZ").first().cloned() else {
            return Some(BoardSize::square(19));
        };
        let (columns, rows) = value.raw.split_once(':').unwrap_or((value.raw, value.raw));
        let side = |text: &str| text.trim().parse().ok();
        let size = side(columns)
            .zip(side(rows))
            .and_then(|(w, h)| BoardSize::new(w, h));
        if size.is_none() {
            let help = "write `SZ[19]`, or `SZ[columns:rows]`; boards have 1 to 25 lines";
            self.report(
                Code::SgfSyntax,
                value.span,
                "",
                "this is no size of a board",
                help,
            );
        }
        size
    }

    /// Plays a node and writes its entry; false if its children cannot be played.
    fn visit(&mut self, at: &mut Open) -> bool {
        let node = self.tree.nodes[at.node].clone();
        let size = at.board.size();
        if !self.set_up(&node, at) {
            return false;
        }
        let moves = [("B", Color::Black), ("W", Color::White)];
        let mut found = moves.iter().filter_map(|&(n, c)| Some((c, node.get(n).first()?)));
        let Some((color, value)) = found.next() else {
            return true;
        };
        let point = match value.point(size) {
            // An empty value is a pass, and so is `tt` on small boards.
            None if value.raw.trim().is_empty() || value.raw == "tt" => None,
            Some(point) if at.board.is_empty(point) => Some(point),
            _ => {
                let help = "mend the tree; what follows this node is left out";
                let path = at.path.clone();
                let message = format!("the move `{}` is not possible", value.raw);
                self.report(Code::IllegalMove, value.span.clone(), &path, &message, help);
                return false;
            }
        };
        let vertex = point.map_or("pass".to_owned(), |p| size.vertex(p).to_string());
        if !at.path.is_empty() {
            at.path.push('.');
        }
        at.path.push_str(&vertex);
        self.entry(&node, at, color, point);
        if let Some(point) = point {
            at.board.place(color, point);
        }
        true
    }

    /// Adds and removes the set-up stones of the node.
    fn set_up(&mut self, node: &Node<'t>, at: &mut Open) -> bool {
        let size = at.board.size();
        let mut stones: Vec<(Point, Cell)> = Vec::new();
        for (name, cell) in [("AB", Cell::Black), ("AW", Cell::White), ("AE", Cell::Empty)] {
            for value in node.get(name) {
                let Some(points) = value.points(size) else {
                    let path = at.path.clone();
                    let message = format!("`{}` is no point of the board", value.raw);
                    let help = "points are two letters, like `pd`";
                    self.report(Code::IllegalMove, value.span.clone(), &path, &message, help);
                    return false;
                };
                stones.extend(points.into_iter().map(|p| (p, cell)));
            }
        }
        if stones.is_empty() {
            return true;
        }
        at.board
            .remove_stones(&stones.iter().map(|s| s.0).collect::<PointSet>());
        let put = stones.iter().filter_map(|&(p, cell)| Some((p, cell.color()?)));
        if at.board.set_stones(put).is_err() {
            let path = at.path.clone();
            let help = "every string needs a liberty, and a point has one stone";
            let message = "the stones set up here are no position";
            self.report(Code::IllegalMove, node.span.clone(), &path, message, help);
            return false;
        }
        true
    }

    fn entry(&mut self, node: &Node<'t>, at: &Open, color: Color, point: Option<Point>) {
        let entry = match Entry::new(node, &at.board, color, point) {
            Ok(Some(entry)) => entry,
            Ok(None) => return,
            Err(trouble) => {
                return self.report(
                    trouble.code,
                    trouble.span,
                    &at.path,
                    &trouble.message,
                    trouble.help,
                );
            }
        };
        let picture = entry.picture();
        if let Some((first, worth)) = self.seen.get(&picture) {
            // Another order of moves to the same position.
            if *worth != entry.worth {
                let message = format!(
                    "this is worth `{}`, elsewhere `{worth}` (at {})",
                    entry.worth, at.path
                );
                self.reports.push(
                    Diagnostic::new(
                        Code::JosekiConflict,
                        self.reports.source,
                        node.span.clone(),
                        message,
                    )
                    .related(
                        self.reports.source,
                        first.clone(),
                        "the same move in the same position, which counts",
                    )
                    .help("give both nodes the same value and classes"),
                );
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
        let before = &self.source.text.as_bytes()[..node.span.start];
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        self.joseki.origins.push((
            start..self.joseki.text.len(),
            node.span.clone(),
            u32::try_from(line).unwrap_or(u32::MAX),
        ));
        self.seen.insert(picture, (node.span.clone(), entry.worth));
    }
}
