// SPDX-License-Identifier: MIT OR Apache-2.0

//! A judge that several threads ask, such as those of a game and of its page.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use katachi_line_program::split_words;
use katachi_rules::capital;

use crate::{Answer, Judge, JudgeError, JudgeQuestion};

/// Interval at which a thread that waits for another one looks whether it is stopped.
const TICK: Duration = Duration::from_millis(20);

/// A judge that starts in the background, as its network may take long to load, and answers one thread at a
/// time.
#[derive(Clone)]
pub struct SharedJudge {
    slot: Arc<Mutex<Slot>>,
    name: &'static str,
    visits: u32,
}

struct Slot {
    /// The judge, or why there is none.
    judge: Result<Judge, String>,
    told: Option<String>,
}

/// Why a judge has no values for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unjudged {
    /// The flag has stopped the work.
    Stopped,
    /// It refuses the position, cannot be started, or has ended.
    Failed(JudgeFailure),
}

impl Unjudged {
    /// Returns what a judge has found. `None` if the flag has stopped the work.
    ///
    /// # Errors
    /// The failure of the judge.
    pub fn unless_stopped<R>(found: Result<Option<R>, Self>) -> Result<Option<R>, JudgeFailure> {
        match found {
            Ok(found) => Ok(found),
            Err(Self::Stopped) => Ok(None),
            Err(Self::Failed(failure)) => Err(failure),
        }
    }
}

/// The failure of a judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeFailure {
    /// The reason, without a full stop.
    pub why: String,
    /// It has ended, and judges no other position.
    pub has_ended: bool,
    /// The same failure was not returned before.
    pub is_news: bool,
}

/// Returns a watcher that stops the work when the flag is set.
pub fn unless_set<T>(stop: &AtomicBool) -> impl FnMut(T) -> ControlFlow<()> {
    move |_| match stop.load(Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

impl SharedJudge {
    /// Begins to start the program of a command, with that number of visits a position.
    pub fn start(command: &str, visits: u32) -> Self {
        let slot = Arc::new(Mutex::new(Slot {
            judge: Err("internal error: the start of the judge failed".to_owned()),
            told: None,
        }));
        let (words, own) = (command.to_owned(), Arc::clone(&slot));
        let (locks, is_locked) = channel();
        // Whoever asks waits for the lock, which this thread has until the start has ended.
        thread::spawn(move || {
            let mut slot = own.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = locks.send(());
            slot.judge = Judge::start(&words).map_err(|error| error.to_string());
        });
        let _ = is_locked.recv();
        Self {
            slot,
            name: name_of(command),
            visits,
        }
    }

    /// Returns what a person calls it: `KataGo`, or `the judge` for another program.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Judges positions. Returns what reports call the judge, and the answers in the order of the questions.
    ///
    /// # Errors
    /// A judge that fails, and the flag that stops it.
    pub fn answers(
        &self,
        questions: &[JudgeQuestion],
        stop: &AtomicBool,
    ) -> Result<(String, Vec<Answer>), Unjudged> {
        self.ask(stop, |judge, visits| {
            let answers = judge.judge(questions, Some(visits), &mut unless_set(stop))?;
            Ok((judge.name(), answers))
        })
    }

    /// Asks the judge, once it has started and no other thread asks it. The function also gets the visits of
    /// a position.
    ///
    /// # Errors
    /// Those of [`SharedJudge::answers`].
    pub fn ask<R>(
        &self,
        stop: &AtomicBool,
        ask: impl FnOnce(&mut Judge, u32) -> Result<R, JudgeError>,
    ) -> Result<R, Unjudged> {
        let mut slot = self.lock(stop).ok_or(Unjudged::Stopped)?;
        let asked = match &mut slot.judge {
            Ok(judge) => ask(judge, self.visits),
            Err(why) => {
                let why = why.clone();
                return Err(slot.failed(why, true));
            }
        };
        asked.map_err(|error| {
            // One that has refused a position goes on; any other one is ended.
            let has_ended = !matches!(error, JudgeError::Refused { .. } | JudgeError::Stopped);
            if has_ended {
                slot.judge = Err(error.to_string());
            }
            // Nobody hears of a failure now; the next one who asks does.
            match stop.load(Relaxed) || matches!(error, JudgeError::Stopped) {
                true => Unjudged::Stopped,
                false => slot.failed(error.to_string(), has_ended),
            }
        })
    }

    /// Waits for the start and for other threads. `None` if the flag stops the wait.
    fn lock(&self, stop: &AtomicBool) -> Option<MutexGuard<'_, Slot>> {
        loop {
            match self.slot.try_lock() {
                Ok(slot) => return Some(slot),
                // Each question is a new one for the judge, so that a panic elsewhere does no harm.
                Err(TryLockError::Poisoned(error)) => return Some(PoisonError::into_inner(error)),
                Err(TryLockError::WouldBlock) if stop.load(Relaxed) => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(TICK),
            }
        }
    }
}

impl Slot {
    fn failed(&mut self, why: String, has_ended: bool) -> Unjudged {
        let is_news = self.told.as_ref() != Some(&why);
        self.told = Some(why.clone());
        Unjudged::Failed(JudgeFailure {
            why,
            has_ended,
            is_news,
        })
    }
}

impl fmt::Debug for SharedJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SharedJudge").field(&self.name).finish()
    }
}

impl fmt::Display for JudgeFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = capital(&self.why);
        match self.has_ended {
            true => write!(f, "{why}. Katachi advises alone from now on."),
            false => write!(f, "{why}. Katachi advises alone here."),
        }
    }
}

/// What a person calls the program of a command.
fn name_of(command: &str) -> &'static str {
    let words = split_words(command).unwrap_or_default();
    let is_katago = |word: &String| {
        let stem = Path::new(word).file_stem();
        stem.is_some_and(|stem| stem.eq_ignore_ascii_case("katago"))
    };
    match words.iter().any(is_katago) {
        true => "KataGo",
        false => "the judge",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn katago_is_called_by_its_name_and_other_programs_the_judge() {
        for command in [
            "katago analysis",
            "nice '/opt/my katago/KataGo' analysis",
            "katago.exe",
        ] {
            assert_eq!(name_of(command), "KataGo", "{command}");
        }
        for command in ["other analysis", "sh -c 'katago analysis'", "", "\""] {
            assert_eq!(name_of(command), "the judge", "{command}");
        }
    }

    #[test]
    fn a_judge_that_cannot_be_started_is_told_once_as_news() {
        let judge = SharedJudge::start("/no/such/judge", 10);
        for is_news in [true, false] {
            let Err(Unjudged::Failed(failure)) = judge.answers(&[], &AtomicBool::new(false)) else {
                panic!("there is no such program");
            };
            assert_eq!((failure.has_ended, failure.is_news), (true, is_news));
            let text = failure.to_string();
            assert!(text.starts_with("Cannot start the judge: "), "{text}");
            assert!(text.ends_with(". Katachi advises alone from now on."), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_wait_for_a_judge_that_is_silent_can_be_stopped() {
        let judge = SharedJudge::start("sh -c 'cat >/dev/null'", 10);
        let answers = judge.answers(&[], &AtomicBool::new(true));
        assert!(matches!(answers, Err(Unjudged::Stopped)), "{answers:?}");
    }
}
