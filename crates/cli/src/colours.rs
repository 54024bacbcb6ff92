// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which characters and colours standard output takes.

use std::env;
use std::io;

use katachi_view::colours::Depth;
use katachi_view::{Charset, Look};

/// Stones as characters where the locale has them, unless ASCII is requested. Colours where they are welcome:
/// not in pipes, not under `NO_COLOR`.
pub(crate) fn look_for(ascii: bool) -> Look {
    let variable = |name| env::var(name).ok();
    Look {
        charset: if ascii {
            Charset::Ascii
        } else {
            Charset::of_locale(["LC_ALL", "LC_CTYPE", "LANG"].map(variable))
        },
        depth: if colours_are_welcome() {
            Depth::of_terminal(variable("COLORTERM").as_deref(), variable("TERM").as_deref())
        } else {
            Depth::Plain
        },
    }
}

fn colours_are_welcome() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}
