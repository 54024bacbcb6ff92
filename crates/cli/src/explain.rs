// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi -l FILE`: which move the engine would make in a position, and why. `katachi explain`: one point
//! of it, with the patterns there.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use katachi_engine::analysis::Analysis;
use katachi_engine::movegen::{Generators, ReasonKind};
use katachi_engine::play::{Player, Request};
use katachi_engine::tuning::{self, NeededValue, needed_value};
use katachi_engine::{Choice, Engine};
use katachi_gtp::files::GameFile;
use katachi_gtp::results::Count;
use katachi_rules::{Game, Move, Point, PointSet};
use katachi_view::picture::Layers;
use katachi_view::{self as view, Considered, Marks, PositionView, Shown};
use mkpat::Database;

use super::game_args::{AsciiArgs, BoardArgs, EngineArgs, GameArgs, OutArgs, RecordArgs};
use super::{start, view as view_command};

/// Letters on the board for that many of the best proposals.
const LETTERED: usize = 9;

/// Parts of an explanation.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "With -l: explain the move")]
pub(crate) struct ExplainArgs {
    /// Let the search choose, and print the moves with their reasons
    ///
    /// Without it, and without --visits and --time, evidence alone chooses.
    #[arg(short = 't', long)]
    pub(crate) trace: bool,
    /// Print the board and what is known of every string
    #[arg(short = 'w', long)]
    pub(crate) board: bool,
    /// Print the coloured view of the position, as `katachi view`
    #[arg(short = 'T', long)]
    pub(crate) view: bool,
    /// With -t: print every point with all that speaks for it or against it
    ///
    /// Points where a pattern matches too, patterns that do not hold, and why points are not proposed. By
    /// evidence alone; with --visits by the search.
    #[arg(short = 'a', long)]
    pub(crate) all: bool,
    /// With -t -a: only this point, such as Q16
    #[arg(long, value_name = "POINT", requires_all = ["trace", "all"])]
    pub(crate) at: Option<String>,
    /// With -t -a: only patterns whose name has this in it
    ///
    /// Points where none of them matches are left out.
    #[arg(
        long,
        value_name = "NAME",
        default_value = "",
        hide_default_value = true,
        requires_all = ["trace", "all"]
    )]
    pub(crate) pattern: String,
    /// With -t -a: leave out patterns that do not hold
    ///
    /// Points for which nothing else speaks are left out, too.
    #[arg(long, requires_all = ["trace", "all"])]
    pub(crate) holding: bool,
}

/// Arguments of `katachi explain`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  katachi explain game.sgf -L 30 --at C3")]
pub(crate) struct PointArgs {
    /// SGF file; - is standard input [default: a new game]
    #[arg(value_name = "FILE", conflicts_with = "load")]
    pub(crate) file: Option<PathBuf>,
    /// Point, such as Q16 [default: of the chosen move]
    #[arg(long, value_name = "POINT")]
    pub(crate) at: Option<String>,
    /// Only patterns whose name has this in it
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub(crate) pattern: String,
    /// Leave out patterns that do not hold
    #[arg(long)]
    pub(crate) holding: bool,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
}

