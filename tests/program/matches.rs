// SPDX-License-Identifier: MIT OR Apache-2.0

//! Matches between small programs that misbehave, each in its own way, and between real ones.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Parser as _;
use katachi_arena::{MatchOptions, Tally, play_match};
use katachi_rules::Rules;
use katachi_rules::sgf::Record;
use tempfile::TempDir;

use crate::folder::has;

#[derive(clap::Parser)]
struct Cli {
    #[command(flatten)]
    options: MatchOptions,
}

/// A program that knows enough GTP to play, in the shell that every Unix has. What it does when it is
/// asked for a move is its first argument; its first moves are A1, A2... of which `$n` counts.
const PROGRAM: &str = r#"
n=0
answer() { printf '= %s\n\n' "$1"; }
while read -r command rest; do
  case $command in
    name) answer "${NAME:-$1}" ;;
    protocol_version) answer 2 ;;
    version) answer 0.1 ;;
    list_commands) printf '= name\nquit\ntime_left\n%s\n\n' "$LISTS" ;;
    boardsize) [ "$1" = tiny ] && printf '? unacceptable size\n\n' || answer ;;
    final_status_list) answer "$DEAD" ;;
    final_score) answer "$SCORE" ;;
    play)
      case $1:$rest in
        picky:*) printf '? not with me\n\n' ;;
        square:*) answer ;;
        *:'b A9') printf '? not on a board of nine columns and seven rows\n\n' ;;
        *) answer ;;
      esac ;;
    quit) [ "$1" = lingering ] && exec sleep 600; answer; exit 0 ;;
    genmove)
      n=$((n + 1))
      case $1 in
        stubborn) answer A1 ;;
        cycling) answer "$(echo $MOVES | cut -d ' ' -f $n)" ;;
        filler) [ $n -gt 3 ] && answer pass || answer "$FILE$n" ;;
        mortal) [ $n -ge 3 ] && { echo 'I am slain' >&2; exit 7; }; answer "A$n" ;;
        murdered) kill -9 $$ ;;
        hanging) exec sleep 30 ;;
        slow) sleep 0.3; answer pass ;;
        flooding) exec yes '#' ;;
        endless) exec tr '\0' x < /dev/zero ;;
        fathering)
          before=$(wc -l < "$PIDS")
          (env -i PIDS="$PIDS" PATH="$PATH" setsid sh -c 'echo $$ >> "$PIDS"; exec sleep 600' < /dev/null > /dev/null 2>&1 &)
          until [ "$(wc -l < "$PIDS")" -gt "$before" ]; do sleep 0.01; done
          answer pass ;;
        talkative) echo 'Let me see...'; answer pass ;;
        refusing) printf '? not now\n\n' ;;
        vague) answer 'somewhere nice' ;;
        far) answer Z9 ;;
        resigning) answer resign ;;
        unclear) answer 'PaSs' ;;
        *) answer pass ;;
      esac ;;
    *) answer ;;
  esac
done
"#;

/// A directory for one test, removed when the test is over.
struct Workshop(TempDir);

impl Workshop {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("a folder can be made");
        fs::write(directory.path().join("program.sh"), PROGRAM).unwrap();
        Self(directory)
    }

    /// The command of a program with that behaviour, `settings` being environment variables.
    fn program(&self, behaviour: &str, settings: &[&str]) -> String {
        let script = self.0.path().join("program.sh");
        let words = ["env"].into_iter().chain(settings.iter().copied());
        let words = words.chain(["sh", script.to_str().unwrap(), behaviour]);
        shlex::try_join(words).unwrap()
    }

    /// A program that starts daemons, and the file with the numbers of their processes.
    #[cfg(target_os = "linux")]
    fn fathering(&self) -> (String, PathBuf) {
        let file = self.0.path().join("pids");
        fs::write(&file, "").unwrap();
        let setting = format!("PIDS={}", file.display());
        (self.program("fathering", &[&setting]), file)
    }

    fn games(&self) -> PathBuf {
        self.0.path().join("games")
    }

    /// The option that has the records written.
    fn sgf(&self) -> String {
        format!("--sgf {}", self.games().display())
    }

    fn record(&self, number: u32) -> Record {
        Record::parse(&fs::read(self.games().join(format!("game-{number:03}.sgf"))).unwrap()).unwrap()
    }

    /// Checks that the comment of a record has this text in it.
    #[track_caller]
    fn tells(&self, number: u32, text: &str) {
        let record = self.record(number);
        let comment = record.get("C").unwrap();
        assert!(comment.contains(text), "{comment}");
    }
}

