// SPDX-License-Identifier: MIT OR Apache-2.0

//! The game with its engine, which all pages share, and a second engine that analyses positions when a page
//! asks.
//!
//! A thread takes the results of the game's engine, which wakes it. Pages hear of each change by a channel
//! that always holds the latest state.

mod exercises;

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use katachi::Engine;
use katachi::knowledge::Knowledge;
use katachi_judge::{JudgeFailure, Unjudged};
use katachi_rules::sgf::{Games, Record, SgfError, Tree};
use katachi_rules::{Game, Move};
use katachi_session::judged::{self, JudgedAnswers};
use katachi_session::{Command, Event, InteractiveGame, Sides, Thinking, Wake};
use serde_json::{Value as Json, json};
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;

use crate::analyst::{Analyst, Question, ViewOptions};
use crate::at::At;
use crate::error::Refusal;
use crate::exercise::ExerciseJob;
use crate::graph::{Graph, GraphPlayer};
use crate::marks;
use crate::request::{Action, Beginning, GameRequest, Note, parse_move, parse_point};
use crate::review::{self, ReviewJob, ReviewStatus};
use crate::state;
use crate::variations;

/// Interval at which clocks are checked.
const TICK: Duration = Duration::from_millis(200);
/// Interval at which pages hear of new values of the graph.
const GRAPH_INTERVAL: Duration = Duration::from_millis(700);
/// Number of messages that are kept for pages that are opened later.
const KEPT_MESSAGES: usize = 20;

/// A state of the game as JSON; `None` when the server ends.
pub(crate) type State = Option<Arc<str>>;

/// A game that pages show and play, and the engine that analyses its positions.
pub struct Server {
    shared: Mutex<Shared>,
    states: watch::Sender<State>,
    analyst: Mutex<Analyst>,
    /// The folder for the results of a quiz.
    results: Option<PathBuf>,
}

/// The state that all pages share: the game with its messages, its review and its graph.
struct Shared {
    play: InteractiveGame,
    review: ReviewJob,
    exercise: ExerciseJob,
    graph: Graph,
    /// Number of changes of variations and comments, so that pages notice one.
    notes: u64,
    messages: Vec<Json>,
    /// The number of the next message.
    next: u64,
    /// The number of the game, so that pages notice another one.
    game: u64,
    /// The place of the record of the game before, in words.
    archived: Option<String>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Server")
    }
}

impl Server {
    /// Creates a server with the game that `begin` creates in the given mode of thinking. `engine` analyses
    /// positions. `results` is the folder for the results of a quiz; without one there is no quiz.
    pub fn new(
        engine: Engine,
        results: Option<PathBuf>,
        begin: impl FnOnce(Thinking) -> InteractiveGame,
    ) -> Arc<Self> {
        let (wake, woken) = channel();
        // Without a server there is nothing to wake.
        let wake = Wake::new(move || wake.send(()).unwrap_or_default());
        let shared = Shared {
            play: begin(Thinking::Background(Some(wake))),
            review: ReviewJob::default(),
            exercise: ExerciseJob::default(),
            graph: Graph::default(),
            notes: 0,
            messages: Vec::new(),
            next: 1,
            game: 1,
            archived: None,
        };
        let this = Arc::new(Self {
            states: watch::Sender::new(Some(shared.state())),
            shared: Mutex::new(shared),
            analyst: Mutex::new(Analyst::new(engine.clone())),
            results,
        });
        let weak = Arc::downgrade(&this);
        let (poll, of_graph) = (weak.clone(), weak);
        // Without the thread the game would stop, which the person sees at once.
        let _ = thread::Builder::new()
            .name("game".to_owned())
            .spawn(move || poll_engine(&poll, &woken));
        // Without this one the graph stays empty.
        let _ = thread::Builder::new()
            .name("graph".to_owned())
            .spawn(move || fill_graph(&of_graph, engine));
        this
    }

    /// Returns the stream of states, from the present one on.
    pub(crate) fn states(&self) -> WatchStream<State> {
        WatchStream::new(self.states.subscribe())
    }

    pub(crate) fn state(&self) -> Arc<str> {
        self.shared().state()
    }

    /// Ends the stream of states.
    pub(crate) fn close(&self) {
        self.states.send_replace(None);
    }

