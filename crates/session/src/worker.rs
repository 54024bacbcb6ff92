// SPDX-License-Identifier: MIT OR Apache-2.0

//! The engine of a session: in a thread of its own, which keeps the interface responsive, or synchronous, for
//! dialogues that wait anyway and for tests.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use katachi_answers::{Advice, Judged, Question, advise, last_move, why_chosen};
use katachi_engine::analysis::FinalStatus;
use katachi_engine::play::{Level, MoveTime, Player, Request, STACK_SIZE};
use katachi_engine::{Choice, Engine};
use katachi_katago_json::{Judge, JudgeError, JudgeFailure, SharedJudge, Unjudged, unless_set};
use katachi_review::{JudgedMove, ReviewError, VISITS_19};
use katachi_rules::{Game, Move};

use crate::clocks::Clocks;

/// The thread of the engine.
#[derive(Clone, Debug, Default)]
pub enum Thinking {
    /// A thread of its own, which sends a message when an answer is ready.
    Background(Option<Sender<()>>),
    /// The thread that polls for the answer, which begins only then: an interface can show the game before.
    #[default]
    Synchronous,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// A move of the game. With `captures` the engine captures dead stones before it passes.
    Move { captures: bool },
    /// A question of the person, answered at full strength.
    Ask(Question),
    /// The judgement of the last move, which the person has made.
    Judge,
    /// The final status of the stones.
    Status,
}

#[derive(Debug)]
pub(crate) enum Answer {
    Move(Box<Choice>),
    /// `None`: there is nothing to answer.
    Advice(Question, Option<Box<Advice>>),
    /// The last move, and the judge's name if it is not Katachi. `None`: it was ended early, or there is
    /// nothing to judge.
    Judged {
        last: Option<Box<JudgedMove>>,
        judge: Option<&'static str>,
    },
    Status(Box<FinalStatus>),
}

/// An answer, and the failure of the judge if it should have given it.
pub(crate) type Answered = (Answer, Option<JudgeFailure>);

#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) task: Task,
    pub(crate) game: Game,
    pub(crate) engine: Engine,
    pub(crate) clocks: Clocks,
    /// The judge, if there is one.
    pub(crate) judge: Option<SharedJudge>,
    /// The engine's choice of the last move, if the person asks about it.
    pub(crate) choice: Option<Choice>,
}

#[derive(Debug)]
enum Instruction {
    /// Answer the job. The flag stops the answer.
    Answer(Job, Arc<AtomicBool>, Sender<Answered>),
    /// Think about the position without an answer, until the next instruction.
    Ponder(Job),
    StopPondering,
}

/// The players, which follow instructions: in a thread, or when an answer is awaited.
#[derive(Debug)]
struct Players {
    mover: Player,
    /// Advises the person at full strength. Made when it is first asked below the full level. The mover's
    /// tree and readings stay untouched, so that advice changes no move.
    advisor: Option<Player>,
    wake: Option<Sender<()>>,
}

impl Players {
    fn follow(&mut self, instruction: Instruction) {
        self.mover.stop_pondering();
        match instruction {
            Instruction::Answer(job, stop, done) => {
                let answer = answered(self.player(&job), &job, &stop);
                // Who is gone needs no answer and no message.
                let _ = done.send(answer);
                let _ = self.wake.as_ref().map(|wake| wake.send(()));
            }
            Instruction::Ponder(job) => {
                prepare(&mut self.mover, &job);
                self.mover.ponder(&job.game, job.game.to_move());
            }
            Instruction::StopPondering => {}
        }
    }

    /// The player for a task, with the engine and the clock of the job.
    fn player(&mut self, job: &Job) -> &mut Player {
        let is_advice = matches!(job.task, Task::Ask(_) | Task::Judge);
        if !is_advice || job.engine.settings.level == Level::FULL {
            prepare(&mut self.mover, job);
            return &mut self.mover;
        }
        let new = || Player::new(job.engine.clone());
        let advisor = self.advisor.get_or_insert_with(new);
        prepare(advisor, job);
        advisor.engine.settings.level = Level::FULL;
        advisor
    }
}

#[derive(Debug)]
pub(crate) struct Worker {
    instructions: Sender<Instruction>,
    /// The answer to the last job. Nobody hears those to earlier ones.
    answer: Receiver<Answered>,
    /// `None`: a thread has it.
    players: Option<(Box<Players>, Receiver<Instruction>)>,
    /// Stops the last job when it is set.
    stop: Arc<AtomicBool>,
    /// The task that is not answered yet.
    pub(crate) task: Option<Task>,
    pub(crate) is_pondering: bool,
}

impl Worker {
    pub(crate) fn new(engine: Engine, thinking: Thinking) -> Self {
        let (instructions, to_do) = channel();
        let mut players = Box::new(Players {
            mover: Player::new(engine),
            advisor: None,
            wake: None,
        });
        let players = match thinking {
            Thinking::Synchronous => Some((players, to_do)),
            Thinking::Background(wake) => {
                players.wake = wake;
                // Without a thread all channels are closed, which is noticed when an answer is missing.
                let thread = thread::Builder::new().name("engine".to_owned());
                let _ = thread.stack_size(STACK_SIZE).spawn(move || {
                    to_do
                        .into_iter()
                        .for_each(|instruction| players.follow(instruction));
                });
                None
            }
        };
        Self {
            instructions,
            answer: channel().1,
            players,
            stop: Arc::default(),
            task: None,
            is_pondering: false,
        }
    }

