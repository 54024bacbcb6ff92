// SPDX-License-Identifier: MIT OR Apache-2.0

//! A law run with any input: a panic becomes a value, and an input that takes too long is noticed.

use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use crate::targets::Law;

/// The reason why an input breaks a law.
#[derive(Clone, Debug)]
pub enum Broken {
    /// The law panicked: message, place and backtrace.
    Panic(String),
    /// The law has not ended within this time.
    Hang(Duration),
}

thread_local! {
    /// The last panic of this thread.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Lets panics of this process be silent and keeps their texts.
fn install_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panic::set_hook(Box::new(|info| {
            let text = format!("{info}\n{}", Backtrace::capture());
            LAST.with(|last| *last.borrow_mut() = text);
        }));
    });
}

/// The input that is being checked, and when that began.
type Running = Option<(Instant, Vec<u8>)>;

/// Runs a law, and lets another thread see which input it is at.
#[derive(Clone, Default)]
pub struct Guard(Arc<Mutex<Running>>);

impl Guard {
    /// Makes a guard, and makes panics of this process silent.
    pub fn new() -> Self {
        install_hook();
        Self::default()
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the law.
    ///
    /// # Errors
    /// The panic of the law.
    pub fn check(&self, law: Law, input: &[u8]) -> Result<(), Broken> {
        *self.running() = Some((Instant::now(), input.to_vec()));
        let done = panic::catch_unwind(AssertUnwindSafe(|| law(input)));
        *self.running() = None;
        // A panic of another thread of the law has its text there.
        done.map_err(|_| Broken::Panic(LAST.with(|last| last.take())))
    }

    /// The input that has been checked for longer than the limit.
    pub fn overdue(&self, limit: Duration) -> Option<Vec<u8>> {
        let running = self.running();
        let (begin, input) = running.as_ref()?;
        (begin.elapsed() > limit).then(|| input.clone())
    }
}
