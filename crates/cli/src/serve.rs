// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi serve`: a board in the browser.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr};

use anyhow::Context as _;
use katachi_session::{InteractiveGame, Sides, Thinking};
use katachi_web::{Listener, Server};

use super::game_args::GameArgs;
use super::start;
use super::terminal::{self, Beginning};

/// The port where none is asked for: always the same, so that the page can be a bookmark.
const PORT: u16 = 8361;

/// Where the board is, and what the game begins with.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// Let others reach the board at this address of the machine, such as 0.0.0.0 for all of them; a token in the URL keeps those out
    /// who do not know it
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// The port; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Begin a new game, even if one was left
    #[arg(long)]
    new: bool,
    /// Options of the game and the engine.
    #[command(flatten)]
    game: GameArgs,
}

/// Serves until Ctrl-C is pressed.
pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    start::check_input(&args.game)?;
    let mut beginning = Beginning::new(&args.game, start::seed(&args.game), true)?;
    if args.game.load.is_some() && args.game.color.is_none() {
        // Nothing happens to a record before the person wants it.
        beginning.setup.sides = Sides::Both;
    }
    let engine = beginning.engine().clone();
    let server = Server::new(engine, |thinking| begin(args, beginning, thinking));
    let server = Listener::bind(args.listen, args.port, server).with_context(|| {
        let (listen, port) = (args.listen, args.port);
        format!("cannot listen at {listen}, port {port}: choose another with --port, 0 for any that is free")
    })?;
    let url = server.url();
    let mut out = io::stdout().lock();
    writeln!(out, "The board is at {url}\nCtrl-C ends it; the game is kept.")?;
    out.flush()?;
    drop(out);
    if !args.listen.is_loopback() {
        eprintln!("Whoever knows this URL with its token can play; what is sent is not encrypted.");
    }
    if args.open && open::that_detached(&url).is_err() {
        eprintln!("katachi: no browser can be opened from here: open {url} in one");
    }
    server.run().context("the server has stopped")
}

/// The game that was left, unless the options say another one.
fn begin(args: &ServeArgs, beginning: Beginning, thinking: Thinking) -> InteractiveGame {
    let (left, wrong) = match args.is_new() {
        true => (None, Vec::new()),
        false => beginning.offered(&args.game),
    };
    for line in wrong {
        eprintln!("katachi: {line}");
    }
    let (play, events) = match left {
        Some(left) => {
            eprintln!("{} It goes on; --new begins another one.", terminal::about(&left));
            beginning.resume(left, thinking)
        }
        None => beginning.begin(thinking),
    };
    for event in events {
        eprintln!("katachi: {}", event.text(play.game().size()));
    }
    play
}

impl ServeArgs {
    /// Is a new game asked for, or something that only a new game has?
    fn is_new(&self) -> bool {
        let game = &self.game;
        self.new
            || game.load.is_some()
            || game.boardsize.is_some()
            || game.handicap.is_some()
            || game.komi.is_some()
            || game.rules.is_some()
            || game.color.is_some()
            || game.clock.is_some()
    }
}
