// SPDX-License-Identifier: MIT OR Apache-2.0

//! A program at the board: what it says, what it has used, and how it has failed.

use std::os::unix::process::ExitStatusExt as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use katachi_rules::{Color, IllegalMove, Move};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use thiserror::Error;

use super::clock::Clock;
use super::setting::{Entrant, Setting};
use crate::error::{Context as _, Error, Result};
use crate::process::cpu::user_seconds;
use crate::process::gtp_client::{Conversation, GtpError};
use crate::process::pipes::{Garbage, Output, clean, quote};
use crate::process::{EXIT_GRACE, Pipes, Program, QUEUED_LINES};
use crate::usenix::{Clocks, GtpPlayer, Message, SIZE, serve};

/// How a program loses the game by its own doing. The text follows its name.
#[derive(Debug, Error)]
pub(super) enum Breach {
    #[error("used {used:.2} s of user time for a move in byo-romi, where it has {allowed} s")]
    Time { used: f64, allowed: f64 },
    #[error("made no move and used no user time for {seconds} s{unfinished}")]
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
    #[error("used up its {0} s of user and system time")]
    Cpu(u64),
    #[error("had the move when the {0} s of real time for a game were over")]
    GameTime(f64),
    /// A GTP program has broken that protocol.
    #[error("{0}")]
    Gtp(String),
}

impl Breach {
    /// As SGF's property `RE` ends.
    pub(super) fn letter(&self) -> char {
        match self {
            Self::Time { .. } | Self::GameTime(_) | Self::Cpu(_) => 'T',
            _ => 'F',
        }
    }
}

/// Seconds of user time of a program: what the referee has measured, and the operating system's last account.
#[derive(Clone, Copy, Debug)]
pub(super) struct UserTime {
    pub(super) measured: f64,
    /// None if the program could not be waited for.
    pub(super) last_account: Option<f64>,
}

/// A running program with its colour and its clock.
pub(super) struct Seat {
    program: Program,
    /// None once the game is over.
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    /// For a GTP program, who speaks lines in its place; ends with the reason why it cannot go on.
    translator: Option<JoinHandle<Result<()>>>,
    pub(super) clock: Clock,
    /// User seconds when it was last looked at.
    user: f64,
    garbage: Garbage,
    /// Lines that were ignored in the whole game.
    pub(super) ignored: u64,
    unfinished: Option<String>,
    with_children: bool,
    cpu_limit: u64,
}

impl Seat {
    /// Starts a program, confined, and tells it its colour.
    pub(super) fn take(setting: &Setting, entrant: &Entrant, color: Color) -> Result<Self> {
        let mut command = setting.confinement(entrant).command(&setting.launcher);
        let (program, pipes) = Program::start(&mut command)
            .with_context(|| format!("cannot start {}", setting.launcher.display()))?;
        let (pipes, translator) = if entrant.is_gtp {
            let (pipes, translator) = translated(pipes, setting.clocks);
            (pipes, Some(translator))
        } else {
            (pipes, None)
        };
        let seat = Self {
            program,
            input: Some(pipes.input),
            output: pipes.output,
            translator,
            clock: Clock::new(setting.clocks),
            user: 0.0,
            garbage: Garbage::default(),
            ignored: 0,
            unfinished: None,
            with_children: setting.forks,
            cpu_limit: setting.cpu,
        };
        seat.tell(if color == Color::Black { "black" } else { "white" });
        Ok(seat)
    }

    /// Sends a line. Whether the program reads it is its own affair.
    pub(super) fn tell(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Sends a move.
    pub(super) fn relay(&self, mv: Move) {
        self.tell(&SIZE.show(mv));
    }

    /// User seconds since the start, now.
    pub(super) fn look(&mut self) -> f64 {
        if !self.program.has_ended()
            && let Some(user) = user_seconds(self.program.id(), self.with_children)
        {
            // A child that is gone before anyone has waited for it takes its time with it.
            self.user = user.max(self.user);
        }
        self.user
    }

    /// It is its turn: what it writes counts from here.
    pub(super) fn give_turn(&mut self) {
        self.garbage = Garbage::default();
    }

    /// Waits a moment for a move. Lines that are none are counted and forgotten.
    pub(super) fn listen(&mut self, patience: Duration) -> Result<Option<Message>, Breach> {
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
        if let Some(message @ (Message::Play(_) | Message::Outside)) = Message::parse(&line) {
            return match message {
                Message::Outside => Err(Breach::Illegal {
                    text: quote(&clean(&line)),
                    why: IllegalMove::Outside,
                }),
                message => Ok(Some(message)),
            };
        }
        self.ignored += 1;
        if self.garbage.add(&line) {
            return Err(Breach::Flooded);
        }
        Ok(None)
    }

    /// Why its output has ended.
    fn death(&mut self) -> Breach {
        self.look();
        if let Some(Ok(Err(error))) = self.translator.take().map(JoinHandle::join)
            && !matches!(error.gtp(), Some(GtpError::Died { .. }))
        {
            return Breach::Gtp(error.to_string());
        }
        let how = self.program.obituary();
        let signal = self
            .program
            .wait(Duration::ZERO)
            .and_then(|status| status.signal());
        match signal.and_then(|signal| Signal::try_from(signal).ok()) {
            Some(Signal::SIGSYS) => Breach::Forked,
            Some(Signal::SIGXCPU) => Breach::Cpu(self.cpu_limit),
            _ => Breach::Died {
                how,
                unfinished: self.unfinished_line(),
            },
        }
    }

    /// It has done nothing for too long. Only when it is gone its last words are known.
    pub(super) fn idle(&mut self, seconds: f64) -> Breach {
        self.kill();
        while let Ok(output) = self.output.recv_timeout(EXIT_GRACE) {
            if let Output::Unfinished(line) = output {
                self.unfinished = Some(quote(&clean(&line)));
            }
        }
        Breach::Idle {
            seconds,
            unfinished: self.unfinished_line(),
        }
    }

    fn unfinished_line(&self) -> String {
        let line = self.unfinished.as_ref();
        line.map_or(String::new(), |line| {
            format!("; its last line, '{line}', has no end")
        })
    }

    fn kill(&mut self) {
        self.look();
        if self.with_children && !self.program.has_ended() {
            // The program leads a group of its own.
            let _ = killpg(Pid::from_raw(self.program.id().cast_signed()), Signal::SIGKILL);
        }
        self.program.kill();
    }

    /// Ends the program, gently if it has done nothing wrong, and takes the last account of its time.
    pub(super) fn dismiss(mut self, gently: bool) -> UserTime {
        self.input = None;
        if gently {
            self.program.wait_for_usage(EXIT_GRACE);
        }
        self.kill();
        let usage = self.program.wait_for_usage(EXIT_GRACE);
        UserTime {
            measured: self.user,
            last_account: usage.map(|usage| usage.rusage.utime.as_secs_f64()),
        }
    }
}

/// The same program as if it spoke lines.
fn translated(pipes: Pipes, clocks: Clocks) -> (Pipes, JoinHandle<Result<()>>) {
    let (input, told) = channel::<String>();
    let (said, output) = sync_channel(QUEUED_LINES);
    let translator = thread::spawn(move || {
        let mut conversation = Conversation(pipes);
        let mut player = GtpPlayer::new(clocks, |command, limit| conversation.ask(command, limit));
        let lines = told.into_iter().map(|line| line.trim_end().as_bytes().to_vec());
        serve(&mut player, lines, |line| {
            let line = Output::Line(line.as_bytes().to_vec());
            said.send(line).map_err(|_| Error::new("nobody listens"))
        })
    });
    (Pipes { input, output }, translator)
}
