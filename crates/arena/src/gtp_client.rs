// SPDX-License-Identifier: MIT OR Apache-2.0

//! One GTP program as a child process: it answers in time or has failed.

use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use katachi_line_program::{EXIT_GRACE, MAX_LINE, Output, Pipes, Process, clean, quote};
use katachi_rules::{BoardSize, Color, GameClock, Move, Rules, TimeSystem};
use thiserror::Error;

/// Maximum length of an answer in bytes, with all text before it.
const MAX_ANSWER: usize = 1024 * 1024;

/// A failure of a program to answer.
#[derive(Debug, Error)]
pub enum GtpError {
    /// It could not be started.
    #[error("could not be started: {0}")]
    Start(io::Error),
    /// It has ended, or closed its output: the command, and its status and last words.
    #[error("died at '{0}'{1}")]
    Died(String, String),
    /// It gave no answer to this command in time.
    #[error("gave no answer to '{0}' within {seconds} s", seconds = .1.as_secs_f64())]
    Silent(String, Duration),
    /// It answered this command with that text.
    #[error("answered '{0}' with text that is no GTP: '{1}'")]
    Garbled(String, String),
    /// It wrote without end at this command.
    #[error("flooded its output at '{0}' (more than {MAX_LINE} bytes in a line or {MAX_ANSWER} in all)")]
    Flooded(String),
    /// It refused this command with that message.
    #[error("refused '{0}': {1}")]
    Refused(String, String),
    /// Its answer to this command, that text, has not the form that it should have.
    #[error("answered '{0}' with '{1}'")]
    Useless(String, String),
}

/// Returns the command for the rules of the game, if the program knows one.
pub fn rules_command(knows: impl Fn(&str) -> bool, rules: Rules) -> Option<String> {
    if knows("kata-set-rules") {
        return Some(format!("kata-set-rules {rules}"));
    }
    // The protocol of KGS has no Tromp-Taylor rules.
    (knows("kgs-rules") && rules != Rules::TROMP_TAYLOR)
        .then(|| format!("kgs-rules {}", rules.to_string().replace('-', "_")))
}

const KGS: &str = "kgs-time_settings";
const KATAGO: &str = "kata-time_settings";

/// Returns the command that tells a program its time system, in whole seconds. A program that does not know
/// KGS's command for periods is told of one stone in a period, so that it never relies on a second period;
/// one that does not know KataGo's is told of the main time alone. None without a limit.
pub(crate) fn time_settings(system: TimeSystem, knows: impl Fn(&str) -> bool) -> Option<String> {
    use TimeSystem::{Absolute, Byoyomi, Canadian, Fischer, Unlimited};
    let (main, more) = match system {
        Unlimited => return None,
        Absolute { main } => (main, Duration::ZERO),
        Canadian { main, period, .. } | Byoyomi { main, period, .. } => (main, period),
        Fischer { main, increment, .. } => (main, increment),
    };
    let (main, more) = (main.as_secs(), more.as_secs());
    Some(match system {
        Canadian { stones, .. } => format!("time_settings {main} {more} {stones}"),
        Byoyomi { periods, .. } if knows(KGS) => format!("{KGS} byoyomi {main} {more} {periods}"),
        Byoyomi { .. } => format!("time_settings {main} {more} 1"),
        Fischer { .. } if knows(KATAGO) => format!("{KATAGO} fischer {main} {more}"),
        _ => format!("time_settings {main} 0 0"),
    })
}

/// Returns the command that tells a program its time left, after [`time_settings`]; none without a limit.
pub(crate) fn time_left(clock: &GameClock, color: Color, knows: impl Fn(&str) -> bool) -> Option<String> {
    let left = clock.left(color)?;
    let count = match clock.system {
        TimeSystem::Byoyomi { .. } if !knows(KGS) => left.count.min(1),
        _ => left.count,
    };
    let (letter, seconds) = (color.letter(), left.time.as_secs());
    Some(format!("time_left {letter} {seconds} {count}"))
}

/// A running program and the conversation with it. Dropping it kills the program.
pub struct Client {
    program: Process,
    conversation: Conversation,
    /// The program has broken the protocol: its next answer could belong to another command.
    has_failed: bool,
}

impl Client {
    /// Starts the program `words[0]` with the other words as its arguments.
    pub fn start(words: &[String]) -> Result<Self, GtpError> {
        Self::start_in(words, Path::new("."))
    }

