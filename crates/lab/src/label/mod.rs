// SPDX-License-Identifier: MIT OR Apache-2.0

//! Obtains judgements of positions from another engine, the judge, and writes files of judged games
//! ([`crate::judged`]).
//!
//! The games are those of records, or the judge's own. The judge has one question open about each of several
//! games; its answers name theirs, and come in any order. A game depends on its number, the settings and the
//! judge's answers, and `shards` keep games in order. So a judge whose answers do not vary gives the same
//! files in whatever order it answers.

mod own_games;
mod question;
mod records;
mod shards;

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use katachi_katago_json::{AnalysisEngine, Answer, Response};
use katachi_line_program::quote;
use katachi_rules::{BoardSize, MAX_SIDE, quantity};
use serde_json::{Map, Value, json};

use crate::digest::{digest, hex};
use crate::games::{PassedOver, each_record};
use crate::judged::{JudgedGame, JudgedPosition};
use own_games::Player;
use question::{Question, WANTED, failure};
use records::unjudged;
use shards::Shards;

const HELP: &str = "\
The judge is a program that speaks KataGo's JSON analysis protocol, such as KataGo or
`katachi analysis`. It judges each position of the records, or of games that it plays against
itself: moves are drawn from its policy, rules and komi vary. `katachi-lab train moves --judged`
learns from the files. A file is whole or absent. The same command again makes the missing ones.

