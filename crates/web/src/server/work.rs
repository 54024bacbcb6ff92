// SPDX-License-Identifier: MIT OR Apache-2.0

//! The work beside the requests: moves of the engine, clocks, the graph and reviews. Threads do it, or, where
//! there are none, the caller step by step.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use katachi_engine::Engine;
use katachi_engine::play::Player;
use katachi_learning::quiz::Place;
use katachi_rules::sgf::Record;
use katachi_session::{InteractiveGame, Thinking};
use tokio::sync::watch;

use super::Server;
use crate::analyst::Analyst;
use crate::answer::Refusal;
use crate::review::{ReviewOrder, ReviewStatus};
use crate::shared::Shared;
use crate::{graph, state};

/// Interval at which clocks are checked.
const TICK: Duration = Duration::from_millis(200);
/// Interval at which pages hear of new values of the graph.
const GRAPH_INTERVAL: Duration = Duration::from_millis(700);
/// Time limits of a value of the graph. Requests wait for a step.
const GRAPH_TIME: Duration = Duration::from_secs(2);
const GRAPH_STEP: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub(crate) enum Work {
    /// Threads of the server.
    InThreads,
    /// The thread that calls [`Server::step`]. It has the player for the graph.
    InSteps(Box<Mutex<Player>>),
}