    pub(crate) fn ask(&mut self, job: Job) {
        self.cancel();
        self.stop = Arc::default();
        self.task = Some(job.task);
        self.is_pondering = false;
        let (done, answer) = channel();
        self.answer = answer;
        // A dead thread is noticed when its answer is missing.
        let instruction = Instruction::Answer(job, Arc::clone(&self.stop), done);
        let _ = self.instructions.send(instruction);
    }

    /// Thinks about the position of the job on the person's time, until the next job or
    /// [`Worker::stop_pondering`]. Does nothing if the engine ponders already, has a task, or has no thread
    /// of its own.
    pub(crate) fn ponder(&mut self, job: Job) {
        if self.players.is_none() && self.task.is_none() && !self.is_pondering {
            self.is_pondering = self.instructions.send(Instruction::Ponder(job)).is_ok();
        }
    }

    pub(crate) fn stop_pondering(&mut self) {
        if std::mem::take(&mut self.is_pondering) {
            // A dead thread does not think.
            let _ = self.instructions.send(Instruction::StopPondering);
        }
    }

    pub(crate) fn cancel(&mut self) {
        self.hurry();
        self.task = None;
    }

    /// Ends the search at once. Its answer is the best move so far.
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Waits for the answer for at most that time. An error tells that it has not come yet, or never will.
    pub(crate) fn answer(&mut self, within: Duration) -> Result<Answered, RecvTimeoutError> {
        if self.task.is_none() {
            return Err(RecvTimeoutError::Timeout);
        }
        if let Some((players, to_do)) = &mut self.players {
            // Earlier jobs are cancelled.
            let last = to_do.try_iter().last();
            last.into_iter().for_each(|last| players.follow(last));
        }
        let answer = self.answer.recv_timeout(within);
        if !matches!(answer, Err(RecvTimeoutError::Timeout)) {
            self.task = None;
        }
        answer
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The thread ends when its channel is closed.
        self.cancel();
    }
}

fn prepare(player: &mut Player, job: &Job) {
    player.engine = job.engine.clone();
    player.clock = job.clocks.clock;
    player.now = job.clocks.now.clone();
}

/// Answers, with the judge's values where it has any.
fn answered(player: &mut Player, job: &Job, stop: &Arc<AtomicBool>) -> Answered {
    player.interrupt = Arc::clone(stop);
    match job.task {
        Task::Move { captures } => (moved(player, job, captures), None),
        Task::Ask(question) => {
            let judged = Judged::ask(job.judge.as_ref(), &job.game, question, stop);
            let answers = judged.as_ref().ok().and_then(Option::as_ref);
            let advice = match (last_move(&job.game), &job.choice) {
                (Some((before, color, _)), Some(choice)) => {
                    Some(why_chosen(player, &before, color, choice.clone()))
                }
                _ => advise(player, &job.game, question, answers),
            };
            (Answer::Advice(question, advice.map(Box::new)), judged.err())
        }
        Task::Judge => {
            let judged =
                |judge: Option<(&mut Judge, u32)>| judged_move(&player.engine, &job.game, stop, judge);
            let by_judge = job.judge.as_ref().map_or(Ok(None), |judge| {
                judge.ask(stop, |judge, visits| judged(Some((judge, visits))))
            });
            let (by_judge, failure) = match Unjudged::unless_stopped(by_judge) {
                Ok(by_judge) => (by_judge, None),
                Err(failure) => (None, Some(failure)),
            };
            let judge = by_judge.as_ref().and(job.judge.as_ref()).map(SharedJudge::name);
            let last = by_judge.or_else(|| judged(None).ok()?).map(Box::new);
            (Answer::Judged { last, judge }, failure)
        }
        Task::Status => (
            Answer::Status(Box::new(player.engine.final_status(&job.game))),
            None,
        ),
    }
}

fn moved(player: &mut Player, job: &Job, captures: bool) -> Answer {
    let (game, color) = (&job.game, job.game.to_move());
    let mut choice = player.choose(&Request {
        time: MoveTime::OnClock(job.clocks.since()),
        ..Request::new(game, color)
    });
    if captures && choice.mv == Move::Pass && !choice.resigns {
        let capture = player.engine.cleanup_move(game, color);
        choice.mv = capture.map_or(Move::Pass, Move::Play);
    }
    Answer::Move(Box::new(choice))
}

/// Judges the last move of a game, by a judge with those visits if there is one. `None` if there is no move,
/// or the flag stops it.
fn judged_move(
    engine: &Engine,
    game: &Game,
    stop: &AtomicBool,
    judge: Option<(&mut Judge, u32)>,
) -> Result<Option<JudgedMove>, JudgeError> {
    let Some((before, color, mv)) = last_move(game) else {
        return Ok(None);
    };
    let (played, mut watcher) = ((color, mv), unless_set(stop));
    let (judge, visits) = judge.map_or((None, VISITS_19), |(judge, visits)| (Some(judge), visits));
    match JudgedMove::new(engine, judge, &before, played, visits, &mut watcher) {
        Ok(judged) => Ok(Some(judged)),
        Err(ReviewError::Judge(error)) => Err(error),
        // The move of a game is legal, so that only the flag stops it.
        Err(_) => Err(JudgeError::Stopped),
    }
}
