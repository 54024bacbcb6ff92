// SPDX-License-Identifier: MIT OR Apache-2.0

//! The loop of queries and answers. The caller's thread reads queries, other threads analyse.

use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use katachi_engine::Engine;
use katachi_engine::play::{LiveAnalysis, Player};
use katachi_engine::search::{MAX_VISITS, Report};
use katachi_gtp_protocol::{Outlet, read_line};
use katachi_katago_json::{Action, Response, object};
use katachi_view::analysis::Numbers;
use serde_json::Value;

use crate::answer::{add_human, add_reasons, analysed, nothing};
use crate::query::{MAX_BYTES, Perspective, Positions, Request};
use crate::record::after;
use crate::tasks::{Tasks, lock};

const NEVER: Duration = Duration::MAX;
/// Visits of the estimate that stands for the values of KataGo's network without a search. After so many, the
/// standard error of a win rate is 6 %.
const FIRST_VISITS: u32 = 64;

/// Options of the answers.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Number of positions that are analysed at once.
    pub threads: NonZeroUsize,
    /// Default visits of a position.
    pub visits: u32,
    /// Default perspective of the values.
    pub perspective: Perspective,
    /// Cancels all queries at the end of the input.
    pub quits_at_once: bool,
}

/// Answers queries until the end of the input, then the waiting ones.
///
/// # Errors
/// Errors of reading and writing. An error of writing ends all analyses, as does a reader that has gone.
pub fn serve(
    engine: &Engine,
    options: &Options,
    input: impl BufRead + Send + 'static,
    output: Outlet<impl Write + Send>,
) -> io::Result<()> {
    let tasks = Arc::new(Tasks::default());
    let to_end = Arc::clone(&tasks);
    let (lines, output) = open(input, output, move || to_end.abandon())?;
    let read = thread::scope(|scope| {
        for _ in 0..options.threads.get() {
            scope.spawn(|| {
                while let Some(task) = tasks.next() {
                    let write = &mut |answer: &Value| {
                        output.write(answer);
                        if output.has_failed() {
                            tasks.abandon();
                        }
                    };
                    let answer = answer_of(engine, options.visits, &task.of, task.turn, &task.stop, write);
                    write(&answer);
                    tasks.done(&task);
                }
            });
        }
        let read = read(options, &lines, &tasks, &output);
        if options.quits_at_once || output.has_failed() {
            end(&tasks, &output, None, None);
        }
        tasks.close();
        read
    });
    read.and(output.end())
}

/// Opens the input and the output. `on_gone` is called when the client is gone.
pub(crate) fn open<W: Write + Send>(
    input: impl BufRead + Send + 'static,
    output: Outlet<W>,
    on_gone: impl FnOnce() + Send + 'static,
) -> io::Result<(Lines, Output<W>)> {
    let is_gone = Arc::new(AtomicBool::new(false));
    let gone = Arc::clone(&is_gone);
    output.when_gone(move || {
        gone.store(true, Relaxed);
        on_gone();
    })?;
    let written = Mutex::new((output, Ok(())));
    Ok((Lines::open(input)?, Output { written, is_gone }))
}

/// Reads queries until the end of the input, or until the client is gone.
fn read(options: &Options, lines: &Lines, tasks: &Tasks, output: &Output<impl Write>) -> io::Result<()> {
    while let Some(text) = lines.next(|| output.has_failed())? {
        if text.trim().is_empty() {
            continue;
        }
        match Request::read(text.trim(), options.perspective) {
            Err(refusal) => output.write(&object(&*refusal)),
            Ok(Request::Positions(positions)) => {
                for (field, message) in &positions.warnings {
                    let warning = Response {
                        id: Some(positions.id.clone()),
                        field: Some(field.clone()),
                        warning: Some(message.clone()),
                        ..Response::default()
                    };
                    output.write(&object(&warning));
                }
                tasks.add(*positions);
            }
            Ok(Request::Action(action, mut echo)) => {
                let mut add = |name: &str, value| echo.insert(name.to_owned(), value);
                match action {
                    Action::QueryVersion => {
                        add("version", env!("CARGO_PKG_VERSION").into());
                        add("git_hash", "<omitted>".into());
                    }
                    Action::QueryModels => {
                        add("models", Value::Array(Vec::new()));
                    }
                    // Each query has its own tree.
                    Action::ClearCache => {}
                    Action::Terminate {
                        terminate_id,
                        turn_numbers,
                    } => end(tasks, output, Some(&terminate_id), turn_numbers.as_deref()),
                    Action::TerminateAll { turn_numbers } => {
                        end(tasks, output, None, turn_numbers.as_deref());
                    }
                }
                output.write(&Value::Object(echo));
            }
        }
    }
    Ok(())
}

/// Cancels analyses. Waiting ones are answered at once.
fn end(tasks: &Tasks, output: &Output<impl Write>, id: Option<&str>, turns: Option<&[usize]>) {
    for task in tasks.end(id, turns) {
        output.write(&object(&nothing(&task.of.id, task.turn)));
    }
}

