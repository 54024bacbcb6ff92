// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game tree: every node, property and value in the order of the file.
//!
//! Nodes are rows of a table with indices to each other, and all text is in one string. So no operation on a
//! tree of any depth recurses.

use std::ops::Range;

use super::error::Place;
use super::value::{Kind, Value, escape, push_raw};

/// A node of one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

#[derive(Clone, Debug)]
struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    properties: Vec<PropertyRow>,
    /// Offset, line, column and moves of its [`Place`].
    place: [u32; 4],
}

#[derive(Clone, Debug)]
struct PropertyRow {
    name: Span,
    /// Places of its values in the list of the tree.
    values: Range<u32>,
}

/// A part of the string with all text.
type Span = Range<u32>;

/// A game tree. It has at least a root.
#[derive(Clone, Debug)]
pub struct Tree {
    game: usize,
    text: String,
    nodes: Vec<Node>,
    values: Vec<Span>,
    /// Number of properties that were added.
    properties: usize,
}

/// A property of a node.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    tree: &'a Tree,
    row: &'a PropertyRow,
}

impl<'a> Property<'a> {
    /// Its name in capitals.
    pub fn name(self) -> &'a str {
        self.tree.slice(&self.row.name)
    }

    /// Its values, at least one.
    pub fn values(self) -> impl ExactSizeIterator<Item = Value<'a>> + Clone {
        let values = self.tree.values[self.row.values.start as usize..self.row.values.end as usize].iter();
        values.map(move |span| Value(self.tree.slice(span)))
    }

    /// The first value, which is the only one of most properties.
    pub fn value(self) -> Value<'a> {
        Value(self.tree.slice(&self.tree.values[self.row.values.start as usize]))
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// A tree of one node without properties.
    pub fn new() -> Self {
        let mut tree = Self::for_game(0);
        tree.push_node(None, [0; 4]);
        tree
    }

    /// A tree without a root, for the parser.
    pub(super) fn for_game(game: usize) -> Self {
        Self {
            game,
            text: String::new(),
            nodes: Vec::new(),
            values: Vec::new(),
            properties: 0,
        }
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Number of nodes, properties and values.
    pub(super) fn parts(&self) -> usize {
        self.nodes.len() + self.properties + self.values.len()
    }

    /// All nodes, every one after its parent.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Place of the node in its file.
    pub fn place(&self, node: NodeId) -> Place {
        let [offset, line, column, moves] = self.node(node).place.map(|number| number as usize);
        Place {
            game: self.game,
            moves,
            offset,
            line,
            column,
        }
    }

    /// The parent; none for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The children, the main line first.
    pub fn children(&self, node: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.node(node).children.iter().copied()
    }

    /// The nodes from the root on, the first child at every branch.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&node| self.children(node).next())
    }

    /// The nodes from the root to that one.
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<_> = std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        line.reverse();
        line
    }

    /// The properties of a node in the order of the file.
    pub fn properties(&self, node: NodeId) -> impl DoubleEndedIterator<Item = Property<'_>> {
        let rows = self.node(node).properties.iter();
        rows.map(|row| Property { tree: self, row })
    }

    /// The first property of that name.
    pub fn get(&self, node: NodeId, name: &str) -> Option<Property<'_>> {
        self.properties(node).find(|property| property.name() == name)
    }

    /// Adds a node after the other children of `parent`.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        self.push_node(Some(parent), [0; 4])
    }

    /// Makes a node the first child of its parent, and so on up to the root: the main line leads through it.
    pub fn make_main(&mut self, node: NodeId) {
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            let children = &mut self.nodes[parent.0 as usize].children;
            let place = children.iter().position(|&child| child == at);
            children[..=place.expect("a node is a child of its parent")].rotate_right(1);
            at = parent;
        }
    }

    /// Adds a property with raw values after those of the node. Escapes the characters that a raw value may
    /// not contain.
    ///
    /// # Panics
    /// If the name is not made of capitals, digits and `_`, beginning with no digit.
    #[track_caller]
    pub fn add<'v>(&mut self, node: NodeId, name: &str, values: impl IntoIterator<Item = &'v str>) {
        assert!(is_name(name), "not the name of a property: {name:?}");
        self.start_property(node, name);
        let kind = Kind::from_name(name);
        let mut values = values.into_iter();
        self.push_value(node, values.next().unwrap_or_default(), kind);
        values.for_each(|value| self.push_value(node, value, kind));
    }

    /// Adds a property whose value is that text.
    ///
    /// # Panics
    /// As [`Tree::add`].
    #[track_caller]
    pub fn add_text(&mut self, node: NodeId, name: &str, text: &str) {
        self.add(node, name, [&*escape(text)]);
    }

    /// Changes the value of the first property of that name to a text, or adds one.
    ///
    /// # Panics
    /// As [`Tree::add`].
    #[track_caller]
    pub fn set_text(&mut self, node: NodeId, name: &str, text: &str) {
        let found = self.properties(node).position(|property| property.name() == name);
        let Some(at) = found else {
            return self.add_text(node, name, text);
        };
        let value = self.push_text(&escape(text), Kind::from_name(name));
        self.values.push(value);
        let end = self.values.len() as u32;
        self.nodes[node.0 as usize].properties[at].values = end - 1..end;
    }

    /// Removes the properties of that name from a node.
    pub fn remove(&mut self, node: NodeId, name: &str) {
        let own = |row: &PropertyRow| &self.text[row.name.start as usize..row.name.end as usize];
        let rows = &mut self.nodes[node.0 as usize].properties;
        rows.retain(|row| own(row) != name);
    }

    /// Returns a copy without a node and all nodes after it. The root stays. Nodes have other identities in
    /// the copy.
    pub fn without(&self, node: NodeId) -> Self {
        let mut copy = Self::for_game(self.game);
        let mut open = vec![(self.root(), None)];
        while let Some((from, parent)) = open.pop() {
            if from == node && from != self.root() {
                continue;
            }
            let to = copy.push_node(parent, self.node(from).place);
            for property in self.properties(from) {
                copy.start_property(to, property.name());
                let kind = Kind::from_name(property.name());
                for value in property.values() {
                    copy.push_value(to, value.raw(), kind);
                }
            }
            open.extend(self.children(from).rev().map(|child| (child, Some(to))));
        }
        copy
    }

    fn push_node(&mut self, parent: Option<NodeId>, place: [u32; 4]) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent,
            children: Vec::new(),
            properties: Vec::new(),
            place,
        });
        if let Some(NodeId(parent)) = parent {
            self.nodes[parent as usize].children.push(id);
        }
        id
    }

    pub(super) fn push_child(&mut self, parent: Option<NodeId>, place: Place) -> NodeId {
        let place = [place.offset, place.line, place.column, place.moves].map(|number| number as u32);
        self.push_node(parent, place)
    }

    /// Begins a property; [`Tree::push_value`] adds its values.
    pub(super) fn start_property(&mut self, node: NodeId, name: &str) {
        let name = self.push_text(name, Kind::Text);
        let first = self.values.len() as u32;
        let values = first..first;
        let rows = &mut self.nodes[node.0 as usize].properties;
        rows.push(PropertyRow { name, values });
        self.properties += 1;
    }

    /// Adds a value to the last property of the node, which was begun last.
    pub(super) fn push_value(&mut self, node: NodeId, raw: &str, kind: Kind) {
        let span = self.push_text(raw, kind);
        self.values.push(span);
        let property = self.nodes[node.0 as usize].properties.last_mut();
        property.expect("values come after the name").values.end += 1;
    }

    /// # Panics
    /// If the text of a tree is longer than 4 GiB: the reader stops at files of a quarter of that.
    fn push_text(&mut self, raw: &str, kind: Kind) -> Span {
        let start = self.text.len();
        push_raw(&mut self.text, raw, kind);
        let position = |at: usize| u32::try_from(at).expect("the text of a tree is below 4 GiB");
        position(start)..position(self.text.len())
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    fn slice(&self, span: &Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }
}