    /// Executes a request of a page, unless it is refused.
    pub(crate) fn handle(self: &Arc<Self>, request: GameRequest) -> Result<Json, Refusal> {
        let mut shared = self.shared();
        match request.action(shared.play.game())? {
            Action::Review => {
                let number = shared.review.clear();
                drop(shared);
                self.begin_review(number)
            }
            Action::Note(at, note) => self.annotate(&mut shared, &at, note),
            Action::Learn(learn) => {
                drop(shared);
                self.learn(learn)
            }
            action => self.apply(&mut shared, action),
        }
    }

    /// Changes variations and comments. Returns the number of moves of the changed line.
    fn annotate(&self, shared: &mut Shared, at: &At, note: Note) -> Result<Json, Refusal> {
        let game = shared.game_at(at)?;
        let mut line: Vec<_> = game.moves().collect();
        let play = &mut shared.play;
        let events = match note {
            Note::Try(point) => {
                line.push((game.to_move(), parse_move(&game, &point)?));
                play.try_line(&line)
            }
            Note::Comment(text) => play.set_comment(&line, &text),
            Note::Draw(point, shape) => {
                let mark = marks::clicked(&play.marks_on(&line), point, shape);
                play.set_mark(&line, point, mark)
            }
            Note::Remove => play.remove_line(&line),
        };
        let refused = shared.add_events(&events);
        shared.notes += 1;
        self.publish(shared);
        match refused {
            Some(why) => Err(Refusal::conflict(why)),
            None => Ok(json!({ "moves": line.len() })),
        }
    }

    /// Begins the review of that number, of the whole game.
    fn begin_review(self: &Arc<Self>, number: u64) -> Result<Json, Refusal> {
        let shared = self.shared();
        let (moves, result) = (shared.play.game().move_count(), shared.play.record());
        let there_are = moves + shared.play.taken_back().count();
        drop(shared);
        let game = self.game_after(there_are)?;
        let mut record = Record::from_game(&game);
        for name in ["PB", "PW", "RE"] {
            if let Some(text) = result.get(name) {
                record.set(name, text);
            }
        }
        let engine = self.analyst().engine().clone();
        let server = Arc::downgrade(self);
        let update = move |status| {
            let server = server.upgrade();
            server.is_some_and(|server| server.with_review(|job| job.update(number, status)))
        };
        if let Err(error) = review::spawn(engine, record, game, update) {
            self.with_review(|job| job.update(number, ReviewStatus::Failed(error.to_string())));
        }
        Ok(json!({ "made": moves }))
    }

    /// Returns the page of the last review.
    pub(crate) fn review_page(&self) -> Option<Arc<str>> {
        self.shared().review.page()
    }

    /// Runs `f` on the review, and tells the pages.
    fn with_review<R>(&self, f: impl FnOnce(&mut ReviewJob) -> R) -> R {
        let mut shared = self.shared();
        let result = f(&mut shared.review);
        self.publish(&shared);
        result
    }

    /// Replaces the game by the first game of a record.
    pub(crate) fn load(&self, bytes: &[u8]) -> Result<Json, Refusal> {
        let tree =
            read(bytes).map_err(|error| Refusal::bad(format!("The record cannot be read: {error}")))?;
        self.apply(&mut self.shared(), Action::Open(tree))
    }

    fn apply(&self, shared: &mut Shared, action: Action) -> Result<Json, Refusal> {
        let is_other_game = matches!(action, Action::Begin(_) | Action::Open(_));
        let play = &mut shared.play;
        let events = match action {
            Action::Command(command) => play.execute(command),
            Action::Begin(beginning) => begin(play, beginning),
            Action::Open(tree) => {
                let sides = play.sides();
                play.execute(Command::Sides(Sides::Both));
                let events = play.open(tree);
                if is_refused(&events) {
                    play.execute(Command::Sides(sides));
                }
                events
            }
            Action::Note(..) | Action::Learn(_) => Vec::new(),
            Action::Review | Action::StopReview => {
                shared.review.clear();
                Vec::new()
            }
        };
        if is_other_game && !is_refused(&events) {
            shared.forget_game();
        }
        let refused = shared.add_events(&events);
        self.publish(shared);
        match refused {
            Some(why) => Err(Refusal::conflict(why)),
            None => Ok(json!({ "made": shared.play.game().move_count() })),
        }
    }

    /// Returns the record of the game.
    pub(crate) fn record(&self) -> String {
        self.shared().play.tree().to_sgf()
    }

    /// Returns the stones of a position.
    pub(crate) fn position(&self, at: &At) -> Result<Json, Refusal> {
        let game = self.game_at(at)?;
        let mut position = state::position(&game);
        let line: Vec<_> = game.moves().collect();
        state::add_notes(&mut position, &self.shared().play, &line);
        Ok(position)
    }

