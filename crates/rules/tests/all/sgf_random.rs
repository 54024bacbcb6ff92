// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws that hold for any tree and for long texts; `crates/fuzz` has those for any text.

use std::time::{Duration, Instant};

use katachi_rules::sgf::{NodeId, Tree, read};
use proptest::prelude::*;

/// Names, values, and the parent of each node.
fn tree() -> impl Strategy<Value = Tree> {
    let name = prop_oneof![
        proptest::sample::select(vec![
            "B", "W", "AB", "AE", "C", "PB", "SZ", "KM", "GN", "LB", "A1", "_X"
        ])
        .prop_map(str::to_string),
        "[A-Z]{1,9}",
    ];
    let value = prop_oneof!["[a-s]{2}", any::<String>(), "[\\\\\\]\\[();:a\n\r]{0,8}"];
    let property = (name, proptest::collection::vec(value, 1..4));
    let node = (
        any::<prop::sample::Index>(),
        proptest::collection::vec(property, 0..4),
    );
    proptest::collection::vec(node, 1..20).prop_map(|nodes| {
        let mut tree = Tree::new();
        for (i, (parent, properties)) in nodes.into_iter().enumerate() {
            let node = if i == 0 {
                tree.root()
            } else {
                let all: Vec<NodeId> = tree.nodes().collect();
                tree.add_child(*parent.get(&all))
            };
            for (name, values) in properties.iter().filter(|(name, _)| name != "CA") {
                tree.add(node, name, values.iter().map(String::as_str));
            }
        }
        tree
    })
}

/// A game without letters beyond ASCII has no charset in its text.
fn without_charset(text: &str) -> String {
    text.replacen("CA[UTF-8]", "", 1)
}

proptest! {
    #[test]
    fn a_tree_that_is_written_reads_back_equal(tree in tree()) {
        let text = tree.to_sgf();
        let collection = read(text.as_bytes()).unwrap();
        prop_assert_eq!(collection.trees.len(), 1);
        let again = &collection.trees[0];
        // The same tree, and the same text.
        prop_assert_eq!(without_charset(&again.to_sgf()), without_charset(&text));
        if text.is_ascii() {
            prop_assert!(*again == tree, "{}", text);
        }
    }
}

/// For long texts: time grows at most linearly with the length.
#[test]
fn long_nonsense_takes_no_longer_than_its_length_allows() {
    let start = Instant::now();
    let parts =
        "(|)|;|[|]|\\|a|(;|B[|B[]|C[]]|()|(;)|(;B[aa]|x |AB[aa:ss]|(;C[\\])|]] |CA[|(A|\0|\r|)(;b[|A[a]";
    for part in parts.split('|') {
        let text = part.repeat(200_000 / part.len());
        for text in [text.clone(), format!("(;{text}"), format!("(;C[{text}")] {
            let _ = read(text.as_bytes());
        }
    }
    for part in [
        &b"(;CA[GBK]C[\xb9\\])"[..],
        b"(;C[\x83\\])",
        b"\xe9",
        b"(;C[\xb9]",
        b"\x83]",
        b"(;CA[UTF-8]C[\xb9\x5c])",
    ] {
        let bytes = part.repeat(200_000 / part.len());
        let _ = read(&bytes);
        let _ = read(&[b"(;C[", &bytes[..]].concat());
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
