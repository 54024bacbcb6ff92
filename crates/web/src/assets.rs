// SPDX-License-Identifier: MIT OR Apache-2.0

//! The files of the page. They are part of the program; the server reads nothing from the disk.

use katachi_pages::BOARD_SCRIPT;

/// A file of the page: its path below the address of the page, empty for the page itself; its media type; its
/// content.
pub type Asset = (&'static str, &'static str, &'static str);

/// The page in the place of a review that is not there.
pub(crate) const NO_REVIEW: &str = include_str!("../page/no-review.html");

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! assets {
    ($($script:literal)*) => {
        &[
            ("", "text/html; charset=utf-8", include_str!("../page/index.html")),
            ("style.css", "text/css; charset=utf-8", include_str!("../page/style.css")),
            ("icon.svg", "image/svg+xml", include_str!("../page/icon.svg")),
            ("board.js", SCRIPT, BOARD_SCRIPT),
            $(($script, SCRIPT, include_str!(concat!("../page/", $script))),)*
        ]
    };
}

/// All files.
pub const ASSETS: &[Asset] = assets! {
    "api.js" "candidates.js" "choices.js" "comment.js" "dialogs.js" "dom.js" "exercise.js" "game.js"
    "graph.js" "keys.js" "main.js" "overlay.js" "marks.js" "play-board.js" "said.js" "set-up.js" "stones.js"
    "tree.js" "warning.js"
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Maximum bytes of the page with all its files.
    const MAX_BYTES: usize = 150_000;

    #[test]
    fn the_page_is_small_and_names_nothing_elsewhere() {
        let bytes: usize = ASSETS.iter().map(|(.., text)| text.len()).sum();
        assert!(bytes < MAX_BYTES, "{bytes} bytes");
        for (name, _, text) in ASSETS {
            // The namespace of SVG is a name, not an address that is fetched.
            let text = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{name}");
        }
    }
}
