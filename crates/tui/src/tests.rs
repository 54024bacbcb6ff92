// SPDX-License-Identifier: MIT OR Apache-2.0

//! Screens without a terminal: keys go in, and a buffer has the drawing.

use std::path::Path;

use katachi_view::Look;
use katachi_view::colours::Depth;
use katachi_view::look::Charset;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseEvent, MouseEventKind};

use crate::keys::{Row, help_of};
use crate::shell::{App, handle, handle_mouse, render};

/// Characters without colours.
pub(crate) const PRINT: Look = Look {
    charset: Charset::Unicode,
    depth: Depth::Plain,
};

/// A terminal of that size with the screen on it.
pub(crate) fn terminal(app: &mut impl App, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| render(app, frame)).unwrap();
    terminal
}

/// The lines on a terminal of that size.
pub(crate) fn drawn(app: &mut impl App, width: u16, height: u16) -> String {
    terminal(app, width, height).backend().to_string()
}

#[track_caller]
pub(crate) fn shows(app: &mut impl App, what: &str) {
    let text = drawn(app, 80, 24);
    assert!(text.contains(what), "'{what}' is not there:\n{text}");
}

pub(crate) fn press(app: &mut impl App, key: KeyCode) {
    handle(app, key.into());
}

pub(crate) fn mouse(app: &mut impl App, kind: MouseEventKind, column: u16, row: u16) {
    let modifiers = KeyModifiers::NONE;
    handle_mouse(
        app,
        MouseEvent {
            kind,
            column,
            row,
            modifiers,
        },
    );
}

/// Compares with a file; `SNAPSHOTS=overwrite` writes it.
#[track_caller]
pub(crate) fn check(name: &str, drawn: String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
    snapbox::Assert::new()
        .action_env("SNAPSHOTS")
        .eq(drawn, snapbox::Data::read_from(&folder.join(name), None).raw());
}

/// Checks that a manual lists the keys as the help does.
#[track_caller]
pub(crate) fn check_manual(manual: &str, keys: &[Row]) {
    let help: String = help_of(keys).map(|line| line + "\n").collect();
    assert!(
        manual.contains(&format!("```text\n{help}```\n")),
        "it should be:\n{help}"
    );
}
