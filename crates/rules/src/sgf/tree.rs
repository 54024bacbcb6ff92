// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game tree: every node, property and value in the order of the file.
//!
//! Nodes, properties and values are rows of tables with indices to each other, and all text is in one string.
//! So no operation on a tree of any depth recurses, and a node takes some tens of bytes and no allocation of
//! its own.

use super::error::Place;
use super::value::{Kind, Value, escape, push_raw};

/// A node of one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// No row.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    first_property: u32,
    last_property: u32,
    place: NodePlace,
}

/// Offset, line, column and moves of a [`Place`].
type NodePlace = [u32; 4];

#[derive(Clone, Debug)]
struct PropertyRow {
    name: Span,
    first_value: u32,
    values: u32,
    next: u32,
}

/// A part of the string with all text.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: u32,
}

/// A game tree. It has at least a root.
#[derive(Clone, Debug)]
pub struct Tree {
    game: usize,
    text: String,
    nodes: Vec<Node>,
    properties: Vec<PropertyRow>,
    values: Vec<Span>,
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
        self.tree.slice(self.row.name)
    }

    /// Its values, at least one.
    pub fn values(self) -> impl ExactSizeIterator<Item = Value<'a>> + Clone {
        let first = self.row.first_value as usize;
        self.tree.values[first..first + self.row.values as usize]
            .iter()
            .map(move |&span| Value(self.tree.slice(span)))
    }

    /// The first value, which is the only one of most properties.
    pub fn value(self) -> Value<'a> {
        Value(self.tree.slice(self.tree.values[self.row.first_value as usize]))
    }
}

impl NodeId {
    pub(super) fn number(self) -> u32 {
        self.0
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
        tree.push_node(NONE, NodePlace::default());
        tree
    }

