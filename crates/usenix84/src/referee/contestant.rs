// SPDX-License-Identifier: MIT OR Apache-2.0

//! A program under the referee: its lines, its CPU time and its breaches of the rules.

use std::os::unix::process::ExitStatusExt as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context as _, Error, Result};
use katachi_rules::{Color, IllegalMove, Move};
use nix::sys::signal::Signal;

use super::clock::CpuClock;
use super::disk::{MAX_FILES, Space};
use super::scratch::Scratch;
use super::setting::{GameTerms, Setting};
use crate::from_gtp::GtpPlayer;
use crate::protocol::{Clocks, Garbage, Message, SIZE, serve};
use katachi_arena::gtp_client::{Conversation, GtpError};
use katachi_line_program::cpu::Account;
use katachi_line_program::{EXIT_GRACE, Output, Pipes, Process, QUEUED_LINES, clean, quote};

/// Number of threads that a program with its children may have. The kernel has memory and a number for each,
/// and both can run out.
const MAX_THREADS: u64 = 1000;

/// A breach of the rules, which loses the game.
#[derive(Debug)]
pub(super) struct Breach {
    /// The letter of the result: `T` for time, `F` for any other breach.
    pub(super) letter: char,
    /// The text follows the name of the program.
    pub(super) what: String,
}

impl Breach {
    fn new(what: impl Into<String>) -> Self {
        let what = what.into();
        Self { letter: 'F', what }
    }

    pub(super) fn of_time(what: String) -> Self {
        Self { letter: 'T', what }
    }

    pub(super) fn illegal(text: &str, why: IllegalMove) -> Self {
        Self::new(format!("played {text}, which is illegal ({why})"))
    }

    fn flood() -> Self {
        let (lines, bytes) = (Garbage::MAX_LINES, Garbage::MAX_BYTES);
        Self::new(format!(
            "flooded its output: more than {lines} lines or {bytes} bytes for one move"
        ))
    }

    fn of_disk(mebibytes: u64) -> Self {
        Self::new(format!(
            "had more than {mebibytes} MiB or {MAX_FILES} files in its folder, or folders that cannot be read"
        ))
    }
}

pub(super) struct Contestant {
    program: Process,
    /// None once the game is over.
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    /// The thread that speaks lines for a GTP program; it ends with the reason why the program cannot go on.
    translator: Option<JoinHandle<Result<()>>>,
    pub(super) clock: CpuClock,
    space: Space,
    account: Account,
    garbage: Garbage,
    ignored: u64,
    unfinished: Option<String>,
    terms: GameTerms,
}

impl Contestant {
    /// Starts a program, confined, and tells it its colour.
    pub(super) fn start(setting: &Setting, scratch: &Scratch, color: Color) -> Result<Self> {
        let entrant = &setting.entrants[color];
        let folder = scratch.folder(color)?;
        let mut command = setting.launcher.command(&setting.confinement(color, &folder)?)?;
        command.env("TMPDIR", &folder);
        let space = Space::new(&folder, setting.terms.disk.saturating_mul(1 << 20))
            .with_context(|| format!("cannot read the folder {}", folder.display()))?;
        let (program, pipes) =
            Process::start(&mut command).with_context(|| format!("cannot start {}", entrant.name))?;
        let (pipes, translator) = match entrant.gtp {
            true => translated(pipes, setting.terms.clocks),
            false => (pipes, None),
        };
        let contestant = Self {
            program,
            input: Some(pipes.input),
            output: pipes.output,
            translator,
            clock: CpuClock::new(setting.terms.clocks),
            space,
            account: Account::default(),
            garbage: Garbage::default(),
            ignored: 0,
            unfinished: None,
            terms: setting.terms,
        };
        contestant.tell(if color == Color::Black { "black" } else { "white" });
        Ok(contestant)
    }

