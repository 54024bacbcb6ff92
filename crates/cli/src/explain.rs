// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi -l FILE`: which move the engine would make in a position, and why. `katachi explain`: one point
//! of it, with the patterns there.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use katachi_engine::analysis::Analysis;
use katachi_engine::movegen::{Generators, ReasonKind};
use katachi_engine::play::{Player, Request};
use katachi_engine::{Choice, Engine};
use katachi_gtp::files::GameFile;
use katachi_rules::{Game, Move, Point, PointSet};
use katachi_tuning::{self as tuning, NeededValue, needed_value};
use katachi_view::picture::Layers;
use katachi_view::{self as view, Considered, Marks, PositionView, Shown};

use super::game_args::{AsciiArgs, BoardArgs, EngineArgs, GameArgs, OutArgs, RecordArgs};
use super::lines::show;
use super::{start, view as view_command};

/// The smallest amount of a pair that is told, in nats, and how many are.
const LARGE_PAIR: f32 = 0.1;
const MAX_PAIRS: usize = 3;
/// Letters on the board for that many of the best proposals.
const LETTERED: usize = 9;

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

pub(crate) fn run(args: &GameArgs, options: &ExplainArgs, board: AsciiArgs) -> anyhow::Result<()> {
    let (engine, game, game_log) = start::game(args)?;
    let all = options.trace && options.all;
    let is_search_asked = args.engine.visits.is_some() || args.pace.time.is_some();
    let shown = shown(options.at.as_deref(), &options.pattern, options.holding, &game)?;
    let mut player = Player::new(engine.clone());
    // With all evidence it is the classical choice that is explained, as authors tune it.
    let searches = is_search_asked || (options.trace && !all);
    let analysis = player.analyse(&game);
    let choice = chosen(&mut player, &game, all, searches);
    let explained = Explained {
        engine: &engine,
        game: &game,
        choice: &choice,
        shown,
    };
    let paper = view_command::paper(board.ascii);
    let mut text = String::new();
    if options.board {
        let mut marks = Marks::default();
        if options.trace {
            marks.letters = view::choice::letters(&choice, LETTERED);
        }
        text += &view::board::titled(&game, &marks, paper.look);
        text += &view::worm_table(game.board(), &analysis);
    }
    if options.view {
        let view = PositionView::new(&game, analysis, Some(choice.clone()));
        let layers = Layers {
            values: options.trace,
            ..Layers::default()
        };
        text += &view::text::render(&view, &view.picture(&layers), &view.summary(&layers), paper);
    }
    text += &explained.headline();
    if options.trace {
        let nodes = player.reader(&game).nodes();
        let _ = writeln!(text, "{}Reading: {nodes} nodes", explained.seed_and_level());
        text += &explained.trace(all);
    }
    keep(game_log, &engine, &game, &choice)?;
    show(&text)
}

pub(crate) fn point(mut args: PointArgs) -> anyhow::Result<()> {
    args.record.load = args.file.take().or(args.record.load);
    let engine = start::engine(&args.engine)?;
    let game = start::position(&args.record, BoardArgs::default())?;
    let game_log = start::game_log(&args.out, &game)?;
    let mut shown = shown(args.at.as_deref(), &args.pattern, args.holding, &game)?;
    let searches = args.engine.visits.is_some();
    let mut player = Player::new(engine.clone());
    let analysis = player.analyse(&game);
    let choice = chosen(&mut player, &game, true, searches);
    keep(game_log, &engine, &game, &choice)?;
    shown.at = shown.at.or(choice.mv.point());
    let explained = Explained {
        engine: &engine,
        game: &game,
        choice: &choice,
        shown,
    };
    let mut text = explained.headline() + &explained.seed_and_level();
    if let Some(point) = shown.at {
        text += &explained.about(point);
        if !searches {
            text += &explained.what_it_takes(&analysis, point);
        }
        text += &explained.pictures(point);
    }
    show(&text)
}

fn shown<'a>(at: Option<&str>, pattern: &'a str, holding: bool, game: &Game) -> anyhow::Result<Shown<'a>> {
    let at = at.map(|at| view_command::point(at, game.size()));
    Ok(Shown {
        at: at.transpose()?,
        pattern,
        holding,
    })
}

