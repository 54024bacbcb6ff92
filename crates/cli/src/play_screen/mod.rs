// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game against a person on the whole screen of a terminal.
//!
//! [`state::PlayScreen`] takes keys and draws itself, and knows no terminal. This module shows it on one,
//! after the question whether to continue an unfinished game. The game is kept at every move, so that nothing
//! is lost at any end of the program; signals are waited for only to restore the terminal.

mod analyst;
mod draw;
mod keys;
pub(crate) mod line;
mod state;
#[cfg(test)]
mod tests;

use std::io;
use std::time::Duration;

use katachi_engine::search::Clock;
use katachi_session::{InteractiveGame, Thinking};
use katachi_view::Look;
use katachi_view::screen::{Signals, is_interrupt, on_terminal, show};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode};
use ratatui::widgets::{Paragraph, Wrap};

use super::beginning::{Beginning, about, put_away};
use state::PlayScreen;

/// How long a key is waited for before the engine and the clocks are looked at.
const LOOK: Duration = Duration::from_millis(80);

/// Plays on the terminal until the person leaves.
pub(super) fn run(beginning: Beginning, look: Look) -> anyhow::Result<()> {
    let signals = Signals::new()?;
    let lines = on_terminal(&signals, |terminal| {
        let engine = beginning.engine().clone();
        let Some((play, messages)) = begin(terminal, beginning, &signals)? else {
            return Ok(Vec::new());
        };
        let mut screen = PlayScreen::new(play, engine, look, Clock::default());
        screen.say(messages);
        show(terminal, &mut screen, &signals)?;
        Ok(screen.close())
    })?;
    for line in lines {
        anstream::println!("{line}");
    }
    Ok(())
}

/// The unfinished game, if the person continues it, or a new one, with messages. None if the person leaves.
fn begin(
    terminal: &mut DefaultTerminal,
    beginning: Beginning,
    signals: &Signals,
) -> io::Result<Option<(InteractiveGame, Vec<String>)>> {
    let (offered, mut messages) = beginning.offered();
    let thinking = Thinking::Background(None);
    let (play, events) = match offered {
        None => beginning.begin(thinking),
        Some(left) => match ask(terminal, [&about(&left), &beginning.about_new()], signals)? {
            None => return Ok(None),
            Some(true) => beginning.resume(left, thinking),
            Some(false) => {
                messages.push(put_away(left));
                beginning.begin(thinking)
            }
        },
    };
    messages.extend(events.iter().map(|event| event.text(play.game().size())));
    Ok(Some((play, messages)))
}

/// Asks whether to continue a game. None if the person leaves.
fn ask(
    terminal: &mut DefaultTerminal,
    [left, new]: [&str; 2],
    signals: &Signals,
) -> io::Result<Option<bool>> {
    let text = format!(
        "{left}\n\nGo on with it?\n\n  Enter: yes, on its board and at its level\n  n: no, a new game ({new}); the old one is kept as a record\n  q: leave, and decide later"
    );
    while !signals.has_ended() {
        signals.draw(terminal, |frame| {
            let paragraph = Paragraph::new(text.as_str()).wrap(Wrap { trim: false });
            frame.render_widget(paragraph, frame.area());
        })?;
        if !event::poll(LOOK)? {
            continue;
        }
        let Event::Key(key) = event::read()? else { continue };
        if is_interrupt(key) {
            return Ok(None);
        }
        match key.code {
            _ if !key.is_press() => {}
            KeyCode::Enter | KeyCode::Char('y' | 'Y') => return Ok(Some(true)),
            KeyCode::Char('n' | 'N') => return Ok(Some(false)),
            KeyCode::Char('q') | KeyCode::Esc => return Ok(None),
            _ => {}
        }
    }
    Ok(None)
}
