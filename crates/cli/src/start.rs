// SPDX-License-Identifier: MIT OR Apache-2.0

//! Builds the engine and the first game from the options.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail, ensure};
use katachi_engine::play::{Level, TimeSettings};
use katachi_engine::search::SearchSettings;
use katachi_engine::{Engine, Settings};
use katachi_gtp::files::{self, GameFile};
use katachi_rules::sgf::{Record, Step, Tree};
use katachi_rules::{BoardSize, Game, Rules, quantity};
use katachi_session::Setup;

use super::database;
use super::game_args::{
    BoardArgs, EngineArgs, GameArgs, NewGameArgs, OutArgs, PaceArgs, PersonArgs, RecordArgs, Switch, Until,
    When,
};
use super::records;
use crate::note;

/// Standard input cannot carry both a record and a game.
pub(crate) fn check_input(record: &RecordArgs) -> anyhow::Result<()> {
    ensure!(
        record.load.as_deref() != Some(Path::new("-")),
        "-l - reads the record from standard input, which is needed for the game: name a file"
    );
    Ok(())
}

/// A short seed, drawn from the clock.
pub fn seed_from_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_nanos() % 999_983) as u64
}

/// What a game begins with: the engine, the position, and the file in which the game is kept, if it is.
pub(crate) fn game(args: &GameArgs) -> anyhow::Result<(Engine, Game, Option<GameFile>)> {
    let game = opened(&args.record, &args.new)?;
    let engine = build(&args.engine, Some(&args.pace))?;
    let game_log = game_log(&args.out, &game)?;
    Ok((engine, game, game_log))
}

/// An engine that explains positions.
pub(crate) fn engine(args: &EngineArgs) -> anyhow::Result<Engine> {
    build(args, None)
}

fn build(args: &EngineArgs, pace: Option<&PaceArgs>) -> anyhow::Result<Engine> {
    let default = Settings::default();
    let settings = Settings {
        seed: args.seed.unwrap_or_else(seed_from_clock),
        level: args.rank.map_or(args.level, Level::from),
        generators: args.sources.generators(),
        search: search(args),
        evidence: args.evidence == When::Decided,
        resign: pace.map_or(default.resign, |pace| pace.resign.settings()),
        time: pace.map_or(default.time, |pace| TimeSettings {
            per_move: pace.time,
            reserve: pace.reserve,
            ponder: pace.ponder == Switch::On,
        }),
    };
    let mut engine = args.databases.engine(settings)?;
    if args.weights.is_some() {
        let weights = database::playout_weights(args.weights.as_deref())?;
        engine.knowledge = engine.knowledge.with_playout_weights(weights);
    }
    Ok(engine)
}

fn search(args: &EngineArgs) -> Option<SearchSettings> {
    let mut settings = SearchSettings {
        visits: args.visits,
        threads: args.threads.into(),
        memory: args.memory.into(),
        ..SearchSettings::default()
    };
    for &(constant, value) in &args.tree {
        settings.changes.set(constant, value);
    }
    (args.search == Switch::On && args.sources.has_search()).then_some(settings)
}

pub(crate) fn game_log(args: &OutArgs, game: &Game) -> anyhow::Result<Option<GameFile>> {
    let Some(path) = &args.out else {
        return Ok(None);
    };
    check_own(path, args.overwrite)?;
    let file = GameFile::new(path.clone(), game, None);
    let file = file.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Some(file))
}

/// Refuses to write over files of others, unless `overwrite` is set.
pub(crate) fn check_own(path: &Path, overwrite: bool) -> anyhow::Result<()> {
    if overwrite {
        return Ok(());
    }
    let name = path.display();
    files::check_own(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            anyhow::anyhow!("{name} {error}; choose another name, or --overwrite")
        }
        _ => anyhow::Error::new(error).context(format!("cannot write {name}")),
    })
}

pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    katachi_atomic_file::replace(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// The position of a record by its own rules and komi, or an empty board.
pub(crate) fn position(record: &RecordArgs, board: BoardArgs) -> anyhow::Result<Game> {
    opened(record, &of_board(board))
}

fn of_board(board: BoardArgs) -> NewGameArgs {
    NewGameArgs {
        board,
        ..NewGameArgs::default()
    }
}

fn opened(args: &RecordArgs, new: &NewGameArgs) -> anyhow::Result<Game> {
    let Some(path) = &args.load else {
        return begin(args, new);
    };
    let name = path.display();
    let (record, rules) = with_rules(new, path, records::chosen_game(path, args.number)?.record)?;
    let moves = match &args.until {
        Some(until) => moves_before(&record, until).with_context(|| format!("cannot stop {name}"))?,
        None => usize::MAX,
    };
    let replay = record
        .replay(moves, rules, record.komi_under(rules))
        .with_context(|| format!("cannot use {name}"))?;
    if let Some(why) = replay.stopped() {
        note(&format!("{name}: {why}"));
    }
    Ok(replay.game)
}

pub(crate) fn tree(args: &RecordArgs) -> anyhow::Result<Option<Tree>> {
    let Some(path) = &args.load else {
        return Ok(None);
    };
    let game = records::game_of(&records::read(path)?, args.number.unwrap_or(NonZeroUsize::MIN))?;
    Ok(Some(game.tree))
}

/// A record of that file by the komi and the rules of the options.
fn with_rules(args: &NewGameArgs, path: &Path, mut record: Record) -> anyhow::Result<(Record, Rules)> {
    ensure!(
        args.board.boardsize.is_none() && args.handicap.is_none(),
        "--boardsize and --handicap begin a new game: leave them out with -l, or leave -l out"
    );
    let (rules, komi) = rules_and_komi(path, &record, args.rules, args.komi)?;
    record.komi = Some(komi);
    Ok((record, rules))
}

/// The rules and the komi of a record: those of the options, else its own, else the usual ones.
pub(crate) fn rules_and_komi(
    path: &Path,
    record: &Record,
    rules: Option<Rules>,
    komi: Option<f32>,
) -> anyhow::Result<(Rules, f32)> {
    let rules = rules.or_else(|| record.rules()).unwrap_or_default();
    ensure!(
        komi.is_some() || record.komi.is_none_or(f32::is_finite),
        "cannot use {}: its komi is no number: give one with --komi",
        path.display()
    );
    Ok((rules, komi.unwrap_or_else(|| record.komi_under(rules))))
}

/// Games to step through: those of a file, or the beginning of a new game.
#[cfg(feature = "tui")]
pub(crate) fn stories(args: &RecordArgs, board: BoardArgs) -> anyhow::Result<Vec<katachi_tui::Entry>> {
    let new = of_board(board);
    let Some(path) = &args.load else {
        let game = begin(args, &new)?;
        return Ok(vec![Ok((Record::from_game(&game), game.rules()))]);
    };
    let text = records::read(path)?;
    let trees = katachi_rules::sgf::Games::new(&text);
    let trees = trees.with_context(|| format!("cannot use {}", path.display()))?;
    let games = trees.map(|tree| match tree.and_then(|tree| Record::from_tree(&tree)) {
        Ok(record) => with_rules(&new, path, record).map(Ok),
        Err(why) => Ok(Err(why)),
    });
    games.collect()
}

fn begin(record: &RecordArgs, args: &NewGameArgs) -> anyhow::Result<Game> {
    ensure!(record.until.is_none(), "-L stops a record: name it with -l FILE");
    ensure!(
        record.number.is_none(),
        "--game chooses a game of a file: name the file with -l FILE"
    );
    setup(args, None).game().map_err(anyhow::Error::new)
}

pub(crate) fn setup(args: &NewGameArgs, person: Option<&PersonArgs>) -> Setup {
    Setup {
        size: args.board.boardsize.unwrap_or(BoardSize::square(19)),
        rules: args.rules.unwrap_or_default(),
        komi: args.komi,
        handicap: args.handicap.unwrap_or(0),
        sides: person.and_then(|person| person.color).unwrap_or_default(),
        time: person.and_then(|person| person.clock).unwrap_or_default(),
    }
}

pub(crate) fn moves_before(record: &Record, until: &Until) -> anyhow::Result<usize> {
    let last = record.move_count() + 1;
    let vertex = match until {
        Until::Move(number) if *number <= last => return Ok(number - 1),
        Until::Move(number) => {
            let moves = quantity(last - 1, "move");
            bail!("before move {number}: it has {moves}, use 1 to {last}")
        }
        Until::Vertex(vertex) => vertex,
    };
    let point = record.size.parse_vertex(vertex);
    let point = point.with_context(|| format!("at {vertex}: there is no such point on {}", record.size))?;
    let mut moves = record.steps.iter().filter_map(|step| match step {
        Step::Play(_, mv) => Some(mv.point()),
        _ => None,
    });
    let at = moves.position(|played| played == Some(point));
    at.with_context(|| format!("at {vertex}: no stone was played there"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(until: &str, expected: Result<usize, &str>) {
        let sgf = "(;SZ[9]AB[cc];W[ee];B[];W[gg]AE[ee];B[ee])";
        let record = Record::parse(sgf.as_bytes()).unwrap();
        let found = moves_before(&record, &until.parse().unwrap()).map_err(|e| e.to_string());
        assert_eq!(found, expected.map_err(str::to_string));
    }

    #[test]
    fn a_record_stops_before_a_move_or_the_first_stone_on_a_point() {
        check("1", Ok(0));
        check("5", Ok(4));
        check("6", Err("before move 6: it has 4 moves, use 1 to 5"));
        check("e5", Ok(0));
        check("G3", Ok(2));
        check("A1", Err("at A1: no stone was played there"));
        check("C7", Err("at C7: no stone was played there"));
        check("Q16", Err("at Q16: there is no such point on 9x9"));
    }
}
