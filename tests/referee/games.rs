// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games that come to their end, and their records.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use katachi_rules::sgf::{Record, read};
use katachi_rules::{Move, Rules};
use katachi_usenix84::protocol::Message;
use libtest_mimic::Trial;
use nix::sys::signal::Signal;

use crate::test_folder::{KATACHI, TestFolder, program, trials, without_config};

pub(crate) fn tests() -> Vec<Trial> {
    trials![
        two_engines_finish_a_game,
        a_random_player_finishes_a_game,
        time_is_the_operating_systems_account,
        byo_romi_is_announced_and_can_be_survived,
        garbage_between_moves_is_ignored,
        a_program_that_does_not_listen_plays_on,
        a_game_without_end_is_void,
        the_record_is_whole_at_every_moment,
        programs_end_with_a_referee_that_is_killed,
        a_game_has_a_day,
        programs_have_a_limit_of_cpu_time,
        a_link_is_a_player_without_arguments,
        a_person_corrects_the_verdict,
        bad_options_are_refused,
    ]
}

/// Returns the command of the engine at its fastest.
fn engine(seed: u32) -> String {
    format!("{KATACHI} --level 1 --seed {seed}")
}

fn last_two(record: &Record) -> Vec<Option<Move>> {
    let game = record
        .game_after(usize::MAX, Rules::JAPANESE, 5.5)
        .expect("moves are legal");
    let moves: Vec<_> = game.moves().map(|(_, mv)| Some(mv)).collect();
    moves[moves.len().saturating_sub(2)..].to_vec()
}

fn two_engines_finish_a_game() {
    let game = TestFolder::new().referee(&engine(1), &engine(2), "");
    assert_eq!(last_two(&game.record), [Some(Move::Pass); 2], "{}", game.out);
    assert!(game.record.move_count() > 100, "{}", game.out);
    assert!(game.line("verdict: ").starts_with(['B', 'W']), "{}", game.out);
    assert_eq!(game.record.get("RE"), Some(game.line("verdict: ")));
    assert_eq!(
        (game.record.komi, game.record.get("RU")),
        (Some(5.5), Some("Japanese"))
    );
}

fn a_random_player_finishes_a_game() {
    let game = TestFolder::new().referee(&program("random", "7,60"), &engine(1), "");
    assert_eq!(last_two(&game.record), [Some(Move::Pass); 2], "{}", game.out);
    assert!(game.line("verdict: ").starts_with("W+"), "{}", game.out);
    // Two that know nothing fill the board, capture, and get to an end as well.
    let game = TestFolder::new().referee(&program("random", "5"), &program("random", "6"), "");
    assert_eq!(last_two(&game.record), [Some(Move::Pass); 2], "{}", game.out);
    assert!(game.record.move_count() > 200, "{}", game.out);
}

fn time_is_the_operating_systems_account() {
    let folder = TestFolder::new();
    let other = program("list", "A1,B1,C1,D1,E1,F1,G1");
    let options = format!("--scratch {}", folder.file("scratch").display());
    let game = folder.referee(&program("accountant", ""), &other, &options);
    let file = folder.file("scratch/black/account");
    let own: Vec<f64> = fs::read_to_string(&file)
        .expect("it keeps an account")
        .lines()
        .map(|line| line.parse().expect("a number"))
        .collect();
    let lines = game.out.lines();
    let moves = lines.filter(|line| line.contains(" Black ") && !line.contains("pass"));
    let last_column = |line: &str| line.split_whitespace().last().expect("a column").parse();
    let measured: Vec<f64> = moves.map(|line| last_column(line).expect("seconds")).collect();
    assert_eq!((own.len(), measured.len()), (6, 6), "{}", game.out);
    let mut pairs = own.iter().zip(&measured);
    assert!(
        pairs.all(|(own, measured)| (own - measured).abs() < 0.05),
        "{own:?}\n{}",
        game.out
    );
    assert!(own[5] > 0.77, "it has used what it wanted to: {own:?}");
    // The account after its end.
    let line = game.line("Black used ");
    let (measured, rest) = line.split_once(" s of CPU time (").expect("two accounts");
    let last = rest.split(' ').next().expect("a number");
    let difference = measured.parse::<f64>().expect("seconds") - last.parse::<f64>().expect("seconds");
    assert!(difference.abs() < 0.05, "{line}");
}

