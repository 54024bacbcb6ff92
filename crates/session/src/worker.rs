// SPDX-License-Identifier: MIT OR Apache-2.0

//! The engine at work: in a thread of its own, so that whatever shows the game stays responsive, or within the call, for
//! dialogues that wait in any case and for tests.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use katachi::Choice;
use katachi::analysis::FinalStatus;
use katachi::knowledge::Knowledge;
use katachi::play::{Clock, LeadEstimate, MoveTime, Player, Request, Settings};
use katachi::search::Now;
use katachi_gtp::why;
use katachi_rules::{Color, Game, Move};

/// Minimum time for a move whose reasons are weighed as well.
const MIN_TO_EXPLAIN: Duration = Duration::from_secs(1);

/// Called from the engine's thread whenever an answer lies ready.
#[derive(Clone)]
pub struct Wake(Arc<dyn Fn() + Send + Sync>);

impl Wake {
    /// Calls that function, which should return at once.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake))
    }
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wake")
    }
}

/// Where the engine works.
#[derive(Clone, Debug, Default)]
pub enum Thinking {
    /// In a thread of its own; `Wake`, if there is one, is called when an answer lies ready.
    Background(Option<Wake>),
    /// Within the call that needs it.
    #[default]
    Synchronous,
}

/// What the engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// A move in the game; if it `captures`, dead stones of the other side are taken off before it passes.
    Move { captures: bool },
    /// A move for the person.
    Hint,
    /// The reasons of the last move, whoever made it.
    Why,
    /// The final status of the stones.
    Status,
    /// An estimate of the score.
    Estimate,
}

/// What it has found.
#[derive(Debug)]
pub(crate) enum Answer {
    Move(Box<Choice>),
    /// Instead of a move.
    Resigns,
    Hint(Box<Choice>),
    Why(String),
    Status(Box<FinalStatus>),
    Estimate(LeadEstimate),
}

/// A task in a position.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) task: Task,
    pub(crate) game: Game,
    pub(crate) color: Color,
    pub(crate) settings: Settings,
    pub(crate) knowledge: Knowledge,
    pub(crate) clock: Clock,
    pub(crate) now: Now,
    /// When the clock of the side was started.
    pub(crate) start: Duration,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// It has not come yet.
    NotYet,
    /// It will never come.
    Never,
}

/// What the thread is told.
#[derive(Debug)]
enum Order {
    /// To answer, with the number of the answer; set, the flag stops it.
    Answer(u64, Arc<AtomicBool>, Job),
    /// To think about the position without an answer, until the next order.
    Ponder(Job),
    /// To do nothing.
    Rest,
}

#[derive(Debug)]
enum Place {
    Thread {
        orders: Sender<Order>,
        answers: Receiver<(u64, Answer)>,
    },
    Here(Box<Player>, Option<Answer>),
}

/// The engine, with the one task that it is about.
#[derive(Debug)]
pub(crate) struct Worker {
    place: Place,
    /// The number of the last job. Answers of earlier ones are of no use any more.
    number: u64,
    /// Set to stop the last job.
    stop: Arc<AtomicBool>,
    task: Option<Task>,
    is_pondering: bool,
}

impl Worker {
    pub(crate) fn new(player: Player, thinking: Thinking) -> Self {
        let place = match thinking {
            Thinking::Synchronous => Place::Here(Box::new(player), None),
            Thinking::Background(wake) => start(player, wake),
        };
        Self {
            place,
            number: 0,
            stop: Arc::default(),
            task: None,
            is_pondering: false,
        }
    }

    /// What the engine is asked for and has not answered.
    pub(crate) fn task(&self) -> Option<Task> {
        self.task
    }

    /// Asks for something else; what was asked for before is given up.
    pub(crate) fn ask(&mut self, job: Job) {
        self.cancel();
        self.number += 1;
        self.stop = Arc::default();
        self.task = Some(job.task);
        self.is_pondering = false;
        match &mut self.place {
            // A thread that is gone is found when its answer is missing.
            Place::Thread { orders, .. } => {
                drop(orders.send(Order::Answer(self.number, Arc::clone(&self.stop), job)));
            }
            Place::Here(player, answer) => *answer = Some(answered(player, &job, &self.stop)),
        }
    }

    /// Thinks about the position of that job, on the person's time, until something is asked or [`Worker::rest`]. Nothing if it thinks
    /// already, is asked for something or has no thread of its own.
    pub(crate) fn ponder(&mut self, job: Job) {
        if let Place::Thread { orders, .. } = &self.place
            && self.task.is_none()
            && !self.is_pondering
        {
            self.is_pondering = orders.send(Order::Ponder(job)).is_ok();
        }
    }

