// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game against a person: the loop between a terminal and a [`Dialogue`].

use std::io::{self, BufRead as _, Write as _};
use std::path::Path;

use katachi_gtp::files;
use katachi_rules::Color;

use super::colours::look;
use super::dialogue::Dialogue;
use super::game_args::GameArgs;
use super::start;

/// Plays until the person has had enough or the input ends.
pub(super) fn play(args: &GameArgs, seed: u64) -> anyhow::Result<()> {
    let engine = start::engine(args, seed)?;
    let game = start::game(args)?;
    let person = args.color.unwrap_or(Color::Black);
    let game_log = start::game_log(args, &game)?;
    let look = look(args.ascii);
    let mut dialogue = Dialogue::new(engine, game, person, look, |path, text, overwrite| {
        let path = Path::new(path);
        if !overwrite {
            files::check_own(path)?;
        }
        files::replace(path, text)
    });
    if let Some(game_log) = game_log {
        dialogue.keep(game_log);
    }

    let mut out = anstream::stdout().lock();
    let mut input = io::stdin().lock();
    write!(out, "{}", dialogue.greeting())?;
    let mut line = Vec::new();
    while !dialogue.is_done() {
        write!(out, "{}", dialogue.prompt())?;
        out.flush()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            break;
        }
        let text = dialogue.answer(&String::from_utf8_lossy(&line));
        write!(out, "{text}")?;
    }
    out.flush()?;
    Ok(())
}