Examples:
  katachi-lab label --judge 'katago analysis -config C -model M' --games 2000 --size 9 --out judged
  katachi-lab label --judge 'katago analysis -config C -model M' --records games/*.sgf --out judged";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
#[command(group(clap::ArgGroup::new("source").args(["records", "games"]).required(true)))]
pub(crate) struct LabelArgs {
    /// Command of the program that judges
    #[arg(long, value_name = "COMMAND")]
    judge: String,
    /// Folder for the files; it is made
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// SGF files to judge, plain or compressed by gzip
    #[arg(long, value_name = "FILE", num_args = 1..)]
    records: Vec<PathBuf>,
    /// Games that the judge plays against itself
    #[arg(long, value_name = "N", requires = "size", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// With --games: lines of the board
    #[arg(long, value_name = "N", requires = "games", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_SIDE)))]
    size: Option<u8>,
    /// With --games: seed of all draws
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "records")]
    seed: u64,
    /// Visits of the judge a position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    visits: u32,
    /// Questions that the judge has at the same time
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=4096))]
    queries: u16,
    /// Games a file
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    shard: u32,
    /// Make only this file, from 1
    ///
    /// Processes that make different files may share the folder, on one machine or on many.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    file: Option<u32>,
    /// Time for an answer, in seconds
    ///
    /// The first answer comes after the start of the judge, which may take long.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,
}

pub(crate) fn run(args: &LabelArgs) -> anyhow::Result<()> {
    let (games, unfit) = args.games()?;
    let settings = args.settings(&games);
    let shards = Shards::open(&args.out, &settings, games.len(), args.shard as usize)?;
    let missing = shards.missing(args.file)?;
    let is_missing = |(number, _): &(usize, OpenGame)| missing.contains(&shards.shard_with(*number));
    let games = games.into_iter().enumerate();
    let (missing, found): (VecDeque<_>, VecDeque<_>) = games.partition(is_missing);
    let mut out = io::stdout();
    if !found.is_empty() && args.file.is_none() {
        let (games, folder) = (quantity(found.len(), "game"), args.out.display());
        writeln!(out, "{games} in whole files of {folder} already")?;
    }
    if missing.is_empty() {
        writeln!(out, "nothing is left to judge")?;
    } else {
        writeln!(out, "{}", label(args, &shards, missing)?)?;
    }
    for line in unfit.lines() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

impl LabelArgs {
    /// The games to judge, by their numbers, and the records that were passed over.
    fn games(&self) -> anyhow::Result<(Vec<OpenGame>, PassedOver)> {
        let mut unfit = PassedOver::default();
        if let (Some(games), Some(size)) = (self.games, self.size) {
            let begin = |number| Player::begin(BoardSize::square(size), self.seed, number);
            return Ok(((0..games as usize).map(begin).collect(), unfit));
        }
        let mut games = Vec::new();
        each_record(&self.records, |record| match unjudged(&record) {
            Ok(game) => games.push(OpenGame::new(game, None)),
            Err(reason) => unfit.add(reason),
        })?;
        let reasons: Vec<String> = unfit.lines().collect();
        let why = match &reasons[..] {
            [] => "the files have none".to_owned(),
            _ => reasons.join(", "),
        };
        ensure!(!games.is_empty(), "there is no game to judge: {why}");
        Ok((games, unfit))
    }

    /// The options on which the games depend, by name.
    fn settings(&self, games: &[OpenGame]) -> Map<String, Value> {
        let (judge, visits, shard, count) = (&self.judge, self.visits, self.shard, games.len());
        let mut settings = json!({ "--judge": judge, "--visits": visits, "--shard": shard });
        if self.games.is_some() {
            settings["--games"] = json!(count);
            settings["--size"] = json!(self.size);
            settings["--seed"] = json!(self.seed);
        } else {
            settings["games of --records"] = json!(count);
            settings["digest of --records"] = json!(digest_of_games(games));
        }
        settings.as_object().cloned().unwrap_or_default()
    }
}

fn digest_of_games(games: &[OpenGame]) -> String {
    let texts = games.iter().map(|open| {
        let game = &open.game;
        let moves: Vec<String> = game.moves.iter().map(|&mv| game.size.show(mv)).collect();
        format!("{} {} {} {}\n", game.size, game.rules, game.komi, moves.join(" "))
    });
    hex(&digest(&[texts.collect::<String>().as_bytes()])[..8])
}

/// A game that is judged position by position, in turn.
#[derive(Debug)]
struct OpenGame {
    /// With the positions that are judged, and the moves that are known.
    game: JudgedGame,
    /// Chooses the moves of the judge's own games.
    player: Option<Player>,
    asked: Instant,
}

impl OpenGame {
    /// A game of a record, or one that goes on by the moves of a player.
    fn new(game: JudgedGame, player: Option<Player>) -> Self {
        let asked = Instant::now();
        Self { game, player, asked }
    }

    /// Takes the answer about the next position. A player plays the next move.
    fn take(&mut self, answer: &Answer) {
        let judged = JudgedPosition::new(answer, self.game.size);
        self.game.positions.push(judged);
        if let Some(player) = &mut self.player {
            let mv = player.choose(&self.game, answer);
            self.game.moves.push(mv);
        }
    }

    fn is_over(&self) -> bool {
        let player = self.player.as_ref();
        let has_all_moves = player.is_none_or(|player| player.is_over(&self.game));
        has_all_moves && self.game.positions.len() == self.game.moves.len()
    }
}

/// Lets the judge judge the games, whose files are missing. Returns how many it judged how fast. Files that
/// were written before an error stay.
fn label(args: &LabelArgs, shards: &Shards, games: VecDeque<(usize, OpenGame)>) -> anyhow::Result<String> {
    let mut run = Run {
        args,
        judge: AnalysisEngine::start(&args.judge).map_err(failure)?,
        shards,
        pending: games,
        open: BTreeMap::new(),
        complete: BTreeMap::new(),
        labelled: (0, 0),
    };
    let start = Instant::now();
    loop {
        while run.open.len() < args.queries.into()
            && let Some((number, game)) = run.pending.pop_front()
        {
            run.ask(number, game);
        }
        if run.open.is_empty() {
            let speed = run.labelled.1 as f64 / start.elapsed().as_secs_f64().max(1e-3);
            let judged = format!("{} judged, {speed:.1} positions a second", run.amount());
            run.judge.close();
            return Ok(judged);
        }
        let response = run.receive()?;
        run.take(&response)?;
    }
}

struct Run<'a> {
    args: &'a LabelArgs,
    judge: AnalysisEngine,
    shards: &'a Shards,
    pending: VecDeque<(usize, OpenGame)>,
    /// Games about each of which a question is open.
    open: BTreeMap<usize, OpenGame>,
    /// Games that wait for others of their file.
    complete: BTreeMap<usize, JudgedGame>,
    /// Games and positions in files.
    labelled: (usize, usize),
}

impl Run<'_> {
    fn ask(&mut self, number: usize, mut open: OpenGame) {
        let (game, turn) = (number, open.game.positions.len());
        let query = Question { game, turn }.query(&open.game, self.args.visits);
        self.judge.ask(&query);
        open.asked = Instant::now();
        self.open.insert(number, open);
    }

    /// Waits for the next answer. Reports during a search are skipped.
    fn receive(&mut self) -> anyhow::Result<Response> {
        let timeout = Duration::from_secs(self.args.timeout.into());
        loop {
            let oldest = self.open.values().map(|open| open.asked.elapsed()).max();
            let left = timeout.saturating_sub(oldest.unwrap_or_default());
            ensure!(
                !left.is_zero(),
                "the judge gave no answer within {} s; if it needs longer, raise --timeout or lower --queries",
                timeout.as_secs_f64()
            );
            let response = self.judge.receive(left).map_err(failure)?;
            if let Some(response) = response.filter(|response| response.is_during_search != Some(true)) {
                return Ok(response);
            }
        }
    }

    /// Takes an answer to an open question, and asks the next one about its game.
    fn take(&mut self, response: &Response) -> anyhow::Result<()> {
        let id = response.id.as_deref().unwrap_or_default();
        let question = Question::from_id(id).and_then(|question| {
            let open = self.open.get(&question.game)?;
            (open.game.positions.len() == question.turn).then_some(question)
        });
        let found = question.and_then(|question| Some((question, self.open.remove(&question.game)?)));
        let (question, mut open) = found.with_context(|| {
            let id = quote(id);
            format!("the judge answered a question that is not open, with id '{id}'; {WANTED}")
        })?;
        open.take(&question.read(response, open.game.size)?);
        match open.is_over() {
            false => self.ask(question.game, open),
            true => {
                self.complete.insert(question.game, open.game);
                self.write(self.shards.shard_with(question.game))?;
            }
        }
        Ok(())
    }

    /// Writes a file if all of its games are complete.
    fn write(&mut self, shard: usize) -> anyhow::Result<()> {
        let games = self.shards.games_in(shard);
        if self.complete.range(games.clone()).count() < games.len() {
            return Ok(());
        }
        let games: Vec<JudgedGame> = games.filter_map(|game| self.complete.remove(&game)).collect();
        let lines: String = games.iter().map(JudgedGame::to_line).collect();
        self.shards.write(shard, &lines)?;
        self.labelled.0 += games.len();
        self.labelled.1 += games.iter().map(|game| game.positions.len()).sum::<usize>();
        let (file, amount) = (self.shards.path(shard), self.amount());
        writeln!(io::stdout(), "{} is whole; {amount} so far", file.display())?;
        Ok(())
    }

    /// `500 games, 23412 positions`.
    fn amount(&self) -> String {
        let (games, positions) = self.labelled;
        format!("{}, {}", quantity(games, "game"), quantity(positions, "position"))
    }
}
