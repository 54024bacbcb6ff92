// SPDX-License-Identifier: MIT OR Apache-2.0

//! The table at which the game is played: the game with its engine, which every page sees, and a second engine that looks at
//! positions when a page asks.
//!
//! What the engine finds is taken from it by a thread, which it wakes; pages hear of each change by a channel that always holds the
//! latest state.

use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use katachi::Engine;
use katachi_rules::sgf::Record;
use katachi_rules::{Game, Move};
use katachi_session::{Command, Event, PersonGame, Sides, Thinking, Wake};
use serde_json::{Value as Json, json};
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;

use crate::analyst::{Analyst, Wish};
use crate::error::Refusal;
use crate::order::{Deed, Order, parse_point};
use crate::review::{self, Desk};
use crate::state;

/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(200);
/// Messages that are kept for pages that are opened later.
const KEPT_MESSAGES: usize = 20;

/// A state of the game as JSON; none when the server ends.
pub(crate) type State = Option<Arc<str>>;

/// A game that pages look at and play in.
pub struct Table {
    seat: Mutex<Seat>,
    states: watch::Sender<State>,
    analyst: Mutex<Analyst>,
}

/// The game, and what was said of it.
struct Seat {
    play: PersonGame,
    review: Desk,
    messages: Vec<Json>,
    /// The number of the next message.
    next: u64,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Table")
    }
}

impl Table {
    /// A table with the game that `begin` makes, whose engine is to think as it is told. Positions are looked at by `engine`.
    pub fn new(engine: Engine, begin: impl FnOnce(Thinking) -> PersonGame) -> Arc<Self> {
        let (wake, woken) = channel();
        // When the table is gone, nobody needs to be woken.
        let wake = Wake::new(move || wake.send(()).unwrap_or_default());
        let seat = Seat {
            play: begin(Thinking::Background(Some(wake))),
            review: Desk::default(),
            messages: Vec::new(),
            next: 1,
        };
        let this = Arc::new(Self {
            states: watch::Sender::new(Some(seat.state())),
            seat: Mutex::new(seat),
            analyst: Mutex::new(Analyst::new(engine)),
        });
        let weak = Arc::downgrade(&this);
        // Without the thread the game would stand still, which is seen at once.
        let _ = thread::Builder::new()
            .name("table".to_owned())
            .spawn(move || attend(&weak, &woken));
        this
    }

    /// The state now, then each later one.
    pub(crate) fn states(&self) -> WatchStream<State> {
        WatchStream::new(self.states.subscribe())
    }

    pub(crate) fn state(&self) -> Arc<str> {
        self.seat().state()
    }

    /// No more states will come.
    pub(crate) fn close(&self) {
        self.states.send_replace(None);
    }

    /// Does what a page orders, unless it is refused.
    pub(crate) fn obey(self: &Arc<Self>, order: Order) -> Result<Json, Refusal> {
        let mut seat = self.seat();
        let deed = order.deed(seat.play.game())?;
        match deed {
            Deed::Review => {
                let number = seat.review.clear();
                drop(seat);
                self.begin_review(number)
            }
            deed => self.act(&mut seat, deed),
        }
    }

    /// Begins the review of that number, of the whole game.
    fn begin_review(self: &Arc<Self>, number: u64) -> Result<Json, Refusal> {
        let seat = self.seat();
        let (moves, result) = (seat.play.game().move_count(), seat.play.record());
        let there_are = moves + seat.play.taken_back().count();
        drop(seat);
        let game = self.game_at(there_are)?;
        let mut record = Record::from_game(&game);
        for name in ["PB", "PW", "RE"] {
            if let Some(text) = result.get(name) {
                record.set(name, text);
            }
        }
        review::begin(self, number, record, game);
        Ok(json!({ "made": moves }))
    }

    /// The page of the last review.
    pub(crate) fn review_page(&self) -> Option<Arc<str>> {
        self.seat().review.page()
    }

    /// Does something with the review, and tells the pages.
    pub(crate) fn at_desk<R>(&self, act: impl FnOnce(&mut Desk) -> R) -> R {
        let mut seat = self.seat();
        let result = act(&mut seat.review);
        self.publish(&seat);
        result
    }

    /// The engine that looks at positions, with the values as they are changed.
    pub(crate) fn analysing_engine(&self) -> Engine {
        self.analyst().engine().clone()
    }

    /// Puts the first game of a record in place of the game.
    pub(crate) fn load(&self, bytes: &[u8]) -> Result<Json, Refusal> {
        let record = Record::parse(bytes)
            .map_err(|error| Refusal::bad(format!("This is no record that can be used: {error}")))?;
        self.act(&mut self.seat(), Deed::Open(record))
    }