    /// A tree without a root, for the parser.
    pub(super) fn for_game(game: usize) -> Self {
        Self {
            game,
            text: String::new(),
            nodes: Vec::new(),
            properties: Vec::new(),
            values: Vec::new(),
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

    /// Number of rows of all tables.
    pub(super) fn parts(&self) -> usize {
        self.nodes.len() + self.properties.len() + self.values.len()
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
        some(self.node(node).parent)
    }

    /// The children, the main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(some(self.node(node).first_child), |&child| {
            some(self.node(child).next_sibling)
        })
    }

    /// The nodes from the root on, the first child at every branch.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&node| some(self.node(node).first_child))
    }

    /// The nodes from the root to that one.
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<_> = std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        line.reverse();
        line
    }

    /// The properties of a node in the order of the file.
    pub fn properties(&self, node: NodeId) -> impl Iterator<Item = Property<'_>> {
        self.rows(node).map(|row| Property {
            tree: self,
            row: &self.properties[row as usize],
        })
    }

    /// The first property of that name.
    pub fn get(&self, node: NodeId, name: &str) -> Option<Property<'_>> {
        self.properties(node).find(|property| property.name() == name)
    }

    /// Adds a node after the other children of `parent`.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        self.push_node(parent.0, NodePlace::default())
    }

    /// Makes a node the first child of its parent, and so on up to the root: the main line leads through it.
    pub fn make_main(&mut self, node: NodeId) {
        let mut at = node.0;
        while let Some(NodeId(parent)) = some(self.nodes[at as usize].parent) {
            self.make_first(parent, at);
            at = parent;
        }
    }

    fn make_first(&mut self, parent: u32, child: u32) {
        let first = self.nodes[parent as usize].first_child;
        if first == child {
            return;
        }
        let mut before = first as usize;
        while self.nodes[before].next_sibling != child {
            before = self.nodes[before].next_sibling as usize;
        }
        let after = std::mem::replace(&mut self.nodes[child as usize].next_sibling, first);
        self.nodes[before].next_sibling = after;
        let parent = &mut self.nodes[parent as usize];
        parent.first_child = child;
        if after == NONE {
            parent.last_child = before as u32;
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
        self.push_value(values.next().unwrap_or_default(), kind);
        values.for_each(|value| self.push_value(value, kind));
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
        let is_named = |row: &u32| self.slice(self.properties[*row as usize].name) == name;
        let Some(row) = self.rows(node).find(is_named) else {
            return self.add_text(node, name, text);
        };
        let value = self.push_text(&escape(text), Kind::from_name(name));
        let first_value = self.values.len() as u32;
        self.values.push(value);
        let row = &mut self.properties[row as usize];
        (row.first_value, row.values) = (first_value, 1);
    }

    /// Removes the properties of that name from a node.
    pub fn remove(&mut self, node: NodeId, name: &str) {
        let is_kept = |row: &u32| self.slice(self.properties[*row as usize].name) != name;
        let kept: Vec<u32> = self.rows(node).filter(is_kept).collect();
        for (index, &row) in kept.iter().enumerate() {
            self.properties[row as usize].next = kept.get(index + 1).copied().unwrap_or(NONE);
        }
        let node = &mut self.nodes[node.0 as usize];
        node.first_property = kept.first().copied().unwrap_or(NONE);
        node.last_property = kept.last().copied().unwrap_or(NONE);
    }

    /// Returns a copy without a node and all nodes after it. The root stays. Nodes have other identities in
    /// the copy.
    pub fn without(&self, node: NodeId) -> Self {
        let mut copy = Self::for_game(self.game);
        let mut open = vec![(self.root(), NONE)];
        while let Some((from, parent)) = open.pop() {
            if from == node && from != self.root() {
                continue;
            }
            let to = copy.push_node(parent, self.node(from).place);
            for property in self.properties(from) {
                copy.start_property(to, property.name());
                let kind = Kind::from_name(property.name());
                for value in property.values() {
                    copy.push_value(value.raw(), kind);
                }
            }
            let at = open.len();
            open.extend(self.children(from).map(|child| (child, to.0)));
            open[at..].reverse();
        }
        copy
    }

    fn push_node(&mut self, parent: u32, place: NodePlace) -> NodeId {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            first_property: NONE,
            last_property: NONE,
            place,
        });
        if parent != NONE {
            let last = std::mem::replace(&mut self.nodes[parent as usize].last_child, id);
            match self.nodes.get_mut(last as usize) {
                Some(last) => last.next_sibling = id,
                None => self.nodes[parent as usize].first_child = id,
            }
        }
        NodeId(id)
    }

    pub(super) fn push_child(&mut self, parent: Option<NodeId>, place: Place) -> NodeId {
        let place = [place.offset, place.line, place.column, place.moves].map(|number| number as u32);
        self.push_node(parent.map_or(NONE, |p| p.0), place)
    }

    /// Begins a property; [`Tree::push_value`] adds its values.
    pub(super) fn start_property(&mut self, node: NodeId, name: &str) {
        let name = self.push_text(name, Kind::Text);
        let id = self.properties.len() as u32;
        self.properties.push(PropertyRow {
            name,
            first_value: self.values.len() as u32,
            values: 0,
            next: NONE,
        });
        let node = &mut self.nodes[node.0 as usize];
        let last = std::mem::replace(&mut node.last_property, id);
        match self.properties.get_mut(last as usize) {
            Some(last) => last.next = id,
            None => node.first_property = id,
        }
    }

    /// Adds a value to the property begun last.
    pub(super) fn push_value(&mut self, raw: &str, kind: Kind) {
        let span = self.push_text(raw, kind);
        self.values.push(span);
        let property = self.properties.last_mut();
        property.expect("values come after the name").values += 1;
    }

    /// Releases reserved memory.
    pub(super) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.nodes.shrink_to_fit();
        self.properties.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    /// Name of the property begun last, if it belongs to the node.
    pub(super) fn last_name(&self, node: NodeId) -> Option<&str> {
        let row = self.properties.get(self.node(node).last_property as usize)?;
        Some(self.slice(row.name))
    }

    /// # Panics
    /// If the text of a tree is longer than 4 GiB: the reader stops at files of a quarter of that.
    fn push_text(&mut self, raw: &str, kind: Kind) -> Span {
        let start = self.text.len();
        push_raw(&mut self.text, raw, kind);
        let position = |at: usize| u32::try_from(at).expect("the text of a tree is below 4 GiB");
        Span {
            start: position(start),
            end: position(self.text.len()),
        }
    }

    fn rows(&self, node: NodeId) -> impl Iterator<Item = u32> + '_ {
        let some = |row: u32| (row != NONE).then_some(row);
        let first = some(self.node(node).first_property);
        std::iter::successors(first, move |&row| some(self.properties[row as usize].next))
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }
}

fn some(id: u32) -> Option<NodeId> {
    (id != NONE).then_some(NodeId(id))
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
