// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws that hold for any text and any tree.

use std::time::{Duration, Instant};

use katachi_rules::Rules;
use katachi_rules::sgf::{Collection, NodeId, Record, Tree, read};
use proptest::prelude::*;

/// Reads bytes and exercises the result.
fn exercise(bytes: &[u8]) -> Option<Collection> {
    let _ = Record::parse_all(bytes);
    let collection = read(bytes).ok()?;
    for tree in &collection.trees {
        let written = tree.to_sgf();
        let again = read(written.as_bytes()).unwrap();
        assert_eq!(again.trees.len(), 1, "{written}");
        assert_eq!(charset_aside(&again.trees[0]), charset_aside(tree), "{written}");
        if let Ok(record) = Record::from_tree(tree) {
            let end = |record: &Record| {
                let replay = record.replay(usize::MAX, Rules::TROMP_TAYLOR, 0.0).ok()?;
                Some((replay.game.board().clone(), replay.played))
            };
            let again = Record::parse(record.to_sgf().as_bytes()).unwrap();
            assert_eq!(end(&again), end(&record));
        }
    }
    Some(collection)
}

/// The nodes of a tree without `CA`, which the writer changes.
fn charset_aside(tree: &Tree) -> Vec<String> {
    tree.nodes()
        .map(|node| {
            let parent = tree.parent(node).map(|parent| tree.line_to(parent).len());
            let properties = tree.properties(node).filter(|p| p.name() != "CA");
            let properties: Vec<_> = properties
                .map(|p| (p.name(), p.values().map(|v| v.raw()).collect::<Vec<_>>()))
                .collect();
            format!("{parent:?} {properties:?}")
        })
        .collect()
}

/// Pieces of valid files, and pieces that break them.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&[u8]> = vec![
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b":",
        b"(;",
        b"\n",
        b"\0",
        b"B[",
        b"W[aa]",
        b"AB[aa:cc]",
        b"AE",
        b"SZ[5]",
        b"SZ[3:4]",
        b"C[",
        b"CA[Shift_JIS]",
        b"CA[GBK]",
        b"KM[375]",
        b"b",
        b"[tt]",
        b"x",
        b"\x83\x5d",
        b"\x95\x5c",
        b"\xb9",
        "囲".as_bytes(),
        b"\xef\xbb\xbf",
        b"PL[W]",
        b"GM[1]",
        b"HA[2]",
        b"Black[ab]",
    ];
    prop_oneof![
        8 => proptest::sample::select(pieces).prop_map(<[u8]>::to_vec),
        1 => proptest::collection::vec(any::<u8>(), 1..4),
    ]
}

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

const GAME: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]PB[囲碁 \\] x]HA[2]AB[cc][gg:hh]\
                    ;W[ee]C[a comment (with) [brackets\\]];B[dd](;W[ed](;B[ec])(;B[tt]))(;W[];AE[cc]PL[W]))";

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        exercise(&bytes);
    }

    #[test]
    fn any_pieces_are_read_or_refused(pieces in proptest::collection::vec(piece(), 0..60)) {
        exercise(&pieces.concat());
        exercise(&[b"(;".to_vec(), pieces.concat()].concat());
    }

    #[test]
    fn a_damaged_game_is_read_or_refused(
        cut in 0..=GAME.len(),
        at in 0..GAME.len(),
        new in piece(),
        len in 0..6_usize,
    ) {
        let mut bytes = GAME.as_bytes().to_vec();
        bytes.splice(at..(at + len).min(bytes.len()), new);
        exercise(&bytes);
        bytes.truncate(cut);
        exercise(&bytes);
        exercise(&GAME.as_bytes()[cut..]);
    }

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
    for part in [
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "a",
        "(;",
        "B[",
        "B[]",
        "C[]]",
        "()",
        "(;)",
        "(;B[aa]",
        "x ",
        "AB[aa:ss]",
        "(;C[\\])",
        "]] ",
        "CA[",
        "(A",
        "\0",
        "\r",
        ")(;b[",
        "A[a]",
    ] {
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
