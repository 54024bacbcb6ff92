// SPDX-License-Identifier: MIT OR Apache-2.0

//! Obtains judgements of positions from another engine, the judge, and writes files of judged games
//! ([`crate::judged`]).
//!
//! The games are those of records ([`unjudged`]), or the judge's own ([`Player`]). A [`Judge`] has several
//! questions open, about several games. A game depends on its number, the settings and the judge's answers,
//! and [`Shards`] keep games in order. So a judge whose answers do not vary gives the same files in whatever
//! order it answers.

mod games;
mod judge;
mod own_games;
mod records;
mod shards;

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use katachi_katago_json::Answer;
use katachi_rules::BoardSize;

use crate::judged::JudgedGame;
pub use games::OpenGame;
pub use judge::{Judge, Question};
pub use own_games::Player;
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

/// Judges all games whose files are missing. `on_file` gets the number of each file that is written, and
/// the totals so far.
///
/// # Errors
/// If the judge fails, or a file cannot be written. Files that were written stay.
pub fn label(
    source: &Source,
    judge: &mut Judge,
    shards: &Shards,
    queries: usize,
    on_file: impl FnMut(usize, &Labelled) -> anyhow::Result<()>,
) -> anyhow::Result<Labelled> {
    let missing = shards.missing().into_iter();
    let mut run = Run {
        source,
        shards,
        queries: queries.max(1),
        pending: missing.flat_map(|shard| shards.games_in(shard)).collect(),
        open: BTreeMap::new(),
        in_flight: 0,
        complete: BTreeMap::new(),
        labelled: Labelled::default(),
        start: Instant::now(),
        on_file,
    };
    loop {
        run.ask(judge);
        if run.in_flight == 0 {
            return Ok(run.labelled);
        }
        let (question, answer) = judge.answer(|question| run.size_of(question))?;
        run.take(question, &answer)?;
    }
}

/// The state of a run.
struct Run<'a, F> {
    source: &'a Source,
    shards: &'a Shards,
    queries: usize,
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
    /// Asks until enough questions are open. Earlier games come first.
    fn ask(&mut self, judge: &Judge) {
        for (&game, open) in &mut self.open {
            ask_about(judge, game, open, &mut self.in_flight, self.queries);
        }
        let limit = self.shards.per_file() + WAITING_GAMES * self.queries;
        while self.in_flight < self.queries && self.complete.len() < limit {
            let Some(game) = self.pending.pop_front() else {
                return;
            };
            let mut open = self.source.open(game);
            ask_about(judge, game, &mut open, &mut self.in_flight, self.queries);
            self.open.insert(game, open);
        }
    }

    /// The board of an open question.
    fn size_of(&self, question: Question) -> Option<BoardSize> {
        let open = self.open.get(&question.game)?;
        open.awaits(question.turn).then(|| open.game().size)
    }

    fn take(&mut self, question: Question, answer: &Answer) -> anyhow::Result<()> {
        let Some(mut open) = self.open.remove(&question.game) else {
            return Ok(());
        };
        self.in_flight -= 1;
        open.take(question.turn, answer);
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

/// Asks about positions of a game while questions may be asked.
fn ask_about(judge: &Judge, game: usize, open: &mut OpenGame, in_flight: &mut usize, queries: usize) {
    while *in_flight < queries {
        let Some(turn) = open.next_turn() else { return };
        judge.ask(Question { game, turn }, open.game());
        *in_flight += 1;
    }
}
