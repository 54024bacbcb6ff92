// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi review FILE...`: played games as pages, records with variations, text or data. One game is
//! reviewed here; several games, and folders, by `many`.

mod many;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

use crate::game_args::parse_threads;
use crate::note;
use crate::records::parse_number_of_game;
use anyhow::{Context as _, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use katachi_engine::play::Level;
use katachi_engine::{Engine, Settings};
use katachi_katago_json::Judge;
use katachi_review::{self as review, Progress, Review, ReviewError};
use katachi_rules::sgf::{Record, Tree};
use katachi_rules::{Color, Rules, parse_komi, parse_rules};

use super::database::DatabaseArgs;
use super::lines::show;
use super::{records, start};

const REVIEW_HELP: &str = "\
The name of -o decides the form: .html is a page to step through, .sgf the game with comments
and variations, .json data. Of several games it is a folder. docs/review.md explains a review.

Examples:
  katachi review game.sgf -o review.html
  katachi review games/ more.sgf -o reviews/ --skip-existing";

#[derive(Debug, clap::Args)]
#[command(after_help = REVIEW_HELP)]
pub(crate) struct ReviewArgs {
    /// SGF files, their main lines, or folders of them; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// FILE.html, FILE.sgf, FILE.json, - for text, or a folder
    ///
    /// Of several files, or of a folder, it is a folder, which is made. Without it there is a table alone.
    #[arg(short = 'o', long = "outfile", value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// What is written into a folder [default: html,sgf]
    ///
    /// Some of html, sgf and json, with commas between them.
    #[arg(long, value_name = "FORMATS", value_delimiter = ',')]
    format: Vec<Format>,
    /// Of a folder: leave out games whose reviews are there
    ///
    /// They are there if each of their files is, and none is older than the game.
    #[arg(long)]
    skip_existing: bool,
    /// Write over a file that others have written
    #[arg(long)]
    overwrite: bool,
    /// Game of a file with several, from 1 [default: 1]
    ///
    /// Where -o is a folder all games of a file are reviewed by default.
    #[arg(long = "game", value_name = "N", value_parser = parse_number_of_game)]
    number: Option<NonZeroUsize>,
    /// First move to review, from 1
    #[arg(long, value_name = "MOVE", default_value = "1")]
    from: NonZeroUsize,
    /// Last move to review [default: of the game]
    #[arg(long, value_name = "MOVE")]
    to: Option<NonZeroUsize>,
    /// Whose moves: black, white or both
    #[arg(long, value_name = "COLOR", default_value = "both", value_parser = parse_player)]
    player: Player,
    /// Worst moves of each side in the summary
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    /// Simulations a position [default: by the size of the board]
    ///
    /// Suspected moves get five times as many. With --judge the visits of the judge.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    visits: Option<u32>,
    /// Engine that gives the values, as KataGo's analysis
    ///
    /// Any program that speaks the JSON protocol of KataGo's analysis engine, such as
    /// 'katago analysis -config analysis.cfg -model model.bin.gz'. Reasons are Katachi's.
    #[arg(long, value_name = "COMMAND")]
    judge: Option<String>,
    /// Positions searched at the same time [default: one a processor]
    ///
    /// The review does not depend on it.
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Seed of the search
    ///
    /// The same seed gives the same review.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How much is read of groups and reasons, 1 to 10
    #[arg(long, value_name = "N", default_value_t)]
    level: Level,
    /// Points for White [default: of the record, or usual]
    ///
    /// A record without komi has the usual one: 0.5 with a handicap, else that of the rules, 7.5 for area,
    /// 6.5 for territory, 7 with a button.
    #[arg(long, value_name = "POINTS", value_parser = parse_komi, allow_negative_numbers = true)]
    komi: Option<f32>,
    /// chinese, japanese, aga, ... [default: of the record]
    ///
    /// A name, or KataGo's text or JSON. A record without rules is of chinese ones.
    #[arg(long, value_name = "NAME", value_parser = parse_rules)]
    rules: Option<Rules>,
    #[command(flatten)]
    databases: DatabaseArgs,
    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
}

/// The side whose moves are reviewed; none for both.
pub(crate) type Player = Option<Color>;

pub(crate) fn parse_player(text: &str) -> Result<Player, String> {
    let color = Color::parse(text);
    let is_known = color.is_some() || text == "both";
    is_known
        .then_some(color)
        .ok_or_else(|| "expected black, white or both".to_owned())
}

/// Form of a review in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A page to step through.
    Html,
    /// The game with comments and variations.
    Sgf,
    /// Data.
    Json,
}

impl Format {
    /// By the end of the name; none for the text on standard output.
    fn from_path(out: &Path) -> anyhow::Result<Option<Self>> {
        if out == Path::new("-") {
            return Ok(None);
        }
        let extension = out.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("html" | "htm") => Ok(Some(Self::Html)),
            Some("sgf") => Ok(Some(Self::Sgf)),
            Some("json") => Ok(Some(Self::Json)),
            _ => bail!(
                "cannot write {}: the name says what is written, so end it in .html, .sgf or .json, or use - for text",
                out.display()
            ),
        }
    }

    fn end(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Sgf => "sgf",
            Self::Json => "json",
        }
    }

    fn write(self, review: &Review, tree: &Tree, file: &Path) -> anyhow::Result<()> {
        let text = match self {
            Self::Html => review.to_html(),
            Self::Sgf => review.annotate(tree).to_sgf(),
            Self::Json => format!("{}\n", review.to_json()),
        };
        start::write(file, text)
    }
}

