// SPDX-License-Identifier: MIT OR Apache-2.0

//! Replies in parts, as in continuous analysis: the sign and the id on a line of their own, then lines at any
//! time, then an empty line.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use crate::Outlet;
use crate::inbox::Inbox;

/// Receiver of the parts of a reply while its command runs.
pub trait Stream {
    /// Begins the reply when the arguments are valid. Once for each command.
    fn begin(&mut self);

    /// Sends a line of the reply at once. It must be one line and not empty.
    fn send(&mut self, line: &str);

    /// Set when another line of the client has come, or the input has ended: an endless command must end
    /// then.
    fn over(&self) -> Arc<AtomicBool>;

    /// Waits until [`Stream::over`] is set.
    fn wait(&self);

    /// Lets any line of the client, and the end of the input, interrupt the running command.
    fn interrupt_by_any_line(&mut self);
}

/// A stream to a client. An error of writing ends it.
pub(crate) struct Outgoing<'a, W> {
    pub(crate) id: Option<u32>,
    pub(crate) output: &'a mut Outlet<W>,
    pub(crate) inbox: &'a Inbox,
    pub(crate) is_begun: bool,
    pub(crate) written: io::Result<()>,
}

impl<W: Write> Outgoing<'_, W> {
    /// Ends the stream; true if the reply has begun. Returns the error of writing, if there was one.
    pub(crate) fn end(self) -> io::Result<bool> {
        self.written.map(|()| self.is_begun)
    }

    fn write(&mut self, text: &str) {
        if self.written.is_err() {
            return;
        }
        let inbox = self.inbox;
        self.written = self.output.write_unless(text.as_bytes(), || inbox.gives_up());
        if self.written.is_err() {
            inbox.hang_up()();
        }
    }
}

impl<W: Write> Stream for Outgoing<'_, W> {
    fn begin(&mut self) {
        self.is_begun = true;
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        self.write(&format!("={id}\n"));
    }

    fn send(&mut self, line: &str) {
        self.write(&format!("{line}\n"));
    }

    fn over(&self) -> Arc<AtomicBool> {
        Arc::clone(self.inbox.waits())
    }

    fn wait(&self) {
        self.inbox.wait();
    }

    fn interrupt_by_any_line(&mut self) {
        self.inbox.interrupt_by_any_line();
    }
}

/// The last part of a reply that has begun, without empty lines, which would end the reply early.
pub(crate) fn last_lines(text: &str) -> String {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// A stream that is over at once and collects its lines.
pub(crate) struct Collected<'a> {
    lines: String,
    /// The interrupt of the running command, and whether this stream has set it.
    interrupt: &'a AtomicBool,
    has_interrupted: bool,
}

impl<'a> Collected<'a> {
    pub(crate) fn new(interrupt: &'a AtomicBool) -> Self {
        Self {
            lines: String::new(),
            interrupt,
            has_interrupted: false,
        }
    }

    /// Takes the interrupt back that the next line would have been.
    pub(crate) fn end_interrupt(&mut self) {
        if self.has_interrupted {
            self.interrupt.store(false, Relaxed);
        }
    }

    pub(crate) fn with(self, last: String) -> String {
        self.lines + &last
    }
}

impl Stream for Collected<'_> {
    fn begin(&mut self) {}

    fn send(&mut self, line: &str) {
        self.lines += line;
        self.lines.push('\n');
    }

    fn over(&self) -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(true))
    }

    fn wait(&self) {}

    fn interrupt_by_any_line(&mut self) {
        self.has_interrupted |= !self.interrupt.swap(true, Relaxed);
    }
}