fn byo_romi_is_announced_and_can_be_survived() {
    let folder = TestFolder::new();
    let accountant = program("accountant", "");
    // It takes 37 ms more for each move, 777 ms for all.
    let other = program("list", "A1,B1,C1,D1,E1,F1,G1");
    let game = folder.referee(&accountant, &other, "--main 0.3 --byo-romi 5");
    let announcements = game.out.lines().filter(|line| line.contains("is told byo-romi"));
    assert_eq!(announcements.count(), 1, "{}", game.out);
    assert!(game.out.contains("\nBlack is told byo-romi: 0.3"), "{}", game.out);
    assert!(game.sgf.contains("BL[5]OB[1]"), "{}", game.sgf);
    assert!(game.sgf.contains("Black is told byo-romi"), "{}", game.sgf);
    assert_eq!(last_two(&game.record), [Some(Move::Pass); 2], "{}", game.out);
}

fn garbage_between_moves_is_ignored() {
    let chatty = program("list", "hello,d4,D4,is it my turn?,E4");
    let game = TestFolder::new().referee(&chatty, &program("list", ""), "");
    assert_eq!(game.record.move_count(), 5, "{}", game.out);
    let line = game.line("Black used ");
    assert!(line.ends_with("; 3 of its lines were ignored"), "{line}");
    assert!(!game.line("White used ").contains("ignored"));
}

fn a_program_that_does_not_listen_plays_on() {
    // Moves that come early are made when it is the program's turn; the last one is on its own stone.
    let game = TestFolder::new().referee(&program("deaf", ""), &program("list", "T1,S1,R1,Q1"), "");
    game.ends("W+F: Black ", "which is illegal (occupied)");
    assert_eq!(game.record.move_count(), 6, "{}", game.out);
}

fn a_game_without_end_is_void() {
    let game = TestFolder::new().referee(
        &program("random", "1"),
        &program("random", "2"),
        "--max-moves 20 --quiet",
    );
    assert_eq!(game.line("verdict: "), "Void: no end after 20 moves");
    assert_eq!(game.record.get("RE"), Some("Void"));
    assert!(!game.out.contains("   1 Black"), "{}", game.out);
}

fn a_game_has_a_day() {
    let game = TestFolder::new().referee(
        &program("list", "Q16"),
        &program("sleeper", ""),
        "--game-time 0.5",
    );
    assert_eq!(
        game.line("verdict: B+T: White "),
        format!(
            "({}) had the move when the 0.5 s of real time for a game were over",
            program("sleeper", "")
        )
    );
}

fn programs_have_a_limit_of_cpu_time() {
    // The referee's own limit is beyond any game; this is how it starts programs.
    let limits = serde_json::json!({
        "part": "Program",
        "memory": 512,
        "disk": 1,
        "cpu": 1,
        "forks": false,
        "words": shlex::split(&program("burner", "")).expect("a command"),
    });
    let status = without_config(KATACHI)
        .args(["confined", &limits.to_string()])
        .stdin(Stdio::null())
        .status()
        .expect("the program can be started");
    assert_eq!(status.signal(), Some(Signal::SIGXCPU as i32), "{status}");
}

fn a_link_is_a_player_without_arguments() {
    let folder = TestFolder::new();
    let link = folder.file("player");
    symlink(KATACHI, &link).expect("a link can be made");
    let output = folder.run(&link, &[], "hello\nwhite\nblack\nQ99\nq4\nC3\nC3\n");
    assert!(output.status.success(), "{output:?}");
    let message = String::from_utf8(output.stdout).expect("text");
    // One move: the answer to the only line with a legal move.
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(
        matches!(
            Message::parse(message.trim_end().as_bytes()),
            Some(Message::Play(Move::Play(_)))
        ),
        "{message}"
    );
}

/// Starts a referee.
fn start(folder: &TestFolder, first: &str, second: &str, options: &str) -> Child {
    folder
        .command(Path::new(KATACHI))
        .args(folder.words(first, second, options))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program can be started")
}

fn the_record_is_whole_at_every_moment() {
    let folder = TestFolder::new();
    let mut referee = start(&folder, &program("random", "5"), &program("random", "6"), "");
    let (mut seen, mut last) = (0, 0);
    while referee.try_wait().expect("it is ours").is_none() {
        if let Ok(sgf) = fs::read(folder.file("game.sgf")) {
            let moves = Record::parse(&sgf).expect("it is whole").move_count();
            assert!(moves >= last, "{moves} after {last}");
            seen += u32::from(moves > last);
            last = moves;
        }
    }
    assert!(seen > 10, "{seen} times new");
}

