// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi serve`: a board in the browser.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr};

use anyhow::Context as _;
use katachi::Engine;
use katachi_person::{PersonGame, Setup, Sides, Store, Thinking};
use katachi_serve::{Server, Table};

use super::game_args::GameArgs;
use super::start;

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
pub(super) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    start::check_input(&args.game)?;
    let engine = start::engine(&args.game, start::seed(&args.game))?;
    let table = Table::new(engine, |engine, thinking| begin(args, engine, thinking))?;
    let server = Server::bind(args.listen, args.port, table).with_context(|| {
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
    if args.open
        && let Err(error) = open::that_detached(&url)
    {
        eprintln!("katachi: cannot open a browser: {error}; open the URL yourself");
    }
    server.run().context("the server has stopped")
}

/// The game that was left, or the one that the options say.
fn begin(args: &ServeArgs, engine: Engine, thinking: Thinking) -> anyhow::Result<PersonGame> {
    let game = &args.game;
    let store = Store::of_user();
    let is_chosen = args.new
        || game.load.is_some()
        || game.boardsize.is_some()
        || game.handicap.is_some()
        || game.komi.is_some()
        || game.rules.is_some()
        || game.color.is_some()
        || game.out.is_some();
    if let Some(store) = store.as_ref().filter(|_| !is_chosen)
        && let Some(play) = left(store, &engine, &thinking)
    {
        return Ok(play);
    }
    let mut play = chosen(game, engine, thinking)?;
    if let Some(game_log) = start::game_log(game, play.game())? {
        play.log_to(game_log);
    }
    match store.map(|store| store.slot()) {
        Some(Ok(slot)) => drop(play.keep_in(slot)),
        Some(Err(error)) => eprintln!("katachi: the game is not kept for the next start: {error}"),
        None => {}
    }
    Ok(play)
}

/// The game of the options.
fn chosen(game: &GameArgs, engine: Engine, thinking: Thinking) -> anyhow::Result<PersonGame> {
    let begun = start::game(game)?;
    let usual = match game.load {
        // Nothing happens to a record before the person wants it.
        Some(_) => Sides::Both,
        None => Sides::Black,
    };
    let setup = Setup {
        size: begun.size(),
        rules: begun.rules(),
        komi: game.komi,
        handicap: game.handicap.unwrap_or(0),
        sides: game.color.map_or(usual, Sides::from),
        ..Setup::default()
    };
    Ok(PersonGame::with_game(engine, begun, setup, thinking))
}

/// The last game that was left, if there is one that can be gone on with.
fn left(store: &Store, engine: &Engine, thinking: &Thinking) -> Option<PersonGame> {
    let found = store.unfinished().ok()?.into_iter().find_map(|left| {
        let saved = left.saved.ok()?;
        let play = PersonGame::restore(engine.clone(), &saved, thinking.clone()).ok()?;
        Some((play, left.slot, saved))
    });
    let (mut play, slot, saved) = found?;
    eprintln!(
        "The game that was left goes on ({}); --new begins another one.",
        saved.summary()
    );
    play.keep_in(slot);
    Some(play)
}
