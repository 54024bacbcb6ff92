//! `katachi view`: a position in colour, as text, picture or data, or a whole game on the interactive screen.

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use katachi::view::colours::Depth;
use katachi::view::picture::Layers;
use katachi::view::text::Paper;
use katachi::view::{self, PositionView};
use katachi_rules::{BoardSize, Point};

use super::args::ViewArgs;
use super::{colours_are_welcome, seed, start};

/// Columns if their number is not known.
const USUAL_WIDTH: usize = 80;

/// Shows what the arguments ask for.
pub(super) fn run(mut args: ViewArgs) -> anyhow::Result<()> {
    args.game.load = args.file.take().or(args.game.load);
    anyhow::ensure!(
        args.game.out.is_none(),
        "-o keeps a game with what is considered: use it with katachi gtp, play, explain or -l; --svg draws a view"
    );
    #[cfg(feature = "tui")]
    if !args.is_of_one_position() && is_interactive() {
        return step_through(&args);
    }
    let mut out = anstream::stdout().lock();
    out.write_all(print(&args)?.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// What goes to standard output. Writes the picture if that goes to a file.
fn print(args: &ViewArgs) -> anyhow::Result<String> {
    let engine = start::engine(&args.game, seed(&args.game))?;
    let game = start::game(&args.game)?;
    let cursor = args.at.as_deref().map(|at| point(at, game.size())).transpose()?;
    let mut analysis = engine.analyse(&game);
    let choice = args
        .values
        .then(|| engine.choose_by(&mut analysis, &game, game.to_move()));
    let mut view = PositionView::new(&game, analysis, choice);
    let layers = layers(args, cursor);
    let panel = match cursor {
        Some(point) => view.about(point),
        None => view.summary(&layers),
    };
    if args.json {
        return Ok(view::json::render(&view, cursor.map(|p| (p, &panel))));
    }
    let picture = view.picture(&layers);
    if let Some(path) = &args.svg {
        let svg = view::svg::render(&view, &picture, &panel);
        if path == Path::new("-") {
            return Ok(svg);
        }
        fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
        return Ok(String::new());
    }
    let mut text = view::text::render(&view, &picture, &panel, paper());
    if args.worms {
        text += &view::worms::table(game.board(), &view.analysis);
    }
    Ok(text)
}

fn layers(args: &ViewArgs, cursor: Option<Point>) -> Layers {
    Layers {
        groups: true,
        influence: args.influence,
        eyes: args.eyes,
        values: args.values,
        cursor,
    }
}

pub(super) fn point(text: &str, size: BoardSize) -> anyhow::Result<Point> {
    size.parse_vertex(text)
        .with_context(|| format!("cannot look at {text}: there is no such point on {size}"))
}

/// What standard output takes: its columns, and its colours if they are welcome.
pub(super) fn paper() -> Paper {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    let columns = || env::var("COLUMNS").ok()?.parse().ok();
    Paper {
        depth: depth(),
        width: terminal.or_else(columns).unwrap_or(USUAL_WIDTH),
    }
}

fn depth() -> Depth {
    if colours_are_welcome() {
        Depth::of_terminal(env::var("COLORTERM").ok().as_deref())
    } else {
        Depth::Plain
    }
}

/// A person can type, and the terminal can draw anywhere.
#[cfg(feature = "tui")]
fn is_interactive() -> bool {
    use std::io::IsTerminal as _;
    let draws = env::var_os("TERM").is_none_or(|term| term != "dumb");
    draws && io::stdin().is_terminal() && io::stdout().is_terminal()
}

#[cfg(feature = "tui")]
fn step_through(args: &ViewArgs) -> anyhow::Result<()> {
    use katachi::screen::{self, Screen};

    super::check_input(&args.game)?;
    let engine = start::engine(&args.game, seed(&args.game))?;
    let (record, rules) = start::story(&args.game)?;
    let mut screen = Screen::new(engine, record, rules, layers(args, None), depth()).with_context(|| {
        match &args.game.load {
            Some(path) => format!("cannot use {}", path.display()),
            None => "cannot begin".to_owned(),
        }
    })?;
    screen::run(&mut screen)?;
    Ok(())
}