fn programs_end_with_a_referee_that_is_killed() {
    let folder = TestFolder::new();
    let file = folder.file("scratch/white/pid");
    let options = format!("--scratch {}", folder.file("scratch").display());
    let lingerer = program("lingerer", "");
    let mut referee = start(&folder, &program("list", "Q16"), &lingerer, &options);
    let pause = Duration::from_millis(10);
    let stat = loop {
        match fs::read_to_string(&file) {
            Ok(pid) if !pid.is_empty() => break format!("/proc/{pid}/stat"),
            _ => sleep(pause),
        }
    };
    assert!(fs::exists(&stat).expect("there is /proc"));
    referee.kill().expect("it is ours");
    referee.wait().expect("it is ours");
    // A process that nobody waits for stays as a zombie.
    while fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z ")) {
        sleep(pause);
    }
}

fn a_person_corrects_the_verdict() {
    let folder = TestFolder::new();
    let game = folder.referee(&program("list", "Q16,Q4,D4"), &program("list", "R3"), "");
    let path = folder.file("game.sgf").display().to_string();
    let judge = |words: &[&str]| {
        let words = ["judge", &path].into_iter().chain(words.iter().copied());
        let output = folder.katachi(&words.map(String::from).collect::<Vec<_>>(), "");
        let text = if output.status.success() {
            output.stdout
        } else {
            output.stderr
        };
        String::from_utf8(text).expect("text")
    };
    assert!(judge(&[]).starts_with(&format!("verdict: {}\n", game.line("verdict: "))));
    let dead = judge(&["--dead", "R3", "--write"]);
    assert!(
        dead.contains("\nDead stones: R3\nSaid to be dead by a person: R3\n"),
        "{dead}"
    );
    assert!(
        dead.starts_with("verdict: B+353.5\n"),
        "360 points less two stones, less komi: {dead}"
    );
    let kept = judge(&["--alive", "Q4", "--write"]);
    assert!(
        kept.contains("by a person: R3\nSaid to be alive by a person: Q4\n"),
        "a second run knows what the first has message: {kept}"
    );
    let both = judge(&["--dead", "Q4", "--dead", "Q16 D4", "--alive", "R3"]);
    assert!(
        both.contains("dead by a person: Q4 Q16 D4\nSaid to be alive by a person: R3\n"),
        "{both}"
    );
    assert!(!judge(&["--anew"]).contains("by a person"));
    let sgf = fs::read(folder.file("game.sgf")).expect("the record is there");
    let tree = &read(&sgf).expect("it can be read").trees[0];
    let last = tree.main_line().last().expect("a node");
    let comment = tree
        .get(last, "C")
        .expect("a comment")
        .value()
        .text()
        .into_owned();
    assert_eq!(comment.matches("Verdict: ").count(), 1, "{comment}");
    assert!(
        comment.contains("s of CPU time, ") && comment.contains("Verdict: B+353.5"),
        "{comment}"
    );
    assert_eq!(Record::parse(&sgf).expect("a record").get("RE"), Some("B+353.5"));
    assert_eq!(
        judge(&["--incomplete", "nothing is settled", "-w"]),
        "verdict: Void: nothing is settled\n"
    );
    let sgf = fs::read_to_string(folder.file("game.sgf")).expect("the record is there");
    assert!(
        sgf.contains("RE[Void]") && sgf.contains("Verdict: Void: nothing is settled"),
        "{sgf}"
    );
    assert!(judge(&["--dead", "A1"]).contains("there is no stone at 'A1'"));
    assert!(judge(&["--dead", "R3", "--alive", "R3"]).contains("named both by --dead and by --alive"));
}

fn bad_options_are_refused() {
    let folder = TestFolder::new();
    for (words, expected) in [
        ("referee /no/such/program true", "cannot start '/no/such/program'"),
        ("referee true ''", "its command is empty"),
        ("referee true \"sh 'x\"", "a quote is not closed"),
        ("referee true true --main=-1", "expected a number of seconds"),
        ("referee true true --memory 1", "64"),
        ("referee true true --sgf /dev/null/x", "cannot write /dev/null/x"),
        ("judge /no/such/file", "cannot read /no/such/file"),
        // No name steers a terminal.
        ("judge \u{1b}[31mfile", "cannot read \u{fffd}[31mfile"),
        ("--level 3 --visits 100", "cannot be used with"),
        ("gtp-to-usenix /no/such/program", "could not be started"),
        ("usenix-to-gtp /no/such/it", "cannot start '/no/such/it'"),
    ] {
        let words = shlex::split(words).expect("words");
        let output = folder.katachi(&words, "");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {complaint}");
        assert!(complaint.contains(expected), "{words:?}: {complaint}");
    }
}