/// Analyses a position. `show` gets the answers during the search, if the query asks for them.
fn answer_of(
    engine: &Engine,
    visits: u32,
    of: &Positions,
    turn: usize,
    stop: &AtomicBool,
    show: &mut dyn FnMut(&Value),
) -> Value {
    let game = &after(&of.game, turn);
    let answer =
        |report: &Report, first: &Numbers, is_during| analysed(of, (turn, is_during), game, (report, first));
    let analysis = LiveAnalysis {
        game,
        color: game.to_move(),
        restriction: &of.restriction,
        // A time without visits is the only limit.
        visits: of
            .visits
            .unwrap_or(if of.time.is_some() { MAX_VISITS } else { visits }),
        time: of.time,
        first: FIRST_VISITS,
        stop,
    };
    let mut first = None;
    let mut show = |report: &Report| match &first {
        None => first = Some(Numbers::of_position(report)),
        Some(first) => {
            if let Some(answer) = answer(report, first, true) {
                show(&object(&answer));
            }
        }
    };
    let mut engine = engine.clone();
    if let Some(search) = &mut engine.settings.search {
        search.analysis_temperature = of.temperature;
    }
    let report = Player::new(engine.clone()).analyse_live(&analysis, of.every.unwrap_or(NEVER), &mut show);
    let first = first.unwrap_or_else(|| Numbers::of_position(&report));
    let mut answer = answer(&report, &first, false).unwrap_or_else(|| nothing(&of.id, turn));
    if let Some(level) = of.human {
        let with_policy = of.wants(|query| query.include_policy);
        add_human(&engine, level, (game, &report), with_policy, &mut answer);
    }
    let mut answer = object(&answer);
    if of.wants(|query| query.include_reasons) {
        add_reasons(&engine, game, &mut answer);
    }
    answer
}

/// Answers one query about positions, on the thread of the caller: an answer for each turn. The values are
/// Black's unless the query says otherwise. `visits` are those of a query without a limit; another thread
/// sets `stop` to end the analysis.
///
/// # Errors
/// What is wrong with the query, and the field.
pub fn answer_one(
    engine: &Engine,
    visits: u32,
    query: &str,
    stop: &AtomicBool,
) -> Result<Vec<Value>, String> {
    let positions = match Request::read(query, Perspective::default()) {
        Ok(Request::Positions(positions)) => positions,
        Ok(Request::Action(..)) => return Err("an action is no query about positions".to_owned()),
        Err(refusal) => {
            let field = refusal.field.map(|field| format!("field {field:?}: "));
            return Err(field.unwrap_or_default() + &refusal.error.unwrap_or_default());
        }
    };
    let turns = positions.turns.iter();
    let answers = turns.map(|&(turn, _)| answer_of(engine, visits, &positions, turn, stop, &mut |_| {}));
    Ok(answers.collect())
}

pub(crate) struct Output<W> {
    /// Where answers go, and the first error.
    written: Mutex<(Outlet<W>, io::Result<()>)>,
    is_gone: Arc<AtomicBool>,
}

impl<W: Write> Output<W> {
    pub(crate) fn write(&self, answer: &Value) {
        self.write_line(&answer.to_string());
    }

    pub(crate) fn write_line(&self, line: &str) {
        let (output, written) = &mut *lock(&self.written);
        if written.is_ok() {
            *written = output.write_unless(format!("{line}\n").as_bytes(), || false);
        }
    }

    /// Returns whether the client is gone or a write has failed. That ends the input.
    pub(crate) fn has_failed(&self) -> bool {
        self.is_gone.load(Relaxed) || lock(&self.written).1.is_err()
    }

    pub(crate) fn end(self) -> io::Result<()> {
        let written = self.written.into_inner();
        written.unwrap_or_else(PoisonError::into_inner).1
    }
}

/// Lines that wait at most; the thread continues when one is taken.
const MAX_LINES: usize = 100;
/// Interval at which a wait for a line looks whether the client is gone.
const TICK: Duration = Duration::from_millis(50);

/// Lines of the input, read by a thread of its own, that are not taken yet; none at its end. So a client that
/// is gone ends the program even while its input stays open.
pub(crate) struct Lines(Receiver<io::Result<Option<Vec<u8>>>>);

impl Lines {
    /// Starts to read. The thread ends with the input, or with the program.
    pub(crate) fn open(mut input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let (sender, lines) = sync_channel(MAX_LINES);
        let read = move || {
            loop {
                let mut line = Vec::new();
                let line = match read_line(&mut input, MAX_BYTES, &mut line) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read.map(|length| Some(line).filter(|_| length > 0)),
                };
                let is_end = !matches!(line, Ok(Some(_)));
                if sender.send(line).is_err() || is_end {
                    return;
                }
            }
        };
        thread::Builder::new().name("queries".to_owned()).spawn(read)?;
        Ok(Self(lines))
    }

    /// Waits for the next line; none at the end of the input, or when the client is gone.
    pub(crate) fn next(&self, is_gone: impl Fn() -> bool) -> io::Result<Option<String>> {
        loop {
            let line = self.0.recv_timeout(TICK);
            if is_gone() {
                return Ok(None);
            }
            if !matches!(line, Err(RecvTimeoutError::Timeout)) {
                let line = line.unwrap_or(Ok(None))?;
                return Ok(line.map(|line| String::from_utf8_lossy(&line).into_owned()));
            }
        }
    }
}