/// Plays with the options as they stand on a command line: what was shown, and the sums.
fn play(first: &str, second: &str, options: &str) -> anyhow::Result<(String, [Tally; 2])> {
    #[cfg(target_os = "linux")]
    katachi_line_program::keeper::keep_programs(env!("CARGO_BIN_EXE_katachi").into());
    let options = shlex::split(options).expect("options can be split");
    let words = ["match", first, second]
        .map(String::from)
        .into_iter()
        .chain(options);
    let mut out = Vec::new();
    let tallies = play_match(&Cli::try_parse_from(words)?.options, &mut out)?;
    Ok((String::from_utf8(out)?, tallies))
}

const SMALL: &str = "--size 9 --opening-moves 0 --games 2";

/// Two games against a program that always passes, both lost by its fault. `C` in the reason is its
/// colour.
#[track_caller]
fn loses_by_fault(behaviour: &str, reason: &str) {
    let workshop = Workshop::new();
    // A minute is enough on the busiest machine for all that has nothing to do with time.
    let seconds = if behaviour == "hanging" { 4 } else { 60 };
    let options = format!("{SMALL} --move-timeout {seconds} {}", workshop.sgf());
    let (bad, good) = (workshop.program(behaviour, &[]), workshop.program("passing", &[]));
    let (out, [bad, good]) = play(&bad, &good, &options).unwrap();
    assert_eq!((bad.forfeits, good.points(), good.forfeits), (2, 2.0, 0), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "two games and the result in two lines:\n{out}");
    for (number, line, [color, letter, winner]) in [
        (1, lines[0], ["Black", "genmove B'", "W"]),
        (2, lines[1], ["White", "genmove W'", "B"]),
    ] {
        let start = format!("game {number}: {winner}+F, passing ");
        assert!(line.starts_with(&start), "{line}");
        let reason = format!("{behaviour} ({color}) {}", reason.replace("genmove C'", letter));
        assert!(line.ends_with(&reason), "expected '{reason}' in\n{line}");
        let record = workshop.record(number);
        assert_eq!(record.get("RE"), Some(format!("{winner}+F").as_str()));
        assert!(record.get("C").unwrap().contains(&reason));
        record.game_after(usize::MAX, Rules::CHINESE, 0.0).unwrap();
    }
    let forfeits = format!("forfeits: {behaviour} 2, passing 0");
    assert!(lines[2].contains("too few games for an interval") && lines[2].ends_with(&forfeits));
}

/// What a program does when it is asked for a move, and why it loses. The opponent's second pass does not end
/// the game of one that plays, as there is a move between the two.
const FAULTS: &str = "\
stubborn: played A1, which is illegal (occupied)
mortal: died at 'genmove C' (exit status: 7), its last words: 'I am slain'
murdered: died at 'genmove C' (signal: 9 (SIGKILL))
hanging: gave no answer to 'genmove C' within 4 s
flooding: flooded its output at 'genmove C' (more than 262144 bytes in a line or 1048576 in all)
endless: flooded its output at 'genmove C' (more than 262144 bytes in a line or 1048576 in all)
talkative: answered 'genmove C' with text that is no GTP: 'Let me see...'
vague: answered genmove with 'somewhere nice', which is no move on 9x9
far: answered genmove with 'Z9', which is no move on 9x9
refusing: refused 'genmove C': not now";

#[test]
fn a_program_that_breaks_the_rules_or_the_protocol_loses_with_the_reason() {
    std::thread::scope(|scope| {
        for line in FAULTS.lines() {
            let (behaviour, reason) = line.split_once(": ").unwrap();
            scope.spawn(move || loses_by_fault(behaviour, reason));
        }
    });
}

