// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen on a real terminal.

use std::io::{self, stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(unix)]
use std::sync::atomic::Ordering::Relaxed;
#[cfg(unix)]
use std::time::Duration;
#[cfg(unix)]
use std::{process, thread};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
#[cfg(unix)]
use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};

use super::application::{Application, show};

/// Longer than it takes to stop an engine and give the terminal back.
#[cfg(unix)]
const ORDERLY_END: Duration = Duration::from_secs(5);

/// Shows a screen until the person leaves it, or a signal ends the program. Terminal and mouse are restored
/// at the end, even after a panic.
///
/// # Errors
/// A terminal that cannot be read or written.
pub fn run(screen: &mut impl Application) -> io::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    end_by_signals(&ended)?;
    on_terminal(|terminal| show(terminal, screen, &ended))
}

/// Sets that flag when a signal asks for an end. If the screen has not gone by itself some seconds later, as
/// it waits for a key or computes, the terminal is restored and the program ends. Without signals it does
/// nothing.
///
/// # Errors
/// If signals or a thread for them cannot be had.
pub fn end_by_signals(ended: &Arc<AtomicBool>) -> io::Result<()> {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        let ended = Arc::clone(ended);
        let wait = move || {
            if let Some(signal) = signals.forever().next() {
                ended.store(true, Relaxed);
                thread::sleep(ORDERLY_END);
                let _ = execute!(stdout(), DisableMouseCapture);
                let _ = ratatui::try_restore();
                process::exit(128 + signal);
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
    }
    #[cfg(not(unix))]
    let _ = ended;
    Ok(())
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
