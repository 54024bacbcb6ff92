// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tournaments by the program itself: killed and resumed, spread and merged, tested and adjudicated.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::ops::Deref;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use katachi_rules::sgf::Record;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use serde_json::Value;

use crate::folder::{Folder, done, errors, has, refused};

/// Plays on points that look empty, drawn by a linear congruential generator from its seed and salt, six
/// stones at most. It knows no rules, and so loses a game by an illegal move now and then.
const PLAYER: &str = r#"
seed=$(( $1 * 16 + $2 )); taken=' '; stones=0
draw() { seed=$(( (seed * 1103515245 + 12345) % 2147483648 )); }
answer() { printf '= %s\n\n' "$1"; }
while read -r command color point; do
  case $command in
    name) answer player ;;
    protocol_version) answer 2 ;;
    version) answer "$3" ;;
    list_commands) printf '= %s\nsalt\n\n' "$LISTS" ;;
    salt) seed=$(( seed + color )); answer ;;
    play) taken="$taken$point "; answer ;;
    estimate_score) answer "$ESTIMATE" ;;
    final_status_list) answer ;;
    genmove)
      move=pass
      [ "$3" = hopeless ] && move=resign
      [ "$3" = asleep ] && exec sleep 30
      if [ $stones -lt 6 ] && [ $move = pass ]; then
        for try in 1 2 3 4 5 6 7 8; do
          draw; row=$(( seed / 65536 % 5 + 1 )); draw
          case $(( seed / 65536 % 5 )) in 0) point=A$row ;; 1) point=B$row ;; 2) point=C$row ;; 3) point=D$row ;; 4) point=E$row ;; esac
          case $taken in *" $point "*) ;; *) move=$point; taken="$taken$point "; stones=$(( stones + 1 )); break ;; esac
        done
      fi
      answer $move ;;
    quit) answer; exit ;;
    *) answer ;;
  esac
done
"#;

/// A folder with a program that plays.
pub(crate) struct Workshop(Folder);

impl Deref for Workshop {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

impl Workshop {
    pub(crate) fn new() -> Self {
        Self(Folder::with(&[("player.sh", PLAYER)]))
    }

    /// Writes a tournament on small boards.
    pub(crate) fn cup(&self, head: &str, programs: &str) {
        self.write("cup.toml", format!("{head}\n{SMALL}{programs}"));
    }

    /// Replaces a text in the file of the tournament.
    pub(crate) fn change_cup(&self, from: &str, to: &str) {
        self.write("cup.toml", self.read("cup.toml").replace(from, to));
    }

