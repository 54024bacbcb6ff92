// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen on a real terminal.

use std::io;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};

use super::state::{Action, Screen};

/// Shows the screen until the person leaves it. Whatever happens, a panic among it, the terminal is as before
/// afterwards.
///
/// # Errors
/// A terminal that cannot be read or written.
pub fn run(screen: &mut Screen) -> io::Result<()> {
    // This sees to panics, too.
    let terminal = ratatui::try_init();
    let shown = terminal.and_then(|mut terminal| show(&mut terminal, screen));
    let restored = ratatui::try_restore();
    shown.and(restored)
}

fn show(terminal: &mut DefaultTerminal, screen: &mut Screen) -> io::Result<()> {
    loop {
        screen.refresh();
        terminal.draw(|frame| screen.render(frame))?;
        // Keys that wait are taken together, so that a key held down does not run behind.
        loop {
            // Some terminals report keys that are let go, too; a change of size only needs drawing.
            if let Event::Key(key) = event::read()?
                && key.is_press()
                && screen.handle(key) == Action::Quit
            {
                return Ok(());
            }
            if !event::poll(Duration::ZERO)? {
                break;
            }
        }
    }
}
