// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi view`: a position in colour, as text, picture or data, or a whole game on the interactive screen.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use katachi_engine::play::Player;
use katachi_engine::play::lines::{self, PointDetails};
use katachi_rules::{BoardSize, Game, Point};
use katachi_view::picture::{Layers, Map};
use katachi_view::text::Paper;
use katachi_view::{self as view, PositionView};

use super::game_args::{AsciiArgs, BoardArgs, EngineArgs, OutArgs, RecordArgs};
use super::lines::{look_for, show};
use super::{explain, start};

const EXAMPLES: &str = "\
Examples:
  katachi view game.sgf                 step through a game
  katachi view game.sgf -L 30 -m moyo   the groups before move 30, with moyo";

const LONG_HELP: &str = "\
At a terminal it steps through the whole game, unless an option names one position or another form.

The stones of a group share a letter, a capital for Black. Its mark and colour are the status of the group:
  + green alive   ? yellow unknown   ~ orange weak   ! red critical   - blue dead
Colours follow NO_COLOR, COLORTERM and TERM, characters LC_ALL, LC_CTYPE and LANG. docs/view.md has more.

Examples:
  katachi view game.sgf                 step through a game
  katachi view game.sgf -L 30 -m moyo   the groups before move 30, with moyo";

const USUAL_WIDTH: usize = 80;

/// Arguments of `katachi view`. At a terminal, and without an option that names one position or another form,
/// the whole game can be stepped through.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = LONG_HELP)]
pub(crate) struct ViewArgs {
    /// SGF file; - is standard input [default: a new game]
    #[arg(value_name = "FILE", conflicts_with = "load")]
    pub(crate) file: Option<PathBuf>,
    /// Show area, moyo, territory or ownership
    ///
    /// Area, moyo and territory are the influence on empty points. Ownership is who owns each point at the
    /// end of playouts.
    #[arg(short = 'm', long, visible_alias = "moyo", value_name = "MAP", value_parser = parse_map)]
    pub(crate) influence: Option<Map>,
    /// Show eye spaces, half and false eyes
    #[arg(short = 'E', long)]
    pub(crate) eyes: bool,
    /// Show the proposed moves with their values
    #[arg(long)]
    pub(crate) values: bool,
    /// Print the facts of this point, such as Q16, and its group
    #[arg(long, value_name = "POINT")]
    pub(crate) at: Option<String>,
    /// Print lines of play that capture, kill and save
    ///
    /// Those at the point of --at, or all that the first move decides.
    #[arg(long)]
    pub(crate) lines: bool,
    /// Draw a line of play, by its number in --lines
    #[arg(long, value_name = "N")]
    pub(crate) line: Option<usize>,
    /// Print every string with its liberties and readings
    #[arg(long)]
    pub(crate) worms: bool,
    /// Write the view as SVG; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print the view as JSON
    #[arg(long, conflicts_with_all = ["svg", "worms"])]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
    #[command(flatten)]
    pub(crate) drawing: AsciiArgs,
}

#[cfg(feature = "tui")]
impl ViewArgs {
    /// Returns whether options ask for one position instead of stepping through the game.
    pub(crate) fn is_of_one_position(&self) -> bool {
        let wants_lines = self.lines || self.line.is_some() || self.out.out.is_some();
        let wants_form = self.svg.is_some() || self.json || self.worms;
        self.record.until.is_some() || self.at.is_some() || wants_form || wants_lines
    }
}

fn parse_map(text: &str) -> Result<Map, String> {
    Map::ALL
        .into_iter()
        .find(|map| map.word() == text)
        .ok_or_else(|| "expected area, moyo, territory or ownership".to_string())
}

pub(crate) fn run(mut args: ViewArgs) -> anyhow::Result<()> {
    args.record.load = args.file.take().or(args.record.load);
    #[cfg(feature = "tui")]
    if !args.is_of_one_position()
        && super::lines::is_terminal()
        && env::var_os("TERM").is_none_or(|term| term != "dumb")
    {
        return step_through(&args);
    }
    show(&print(&args)?)
}

