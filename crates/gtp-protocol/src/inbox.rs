// SPDX-License-Identifier: MIT OR Apache-2.0

//! A queue of input lines, filled by a thread of its own. So a running command can see that more input has
//! come: a stream ends with the next line, and a line `# interrupt` (GoGui's comment) interrupts the commands
//! before it. So does `quit`, or the end of the input, that comes while a command runs: a person has closed
//! the window, or the client is gone. One that comes soon after the command is the end of a script, which
//! waits for the answer. A client that can no longer read ends everything at once.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::read_line;

/// The end of a script comes within this time after the last command is taken.
const OF_A_SCRIPT: Duration = Duration::from_secs(1);
/// Time after a `quit` that ends no script in which a reply that nobody reads still waits for its reader.
const PATIENCE: Duration = Duration::from_secs(2);
/// Maximum bytes of a line, more than any client sends. Only the beginning of a longer one is kept.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// Maximum number of queued lines; the thread continues when one is taken.
const MAX_LINES: usize = 1000;
/// Bytes of queued lines after which no line is read.
const MAX_QUEUED: usize = 4 << 20;

/// The queue of lines that are not answered yet.
pub(crate) struct Inbox(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// Whether there is a line in the queue, or the end of the input.
    waits: Arc<AtomicBool>,
    /// Whether an interrupt has come after the line that was taken last.
    interrupt: Arc<AtomicBool>,
}

#[derive(Default)]
struct Queue {
    lines: VecDeque<Vec<u8>>,
    /// Bytes of these lines.
    bytes: usize,
    taken: u64,
    /// Number of lines before the last interrupt.
    interrupted: u64,
    /// When the line was taken that is carried out now.
    taken_at: Option<Instant>,
    /// Whether any line interrupts the line that was taken last.
    is_cancellable: bool,
    /// When a `quit` came that is no end of a script.
    quit_at: Option<Instant>,
    /// The conversation is over: what still comes concerns no command.
    is_over: bool,
    /// The input has ended, by an error or without one.
    end: Option<io::Result<()>>,
}

impl Queue {
    /// Whether the last line has been carried out for longer than the rest of a script takes to arrive.
    fn is_long_at_work(&self) -> bool {
        self.lines.is_empty() && self.taken_at.is_some_and(|at| at.elapsed() >= OF_A_SCRIPT)
    }
}

impl Inbox {
    /// Starts to read the input. `interrupt` is set while an interrupt applies to the line that was taken
    /// last. The thread ends with the input, or with the program.
    pub(crate) fn open(input: impl BufRead + Send + 'static, interrupt: Arc<AtomicBool>) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            waits: Arc::default(),
            interrupt,
        });
        let reader = Arc::clone(&shared);
        thread::Builder::new()
            .name("gtp-input".to_owned())
            .spawn(move || reader.read(input))?;
        Ok(Self(shared))
    }

    /// Waits for the next line; none at the end of the input.
    pub(crate) fn next(&self) -> io::Result<Option<Vec<u8>>> {
        let mut queue = self.0.lock();
        loop {
            if let Some(line) = queue.lines.pop_front() {
                queue.bytes -= line.len();
                queue.taken += 1;
                queue.taken_at = Some(Instant::now());
                queue.is_cancellable = false;
                self.0.note(&queue);
                self.0.changed.notify_all();
                return Ok(Some(line));
            }
            if let Some(end) = queue.end.take() {
                queue.end = Some(Ok(()));
                return end.map(|()| None);
            }
            queue = self.0.wait(queue);
        }
    }

    /// Set while a line is queued or the input has ended.
    pub(crate) fn waits(&self) -> &Arc<AtomicBool> {
        &self.0.waits
    }

    /// Blocks until [`Inbox::waits`] is set.
    pub(crate) fn wait(&self) {
        let mut queue = self.0.lock();
        while !self.0.waits.load(Relaxed) {
            queue = self.0.wait(queue);
        }
    }

    /// Lets any line interrupt the line that was taken last.
    pub(crate) fn interrupt_by_any_line(&self) {
        let mut queue = self.0.lock();
        queue.is_cancellable = true;
        self.0.note(&queue);
    }

    /// Returns a function that ends the running command and the input: nobody would receive the replies.
    pub(crate) fn hang_up(&self) -> impl FnOnce() + Send + 'static {
        let shared = Arc::clone(&self.0);
        move || {
            let mut queue = shared.lock();
            queue.lines.clear();
            queue.bytes = 0;
            queue.interrupted = u64::MAX;
            queue.end = Some(Err(io::ErrorKind::BrokenPipe.into()));
            shared.note(&queue);
            shared.changed.notify_all();
        }
    }

    /// Returns whether it is time to end though nobody has read the reply.
    pub(crate) fn gives_up(&self) -> bool {
        self.0.lock().quit_at.is_some_and(|at| at.elapsed() >= PATIENCE)
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.interrupt.store(false, Relaxed);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, queue: &Queue) {
        if queue.is_over {
            return;
        }
        let waits = !queue.lines.is_empty() || queue.end.is_some();
        let is_interrupted = queue.interrupted > queue.taken || queue.is_cancellable && waits;
        self.waits.store(waits, Relaxed);
        self.interrupt.store(is_interrupted, Relaxed);
    }

    fn read(&self, mut input: impl BufRead) {
        loop {
            let (mut line, idle_since) = (Vec::new(), Instant::now());
            let read = read_line(&mut input, MAX_BYTES, &mut line);
            let came_late = idle_since.elapsed() >= OF_A_SCRIPT;
            let mut queue = self.lock();
            match read {
                Ok(0) => {
                    if queue.is_long_at_work() {
                        queue.interrupted = queue.taken + 1;
                    }
                    queue.end.get_or_insert(Ok(()));
                }
                Ok(_) => {
                    while queue.lines.len() >= MAX_LINES || queue.bytes >= MAX_QUEUED {
                        queue = self.wait(queue);
                    }
                    if is_quit(&line) && (queue.interrupted > queue.taken || came_late) {
                        queue.quit_at = Some(Instant::now());
                    }
                    if is_interrupt(&line) || is_quit(&line) && queue.is_long_at_work() {
                        queue.interrupted = queue.taken + queue.lines.len() as u64 + 1;
                    }
                    queue.bytes += line.len();
                    queue.lines.push_back(line);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => queue.end = Some(Err(error)),
            }
            self.note(&queue);
            self.changed.notify_all();
            if queue.end.is_some() {
                return;
            }
        }
    }
}

