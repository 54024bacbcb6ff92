// SPDX-License-Identifier: MIT OR Apache-2.0

//! Whether standard output takes colours, and how boards look there.

use std::io;

use katachi_view::Theme;

/// Colours where they are welcome: not in pipes, not under `NO_COLOR`.
pub(super) fn theme() -> Theme {
    if colours_are_welcome() {
        Theme::WOOD
    } else {
        Theme::PLAIN
    }
}

pub(super) fn colours_are_welcome() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}
