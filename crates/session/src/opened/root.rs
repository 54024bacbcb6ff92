// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records whose root has a move, against the standard.

use std::collections::HashMap;

use katachi_rules::sgf::{NodeId, Tree};

use super::move_count;

/// Properties of a move that go with it.
const OF_MOVE: [&str; 4] = ["B", "W", "BL", "WL"];

/// Returns the tree with the move of its root in a node of its own, so that there is a node of the position
/// before that move. Other trees are unchanged.
pub(super) fn with_bare_root(tree: Tree) -> Tree {
    if move_count(&tree, tree.root()) == 0 {
        return tree;
    }
    let mut new = Tree::new();
    let root = new.root();
    let first = new.add_child(root);
    // Nodes of the new tree by those of the old one, which come after their parents.
    let mut nodes: HashMap<NodeId, NodeId> = HashMap::new();
    for old in tree.nodes() {
        let node = match tree.parent(old) {
            None => first,
            Some(parent) => new.add_child(nodes[&parent]),
        };
        nodes.insert(old, node);
        for property in tree.properties(old) {
            let is_of_root = old == tree.root() && !OF_MOVE.contains(&property.name());
            let to = if is_of_root { root } else { node };
            new.add(to, property.name(), property.values().map(|value| value.raw()));
        }
    }
    new
}
