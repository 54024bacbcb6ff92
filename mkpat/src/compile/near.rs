// SPDX-License-Identifier: MIT OR Apache-2.0

//! Suggestions for unknown names.

/// Maximum number of suggestions.
const SUGGESTIONS: usize = 3;

/// The question whether one of the names closest to an unknown one is meant; none without such a name.
pub(super) fn did_you_mean<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let near = nearest(name, names);
    (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")))
}

/// The names closest to an unknown one, in backquotes: first those with few other letters, then those that
/// are a part of it or have it as a part.
fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    // Names of a database are short; a long one is not a typing error.
    if name.len() > 64 {
        return Vec::new();
    }
    let names: Vec<&str> = names.collect();
    let mut near = misspelt(name, &names);
    if near.is_empty() {
        near = parts(name, &names);
    }
    near.truncate(SUGGESTIONS);
    near.into_iter().map(|n| format!("`{n}`")).collect()
}

/// The names at the smallest distance, if it is small.
fn misspelt<'n>(name: &str, names: &[&'n str]) -> Vec<&'n str> {
    let allowed = 1 + name.len() / 4;
    let alike = names.iter().filter(|n| n.len().abs_diff(name.len()) <= allowed);
    let lower = name.to_ascii_lowercase();
    let distance = |n: &str| strsim::levenshtein(&lower, &n.to_ascii_lowercase());
    let mut near: Vec<(usize, &str)> = alike.map(|&n| (distance(n), n)).collect();
    near.retain(|&(d, _)| d <= allowed);
    near.sort_unstable();
    let best = near.first().map_or(0, |n| n.0);
    near.retain(|n| n.0 == best);
    near.into_iter().map(|(_, n)| n).collect()
}

/// Minimum letters of a part.
const SHORTEST_PART: usize = 3;

/// The names that begin or end the name, or have it as a part.
fn parts<'n>(name: &str, names: &[&'n str]) -> Vec<&'n str> {
    let name = name.to_ascii_lowercase();
    let is_part = |n: &str| {
        n.len() >= SHORTEST_PART && (name.starts_with(n) || name.ends_with(n))
            || name.len() >= SHORTEST_PART && n.contains(&name)
    };
    names.iter().copied().filter(|n| is_part(n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_are_near_and_other_words_are_not() {
        let names = ["lib", "lib2", "attack", "defend", "does_attack"];
        assert_eq!(nearest("atack", names.into_iter()), ["`attack`"]);
        assert_eq!(nearest("libs", names.into_iter()), ["`lib`", "`lib2`"]);
        assert_eq!(nearest("liberties", names.into_iter()), ["`lib`"]);
        assert_eq!(nearest("does", names.into_iter()), ["`does_attack`"]);
        assert!(nearest("zzzzzz", names.into_iter()).is_empty());
        assert_eq!(nearest("LOB", names.into_iter()), ["`lib`"]);
    }

    #[test]
    fn only_the_nearest_names_are_offered_and_three_at_most() {
        let names = ["abcd", "abce", "abcf", "abcg", "abxy"];
        assert_eq!(nearest("abch", names.into_iter()), ["`abcd`", "`abce`", "`abcf`"]);
        assert_eq!(nearest("abxz", names.into_iter()), ["`abxy`"]);
        // A letter in four, and one, may be wrong.
        assert_eq!(nearest("abcdefgh", ["abcdefxyz"].into_iter()), ["`abcdefxyz`"]);
        assert!(nearest("abcdefgh", ["abcdwxyz"].into_iter()).is_empty());
        assert_eq!(nearest("ABC", ["xabcx"].into_iter()), ["`xabcx`"]);
        assert!(nearest("ab", ["xabxxxx"].into_iter()).is_empty());
        let long = "a".repeat(64);
        assert_eq!(nearest(&long, [long.as_str()].into_iter()).len(), 1);
        let long = "a".repeat(65);
        assert!(nearest(&long, [long.as_str()].into_iter()).is_empty());
    }
}
