// SPDX-License-Identifier: MIT OR Apache-2.0

//! Streams between ordinary replies.

use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::*;

/// Counts until the stream is over, or to three; echoes anything else.
#[derive(Default)]
struct Counter {
    interrupt: Arc<AtomicBool>,
    /// Told when a command begins that only an interrupt ends.
    begins: Option<Sender<()>>,
}

impl Responder for Counter {
    fn respond(&mut self, request: &Request, stream: &mut dyn Stream) -> Result<String, Failure> {
        match request.name.as_str() {
            "count" => {
                stream.begin();
                stream.send("one");
                stream.wait();
                Ok(String::new())
            }
            "three" => {
                stream.begin();
                stream.send("one");
                stream.send("two");
                Ok("three".to_owned())
            }
            "bad" => Err(Failure::new("bad")),
            "endless" | "cancellable" => {
                if request.name == "cancellable" {
                    stream.interrupt_by_any_line();
                }
                if let Some(begins) = &self.begins {
                    begins.send(()).unwrap();
                }
                while !self.interrupt.load(Relaxed) {
                    std::thread::yield_now();
                }
                Ok("ended".to_owned())
            }
            "flood" => Ok("word ".repeat(1 << 18)),
            name => Ok(name.to_owned()),
        }
    }

    fn has_quit(&self) -> bool {
        false
    }

    fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }
}

/// An input that blocks until text is sent.
struct Sent(Receiver<&'static str>, &'static [u8]);

impl Read for Sent {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            match self.0.recv() {
                Ok(text) => self.1 = text.as_bytes(),
                Err(_) => return Ok(0),
            }
        }
        self.1.read(buffer)
    }
}

/// An output that sends the next line of input after each reply.
struct Prompted {
    heard: Vec<u8>,
    says: Vec<(&'static str, &'static str)>,
    to: Option<Sender<&'static str>>,
}

impl Write for Prompted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.heard.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let heard = String::from_utf8_lossy(&self.heard);
        match self.says.first() {
            Some((after, line)) if heard.ends_with(after) => {
                if let Some(to) = &self.to {
                    to.send(line).unwrap();
                }
                self.says.remove(0);
            }
            None => self.to = None,
            _ => {}
        }
        Ok(())
    }
}

/// Serves an input that is sent.
fn served(counter: &mut Counter, from: Receiver<&'static str>, to: Outlet<impl Write>) -> io::Result<()> {
    serve(counter, BufReader::new(Sent(from, b"")), to, io::sink())
}

fn conversation(first: &'static str, says: &[(&'static str, &'static str)]) -> String {
    let (to, from) = channel();
    to.send(first).unwrap();
    let mut output = Prompted {
        heard: Vec::new(),
        says: says.to_vec(),
        to: Some(to),
    };
    if says.is_empty() {
        output.to = None;
    }
    served(&mut Counter::default(), from, Outlet::new(&mut output)).unwrap();
    String::from_utf8(output.heard).unwrap()
}

#[test]
fn a_stream_goes_on_until_a_line_comes_which_is_answered_then() {
    let heard = conversation(
        "7 count\n",
        &[("one\n", "8 hello\n"), ("hello\n\n", "count\n"), ("one\n", "\n")],
    );
    assert_eq!(heard, "=7\none\n\n=8 hello\n\n=\none\n\n");
}

#[test]
fn a_stream_ends_with_the_input_and_with_lines_that_wait_already() {
    assert_eq!(conversation("count\n", &[]), "=\none\n\n");
    assert_eq!(
        conversation("1 count\n2 bad\n3 three\n", &[]),
        "=1\none\n\n?2 bad\n\n=3\none\ntwo\nthree\n\n"
    );
}

#[test]
fn a_single_answer_has_the_lines_of_a_stream() {
    let reply = reply(&mut Counter::default(), "5 three").unwrap();
    assert_eq!(reply.to_string(), "=5 one\ntwo\nthree\n\n");
}

