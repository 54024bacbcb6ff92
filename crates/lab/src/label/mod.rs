// SPDX-License-Identifier: MIT OR Apache-2.0

//! Obtains judgements of positions from another engine, the judge, and writes files of judged games
//! ([`crate::judged`]).
//!
//! The games are those of records ([`unjudged`]), or the judge's own ([`Player`]). The judge has several
//! questions open, about several games; its answers name theirs, and come in any order. A game depends on its
//! number, the settings and the judge's answers, and [`Shards`] keep games in order. So a judge whose answers
//! do not vary gives the same files in whatever order it answers.

mod games;
mod own_games;
mod question;
mod records;
mod shards;

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use anyhow::ensure;
use katachi_katago_json::{AnalysisEngine, Response};
use katachi_rules::BoardSize;

use crate::judged::JudgedGame;
pub use games::OpenGame;
pub use own_games::Player;
use question::{Question, failure};
pub use records::{Unfit, unjudged};
pub use shards::Shards;

/// Games that may be complete and wait for others of their file, for each question in flight, beside those
/// of one file. The limit bounds memory if the judge never answers one question.
const WAITING_GAMES: usize = 4;

/// The games to judge.
#[derive(Clone, Debug)]
pub enum Source {
    /// Games of records, without judgements.
    Records(Vec<JudgedGame>),
    /// Games of the judge.
    Own {
        /// Number of games.
        games: usize,
        /// The board, which is square.
        size: BoardSize,
        /// Seed of all draws.
        seed: u64,
    },
}

impl Source {
    /// Number of games.
    pub fn count(&self) -> usize {
        match self {
            Self::Records(games) => games.len(),
            Self::Own { games, .. } => *games,
        }
    }

    fn open(&self, number: usize) -> OpenGame {
        match self {
            Self::Records(games) => OpenGame::new(games[number].clone(), None),
            Self::Own { size, seed, .. } => Player::begin(*size, *seed, number),
        }
    }
}

/// Numbers of games and positions, and the time that they took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Labelled {
    /// Games in files.
    pub games: usize,
    /// Their positions.
    pub positions: usize,
    /// From the first question to the last answer.
    pub time: Duration,
}

/// How the judge is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asking {
    /// Visits of a position.
    pub visits: u32,
    /// Questions that are open at the same time.
    pub queries: usize,
    /// Time for an answer. The first one comes after the start of the judge.
    pub timeout: Duration,
}

/// Lets the program of a command judge all games whose files are missing. `on_file` gets the number of each
/// file that is written, and the totals so far.
///
/// # Errors
/// If the judge fails, or a file cannot be written. Files that were written stay.
pub fn label(
    source: &Source,
    command: &str,
    asking: Asking,
    shards: &Shards,
    on_file: impl FnMut(usize, &Labelled) -> anyhow::Result<()>,
) -> anyhow::Result<Labelled> {
    let missing = shards.missing().into_iter();
    let mut run = Run {
        source,
        judge: AnalysisEngine::start(command).map_err(failure)?,
        asking,
        shards,
        pending: missing.flat_map(|shard| shards.games_in(shard)).collect(),
        open: BTreeMap::new(),
        in_flight: 0,
        complete: BTreeMap::new(),
        labelled: Labelled::default(),
        start: Instant::now(),
        on_file,
    };
    loop {
        run.ask();
        if run.in_flight == 0 {
            run.judge.close();
            return Ok(run.labelled);
        }
        let response = run.receive()?;
        run.take(&response)?;
    }
}

/// The state of a run.
struct Run<'a, F> {
    source: &'a Source,
    judge: AnalysisEngine,
    asking: Asking,
    shards: &'a Shards,
    /// Games that are not begun.
    pending: VecDeque<usize>,
    open: BTreeMap<usize, OpenGame>,
    in_flight: usize,
    /// Lines of complete games, with their numbers of positions.
    complete: BTreeMap<usize, (String, usize)>,
    labelled: Labelled,
    start: Instant,
    on_file: F,
}

impl<F: FnMut(usize, &Labelled) -> anyhow::Result<()>> Run<'_, F> {
    /// Asks until enough questions are open.
    fn ask(&mut self) {
        while self.in_flight < self.asking.queries.max(1) {
            let Some(question) = self.next_question() else {
                return;
            };
            let game = self.open[&question.game].game();
            self.judge.ask(&question.query(game, self.asking.visits));
            self.in_flight += 1;
        }
    }

    /// The next question, if there is one now. Earlier games come first.
    fn next_question(&mut self) -> Option<Question> {
        let limit = self.shards.per_file() + WAITING_GAMES * self.asking.queries;
        loop {
            let mut open = self.open.iter_mut();
            let next = open.find_map(|(&game, open)| Some((game, open.next_turn()?)));
            if let Some((game, turn)) = next {
                return Some(Question { game, turn });
            }
            if self.complete.len() >= limit {
                return None;
            }
            let game = self.pending.pop_front()?;
            self.open.insert(game, self.source.open(game));
        }
    }

    /// Waits for the next answer. Reports during a search are skipped.
    fn receive(&mut self) -> anyhow::Result<Response> {
        let timeout = self.asking.timeout;
        let deadline = Instant::now() + timeout;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
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

    /// Takes an answer to an open question.
    fn take(&mut self, response: &Response) -> anyhow::Result<()> {
        let question = Question::answered_by(response, |Question { game, turn }| {
            self.open.get(&game).is_some_and(|open| open.awaits(turn))
        })?;
        let Some(mut open) = self.open.remove(&question.game) else {
            return Ok(());
        };
        self.in_flight -= 1;
        let answer = question.read(response, open.game().size)?;
        open.take(question.turn, &answer);
        if !open.is_over() {
            self.open.insert(question.game, open);
            return Ok(());
        }
        let game = open.into_judged();
        self.complete
            .insert(question.game, (game.to_line(), game.positions.len()));
        self.write(self.shards.shard_with(question.game))
    }

    /// Writes a file if all of its games are complete.
    fn write(&mut self, shard: usize) -> anyhow::Result<()> {
        let games = self.shards.games_in(shard);
        if self.complete.range(games.clone()).count() < games.len() {
            return Ok(());
        }
        let games = games.filter_map(|game| self.complete.remove(&game));
        let (lines, positions): (Vec<String>, Vec<usize>) = games.unzip();
        self.shards.write(shard, &lines)?;
        self.labelled.games += lines.len();
        self.labelled.positions += positions.iter().sum::<usize>();
        self.labelled.time = self.start.elapsed();
        (self.on_file)(shard, &self.labelled)
    }
}
