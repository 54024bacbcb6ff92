// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi serve`: a board in the browser.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr};

use anyhow::Context as _;
use katachi_learning::quiz::Place;
use katachi_session::{InteractiveGame, Sides, Store, Thinking};
use katachi_web::{Listener, Server, Token};

use super::game_args::{GameArgs, JudgeArgs, PersonArgs};
use super::start;
use super::terminal::Beginning;
use crate::note;

/// Default port: always the same, so that the page can be a bookmark.
const PORT: u16 = 8361;
/// Name of the file with the token, beside the games that are kept.
const TOKEN_FILE: &str = "serve.token";

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  katachi serve --open --boardsize 9 --teach")]
pub(crate) struct ServeArgs {
    /// Address at which others reach the board
    ///
    /// 0.0.0.0 stands for all addresses of the machine. The token in the URL keeps out everybody who does not
    /// have it, other users of this machine among them.
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Port; 0 is any free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Begin a new game, even if an unfinished one is there
    #[arg(long)]
    new: bool,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    person: PersonArgs,
    #[command(flatten)]
    judge: JudgeArgs,
}

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    start::check_input(&args.game.record)?;
    let mut beginning = Beginning::new(&args.game, &args.person, args.judge.start(), true)?;
    if args.game.record.load.is_some() && args.person.color.is_none() {
        // Nothing happens to a record before the person wants it.
        beginning.setup.sides = Sides::Both;
    }
    let engine = beginning.engine.clone();
    let tree = start::tree(&args.game.record)?;
    let results = Store::of_user().map(|store| Place::Folder(store.folder));
    let server = Server::new(engine, results, |thinking| {
        let mut play = begin(args, beginning, thinking);
        if let Some(tree) = tree {
            play.describe(tree);
        }
        play
    });
    let server = Listener::bind(args.listen, args.port, kept_token(), server).with_context(|| {
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

/// The token of the user, which stays the same, so that the page can be a bookmark; a random one where it
/// cannot be kept.
fn kept_token() -> Option<Token> {
    let kept = Store::of_user().and_then(|store| {
        let file = store.folder.join(TOKEN_FILE);
        let kept = Token::kept_in(&file);
        let kept = kept.inspect_err(|why| {
            let file = file.display();
            note(&format!("the URL is another one at each start: {file}: {why}"));
        });
        kept.ok()
    });
    kept.or_else(|| Token::random().ok())
}

/// The unfinished game, unless options ask for another one.
fn begin(args: &ServeArgs, mut beginning: Beginning, thinking: Thinking) -> InteractiveGame {
    if args.new {
        (beginning.left, beginning.messages) = Default::default();
    }
    let goes_on = !args.is_new();
    if let Some([left, _]) = beginning.question() {
        let then = match goes_on {
            true => "It goes on; --new begins another one.",
            false => "It stays kept: katachi serve goes on with it, without options of a new game.",
        };
        eprintln!("{left} {then}");
    }
    beginning.left.take_if(|_| !goes_on);
    let (play, messages) = beginning.begin(goes_on, thinking);
    for message in messages {
        note(&message);
    }
    play
}

impl ServeArgs {
    /// Whether a new game is asked for, or something that only a new game has.
    fn is_new(&self) -> bool {
        let GameArgs { record, new, .. } = &self.game;
        self.new
            || record.load.is_some()
            || new.board.boardsize.is_some()
            || new.handicap.is_some()
            || new.komi.is_some()
            || new.rules.is_some()
            || self.person.color.is_some()
            || self.person.clock.is_some()
    }
}
