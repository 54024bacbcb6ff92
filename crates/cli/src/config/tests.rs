// SPDX-License-Identifier: MIT OR Apache-2.0

//! Stories of configured options: which value holds, and errors about unusable ones.

use std::collections::HashSet;
use std::path::Path;

use super::keys::keys;
use super::setting::Setting;
use super::*;
use super::{environment, file, print};
use crate::args::Command;
use crate::game_args::{GameArgs, Switch};

const FILE: &str = "settings/config.toml";

/// Environment variables by name and value.
type Variables<'a> = &'a [(&'a str, &'a str)];

fn words(line: &str) -> Vec<OsString> {
    shlex::split(line)
        .unwrap()
        .into_iter()
        .map(OsString::from)
        .collect()
}

fn file(text: &str) -> Result<Vec<Setting>, String> {
    file::settings(&args::command(), Path::new(FILE), text).map_err(|error| error.to_string())
}

fn environment(variables: Variables<'_>) -> Result<Vec<Setting>, String> {
    let variables = variables.iter().map(|(name, value)| (name.into(), value.into()));
    environment::settings(&args::command(), variables).map_err(|error| format!("{error:#}"))
}

fn layers(text: &str, variables: Variables<'_>) -> Layers {
    Layers::new(file(text).unwrap(), environment(variables).unwrap())
}

/// The arguments from this file, environment and command line.
fn args_of(text: &str, variables: Variables<'_>, line: &str) -> Result<Args, String> {
    let root = args::command();
    let words = options_last(&root, words(line)).unwrap();
    let call = Call::new(&root, &words).map_err(|error| error.to_string())?;
    let layers = layers(text, variables);
    let settings = layers.for_call(&root, &call).map_err(|error| error.to_string())?;
    arguments(root.clone(), &words, &call, &settings).map_err(|error| error.to_string())
}

#[track_caller]
fn gtp(text: &str, variables: Variables<'_>, options: &str) -> GameArgs {
    let args = args_of(text, variables, &format!("katachi gtp {options}")).unwrap();
    match args.command {
        Some(Command::Gtp(args)) => args.game,
        other => panic!("the subcommand is gtp, not {other:?}"),
    }
}

#[test]
fn later_layers_win_general_table_environment_option() {
    let text = "level = 2\n[gtp]\nlevel = 3\n";
    assert_eq!(gtp("", &[], "").engine.level.number(), 10.0);
    assert_eq!(gtp("level = 2", &[], "").engine.level.number(), 2.0);
    assert_eq!(gtp(text, &[], "").engine.level.number(), 3.0);
    assert_eq!(
        gtp(text, &[("KATACHI_LEVEL", "4")], "").engine.level.number(),
        4.0
    );
    let both = [("KATACHI_LEVEL", "4"), ("KATACHI_GTP_LEVEL", "5")];
    assert_eq!(gtp(text, &both, "").engine.level.number(), 5.0);
    assert_eq!(gtp(text, &both, "--level 6").engine.level.number(), 6.0);
}

#[test]
fn a_table_is_for_its_subcommand_alone() {
    let text = "[play]\nlevel = 3\n[match]\ngames = 4\nkomi = -0.5\n[arena.run]\njobs = 2\n";
    assert_eq!(gtp(text, &[], "").engine.level.number(), 10.0);
    let args = args_of(text, &[], "katachi match one two").unwrap();
    let told_of = format!("{:?}", args.command);
    assert!(
        told_of.contains("games: 4") && told_of.contains("komi: Some(-0.5)"),
        "{told_of}"
    );
    let args = args_of(text, &[], "katachi arena run cup.toml").unwrap();
    assert!(format!("{:?}", args.command).contains("jobs: 2"));
}

#[test]
fn general_keys_are_options_of_the_game_and_not_others_of_that_name() {
    // `--level` of a match is a word in the commands, `--time` a clock.
    let text = "level = 2\ntime = 5\nseed = 3\n";
    let args = args_of(text, &[], "katachi match one two").unwrap();
    let told_of = format!("{:?}", args.command);
    assert!(
        told_of.contains("level: None") && told_of.contains("time: None"),
        "{told_of}"
    );
    assert!(told_of.contains("seed: 1,"), "{told_of}");
    let args = args_of(text, &[], "katachi view -L 3 game.sgf").unwrap();
    let Some(Command::View(view)) = args.command else {
        panic!("the subcommand is view")
    };
    assert_eq!((view.engine.level.number(), view.engine.seed), (2.0, Some(3)));
}

#[test]
fn without_a_subcommand_general_keys_hold_and_a_record_is_explained_by_these_alone() {
    let text = "level = 2\n[gtp]\nlevel = 3\n[play]\nlevel = 3\n";
    assert_eq!(
        args_of(text, &[], "katachi").unwrap().game.engine.level.number(),
        3.0
    );
    assert_eq!(
        args_of(text, &[], "katachi -l game.sgf")
            .unwrap()
            .game
            .engine
            .level
            .number(),
        2.0
    );
}