/// Prints the explanation.
pub(crate) fn run(args: &GameArgs, options: &ExplainArgs, board: AsciiArgs) -> anyhow::Result<()> {
    let engine = start::player(args, start::seed(&args.engine))?;
    let game = start::game(args)?;
    let game_log = start::game_log(&args.out, &game)?;
    let is_search_asked = args.engine.visits.is_some() || args.pace.time.is_some();
    let at = options.at.as_deref();
    let shown = Shown {
        at: at.map(|at| view_command::point(at, game.size())).transpose()?,
        pattern: &options.pattern,
        holding: options.holding,
    };
    let paper = view_command::paper(board.ascii);
    let (text, choice) = explanation(&engine, &game, (options, &shown), is_search_asked, paper);
    keep(game_log, &engine, &game, &choice)?;
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes the game with all moves considered to the file of `-o`, if there is one.
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
    (options, shown): (&ExplainArgs, &Shown<'_>),
    is_search_asked: bool,
    paper: view::text::Paper,
) -> (String, Choice) {
    let all = options.trace && options.all;
    let mut player = Player::new(engine.clone());
    // With all evidence it is the classical choice that is explained, as authors tune it.
    let searches = is_search_asked || (options.trace && !all);
    let (analysis, choice) = considered(&mut player, game, all, searches);
    let counts = player.reader(game).counts();
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
    text += &headline(engine, &choice, game);
    if options.trace {
        text += &seed_and_level(engine);
        let _ = writeln!(text, "Reading: {counts}");
        text += &trace(engine, &choice, game, all.then_some(shown));
    }
    (text, choice)
}

/// The choice of the side to move, and the analysis of the position. With `lists` every pattern match is
/// listed.
fn considered(player: &mut Player, game: &Game, lists: bool, searches: bool) -> (Arc<Analysis>, Choice) {
    let analysis = player.analyse(game);
    let request = Request {
        lists_patterns: lists,
        ..Request::new(game, game.to_move())
    };
    let choice = match searches {
        true => player.explain(&request),
        false => player.weigh(&request),
    };
    (analysis, choice)
}

/// `Move 30: by evidence alone, Black plays C3, value 80`: two players answer, and the line says which.
fn headline(engine: &Engine, choice: &Choice, game: &Game) -> String {
    let (number, size) = (game.move_count() + 1, game.size());
    let headline = view::choice::headline(choice, size, game.to_move());
    let who = match (&choice.search, engine.settings.generators) {
        (Some(_), _) => "",
        (None, Generators::All) => "by evidence alone, ",
        (None, Generators::WithoutModel) => "by evidence without the model, ",
        (None, Generators::Patterns) => "by patterns alone, ",
    };
    format!("Move {number}: {who}{headline}\n")
}

/// Seed and level, which reproduce all numbers.
fn seed_and_level(engine: &Engine) -> String {
    let settings = engine.settings;
    format!("Seed {}, level {}\n", settings.seed, settings.level)
}

/// Results of the search and evidence of moves; or what is shown of the evidence of every point, with reasons
/// against the best rivals.
fn trace(engine: &Engine, choice: &Choice, game: &Game, shown: Option<&Shown<'_>>) -> String {
    let size = game.size();
    let considered = Considered {
        choice,
        database: engine.database(),
        size,
    };
    let mut text = view::search::explained(choice, size);
    let Some(shown) = shown else {
        return text + &considered.best();
    };
    let points: PointSet = considered.points(shown).map(|p| p.point).collect();
    if points.is_empty() && (shown.at.is_some() || !shown.pattern.is_empty()) {
        return text + &nothing_shown(engine, choice, game, shown);
    }
    text += &considered.all(shown);
    let rivals = match shown.at {
        Some(_) => choice.proposals.len(),
        None => LETTERED,
    };
    let rivals = choice.proposals.iter().take(rivals);
    for proposal in rivals.filter(|p| points.contains(p.point)) {
        if let Some(why) = view::choice::why_not(choice, proposal, size) {
            let _ = writeln!(text, "Not {}: {why}", size.vertex(proposal.point));
        }
    }
    text
}

/// Prints what was considered of a point, and every pattern match there.
pub(crate) fn point(mut args: PointArgs) -> anyhow::Result<()> {
    args.record.load = args.file.take().or(args.record.load);
    let engine = start::engine(&args.engine)?;
    let game = start::position(&args.record, BoardArgs::default())?;
    let game_log = start::game_log(&args.out, &game)?;
    let size = game.size();
    let at = args.at.as_deref().map(|at| view_command::point(at, size));
    let at = at.transpose()?;
    let searches = args.engine.visits.is_some();
    let (analysis, choice) = considered(&mut Player::new(engine.clone()), &game, true, searches);
    keep(game_log, &engine, &game, &choice)?;
    let mut text = headline(&engine, &choice, &game) + &seed_and_level(&engine);
    if let Some(point) = at.or(choice.mv.point()) {
        let shown = Shown {
            at: Some(point),
            pattern: &args.pattern,
            holding: args.holding,
        };
        text += &about(&choice, engine.database(), &game, point);
        if !searches {
            text += &what_it_takes(&engine, &choice, (&game, &analysis), point, &shown);
        }
        text += &pictures(&engine, &choice, &game, &shown);
    }
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// The pictures of the patterns at a point that are shown, or a line that there are none of that name.
fn pictures(engine: &Engine, choice: &Choice, game: &Game, shown: &Shown<'_>) -> String {
    let database = engine.database();
    let matches = shown.at.map_or(&[][..], |point| choice.patterns_at(point));
    let shown_ones = matches.iter().filter(|matched| {
        (matched.verdict.is_ok() || !shown.holding) && shown.has_name(view::explain::name(database, matched))
    });
    let drawn =
        shown_ones.map(|matched| "\n".to_owned() + &view::explain::drawn(database, matched, game.board()));
    let drawn: String = drawn.collect();
    match drawn.is_empty() && !shown.pattern.is_empty() {
        true => "\n".to_owned() + &nothing_shown(engine, choice, game, shown),
        false => format!("\nIn the pictures of patterns O is {}.\n{drawn}", game.to_move()),
    }
}

/// Says why no line of the list is shown: the point cannot be played, no name has that text in it, or none
/// of these patterns matches.
fn nothing_shown(engine: &Engine, choice: &Choice, game: &Game, shown: &Shown<'_>) -> String {
    let place = match shown.at {
        Some(point) => match game.check(game.to_move(), Move::Play(point)) {
            Err(why) => {
                return format!(
                    "{} cannot play {}: {why}.\n",
                    game.to_move(),
                    game.size().vertex(point)
                );
            }
            Ok(_) => format!("at {}", game.size().vertex(point)),
        },
        None => "in this position".to_owned(),
    };
    let wanted = shown.pattern;
    let database = engine.database();
    if wanted.is_empty() {
        return format!("Nothing speaks for a move {place}, and no pattern matches there.\n");
    }
    if let Some(shape) = learned(choice, wanted) {
        return format!("{shape} is a learned shape, no pattern: `katachi tune shape {shape}` draws it.\n");
    }
    if !database
        .patterns
        .iter()
        .any(|pattern| shown.has_name(&pattern.name))
    {
        return match tuning::near_names(wanted, database).join(", ") {
            near if near.is_empty() => format!("No pattern has {wanted} in its name.\n"),
            near => format!("No pattern has {wanted} in its name; there are {near}.\n"),
        };
    }
    let does = if shown.holding { "holds" } else { "matches" };
    format!("No pattern with {wanted} in its name {does} {place}.\n")
}

/// A learned shape behind a reason of the position with that text in its name.
fn learned(choice: &Choice, text: &str) -> Option<String> {
    let reasons = choice.proposals.iter().flat_map(|proposal| &proposal.reasons);
    let shapes = reasons.filter_map(|reason| match &reason.kind {
        ReasonKind::Model { shape, .. } => Some(shape),
        _ => None,
    });
    let mut names = shapes
        .filter(|shape| shape.entry.is_none())
        .map(ToString::to_string);
    names.find(|name| view::reason::has_in_name(name, text))
}

/// Reasons for and against a point.
fn about(choice: &Choice, database: &Database, game: &Game, point: Point) -> String {
    let size = game.size();
    let considered = Considered {
        choice,
        database,
        size,
    };
    let vertex = size.vertex(point);
    let Some(mut text) = considered.point(point) else {
        return match game.check(game.to_move(), Move::Play(point)) {
            Ok(_) => format!("Nothing proposes {vertex}, and no pattern matches there.\n"),
            Err(why) => format!("{} cannot play {vertex}: {why}.\n", game.to_move()),
        };
    };
    let proposal = choice.proposal(point);
    if let Some(why) = proposal.and_then(|proposal| view::choice::why_not(choice, proposal, size)) {
        let _ = writeln!(text, "Not {vertex}: {why}");
    }
    text
}

/// The values with which patterns that hold at a point make it the move of the classical choice, for the
/// names that are shown.
fn what_it_takes(
    engine: &Engine,
    choice: &Choice,
    (game, analysis): (&Game, &Analysis),
    point: Point,
    shown: &Shown<'_>,
) -> String {
    if choice.mv == Move::Play(point) || choice.proposal(point).is_none() {
        return String::new();
    }
    let request = Request {
        analysis: Some(analysis),
        ..Request::new(game, game.to_move())
    };
    let database = engine.database();
    let holding = choice
        .patterns_at(point)
        .iter()
        .filter(|evaluated| evaluated.verdict.is_ok());
    let names = holding.map(|evaluated| {
        let variant = &database.variants[evaluated.variant as usize];
        database.patterns[variant.pattern as usize].name.as_str()
    });
    let names: BTreeSet<&str> = names.filter(|name| shown.has_name(name)).collect();
    let mut text = String::new();
    for name in names {
        if tuning::has_weight_of_author(engine, name) {
            let _ = writeln!(
                text,
                "The weight of {name} is of its author, and its value says nothing: change the weight, or remove the #= line."
            );
        } else if let Some(NeededValue { today, needed }) = needed_value(engine, &request, point, name) {
            let _ = match needed {
                Some(needed) => writeln!(text, "{name} {today} -> {needed} makes it the move."),
                None => writeln!(text, "No value of {name} makes it the move."),
            };
        }
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
