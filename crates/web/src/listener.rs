// SPDX-License-Identifier: MIT OR Apache-2.0

//! The server: where it listens, its address, and its end.

use std::fmt::Write as _;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use crate::api;
use crate::server::Server;

/// How long the end waits for answers that are on their way.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// A server that has its port and can be run.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    address: SocketAddr,
    /// What paths begin with: nothing, or a slash and the token.
    prefix: String,
    stop: Arc<Notify>,
    server: Arc<Server>,
}

/// Ends a server from elsewhere.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Ends the server, or lets it end as soon as it runs.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Listener {
    /// Takes a port of that address; port 0 is any that is free. Where others than this machine can connect, the address of the page has
    /// a random token in it.
    ///
    /// # Errors
    /// The port is in use, the address is not one of this machine, or there are no random numbers.
    pub fn bind(address: IpAddr, port: u16, server: Arc<Server>) -> io::Result<Self> {
        let listener = TcpListener::bind((address, port))?;
        listener.set_nonblocking(true)?;
        let prefix = match address.is_loopback() {
            true => String::new(),
            false => format!("/{}", token()?),
        };
        Ok(Self {
            address: listener.local_addr()?,
            listener,
            prefix,
            stop: Arc::new(Notify::new()),
            server,
        })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}{}/", self.address, self.prefix)
    }

    /// What ends it from elsewhere.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Answers requests until Ctrl-C is pressed, the program is told to end, or a [`Stopper`] says so.
    ///
    /// # Errors
    /// Those of the system.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let result = runtime.block_on(self.serve());
        // Whoever still thinks about a move is not waited for.
        runtime.shutdown_background();
        result
    }

    async fn serve(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let others_connect = !self.address.ip().is_loopback();
        let routes = api::routes(&self.prefix, others_connect, Arc::clone(&self.server));
        let ending = Arc::new(Notify::new());
        let begin_to_end = {
            let (server, ending) = (Arc::clone(&self.server), Arc::clone(&ending));
            async move {
                end(&self.stop).await;
                // The streams of events end, which would go on for ever.
                server.close();
                ending.notify_one();
            }
        };
        let served = axum::serve(listener, routes).with_graceful_shutdown(begin_to_end);
        tokio::select! {
            result = async { served.await } => result,
            () = async { ending.notified().await; tokio::time::sleep(LAST_ANSWERS).await } => Ok(()),
        }
    }
}

/// Sixteen random bytes as letters.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// Waits for Ctrl-C, the signal to end, or a [`Stopper`].
async fn end(stop: &Notify) {
    tokio::select! {
        () = stop.notified() => {}
        () = interrupted() => {}
        () = terminated() => {}
    }
}

/// Waits for Ctrl-C; for ever where it cannot be heard of.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Waits for the signal by which programs are told to end, where there is one.
async fn terminated() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut signal) = signal(SignalKind::terminate()) {
            signal.recv().await;
            return;
        }
    }
    std::future::pending::<()>().await;
}