impl Server {
    /// Creates a server with the game that `begin` creates in the given mode of thinking. `engine` analyses
    /// positions. `results` is the place of the results of a quiz; without one there is no quiz.
    pub fn new(
        engine: Engine,
        results: Option<Place>,
        begin: impl FnOnce(Thinking) -> InteractiveGame,
    ) -> Arc<Self> {
        let (wake, woken) = channel();
        let play = begin(Thinking::Background(Some(wake)));
        let this = Self::with(&engine, results, play, Work::InThreads);
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

    /// Creates a server without threads, for a worker of a browser. The caller calls [`Server::step`] between
    /// requests. Reviews wait for somebody who makes them: see [`Server::take_review_order`].
    pub fn without_threads(
        engine: Engine,
        results: Option<Place>,
        begin: impl FnOnce(Thinking) -> InteractiveGame,
    ) -> Arc<Self> {
        let player = Box::new(Mutex::new(graph::player(engine.clone())));
        Self::with(
            &engine,
            results,
            begin(Thinking::Synchronous),
            Work::InSteps(player),
        )
    }

    fn with(engine: &Engine, results: Option<Place>, play: InteractiveGame, work: Work) -> Arc<Self> {
        let shared = Shared::new(play);
        Arc::new(Self {
            states: watch::Sender::new(Some(state::text(&shared))),
            shared: Mutex::new(shared),
            analyst: Mutex::new(Analyst::new(engine.clone())),
            results,
            work,
        })
    }

    /// Does the next piece of the work beside the requests: a move of the engine, or a value of the graph.
    /// Returns whether there is more. Otherwise the caller should call again after a fifth of a second, as
    /// clocks run. Takes as long as the engine thinks. Does nothing if threads work.
    pub fn step(&self) -> bool {
        let Work::InSteps(player) = &self.work else {
            return false;
        };
        let was_busy = self.shared().play.is_busy();
        self.poll();
        let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
        let is_news = !was_busy && self.fill_graph(&mut player, GRAPH_STEP);
        if is_news {
            self.publish(&self.shared());
        }
        was_busy || is_news
    }

    /// Takes results from the engine and checks the clocks.
    fn poll(&self) {
        let mut shared = self.shared();
        let events = shared.play.poll();
        if !events.is_empty() {
            if let Some(why) = shared.add_events(&events) {
                shared.add_message(why);
            }
            self.publish(&shared);
        }
    }

    /// Searches the next position of the graph for at most that time, if a page is open and the engine of the
    /// game is idle. Returns whether there is one.
    fn fill_graph(&self, player: &mut Player, time: Duration) -> bool {
        let shared = self.shared();
        if self.states.receiver_count() == 0 || shared.play.is_busy() || shared.exercise.is_busy() {
            return false;
        }
        let mut game = shared.whole_game();
        let Some((moves, visits)) = shared.graph.next(&game, shared.play.game().move_count()) else {
            return false;
        };
        player.engine.knowledge = shared.play.engine().knowledge.clone();
        drop(shared);
        while game.move_count() > moves {
            game.undo();
        }
        let value = graph::value(player, &game, visits, time);
        self.shared().graph.keep(&game, value);
        true
    }

    /// Begins a review of the whole game, with the moves that were taken back.
    pub(crate) fn begin_review(self: &Arc<Self>) -> Result<(), Refusal> {
        let mut shared = self.shared();
        let number = shared.review.clear();
        let result = shared.play.record();
        let mut record = Record::from_game(&shared.whole_game());
        drop(shared);
        for name in ["PB", "PW", "RE"] {
            if let Some(text) = result.get(name) {
                record.set(name, text);
            }
        }
        let analyst = self.analyst();
        let changes = analyst.values.changes.iter();
        let changes = changes.map(|changed| changed.change.to_string());
        let (engine, changes) = (analyst.values.loaded.clone(), changes.collect());
        drop(analyst);
        let order = ReviewOrder {
            number,
            record: record.to_sgf(),
            changes,
        };
        match self.work {
            Work::InThreads => self.make_review(order, engine),
            Work::InSteps(_) => self.with_shared(|shared| {
                // Unless it is dropped already.
                if shared.review.number == number {
                    shared.review.order = Some(order);
                }
            }),
        }
        Ok(())
    }

    /// Makes a review in a thread of its own.
    fn make_review(self: &Arc<Self>, order: ReviewOrder, engine: Engine) {
        let server = Arc::downgrade(self);
        let update = move |report| {
            let server = server.upgrade();
            server.is_some_and(|server| server.with_shared(|shared| shared.review.update(report)))
        };
        let no_thread = order.clone();
        let thread = std::thread::Builder::new().name("review".to_owned());
        if let Err(error) = thread.spawn(move || order.make(engine, update)) {
            let failed = ReviewStatus::Failed(error.to_string());
            self.with_shared(|shared| shared.review.update(no_thread.report(failed, None)));
        }
    }

    /// Takes the order for a review, as text, that [`make_review`](crate::make_review) executes elsewhere, if
    /// there is one.
    pub fn take_review_order(&self) -> Option<String> {
        let order = self.shared().review.order.take()?;
        serde_json::to_string(&order).ok()
    }

    /// Takes a status of a review that is made elsewhere, as text. Returns whether the review is still
    /// wanted.
    pub fn take_review_status(&self, report: &str) -> bool {
        let report = serde_json::from_str(report);
        report.is_ok_and(|report| self.with_shared(|shared| shared.review.update(report)))
    }
}

/// Takes results from the engine and checks the clocks, until the server is dropped.
fn poll_engine(server: &Weak<Server>, woken: &Receiver<()>) {
    loop {
        // Without the engine nothing wakes this thread, but the clocks go on.
        if woken.recv_timeout(TICK) == Err(RecvTimeoutError::Disconnected) {
            thread::sleep(TICK);
        }
        let Some(server) = server.upgrade() else { return };
        server.poll();
    }
}

/// Searches the positions of the game for the graph, until the server is dropped. Pages hear of the values at
/// intervals.
fn fill_graph(server: &Weak<Server>, engine: Engine) {
    let mut player = graph::player(engine);
    let (mut published, mut is_news) = (Instant::now(), false);
    while let Some(server) = server.upgrade() {
        let has_more = server.fill_graph(&mut player, GRAPH_TIME);
        is_news |= has_more;
        if is_news && (!has_more || published.elapsed() > GRAPH_INTERVAL) {
            (published, is_news) = (Instant::now(), false);
            server.publish(&server.shared());
        }
        drop(server);
        if !has_more {
            thread::sleep(TICK);
        }
    }
}
