// SPDX-License-Identifier: MIT OR Apache-2.0

//! Real clients, where they are there: the library with which Sabaki talks to engines, from the registry of
//! npm, Quarry on a virtual screen, katagoanal from the index of Python, KaTrain's core, and KataGo's example
//! client.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use snapbox::cmd::cargo_bin;

use crate::folder::has;
use crate::{NO_CONFIG, program};

/// The version that Sabaki has.
const SABAKI_GTP: &str = "@sabaki/gtp@3.0.0";

/// Installs the library into that folder; not where there is no npm, or no network.
fn installs(folder: &Path) -> bool {
    let npm = Command::new("npm")
        .args([
            "install",
            "--no-audit",
            "--no-fund",
            "--fetch-retries=0",
            "--fetch-timeout=20000",
            "--prefix",
        ])
        .arg(folder)
        .arg(SABAKI_GTP)
        .output();
    npm.is_ok_and(|output| output.status.success())
}

#[test]
fn sabakis_library_plays_a_game_with_analysis() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    if installs(folder) {
        let output = Command::new("node")
            .arg(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../tests/data/sabaki_game.js"
            ))
            .arg(folder.join("node_modules/@sabaki/gtp"))
            .arg(cargo_bin!("katachi"))
            .args(["gtp", "--visits", "50", "--memory", "64", "--seed", "1"])
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message.trim(), "played 8 moves", "{errors}");
    } else {
        eprintln!("skipped: {SABAKI_GTP} cannot be installed with npm here");
    }
}

/// A virtual screen with Quarry on it, both ended with the test.
struct Screen {
    display: String,
    programs: Vec<Child>,
}

impl Screen {
    /// None where there is no Xvfb.
    fn new() -> Option<Self> {
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1000x800x24",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut number = String::new();
        let output = server.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut number).unwrap();
        Some(Self {
            display: format!(":{}", number.trim()),
            programs: vec![server],
        })
    }

    /// Starts a program on the screen; none where there is none.
    fn start(&mut self, program: &str, home: &Path) -> Option<()> {
        let child = Command::new(program)
            .env("DISPLAY", &self.display)
            .env("HOME", home)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.programs.push(child.ok()?);
        Some(())
    }

    /// Presses a mouse button there.
    fn click(&self, x: u32, y: u32) {
        let (x, y) = (x.to_string(), y.to_string());
        self.xdotool(&["mousemove", &x, &y, "click", "1"]);
    }

    /// Waits for a window of that name.
    fn has_window(&self, name: &str) -> bool {
        within(Duration::from_secs(30), || {
            self.xdotool(&["search", "--name", name])
        })
    }

    fn xdotool(&self, arguments: &[&str]) -> bool {
        let command = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(arguments)
            .output();
        command.is_ok_and(|output| output.status.success())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        for program in self.programs.iter_mut().rev() {
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

/// Whether it comes true in that time.
fn within(time: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    loop {
        if holds() {
            return true;
        }
        if start.elapsed() > time {
            return false;
        }
        sleep(Duration::from_millis(200));
    }
}

/// Starts a game between two engines in Quarry, whose settings are in `home`: its first button, then two
/// pages of a dialog. None where one of the programs is missing, or its windows look otherwise.
fn start_game_in_quarry(home: &Path) -> Option<Screen> {
    Command::new("xdotool").arg("version").output().ok()?;
    let mut screen = Screen::new()?;
    let quarry = ["quarry", "/usr/games/quarry"];
    quarry.iter().find_map(|program| screen.start(program, home))?;
    let opened = screen.has_window("Quarry Control Center")
        && within(Duration::from_secs(20), || {
            screen.click(97, 25);
            screen.xdotool(&["search", "--name", "^New Game$"])
        });
    if !opened {
        return None;
    }
    // "Next", and "Play" at the same place; more clicks hit nothing.
    let started = within(Duration::from_secs(20), || {
        screen.click(440, 425);
        home.join("game.sgf").exists()
    });
    started.then_some(screen)
}

#[test]
fn quarry_plays_a_game_of_two_engines_to_its_end() {
    let home = tempfile::tempdir().expect("a folder can be made");
    let home = home.path();
    let engine = |name: &str, more: &str| {
        let program = cargo_bin!("katachi").display();
        format!(
            "[GTP Engine \"{name}\"]\nScreen name format = \"%n %v\"\nName = \"{name}\"\n\
             Command line = \"{program} gtp --visits 20 --memory 64 --seed 1{more}\"\nSupported games = \"Go\"\n\n"
        )
    };
    let record = home.join("game.sgf");
    let settings = engine("One", &format!(" -o {}", record.display()))
        + &engine("Other", "")
        + "[New Game Parameters]\nGame = \"Go\"\nWhite is computer = true\nEngine playing white = \"Other\"\n\
           Black is computer = true\nEngine playing black = \"One\"\n\n\
           [New Go Game Parameters]\nBoard size = 5\nKomi = 6.5\n";
    std::fs::write(home.join(".quarry"), settings).unwrap();
    match start_game_in_quarry(home) {
        Some(_screen) => {
            let game = || std::fs::read_to_string(&record).unwrap();
            let ended = within(Duration::from_secs(120), || game().contains("RE["));
            assert!(ended, "{}", game());
            let last = game();
            assert!(last.contains("SZ[5]") && last.contains("KM[6.5]"), "{last}");
        }
        None => eprintln!("skipped: there is no Quarry here with Xvfb and xdotool, or it looks otherwise"),
    }
}

/// A Python with packages in a folder of its own; none where they cannot be installed.
fn python_with(packages: &str, folder: &Path) -> Option<Command> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let options = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--retries=0",
        "--timeout=20",
        "--target",
    ];
    let pip = Command::new(&python)
        .args(options)
        .arg(folder)
        .arg(packages)
        .output();
    pip.is_ok_and(|output| output.status.success()).then(|| {
        let mut command = Command::new(python);
        command.env("PYTHONPATH", folder).env("PYTHONIOENCODING", "utf-8");
        command
    })
}

