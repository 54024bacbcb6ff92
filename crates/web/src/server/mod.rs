// SPDX-License-Identifier: MIT OR Apache-2.0

//! The game with its engine, which all pages share, and a second engine that analyses positions when a page
//! asks. Pages hear of each change by a channel that always holds the latest state.

mod work;

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context as _;
use http::StatusCode;
use katachi_answers::{Judged, Question};
use katachi_engine::Engine;
use katachi_learning::Judge;
use katachi_learning::guess::Guessing;
use katachi_learning::quiz::{Book, Day, Place, Problem, Quiz};
use katachi_review::VISITS_19;
use katachi_rules::sgf::{Games, Record, SgfError, Tree, Turns};
use katachi_rules::{Color, Game, Move};
use katachi_session::{Command, Event, InteractiveGame, Sides};
use tokio::sync::watch;

pub(crate) use self::work::Work;
use crate::analyst::{Analyst, Stop};
use crate::answer::Refusal;
use crate::exercise::Kind;
use crate::graph::Graph;
use crate::position::Position;
use crate::request::{At, GameRequest, clicked, parse_move, parse_point, typed};
use crate::shared::Shared;
use crate::state;

/// Number of warnings about a record that the page shows.
const WARNINGS_TOLD: usize = 3;
/// Nodes to read life and death in a quiz. Mistakes are judged by the search.
const NODES: u32 = 100_000;

/// A state of the game as JSON; `None` when the server ends.
pub type State = Option<Arc<str>>;

/// A game that pages show and play, and the engine that analyses its positions.
#[derive(Debug)]
pub struct Server {
    shared: Mutex<Shared>,
    states: watch::Sender<State>,
    analyst: Mutex<Analyst>,
    /// The place of the results of a quiz; without one there is no quiz.
    pub(crate) results: Option<Place>,
    /// The work beside the requests.
    pub(crate) work: Work,
}

impl Server {
    /// Returns the states, from the present one on.
    pub fn news(&self) -> watch::Receiver<State> {
        self.states.subscribe()
    }

    /// Returns the game in the form in which a program keeps it for the next start: [`Saved`] as JSON.
    ///
    /// [`Saved`]: katachi_session::Saved
    pub fn saved(&self) -> String {
        serde_json::to_string(&self.shared().play.saved()).unwrap_or_default()
    }

    /// Ends the states.
    #[cfg(feature = "serve")]
    pub(crate) fn close(&self) {
        self.states.send_replace(None);
    }

    /// Executes a request of a page, unless it is refused.
    pub(crate) fn handle(self: &Arc<Self>, request: GameRequest) -> Result<(), Refusal> {
        match request {
            GameRequest::Guess { side, from } => self.begin_guesses(side.as_deref(), from),
            GameRequest::Quiz {} => self.begin_quiz(),
            GameRequest::Answer { task, point } => self.answer_task(task, point.as_deref()),
            GameRequest::Next { task } => self.with_shared(|shared| shared.exercise.go_on(task)),
            GameRequest::EndExercise {} => {
                self.with_shared(|shared| shared.exercise.end());
                Ok(())
            }
            GameRequest::Review {} => self.begin_review(),
            GameRequest::StopReview {} => {
                self.with_shared(|shared| shared.review.clear());
                Ok(())
            }
            GameRequest::Try { at, point } => self.annotate(&at, |play, line, game| {
                line.push((game.to_move(), parse_move(game, &point)?));
                Ok(play.try_line(line))
            }),
            GameRequest::Comment { at, text } => {
                self.annotate(&at, |play, line, _| Ok(play.set_comment(line, &text)))
            }
            GameRequest::Draw { at, point, shape } => self.annotate(&at, |play, line, game| {
                let point = parse_point(game, &point)?;
                let mark = clicked(&play.marks_on(line), point, shape);
                Ok(play.set_mark(line, point, mark))
            }),
            GameRequest::Remove { at } => self.annotate(&at, |play, line, _| Ok(play.remove_line(line))),
            GameRequest::New(new) => self.apply(true, |play| new.begin(play)),
            GameRequest::Type { line, moves } => self.apply(false, |play| {
                let command = typed(&line, moves, play.game())?;
                Ok(play.execute(command))
            }),
        }
    }