fn is_interrupt(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    text.strip_prefix(b"#")
        .is_some_and(|comment| comment.trim_ascii() == b"interrupt")
}

/// Whether it is the command `quit`, with or without an id.
fn is_quit(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let id = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text[id..].trim_ascii() == b"quit"
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn quit_may_have_an_id_and_no_arguments() {
        assert!(is_quit(b"quit\r\n") && is_quit(b" 12 quit\n"));
        assert!(!is_quit(b"quit now\n") && !is_quit(b"# quit\n"));
    }

    #[test]
    fn only_a_quit_or_an_end_that_comes_late_interrupts_the_command_before_it() {
        for (waits, is_interrupted) in [(Duration::ZERO, false), (OF_A_SCRIPT, true)] {
            for last in ["quit\n", ""] {
                let interrupt = Arc::new(AtomicBool::new(false));
                let (reader, mut writer) = io::pipe().unwrap();
                let inbox = Inbox::open(io::BufReader::new(reader), Arc::clone(&interrupt)).unwrap();
                writer.write_all(b"genmove b\n").unwrap();
                assert!(inbox.next().unwrap().is_some());
                thread::sleep(waits);
                writer.write_all(last.as_bytes()).unwrap();
                drop(writer);
                inbox.wait();
                assert_eq!(interrupt.load(Relaxed), is_interrupted, "{last}");
            }
        }
    }

    #[test]
    fn what_comes_after_a_conversation_touches_no_interrupt() {
        let interrupt = Arc::new(AtomicBool::new(false));
        let (reader, mut writer) = io::pipe().unwrap();
        let inbox = Inbox::open(io::BufReader::new(reader), Arc::clone(&interrupt)).unwrap();
        let hang_up = inbox.hang_up();
        drop(inbox);
        hang_up();
        writer.write_all(b"# interrupt\n").unwrap();
        assert!(!interrupt.load(Relaxed));
    }

    fn inbox(input: &'static str) -> (Inbox, Arc<AtomicBool>) {
        let interrupt = Arc::new(AtomicBool::new(false));
        let inbox = Inbox::open(input.as_bytes(), Arc::clone(&interrupt)).unwrap();
        while inbox.0.lock().end.is_none() {
            thread::yield_now();
        }
        (inbox, interrupt)
    }

    #[test]
    fn lines_come_in_order_and_the_end_after_them() {
        let (inbox, _) = inbox("name\r\n\nquit");
        let line = || inbox.next().unwrap().map(|line| String::from_utf8(line).unwrap());
        assert_eq!(line().as_deref(), Some("name\r\n"));
        assert_eq!(line().as_deref(), Some("\n"));
        assert_eq!(line().as_deref(), Some("quit"));
        assert_eq!(line(), None);
        assert!(inbox.waits().load(Relaxed), "a stream ends with the input");
        inbox.wait();
        assert_eq!(line(), None);
    }

    #[test]
    fn an_interrupt_holds_for_the_lines_before_it_and_for_no_other() {
        let (inbox, interrupt) = inbox("one\ntwo\n #  interrupt \r\nthree\n# no interrupt\n");
        let is_interrupted = || {
            inbox.next().unwrap().unwrap();
            interrupt.load(Relaxed)
        };
        assert!(is_interrupted() && is_interrupted());
        assert!(!is_interrupted(), "the comment itself");
        assert!(!is_interrupted() && !is_interrupted());
    }

    #[test]
    fn more_lines_than_may_wait_are_all_read() {
        let input = "name\n".repeat(3 * MAX_LINES);
        let inbox = Inbox::open(io::Cursor::new(input), Arc::default()).unwrap();
        for _ in 0..3 * MAX_LINES {
            assert!(inbox.next().unwrap().is_some());
        }
        assert!(inbox.next().unwrap().is_none());
    }
}