/// Text for standard output. Writes the picture and the lines of play if they go to files.
fn print(args: &ViewArgs) -> anyhow::Result<String> {
    for path in args.svg.iter().chain(&args.out.out) {
        if path != Path::new("-") {
            start::check_own(path, args.out.overwrite)?;
        }
    }
    let engine = start::engine(&args.engine)?;
    let game = start::position(&args.record, args.board)?;
    let cursor = args.at.as_deref().map(|at| point(at, game.size())).transpose()?;
    let mut player = Player::new(engine);
    let view = view_of(args, &mut player, &game, cursor);
    let layers = layers(args, cursor, view.lines.len())?;
    if let Some(path) = &args.out.out {
        start::write(path, view::lines::to_sgf(&game, &view.lines))?;
    }
    let panel = match cursor {
        Some(point) => {
            let answers = &mut player.answers(&game);
            let details = PointDetails::new(answers, &game, &view.analysis, point, true);
            view.about(point, &details)
        }
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
        start::write(path, svg)?;
        return Ok(String::new());
    }
    let mut text = view::text::render(&view, &picture, &panel, paper(args.drawing.ascii));
    if args.worms {
        text += &view::worm_table(game.board(), &view.analysis);
    }
    Ok(text)
}

/// A view of the position with the proposals and the lines of play that the options ask for.
fn view_of(args: &ViewArgs, player: &mut Player, game: &Game, cursor: Option<Point>) -> PositionView {
    let analysis = player.analyse(game);
    let searches = args.engine.visits.is_some();
    let is_chosen = searches || args.values;
    let choice = is_chosen.then(|| explain::chosen(player, game, false, searches));
    let mut view = PositionView::new(game, analysis, choice);
    if args.lines || args.line.is_some() || args.out.out.is_some() {
        let answers = &mut player.answers(game);
        view.lines = match cursor {
            Some(point) => lines::at(answers, point),
            None => lines::decisive(answers, game.to_move(), view.choice.as_ref()),
        };
    }
    view
}

/// The layers of the options; `lines` is the number of lines of play.
fn layers(args: &ViewArgs, cursor: Option<Point>, lines: usize) -> anyhow::Result<Layers> {
    let line = args.line.map(|number| {
        let index = number.checked_sub(1).filter(|&index| index < lines);
        index.with_context(|| match lines {
            0 => format!("cannot draw line {number}: there are no lines of play here"),
            _ => format!("cannot draw line {number}: use 1 to {lines}, the numbers of --lines"),
        })
    });
    Ok(Layers {
        line: line.transpose()?,
        groups: true,
        influence: args.influence,
        eyes: args.eyes,
        values: args.values,
        cursor,
    })
}

pub(crate) fn point(text: &str, size: BoardSize) -> anyhow::Result<Point> {
    size.parse_vertex(text)
        .with_context(|| format!("cannot look at {text}: there is no such point on {size}"))
}

/// Columns of standard output, and its colours if they are welcome.
pub(crate) fn paper(ascii: bool) -> Paper {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    let columns = || env::var("COLUMNS").ok()?.parse().ok();
    Paper {
        look: look_for(ascii),
        width: terminal.or_else(columns).unwrap_or(USUAL_WIDTH),
    }
}

#[cfg(feature = "tui")]
fn step_through(args: &ViewArgs) -> anyhow::Result<()> {
    start::check_input(&args.record)?;
    let engine = start::engine(&args.engine)?;
    let games = start::stories(&args.record, args.board)?;
    let chosen = args.record.number.map(|number| number.get() - 1);
    if let Some(number) = args.record.number.filter(|number| number.get() > games.len()) {
        let there_are = katachi_rules::quantity(games.len(), "game");
        anyhow::bail!("cannot show game {number}: the file has {there_are}");
    }
    let look = look_for(args.drawing.ascii);
    let screen = katachi_tui::StepScreen::new(engine, games, chosen, layers(args, None, 0)?, look);
    let mut screen = screen.with_context(|| match &args.record.load {
        Some(path) => format!("cannot use {}", path.display()),
        None => "cannot begin".to_owned(),
    })?;
    Ok(screen.run()?)
}