    /// Changes variations and comments on a line of moves from the beginning.
    fn annotate(
        &self,
        at: &At,
        change: impl FnOnce(&mut InteractiveGame, &mut Vec<(Color, Move)>, &Game) -> Result<Vec<Event>, Refusal>,
    ) -> Result<(), Refusal> {
        let game = self.game_at(at)?;
        let mut line: Vec<_> = game.moves().collect();
        self.shared().notes += 1;
        self.apply(false, |play| change(play, &mut line, &game))
    }

    /// Replaces the game by the first game of a record. The person plays both sides, so that the engine does
    /// not move at once.
    pub(crate) fn load(&self, bytes: &[u8]) -> Result<(), Refusal> {
        let (tree, notes) =
            read(bytes).map_err(|error| Refusal::bad(format!("The record cannot be read: {error}")))?;
        self.apply(true, |play| {
            let sides = play.setup().sides;
            play.execute(Command::Sides(Sides::Both));
            let events = play.open(tree);
            if events.iter().any(Event::is_refusal) {
                play.execute(Command::Sides(sides));
            }
            Ok(events)
        })?;
        self.with_shared(|shared| notes.into_iter().for_each(|note| shared.add_message(note)));
        Ok(())
    }

    /// Changes the game, perhaps to another one, and tells the pages.
    fn apply(
        &self,
        is_other_game: bool,
        change: impl FnOnce(&mut InteractiveGame) -> Result<Vec<Event>, Refusal>,
    ) -> Result<(), Refusal> {
        let mut shared = self.shared();
        let events = change(&mut shared.play)?;
        if is_other_game && !events.iter().any(Event::is_refusal) {
            shared.forget_game();
        }
        let refused = shared.add_events(&events);
        self.publish(&shared);
        refused.map_or(Ok(()), |why| Err(Refusal::conflict(why)))
    }

    pub(crate) fn position(&self, at: &At) -> Result<Position, Refusal> {
        let game = self.game_at(at)?;
        Ok(Position::new(&game, Some(&self.shared().play)))
    }

    /// Changes a value for both engines.
    pub(crate) fn change(&self, change: Option<&str>) -> Result<(), Refusal> {
        let mut analyst = self.analyst();
        analyst.change(change)?;
        let knowledge = analyst.player.engine.knowledge.clone();
        drop(analyst);
        let mut shared = self.shared();
        let events = shared.play.set_knowledge(knowledge);
        shared.graph = Graph::default();
        shared.add_events(&events);
        self.publish(&shared);
        Ok(())
    }

    /// Returns the game that has reached a position. Moves that were taken back count.
    pub(crate) fn game_at(&self, at: &At) -> Result<Game, Refusal> {
        let mut game = self.shared().whole_game();
        at.go(&mut game)?;
        Ok(game)
    }

    pub(crate) fn shared(&self) -> MutexGuard<'_, Shared> {
        // A game is consistent after each command, so that a panic elsewhere does no harm.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn analyst(&self) -> MutexGuard<'_, Analyst> {
        self.analyst.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `f` on the analyst, unless the flag is set before its turn comes. What the analyst found before
    /// the flag ended it is not kept.
    pub(crate) fn with_analyst<R>(
        &self,
        stop: &Stop,
        f: impl FnOnce(&mut Analyst) -> Result<R, Refusal>,
    ) -> Result<R, Refusal> {
        let gone = || Refusal::with(StatusCode::SERVICE_UNAVAILABLE, "the question was taken back");
        let mut analyst = self.analyst();
        if stop.load(Relaxed) {
            return Err(gone());
        }
        analyst.player.interrupt = Arc::clone(stop);
        let answer = f(&mut analyst);
        analyst.player.interrupt = Stop::default();
        if stop.load(Relaxed) {
            analyst.forget();
            return Err(gone());
        }
        answer
    }

    /// Asks the judge of the game, as [`Judged::ask`].
    ///
    /// # Errors
    /// The failure in sentences. One that is no news counts as no answer.
    pub(crate) fn judged(
        &self,
        game: &Game,
        question: Question,
        stop: &Stop,
    ) -> Result<Option<Judged>, String> {
        let judge = self.shared().play.judge.clone();
        Judged::ask(judge.as_ref(), game, question, stop).or_else(|failure| {
            let mut shared = self.shared();
            let news = shared.play.judge_failed(&failure);
            if failure.has_ended {
                self.publish(&shared);
            }
            news.map_or(Ok(None), Err)
        })
    }

