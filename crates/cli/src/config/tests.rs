// SPDX-License-Identifier: MIT OR Apache-2.0

//! Stories of configured options: which value holds, and errors about unusable ones.

use super::*;
use crate::args::Command as Subcommand;
use crate::game_args::{GameArgs, Switch};

const FILE: &str = "settings/config.toml";

fn settings(text: &str) -> anyhow::Result<Vec<Setting>> {
    settings_of(&args::command(), Path::new(FILE), text)
}

/// The arguments from this file and command line.
fn args_of(text: &str, line: &str) -> anyhow::Result<Args> {
    let root = args::command();
    let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
    let given = parsed(&root, &words)?;
    let words = with_settings(&root, words, &given, &settings(text)?)?;
    let matches = root.try_get_matches_from(words)?;
    Ok(Args::from_arg_matches(&matches)?)
}

#[track_caller]
fn gtp(text: &str, options: &str) -> GameArgs {
    let line = format!("katachi gtp {options}");
    match args_of(text, line.trim_end()).unwrap().command {
        Some(Subcommand::Gtp(args)) => args.game,
        other => panic!("the subcommand is gtp, not {other:?}"),
    }
}

#[test]
fn an_option_of_the_command_line_wins() {
    assert_eq!(gtp("", "").engine.level.number(), 10.0);
    assert_eq!(gtp("level = 2", "").engine.level.number(), 2.0);
    assert_eq!(gtp("level = 2", "--level 6").engine.level.number(), 6.0);
    let alone = args_of("level = 2", "katachi").unwrap();
    assert_eq!(alone.play.game.engine.level.number(), 2.0);
}

#[test]
fn keys_are_options_of_the_game_and_not_others_of_that_name() {
    // `--level` of a match is a word in the commands, `--time` a clock.
    let text = "level = 2\ntime = 5\nseed = 3\n";
    let args = args_of(text, "katachi match one two").unwrap();
    let told_of = format!("{:?}", args.command);
    assert!(told_of.contains("level: None"), "{told_of}");
    assert!(told_of.contains("time: None"), "{told_of}");
    assert!(told_of.contains("seed: 1,"), "{told_of}");
    let args = args_of(text, "katachi view -L 3 game.sgf").unwrap();
    let Some(Subcommand::View(view)) = args.command else {
        panic!("the subcommand is view")
    };
    assert_eq!((view.engine.level.number(), view.engine.seed), (2.0, Some(3)));
}

#[test]
fn a_setting_gives_way_to_what_it_cannot_be_used_with() {
    let args = gtp("no-model = true", "--visits 100");
    assert!(args.engine.sources.has_search());
    assert_eq!(args.engine.visits, Some(100));
    let args = gtp("search = 'off'", "--visits 100");
    assert_eq!((args.engine.search, args.engine.visits), (Switch::On, Some(100)));
    let args = gtp("visits = 100\nevidence = 'off'", "--patterns-only");
    assert!(!args.engine.sources.has_search());
    assert_eq!(args.engine.visits, None);
    // And so do lines of the file to later ones.
    let args = gtp("visits = 100\nno-model = true", "");
    assert_eq!(args.engine.visits, None);
    assert!(!args.engine.sources.has_search());
    let args = gtp("visits = 100\nno-model = false", "");
    assert_eq!(args.engine.visits, Some(100));
    let args = gtp("visits = 100", "--level 3");
    assert_eq!((args.engine.level.number(), args.engine.visits), (3.0, None));
    let args = gtp("level = 3", "--visits 100");
    assert_eq!(args.engine.level.number(), 10.0);
    assert_eq!(args.engine.visits, Some(100));
    let args = gtp("search = 'off'\nno-model = true", "");
    assert!(!args.engine.sources.has_search());
}

#[test]
fn what_an_option_requires_may_be_configured() {
    let args = gtp("level = 3\ndb = ['mine.db']", "--warnings");
    assert!(args.engine.databases.warnings && args.engine.databases.db.len() == 1);
    assert_eq!(args.engine.level.number(), 3.0);
    let has_warnings = |text| gtp(text, "").engine.databases.warnings;
    assert!(has_warnings("db = 'mine.db'\nwarnings = true"));
    assert!(!has_warnings("warnings = true"), "there is no --db");
    let error = args_of("level = 3", "katachi gtp --warnings").unwrap_err();
    assert!(error.to_string().contains("--db <FILE>"), "{error}");
}

#[test]
fn values_are_written_as_toml_has_them() {
    let text = "\
komi = -6.5
boardsize = 9
ponder = true
time = 2
overwrite = true
tree = ['rave=0.5']
db = ['/patterns', 'mine.db', '~/home.db']
rules = 'japanese'
";
    let args = gtp(text, "");
    assert_eq!(args.new.komi, Some(-6.5));
    assert_eq!(args.pace.ponder, Switch::On);
    assert!(args.out.overwrite);
    assert_eq!(args.new.board.boardsize.map(|size| size.width()), Some(9));
    assert_eq!(args.pace.time.map(|time| time.as_secs()), Some(2));
    assert_eq!(args.engine.tree.len(), 1);
    // Files are found beside the configuration.
    let db = args.engine.databases.db;
    assert_eq!(db[..2], [Path::new("/patterns"), Path::new("settings/mine.db")]);
    assert!(db[2].is_absolute(), "{:?}", db[2]);
    let other = gtp(text, "--db other.db").engine.databases.db;
    assert_eq!(other, [Path::new("other.db")]);
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_line() {
    for (text, message) in [
        (
            "seed = 1\nlevle = 3\n",
            ":2: unknown key `levle`; did you mean `level`?",
        ),
        ("xyzzy = 1\n", ":1: unknown key `xyzzy`"),
        (
            "[gtp]\nlevel = 1\n",
            ":1: unknown key `gtp`; keys hold for all subcommands: write them without [gtp]",
        ),
        (
            "infile = 'x.sgf'\n",
            ":1: unknown key `infile`; it is about one call, and stands on the command line",
        ),
        ("\noverwrite = 'yes'\n", ":2: `overwrite`: expected true or false"),
        ("threads = [1]\n", ":1: `threads`: expected one value"),
        (
            "level = 11\n",
            ":1: invalid value '11' for '--level <N>': expected a level from 1 to 10, such as 5 or 5.5",
        ),
        (
            "ponder = 'perhaps'\n",
            ":1: invalid value 'perhaps' for '--ponder <on|off>' [possible values: on, off]",
        ),
        ("level == 3\n", ": TOML parse error at line 1"),
    ] {
        let error = args_of(text, "katachi gtp").unwrap_err().to_string();
        let error = error.strip_prefix(FILE).unwrap_or(&error);
        assert!(error.starts_with(message), "{error}");
    }
    assert!(check("level = 3\nvisits = 5").is_ok() && check("level = 11").is_err());
}