    /// Returns the moves of the game and of all variations.
    pub(crate) fn variations(&self) -> Json {
        let shared = self.shared();
        variations::to_json(&shared.play.variations(), shared.play.game().size())
    }

    pub(crate) fn view(&self, options: &ViewOptions) -> Result<Json, Refusal> {
        let game = self.game_at(&options.at())?;
        self.analyst().view(&game, options)
    }

    pub(crate) fn point(&self, at: &At, point: &str) -> Result<Json, Refusal> {
        let game = self.game_at(at)?;
        let point = parse_point(&game, point)?;
        Ok(self.analyst().point(&game, point))
    }

    /// Answers a question about a position.
    pub(crate) fn answer(&self, at: &At, question: Question) -> Result<Json, Refusal> {
        let game = self.game_at(at)?;
        // Others may use the analyst while the judge starts or thinks.
        let (judged, failed) = self.judged(&game, question);
        let mut answer = self.analyst().answer(&game, question, judged.as_ref())?;
        let last = game.moves().next_back().filter(|_| at.tried.is_empty());
        if let (Question::Why, Some((color, _)), Some(text)) = (question, last, answer["text"].as_str()) {
            answer["text"] = (self.shared().play.level_note(color) + text).into();
        }
        if let (Some(failed), Some(text)) = (failed, answer["text"].as_str()) {
            answer["text"] = format!("{failed} {text}").into();
        }
        Ok(answer)
    }

    /// Asks the judge of the game. Returns its answers, if there are any, and a failure that was not told
    /// before.
    fn judged(&self, game: &Game, question: Question) -> (Option<JudgedAnswers>, Option<JudgeFailure>) {
        let judge = self.shared().play.judge().cloned();
        let asked = judge.map(|judge| {
            let goes_on = AtomicBool::new(false);
            judged::asked(&judge, game, question.topic(), &goes_on)
        });
        match asked {
            Some(Ok(answers)) => (answers, None),
            Some(Err(Unjudged::Failed(failure))) => {
                if failure.has_ended {
                    let mut shared = self.shared();
                    shared.play.dismiss_judge();
                    self.publish(&shared);
                }
                (None, Some(failure).filter(|failure| failure.is_news))
            }
            None | Some(Err(Unjudged::Stopped)) => (None, None),
        }
    }

    /// Returns the candidates in a position.
    pub(crate) fn candidates(&self, at: &At) -> Result<Json, Refusal> {
        let game = self.game_at(at)?;
        Ok(self.analyst().candidates(&game))
    }

    pub(crate) fn values(&self, at: &At) -> Result<Json, Refusal> {
        let game = self.game_at(at)?;
        Ok(self.analyst().values(&game))
    }

    /// Changes a value for both engines.
    pub(crate) fn change(&self, change: Option<&str>) -> Result<(), Refusal> {
        let mut analyst = self.analyst();
        analyst.change(change)?;
        let knowledge = analyst.engine().knowledge.clone();
        drop(analyst);
        let mut shared = self.shared();
        let events = shared.play.set_knowledge(knowledge);
        shared.graph.clear();
        shared.add_events(&events);
        self.publish(&shared);
        Ok(())
    }

    pub(crate) fn changed_patterns(&self) -> Result<String, Refusal> {
        Ok(self.analyst().changed_patterns())
    }

    /// Returns the game that has reached a position.
    fn game_at(&self, at: &At) -> Result<Game, Refusal> {
        self.shared().game_at(at)
    }

    /// Returns the game after that number of moves. Moves that were taken back count.
    fn game_after(&self, moves: usize) -> Result<Game, Refusal> {
        let tried = String::new();
        self.game_at(&At { moves, tried })
    }

    /// Returns the next position of the graph with the knowledge and the visits to search it, if a page is
    /// open and the engine of the game is idle.
    fn next_of_graph(&self) -> Option<(Game, Knowledge, u32)> {
        if self.states.receiver_count() == 0 {
            return None;
        }
        let shared = self.shared();
        if shared.play.is_busy() || shared.exercise.is_busy() {
            return None;
        }
        let (moves, visits) = shared
            .graph
            .next(&shared.whole_game(), shared.play.game().move_count())?;
        drop(shared);
        let game = self.game_after(moves).ok()?;
        Some((game, self.shared().play.knowledge().clone(), visits))
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        // A game is consistent after each command, so that a panic elsewhere does no harm.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn analyst(&self) -> MutexGuard<'_, Analyst> {
        self.analyst.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, shared: &Shared) {
        self.states.send_if_modified(|last| {
            let is_open = last.is_some();
            if is_open {
                *last = Some(shared.state());
            }
            is_open
        });
    }
}

