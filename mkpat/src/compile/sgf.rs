// SPDX-License-Identifier: MIT OR Apache-2.0

//! Nodes of SGF trees with byte ranges, so that errors in a node can be shown.

use std::collections::HashMap;
use std::ops::Range;

use katachi_rules::sgf::{NodeId, Tree, Value};

/// A node with its range in the text.
#[derive(Clone)]
pub(super) struct Node<'t> {
    pub(super) tree: &'t Tree,
    pub(super) id: NodeId,
    text: &'t str,
    pub(super) span: Range<usize>,
}

/// A value of a property with its range in the text.
type Placed<'t> = (Value<'t>, Range<usize>);

/// The nodes of a tree that was read from that text, the last one there.
pub(super) fn nodes<'t>(text: &'t str, tree: &'t Tree) -> HashMap<NodeId, Node<'t>> {
    let starts = || tree.nodes().map(|id| tree.place(id).offset);
    let nexts = starts().skip(1).chain([text.len()]);
    let spans = starts().zip(nexts).map(|(start, next)| {
        let own = text.get(start..next).unwrap_or_default();
        start..start + own.rfind(']').map_or(own.len(), |end| end + 1)
    });
    let nodes = tree.nodes().zip(spans);
    nodes
        .map(|(id, span)| (id, Node { tree, id, text, span }))
        .collect()
}

impl<'t> Node<'t> {
    /// The values of a property. Empty if the property is not there.
    pub(super) fn get(&self, name: &str) -> Vec<Placed<'t>> {
        let property = self.tree.get(self.id, name);
        let values = property.into_iter().flat_map(|property| property.values());
        values
            .map(|value| (value, self.place(name, value.raw())))
            .collect()
    }

    /// The place of a value: the first such value behind the name. A text that was decoded or escaped may not
    /// have it.
    fn place(&self, name: &str, raw: &str) -> Range<usize> {
        let own = self.text.get(self.span.clone()).unwrap_or_default();
        let mut names = own.match_indices(name).map(|(at, _)| at);
        let is_whole = |at: &usize| !own[..*at].ends_with(|c: char| c.is_ascii_alphanumeric());
        let behind = names.find(is_whole).map(|at| at + name.len());
        let found = behind.and_then(|at| Some(at + own[at..].find(&format!("[{raw}]"))? + 1));
        found.map_or(self.span.clone(), |at| {
            let start = self.span.start + at;
            start..start + raw.len()
        })
    }
}
