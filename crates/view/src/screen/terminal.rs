// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen on a real terminal.

use std::io::{self, stdout};
use std::panic;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use super::mouse;
use super::state::{Action, Screen};

/// Shows the screen until the person leaves it. Whatever happens, a panic among it, the terminal and its mouse are as
/// before afterwards.
///
/// # Errors
/// A terminal that cannot be read or written.
pub fn run(screen: &mut Screen) -> io::Result<()> {
    on_terminal(|terminal| show(terminal, screen))
}

/// Gives the whole terminal to `show`, with the mouse. Whatever happens, a panic among it, both are as before afterwards.
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

/// The hook of ratatui gives the screen back, and then calls this one.
fn release_mouse_after_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture);
        before(info);
    }));
}

fn show(terminal: &mut DefaultTerminal, screen: &mut Screen) -> io::Result<()> {
    loop {
        screen.refresh();
        terminal.draw(|frame| screen.render(frame))?;
        // Events that wait are taken together, so that a key held down does not run behind.
        let mut is_changed = false;
        while !is_changed || event::poll(Duration::ZERO)? {
            let action = match event::read()? {
                // Some terminals report keys that are let go, too.
                Event::Key(key) if key.is_press() => screen.handle(key),
                Event::Mouse(mouse) if mouse::is_of_interest(mouse) => screen.handle_mouse(mouse),
                Event::Resize(..) => Action::Draw,
                _ => continue,
            };
            if action == Action::Quit {
                return Ok(());
            }
            is_changed = true;
        }
    }
}
