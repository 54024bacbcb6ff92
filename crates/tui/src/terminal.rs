// SPDX-License-Identifier: MIT OR Apache-2.0

//! The terminal while a screen has it.

use std::io::{self, stdout};
use std::panic;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
#[cfg(unix)]
use std::{process, thread};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
#[cfg(unix)]
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::crossterm::execute;
#[cfg(unix)]
use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};
use ratatui::{DefaultTerminal, Frame};

/// Longer than it takes to stop an engine and give the terminal back.
#[cfg(unix)]
const ORDERLY_END: Duration = Duration::from_secs(5);

/// The whole terminal with the mouse, and the signals of the program.
///
/// A signal that ends the program asks the screen for an end. If the screen has not gone by itself some
/// seconds later, as it waits for a key or computes, the terminal is restored and the program ends. A signal
/// that stops the program gives the terminal back to the shell until the program goes on.
pub(crate) struct Terminal {
    inner: DefaultTerminal,
    signals: Arc<Signals>,
}

#[derive(Default)]
struct Signals {
    has_ended: AtomicBool,
    has_terminal: AtomicBool,
    /// Who draws, or gives the terminal back, has it. True if the screen has to be drawn anew.
    is_erased: Mutex<bool>,
}

/// Gives the terminal and the mouse to `show`. Both are restored at the end, even after a panic.
pub(crate) fn on_terminal<T>(show: impl FnOnce(&mut Terminal) -> io::Result<T>) -> io::Result<T> {
    let signals = Arc::<Signals>::default();
    #[cfg(unix)]
    signals.await_all()?;
    // The hook of ratatui gives the screen back, and then calls this one.
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableMouseCapture);
        before(info);
    }));
    signals.has_terminal.store(true, Relaxed);
    // This sees to panics, too.
    let shown = ratatui::try_init().and_then(|inner| {
        execute!(stdout(), EnableMouseCapture)?;
        let signals = Arc::clone(&signals);
        show(&mut Terminal { inner, signals })
    });
    signals.has_terminal.store(false, Relaxed);
    let given_back = give_back();
    let value = shown?;
    given_back?;
    Ok(value)
}

/// Gives mouse, cursor and screen back to the shell.
fn give_back() -> io::Result<()> {
    execute!(stdout(), DisableMouseCapture, Show).and(ratatui::try_restore())
}

impl Terminal {
    pub(crate) fn has_ended(&self) -> bool {
        self.signals.has_ended.load(Relaxed)
    }

    /// Draws, unless the shell has the terminal.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let is_erased = self.signals.is_erased.lock();
        let mut is_erased = is_erased.unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut *is_erased) {
            // Nothing is on the new screen. To clear it would ask the terminal for its cursor.
            self.inner = ratatui::Terminal::new(CrosstermBackend::new(stdout()))?;
        }
        self.inner.draw(draw)?;
        Ok(())
    }

    /// The next event within that time. Ctrl-Z gives the terminal to the shell, as elsewhere.
    pub(crate) fn event(&self, wait: Duration) -> io::Result<Option<Event>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        let event = event::read()?;
        #[cfg(unix)]
        if let Event::Key(key) = event
            && key.is_press()
            && key.modifiers.contains(KeyModifiers::CONTROL)
            && key.code == KeyCode::Char('z')
        {
            signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        }
        Ok(Some(event))
    }
}

#[cfg(unix)]
impl Signals {
    /// Waits for signals from now on, in a thread.
    fn await_all(self: &Arc<Self>) -> io::Result<()> {
        use signal_hook::consts::{
            SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
        };
        let all = [
            SIGTSTP, SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2,
        ];
        let mut signals = signal_hook::iterator::Signals::new(all)?;
        let this = Arc::clone(self);
        let wait = move || {
            for signal in signals.forever() {
                match signal {
                    SIGTSTP => this.suspend(),
                    ending => this.end(ending),
                }
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
        Ok(())
    }

    fn end(&self, signal: i32) {
        self.has_ended.store(true, Relaxed);
        thread::sleep(ORDERLY_END);
        let _ = give_back();
        process::exit(128 + signal);
    }

    /// Gives the terminal back to the shell and stops the program. Takes the terminal again when the program
    /// goes on. A terminal that has gone brings a signal of its own.
    fn suspend(&self) {
        use signal_hook::consts::{SIGTSTP, SIGWINCH};
        use signal_hook::low_level::{emulate_default_handler, raise};
        if !self.has_terminal.load(Relaxed) {
            let _ = emulate_default_handler(SIGTSTP);
            return;
        }
        let mut is_erased = self.is_erased.lock().unwrap_or_else(PoisonError::into_inner);
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
