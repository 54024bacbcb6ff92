// SPDX-License-Identifier: MIT OR Apache-2.0

//! The listener: address, port, and the end of the server.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use socket2::{Domain, Socket, Type};
use tokio::sync::{Notify, Semaphore};

use super::places::{MAX_PLACES, MAX_STRANGERS, Places};
use super::respond::{MAX_QUESTIONS, MAX_TURNS, Site};
use super::token::Token;
use super::waiting::{Waiting, timed};
use crate::server::Server;

/// Maximum time for the last answers at the end.
const LAST_ANSWERS: Duration = Duration::from_secs(2);
/// Maximum number of requests that are worked at, questions to the analyst among them.
const MAX_THREADS: usize = 16;
/// Maximum time for the headers of a request, and of rest between two requests.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// Pause where the system has no room for a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Maximum number of connections that wait to be accepted: all that can be open may come while an answer is
/// made. Beyond it the system resets them; the standard library has 128.
const BACKLOG: usize = MAX_PLACES + MAX_STRANGERS;

/// A server with its port, ready to run.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    address: SocketAddr,
    /// Prefix of all paths: empty, or a slash and the token.
    prefix: String,
    stop: Arc<Notify>,
    server: Arc<Server>,
}

/// Stops a server from another thread.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Stops the server, now or as soon as it runs.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Listener {
    /// Binds a port of an address; port 0 is any free one. The URL of the page has the token in it. `None`:
    /// other users of this machine can play; if other machines can connect, there is a random one all the
    /// same.
    ///
    /// # Errors
    /// The port is in use, the address is not of this machine, or there are no random numbers.
    pub fn bind(address: IpAddr, port: u16, token: Option<Token>, server: Arc<Server>) -> io::Result<Self> {
        let listener = listening(SocketAddr::from((address, port)))?;
        let token = match token {
            None if !address.is_loopback() => Some(Token::random()?),
            token => token,
        };
        Ok(Self {
            address: listener.local_addr()?,
            listener,
            prefix: token.map_or_else(String::new, |token| format!("/{}", token.as_str())),
            stop: Arc::new(Notify::new()),
            server,
        })
    }

    /// Returns the URL of the page.
    pub fn url(&self) -> String {
        format!("http://{}{}/", self.address, self.prefix)
    }

    /// Returns a handle that stops the server.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Answers requests until Ctrl-C, a signal or a [`Stopper`].
    ///
    /// # Errors
    /// Errors of the system.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(MAX_THREADS)
            .build()?;
        let result = runtime.block_on(self.serve());
        // A search in progress is not awaited.
        runtime.shutdown_background();
        result
    }

    async fn serve(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let site = Arc::new(Site {
            prefix: self.prefix,
            is_public: !self.address.ip().is_loopback(),
            server: Arc::clone(&self.server),
            questions: Semaphore::new(MAX_QUESTIONS),
            turns: Semaphore::new(MAX_TURNS),
            places: Places::new(),
            bodies: Waiting::new(),
            answers: Waiting::new(),
        });
        let connections = GracefulShutdown::new();
        tokio::select! {
            () = accept(&listener, &site, &connections) => {}
            () = end(&self.stop) => {}
        }
        drop(listener);
        // Streams of events have no other end.
        self.server.close();
        tokio::select! {
            () = connections.shutdown() => {}
            () = tokio::time::sleep(LAST_ANSWERS) => {}
        }
        Ok(())
    }
}

fn listening(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    // A server that has ended does not keep its port, as in the standard library.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG as i32)?;
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}

/// Takes connections, each in a task of its own.
async fn accept(listener: &tokio::net::TcpListener, site: &Arc<Site>, connections: &GracefulShutdown) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The system has no room for a connection; some close meanwhile.
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let site = Arc::clone(site);
        let visit = site.places.enter();
        let (host, visitor) = (Arc::clone(&site), Arc::clone(&visit));
        let respond = service_fn(move |request| {
            let (site, visit) = (Arc::clone(&host), Arc::clone(&visitor));
            async move { Ok::<_, Infallible>(site.respond(request, &visit).await) }
        });
        let connection = http.serve_connection(TokioIo::new(timed(stream)), respond);
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                // The other side has closed the connection, or sends what is no request.
                _ = connection => {}
                () = visit.ended() => {}
            }
            site.places.leave(&visit);
        });
    }
}

/// Waits for Ctrl-C, the signal to terminate, or a [`Stopper`].
async fn end(stop: &Notify) {
    tokio::select! {
        () = stop.notified() => {}
        // Some systems have no Ctrl-C.
        Ok(()) = tokio::signal::ctrl_c() => {}
        () = terminated() => {}
    }
}

/// Waits for the signal to terminate, or forever where there is none.
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::net::{Ipv4Addr, TcpStream};

    use super::*;

    #[test]
    fn connections_that_come_at_once_wait_until_they_are_accepted() {
        let listener = listening((Ipv4Addr::LOCALHOST, 0).into()).expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let connect = |_| TcpStream::connect_timeout(&address, Duration::from_secs(20));
        let waiting: Result<Vec<_>, _> = (0..400).map(connect).collect();
        assert_eq!(waiting.expect("each of them waits").len(), 400);
    }
}