/// Writes the game with all moves considered to the file of `-o`, if there is one.
fn keep(game_log: Option<GameFile>, engine: &Engine, game: &Game, choice: &Choice) -> anyhow::Result<()> {
    if let Some(mut game_log) = game_log {
        game_log.add(game, game.to_move(), choice);
        let is_over = game.main_phase_is_over();
        let result = is_over.then(|| engine.final_status(game).result(game).to_string());
        game_log
            .update(game, result.as_deref())
            .with_context(|| format!("cannot write {}", game_log.path().display()))?;
    }
    Ok(())
}

/// The choice of the side to move, by a search or by evidence alone; with `lists` all pattern matches.
pub(crate) fn chosen(player: &mut Player, game: &Game, lists: bool, searches: bool) -> Choice {
    let request = Request {
        lists_patterns: lists,
        ..Request::new(game, game.to_move())
    };
    match searches {
        true => player.explain(&request),
        false => player.weigh(&request),
    }
}

struct Explained<'a> {
    engine: &'a Engine,
    game: &'a Game,
    choice: &'a Choice,
    shown: Shown<'a>,
}

impl<'a> Explained<'a> {
    fn considered(&self) -> Considered<'a> {
        Considered {
            choice: self.choice,
            database: self.engine.database(),
            size: self.game.size(),
        }
    }

    /// `Move 30: by evidence alone, Black plays C3, value 80`: two players answer, and the line says which.
    fn headline(&self) -> String {
        let game = self.game;
        let headline = view::choice::headline(self.choice, game.size(), game.to_move());
        let who = match (&self.choice.search, self.engine.settings.generators) {
            (Some(_), _) => "",
            (None, Generators::All) => "by evidence alone, ",
            (None, Generators::WithoutModel) => "by evidence without the model, ",
            (None, Generators::Patterns) => "by patterns alone, ",
        };
        format!("Move {}: {who}{headline}\n", game.move_count() + 1)
    }

    /// Seed and level, which reproduce all numbers.
    fn seed_and_level(&self) -> String {
        let settings = self.engine.settings;
        format!("Seed {}, level {}\n", settings.seed, settings.level)
    }

    /// Results of the search and evidence of moves; or what is shown of the evidence of every point, with
    /// reasons against the best rivals.
    fn trace(&self, all: bool) -> String {
        let (considered, shown) = (self.considered(), &self.shown);
        let mut text = view::search::explained(self.choice, considered.size);
        if !all {
            return text + &considered.best();
        }
        let points: PointSet = considered.points(shown).map(|p| p.point).collect();
        if points.is_empty() && (shown.at.is_some() || !shown.pattern.is_empty()) {
            return text + &self.nothing_shown();
        }
        text += &considered.all(shown);
        let rivals = shown.at.map_or(LETTERED, |_| usize::MAX);
        let rivals = self.choice.proposals.iter().take(rivals).map(|p| p.point);
        for point in rivals.filter(|&point| points.contains(point)) {
            text += &self.why_not(point);
        }
        text
    }

    fn why_not(&self, point: Point) -> String {
        let why = view::choice::not_chosen(self.choice, point, self.game.size());
        why.map_or_else(String::new, |why| why + "\n")
    }

    fn unplayable(&self, point: Point) -> Option<String> {
        let (game, color) = (self.game, self.game.to_move());
        let why = game.check(color, Move::Play(point)).err()?;
        let vertex = game.size().vertex(point);
        Some(format!("{color} cannot play {vertex}: {why}.\n"))
    }

    /// The pictures of the patterns at a point that are shown, or a line that there are none of that name.
    fn pictures(&self, point: Point) -> String {
        let (database, shown) = (self.engine.database(), &self.shown);
        let matches = self.choice.patterns_at(point).iter();
        let drawn = matches
            .filter(|matched| matched.verdict.is_ok() || !shown.holding)
            .filter(|matched| shown.has_name(view::explain::name(database, matched)))
            .map(|matched| format!("\n{}", view::explain::drawn(database, matched, self.game.board())));
        let drawn: String = drawn.collect();
        match drawn.is_empty() && !shown.pattern.is_empty() {
            true => format!("\n{}", self.nothing_shown()),
            false => {
                let side = self.game.to_move();
                format!("\nIn the pictures of patterns O is {side}.\n{drawn}")
            }
        }
    }

    /// Says why no line of the list is shown: the point cannot be played, no name has that text in it, or
    /// none of these patterns matches.
    fn nothing_shown(&self) -> String {
        if let Some(line) = self.shown.at.and_then(|point| self.unplayable(point)) {
            return line;
        }
        let place = match self.shown.at {
            Some(point) => format!("at {}", self.game.size().vertex(point)),
            None => "in this position".to_owned(),
        };
        let wanted = self.shown.pattern;
        let database = self.engine.database();
        if wanted.is_empty() {
            return format!("Nothing speaks for a move {place}, and no pattern matches there.\n");
        }
        if let Some(shape) = self.learned(wanted) {
            let how = format!("`katachi tune shape {shape}` draws it");
            return format!("{shape} is a learned shape, no pattern: {how}.\n");
        }
        let mut patterns = database.patterns.iter();
        if !patterns.any(|pattern| self.shown.has_name(&pattern.name)) {
            let near = tuning::near_names(wanted, database);
            return format!("No pattern has {wanted} in its name{near}.\n");
        }
        let does = if self.shown.holding { "holds" } else { "matches" };
        format!("No pattern with {wanted} in its name {does} {place}.\n")
    }

    /// A learned shape behind a reason of the position with that text in its name.
    fn learned(&self, text: &str) -> Option<String> {
        let reasons = self.choice.proposals.iter().flat_map(|p| &p.reasons);
        let mut names = reasons.filter_map(|reason| match &reason.kind {
            ReasonKind::Model { shape, .. } if shape.entry.is_none() => Some(shape.to_string()),
            _ => None,
        });
        names.find(|name| view::reason::has_in_name(name, text))
    }

    fn about(&self, point: Point) -> String {
        match self.considered().point(point) {
            Some(text) => text + &self.pairs(point) + &self.why_not(point),
            None => self.unplayable(point).unwrap_or_else(|| {
                let vertex = self.game.size().vertex(point);
                format!("Nothing proposes {vertex}, and no pattern matches there.\n")
            }),
        }
    }

    /// The pairs of features and patterns by which the model expects the move more, or less.
    fn pairs(&self, point: Point) -> String {
        let pairs = self
            .engine
            .knowledge
            .pairs_at(self.game, self.game.to_move(), point);
        let large = pairs
            .iter()
            .filter(|pair| pair.1.abs() >= LARGE_PAIR)
            .take(MAX_PAIRS);
        let shown = large.map(|([one, other], nats)| format!("{one} with {other} {nats:+.2}"));
        let shown: Vec<String> = shown.collect();
        match shown.is_empty() {
            true => String::new(),
            false => format!(
                "  In pairs, in nats of the model's logit: {}.\n",
                shown.join(", ")
            ),
        }
    }

    /// The values with which patterns that hold at a point make it the move of the classical choice, for the
    /// names that are shown.
    fn what_it_takes(&self, analysis: &Analysis, point: Point) -> String {
        let (engine, choice) = (self.engine, self.choice);
        if choice.mv == Move::Play(point) || choice.proposal(point).is_none() {
            return String::new();
        }
        let request = Request {
            analysis: Some(analysis),
            ..Request::new(self.game, self.game.to_move())
        };
        let matches = choice.patterns_at(point).iter();
        let holding = matches.filter(|matched| matched.verdict.is_ok());
        let names = holding.map(|matched| view::explain::name(engine.database(), matched));
        let names: BTreeSet<&str> = names.filter(|name| self.shown.has_name(name)).collect();
        let lines = names.into_iter().filter_map(|name| {
            if tuning::has_weight_of_author(engine, name) {
                return Some(format!(
                    "The weight of {name} is of its author, and its value says nothing: change the weight, or remove the #= line.\n"
                ));
            }
            let NeededValue { today, needed } = needed_value(engine, &request, point, name)?;
            Some(match needed {
                Some(needed) => format!("{name} {today} -> {needed} makes it the move.\n"),
                None => format!("No value of {name} makes it the move.\n"),
            })
        });
        lines.collect()
    }
}
