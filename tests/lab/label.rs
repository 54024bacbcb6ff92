// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab label` from outside: judges in a shell answer well, late, or badly.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use katachi_lab::judged::{JudgedGame, JudgedGames};
use snapbox::cmd::{Command, OutputAssert};

use crate::folder::Folder;

/// Reads the id of each question and the length of its line, and calls `answer`, which prints the answer for
/// 2x2. It depends on the question.
const ANSWERS: &str = r#"
answer() {
    case $length in
    0) policy='0.1,0.2,0.3,0.3,0.1' rate=0.25;;
    1) policy='-1,0.25,0.0625,0.1875,0.5' rate=0.5;;
    *) policy='0.5,0.003,-1,0.497,0' rate=0.75;;
    esac
    printf '{"id":"%s","turnNumber":0,"isDuringSearch":false,"policy":[%s],"ownership":[1,-1,0.14,-0.06],"rootInfo":{"winrate":%s,"scoreLead":-1.26}}\n' "$id" "$policy" "$rate"
}
while read -r line; do
    id=${line#*\"id\":\"} id=${id%%\"*} length=$((${#line} % 3))
"#;

impl Folder {
    /// A judge that runs a script for each question, in which `answer` prints the answer.
    fn judge(&self, name: &str, script: &str) -> String {
        self.file(name, format!("{ANSWERS}{script}\ndone\n"));
        format!("sh {name}")
    }

    fn command(&self, judge: &str, arguments: &[&str]) -> std::process::Command {
        let mut command = self.program();
        command
            .args(["label", "--judge", judge, "--size", "2", "--shard", "4"])
            .args(arguments);
        command
    }

    /// Labels ten own games on 2x2, or as the arguments say.
    fn label(&self, judge: &str, arguments: &[&str]) -> OutputAssert {
        let command = self.command(judge, &[&["--games", "10"], arguments].concat());
        Command::from_std(command).assert()
    }

    /// Names of files in a folder with their bytes.
    fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let Ok(entries) = fs::read_dir(self.path(folder)) else {
            return BTreeMap::new();
        };
        let paths = entries.map(|entry| entry.expect("a folder can be read").path());
        paths
            .map(|path| {
                let name = path.file_name().expect("a file has a name").to_string_lossy();
                (name.into_owned(), fs::read(&path).expect("a file can be read"))
            })
            .collect()
    }

    fn games(&self, file: &str) -> Vec<JudgedGame> {
        let games = JudgedGames::open(&self.path(file)).expect("the file can be opened");
        games
            .collect::<Result<_, _>>()
            .expect("the file has judged games")
    }
}

fn stdout(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stdout.clone()).expect("the output is UTF-8")
}

fn stderr(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stderr.clone()).expect("the output is UTF-8")
}

/// Files of ten games.
const FILES: [&str; 4] = [
    "games-00000.jsonl.gz",
    "games-00001.jsonl.gz",
    "games-00002.jsonl.gz",
    "settings.json",
];