    fn act(&self, seat: &mut Seat, deed: Deed) -> Result<Json, Refusal> {
        let is_other_game = matches!(deed, Deed::Begin(..) | Deed::Open(_));
        let play = &mut seat.play;
        let events = match deed {
            Deed::Command(command) => play.obey(command),
            Deed::Begin(setup, level) => {
                let events = play.begin_with(setup);
                let is_begun = !events.iter().any(|event| matches!(event, Event::Refused(_)));
                if is_begun {
                    play.obey(Command::Level(level));
                }
                events
            }
            Deed::Open(record) => {
                let sides = play.sides();
                play.obey(Command::Sides(Sides::Both));
                let events = play.open(&record);
                if events.iter().any(|event| matches!(event, Event::Refused(_))) {
                    play.obey(Command::Sides(sides));
                }
                events
            }
            Deed::Review | Deed::StopReview => {
                seat.review.clear();
                Vec::new()
            }
        };
        let refused = seat.note(&events);
        if is_other_game && refused.is_none() {
            seat.review.clear();
        }
        self.publish(seat);
        match refused {
            Some(why) => Err(Refusal::conflict(why)),
            None => Ok(json!({ "made": seat.play.game().move_count() })),
        }
    }

    /// The game as a record.
    pub(crate) fn record(&self) -> String {
        self.seat().play.record().to_sgf()
    }

    /// The stones after that number of moves.
    pub(crate) fn position(&self, moves: usize) -> Result<Json, Refusal> {
        self.game_at(moves).map(|game| state::position(&game))
    }

    pub(crate) fn view(&self, wish: &Wish) -> Result<Json, Refusal> {
        let game = self.game_at(wish.moves)?;
        self.analyst().view(&game, wish)
    }

    pub(crate) fn point(&self, moves: usize, point: &str) -> Result<Json, Refusal> {
        let game = self.game_at(moves)?;
        let point = parse_point(&game, point)?;
        Ok(self.analyst().point(&game, point))
    }

    pub(crate) fn values(&self, moves: usize) -> Result<Json, Refusal> {
        let game = self.game_at(moves)?;
        Ok(self.analyst().values(&game))
    }

    /// Changes a value for both engines.
    pub(crate) fn change(&self, change: Option<&str>) -> Result<(), Refusal> {
        let mut analyst = self.analyst();
        analyst.change(change)?;
        let knowledge = analyst.engine().knowledge.clone();
        drop(analyst);
        let mut seat = self.seat();
        let events = seat.play.set_knowledge(knowledge);
        seat.note(&events);
        self.publish(&seat);
        Ok(())
    }

    pub(crate) fn changed_patterns(&self) -> Result<String, Refusal> {
        Ok(self.analyst().changed_patterns())
    }

    /// The game after that number of its moves, those that were taken back among them.
    fn game_at(&self, moves: usize) -> Result<Game, Refusal> {
        let seat = self.seat();
        let mut game = seat.play.game().clone();
        let later: Vec<_> = seat.play.taken_back().collect();
        drop(seat);
        let there_are = game.move_count() + later.len();
        if moves > there_are {
            return Err(Refusal::bad(format!("the game has {there_are} moves")));
        }
        let made = game.move_count();
        for (color, mv) in later.into_iter().take(moves.saturating_sub(made)) {
            let played: Result<(), _> = game.play(color, mv);
            played.map_err(|why| Refusal::conflict(why.to_string()))?;
        }
        while game.move_count() > moves {
            game.undo();
        }
        Ok(game)
    }

    fn seat(&self) -> MutexGuard<'_, Seat> {
        // A game is whole after each command, and a thread that has failed had been refused its own.
        self.seat.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn analyst(&self) -> MutexGuard<'_, Analyst> {
        self.analyst.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, seat: &Seat) {
        self.states.send_if_modified(|last| {
            let is_open = last.is_some();
            if is_open {
                *last = Some(seat.state());
            }
            is_open
        });
    }
}

/// Takes what the engine finds, and looks at the clocks, for as long as there is a table.
fn attend(table: &Weak<Table>, woken: &Receiver<()>) {
    loop {
        // If nobody can wake us, the engine is gone; the clocks go on.
        if woken.recv_timeout(TICK) == Err(RecvTimeoutError::Disconnected) {
            thread::sleep(TICK);
        }
        let Some(table) = table.upgrade() else { return };
        let mut seat = table.seat();
        let events = seat.play.poll();
        if !events.is_empty() {
            if let Some(why) = seat.note(&events) {
                seat.say("event", &why, None);
            }
            table.publish(&seat);
        }
    }
}

impl Seat {
    fn state(&self) -> Arc<str> {
        state::to_json(&self.play, &self.messages, &self.review.state())
            .to_string()
            .into()
    }

    /// Keeps what events say; a refusal is returned.
    fn note(&mut self, events: &[Event]) -> Option<String> {
        let size = self.play.game().size();
        let mut refused = None;
        for event in events {
            let text = event.text(size);
            match event {
                Event::Refused(_) => refused = Some(text),
                Event::Hint { mv, .. } => self.say("hint", &text, Some(*mv)),
                Event::Why(_) => self.say("why", &text, None),
                // The page says these from the state.
                Event::Counted { .. } | Event::Marked { .. } | Event::Ended(_) => {}
                _ if text.is_empty() => {}
                _ => self.say("event", &text, None),
            }
        }
        refused
    }

    fn say(&mut self, kind: &str, text: &str, mv: Option<Move>) {
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