#[test]
fn a_record_that_somebody_else_has_written_ends_the_match_before_the_first_game() {
    let workshop = Workshop::new();
    let passing = workshop.program("passing", &[]);
    let options = format!("{SMALL} {}", workshop.sgf());
    fs::create_dir_all(workshop.games()).unwrap();
    let theirs = workshop.games().join("game-002.sgf");
    fs::write(&theirs, "(;SZ[9]AP[CGoban:3])").unwrap();
    let error = play(&passing, &passing, &options).unwrap_err().to_string();
    let why = "game-002.sgf exists and was not written by Katachi; choose another directory for the records";
    assert!(error.ends_with(why), "{error}");
    assert_eq!(fs::read_dir(workshop.games()).unwrap().count(), 1);
    fs::remove_file(theirs).unwrap();
    for _ in 0..2 {
        play(&passing, &passing, &options).expect("its own records may be overwritten");
    }
}

#[test]
fn a_program_that_refuses_a_legal_move_loses() {
    let workshop = Workshop::new();
    let (bad, good) = (workshop.program("picky", &[]), workshop.program("passing", &[]));
    let (out, tallies) = play(&bad, &good, "-s 9 -n 2").unwrap();
    assert_eq!(tallies[0].forfeits, 2, "{out}");
    assert!(out.contains("refused 'play B "), "{out}");
}

#[test]
fn resignations_and_odd_spellings_are_no_faults() {
    let workshop = Workshop::new();
    let passing = workshop.program("passing", &[]);
    let (out, [loser, winner]) = play(&workshop.program("resigning", &[]), &passing, SMALL).unwrap();
    let first = "game 1: W+R, passing (White) beats resigning (Black) in 0 moves";
    assert_eq!(out.lines().next(), Some(first));
    assert_eq!((loser.forfeits, winner.wins), (0, [1, 1]));

    let drawn = format!("{SMALL} --komi 0");
    let (out, _) = play(&workshop.program("unclear", &[]), &passing, &drawn).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    let halves = "0.5/1 with Black, 0.5/1 with White";
    assert_eq!(
        lines[0],
        "game 1: 0, unclear (Black) draws with passing (White) in 2 moves"
    );
    assert!(
        lines[2]
            .starts_with("unclear 1/2 (50.0 %, too few games for an interval), passing 1/2; CPU s/move: "),
        "{out}"
    );
    assert_eq!(lines[3], format!("unclear {halves}; passing {halves}"));
}

