// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options from a file and from the environment, completions and manual pages, by the program as a whole.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::folder::{done, errors, has};

/// A home folder for one test.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("settings/katachi/config.toml")
    }

    fn configured(text: &str) -> Self {
        let home = Self::new();
        let file = home.file();
        fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder can be made");
        fs::write(file, text).expect("a file can be written");
        home
    }

    /// The program of somebody who lives here, and has no variables.
    fn katachi(&self, arguments: &[&str]) -> Command {
        let mut command = crate::program();
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("KATACHI_"))
        {
            command.env_remove(name);
        }
        command.env_remove(crate::NO_CONFIG);
        // Where the platform has it is not the same everywhere.
        command
            .env("HOME", self.0.path())
            .env("XDG_CONFIG_HOME", self.0.path().join("settings"));
        command.env("APPDATA", self.0.path().join("settings"));
        command.args(arguments).stdin(Stdio::null());
        command
    }

    fn shown(&self, arguments: &[&str]) -> String {
        done(&run(&mut self.katachi(arguments)))
    }
}

fn run(command: &mut Command) -> Output {
    command.output().expect("the program starts")
}

#[test]
fn the_program_does_what_its_configuration_says_unless_it_is_told_otherwise() {
    let home = Home::configured("boardsize = 5\nascii = true\n");
    let columns = |arguments: &[&str]| {
        let shown = home.shown(arguments);
        let mut lines = shown.lines();
        let head = lines.find(|line| line.trim_start().starts_with('A'));
        let words = head.expect("a board").split_whitespace();
        words.take_while(|word| word.len() == 1).count()
    };
    // At the end of the input the game is over; the board has been drawn before.
    assert_eq!(columns(&["play", "--level", "1"]), 5);
    assert_eq!(columns(&["view", "--level", "1"]), 5);
    assert_eq!(columns(&["view", "--level", "1", "--boardsize", "3"]), 3);
    assert_eq!(columns(&["view", "--level", "1", "--no-config", "--ascii"]), 19);
    assert_eq!(columns(&["--no-config", "view", "--level", "1", "--ascii"]), 19);
    let mut by_variable = home.katachi(&["view", "--level", "1"]);
    has(
        done(&run(by_variable.env("KATACHI_BOARDSIZE", "4"))),
        ["   A B C D "],
    );
}

#[test]
fn another_file_is_named_by_option_or_variable_and_has_to_be_there() {
    let home = Home::configured("level = 3\n");
    let other = home.0.path().join("other.toml");
    fs::write(&other, "level = 4\n").expect("a file can be written");
    let other = other.to_str().expect("paths are text");
    let file = home.file().display().to_string();
    let of_file = format!("{file}\n--level=3  # {file}:1\n");
    assert_eq!(home.shown(&["config"]), of_file);
    let of_other = format!("{other}\n--level=4  # {other}:1\n");
    assert_eq!(home.shown(&["config", "--config", other]), of_other);
    assert_eq!(home.shown(&["--config", other, "config"]), of_other);
    let mut by_variable = home.katachi(&["config"]);
    let output = run(by_variable.env("KATACHI_CONFIG", other));
    assert_eq!(done(&output), of_other);
    let missing = run(&mut home.katachi(&["gtp", "--config", "nowhere.toml"]));
    assert_eq!(missing.status.code(), Some(2));
    assert!(errors(&missing).starts_with("katachi: cannot read the configuration nowhere.toml: "));
}

#[test]
fn a_mistake_in_the_file_is_told_with_its_line_and_leaves_what_only_prints() {
    let home = Home::configured("level = 3\n\nlevle = 4\n");
    let output = run(&mut home.katachi(&["view"]));
    assert_eq!(output.status.code(), Some(2));
    let why = format!(
        "katachi: {}:3: unknown key `levle`; did you mean `level`?\n",
        home.file().display()
    );
    assert_eq!(errors(&output), why);
    assert!(home.shown(&["man", "gtp"]).contains(".TH"));
}

#[test]
fn a_variable_takes_the_place_of_the_line_of_the_file() {
    let home = Home::configured("level = 3\nascii = true\nvisits = 5\n");
    let variables = [
        ("KATACHI_LEVEL", "4"),
        ("KATACHI_ASCII", "false"),
        ("KATACHI_NO_MODEL", "true"),
        ("KATACHI_DB", "a.db:b.db"),
        ("KATACHI_FOLDER", "x"),
        ("KATACHI_KOMI", ""),
    ];
    let output = run(home.katachi(&["config"]).envs(variables));
    let file = home.file().display().to_string();
    assert_eq!(
        done(&output),
        format!(
            "{file}\n--visits=5  # {file}:3\n--level=4  # environment variable KATACHI_LEVEL\n\
             --no-model  # environment variable KATACHI_NO_MODEL\n\
             --db=a.db --db=b.db  # environment variable KATACHI_DB\n"
        )
    );
    for (name, value, message) in [
        (
            "KATACHI_LEVEL",
            "high",
            "invalid value 'high' for '--level <N>': expected a level from 1 to 10, such as 5 or 5.5",
        ),
        ("KATACHI_ASCII", "perhaps", "`ascii`: expected true or false"),
    ] {
        let output = run(home.katachi(&["view"]).env(name, value));
        let message = format!("katachi: environment variable {name}: {message}\n");
        assert_eq!(errors(&output), message);
    }
}

#[test]
fn there_are_completions_for_five_shells_and_bash_takes_its_own() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = home.shown(&["completions", shell]);
        has(script, ["katachi", "gtp", "threads", "no-config"]);
    }
    let script = home.0.path().join("katachi.bash");
    fs::write(&script, home.shown(&["completions", "bash"])).expect("a file can be written");
    match Command::new("bash").arg("-n").arg(&script).output() {
        Ok(output) => assert!(output.status.success(), "{}", errors(&output)),
        Err(_) => eprintln!("skipped: there is no bash"),
    }
}

#[test]
fn there_is_a_manual_page_for_each_subcommand_and_it_can_be_set() {
    let home = Home::new();
    let folder = home.0.path().join("man1");
    home.shown(&["man", "--out", folder.to_str().expect("paths are text")]);
    for name in ["katachi", "katachi-gtp", "katachi-arena-run", "katachi-man"] {
        let page = fs::read_to_string(folder.join(format!("{name}.1"))).expect(name);
        assert!(page.contains(".TH"), "{name}");
    }
    assert!(!folder.join("katachi-confined.1").exists(), "it is hidden");
    let page = home.shown(&["man", "arena", "run"]);
    assert!(page.contains("FILE.toml"), "{page}");
    let unknown = run(&mut home.katachi(&["man", "arena", "fly"]));
    assert_eq!(errors(&unknown), "katachi: katachi arena has no subcommand fly\n");
    match Command::new("groff")
        .args(["-man", "-Tascii", "-ww"])
        .arg(folder.join("katachi-gtp.1"))
        .output()
    {
        Ok(output) => {
            has(done(&output), ["Threads of the tree search"]);
        }
        Err(_) => eprintln!("skipped: there is no groff"),
    }
}