    pub(crate) fn arena(&self, arguments: &str) -> Command {
        let words = shlex::split(&format!("arena {arguments}")).unwrap();
        self.0
            .program(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Runs to a good end; what was printed.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &str) -> String {
        done(&self.arena(arguments).output().unwrap())
    }

    #[track_caller]
    pub(crate) fn refuses(&self, arguments: &str, expected: &str) {
        let message = refused(&self.arena(arguments).output().unwrap());
        assert!(message.contains(expected), "expected '{expected}' in\n{message}");
    }

    /// All that a tournament leaves behind but for the results as they came in.
    pub(crate) fn tables(&self, folder: &str) -> BTreeMap<String, String> {
        let names = ["table.txt", "table.html", "standings.csv", "crosstable.csv"];
        let records = fs::read_dir(self.path(folder).join("games")).unwrap();
        let records = records.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let records = records.map(|name| format!("games/{name}"));
        let names = names.map(String::from).into_iter().chain(records);
        names
            .map(|name| (name.clone(), self.read(&format!("{folder}/{name}"))))
            .collect()
    }

    /// Whole lines of the results.
    fn finished(&self, folder: &str) -> usize {
        let results = fs::read(self.path(folder).join("games.jsonl")).unwrap_or_default();
        results.iter().filter(|&&byte| byte == b'\n').count()
    }

    fn record(&self, folder: &str, number: u32) -> Record {
        let text = self.read(&format!("{folder}/games/game-{number:03}.sgf"));
        Record::parse(text.as_bytes()).unwrap()
    }
}

pub(crate) fn program(name: &str, salt: u32, kind: &str) -> String {
    format!(
        "[[program]]\nname = '{name}'\ncommand = 'sh player.sh {{seed}} {{salt}} {kind}'\noptions = {{ salt = {salt} }}\n"
    )
}

/// Two programs.
pub(crate) fn two() -> String {
    programs(&["a", "b"])
}

/// Programs with these names.
pub(crate) fn programs(names: &[&str]) -> String {
    (1..)
        .zip(names)
        .map(|(salt, name)| program(name, salt, ""))
        .collect()
}

pub(crate) const SMALL: &str = "size = 5\nkomi = 0.5\nopenings = { moves = 2 }\n";

#[test]
fn a_tournament_killed_ten_times_ends_like_one_left_alone() {
    let workshop = Workshop::new();
    // Each against each, 200 games.
    let five = programs(&["ada", "ben", "cleo", "dan", "eve"]);
    workshop.cup("name = 'Cup'\ngames = 20\nseed = 5", &five);
    let shown = workshop.run("run cup.toml --out alone --jobs 2 --quiet");
    assert!(shown.contains("200 of 200 games."), "{shown}");

    let mut random = ChaCha8Rng::seed_from_u64(8);
    for kill in 1..=10 {
        let before = workshop.finished("killed");
        let wanted = before + 1 + random.next_u32() as usize % 12;
        let mut command = workshop.arena("run cup.toml --out killed --jobs 2");
        let mut running = command.stdout(Stdio::null()).spawn().unwrap();
        let started = Instant::now();
        while workshop.finished("killed") < wanted {
            assert!(
                running.try_wait().unwrap().is_none(),
                "it ended before kill {kill}"
            );
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "no games before kill {kill}"
            );
            sleep(Duration::from_millis(1));
        }
        // Not only between two games.
        sleep(Duration::from_micros(u64::from(random.next_u32() % 10_000)));
        running.kill().unwrap();
        running.wait().unwrap();
        assert!(workshop.finished("killed") >= wanted, "no finished game is lost");
    }
    let left = 200 - workshop.finished("killed");
    assert!(left > 0, "there is something left to be played");
    let shown = workshop.run("run cup.toml --out killed");
    assert_eq!(
        shown.lines().filter(|line| line.starts_with("game ")).count(),
        left
    );
    let (alone, killed) = (workshop.tables("alone"), workshop.tables("killed"));
    assert_eq!(alone.len(), 4 + 200);
    assert!(alone == killed, "{}\n{}", alone["table.txt"], killed["table.txt"]);
}

#[test]
fn a_line_that_was_cut_short_is_a_game_that_was_not_finished() {
    let workshop = Workshop::new();
    workshop.cup("games = 4", &two());
    workshop.run("run cup.toml");
    let tables = workshop.tables("cup");
    let results = workshop.read("cup/games.jsonl");
    let lines: Vec<&str> = results.lines().collect();
    assert_eq!(lines.len(), 4);
    workshop.write(
        "cup/games.jsonl",
        format!("{}\n{}\n{}", lines[2], lines[0], &lines[1][..100]),
    );
    fs::remove_file(workshop.path("cup/games/game-001.sgf")).unwrap();
    let shown = workshop.run("run cup.toml");
    assert!(
        shown.starts_with("2 games played before, 2 left\ngame 2: "),
        "{shown}"
    );
    assert_eq!(workshop.tables("cup"), tables);
    assert_eq!(workshop.finished("cup"), 4);

    workshop.write(
        "cup/games.jsonl",
        format!("{}\nnonsense\n{}\n", lines[0], lines[1]),
    );
    workshop.refuses(
        "run cup.toml",
        "cannot use cup/games.jsonl: line 2 is no result: remove it, and its game is played again",
    );
    let foreign = "somebody's text without an end";
    workshop.write("cup/games.jsonl", foreign);
    workshop.refuses("run cup.toml", "its last line is no result of a game");
    assert_eq!(workshop.read("cup/games.jsonl"), foreign, "it stays");
}

#[test]
fn a_result_that_contradicts_its_record_or_its_tournament_is_refused() {
    let workshop = Workshop::new();
    workshop.cup("games = 2", &two());
    workshop.run("run cup.toml");
    let results = workshop.read("cup/games.jsonl");
    let result: Value = serde_json::from_str(results.lines().next().unwrap()).unwrap();
    let sgf = result["sgf"].as_str().unwrap();
    let of_other_board = sgf.replace("SZ[5]", "SZ[6]");
    assert_ne!(of_other_board, sgf);
    for (field, value, why) in [
        ("result", "W+99.5", "the result is W+99.5, and that of its record"),
        ("black", "carl", "'carl' is no program of the tournament"),
        ("black", "b", "its record has PB 'a (player"),
        ("sgf", "", "its record cannot be read"),
        ("sgf", &of_other_board, "has another board than"),
    ] {
        let mut changed = result.clone();
        changed[field] = value.into();
        let lines: Vec<String> = results.lines().skip(1).map(str::to_owned).collect();
        workshop.write("cup/games.jsonl", format!("{}\n{changed}\n", lines.join("\n")));
        workshop.refuses("run cup.toml", why);
        workshop.refuses("merge cup/games.jsonl", why);
    }
    let mut changed = result.clone();
    changed["game"] = 77.into();
    workshop.write("cup/games.jsonl", format!("{changed}\n"));
    workshop.refuses("merge cup/games.jsonl", "game 77 of 2");
    changed["game"] = result["game"].clone();
    changed["moves"] = 1000.into();
    workshop.write("cup/games.jsonl", format!("{changed}\n"));
    workshop.refuses("run cup.toml", "it has 1000 moves, and its record");
    workshop.refuses("plan cup.toml --missing cup", "it has 1000 moves, and its record");
    // A record of another board is noticed where the tournament is known, even if it is the only one.
    changed["moves"] = result["moves"].clone();
    changed["sgf"] = of_other_board.into();
    workshop.write("cup/games.jsonl", format!("{changed}\n"));
    workshop.refuses(
        "run cup.toml",
        "the record of game 1 has another board than the tournament",
    );
}

#[test]
fn a_folder_keeps_to_its_tournament_and_to_one_process() {
    let workshop = Workshop::new();
    workshop.cup("games = 2", &two());
    workshop.run("run cup.toml");
    workshop.change_cup("komi = 0.5", "komi = 1.5");
    workshop.refuses(
        "run cup.toml",
        "cup holds games of another tournament (game 1 is not the one",
    );

    let asleep = program("a", 1, "asleep") + &program("b", 2, "asleep");
    workshop.write("slow.toml", format!("games = 2\n{SMALL}{asleep}"));
    let mut running = workshop
        .arena("run slow.toml")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !workshop.path("slow/games.jsonl").exists() {
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(100));
    workshop.refuses(
        "run slow.toml",
        "the tournament in slow is being played by another process",
    );
    running.kill().unwrap();
    running.wait().unwrap();
}

#[test]
fn a_sequential_test_ends_when_it_knows_enough() {
    let workshop = Workshop::new();
    let accepts = |elo: &str, [first, second]: [&str; 2], out: &str, accepted: &str| {
        let programs = program("one", 1, first) + &program("two", 2, second);
        let text = format!("kind = 'sprt'\ngames = 400\n{SMALL}sprt = {{ {elo} }}\n{programs}");
        workshop.write("test.toml", &text);
        let shown = workshop.run(&format!("run test.toml --out {out} --quiet"));
        has(shown, [format!("Sequential test: {accepted} is accepted after ")]);
    };
    accepts("elo0 = -100, elo1 = 0", ["hopeless", ""], "lost", "elo0 (-100)");
    accepts("elo0 = 0, elo1 = 100", ["", "hopeless"], "one", "elo1 (100)");
    assert!(workshop.finished("one") < 200);
    // Games that were under way when the test was decided do not count.
    workshop.run("run test.toml --out two --jobs 2 --quiet");
    assert_eq!(workshop.read("one/table.txt"), workshop.read("two/table.txt"));
    has(workshop.run("run test.toml --out two"), [" 0 left"]);
}

#[test]
fn in_a_gauntlet_the_first_meets_all_and_the_others_do_not_meet() {
    let workshop = Workshop::new();
    workshop.cup("kind = 'gauntlet'\ngames = 2", &programs(&["first", "a", "b"]));
    workshop.run("run cup.toml");
    let cross = workshop.read("cup/crosstable.csv");
    assert_eq!(cross.lines().skip(1).count(), 4);
    for line in cross.lines().skip(1) {
        let met = line.split(',').take(2).filter(|name| *name == "first");
        assert_eq!(met.count(), 1, "{line}");
    }
    assert_eq!(workshop.read("cup/table.html").matches("<table>").count(), 2);
}

#[test]
fn games_begin_with_the_lines_of_a_book() {
    let workshop = Workshop::new();
    workshop.write("book.sgf", "(;SZ[5];B[cc](;W[bb];B[dd])(;W[dd];B[]))");
    let text = format!(
        "games = 4\nsize = 5\nopenings = {{ book = ['book.sgf'] }}\n{}",
        two()
    );
    workshop.write("cup.toml", &text);
    workshop.run("run cup.toml");
    let opening = |number| workshop.record("cup", number).steps[..3].to_vec();
    assert_eq!((opening(1), opening(3)), (opening(2), opening(4)));
    assert_ne!(opening(1), opening(3));
    let comment = workshop.record("cup", 1);
    has(comment.get("C").unwrap(), ["The first 3 moves are the opening."]);

    let lines = |book: &str, expected: &str| {
        workshop.write("book.sgf", book);
        workshop.refuses("plan cup.toml", expected);
    };
    let size = "it is a game on 9x9, and the tournament is on 5x5";
    lines("(;SZ[9];B[cc])", size);
    let turns = "move 1 is White's: in an opening the colours take turns";
    lines("(;SZ[5];W[cc])", turns);
    lines("(;SZ[5]AB[bb];W[cc])", "an opening cannot set up stones");
    lines("(;SZ[5])", "the book has no moves");
}

#[test]
fn a_judge_ends_games_that_are_decided() {
    let workshop = Workshop::new();
    let judged = |estimate: &str, lists: &str| {
        let judge = format!("env ESTIMATE={estimate} \"LISTS={lists}\" sh player.sh 1 1");
        let adjudication = "adjudication = { lead = 20, times = 2, every = 3, after = 4 }";
        let head = format!("games = 2\njudge = '{judge}'");
        workshop.cup(&head, &format!("{adjudication}\n{}", two()));
    };
    judged("W+30.5", "estimate_score final_status_list");
    workshop.run("run cup.toml");
    let record = workshop.record("cup", 1);
    assert_eq!((record.get("RE"), record.move_count()), (Some("W+"), 9));
    let why = "Ended by the judge after 9 moves: White leads by 30.5.";
    has(record.get("C").unwrap(), [why]);
    assert!(workshop.read("cup/table.txt").contains("2 of 2 games."));

    judged("W+3.5", "estimate_score final_status_list");
    workshop.run("run cup.toml --out close");
    assert_ne!(workshop.record("close", 1).get("RE"), Some("W+"));
    judged("W+30.5", "final_status_list");
    workshop.refuses(
        "run cup.toml --out none",
        "the judge does not list estimate_score",
    );
}

#[test]
fn options_and_commands_reach_the_programs() {
    let workshop = Workshop::new();
    let plain = two();
    let play = |programs: &str, out: &str| {
        workshop.cup("games = 2", programs);
        workshop.run(&format!("run cup.toml --out {out}"));
        workshop.record(out, 1).steps
    };
    let steps = play(&plain, "plain");
    assert_ne!(steps, play(&plain.replace("salt = 1 ", "salt = 3 "), "option"));
    // The command has the effect of the other salt.
    let changed = plain.replacen("salt = 1 }", "salt = 1 }\ngtp = ['salt 2']", 1);
    assert_eq!(
        play(&plain.replace("salt = 1 ", "salt = 3 "), "option2"),
        play(&changed, "changed")
    );
    let record = workshop.record("plain", 1);
    has(record.get("C").unwrap(), ["Black: sh player.sh 2 1"]);
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    let workshop = Workshop::new();
    let refuses = |head: &str, programs: &str, expected: &str| {
        workshop.cup(head, programs);
        workshop.refuses("run cup.toml", expected);
        assert_eq!(workshop.finished("cup"), 0);
    };
    let wrong = "cannot use cup.toml: TOML parse error at line 1";
    refuses("games = 'many'", &two(), wrong);
    refuses("games = 2", &program("a", 1, ""), "programs: 1 cannot play");
    let missing = two().replace("sh player.sh", "/no/such/program");
    let why = "program 'a' cannot play (command: /no/such/program {seed} {salt} ): it could not be started";
    refuses("games = 2", &missing, why);
    let head = "games = 2\njudge = 'sh player.sh 1 1'";
    refuses(head, &two(), "lists neither final_status_list nor final_score");
    workshop.refuses("run missing.toml", "cannot read missing.toml: No such file");
}

/// The text between lines that begin with these words, for each time that they occur.
fn blocks<'a>(page: &'a str, begin: &str) -> Vec<&'a str> {
    page.split(begin)
        .skip(1)
        .map(|rest| rest.split("\n```").next().unwrap_or_default())
        .collect()
}

#[test]
fn the_commands_of_the_manual_work() {
    let manual = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/arena.md")).unwrap();
    let workshop = Workshop::new();
    workshop.write("cup.toml", blocks(&manual, "```toml\n")[0]);
    workshop.write("atari.tst", blocks(&manual, "```text\n")[0]);
    let commands = blocks(&manual, "<!-- run -->\n```sh\n");
    assert_eq!(commands.len(), 4, "the manual has these blocks");
    for block in commands {
        let done = Command::new("sh")
            .args(["-e", "-c", block])
            .env("PATH", crate::path())
            .env(crate::NO_CONFIG, "true")
            .current_dir(workshop.path("."))
            .output()
            .unwrap();
        let shown = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success(), "{block}\n{shown}\n{}", errors(&done));
    }
    // The sequential test of the manual, with these programs.
    let sprt = blocks(&manual, "```toml\n")[1];
    let cup = workshop
        .read("cup.toml")
        .replace("kind = \"round-robin\"", "")
        .replace("games = 2 ", "# ");
    workshop.write("test.toml", format!("{sprt}\n{cup}"));
    assert_eq!(workshop.run("plan test.toml").lines().count(), 4000);
}
