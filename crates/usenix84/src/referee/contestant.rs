// SPDX-License-Identifier: MIT OR Apache-2.0

//! A program under the referee: its lines, its CPU time and its breaches of the rules.

use std::os::unix::process::ExitStatusExt as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context as _, Error, Result};
use katachi_rules::{Color, IllegalMove, Move};
use nix::sys::signal::Signal;
use thiserror::Error;

use super::clock::CpuClock;
use super::disk::{MAX_FILES, Space};
use super::scratch::Scratch;
use super::setting::{GameTerms, Setting};
use crate::from_gtp::GtpPlayer;
use crate::protocol::{Clocks, Message, SIZE, serve};
use katachi_arena::process::cpu::Account;
use katachi_arena::process::gtp_client::{Conversation, GtpError};
use katachi_arena::process::pipes::{Garbage, Output, clean, quote};
use katachi_arena::process::{EXIT_GRACE, Pipes, Process, QUEUED_LINES};

/// Number of threads that a program with its children may have. The kernel has memory and a number for each,
/// and both can run out.
const MAX_THREADS: u64 = 1000;

/// A breach of the rules, which loses the game. The text follows the name of the program.
#[derive(Debug, Error)]
pub(super) enum Breach {
    #[error("used {used:.2} s of CPU time for a move in byo-romi, where it has {allowed} s")]
    Time { used: f64, allowed: f64 },
    #[error("made no move and used no CPU time for {seconds} s{unfinished}")]
    Idle { seconds: f64, unfinished: String },
    #[error("played {text}, which is illegal ({why})")]
    Illegal { text: String, why: IllegalMove },
    #[error("forked, or tried to")]
    Forked,
    #[error("died{how}{unfinished}")]
    Died { how: String, unfinished: String },
    #[error(
        "flooded its output: more than {} lines or {} bytes for one move",
        Garbage::MAX_LINES,
        Garbage::MAX_BYTES
    )]
    Flooded,
    #[error("had more than {0} MiB or {MAX_FILES} files in its folder, or folders that cannot be read")]
    Disk(u64),
    #[error("had more than {MAX_THREADS} threads")]
    Threads,
    #[error("used up its {0} s of CPU time")]
    Cpu(u64),
    #[error("had the move when the {0} s of real time for a game were over")]
    GameTime(f64),
    /// A GTP program has broken that protocol.
    #[error("{0}")]
    Gtp(String),
}

impl Breach {
    pub(super) fn letter(&self) -> char {
        match self {
            Self::Time { .. } | Self::GameTime(_) | Self::Cpu(_) => 'T',
            _ => 'F',
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct CpuTime {
    /// By the referee's measurement.
    pub(super) measured: Duration,
    /// By the operating system's last account; none if the program could not be waited for.
    pub(super) last_account: Option<Duration>,
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
    /// Number of ignored lines in the whole game.
    pub(super) ignored: u64,
    unfinished: Option<String>,
    terms: GameTerms,
}

impl Contestant {
    /// Starts a program, confined, and tells it its colour.
    pub(super) fn start(setting: &Setting, scratch: &Scratch, color: Color) -> Result<Self> {
        let entrant = &setting.entrants[color];
        let folder = scratch.folder(color)?;
        let mut command = setting.launcher.command(&setting.confinement(color, &folder)?);
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
            Ok(Output::TooLong) => return Err(Breach::Flooded),
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
                let (text, why) = (quote(&clean(&line)), IllegalMove::Outside);
                return Err(Breach::Illegal { text, why });
            }
            _ => {}
        }
        self.ignored += 1;
        if self.garbage.add(&line) {
            return Err(Breach::Flooded);
        }
        Ok(None)
    }

    /// Returns the reason why the output has ended.
    fn death(&mut self) -> Breach {
        self.measure();
        if let Some(Ok(Err(error))) = self.translator.take().map(JoinHandle::join)
            && !matches!(error.downcast_ref::<GtpError>(), Some(GtpError::Died(..)))
        {
            return Breach::Gtp(error.to_string());
        }
        let how = self.program.obituary();
        let status = self.program.wait(Duration::ZERO);
        let signal = status.and_then(|status| status.signal());
        match signal.and_then(|signal| Signal::try_from(signal).ok()) {
            Some(Signal::SIGSYS) => Breach::Forked,
            Some(Signal::SIGXFSZ) => Breach::Disk(self.terms.disk),
            Some(Signal::SIGXCPU) => Breach::Cpu(self.terms.cpu_limit()),
            _ => Breach::Died {
                how,
                unfinished: self.unfinished_line(),
            },
        }
    }

    /// Returns the breach of a program that takes, or had at the last measurement, more of the machine than
    /// it may.
    pub(super) fn excess(&mut self) -> Option<Breach> {
        if self.space.is_exceeded() {
            return Some(Breach::Disk(self.terms.disk));
        }
        (self.account.threads > MAX_THREADS).then_some(Breach::Threads)
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
        Breach::Idle {
            seconds: self.terms.idle,
            unfinished: self.unfinished_line(),
        }
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

    /// Ends the program and returns its time. A program without a breach may exit by itself.
    pub(super) fn dismiss(mut self, gently: bool) -> CpuTime {
        self.input = None;
        if gently {
            self.program.wait_for_usage(EXIT_GRACE);
        }
        self.kill();
        let usage = self.program.wait_for_usage(EXIT_GRACE);
        CpuTime {
            measured: self.account.cpu,
            last_account: usage.map(|usage| usage.rusage.utime + usage.rusage.stime),
        }
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
