// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi -l FILE`: which move the engine would make in a position, and why. `katachi explain`: one point of it, with the
//! patterns there.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use katachi::play::{Player, Request};
use katachi::reading::Reader;
use katachi::{Choice, Engine};
use katachi_gtp::files::GameFile;
use katachi_gtp::results::Count;
use katachi_rules::{BoardSize, Game, Point};
use katachi_view::picture::Layers;
use katachi_view::{self as view, Marks, PositionView};

use super::game_args::GameArgs;
use super::{start, view as view_command};

/// Letters on the board for that many of the best proposals.
const LETTERED: usize = 9;

/// What is printed about a position.
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// With -l: print every proposed move with its reasons
    #[arg(short = 't', long)]
    pub(crate) trace: bool,
    /// With -l: print the board and what is known of every string
    #[arg(short = 'w', long)]
    pub(crate) board: bool,
    /// With -l: print the coloured view of the position, as `katachi view` does
    #[arg(short = 'T', long)]
    pub(crate) view: bool,
}

/// Which point of which position is explained.
#[derive(Debug, clap::Args)]
pub(crate) struct PointArgs {
    /// The SGF file, as with -l; '-' reads standard input [default: a new game]
    #[arg(value_name = "FILE", conflicts_with = "load")]
    pub(crate) file: Option<PathBuf>,
    /// The point [default: that of the move that is chosen]
    #[arg(long, value_name = "POINT")]
    pub(crate) at: Option<String>,
    /// Only patterns whose name begins with this
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub(crate) pattern: String,
    /// Options of the game and the engine.
    #[command(flatten)]
    pub(crate) game: GameArgs,
}

/// Prints the explanation.
pub(super) fn run(args: &GameArgs, options: &ExplainArgs, seed: u64) -> anyhow::Result<()> {
    let engine = start::engine(args, seed)?;
    let game = start::game(args)?;
    let game_log = start::game_log(args, &game)?;
    let (text, choice) = explanation(&engine, &game, options, args.all, view_command::paper(args.ascii));
    keep(game_log, &engine, &game, &choice)?;
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes the game with what was considered to the file of `-o`, if there is one.
fn keep(game_log: Option<GameFile>, engine: &Engine, game: &Game, choice: &Choice) -> anyhow::Result<()> {
    if let Some(mut game_log) = game_log {
        game_log.add(game, game.to_move(), choice);
        let result = Count::default().result(engine, game);
        game_log
            .update(game, result.as_deref())
            .with_context(|| format!("cannot write {}", game_log.path().display()))?;
    }
    Ok(())
}

fn explanation(
    engine: &Engine,
    game: &Game,
    options: &ExplainArgs,
    all: bool,
    paper: view::text::Paper,
) -> (String, Choice) {
    let color = game.to_move();
    let size = game.size();
    let mut player = Player::new(engine.clone());
    let analysis = player.analyse(game);
    let request = Request {
        analysis: Some(&analysis),
        explains: true,
        ..Request::new(game, color)
    };
    // With all evidence it is the classical choice that is explained, as authors tune it.
    let choice = match options.trace && !all {
        true => player.choose(&request),
        false => player.weigh(&request),
    };
    let counts = player.reader(game).counts();
    let rivals = if options.trace && all {
        rivals(engine, &request, player.reader(game), &choice)
    } else {
        String::new()
    };
    let mut text = String::new();
    if options.board {
        text += &view::board::titled(game, &marks(&choice, options), paper.look);
        text += &view::worms::table(game.board(), &analysis);
    }
    if options.view {
        let view = PositionView::new(game, analysis, Some(choice.clone()));
        let layers = Layers {
            values: options.trace,
            ..Layers::default()
        };
        text += &view::text::render(&view, &view.picture(&layers), &view.summary(&layers), paper);
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
        let _ = writeln!(text, "Reading: {}", counts);
        text += &view::search::explained(&choice, size);
        text += &view::choice::proposals(&choice, size, all);
        text += &rivals;
    }
    (text, choice)
}

/// For the best proposals that were not chosen: why not, and the rejected pattern matches there.
fn rivals(engine: &Engine, request: &Request<'_>, reader: &mut Reader, choice: &Choice) -> String {
    let size = request.game.size();
    let mut text = String::new();
    for proposal in choice.proposals.iter().take(LETTERED) {
        if let Some(why) = view::choice::why_not(choice, proposal, size) {
            let _ = writeln!(text, "Not {}: {why}", size.vertex(proposal.point));
        }
        let evaluated = engine.patterns_at(request, proposal.point, reader);
        for rejected in evaluated.iter().filter(|j| j.verdict.is_err()) {
            let line = view::explain::line(engine.database(), rejected, size);
            let _ = writeln!(text, "     {line}");
        }
    }
    text
}

/// Prints the proposal of a point and every pattern match there.
pub(super) fn point(mut args: PointArgs) -> anyhow::Result<()> {
    args.game.load = args.file.take().or(args.game.load);
    let engine = start::engine(&args.game, start::seed(&args.game))?;
    let game = start::game(&args.game)?;
    let game_log = start::game_log(&args.game, &game)?;
    let (size, color) = (game.size(), game.to_move());
    let mut reader = engine.reader(&game);
    let analysis = engine.analyse(&game, &mut reader);
    let request = Request {
        analysis: Some(&analysis),
        ..Request::new(&game, color)
    };
    let choice = engine.choose(&request, &mut reader);
    keep(game_log, &engine, &game, &choice)?;
    let mut text = format!(
        "Move {}: {}\n",
        game.move_count() + 1,
        view::choice::headline(&choice, size, color)
    );
    let point = match &args.at {
        Some(at) => Some(view_command::point(at, size)?),
        None => choice.mv.point(),
    };
    if let Some(point) = point {
        text += &about(&choice, point, size);
        let _ = writeln!(text, "\nIn the pictures of patterns O is {color}.");
        for evaluated in engine.patterns_at(&request, point, &mut reader) {
            let database = engine.database();
            let variant = &database.variants[evaluated.variant as usize];
            if database.patterns[variant.pattern as usize]
                .name
                .starts_with(&args.pattern)
            {
                text += "\n";
                text += &view::explain::drawn(database, &evaluated, game.board());
            }
        }
    }
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// The proposal of a point, and why it was not chosen.
fn about(choice: &Choice, point: Point, size: BoardSize) -> String {
    let vertex = size.vertex(point);
    if let Some(proposal) = choice.proposals.iter().find(|p| p.point == point) {
        let text = view::choice::proposal(proposal, size, true);
        match view::choice::why_not(choice, proposal, size) {
            Some(why) => format!("{text}Not {vertex}: {why}\n"),
            None => text,
        }
    } else if let Some(excluded) = choice.excluded.iter().find(|e| e.proposal.point == point) {
        view::choice::excluded(excluded, size)
    } else {
        format!("Nothing proposes {vertex}.\n")
    }
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