#[test]
fn a_line_without_an_end_takes_no_memory_and_is_refused() {
    let input = || {
        let long = io::repeat(b'x').take(8 * MAX_BYTES as u64);
        BufReader::new("1 hello ".as_bytes().chain(long).chain("\n2 hello\n".as_bytes()))
    };
    let (mut output, mut log) = (Vec::new(), Vec::new());
    serve(
        &mut Counter::default(),
        input(),
        Outlet::new(&mut output),
        &mut log,
    )
    .unwrap();
    assert_eq!(
        String::from_utf8(output).unwrap(),
        "?1 line too long\n\n=2 hello\n\n"
    );
    assert_eq!(
        String::from_utf8(log).unwrap(),
        "katachi: line too long: more than 1048576 bytes\n"
    );
    let mut line = Vec::new();
    let read = read_line(&mut input(), 100, &mut line).unwrap();
    assert_eq!((read, line.len()), (101, 101));
}

#[test]
fn the_commands_in_a_request_of_a_browser_are_not_carried_out() {
    for first in [
        "POST / HTTP/1.1\r\n",
        "PRI * HTTP/2.0\r\n",
        "GET /hello HTTP/1.0\n",
    ] {
        let input = first.as_bytes().chain("Host: here\r\n\r\nhello\n".as_bytes());
        let mut output = Vec::new();
        let error = serve(
            &mut Counter::default(),
            BufReader::new(input),
            Outlet::new(&mut output),
            io::sink(),
        )
        .unwrap_err();
        assert_eq!(error.to_string(), "the client speaks HTTP, not GTP");
        assert!(output.is_empty(), "{first}");
    }
}

#[test]
fn what_cannot_be_written_ends_a_stream() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (to, from) = channel();
    to.send("count\n").unwrap();
    let error = served(&mut Counter::default(), from, Outlet::new(Closed)).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    assert!(to.send("name\n").is_ok(), "the client has not closed its side");
}

#[test]
fn a_command_that_only_an_interrupt_ends_is_ended_by_it_and_where_it_says_so_by_any_line() {
    for (command, line) in [
        ("endless\n", "# interrupt\n"),
        ("cancellable\n", "hello\n"),
        ("cancellable\n", ""),
    ] {
        let (to, from) = channel();
        let (begins, has_begun) = channel();
        let mut counter = Counter {
            begins: Some(begins),
            ..Counter::default()
        };
        let client = std::thread::spawn(move || {
            to.send(command).unwrap();
            has_begun.recv().unwrap();
            if !line.is_empty() {
                to.send(line).unwrap();
            }
        });
        let mut output = Vec::new();
        served(&mut counter, from, Outlet::new(&mut output)).unwrap();
        client.join().unwrap();
        assert!(output.starts_with(b"= ended\n\n"), "{command} {line}");
    }
    let reply = reply(&mut Counter::default(), "cancellable").unwrap();
    assert_eq!(reply.to_string(), "= ended\n\n", "the next line has already come");
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_a_running_command_and_one_that_is_awaited() {
    for first in ["endless\n", "hello\n"] {
        let (to, from) = channel();
        let (begins, has_begun) = channel();
        let (reader, writer) = io::pipe().unwrap();
        let mut counter = Counter {
            begins: Some(begins),
            ..Counter::default()
        };
        let client = std::thread::spawn(move || {
            to.send(first).unwrap();
            match first {
                "endless\n" => has_begun.recv().unwrap(),
                _ => assert_eq!((&reader).read(&mut [0; 10]).unwrap(), "= hello\n\n".len()),
            }
            drop(reader);
            to
        });
        let error = served(&mut counter, from, Outlet::to_reader(writer).unwrap()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{first}");
        client.join().unwrap();
    }
}

#[cfg(unix)]
#[test]
fn after_quit_a_reply_that_nobody_reads_is_given_up() {
    let (to, from) = channel();
    to.send("flood\n# interrupt\nquit\n").unwrap();
    let (reader, writer) = io::pipe().unwrap();
    let output = Outlet::to_reader(writer).unwrap();
    let error = served(&mut Counter::default(), from, output).unwrap_err();
    assert_eq!(error.to_string(), "nobody reads the output");
    drop((reader, to));
}