#[test]
fn an_option_removes_what_cannot_be_used_with_it() {
    let args = gtp("no-model = true", &[], "--visits 100");
    assert!(args.engine.sources.has_search());
    assert_eq!(args.engine.visits, Some(100));
    let args = gtp("search = 'off'", &[], "--visits 100");
    assert_eq!((args.engine.search, args.engine.visits), (Switch::On, Some(100)));
    let args = gtp("visits = 100\nevidence = 'off'", &[], "--patterns-only");
    assert!(!args.engine.sources.has_search());
    assert_eq!(args.engine.visits, None);
    // And so do layers among themselves.
    let args = gtp("visits = 100", &[("KATACHI_NO_MODEL", "yes")], "");
    assert_eq!(
        (args.engine.visits, args.engine.sources.has_search()),
        (None, false)
    );
    // A flag that is not set is no conflict, and can take back a set one.
    assert_eq!(
        gtp("visits = 9", &[("KATACHI_NO_MODEL", "false")], "")
            .engine
            .visits,
        Some(9)
    );
    let args = gtp("visits = 100", &[], "--level 3");
    assert_eq!((args.engine.level.number(), args.engine.visits), (3.0, None));
    let args = gtp("level = 3", &[], "--visits 100");
    assert_eq!(
        (args.engine.level.number(), args.engine.visits),
        (10.0, Some(100))
    );
    let args = gtp("overwrite = true\n[gtp]\noverwrite = false\n", &[], "");
    assert!(!args.out.overwrite);
}

#[test]
fn a_search_that_is_off_may_also_be_left_out_with_its_model() {
    for without in ["--no-model", "--patterns-only"] {
        let args = gtp("", &[], &format!("--search off {without}"));
        assert_eq!(
            (args.engine.search, args.engine.sources.has_search()),
            (Switch::Off, false)
        );
    }
    let args = gtp("search = 'off'\nno-model = true", &[], "");
    assert!(!args.engine.sources.has_search());
}

#[test]
fn what_an_option_requires_may_be_configured() {
    let args = gtp("db = ['mine.db']", &[], "--warnings");
    assert!(args.engine.warnings && args.engine.db.len() == 1);
    let error = args_of("level = 3", &[], "katachi gtp --warnings").unwrap_err();
    assert!(error.contains("--db <FILE>"), "{error}");
}

#[test]
fn two_values_of_one_layer_that_cannot_be_used_together_are_named_with_their_places() {
    let error = args_of("visits = 100\n\nno-model = true", &[], "katachi gtp").unwrap_err();
    assert_eq!(
        error,
        "settings/config.toml:3: `no-model` cannot be used with `visits` of settings/config.toml:1"
    );
    assert!(args_of("visits = 100\n[gtp]\nno-model = true", &[], "katachi gtp").is_ok());
}

#[test]
fn values_are_written_as_toml_has_them() {
    let text = "\
komi = 6.5
boardsize = 9
ponder = true
time = 2
overwrite = true
tree = ['rave=0.5']
db = ['/patterns', 'mine.db', '~/home.db']
rules = 'japanese'
";
    let args = gtp(text, &[], "");
    assert_eq!(
        (args.new.komi, args.pace.ponder, args.out.overwrite),
        (Some(6.5), Switch::On, true)
    );
    assert_eq!(args.new.board.boardsize.map(|size| size.width()), Some(9));
    assert_eq!(args.pace.time.map(|time| time.as_secs()), Some(2));
    assert_eq!(args.engine.tree.len(), 1);
    // Files are found beside the configuration.
    assert_eq!(
        args.engine.db[..2],
        [Path::new("/patterns"), Path::new("settings/mine.db")]
    );
    assert!(args.engine.db[2].is_absolute(), "{:?}", args.engine.db[2]);
    assert_eq!(gtp("", &[("KATACHI_DB", "a.db:b.db")], "").engine.db.len(), 2);
    assert_eq!(gtp(text, &[], "--db other.db").engine.db, [Path::new("other.db")]);
}

#[track_caller]
fn refused(text: &str, message: &str) {
    assert_eq!(file(text).unwrap_err(), message);
}