#[test]
fn a_program_that_does_not_leave_holds_nothing_up() {
    let workshop = Workshop::new();
    let started = Instant::now();
    let passing = workshop.program("passing", &[]);
    let (out, [slow, _]) = play(&workshop.program("lingering", &[]), &passing, "-s 9 -n 1").unwrap();
    assert_eq!((slow.forfeits, slow.games), (0, [1, 0]), "{out}");
    assert!(
        started.elapsed() < Duration::from_secs(600),
        "its ten minutes of sleep were waited for"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_daemon_of_a_program_ends_with_its_game() {
    let workshop = Workshop::new();
    let (fathering, file) = workshop.fathering();
    let other = workshop.program("unclear", &[]);
    play(&fathering, &other, "--games 2 --size 9x7").unwrap();
    let numbers = fs::read_to_string(file).expect("the program has started a daemon");
    assert_eq!(numbers.lines().count(), 2);
    wait_for_end(&numbers);
}

/// Waits for the end of the processes with those numbers, one a line.
#[cfg(target_os = "linux")]
#[track_caller]
fn wait_for_end(numbers: &str) {
    let is_running = |number: &str| {
        let state = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // A dead process without a parent that has waited for it is in state Z.
        !state.is_empty() && !state.contains(") Z ")
    };
    let begin = Instant::now();
    while numbers.lines().any(is_running) {
        assert!(begin.elapsed() < Duration::from_secs(10), "a daemon runs on");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn programs_and_daemons_end_with_a_match_that_is_killed() {
    let workshop = Workshop::new();
    let (fathering, file) = workshop.fathering();
    let mut arena = crate::program()
        .args(["match", &fathering, &workshop.program("hanging", &[])])
        .args(["--games", "2"])
        .current_dir(workshop.0.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let numbers = loop {
        let numbers = fs::read_to_string(&file).unwrap();
        if numbers.ends_with('\n') {
            break numbers;
        }
        assert!(arena.try_wait().unwrap().is_none(), "the match has ended");
    };
    arena.kill().unwrap();
    arena.wait().unwrap();
    wait_for_end(&numbers);
}

#[test]
fn a_clock_that_runs_out_is_a_loss_on_time() {
    let workshop = Workshop::new();
    let options = format!("{SMALL} --time '3 0 0' --time-tolerance 0.1 {}", workshop.sgf());
    let (hanging, quick) = (workshop.program("hanging", &[]), workshop.program("passing", &[]));
    let (out, [loser, _]) = play(&hanging, &quick, &options).unwrap();
    assert_eq!((loser.time_losses, loser.forfeits), (2, 0), "{out}");
    let first =
        "game 1: W+T, passing (White) beats hanging (Black) in 0 moves: hanging (Black) has run out of time";
    assert_eq!(out.lines().next(), Some(first));
    assert!(out.contains("lost on time: hanging 2, passing 0"), "{out}");
    assert_eq!(workshop.record(2).get("RE"), Some("B+T"));

    let options = format!("{SMALL} --time '0 20 1'");
    let (out, [slow, _]) = play(&workshop.program("slow", &[]), &quick, &options).unwrap();
    assert_eq!((slow.time_losses, slow.game_count()), (0, 2), "{out}");
}

#[test]
fn agreement_decides_which_stones_are_dead() {
    let workshop = Workshop::new();
    // Black gets A1 to A3 of game 1, White C1 to C3; whoever is first is A.
    let with = |settings: [&str; 2], more: &[&str]| workshop.program("filler", &[&settings, more].concat());
    let (black, white) = (["NAME=a", "FILE=A"], ["NAME=c", "FILE=C"]);
    let options = format!("-s 5 -k 0.5 -n 1 -o 0 {}", workshop.sgf());
    let lists = "LISTS=final_status_list";
    let game = |first: &[&str], second: &[&str]| {
        let (out, _) = play(&with(black, first), &with(white, second), &options).unwrap();
        let result = out.split([' ', ',']).nth(2).unwrap().to_string();
        (result, workshop.record(1).get("C").unwrap().to_string())
    };
    let (result, comment) = game(&[lists, "DEAD=C1 C2 C3"], &[lists, "DEAD=C3 C2\nC1"]);
    assert_eq!(result, "B+24.5");
    assert!(!comment.contains("claims"), "{comment}");
    let score = "LISTS=final_score";
    for (first, second, expected, told) in [
        // All alive: three stones each.
        (
            [lists, "DEAD=C1 C2 C3"],
            [lists, "DEAD="],
            "W+0.5",
            "Black claims B+24.5 (dead stones C3 C2 C1).\nWhite claims W+0.5 (no dead stones).\nNo agreement",
        ),
        (
            [score, "SCORE=B+3.5"],
            [score, "SCORE=B+3.5 (upper bound: 4)"],
            "B+3.5",
            "Counted by the final_score of both.",
        ),
        (
            [score, "SCORE=who knows"],
            [score, "SCORE=B+3.5"],
            "W+0.5",
            "Black answered 'final_score' with 'who knows'.",
        ),
    ] {
        let (result, comment) = game(&first, &second);
        assert_eq!(result, expected);
        assert!(comment.contains(told), "{comment}");
    }

    // A judge overrules both, and if it fails they are asked after all.
    let judged = |judge: &str| {
        let first = with(black, &[lists, "DEAD=C1 C2 C3"]);
        let second = with(white, &[lists, "DEAD=C1 C2 C3"]);
        let options = format!("{options} --judge {}", shlex::try_quote(judge).unwrap());
        let (out, _) = play(&first, &second, &options).unwrap();
        out.split([' ', ',']).nth(2).unwrap().to_string()
    };
    for (judge, settings, result) in [
        ("judge", &[lists, "DEAD=A1 A2 A3"][..], "W+25.5"),
        ("judge", &[score, "SCORE=B+2.5"], "B+2.5"),
        ("picky", &[lists], "B+24.5"),
    ] {
        assert_eq!(judged(&workshop.program(judge, settings)), result);
    }
}

#[test]
fn without_agreement_in_the_rules_nobody_is_asked_for_dead_stones() {
    let workshop = Workshop::new();
    let program = |file, name| {
        workshop.program(
            "filler",
            &[file, name, "LISTS=final_status_list", "DEAD=C1 C2 C3"],
        )
    };
    let options = format!("-s 5 -k 0.5 -n 1 -o 0 --rules tromp-taylor {}", workshop.sgf());
    let (out, _) = play(
        &program("FILE=A", "NAME=a"),
        &program("FILE=C", "NAME=c"),
        &options,
    )
    .unwrap();
    assert_eq!(out.split([' ', ',']).nth(2), Some("W+0.5"), "three stones each");
}

#[test]
fn a_cycle_under_simple_ko_ends_a_match_without_a_result() {
    let workshop = Workshop::new();
    let cycle = |moves: &str| workshop.program("cycling", &[&format!("MOVES={moves}")]);
    // Both sides build three kos, and then take them in turn.
    let black = "B7 A6 B5 A4 B3 A2 B1 C2 A7 C6 C4 C2 C6 C4 C2 C6 C4 C2";
    let white = "C7 D6 C5 D4 C3 D2 C1 B6 B4 B2 B6 B4 B2 B6 B4 B2 B6 B4";
    let options = format!("-s 7 -k 0.5 -n 1 -o 0 {}", workshop.sgf());
    let (_, tallies) = play(&cycle(black), &cycle(white), &options).unwrap();
    assert_eq!(
        workshop.record(1).get("RE"),
        Some("Void"),
        "{:?}",
        workshop.record(1).get("C")
    );
    assert_eq!(tallies.map(|tally| tally.wins), [[0, 0], [0, 0]]);
}

#[test]
fn the_limit_of_moves_ends_a_game() {
    let workshop = Workshop::new();
    let (a, c) = (
        workshop.program("filler", &["FILE=A"]),
        workshop.program("filler", &["FILE=C", "NAME=other"]),
    );
    let options = format!("{SMALL} --max-moves 3 --quiet {}", workshop.sgf());
    let (out, tallies) = play(&a, &c, &options).unwrap();
    // Two stones of Black, one of White, and komi.
    assert_eq!(tallies.map(|tally| tally.wins), [[0, 1], [0, 1]]);
    assert_eq!(workshop.record(1).get("RE"), Some("W+6.5"));
    workshop.tells(1, "Stopped after 3 moves and counted as it stood.");
    assert_eq!(out.lines().count(), 2, "quiet: the result only:\n{out}");
}

#[test]
fn pairs_share_an_opening_and_jobs_change_nothing() {
    let workshop = Workshop::new();
    let passing = [
        workshop.program("passing", &[]),
        workshop.program("passing", &["NAME=other"]),
    ];
    let games = workshop.games();
    let run = |jobs: u32, seed: u32| {
        let options = format!("-n 5 -s 9x7 -j {jobs} --seed {seed} {}", workshop.sgf());
        let (out, _) = play(&passing[0], &passing[1], &options).unwrap();
        let records: Vec<String> = (1..=5)
            .map(|n| fs::read_to_string(games.join(format!("game-00{n}.sgf"))).unwrap())
            .collect();
        let games: Vec<String> = out.lines().take(5).map(String::from).collect();
        (games, records)
    };
    let (lines, records) = run(1, 4);
    assert_eq!(run(2, 4), (lines.clone(), records.clone()));
    assert_ne!(run(1, 5).1, records);
    let moves = |number| workshop.record(number).steps;
    run(1, 4);
    assert_eq!((moves(1), moves(3)), (moves(2), moves(4)));
    assert_ne!(moves(1), moves(3));
    assert_eq!(moves(5).len(), 4 + 2);
    assert_eq!(workshop.record(2).get("PB"), Some("other 0.1"));
    let left: Vec<_> = fs::read_dir(&games)
        .unwrap()
        .flatten()
        .map(|e| e.file_name())
        .collect();
    assert_eq!(left.len(), 5, "no unfinished files: {left:?}");
}

#[test]
fn with_a_handicap_the_first_program_has_black_in_every_game() {
    let workshop = Workshop::new();
    let named = |name| workshop.program("passing", &[name]);
    let options = format!("--size 9 --games 2 --handicap 3 {}", workshop.sgf());
    let (out, [first, second]) = play(&named("NAME=weaker"), &named("NAME=stronger"), &options).unwrap();
    assert_eq!((first.games, second.games), ([2, 0], [0, 2]), "{out}");
    for number in 1..=2 {
        let record = workshop.record(number);
        assert_eq!((record.handicap, record.komi), (Some(3), Some(0.5)));
        assert_eq!(record.get("PB"), Some("weaker 0.1"));
    }
}

#[test]
fn placeholders_are_filled_in_after_the_command_is_split() {
    let workshop = Workshop::new();
    let named = workshop.program("passing", &["NAME={level} {seed} {game}"]);
    let options = format!("{SMALL} --level 7 --seed 10 {}", workshop.sgf());
    let (out, _) = play(&named, &workshop.program("passing", &[]), &options).unwrap();
    has(&out, ["7 11 1"]);
    workshop.tells(2, "White: env 'NAME=7 12 2' sh ");
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_game() {
    let workshop = Workshop::new();
    let passing = workshop.program("passing", &[]);
    // The first program, options, and a part of the message.
    let table = "\
/no/such/program | | the first program cannot play this match (command: /no/such/program): it could not be started: No such
sh 'x | | cannot split 'sh 'x' into words: a quote is not closed
 | | could not be started: the command is empty
true | | died at 'protocol_version'
echo hello | | text that is no GTP: 'hello'
sleep 5 | --move-timeout 0.2 | gave no answer to 'protocol_version' within 0.2 s
TINY | | refused 'boardsize 19': unacceptable size
SQUARE | -s 9x7 | it makes a board of 9x9 when it is asked for 9x7
PASSING | --level 3 | no command contains {level}
sh {level} | | give its value with --level N
PASSING | --handicap 5 --size 8 | --handicap 5: 8x8 has no usual points
PASSING | --judge \"PASSING\" | lists neither final_status_list nor final_score
PASSING | --opening-moves 91 | at most a quarter of the points, 90
PASSING | --time '5 5' | expected a time such as 10m
PASSING | --rules mah-jong | expected one of chinese, japanese
PASSING | --sgf /dev/null/x | cannot make the directory for the records";
    for line in table.lines() {
        let line = line.replace("TINY", &workshop.program("tiny", &[]));
        let line = line.replace("SQUARE", &workshop.program("square", &[]));
        let line = line.replace("PASSING", &passing);
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let error = match play(cells[0], &passing, cells[1]) {
            Ok((out, _)) => panic!("played:\n{out}"),
            Err(error) => format!("{error:#}"),
        };
        assert!(error.contains(cells[2]), "expected '{}' in\n{error}", cells[2]);
    }
}

fn gnugo() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|directory| directory.join("gnugo"))
        .find(|file| Path::is_file(file))
}

#[test]
fn gnugo_plays_itself_and_a_match_repeats() {
    let Some(gnugo) = gnugo() else {
        eprintln!("skipped: gnugo is not installed");
        return;
    };
    let workshop = Workshop::new();
    let games = workshop.games();
    let gnugo = format!("{} --mode gtp --chinese-rules --seed {{seed}}", gnugo.display());
    let (strong, weak) = (format!("{gnugo} --level 1"), format!("{gnugo} --level 0"));
    let options = format!("-n 2 -s 7 -j 2 -t '600 30 5' {}", workshop.sgf());
    let run = || {
        let (out, tallies) = play(&strong, &weak, &options).unwrap();
        let records = [1, 2].map(|n| fs::read_to_string(games.join(format!("game-00{n}.sgf"))).unwrap());
        (out, tallies, records)
    };
    let (out, tallies, records) = run();
    assert!(out.starts_with("game 1: "), "{out}");
    assert!(out.contains("GNU Go #1 (Black)"), "{out}");
    for tally in tallies {
        assert_eq!(tally.forfeits, 0, "{out}");
        assert_eq!(tally.time_losses, 0, "{out}");
        assert_eq!(tally.game_count(), 2, "{out}");
        assert_eq!(tally.cpu_per_move().is_some(), cfg!(target_os = "linux"), "{out}");
    }
    assert!(workshop.record(1).move_count() > 10);
    assert_eq!(workshop.record(1).get("PB"), Some("GNU Go 3.8"));
    assert_eq!(run().2, records, "the same seeds give the same games");
}
