// SPDX-License-Identifier: MIT OR Apache-2.0

//! Limits on the memory for slow senders and readers: bodies that come, and answers that wait to be sent.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutWriter;

/// Texts up to this size do not count: each connection has one at most.
const SMALL: usize = 64 << 10;
/// Bytes of one permit.
const UNIT: usize = 1 << 10;
/// Maximum bytes of large texts together.
const MAX_WAITING: usize = 64 << 20;
/// Maximum time in which a reader takes nothing.
const READER_TIME: Duration = Duration::from_secs(20);

/// Large texts that wait, counted by their bytes.
#[derive(Clone, Debug)]
pub(super) struct Waiting(Arc<Semaphore>);

/// Room for a text. Small ones need none.
type Room = Option<OwnedSemaphorePermit>;

impl Waiting {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(MAX_WAITING / UNIT)))
    }

    /// Waits for room for a text of that size.
    pub(super) async fn room(&self, bytes: usize) -> Room {
        match bytes > SMALL {
            true => Arc::clone(&self.0).acquire_many_owned(units(bytes)).await.ok(),
            false => None,
        }
    }

    /// Returns a text as bytes that have room until the last of them is sent. `None`: too many wait.
    pub(super) fn try_bytes(&self, text: impl AsRef<str> + Send + 'static) -> Option<Bytes> {
        let bytes = text.as_ref().len();
        let room = match bytes > SMALL {
            true => Some(Arc::clone(&self.0).try_acquire_many_owned(units(bytes)).ok()?),
            false => None,
        };
        Some(in_room(text, room))
    }
}

fn units(bytes: usize) -> u32 {
    bytes.min(MAX_WAITING).div_ceil(UNIT) as u32
}

/// Returns a text as bytes, without a copy. They give their room back when the last of them is sent.
pub(super) fn in_room(text: impl AsRef<str> + Send + 'static, room: Room) -> Bytes {
    struct InRoom<T>(T, #[expect(dead_code)] Room);
    impl<T: AsRef<str>> AsRef<[u8]> for InRoom<T> {
        fn as_ref(&self) -> &[u8] {
            self.0.as_ref().as_bytes()
        }
    }
    Bytes::from_owner(InRoom(text, room))
}

/// Returns a connection that ends if its reader takes nothing for some time.
pub(super) fn timed(stream: TcpStream) -> Pin<Box<TimeoutWriter<TcpStream>>> {
    let mut timed = TimeoutWriter::new(stream);
    timed.set_timeout(Some(READER_TIME));
    Box::pin(timed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_texts_wait_up_to_a_limit_until_the_last_of_their_bytes_is_sent() {
        let waiting = Waiting::new();
        let large: Arc<str> = "x".repeat(MAX_WAITING / 4).into();
        let bytes: Vec<Bytes> = (0..4)
            .map(|_| waiting.try_bytes(Arc::clone(&large)).expect("there is room"))
            .collect();
        assert!(
            bytes.iter().all(|bytes| bytes.as_ptr() == large.as_ptr()),
            "one copy for all"
        );
        assert!(waiting.try_bytes(Arc::clone(&large)).is_none());
        assert!(waiting.try_bytes("small").is_some());
        let rest = bytes[0].slice(1..);
        drop(bytes);
        assert!(
            waiting.try_bytes("y".repeat(MAX_WAITING)).is_none(),
            "a part is still to be sent"
        );
        drop(rest);
        assert!(waiting.try_bytes("y".repeat(MAX_WAITING)).is_some());
    }
}
