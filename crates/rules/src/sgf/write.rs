// SPDX-License-Identifier: MIT OR Apache-2.0

//! Writing trees as SGF text.

use super::tree::{NodeId, Tree};
use super::value::{Kind, push_raw};

use crate::printable::printable_line;

const NODES_PER_LINE: usize = 10;

impl Tree {
    /// The tree as SGF text in UTF-8, ending in a newline.
    ///
    /// The text keeps everything: unknown properties, values with their escapes, the order. Only `CA`
    /// changes: it becomes `UTF-8` if it was there, or if there are letters beyond ASCII.
    pub fn to_sgf(&self) -> String {
        let mut text = String::new();
        // Where to insert a charset if one is needed.
        let mut root_end = None;
        let mut has_charset = false;
        // Lines of play from a node to the next branch, in brackets; none for the bracket after a branch.
        let mut tasks = vec![Some(self.root())];
        while let Some(task) = tasks.pop() {
            let Some(first) = task else {
                text.push(')');
                continue;
            };
            if first != self.root() {
                text.push('\n');
            }
            text.push('(');
            let mut node = first;
            for i in 0.. {
                if i % NODES_PER_LINE == 1 {
                    text.push('\n');
                }
                has_charset |= self.write_node(node, &mut text);
                root_end.get_or_insert(text.len());
                let mut children = self.children(node);
                match (children.next(), children.next()) {
                    (Some(only), None) => node = only,
                    (None, _) => {
                        text.push(')');
                        break;
                    }
                    (Some(_), Some(_)) => {
                        tasks.push(None);
                        tasks.extend(self.children(node).rev().map(Some));
                        break;
                    }
                }
            }
        }
        text.push('\n');
        if let Some(at) = root_end
            && !has_charset
            && !text.is_ascii()
        {
            text.insert_str(at, "CA[UTF-8]");
        }
        text
    }

    /// Writes a node; true if it names a charset.
    fn write_node(&self, node: NodeId, text: &mut String) -> bool {
        let mut has_charset = false;
        text.push(';');
        for property in self.properties(node) {
            text.push_str(property.name());
            if property.name() == "CA" {
                has_charset = true;
                text.push_str("[UTF-8]");
                continue;
            }
            for value in property.values() {
                text.push('[');
                text.push_str(value.raw());
                text.push(']');
            }
        }
        has_charset
    }
}

/// A property as it would be written, as a line for messages.
pub(super) fn show(name: &str, raw: &str) -> String {
    let mut text = format!("{name}[");
    push_raw(&mut text, raw, Kind::Text);
    text.push(']');
    printable_line(&text)
}