pub(crate) fn run(args: &ReviewArgs) -> anyhow::Result<()> {
    match args.files.as_slice() {
        [file] if !file.is_dir() && !many::is_folder(&args.out) => one(file, args),
        _ => many::run(args),
    }
}

/// Reviews a game. The file is written when the review is whole, so that an interrupted one leaves none.
fn one(file: &Path, args: &ReviewArgs) -> anyhow::Result<()> {
    ensure!(
        args.format.is_empty() && !args.skip_existing,
        "--format and --skip-existing are about a folder of reviews: name one with -o, with a / at its end"
    );
    let format = Format::from_path(&args.out)?;
    if format.is_some() {
        start::check_own(&args.out, args.overwrite)?;
    }
    let game = records::chosen_game(file, args.number)?;
    let bar = Bar::new(args.quiet);
    let made = Reviewer::new(args).and_then(|mut reviewer| reviewer.review(file, &game.record, &bar));
    bar.clear();
    let review = made?;
    match format {
        Some(format) => format.write(&review, &game.tree, &args.out),
        None => show(&review.to_text()),
    }
}

struct Reviewer<'a> {
    args: &'a ReviewArgs,
    settings: review::Settings,
    engine: Engine,
    judge: Option<Judge>,
}

impl<'a> Reviewer<'a> {
    /// Loads the engine and starts the judge, if there is one.
    fn new(args: &'a ReviewArgs) -> anyhow::Result<Self> {
        let to = args.to.map_or(usize::MAX, NonZeroUsize::get);
        ensure!(args.from.get() <= to, "--from {} is behind --to {to}", args.from);
        let settings = review::Settings {
            visits: args.visits,
            threads: args
                .threads
                .or_else(|| available_parallelism().ok())
                .map_or(1, NonZeroUsize::get),
            from: args.from.get(),
            to,
            player: args.player,
            top: args.top,
        };
        let engine = Settings {
            seed: args.seed,
            level: args.level,
            ..Settings::default()
        };
        let mut reviewer = Self {
            args,
            settings,
            engine: args.databases.engine(engine)?,
            judge: None,
        };
        reviewer.start_judge()?;
        Ok(reviewer)
    }

    /// Starts the judge, or a new one in the place of one that has failed.
    fn start_judge(&mut self) -> anyhow::Result<()> {
        self.judge = None;
        self.judge = self.args.judge.as_deref().map(Judge::start).transpose()?;
        Ok(())
    }

    fn review(&mut self, file: &Path, record: &Record, bar: &Bar) -> anyhow::Result<Review> {
        let (rules, komi) = start::rules_and_komi(file, record, self.args.rules, self.args.komi)?;
        let made = Review::new(
            &self.engine,
            record,
            rules,
            komi,
            &self.settings,
            self.judge.as_mut(),
            &mut |progress| bar.show(progress),
        );
        made.map_err(with_advice)
            .with_context(|| format!("cannot review {}", file.display()))
    }
}

pub(crate) fn with_advice(error: ReviewError) -> anyhow::Error {
    match error {
        ReviewError::Record { why, playable } if playable > 0 => {
            anyhow::anyhow!("{why}; --to {playable} reviews the game up to there")
        }
        other => other.into(),
    }
}

/// The line of a stage: how long it has taken, how much is done, and how long it will take.
const BAR: &str = "{prefix}[{elapsed}] {bar:30} {pos}/{len} {msg}, {eta} left";

/// The progress on standard error; hidden if that is no terminal.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new(quiet: bool) -> Self {
        let bar = if quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(0)
        };
        if let Ok(style) = ProgressStyle::with_template(BAR) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_secs(1));
        Self(bar)
    }

    pub(crate) fn show(&self, progress: Progress) -> ControlFlow<()> {
        self.0.set_length(progress.of as u64);
        self.0.set_position(progress.done as u64);
        if progress.done == 0 {
            self.0.reset_eta();
            self.0.set_message(progress.stage.word());
        }
        ControlFlow::Continue(())
    }

    fn begin(&self, game: &str) {
        self.0.set_prefix(format!("{game} "));
        self.0.reset();
    }

    fn print(&self, text: &str) -> anyhow::Result<()> {
        self.0.suspend(|| show(text))
    }

    fn tell(&self, message: &str) {
        self.0.suspend(|| note(message));
    }

    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_name_says_what_is_written() {
        let of = |name: &str| Format::from_path(Path::new(name)).ok();
        assert_eq!(of("-"), Some(None));
        assert_eq!(of("game.HTML"), Some(Some(Format::Html)));
        assert_eq!(of("a/b.sgf"), Some(Some(Format::Sgf)));
        assert_eq!(of("b.json"), Some(Some(Format::Json)));
        assert_eq!((of("review"), of("b.txt")), (None, None));
    }
}
