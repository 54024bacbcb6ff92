// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen on a real terminal.

use std::io::{self, stdout};
use std::panic;
use std::sync::atomic::AtomicBool;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
#[cfg(unix)]
use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};

use super::application::{Application, show};

/// Shows a screen until the person leaves it. Terminal and mouse are restored at the end, even after a panic.
///
/// # Errors
/// A terminal that cannot be read or written.
pub fn run(screen: &mut impl Application) -> io::Result<()> {
    on_terminal(|terminal| show(terminal, screen, &AtomicBool::new(false)))
}

/// Gives the whole terminal and the mouse to `show`. Both are restored at the end, even after a panic.
///
/// # Errors
/// Those of `show`, and a terminal that cannot be used.
pub fn on_terminal<T>(show: impl FnOnce(&mut DefaultTerminal) -> io::Result<T>) -> io::Result<T> {
    release_mouse_after_panic();
    // This sees to panics, too.
    let terminal = ratatui::try_init();
    let shown = terminal.and_then(|mut terminal| {
        execute!(stdout(), EnableMouseCapture)?;
        show(&mut terminal)
    });
    let released = execute!(stdout(), DisableMouseCapture);
    let restored = ratatui::try_restore();
    let value = shown?;
    released.and(restored)?;
    Ok(value)
}

/// Gives the terminal back to the shell and stops the program, as Ctrl-Z does elsewhere. Takes the terminal
/// again when the program goes on.
#[cfg(unix)]
pub(super) fn suspend(terminal: &mut DefaultTerminal) -> io::Result<()> {
    execute!(stdout(), DisableMouseCapture)?;
    ratatui::try_restore()?;
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    terminal.clear()
}

/// The hook of ratatui gives the screen back, and then calls this one.
fn release_mouse_after_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture);
        before(info);
    }));
}
