// SPDX-License-Identifier: MIT OR Apache-2.0

//! The files of the page. They are part of the program; the server reads nothing from the disk.

use katachi_pages::BOARD_SCRIPT;

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    /// Its path below the address of the page; empty for the page itself.
    pub name: &'static str,
    /// Its media type.
    pub media: &'static str,
    /// Its content.
    pub text: &'static str,
}

/// The page in the place of a review that is not there.
pub(crate) const NO_REVIEW: &str = include_str!("../page/no-review.html");

const SCRIPT: &str = "text/javascript; charset=utf-8";

const fn asset(name: &'static str, media: &'static str, text: &'static str) -> Asset {
    Asset { name, media, text }
}

macro_rules! script {
    ($name:literal) => {
        asset($name, SCRIPT, include_str!(concat!("../page/", $name)))
    };
}

/// All files.
pub const ASSETS: &[Asset] = &[
    asset("", "text/html; charset=utf-8", include_str!("../page/index.html")),
    asset(
        "style.css",
        "text/css; charset=utf-8",
        include_str!("../page/style.css"),
    ),
    asset("icon.svg", "image/svg+xml", include_str!("../page/icon.svg")),
    asset("board.js", SCRIPT, BOARD_SCRIPT),
    script!("api.js"),
    script!("candidates.js"),
    script!("choices.js"),
    script!("comment.js"),
    script!("dialogs.js"),
    script!("dom.js"),
    script!("exercise.js"),
    script!("game.js"),
    script!("graph.js"),
    script!("keys.js"),
    script!("main.js"),
    script!("overlay.js"),
    script!("marks.js"),
    script!("play-board.js"),
    script!("said.js"),
    script!("set-up.js"),
    script!("stones.js"),
    script!("tree.js"),
    script!("warning.js"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Maximum bytes of the page with all its files.
    const MAX_BYTES: usize = 150_000;

    #[test]
    fn the_page_is_small_and_names_nothing_elsewhere() {
        let bytes: usize = ASSETS.iter().map(|asset| asset.text.len()).sum();
        assert!(bytes < MAX_BYTES, "{bytes} bytes");
        for asset in ASSETS {
            // The namespace of SVG is a name, not an address that is fetched.
            let text = asset.text.replace("http://www.w3.org/2000/svg", "");
            assert!(
                !text.contains("http://") && !text.contains("https://"),
                "{}",
                asset.name
            );
        }
    }
}
