// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program that wrote a file.

use super::games::Games;
use super::record::APPLICATION;
use super::tree::Tree;

/// Why a file must not be overwritten by chance, in words that follow its name. None for files by Katachi:
/// one game with `AP[Katachi...]` at its root. Reads the whole file.
pub fn reason_to_keep(bytes: &[u8]) -> Option<&'static str> {
    const OF_OTHERS: Option<&str> = Some("was not written by Katachi");
    let Ok(games) = Games::new(bytes) else {
        return OF_OTHERS;
    };
    let mut count = 0;
    for tree in games {
        if !tree.is_ok_and(|tree| has_our_name(&tree)) {
            return OF_OTHERS;
        }
        count += 1;
    }
    (count != 1).then_some("has several games")
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
    fn a_file_may_be_overwritten_if_it_is_one_game_by_katachi() {
        let (theirs, several) = (Some("was not written by Katachi"), Some("has several games"));
        for (text, expected) in [
            ("(;GM[1]AP[Katachi:0.1.0]SZ[9];B[ee])", None),
            ("(;AP[Katachi])", None),
            ("(;AP[Katachi])(;AP[Katachi:9])", several),
            ("(;AP[Katachi])(;AP[CGoban:3])", theirs),
            ("(;AP[Katachina:1])", theirs),
            ("(;SZ[9];B[ee]AP[Katachi:1])", theirs),
            ("(;SZ[9];B[ee])", theirs),
            ("AP[Katachi:0.1.0]", theirs),
            ("", theirs),
        ] {
            assert_eq!(reason_to_keep(text.as_bytes()), expected, "{text}");
        }
    }
}
