// SPDX-License-Identifier: MIT OR Apache-2.0

//! Subcommands that have gone to other programs.

/// Old names, and the commands that took their place.
const MOVED: [(&str, &str); 10] = [
    ("bed", "katachi-lab tactics"),
    ("bench", "katachi-lab bench"),
    ("gtp-to-usenix", "katachi-usenix84 gtp-to-usenix"),
    ("harvest", "katachi-lab harvest"),
    ("judge", "katachi-usenix84 judge"),
    ("judgement", "katachi-lab judgement"),
    ("referee", "katachi-usenix84 referee"),
    ("train", "katachi-lab train"),
    ("usenix", "katachi-usenix84"),
    ("usenix-to-gtp", "katachi-usenix84 usenix-to-gtp"),
];

/// The message about a subcommand that has moved.
pub(crate) fn message(name: &str) -> Option<String> {
    let (old, new) = MOVED.iter().find(|(old, _)| *old == name)?;
    Some(format!("`{old}` is now `{new}`"))
}
