// SPDX-License-Identifier: MIT OR Apache-2.0

//! An output whose reader may go away, or stop to read. A write alone would notice the first only when
//! there is something to say, and would wait for ever in the second case.

use std::io::{self, Write};
#[cfg(unix)]
use std::thread;

#[cfg(unix)]
use peer::Peer;

/// An output to a client.
pub struct Outlet<W> {
    to: W,
    /// `None`: the output is written as it is.
    #[cfg(unix)]
    peer: Option<Peer>,
}

impl<W: Write> Outlet<W> {
    /// An output that is written as it is.
    pub fn new(to: W) -> Self {
        Self {
            to,
            #[cfg(unix)]
            peer: None,
        }
    }

    /// Calls `gone` once nobody can read any more, from a thread that waits for that as long as the output
    /// is open. Has no effect without a [`Outlet::to_reader`], and where the system does not tell of readers.
    ///
    /// # Errors
    /// A system that has no thread or no descriptor left.
    #[cfg_attr(not(unix), expect(unused_variables, reason = "the system does not tell"))]
    pub fn when_gone(&self, gone: impl FnOnce() + Send + 'static) -> io::Result<()> {
        #[cfg(unix)]
        if let Some(peer) = &self.peer {
            let peer = peer.try_clone()?;
            let wait = move || {
                if peer.wait_until_gone() {
                    gone();
                }
            };
            let thread = thread::Builder::new().name("reader-gone".to_owned());
            thread.spawn(wait)?;
        }
        Ok(())
    }

    /// Writes and flushes. While nobody reads, `gives_up` is asked at intervals whether to wait on.
    ///
    /// # Errors
    /// Those of writing; a broken pipe if it gives up.
    #[cfg_attr(not(unix), expect(unused_variables, reason = "the system does not tell"))]
    pub fn write_unless(&mut self, bytes: &[u8], gives_up: impl Fn() -> bool) -> io::Result<()> {
        #[cfg(unix)]
        if let Some(peer) = &self.peer {
            for part in bytes.chunks(peer::PART) {
                while !peer.is_ready() {
                    if gives_up() {
                        let why = "nobody reads the output";
                        return Err(io::Error::new(io::ErrorKind::BrokenPipe, why));
                    }
                }
                self.to.write_all(part)?;
                self.to.flush()?;
            }
            return Ok(());
        }
        self.to.write_all(bytes).and_then(|()| self.to.flush())
    }
}

#[cfg(unix)]
impl<W: Write + std::os::fd::AsFd> Outlet<W> {
    /// An output that another process reads.
    ///
    /// # Errors
    /// A system that has no descriptor left.
    pub fn to_reader(to: W) -> io::Result<Self> {
        let peer = Some(Peer::new(&to)?);
        Ok(Self { to, peer })
    }
}

#[cfg(not(unix))]
impl<W: Write> Outlet<W> {
    /// An output that another process reads. This system does not tell of its reader.
    ///
    /// # Errors
    /// None.
    pub fn to_reader(to: W) -> io::Result<Self> {
        Ok(Self::new(to))
    }
}

/// The reader of a descriptor, by what the system tells of it.
#[cfg(unix)]
mod peer {
    use std::io;
    use std::os::fd::{AsFd, OwnedFd};

    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    /// Bytes that are written without waiting when the output is ready: the minimum of POSIX for a pipe.
    pub(super) const PART: usize = 512;
    /// Milliseconds of a wait for the reader.
    const TICK: u8 = 100;

    pub(super) struct Peer(OwnedFd);

    impl Peer {
        pub(super) fn new(output: &impl AsFd) -> io::Result<Self> {
            output.as_fd().try_clone_to_owned().map(Self)
        }

        pub(super) fn try_clone(&self) -> io::Result<Self> {
            Self::new(&self.0)
        }

        /// Waits for the events; none if they do not come in time.
        fn poll(&self, events: PollFlags, limit: PollTimeout) -> Result<PollFlags, Errno> {
            let mut polled = [PollFd::new(self.0.as_fd(), events)];
            poll(&mut polled, limit)?;
            Ok(polled[0].revents().unwrap_or(PollFlags::empty()))
        }

        /// Returns whether a part can be written, or it is an error to write. Waits a moment for that.
        pub(super) fn is_ready(&self) -> bool {
            match self.poll(PollFlags::POLLOUT, TICK.into()) {
                Ok(events) => !events.is_empty(),
                Err(error) => error != Errno::EINTR,
            }
        }

        /// Waits until there is no reader any more. False: the system does not tell.
        pub(super) fn wait_until_gone(&self) -> bool {
            loop {
                match self.poll(PollFlags::empty(), PollTimeout::NONE) {
                    Ok(events) if events.intersects(PollFlags::POLLERR | PollFlags::POLLHUP) => return true,
                    Ok(events) if events.is_empty() => {}
                    Err(Errno::EINTR) => {}
                    Ok(_) | Err(_) => return false,
                }
            }
        }
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_reader_that_goes_away_is_noticed_without_a_write() {
        let (reader, writer) = io::pipe().unwrap();
        let outlet = Outlet::to_reader(writer).unwrap();
        let (gone, is_gone) = channel();
        outlet.when_gone(move || gone.send(()).unwrap()).unwrap();
        assert!(is_gone.try_recv().is_err(), "the reader is there");
        drop(reader);
        is_gone.recv().unwrap();
    }

    #[test]
    fn a_write_to_a_full_pipe_goes_on_when_it_is_read_or_gives_up() {
        let (reader, writer) = io::pipe().unwrap();
        let mut outlet = Outlet::to_reader(writer).unwrap();
        let flood = vec![b'x'; 1 << 20];
        let error = outlet.write_unless(&flood, || true).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        let read = thread::spawn(move || io::copy(&mut { reader }, &mut io::sink()));
        outlet.write_unless(&flood, || false).unwrap();
        drop(outlet);
        assert!(read.join().unwrap().unwrap() > flood.len() as u64);
    }

    #[test]
    fn a_reader_that_has_gone_is_an_error_of_writing() {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut outlet = Outlet::to_reader(writer).unwrap();
        let error = outlet.write_unless(b"=\n\n", || false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