#[test]
fn games_are_written_and_read_back() {
    let folder = Folder::new();
    let judge = folder.judge("judge.sh", "answer");
    let output = folder.label(&judge, &["--out", "out"]).success();
    let output = stdout(&output);
    assert!(
        output.contains("out/games-00000.jsonl.gz is whole; 4 games, "),
        "{output}"
    );
    assert!(
        output.contains("10 games, ") && output.contains(" positions a second"),
        "{output}"
    );
    let files: Vec<String> = folder.files("out").into_keys().collect();
    assert_eq!(files, FILES);
    let games: Vec<JudgedGame> = FILES[..3]
        .iter()
        .flat_map(|file| folder.games(&format!("out/{file}")))
        .collect();
    assert_eq!(games.len(), 10);
    let position = &games[0].positions[0];
    let shown = |i: usize| (games[0].size.show(position.policy[i].0), position.policy[i].1);
    assert!(position.policy.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    assert!(shown(0).1 >= 0.3 && position.policy.iter().all(|&(_, share)| share >= 0.004));
    assert_eq!(position.black_lead, -1.3);
    assert_eq!(position.ownership, [1.0, -1.0, 0.1, -0.1]);
}

#[test]
fn the_order_of_answers_changes_nothing() {
    let folder = Folder::new();
    let judge = folder.judge("judge.sh", "answer");
    folder
        .label(&judge, &["--out", "one", "--queries", "1"])
        .success();
    folder.judge(
        "judge.sh",
        "case $id in *[13579]-*) (sleep 0.05; answer)& ;; *) answer;; esac",
    );
    folder
        .label(&judge, &["--out", "other", "--queries", "7"])
        .success();
    assert_eq!(folder.files("one"), folder.files("other"));
    folder.label(&judge, &["--out", "seed", "--seed", "2"]).success();
    assert_ne!(folder.files("one")[FILES[0]], folder.files("seed")[FILES[0]]);
}

#[test]
fn a_question_is_one_of_the_protocol() {
    let folder = Folder::new();
    let judge = folder.judge("judge.sh", r#"printf '%s\n' "$line" >> questions; answer"#);
    let records = "(;SZ[2]KM[0.5]RU[Japanese];B[aa];W[])";
    folder.file("games.sgf", records);
    let label = ["label", "--judge", &judge, "--records", "games.sgf"];
    folder
        .run(&[&label[..], &["--out", "out", "--visits", "7"]].concat())
        .success();
    let questions = folder.read("questions");
    let last = questions.lines().last().expect("a question was asked");
    let fields: serde_json::Value = serde_json::from_str(last).expect("a question is JSON");
    let expected = serde_json::json!({
        "id": "0-1",
        "moves": [["B", "A2"]],
        "rules": "japanese",
        "komi": 0.5,
        "boardXSize": 2,
        "boardYSize": 2,
        "maxVisits": 7,
        "includePolicy": true,
        "includeOwnership": true,
        "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" },
    });
    assert_eq!(fields, expected);
}

#[test]
fn a_question_that_is_never_answered_ends_a_run() {
    let folder = Folder::new();
    let judge = folder.judge("judge.sh", "case $id in 0-0) ;; *) answer;; esac");
    let mut command = folder.command(&judge, &["--games", "1000", "--out", "out"]);
    command.args(["--queries", "3", "--timeout", "1"]);
    let output = Command::from_std(command).assert().failure().code(2);
    assert!(stderr(&output).contains("no answer within 1 s"));
    let files = folder.files("out");
    assert!(!files.contains_key(FILES[0]) && files.contains_key(FILES[1]));
}

#[test]
fn warnings_and_reports_during_a_search_are_skipped() {
    let folder = Folder::new();
    let noisy = folder.judge(
        "judge.sh",
        r#"printf '{"id":"%s","warning":"no such field","field":"x"}\n\n{"id":"%s","isDuringSearch":true}\n' "$id" "$id"; answer"#,
    );
    folder.label(&noisy, &["--out", "out"]).success();
}

#[test]
fn a_killed_run_goes_on_after_its_last_whole_file() {
    let folder = Folder::new();
    let judge = folder.judge("judge.sh", "answer");
    folder.label(&judge, &["--out", "whole"]).success();
    // In the second file it stops to answer.
    folder.judge(
        "judge.sh",
        "case $id in 5-*) while read -r line; do :; done;; *) answer;; esac",
    );
    let arguments = ["--games", "10", "--out", "out", "--queries", "1"];
    let mut command = folder.command(&judge, &arguments);
    let mut child = command.stdout(Stdio::null()).spawn().expect("the program starts");
    let patience = Instant::now() + Duration::from_secs(120);
    while !folder.path("out/games-00000.jsonl.gz").exists() && Instant::now() < patience {
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("the program can be killed");
    child.wait().expect("the program has ended");
    assert_eq!(
        folder.files("out").into_keys().collect::<Vec<_>>(),
        [FILES[0], FILES[3]]
    );
    folder.judge("judge.sh", "answer");
    let output = folder.label(&judge, &["--out", "out"]).success();
    let output = stdout(&output);
    assert!(
        output.starts_with("4 games in whole files of out already\n"),
        "{output}"
    );
    assert_eq!(folder.files("out"), folder.files("whole"));
    let again = folder.label("/no/such/judge", &["--out", "out"]).failure();
    let error = stderr(&again);
    assert!(
        error.contains(
            "out has games of other settings: --judge was \"sh judge.sh\" and is \"/no/such/judge\""
        ),
        "{error}"
    );
    let seed = folder
        .label(&judge, &["--out", "out", "--seed", "3"])
        .failure()
        .code(2);
    let error = stderr(&seed);
    assert!(error.contains(": --seed was 1 and is 3; "), "{error}");
}

#[test]
fn records_are_judged_with_their_own_moves() {
    let folder = Folder::new();
    let judge = folder.judge("judge.sh", "answer");
    let records =
        "(;SZ[2]KM[0.5]RU[Japanese];B[aa];W[bb];B[];W[])(;SZ[2]AB[aa];W[bb])(;SZ[2];W[aa])(;SZ[2];B[ab])";
    folder.file("games.sgf", records);
    let run = || {
        let records = ["--records", "games.sgf", "--out", "out"];
        folder.run(&[&["label", "--judge", &judge], &records[..]].concat())
    };
    let output = run().success();
    let output = stdout(&output);
    assert!(output.contains("\n2 games, 5 positions judged, "), "{output}");
    assert!(
        output.contains("\n1 game with set-up stones was passed over\n"),
        "{output}"
    );
    assert!(
        output.contains("\n1 game with moves out of turn was passed over\n"),
        "{output}"
    );
    let [first, second] = &folder.games("out/games-00000.jsonl.gz")[..] else {
        panic!("two games are fit")
    };
    let names: Vec<String> = first.moves.iter().map(|&mv| first.size.show(mv)).collect();
    assert_eq!(names, ["A2", "B1", "pass", "pass"]);
    assert_eq!((first.komi, first.rules.to_string().as_str()), (0.5, "japanese"));
    assert_eq!((second.komi, second.moves.len()), (7.5, 1));
    folder.file("games.sgf", "(;SZ[2];B[ab])(;SZ[2];B[bb])");
    let changed = run().failure();
    let error = stderr(&changed);
    assert!(error.contains("digest of --records was "), "{error}");
}

/// Runs a bad judge from its second game on. Returns the message; only a whole file may be there.
fn failure(script: &str, arguments: &[&str]) -> String {
    let folder = Folder::new();
    let judge = folder.judge(
        "judge.sh",
        &format!("case $id in 5-*) {script};; *) answer;; esac"),
    );
    let start = Instant::now();
    let output = folder.label(&judge, &[&["--out", "out", "--queries", "1"], arguments].concat());
    let output = output.failure().code(2);
    assert!(start.elapsed() < Duration::from_secs(60), "{script}");
    let files: Vec<String> = folder.files("out").into_keys().collect();
    assert_eq!(files, [FILES[0], FILES[3]], "{script}");
    let error = stderr(&output);
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines.len(), 1, "{error}");
    lines[0].to_owned()
}

#[test]
fn bad_judges_are_refused_in_one_line() {
    for (script, message) in [
        (
            "echo oh no >&2; exit 3",
            "the judge died (exit status: 3), its last words: 'oh no'; ",
        ),
        (
            "echo '= GTP'",
            "the judge wrote a line that is no JSON answer, '= GTP'; ",
        ),
        (
            r#"printf '{"id":"%s","error":"no such rules"}\n' "$id""#,
            "the judge refused position 1 of game 6: no such rules; ",
        ),
        (
            r#"echo '{"error":"cannot parse"}'"#,
            "the judge refused a question: cannot parse",
        ),
        (
            r#"policy=1; printf '{"id":"%s","policy":[1],"ownership":[0,0,0,0],"rootInfo":{"winrate":1,"scoreLead":0}}\n' "$id""#,
            "the judge's answer to position 1 of game 6 has a field policy of 1 numbers, expected 5; ",
        ),
        (
            r#"printf '{"id":"%s","noResults":true}\n' "$id""#,
            "the judge's answer to position 1 of game 6 has no field rootInfo; ",
        ),
        (
            "id=77-0; answer",
            "the judge answered a question that is not open, with id '77-0'; ",
        ),
    ] {
        let error = failure(script, &[]);
        assert!(error.starts_with(&format!("katachi-lab: {message}")), "{error}");
    }
}

#[test]
fn a_silent_judge_is_killed() {
    let folder = Folder::new();
    let judge = folder.judge("judge.sh", "echo $$ > pid; exec sleep 600");
    let output = folder.label(&judge, &["--out", "out", "--timeout", "1"]);
    let output = output.failure().code(2);
    let error = stderr(&output);
    let message = "katachi-lab: the judge gave no answer within 1 s; if it needs longer, raise --timeout";
    assert!(error.starts_with(message), "{error}");
    assert_eq!(folder.files("out").into_keys().collect::<Vec<_>>(), [FILES[3]]);
    let pid = folder.read("pid");
    if cfg!(target_os = "linux") {
        let process = PathBuf::from("/proc").join(pid.trim());
        assert!(!process.exists(), "the judge is still there");
    }
}

#[test]
fn a_judge_that_cannot_be_started_is_named() {
    let folder = Folder::new();
    for (judge, message) in [
        (
            "/no/such/judge x",
            "katachi-lab: cannot start '/no/such/judge': No such file",
        ),
        (
            "judge '",
            "katachi-lab: cannot split 'judge '' into words: a quote is not closed; --judge takes",
        ),
        ("", "katachi-lab: the command is empty; --judge takes"),
    ] {
        let out = format!("out{}", judge.len());
        let output = folder.label(judge, &["--out", &out]).failure().code(2);
        let error = stderr(&output);
        assert!(error.starts_with(message), "{error}");
    }
}
