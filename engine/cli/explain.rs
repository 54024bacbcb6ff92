//! `katachi -l FILE`: which move the engine would make in a position, and why.

use std::fmt::Write as _;
use std::io::Write as _;

use katachi::reading::Reader;
use katachi::view::{self, Marks, Theme};
use katachi::{Choice, Engine};
use katachi_rules::Game;

use super::args::{ExplainArgs, GameArgs};
use super::{start, theme};

/// Letters on the board for that many of the best proposals.
const LETTERED: usize = 9;

/// Prints the explanation.
pub(super) fn run(args: &GameArgs, options: &ExplainArgs, seed: u64) -> anyhow::Result<()> {
    let engine = start::engine(args, seed)?;
    let game = start::game(args)?;
    let text = explanation(&engine, &game, options, &theme());
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

fn explanation(engine: &Engine, game: &Game, options: &ExplainArgs, theme: &Theme) -> String {
    let color = game.to_move();
    let size = game.size();
    let reader = Reader::new(game.board(), engine.settings.reading_nodes());
    let (choice, reader) = engine.choose_with(game, color, reader);
    let mut text = String::new();
    if options.board {
        text += &view::board::titled(game, &marks(&choice, options), theme);
        text += &view::worms::table(game.board(), &engine.analyse(game));
    }
    let _ = writeln!(
        text,
        "Move {}: {}",
        game.move_count() + 1,
        view::choice::headline(&choice, size, color)
    );
    if options.trace {
        let settings = engine.settings;
        let _ = writeln!(text, "Seed {}, level {}", settings.seed, settings.level);
        let _ = writeln!(text, "Reading: {}", reader.counts());
        text += &view::choice::proposals(&choice, size);
    }
    text
}

fn marks(choice: &Choice, options: &ExplainArgs) -> Marks {
    let letters = if options.trace {
        view::choice::letters(choice, LETTERED)
    } else {
        Vec::new()
    };
    Marks {
        letters,
        ..Marks::default()
    }
}
