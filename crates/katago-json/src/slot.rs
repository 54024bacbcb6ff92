// SPDX-License-Identifier: MIT OR Apache-2.0

//! A judge that starts in the background, as its network may take long to load.

use std::mem;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::{Judge, JudgeError};

/// Interval at which a wait for the start looks whether it is stopped.
const TICK: Duration = Duration::from_millis(20);

/// A judge that starts, runs or has ended.
pub struct JudgeSlot {
    state: State,
    visits: u32,
}

enum State {
    Starting(JoinHandle<Result<Judge, JudgeError>>),
    Running(Box<Judge>),
    /// Why there is none.
    Ended(String),
}

impl JudgeSlot {
    /// Begins to start the program of a command. `visits` are those of a position in answers that are final.
    pub fn start(command: String, visits: u32) -> Self {
        Self {
            state: State::Starting(thread::spawn(move || Judge::start(&command))),
            visits,
        }
    }

    /// Returns the visits of a position in answers that are final.
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// Returns the judge. Waits until it has started.
    ///
    /// # Errors
    /// Why there is none, if it could not be started or has ended.
    pub fn get(&mut self) -> Result<&mut Judge, String> {
        if let State::Starting(_) = self.state {
            // The text stands only until the start has ended.
            let starting = mem::replace(&mut self.state, State::Ended(String::new()));
            if let State::Starting(start) = starting {
                self.state = match start.join() {
                    Ok(Ok(judge)) => State::Running(Box::new(judge)),
                    Ok(Err(error)) => State::Ended(error.to_string()),
                    Err(_) => State::Ended("internal error: the start of the judge failed".to_owned()),
                };
            }
        }
        match &mut self.state {
            State::Running(judge) => Ok(judge),
            State::Ended(why) => Err(why.clone()),
            State::Starting(_) => Err("the judge still starts".to_owned()),
        }
    }

    /// Waits until the judge has started or has failed to. Returns false if the flag stops the wait.
    pub fn wait_for_start(&self, stop: &AtomicBool) -> bool {
        while let State::Starting(start) = &self.state
            && !start.is_finished()
        {
            if stop.load(Relaxed) {
                return false;
            }
            thread::sleep(TICK);
        }
        true
    }

    /// Takes an error of the judge. One that has refused a position, or was stopped, goes on; any other one
    /// is ended. Returns whether it has ended.
    pub fn fail(&mut self, error: &JudgeError) -> bool {
        let goes_on = matches!(error, JudgeError::Refused(_) | JudgeError::Stopped);
        if !goes_on {
            self.state = State::Ended(error.to_string());
        }
        !goes_on
    }
}