    /// Sends a line. The program need not read it.
    pub(super) fn tell(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    pub(super) fn relay(&self, mv: Move) {
        self.tell(&SIZE.show(mv));
    }

    pub(super) fn measure(&mut self) -> Duration {
        self.account = self.program.account().unwrap_or(self.account);
        self.account.cpu
    }

    /// Begins a turn: garbage counts from here.
    pub(super) fn begin_turn(&mut self) {
        self.garbage = Garbage::default();
    }

    /// Waits a moment for a move. Other lines are counted and ignored.
    pub(super) fn listen(&mut self, patience: Duration) -> Result<Option<Move>, Breach> {
        let line = match self.output.recv_timeout(patience) {
            Ok(Output::Line(line)) => line,
            Ok(Output::TooLong) => return Err(Breach::flood()),
            Ok(Output::Unfinished(line)) => {
                self.unfinished = Some(quote(&clean(&line)));
                return Ok(None);
            }
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
        };
        match Message::parse(&line) {
            Some(Message::Play(mv)) => return Ok(Some(mv)),
            Some(Message::Outside) => {
                let text = quote(&clean(&line));
                return Err(Breach::illegal(&text, IllegalMove::Outside));
            }
            _ => {}
        }
        self.ignored += 1;
        if self.garbage.add(&line) {
            return Err(Breach::flood());
        }
        Ok(None)
    }

    /// Returns the reason why the output has ended.
    fn death(&mut self) -> Breach {
        self.measure();
        if let Some(Ok(Err(error))) = self.translator.take().map(JoinHandle::join)
            && !matches!(error.downcast_ref::<GtpError>(), Some(GtpError::Died(..)))
        {
            // It has broken that protocol.
            return Breach::new(error.to_string());
        }
        let how = self.program.obituary();
        let status = self.program.wait(Duration::ZERO);
        let signal = status.and_then(|status| status.signal());
        match signal.and_then(|signal| Signal::try_from(signal).ok()) {
            Some(Signal::SIGSYS) => Breach::new("forked, or tried to"),
            Some(Signal::SIGXFSZ) => Breach::of_disk(self.terms.disk),
            Some(Signal::SIGXCPU) => {
                Breach::of_time(format!("used up its {} s of CPU time", self.terms.cpu_limit()))
            }
            _ => Breach::new(format!("died{how}{}", self.unfinished_line())),
        }
    }

    /// Returns the breach of a program that takes, or had at the last measurement, more of the machine than
    /// it may.
    pub(super) fn excess(&mut self) -> Option<Breach> {
        if self.space.is_exceeded() {
            return Some(Breach::of_disk(self.terms.disk));
        }
        let is_excess = self.account.threads > MAX_THREADS;
        is_excess.then(|| Breach::new(format!("had more than {MAX_THREADS} threads")))
    }

    /// Returns the breach of a program that did nothing for too long. It is killed first, as only then its
    /// last line is known.
    pub(super) fn idle(&mut self) -> Breach {
        self.kill();
        while let Ok(output) = self.output.recv_timeout(EXIT_GRACE) {
            if let Output::Unfinished(line) = output {
                self.unfinished = Some(quote(&clean(&line)));
            }
        }
        let (seconds, unfinished) = (self.terms.idle, self.unfinished_line());
        Breach::new(format!(
            "made no move and used no CPU time for {seconds} s{unfinished}"
        ))
    }

    fn unfinished_line(&self) -> String {
        let line = self.unfinished.as_ref();
        let output = line.map(|line| format!("; its last line, '{line}', has no end"));
        output.unwrap_or_default()
    }

    fn kill(&mut self) {
        self.measure();
        self.program.kill();
    }

    /// Ends the program and returns a line about its time. A program without a breach may exit by itself.
    pub(super) fn dismiss(mut self, color: Color, gently: bool) -> String {
        self.input = None;
        if gently {
            self.program.wait_for_usage(EXIT_GRACE);
        }
        self.kill();
        let usage = self.program.wait_for_usage(EXIT_GRACE);
        let measured = self.account.cpu.as_secs_f64();
        let mut line = format!("{color} used {measured:.2} s of CPU time");
        if let Some(usage) = usage {
            let last = (usage.rusage.utime + usage.rusage.stime).as_secs_f64();
            line += &format!(" ({last:.3} s by the operating system's last account)");
        }
        if self.ignored > 0 {
            line += &format!("; {} of its lines were ignored", self.ignored);
        }
        line
    }
}

/// Starts a thread that speaks lines for a GTP program.
fn translated(pipes: Pipes, clocks: Clocks) -> (Pipes, Option<JoinHandle<Result<()>>>) {
    let (input, lines) = channel::<String>();
    let (moves, output) = sync_channel(QUEUED_LINES);
    let translator = thread::spawn(move || {
        let mut conversation = Conversation(pipes);
        let mut player = GtpPlayer::new(clocks, |command, limit| conversation.ask(command, limit));
        let lines = lines.into_iter().map(|line| line.trim_end().as_bytes().to_vec());
        serve(&mut player, lines, |line| {
            let line = Output::Line(line.as_bytes().to_vec());
            moves.send(line).map_err(|_| Error::msg("nobody listens"))
        })
    });
    (Pipes { input, output }, Some(translator))
}