fn is_name(name: &str) -> bool {
    name.bytes()
        .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        && name.bytes().next().is_some_and(|b| !b.is_ascii_digit())
}

/// Compares content and order, not places in the file.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let mut stack = vec![(self.root(), other.root())];
        while let Some((a, b)) = stack.pop() {
            let same =
                |(p, q): (Property<'_>, Property<'_>)| p.name() == q.name() && p.values().eq(q.values());
            let same_properties = self.properties(a).count() == other.properties(b).count()
                && self.properties(a).zip(other.properties(b)).all(same);
            if !same_properties || self.children(a).count() != other.children(b).count() {
                return false;
            }
            stack.extend(self.children(a).zip(other.children(b)));
        }
        true
    }
}

impl Eq for Tree {}

#[cfg(test)]
mod tests {
    use crate::sgf::read;

    #[test]
    fn a_property_is_removed_and_others_can_be_added_after_it() {
        let mut tree = read(b"(;SZ[5]C[One]GN[Name]C[Two])").unwrap().trees.remove(0);
        let root = tree.root();
        tree.remove(root, "C");
        assert_eq!(tree.to_sgf(), "(;SZ[5]GN[Name])\n");
        tree.remove(root, "GN");
        tree.remove(root, "SZ");
        tree.add_text(root, "C", "Three");
        assert_eq!(tree.to_sgf(), "(;C[Three])\n");
    }

    #[test]
    fn a_node_is_left_out_with_all_after_it_and_the_rest_keeps_its_order() {
        let text = "(;SZ[5];B[cc]\n(;W[cb](;B[aa])(;B[bb]))\n(;W[bc]C[A \\] bracket])\n(;W[dd]))\n";
        let tree = read(text.as_bytes()).unwrap().trees.remove(0);
        let first = tree.main_line().nth(1).unwrap();
        let other = tree.children(first).next().unwrap();
        let copy = tree.without(other);
        let expected = read(b"(;SZ[5];B[cc](;W[bc]C[A \\] bracket])(;W[dd]))")
            .unwrap()
            .trees
            .remove(0);
        assert_eq!(copy, expected);
        assert_eq!(copy.node_count(), 4);
        assert_eq!(tree.without(tree.root()), tree);
    }
}