    /// Runs `f` on the shared state, and tells the pages.
    pub(crate) fn with_shared<R>(&self, f: impl FnOnce(&mut Shared) -> R) -> R {
        let mut shared = self.shared();
        let result = f(&mut shared);
        self.publish(&shared);
        result
    }

    pub(crate) fn publish(&self, shared: &Shared) {
        self.states.send_if_modified(|last| {
            let is_open = last.is_some();
            if is_open {
                *last = Some(state::text(shared));
            }
            is_open
        });
    }

    /// Begins guesses of the moves of the game, those that were taken back among them.
    pub(crate) fn begin_guesses(&self, side: Option<&str>, from: usize) -> Result<(), Refusal> {
        let color = |side| Color::parse(side).ok_or_else(|| Refusal::bad("a side is black or white"));
        let side = side.map(color).transpose()?;
        let game = self.shared().whole_game();
        let mut turns =
            Turns::from_game(&game).map_err(|why| Refusal::conflict(format!("The game: {why}")))?;
        turns.end_with_the_main_phase();
        turns.retain(|turn| turn.number >= from && side.is_none_or(|side| side == turn.color));
        if turns.is_empty() {
            let whose = side.map_or(String::new(), |side| format!(" of {side}"));
            let message = format!("There is no move{whose} to guess from move {} on", from.max(1));
            return Err(Refusal::conflict(message));
        }
        let guesses = Box::new(Guessing::new(turns, self.judge()));
        self.with_shared(|shared| shared.exercise.begin(Kind::Guess, guesses))
    }

    /// Begins a quiz of the mistakes that the review has found.
    pub(crate) fn begin_quiz(&self) -> Result<(), Refusal> {
        let mut shared = self.shared();
        // An earlier quiz holds the file.
        shared.exercise.clear();
        let made = shared.review.made.as_ref();
        let problems = made.map_or(Vec::new(), |made| made.mistakes.clone());
        drop(shared);
        let quiz = Box::new(self.quiz(problems)?);
        self.with_shared(|shared| shared.exercise.begin(Kind::Quiz, quiz))
    }

    fn quiz(&self, problems: Vec<Problem>) -> anyhow::Result<Quiz> {
        anyhow::ensure!(!problems.is_empty(), "The review has found no mistake to ask");
        let place = self.results.as_ref();
        let mut book = Book::at(place.context("There is no place for the results of a quiz")?)?;
        let ids: anyhow::Result<Vec<String>> =
            problems.into_iter().map(|problem| book.add(problem)).collect();
        let ids = ids?;
        book.save()?;
        let today = Day::today();
        let due = book.due(today, true, Some(&ids));
        Ok(Quiz::new(book, self.judge(), NODES, today, due))
    }

    /// Returns a judge with the knowledge of the game.
    fn judge(&self) -> Judge {
        let engine = Engine {
            knowledge: self.shared().play.engine().knowledge.clone(),
            settings: Judge::settings(VISITS_19, 0),
        };
        Judge::new(engine, VISITS_19)
    }

    /// Judges an answer, which takes some seconds. Other requests are answered meanwhile.
    pub(crate) fn answer_task(&self, at: usize, point: Option<&str>) -> Result<(), Refusal> {
        let mut to_judge = self.with_shared(|shared| shared.exercise.answer(at, point))?;
        let found = to_judge.work.take(to_judge.answer.map(|answer| *answer));
        self.with_shared(|shared| shared.exercise.judged(to_judge, found))
    }
}

/// Reads the first game of a file, which must be a game of Go. The texts tell of other games, and how the
/// file breaks the standard of SGF.
fn read(bytes: &[u8]) -> Result<(Tree, Vec<String>), SgfError> {
    let mut games = Games::new(bytes)?;
    let tree = games.next().expect("a file without a game is an error")?;
    let record = Record::from_tree(&tree)?;
    let mut notes = Vec::new();
    let others = games.by_ref().count();
    if others > 0 {
        notes.push(format!("The file has {} games; this is the first.", others + 1));
    }
    let mut warnings = games.into_warnings();
    warnings.retain(|warning| warning.place.game <= 1);
    warnings.extend(record.warnings);
    let shown = warnings.iter().take(WARNINGS_TOLD);
    notes.extend(shown.map(|warning| format!("The record: {warning}.")));
    if let Some(more @ 1..) = warnings.len().checked_sub(WARNINGS_TOLD) {
        notes.push(format!("The record: {more} more warnings."));
    }
    Ok((tree, notes))
}