#[test]
fn all_that_is_wrong_with_a_file_is_said_with_lines_and_near_names() {
    refused(
        "levle = 3\nseed = 1\n[gpt]\nlevel = 11\n[gtp]\nlevel = 11\nponder = 'perhaps'\noverwrite = 'yes'\nthreads = [1]\n",
        "settings/config.toml:1: unknown key `levle`; did you mean `level`?\n\
         settings/config.toml:3: unknown key `gpt`; did you mean `gtp`?\n\
         settings/config.toml:6: invalid value '11' for '--level <N>': expected a level from 1 to 10, such as 5 or 5.5\n\
         settings/config.toml:7: invalid value 'perhaps' for '--ponder <on|off>' [possible values: on, off]\n\
         settings/config.toml:8: `overwrite`: expected true or false\n\
         settings/config.toml:9: `threads`: expected one value, found: array",
    );
    refused(
        "games = 4\nxyzzy = 1\nplay = 3\n[gtp]\ngames = 4\n[tune]\nlevel = 3\n[view]\ninfile = 'x.sgf'\n",
        "settings/config.toml:1: `games` is a key of [match], not of this table\n\
         settings/config.toml:2: unknown key `xyzzy`; `katachi config` prints all\n\
         settings/config.toml:3: `play` is a subcommand: its options stand under [play]\n\
         settings/config.toml:5: `games` is a key of [match], not of this table\n\
         settings/config.toml:7: `level` is a general key: it stands before the first table\n\
         settings/config.toml:9: `infile` is about one call: it stands on the command line",
    );
    refused(
        "[bench]\nvisits = 9\n",
        "settings/config.toml:1: `bench` is now `katachi-lab bench`, which reads no configuration",
    );
    let error = file("level == 3").unwrap_err();
    assert!(
        error.starts_with("settings/config.toml: TOML parse error at line 1"),
        "{error}"
    );
}

#[test]
fn variables_of_others_are_left_alone_but_slips_are_not() {
    assert_eq!(
        environment(&[("KATACHI_FOLDER", "x"), ("LEVEL", "x"), ("KATACHI_LEVEL", "")]),
        Ok(vec![])
    );
    assert_eq!(
        environment(&[("KATACHI_LEVLE", "3")]).unwrap_err(),
        "environment variable KATACHI_LEVLE: no option has that name; did you mean KATACHI_LEVEL?"
    );
    assert_eq!(
        environment(&[("KATACHI_LEVEL", "high")]).unwrap_err(),
        "environment variable KATACHI_LEVEL: invalid value 'high' for '--level <N>': expected a level from 1 to 10, such as 5 or 5.5"
    );
    assert_eq!(
        environment(&[("KATACHI_ASCII", "perhaps")]).unwrap_err(),
        "environment variable KATACHI_ASCII: expected true or false"
    );
}

#[test]
fn every_key_has_a_variable_of_its_own() {
    let keys = keys(&args::command());
    let mut names = HashSet::new();
    for key in &keys {
        assert!(names.insert(key.variable()), "{} is twice there", key.variable());
    }
    assert!(keys.len() > 100, "only {} keys", keys.len());
}

#[test]
fn what_is_printed_says_the_same_when_it_is_read() {
    let text = "level = 3\nno-model = true\ntree = ['rave=0.5']\n[gtp]\nvisits = 100\nrules = 'japanese'\n[match]\ngames = 6\n";
    let root = args::command();
    let printed = print::whole(
        &root,
        &layers(
            text.replace("tree = ['rave=0.5']\n", "").as_str(),
            &[("KATACHI_KOMI", "0.5")],
        ),
    )
    .unwrap();
    for line in [
        "level = 3  # settings/config.toml:1\n",
        "no-model = true  # settings/config.toml:2\n",
        "komi = 0.5  # environment variable KATACHI_KOMI\n",
        "# threads = 1  # default\n",
        "# resign = \"on\"  # default\n",
        "# rank = RANK  # not set\n",
        "\n[gtp]\nvisits = 100  # settings/config.toml:4\nrules = \"japanese\"  # settings/config.toml:5\n",
        "\n[match]\ngames = 6  # settings/config.toml:7\n",
    ] {
        assert!(printed.contains(line), "no {line} in\n{printed}");
    }
    let again = gtp(&printed, &[], "");
    assert_eq!(
        (again.engine.level.number(), again.engine.visits, again.new.komi),
        (3.0, Some(100), Some(0.5))
    );
}

#[test]
fn what_holds_for_one_command_is_printed() {
    let root = args::command();
    let call = Call::new(&root, &words("katachi gtp --visits 50 --overwrite")).unwrap();
    let printed = print::of_call(&root, &layers("level = 3\nno-model = true", &[]), &call).unwrap();
    for line in [
        "[gtp]\n",
        "level = 3  # settings/config.toml:1\n",
        "visits = 50  # option\n",
        "overwrite = true  # option\n",
        "# no-model = false  # default\n",
    ] {
        assert!(printed.contains(line), "no {line} in\n{printed}");
    }
    toml::from_str::<toml::Table>(&printed).unwrap();
}

#[test]
fn the_file_to_begin_with_changes_nothing_and_its_keys_are_known() {
    let example = print::example(&args::command());
    assert_eq!(file(&example), Ok(vec![]));
    let defaults: Vec<&str> = example
        .lines()
        .take_while(|line| *line != "# [gtp]")
        .filter_map(|line| line.strip_prefix("# "))
        .filter(|line| {
            line.split_once(" = ").is_some_and(|(key, value)| {
                !key.contains(' ') && toml::from_str::<toml::Table>(&format!("x = {value}")).is_ok()
            })
        })
        .collect();
    assert!(defaults.len() > 5, "{defaults:?}");
    file(&defaults.join("\n").replace("no-model = true\n", "")).unwrap();
}
