// SPDX-License-Identifier: MIT OR Apache-2.0

//! The game with its engine, which all pages share, and a second engine that analyses positions when a page
//! asks. Pages hear of each change by a channel that always holds the latest state.

mod work;

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::StatusCode;
use katachi_answers::{Judged, Question};
use katachi_learning::quiz::Place;
use katachi_rules::sgf::{Games, Record, SgfError, Tree};
use katachi_rules::{Color, Game, Move};
use katachi_session::{Command, Event, InteractiveGame, Sides};
use tokio::sync::watch;

pub(crate) use self::work::Work;
use crate::analyst::{Analyst, Stop};
use crate::answer::Refusal;
use crate::exercise::ExerciseJob;
use crate::graph::Graph;
use crate::request::{At, GameRequest, clicked, parse_move, parse_point, typed};
use crate::review::ReviewJob;
use crate::state::{GameState, Message, Position};

/// Number of warnings about a record that the page shows.
const WARNINGS_TOLD: usize = 3;
/// Number of messages that are kept for pages that are opened later.
const KEPT_MESSAGES: usize = 20;

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

/// The state that all pages share: the game with its messages, its review and its graph.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) play: InteractiveGame,
    pub(crate) review: ReviewJob,
    pub(crate) exercise: ExerciseJob,
    pub(crate) graph: Graph,
    /// Number of changes of variations and comments, so that pages notice one.
    pub(crate) notes: u64,
    pub(crate) messages: Vec<Message>,
    /// The number of the next message.
    next: u64,
    /// The number of the game, so that pages notice another one.
    pub(crate) game: u64,
    /// The place of the record of the game before, in words.
    pub(crate) archived: Option<String>,
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
            GameRequest::Next { task } => self.with_exercise(|job| job.go_on(task)),
            GameRequest::EndExercise {} => self.with_exercise(|job| {
                job.end();
                Ok(())
            }),
            GameRequest::Review {} => self.begin_review(),
            GameRequest::StopReview {} => {
                self.with_review(ReviewJob::clear);
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
        let mut shared = self.shared();
        notes.into_iter().for_each(|note| shared.add_message(note));
        self.publish(&shared);
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

    pub(crate) fn publish(&self, shared: &Shared) {
        self.states.send_if_modified(|last| {
            let is_open = last.is_some();
            if is_open {
                *last = Some(shared.state());
            }
            is_open
        });
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

impl Shared {
    fn new(play: InteractiveGame) -> Self {
        Self {
            play,
            review: ReviewJob::default(),
            exercise: ExerciseJob::default(),
            graph: Graph::default(),
            notes: 0,
            messages: Vec::new(),
            next: 1,
            game: 1,
            archived: None,
        }
    }

    /// Returns the game with the moves that were taken back.
    pub(crate) fn whole_game(&self) -> Game {
        let mut game = self.play.game().clone();
        for (color, mv) in self.play.taken_back() {
            if game.play(color, mv).is_err() {
                break;
            }
        }
        game
    }

    pub(crate) fn state(&self) -> Arc<str> {
        let state = serde_json::to_string(&GameState::new(self, &self.play, self.play.game()));
        state.expect("it is data").into()
    }

    /// Drops all that is about the game before.
    fn forget_game(&mut self) {
        self.game += 1;
        self.review.clear();
        self.exercise.clear();
        self.messages.clear();
        self.archived = None;
    }

    /// Keeps the texts of events. Returns the text of a refusal.
    fn add_events(&mut self, events: &[Event]) -> Option<String> {
        let size = self.play.game().size();
        let mut refused = None;
        for event in events {
            let text = event.text(size);
            match event {
                Event::Refused(_) => refused = Some(text),
                Event::Archived(_) => self.archived = Some(text),
                // The page shows these from the state.
                Event::Counted(_) | Event::Ended(_) | Event::Warned(_) | Event::Better { .. } => {}
                _ if text.is_empty() => {}
                _ => self.add_message(text),
            }
        }
        refused
    }

    fn add_message(&mut self, text: String) {
        self.messages.push(Message { id: self.next, text });
        self.next += 1;
        let too_many = self.messages.len().saturating_sub(KEPT_MESSAGES);
        self.messages.drain(..too_many);
    }
}
