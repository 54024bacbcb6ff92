// SPDX-License-Identifier: MIT OR Apache-2.0

//! SGF trees with byte ranges, so that errors in a node can be shown. Of Go this parser knows only points.

use std::borrow::Cow;
use std::ops::Range;

use katachi_rules::{BoardSize, Point};

/// The raw value of a property, and its range.
#[derive(Clone, Debug)]
pub(crate) struct Value<'t> {
    pub(crate) raw: &'t str,
    pub(crate) span: Range<usize>,
}

impl Value<'_> {
    /// The text without escapes.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        if !self.raw.contains('\\') {
            return self.raw.into();
        }
        let mut text = String::new();
        let mut chars = self.raw.chars();
        while let Some(c) = chars.next() {
            match c {
                // An escaped line end is dropped.
                '\\' => text.extend(chars.next().filter(|c| !matches!(c, '\n' | '\r'))),
                c => text.push(c),
            }
        }
        text.into()
    }

    /// The only point that it names, if it is on the board.
    pub(crate) fn point(&self, size: BoardSize) -> Option<Point> {
        point(self.raw.trim(), size)
    }

    /// The points that it names, one or a rectangle `aa:cc`; none if one is off the board.
    pub(crate) fn points(&self, size: BoardSize) -> Option<Vec<Point>> {
        let Some((from, to)) = self.raw.split_once(':') else {
            return Some(vec![self.point(size)?]);
        };
        let (from, to) = (point(from.trim(), size)?, point(to.trim(), size)?);
        let columns = from.x().min(to.x())..=from.x().max(to.x());
        let rows = from.y().min(to.y())..=from.y().max(to.y());
        let inside = |p: &Point| columns.contains(&p.x()) && rows.contains(&p.y());
        Some(size.points().filter(inside).collect())
    }
}

fn point(text: &str, size: BoardSize) -> Option<Point> {
    let letter = |b: u8| match b {
        b'a'..=b'z' => Some(i32::from(b - b'a')),
        _ => None,
    };
    match text.as_bytes() {
        &[x, y] => size.point(letter(x)?, letter(y)?),
        _ => None,
    }
}

/// A node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node<'t> {
    pub(crate) properties: Vec<(&'t str, Vec<Value<'t>>)>,
    /// Indices in [`Tree::nodes`].
    pub(crate) children: Vec<usize>,
    pub(crate) span: Range<usize>,
}

impl<'t> Node<'t> {
    /// The values of a property, `None` if it is not there.
    pub(crate) fn get(&self, name: &str) -> &[Value<'t>] {
        let found = self.properties.iter().find(|p| p.0 == name);
        found.map_or(&[], |p| &p.1)
    }
}

/// The trees of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree<'t> {
    pub(crate) nodes: Vec<Node<'t>>,
    /// Indices of the first nodes.
    pub(crate) roots: Vec<usize>,
}

/// An error, and its byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub(crate) at: usize,
    pub(crate) what: &'static str,
}

/// Reads all trees of a file. Ignores text before the first `(` and after the last `)`. O(text), without
/// recursion.
pub(crate) fn parse(text: &str) -> Result<Tree<'_>, Trouble> {
    let mut tree = Tree::default();
    // The node to which a branch belongs, for each open parenthesis.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut last: Option<usize> = None;
    let bytes = text.as_bytes();
    let trouble = |at, what| Err(Trouble { at, what });
    let mut at = match text.find('(') {
        Some(at) => at,
        None => return trouble(0, "no game tree begins here"),
    };
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' => {
                open.push(last);
                at += 1;
            }
            b')' => {
                let Some(before) = open.pop() else {
                    return trouble(at, "`)` closes nothing");
                };
                last = before;
                at += 1;
                if open.is_empty() {
                    // Another game, or text outside of games.
                    at = text[at..].find('(').map_or(text.len(), |i| at + i);
                }
            }
            b';' => {
                let index = tree.nodes.len();
                let node = node(text, &mut at)?;
                tree.nodes.push(node);
                match last {
                    Some(parent) => tree.nodes[parent].children.push(index),
                    None => tree.roots.push(index),
                }
                last = Some(index);
            }
            b if b.is_ascii_whitespace() => at += 1,
            _ => return trouble(at, "a node begins with `;`"),
        }
    }
    if !open.is_empty() {
        return trouble(text.len(), "the file ends inside a game tree");
    }
    Ok(tree)
}

/// Reads a node from its `;` on.
fn node<'t>(text: &'t str, at: &mut usize) -> Result<Node<'t>, Trouble> {
    let bytes = text.as_bytes();
    let mut node = Node {
        span: *at..*at + 1,
        ..Node::default()
    };
    *at += 1;
    loop {
        skip_space(bytes, at);
        let start = *at;
        while bytes.get(*at).is_some_and(u8::is_ascii_alphabetic) {
            *at += 1;
        }
        if start == *at {
            return Ok(node);
        }
        let name = &text[start..*at];
        let mut values = Vec::new();
        loop {
            skip_space(bytes, at);
            if bytes.get(*at) != Some(&b'[') {
                break;
            }
            *at += 1;
            let from = *at;
            while bytes.get(*at).is_some_and(|&b| b != b']') {
                *at += if bytes[*at] == b'\\' { 2 } else { 1 };
            }
            if *at >= bytes.len() {
                return Err(Trouble {
                    at: from - 1,
                    what: "this value is not closed by `]`",
                });
            }
            values.push(Value {
                raw: &text[from..*at],
                span: from..*at,
            });
            *at += 1;
            node.span.end = *at;
        }
        if values.is_empty() {
            return Err(Trouble {
                at: start,
                what: "a property needs a value in brackets",
            });
        }
        node.properties.push((name, values));
    }
}

fn skip_space(bytes: &[u8], at: &mut usize) {
    while bytes.get(*at).is_some_and(u8::is_ascii_whitespace) {
        *at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_branch_and_values_are_unescaped() {
        let tree = parse("x(;SZ[19]C[a\\]b\\\\](;B[pd];W[aa:bb])\n(;B [dp] [dd]))(;)").unwrap();
        assert_eq!(tree.roots, [0, 4]);
        assert_eq!(tree.nodes[0].children, [1, 3]);
        assert_eq!(tree.nodes[0].get("C")[0].text(), "a]b\\");
        let size = BoardSize::square(19);
        assert_eq!(tree.nodes[2].get("W")[0].points(size).unwrap().len(), 4);
        assert_eq!(tree.nodes[3].get("B").len(), 2);
        assert_eq!(tree.nodes[3].get("B")[0].point(BoardSize::square(9)), None);
    }

    #[test]
    fn what_is_no_tree_is_told_with_its_place() {
        for (text, at) in [
            ("", 0),
            ("(;B[aa]", 7),
            ("(;B[aa)", 3),
            ("(;B)", 2),
            ("(B[aa])", 1),
            ("(;C[a\\", 3),
            ("(;C[a\\é])(;C[", 13),
        ] {
            assert_eq!(parse(text).map(|_| ()).map_err(|t| t.at), Err(at), "{text}");
        }
        assert!(parse(&"(;".repeat(100_000)).is_err());
        assert!(parse(&format!("{}{}", "(;".repeat(100_000), ")".repeat(100_000))).is_ok());
    }
}
