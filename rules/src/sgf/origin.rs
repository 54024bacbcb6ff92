// SPDX-License-Identifier: MIT OR Apache-2.0

//! Who has written a file.

use super::games::Games;
use super::record::APPLICATION;
use super::tree::Tree;

/// Has Katachi written this file: is each of its games one with `AP[Katachi...]` at its root? Other files are not to be
/// overwritten by chance. Takes the time of reading the file.
pub fn is_by_katachi(bytes: &[u8]) -> bool {
    let Ok(games) = Games::new(bytes) else {
        return false;
    };
    let mut count = 0;
    for tree in games {
        if !tree.is_ok_and(|tree| has_our_name(&tree)) {
            return false;
        }
        count += 1;
    }
    count > 0
}

fn has_our_name(tree: &Tree) -> bool {
    let name = APPLICATION.split(':').next();
    tree.get(tree.root(), "AP")
        .is_some_and(|property| property.value().text().split(':').next() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_ours_if_all_its_games_say_so() {
        for (text, expected) in [
            ("(;GM[1]AP[Katachi:0.1.0]SZ[9];B[ee])", true),
            ("(;AP[Katachi])(;AP[Katachi:9])", true),
            ("(;AP[Katachi])(;AP[CGoban:3])", false),
            ("(;AP[Katachina:1])", false),
            ("(;SZ[9];B[ee]AP[Katachi:1])", false),
            ("(;SZ[9];B[ee])", false),
            ("AP[Katachi:0.1.0]", false),
            ("", false),
        ] {
            assert_eq!(is_by_katachi(text.as_bytes()), expected, "{text}");
        }
    }
}
