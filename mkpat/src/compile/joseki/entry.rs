// SPDX-License-Identifier: MIT OR Apache-2.0

//! One node of a joseki tree as an entry.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use katachi_rules::{Board, BoardSize, Color, Point};

use super::super::labels::Labels;
use super::super::sgf::Node;
use crate::database::Pattern;
use crate::diagnostic::Code;

/// Why a node with a boundary does not become an entry: code, place, message and help.
pub(super) type Trouble = (Code, Range<usize>, String, &'static str);

fn trouble(code: Code, span: &Range<usize>, message: impl Into<String>, help: &'static str) -> Trouble {
    (code, span.clone(), message.into(), help)
}

/// Properties of marks, in the order of their labels: the point has to be in our area, in theirs, in
/// nobody's.
const MARKS: [&str; 3] = ["SQ", "TR", "CR"];

pub(super) struct Entry {
    /// Rows of cells, top first.
    rows: Vec<Vec<char>>,
    /// The rows go from edge to edge.
    is_side: bool,
    /// Constraints, by row and column.
    marks: BTreeMap<(usize, usize), &'static str>,
    /// The fields of value, assistance and class.
    pub(super) worth: String,
    /// The rest of the comment.
    remark: String,
    /// The first line of it, if the node is marked as a bad move.
    note: Option<String>,
}

/// The boundary of a node and its place.
fn boundary(node: &Node<'_>, size: BoardSize) -> Result<Option<(Point, Range<usize>)>, Trouble> {
    let mut found: Option<(Point, Range<usize>)> = None;
    for (value, span) in node.get("LB") {
        let Some((at, _)) = value.composed().filter(|(_, label)| label.raw() == "A") else {
            continue;
        };
        let help = "put one label `A` on the lower left point of the corner that matters";
        let wrong = |message| trouble(Code::BadBoundary, &span, message, help);
        let Some(&[point]) = at.points(size).as_deref() else {
            return Err(wrong("the boundary `A` is off the board"));
        };
        if found.is_some() {
            return Err(wrong("this node has a second boundary `A`"));
        }
        found = Some((point, span));
    }
    Ok(found)
}

/// The fields of value and class, and the remark after them.
fn worth(node: &Node<'_>) -> Result<(String, String), Trouble> {
    let comments = node.get("C");
    let comment = comments.first();
    let text = comment.map(|c| c.0.text().into_owned()).unwrap_or_default();
    let text = text.trim_start();
    let end = text.char_indices().find(|&(i, c)| {
        let sign = i == 0 && matches!(c, '-' | '+');
        !(sign || c.is_ascii_digit())
    });
    let (number, rest) = text.split_at(end.map_or(text.len(), |e| e.0));
    if !number.parse::<i32>().is_ok_and(|value| value > 0) {
        let message = match comment {
            None => "a node with a boundary has no comment and so no value; it contributes nothing",
            Some(_) => "this comment does not begin with a value above 0; its node contributes nothing",
        };
        let span = comment.map_or(&node.span, |c| &c.1);
        let help = "begin the comment with the value, `;` and the class letters, like `81; D`";
        return Err(trouble(Code::NoValue, span, message, help));
    }
    let Some(rest) = rest.trim_start().strip_prefix(';') else {
        return Ok((number.to_owned(), rest.trim().to_owned()));
    };
    // Classes are on the same line.
    let rest = rest.trim_start_matches([' ', '\t']);
    let end = rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len());
    let (classes, remark) = rest.split_at(end);
    let worth = match classes.replace([',', '(', ')'], "") {
        classes if classes.is_empty() => number.to_owned(),
        classes => format!("{number},0,{classes}"),
    };
    Ok((worth, remark.trim().to_owned()))
}

impl Entry {
    /// The entry of a node; `None` if it has no boundary.
    pub(super) fn new(
        node: &Node<'_>,
        board: &Board,
        color: Color,
        point: Option<Point>,
    ) -> Result<Option<Self>, Trouble> {
        let size = board.size();
        let Some((corner, span)) = boundary(node, size)? else {
            return Ok(None);
        };
        // Without a value nothing else of the node matters.
        let (worth, remark) = worth(node)?;
        let (left, bottom) = (corner.x(), corner.y());
        // A corner covers at most two thirds of the board in each direction, a side all of its width.
        let is_side = left == 0;
        if !is_side && 3 * (left + 1) < size.width() || 3 * (size.height() - bottom) < size.height() {
            let help = "turn the tree so that it plays in the upper right corner, or on the upper side";
            let message = "the boundary is that of another corner or side";
            return Err(trouble(Code::OtherCorner, &span, message, help));
        }
        let inside = |p: Point| p.x() >= left && p.y() <= bottom;
        let Some(point) = point.filter(|&p| inside(p)) else {
            let help = "move `A` so that the rectangle from the upper right corner to it holds the move";
            let message = "the move is outside the rectangle from the corner to the boundary";
            return Err(trouble(Code::MoveOutside, &span, message, help));
        };
        let place = |p: Point| (usize::from(p.y()), usize::from(p.x() - left));
        let mut rows = vec![vec!['.'; usize::from(size.width() - left)]; usize::from(bottom) + 1];
        for p in size.points().filter(|&p| inside(p)) {
            let (row, column) = place(p);
            rows[row][column] = match board.cell(p).color() {
                _ if p == point => '*',
                None => '.',
                Some(c) if c == color => 'O',
                Some(_) => 'X',
            };
        }
        let mut marks = BTreeMap::new();
        for mark in MARKS {
            for (value, span) in node.get(mark) {
                let points = value.points(size).unwrap_or_default();
                if points.is_empty() || !points.iter().all(|&p| inside(p)) {
                    let message = "this mark is outside the rectangle from the corner to the boundary";
                    let help = "a mark makes a condition: \
                                a square for our area, a triangle for theirs, a circle for nobody's";
                    return Err(trouble(Code::MarkOutside, &span, message, help));
                }
                marks.extend(points.into_iter().map(|p| (place(p), mark)));
            }
        }
        let is_bad = !node.get("BM").is_empty();
        let note = remark.lines().next().filter(|_| is_bad);
        let entry = Self {
            rows,
            is_side,
            marks,
            worth,
            note: note.map(|note| note.trim().to_owned()),
            remark,
        };
        if entry.labels().is_none() {
            let message = format!("this node has {} marks", entry.marks.len());
            let help = "mark only the points that decide";
            return Err(trouble(Code::TooManyMarks, &node.span, message, help));
        }
        debug_assert!(entry.rows.len() <= usize::from(Pattern::MAX_SIDE));
        Ok(Some(entry))
    }

