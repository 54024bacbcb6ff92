// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screen on a real terminal.

use std::io::{self, stdout};
use std::panic;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(unix)]
use std::time::Duration;
#[cfg(unix)]
use std::{process, thread};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
#[cfg(unix)]
use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};
use ratatui::{DefaultTerminal, Frame};

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
    let signals = Signals::new()?;
    on_terminal(&signals, |terminal| show(terminal, screen, &signals))
}

/// The signals of the program while a screen has the terminal.
///
/// One that ends the program asks the screen for an end. If the screen has not gone by itself some seconds
/// later, as it waits for a key or computes, the terminal is restored and the program ends. One that stops
/// the program gives the terminal back to the shell until the program goes on. Without signals it does
/// nothing.
#[derive(Clone, Debug)]
pub struct Signals(Arc<State>);

#[derive(Debug, Default)]
struct State {
    has_ended: AtomicBool,
    has_terminal: AtomicBool,
    /// Who draws, or gives the terminal back, has it. True if the screen has to be drawn anew.
    is_erased: Mutex<bool>,
}

impl Signals {
    /// Waits for signals from now on.
    ///
    /// # Errors
    /// If signals or a thread for them cannot be had.
    pub fn new() -> io::Result<Self> {
        let this = Self(Arc::default());
        #[cfg(unix)]
        {
            use signal_hook::consts::{
                SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
            };
            let all = [
                SIGTSTP, SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2,
            ];
            let mut signals = signal_hook::iterator::Signals::new(all)?;
            let at = this.clone();
            let wait = move || {
                for signal in signals.forever() {
                    match signal {
                        SIGTSTP => at.suspend(),
                        ending => at.end(ending),
                    }
                }
            };
            thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
        }
        Ok(this)
    }

    /// Returns whether a signal has asked for the end.
    pub fn has_ended(&self) -> bool {
        self.0.has_ended.load(Relaxed)
    }

    /// Draws on the terminal, unless the shell has it.
    ///
    /// # Errors
    /// A terminal that cannot be written.
    pub fn draw(&self, terminal: &mut DefaultTerminal, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let mut is_erased = self.0.is_erased.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut *is_erased) {
            terminal.clear()?;
        }
        terminal.draw(draw)?;
        Ok(())
    }

    #[cfg(unix)]
    fn end(&self, signal: i32) {
        self.0.has_ended.store(true, Relaxed);
        thread::sleep(ORDERLY_END);
        let _ = give_back();
        process::exit(128 + signal);
    }

    /// Gives the terminal back to the shell and stops the program, as Ctrl-Z does elsewhere. Takes the
    /// terminal again when the program goes on. A terminal that has gone brings a signal of its own.
    #[cfg(unix)]
    fn suspend(&self) {
        use signal_hook::consts::{SIGTSTP, SIGWINCH};
        use signal_hook::low_level::{emulate_default_handler, raise};
        if !self.0.has_terminal.load(Relaxed) {
            let _ = emulate_default_handler(SIGTSTP);
            return;
        }
        let mut is_erased = self.0.is_erased.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = give_back();
        let _ = emulate_default_handler(SIGTSTP);
        let _ = enable_raw_mode();
        let _ = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture);
        *is_erased = true;
        drop(is_erased);
        // The screen draws itself after a change of size.
        let _ = raise(SIGWINCH);
    }
}

/// Gives the whole terminal and the mouse to `show`. Both are restored at the end, even after a panic.
///
/// # Errors
/// Those of `show`, and a terminal that cannot be used.
pub fn on_terminal<T>(
    signals: &Signals,
    show: impl FnOnce(&mut DefaultTerminal) -> io::Result<T>,
) -> io::Result<T> {
    release_mouse_after_panic();
    signals.0.has_terminal.store(true, Relaxed);
    // This sees to panics, too.
    let terminal = ratatui::try_init();
    let shown = terminal.and_then(|mut terminal| {
        execute!(stdout(), EnableMouseCapture)?;
        show(&mut terminal)
    });
    signals.0.has_terminal.store(false, Relaxed);
    let given_back = give_back();
    let value = shown?;
    given_back?;
    Ok(value)
}

/// Gives mouse, cursor and screen back to the shell.
fn give_back() -> io::Result<()> {
    execute!(stdout(), DisableMouseCapture, Show).and(ratatui::try_restore())
}

/// Stops the program, as Ctrl-Z does elsewhere.
#[cfg(unix)]
pub(super) fn suspend() -> io::Result<()> {
    signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)
}

/// The hook of ratatui gives the screen back, and then calls this one.
fn release_mouse_after_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture);
        before(info);
    }));
}