/// The program that writes the values of KataGo into the comments of a record.
const KATAGOANAL: &str = "katagoanal==0.4.0";

#[test]
fn katagoanal_writes_the_values_into_the_comments_of_a_record() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let Some(mut python) = python_with(KATAGOANAL, &folder.join("packages")) else {
        eprintln!("skipped: {KATAGOANAL} cannot be installed here");
        return;
    };
    let path = |name: &str| folder.join(name).display().to_string();
    let settings = folder.join("katagoanal");
    fs::create_dir(&settings).unwrap();
    fs::write(path("model.bin"), "").unwrap();
    fs::write(path("engine.cfg"), "reportAnalysisWinratesAs = BLACK\n").unwrap();
    let paths = serde_json::json!({
        "binary": cargo_bin!("katachi").display().to_string(),
        "model": path("model.bin"),
        "config": path("engine.cfg"),
    });
    fs::write(settings.join("paths.json"), paths.to_string()).unwrap();
    // White has passed four times: Black wins.
    let game = "(;GM[1]FF[4]CA[UTF-8]SZ[7]KM[5.5]RU[Japanese];B[dd];W[];B[cc];W[];B[ee];W[];B[ec];W[])";
    fs::write(path("game.sgf"), game).unwrap();
    let output = python
        .args([
            "-c",
            "import KataGoAnal.cli, sys; sys.exit(KataGoAnal.cli.main())",
        ])
        .args([&path("game.sgf"), "--visits", "60", "--output", &path("")])
        .env("XDG_CONFIG_HOME", folder)
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}");
    let record = fs::read_to_string(path("game.injected.sgf")).unwrap();
    assert_eq!(record.matches("C[").count(), 9, "{record}");
    let (_, last) = record
        .split_once("Final Black Winrate: ")
        .expect("the last value");
    let (rate, _) = last.split_once('%').expect("a share");
    let rate: f32 = rate.parse().expect("a number");
    assert!(rate > 70.0, "the values are Black's: {record}");
    has(&record, ["White Winrate: "]);
}

/// Games of Katachi against itself on 7x7, which end with two passes.
fn finished_games(folder: &Path) -> Vec<String> {
    let engine = format!("{} gtp --visits 60 --resign off", cargo_bin!("katachi").display());
    let output = program()
        .args([
            "match",
            &engine,
            &engine,
            "--games=4",
            "--size=7",
            "--opening-moves=2",
            "--sgf",
        ])
        .arg(folder)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let game = |number| fs::read_to_string(folder.join(format!("game-00{number}.sgf"))).unwrap();
    (1..=4).map(|number| game(number).lines().collect()).collect()
}

/// The winner by the stones on the board, B or W.
fn winner(record: &Path) -> String {
    let commands = format!("loadsgf {}\nfinal_score\nquit\n", record.display());
    let output = snapbox::cmd::Command::from_std(program())
        .arg("gtp")
        .stdin(commands)
        .assert()
        .success();
    let answers = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let winner = answers.lines().find_map(|line| line.strip_prefix("= "));
    winner.expect("a score is answered")[..1].to_owned()
}

#[test]
fn katrains_default_player_passes_in_finished_games_before_it_loses_them() {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let katrain = Command::new(&python).args(["-c", "import katrain"]).output();
    if !katrain.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: {python} has no package katrain");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/katrain_game.py");
    for game in finished_games(folder) {
        let record = folder.join("finished.sgf");
        fs::write(&record, &game).unwrap();
        let finished = winner(&record);
        let (open, _) = game
            .rsplit_once(";B[];W[]")
            .or(game.rsplit_once(";W[];B[]"))
            .expect("two passes");
        fs::write(&record, format!("{open})")).unwrap();
        let output = Command::new(&python)
            .arg(script)
            .arg(format!("{} analysis", cargo_bin!("katachi").display()))
            .arg(&record)
            .arg("60")
            .env(NO_CONFIG, "true")
            .env("HOME", folder)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let message = format!("{game}{text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{message}");
        let (_, went_on) = text.split_once("moves\n").expect("a record is printed");
        fs::write(&record, went_on).unwrap();
        assert_eq!(winner(&record), finished, "{message}");
    }
}

#[test]
fn katagos_example_client_runs_to_its_end() {
    let script = "python/query_analysis_engine_example.py";
    let script = env::var_os("KATAGO_SOURCE").map(|source| PathBuf::from(source).join(script));
    let Some(script) = script.filter(|script| script.exists()) else {
        eprintln!("skipped: KATAGO_SOURCE names no clone of KataGo's repository");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let Some(mut python) = python_with("sgfmill==1.1.1", folder.path()) else {
        eprintln!("skipped: sgfmill cannot be installed here");
        return;
    };
    let output = python
        .arg(script)
        .arg("-katago-path")
        .arg(cargo_bin!("katachi"))
        .args(["-config-path", "engine.cfg", "-model-path", "model.bin.gz"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("ready to begin handling requests"), "{text}");
    let answer = text.lines().find(|line| line.contains("'moveInfos': [{"));
    let answer = answer.unwrap_or_else(|| panic!("no answer: {text}"));
    for field in ["'id': '0'", "'rootInfo': {", "'policy': [", "'turnNumber': 1"] {
        assert!(answer.contains(field), "{field} in {answer}");
    }
}
