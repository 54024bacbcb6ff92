// SPDX-License-Identifier: MIT OR Apache-2.0

//! Subcommands that have gone to the laboratory.

/// Old names, and the subcommands of `katachi-lab` that took their place.
const MOVED: [(&str, &str); 5] = [
    ("bed", "tactics"),
    ("bench", "bench"),
    ("harvest", "harvest"),
    ("judgement", "judgement"),
    ("train", "train"),
];

/// The message about a subcommand that has moved.
pub(crate) fn message(name: &str) -> Option<String> {
    let (old, new) = MOVED.iter().find(|(old, _)| *old == name)?;
    Some(format!("`{old}` is now `katachi-lab {new}`"))
}