    /// A label for each mark that is not on the move: small letters for our area, capitals for the others;
    /// none if there are too many.
    fn labels(&self) -> Option<BTreeMap<(usize, usize), char>> {
        let [mut small, mut capital] =
            ['a'..='z', 'A'..='Z'].map(|letters| letters.filter(|&c| Labels::is_label(c)));
        let marks = self.marks.iter().filter(|(at, _)| self.rows[at.0][at.1] != '*');
        marks
            .map(|(&at, &mark)| {
                let letter = match mark {
                    "SQ" => small.next().or_else(|| capital.next()),
                    _ => capital.next().or_else(|| small.next()),
                };
                Some((at, letter?))
            })
            .collect()
    }

    /// The letter of its symmetry: a corner may have one about its diagonal, a side about its middle.
    fn symmetry(&self) -> char {
        let (height, width) = (self.rows.len(), self.rows[0].len());
        let is_mirrored = |(row, column): (usize, usize)| {
            let other = match self.is_side {
                true => (row, width - 1 - column),
                false => (width - 1 - column, width - 1 - row),
            };
            self.rows[row][column] == self.rows[other.0][other.1]
                && self.marks.get(&(row, column)) == self.marks.get(&other)
        };
        let mut places = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        match (self.is_side || height == width) && places.all(is_mirrored) {
            true if self.is_side => '|',
            true => '/',
            false => '8',
        }
    }

    /// Rows with the edges of the upper right corner or of the upper side, and with those labels.
    fn draw(&self, labels: &BTreeMap<(usize, usize), char>) -> String {
        let [corner, edge] = if self.is_side { ["+", "|"] } else { [""; 2] };
        let mut text = format!("{corner}{}+\n", "-".repeat(self.rows[0].len()));
        for (y, row) in self.rows.iter().enumerate() {
            text.push_str(edge);
            text.extend((0..row.len()).map(|x| labels.get(&(y, x)).unwrap_or(&row[x])));
            text.push_str("|\n");
        }
        text
    }

    /// The constraint, if there are marks.
    fn constraint(&self) -> Option<String> {
        let labels = self.labels()?;
        let terms = self.marks.iter().map(|(at, mark)| {
            let label = labels.get(at).copied().unwrap_or('*');
            match *mark {
                "SQ" => format!("oarea({label})"),
                "TR" => format!("xarea({label})"),
                _ => format!("!oarea({label})&&!xarea({label})"),
            }
        });
        let terms: Vec<_> = terms.collect();
        (!terms.is_empty()).then(|| terms.join("&&"))
    }

    /// The text that identifies the entry.
    pub(super) fn picture(&self) -> String {
        let labels = self.labels().unwrap_or_default();
        let [diagram, labelled] = [BTreeMap::new(), labels].map(|labels| self.draw(&labels));
        format!("{diagram}{labelled}{:?}", self.constraint())
    }

    /// Writes the entry.
    pub(super) fn write(&self, name: &str, out: &mut String) {
        if !out.is_empty() {
            out.push('\n');
        }
        for line in self.remark.lines().filter(|l| !l.trim().is_empty()) {
            let _ = writeln!(out, "# {}", line.trim());
        }
        let symmetry = self.symmetry();
        let (mut diagram, worth) = (self.draw(&BTreeMap::new()), &self.worth);
        if let Some(note) = &self.note {
            diagram = diagram.replacen("|\n", &format!("|   {note}\n"), 1);
        }
        let _ = write!(out, "Pattern {name}\n{diagram}:{symmetry},{worth}\n");
        if let Some(constraint) = self.constraint() {
            let labelled = self.draw(&self.labels().unwrap_or_default());
            let _ = writeln!(out, "{labelled};{constraint}");
        }
    }
}