/// Reads the first game of a file, which must be a game of Go.
fn read(bytes: &[u8]) -> Result<Tree, SgfError> {
    let mut games = Games::new(bytes)?;
    let tree = games.next().expect("a file without a game is an error")?;
    Record::from_tree(&tree)?;
    Ok(tree)
}

/// Begins a new game. Its level and its teaching need no message: the page shows them.
fn begin(play: &mut InteractiveGame, beginning: Beginning) -> Vec<Event> {
    let events = play.begin_with(beginning.setup);
    if !is_refused(&events) {
        play.execute(Command::Level(beginning.level));
        play.execute(Command::Teach(beginning.teaching));
    }
    events
}

fn is_refused(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Refused(_)))
}

/// Takes results from the engine and checks the clocks, until the server is dropped.
fn poll_engine(server: &Weak<Server>, woken: &Receiver<()>) {
    loop {
        // Without the engine nothing wakes this thread, but the clocks go on.
        if woken.recv_timeout(TICK) == Err(RecvTimeoutError::Disconnected) {
            thread::sleep(TICK);
        }
        let Some(server) = server.upgrade() else { return };
        let mut shared = server.shared();
        let events = shared.play.poll();
        if !events.is_empty() {
            if let Some(why) = shared.add_events(&events) {
                shared.add_message("event", &why, None);
            }
            server.publish(&shared);
        }
    }
}

/// Searches the positions of the game for the graph, until the server is dropped. Pages hear of the values at
/// intervals.
fn fill_graph(server: &Weak<Server>, engine: Engine) {
    let mut player = GraphPlayer::new(engine);
    let (mut told, mut is_news) = (Instant::now(), false);
    while let Some(server) = server.upgrade() {
        let next = server.next_of_graph();
        if let Some((game, knowledge, visits)) = &next {
            let value = player.value(game, knowledge, *visits);
            server.shared().graph.keep(game, value);
            is_news = true;
        }
        if is_news && (next.is_none() || told.elapsed() > GRAPH_INTERVAL) {
            (told, is_news) = (Instant::now(), false);
            server.publish(&server.shared());
        }
        drop(server);
        if next.is_none() {
            thread::sleep(TICK);
        }
    }
}

impl Shared {
    /// Returns the game with the moves that were taken back.
    fn whole_game(&self) -> Game {
        let mut game = self.play.game().clone();
        for (color, mv) in self.play.taken_back() {
            if game.play(color, mv).is_err() {
                break;
            }
        }
        game
    }

    /// Returns the game that has reached a position.
    fn game_at(&self, at: &At) -> Result<Game, Refusal> {
        let mut game = self.whole_game();
        at.go(&mut game)?;
        Ok(game)
    }

    fn state(&self) -> Arc<str> {
        let mut state = state::to_json(&self.play);
        state["game"] = self.game.into();
        state["archived"] = self.archived.clone().into();
        state["messages"] = self.messages.clone().into();
        state["review"] = self.review.state();
        state["exercise"] = self.exercise.state();
        state["notes"] = self.play.has_notes().then_some(self.notes).into();
        state["graph"] = self.graph.to_json(&self.whole_game());
        state.to_string().into()
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
                Event::Hint { mv, .. } => self.add_message("hint", &text, Some(*mv)),
                Event::Why(_) => self.add_message("why", &text, None),
                Event::Archived(_) => self.archived = Some(text),
                // The page shows these from the state.
                Event::Counted { .. } | Event::Marked { .. } | Event::Ended(_) => {}
                Event::Warned(_) | Event::Better { .. } => {}
                _ if text.is_empty() => {}
                _ => self.add_message("event", &text, None),
            }
        }
        refused
    }

    fn add_message(&mut self, kind: &str, text: &str, mv: Option<Move>) {
        let game = self.play.game();
        self.messages.push(json!({
            "id": self.next,
            "kind": kind,
            "text": text,
            "move": mv.map(|mv| game.size().show(mv)),
            "moves": game.move_count(),
        }));
        self.next += 1;
        let too_many = self.messages.len().saturating_sub(KEPT_MESSAGES);
        self.messages.drain(..too_many);
    }
}
