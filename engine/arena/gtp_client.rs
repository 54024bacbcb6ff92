//! One GTP program as a child process: it is asked, and it answers in time or has failed.
//!
//! Nothing that the program does can block or fill the match: writing, standard output and standard error
//! have a thread each; lines, answers and what is kept of standard error are bounded; every wait has an end.
//! The threads are not joined: they end when the program's pipes close.

use std::collections::VecDeque;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::cpu::cpu_seconds;
use super::pipes::{MAX_LINE, Output, keep_last_words, quote, read_output, write_commands};

/// Bytes of the longest answer, with all that comes before it.
const MAX_ANSWER: usize = 1024 * 1024;
/// Lines that wait to be read; a program that writes more is made to wait by its pipe.
const QUEUED_LINES: usize = 64;
/// How long a program may take to exit after `quit` or after closing its output.
const EXIT_GRACE: Duration = Duration::from_secs(2);

/// What a program did instead of answering.
#[derive(Debug, Error)]
pub(super) enum GtpError {
    #[error("could not be started: {0}")]
    Start(std::io::Error),
    #[error("died at '{command}'{how}")]
    Died { command: String, how: String },
    #[error("gave no answer to '{command}' within {} s", .limit.as_secs_f64())]
    Silent { command: String, limit: Duration },
    #[error("answered '{command}' with text that is no GTP: '{text}'")]
    Garbled { command: String, text: String },
    #[error(
        "flooded its output at '{command}' (more than {MAX_LINE} bytes in a line or {MAX_ANSWER} in all)"
    )]
    Flooded { command: String },
    #[error("refused '{command}': {message}")]
    Refused { command: String, message: String },
}

/// A running program. Dropping it kills it.
pub(super) struct Client {
    child: Child,
    /// To the thread that writes; none after `quit`.
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    stderr_reader: JoinHandle<()>,
    /// The latest CPU time that could be read.
    cpu: Option<f64>,
    /// It has broken the protocol: whatever it says now would answer something else.
    has_failed: bool,
}

impl Client {
    /// Starts the program `words[0]` with the other words as its arguments.
    pub(super) fn start(words: &[String]) -> Result<Self, GtpError> {
        let (program, arguments) = words.split_first().ok_or_else(|| {
            GtpError::Start(std::io::Error::new(
                std::io::ErrorKind::InvalidInput,
                "the command is empty",
            ))
        })?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(GtpError::Start)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three are piped");
        };
        let (input, commands) = channel();
        let (lines, output) = sync_channel(QUEUED_LINES);
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last_words);
        thread::spawn(move || write_commands(stdin, &commands));
        thread::spawn(move || read_output(stdout, &lines));
        let stderr_reader = thread::spawn(move || keep_last_words(stderr, &kept));
        Ok(Self {
            child,
            input: Some(input),
            output,
            last_words,
            stderr_reader,
            cpu: None,
            has_failed: false,
        })
    }

    /// Sends a command and waits for the answer: its text without the `=`, lines joined by newlines.
    pub(super) fn ask(&mut self, command: &str, limit: Duration) -> Result<String, GtpError> {
        let result = self.exchange(command, limit);
        self.has_failed |= !matches!(result, Ok(_) | Err(GtpError::Refused { .. }));
        result
    }

    fn exchange(&mut self, command: &str, limit: Duration) -> Result<String, GtpError> {
        let deadline = Instant::now() + limit;
        let named = || command.to_string();
        if let Some(input) = &self.input {
            // Fails only if the program closed its input; then its output says more.
            let _ = input.send(format!("{command}\n"));
        }
        let mut answer: Option<String> = None;
        let mut size = 0;
        loop {
            let wait = deadline.saturating_duration_since(Instant::now());
            let line = match self.output.recv_timeout(wait) {
                Ok(Output::Line(line)) => line,
                Ok(Output::TooLong) => return Err(GtpError::Flooded { command: named() }),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(GtpError::Silent {
                        command: named(),
                        limit,
                    });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let how = self.obituary();
                    return Err(GtpError::Died {
                        command: named(),
                        how,
                    });
                }
            };
            size += line.len() + 1;
            if size > MAX_ANSWER {
                return Err(GtpError::Flooded { command: named() });
            }
            match &mut answer {
                // Empty lines and comments between answers do no harm; any other text puts the two sides
                // out of step.
                None if line.trim().is_empty() || line.starts_with('#') => {}
                None if line.starts_with(['=', '?']) => answer = Some(line),
                None => {
                    let text = quote(&line);
                    return Err(GtpError::Garbled {
                        command: named(),
                        text,
                    });
                }
                Some(text) if !line.trim().is_empty() => {
                    text.push('\n');
                    text.push_str(&line);
                }
                Some(text) => {
                    let content = text[1..].trim().to_string();
                    if text.starts_with('=') {
                        return Ok(content);
                    }
                    let message = quote(&content);
                    return Err(GtpError::Refused {
                        command: named(),
                        message,
                    });
                }
            }
        }
    }

    /// CPU seconds since the start, as far as they can be known.
    pub(super) fn cpu_seconds(&mut self) -> Option<f64> {
        self.cpu = cpu_seconds(self.child.id()).or(self.cpu);
        self.cpu
    }

    /// Asks the program to leave, and kills it if it does not, or at once if it has failed before.
    pub(super) fn quit(mut self) {
        if self.has_failed {
            return;
        }
        if let Some(input) = self.input.take() {
            let _ = input.send("quit\n".to_string());
            // With `input` gone the writing thread closes the program's standard input: a second hint.
        }
        self.wait(EXIT_GRACE);
    }

    /// How the program ended, for a message: its status and what it said last.
    fn obituary(&mut self) -> String {
        // Its CPU time is gone once it has been waited for.
        self.cpu_seconds();
        let mut text = match self.wait(EXIT_GRACE) {
            Some(status) => format!(" ({status})"),
            None => " (closed its output but runs on)".to_string(),
        };
        let patience = Instant::now() + Duration::from_millis(200);
        while !self.stderr_reader.is_finished() && Instant::now() < patience {
            thread::sleep(Duration::from_millis(2));
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = words.back() {
            let last = quote(last);
            text += &format!(", its last words: '{last}'");
        }
        text
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_millis(1);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(pause),
                Ok(None) | Err(_) => return None,
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Does nothing to a program that has been waited for already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(5);

    fn shell(script: &str) -> Client {
        Client::start(&["sh", "-c", script].map(String::from)).unwrap()
    }

    fn answer(script: &str) -> Result<String, String> {
        shell(script).ask("name", SOON).map_err(|e| e.to_string())
    }

    #[test]
    fn answers_are_read_whole_and_between_empty_lines_and_comments() {
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
    fn text_that_is_no_answer_is_told_from_silence_and_death() {
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
            let started = Instant::now();
            let error = shell(script).ask("name", SOON).unwrap_err();
            let expected = if script == "exec yes" { "no GTP" } else { "flooded" };
            assert!(error.to_string().contains(expected), "{script}: {error}");
            assert!(started.elapsed() < SOON, "{script}");
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
    fn a_missing_program_is_an_error_of_its_own() {
        let missing = Client::start(&["/no/such/program".to_string()]);
        assert!(matches!(missing, Err(GtpError::Start(_))));
        assert!(Client::start(&[]).is_err());
    }
}
