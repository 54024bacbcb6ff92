// SPDX-License-Identifier: MIT OR Apache-2.0

//! The files of the page, as parts of the program: nothing is read from the disk when a browser asks for them.

/// A file of the page.
pub(crate) struct Asset {
    /// Its name below the address of the page; empty for the page itself.
    pub(crate) name: &'static str,
    /// Its media type.
    pub(crate) media: &'static str,
    /// Its content.
    pub(crate) text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! asset {
    ($name:literal, $file:literal, $media:expr) => {
        Asset {
            name: $name,
            media: $media,
            text: include_str!(concat!("../page/", $file)),
        }
    };
}

/// All of them.
pub(crate) const ASSETS: &[Asset] = &[
    asset!("", "index.html", "text/html; charset=utf-8"),
    asset!("style.css", "style.css", "text/css; charset=utf-8"),
    asset!("icon.svg", "icon.svg", "image/svg+xml"),
    asset!("api.js", "api.js", SCRIPT),
    asset!("board.js", "board.js", SCRIPT),
    asset!("dialogs.js", "dialogs.js", SCRIPT),
    asset!("dom.js", "dom.js", SCRIPT),
    asset!("game.js", "game.js", SCRIPT),
    asset!("keys.js", "keys.js", SCRIPT),
    asset!("main.js", "main.js", SCRIPT),
    asset!("sight.js", "sight.js", SCRIPT),
];