    /// Starts the program in a folder.
    pub fn start_in(words: &[String], folder: &Path) -> Result<Self, GtpError> {
        let empty = || io::Error::new(io::ErrorKind::InvalidInput, "the command is empty");
        let (program, arguments) = words.split_first().ok_or_else(|| GtpError::Start(empty()))?;
        let mut command = Command::new(program);
        let (program, pipes) =
            Process::start(command.args(arguments).current_dir(folder)).map_err(GtpError::Start)?;
        Ok(Self {
            program,
            conversation: Conversation(pipes),
            has_failed: false,
        })
    }

    /// Sends a command and waits for the answer: its text without the `=`, lines joined by newlines.
    pub fn ask(&mut self, command: &str, limit: Duration) -> Result<String, GtpError> {
        self.converse(|conversation| conversation.ask(command, limit))
    }

    /// Sends a command that the program may refuse. `None` if it refuses.
    pub fn suggest(&mut self, command: &str, limit: Duration) -> Result<Option<String>, GtpError> {
        match self.ask(command, limit) {
            Err(GtpError::Refused(..)) => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Tells it a move.
    pub fn play(&mut self, size: BoardSize, color: Color, mv: Move, limit: Duration) -> Result<(), GtpError> {
        let command = format!("play {} {}", color.letter(), size.show(mv));
        self.ask(&command, limit).map(drop)
    }

    /// Sends a command and waits for the whole reply, from its sign to its last line. Text before it is
    /// ignored.
    pub fn reply(&mut self, command: &str, limit: Duration) -> Result<String, GtpError> {
        self.converse(|conversation| conversation.reply(command, limit, true))
    }

    fn converse(
        &mut self,
        exchange: impl FnOnce(&mut Conversation) -> Result<String, GtpError>,
    ) -> Result<String, GtpError> {
        let mut result = exchange(&mut self.conversation);
        if let Err(GtpError::Died(_, how)) = &mut result {
            *how = self.program.obituary();
        }
        self.has_failed |= !matches!(result, Ok(_) | Err(GtpError::Refused(..)));
        result
    }

    /// Returns the CPU seconds since the start; none if they are not known.
    pub fn cpu_seconds(&mut self) -> Option<f64> {
        self.program.cpu_seconds()
    }

    /// Asks the program to quit and kills it if it does not exit. A program that has failed is killed at
    /// once.
    pub fn quit(self) {
        let (mut program, Conversation(Pipes { input, output })) = (self.program, self.conversation);
        if self.has_failed {
            return;
        }
        let _ = input.send("quit\n".to_string());
        // Closing its standard input is a second hint. Its output stays open, as it may still answer.
        drop(input);
        program.wait(EXIT_GRACE);
        drop(output);
    }
}

/// Commands and answers over the pipes of a program.
pub struct Conversation(pub Pipes);

impl Conversation {
    /// Sends a command and waits for the answer: its text without the `=`, lines joined by newlines.
    pub fn ask(&mut self, command: &str, limit: Duration) -> Result<String, GtpError> {
        let reply = self.reply(command, limit, false)?;
        let content = reply[1..].trim();
        if reply.starts_with('=') {
            return Ok(content.to_string());
        }
        Err(GtpError::Refused(command.to_string(), quote(content)))
    }

    /// Sends a command and waits for the whole reply, from its sign to its last line. Other text before it is
    /// an error, or ignored.
    fn reply(&mut self, command: &str, limit: Duration, ignores_text: bool) -> Result<String, GtpError> {
        let deadline = Instant::now() + limit;
        let named = || command.to_string();
        // Fails only if the program closed its input; then its output tells why.
        let _ = self.0.input.send(format!("{command}\n"));
        let mut answer: Option<String> = None;
        let mut size = 0;
        loop {
            let wait = deadline.saturating_duration_since(Instant::now());
            let line = match self.0.output.recv_timeout(wait) {
                Ok(Output::Line(line) | Output::Unfinished(line)) => clean(&line),
                Ok(Output::TooLong) => return Err(GtpError::Flooded(named())),
                Err(RecvTimeoutError::Timeout) => return Err(GtpError::Silent(named(), limit)),
                Err(RecvTimeoutError::Disconnected) => return Err(GtpError::Died(named(), String::new())),
            };
            size += line.len() + 1;
            if size > MAX_ANSWER {
                return Err(GtpError::Flooded(named()));
            }
            match &mut answer {
                // Empty lines and comments between answers are harmless; other text could belong to any
                // command.
                None if line.trim().is_empty() || line.starts_with('#') => {}
                None if line.starts_with(['=', '?']) => answer = Some(line),
                None if ignores_text => {}
                None => return Err(GtpError::Garbled(named(), quote(&line))),
                Some(text) if !line.trim().is_empty() => {
                    text.push('\n');
                    text.push_str(&line);
                }
                Some(text) => return Ok(std::mem::take(text)),
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Long enough for a busy machine; no test waits that long.
    const LONG: Duration = Duration::from_secs(120);

    fn shell(script: &str) -> Client {
        Client::start(&["sh", "-c", script].map(String::from)).unwrap()
    }

    fn answer(script: &str) -> Result<String, String> {
        shell(script).ask("name", LONG).map_err(|e| e.to_string())
    }

    #[test]
    fn answers_stand_between_empty_lines_and_comments() {
        assert_eq!(
            answer("printf '\\n# hello\\n=  A\\tB \\r\\n C\\n\\n'; sleep 1"),
            Ok("A B \n C".to_string())
        );
        assert_eq!(answer("printf '=\\n\\n'"), Ok(String::new()));
        assert_eq!(
            answer("printf '? no\\nnever\\n\\n'"),
            Err("refused 'name': no never".to_string())
        );
    }

    #[test]
    fn garbage_silence_and_death_are_distinguished() {
        assert_eq!(
            answer("echo Welcome!; sleep 5"),
            Err("answered 'name' with text that is no GTP: 'Welcome!'".to_string())
        );
        assert_eq!(
            answer("echo oh no >&2; exit 3"),
            Err("died at 'name' (exit status: 3), its last words: 'oh no'".to_string())
        );
        let mut silent = shell("exec sleep 30");
        let error = silent.ask("name", Duration::from_millis(100)).unwrap_err();
        assert_eq!(error.to_string(), "gave no answer to 'name' within 0.1 s");
    }

    #[test]
    fn floods_with_and_without_newlines_end() {
        for script in [
            "exec yes",
            "exec yes '#'",
            "exec yes ''",
            "exec tr '\\0' x < /dev/zero",
            "printf '= x\\n'; exec yes",
        ] {
            let error = shell(script).ask("name", LONG).unwrap_err();
            let expected = if script == "exec yes" { "no GTP" } else { "flooded" };
            assert!(error.to_string().contains(expected), "{script}: {error}");
        }
    }

    #[test]
    fn a_program_that_reads_nothing_blocks_nobody() {
        let mut deaf = shell("exec sleep 30");
        let long = "x".repeat(1 << 20);
        assert!(matches!(
            deaf.ask(&long, Duration::from_millis(100)),
            Err(GtpError::Silent { .. })
        ));
    }

    #[test]
    fn a_missing_program_cannot_be_started() {
        let missing = Client::start(&["/no/such/program".to_string()]);
        assert!(matches!(missing, Err(GtpError::Start(_))));
        assert!(Client::start(&[]).is_err());
    }

    #[test]
    fn programs_without_periods_are_told_one_stone() {
        let system: TimeSystem = "5 3x2".parse().unwrap();
        assert_eq!(
            time_settings(system, |_| true).unwrap(),
            "kgs-time_settings byoyomi 5 2 3"
        );
        assert_eq!(time_settings(system, |_| false).unwrap(), "time_settings 5 2 1");
        let mut clock = GameClock::new(system);
        assert_eq!(
            time_left(&clock, Color::Black, |_| false).unwrap(),
            "time_left B 5 0"
        );
        clock.spend(Color::Black, Duration::from_millis(5500));
        assert_eq!(
            time_left(&clock, Color::Black, |_| false).unwrap(),
            "time_left B 2 1"
        );
        assert_eq!(
            time_left(&clock, Color::Black, |_| true).unwrap(),
            "time_left B 2 3"
        );
    }

    #[test]
    fn programs_without_fischers_clock_are_told_the_main_time() {
        let system: TimeSystem = "5m+10s".parse().unwrap();
        assert_eq!(
            time_settings(system, |_| true).unwrap(),
            "kata-time_settings fischer 300 10"
        );
        assert_eq!(time_settings(system, |_| false).unwrap(), "time_settings 300 0 0");
        assert_eq!(time_left(&GameClock::default(), Color::White, |_| true), None);
    }
}