    /// Thinks no longer on the person's time.
    pub(crate) fn rest(&mut self) {
        if let Place::Thread { orders, .. } = &self.place
            && self.is_pondering
        {
            self.is_pondering = false;
            // A thread that is gone thinks about nothing.
            let _ = orders.send(Order::Rest);
        }
    }

    /// Is it told to think on the person's time?
    #[cfg(test)]
    pub(crate) fn is_pondering(&self) -> bool {
        self.is_pondering
    }

    /// Gives up what is asked for.
    pub(crate) fn cancel(&mut self) {
        self.stop.store(true, Relaxed);
        self.task = None;
    }

    /// Makes a search end at once, with an answer by what it has found.
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Relaxed);
    }

    /// The answer, if it comes within that time.
    pub(crate) fn answer(&mut self, within: Duration) -> Result<Answer, Missing> {
        if self.task.is_none() {
            return Err(Missing::NotYet);
        }
        let answer = match &mut self.place {
            Place::Here(_, answer) => answer.take().ok_or(Missing::Never),
            Place::Thread { answers, .. } => received(answers, self.number, within),
        };
        if !matches!(answer, Err(Missing::NotYet)) {
            self.task = None;
        }
        answer
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The thread ends by itself when it finds that nobody asks any more.
        self.cancel();
    }
}

/// The answer of that number; those of earlier ones are passed over.
fn received(answers: &Receiver<(u64, Answer)>, number: u64, within: Duration) -> Result<Answer, Missing> {
    loop {
        let received = match within.is_zero() {
            true => answers.try_recv().map_err(|error| error == TryRecvError::Empty),
            false => answers
                .recv_timeout(within)
                .map_err(|error| error == RecvTimeoutError::Timeout),
        };
        match received {
            Ok((of, answer)) if of == number => return Ok(answer),
            Ok(_) => {}
            Err(true) => return Err(Missing::NotYet),
            Err(false) => return Err(Missing::Never),
        }
    }
}

fn start(mut player: Player, wake: Option<Wake>) -> Place {
    let (orders, to_do) = channel();
    let (done, answers) = channel();
    let work = move || {
        while let Ok(order) = to_do.recv() {
            player.stop_pondering();
            let (number, stop, job) = match order {
                Order::Answer(number, stop, job) => (number, stop, job),
                Order::Ponder(job) => {
                    prepare(&mut player, &job);
                    player.ponder(&job.game, job.color);
                    continue;
                }
                Order::Rest => continue,
            };
            if done.send((number, answered(&mut player, &job, &stop))).is_err() {
                break;
            }
            if let Some(Wake(wake)) = &wake {
                wake();
            }
        }
    };
    // Without a thread both channels are closed, which is found when the first answer is missing.
    let _ = thread::Builder::new().name("engine".to_owned()).spawn(work);
    Place::Thread { orders, answers }
}

/// Settings and clock of the job.
fn prepare(player: &mut Player, job: &Job) {
    player.engine.settings = job.settings;
    player.engine.knowledge = job.knowledge.clone();
    player.clock = job.clock;
    player.now = job.now.clone();
}

fn answered(player: &mut Player, job: &Job, stop: &Arc<AtomicBool>) -> Answer {
    prepare(player, job);
    player.interrupt = Arc::clone(stop);
    let request = Request::new(&job.game, job.color);
    match job.task {
        Task::Move { captures } => {
            // A person may ask for the reasons of the move.
            let budget = player.budget_on_clock(&job.game, job.color);
            let mut choice = player.choose(&Request {
                time: MoveTime::OnClock(job.start),
                explains: budget.is_none_or(|budget| budget.aim >= MIN_TO_EXPLAIN),
                ..request
            });
            if choice.resigns {
                return Answer::Resigns;
            }
            if captures && choice.mv == Move::Pass {
                let capture = player.engine.cleanup_move(&job.game, job.color);
                choice.mv = capture.map_or(Move::Pass, Move::Play);
            }
            Answer::Move(Box::new(choice))
        }
        Task::Hint => Answer::Hint(Box::new(player.choose(&Request {
            explains: true,
            ..request
        }))),
        Task::Why => Answer::Why(why::last_move(player, &job.game).unwrap_or_default()),
        Task::Status => Answer::Status(Box::new(player.engine.final_status(&job.game))),
        Task::Estimate => Answer::Estimate(player.estimate(&job.game)),
    }
}
