// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab label` from outside: judges in a shell answer well, late, or badly.
#![cfg(unix)]

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use katachi_lab::judged::{self, JudgedGame};

use crate::Folder;

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

/// Arguments for a judge of own games on 2x2, four in a file.
const OWN: &str = "label --judge 'sh judge.sh' --size 2 --shard 4";
/// Ten of them.
const TEN: &str = "label --judge 'sh judge.sh' --size 2 --shard 4 --games 10";
/// Files of ten games.
const FILES: [&str; 4] = [
    "games-00000.jsonl.gz",
    "games-00001.jsonl.gz",
    "games-00002.jsonl.gz",
    "settings.json",
];

impl Folder {
    /// A folder with a judge that runs a script for each question, in which `answer` prints the answer.
    fn with_judge(script: &str) -> Self {
        let folder = Self::new();
        folder.judge(script);
        folder
    }

    fn judge(&self, script: &str) {
        self.file("judge.sh", format!("{ANSWERS}{script}\ndone\n"));
    }

    fn names(&self, folder: &str) -> Vec<String> {
        self.files(folder).into_keys().collect()
    }

    fn games(&self, file: &str) -> Vec<JudgedGame> {
        let games = judged::read(&self.path(file)).expect("the file can be opened");
        let games: Result<_, _> = games.collect();
        games.expect("the file has judged games")
    }
}

#[test]
fn games_are_written_and_read_back() {
    let folder = Folder::with_judge("answer");
    let output = folder.output(&format!("{TEN} --out out"));
    for part in [
        "out/games-00000.jsonl.gz is whole; 4 games, ",
        "10 games, ",
        " positions a second",
    ] {
        assert!(output.contains(part), "{output}");
    }
    assert_eq!(folder.names("out"), FILES);
    let games = FILES[..3]
        .iter()
        .flat_map(|file| folder.games(&format!("out/{file}")));
    let games: Vec<JudgedGame> = games.collect();
    assert_eq!(games.len(), 10);
    let position = &games[0].positions[0];
    assert!(position.policy.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    assert!(position.policy[0].1 >= 0.3 && position.policy.iter().all(|&(_, share)| share >= 0.004));
    assert_eq!(position.black_lead, -1.3);
    assert_eq!(position.ownership, [1.0, -1.0, 0.1, -0.1]);
}

#[test]
fn the_order_of_answers_changes_nothing() {
    let folder = Folder::with_judge("answer");
    folder.output(&format!("{TEN} --out one --queries 1"));
    folder.judge("case $id in *[13579]-*) (sleep 0.05; answer)& ;; *) answer;; esac");
    folder.output(&format!("{TEN} --out other --queries 7"));
    assert_eq!(folder.files("one"), folder.files("other"));
    folder.output(&format!("{TEN} --out seed --seed 2"));
    assert_ne!(folder.files("one")[FILES[0]], folder.files("seed")[FILES[0]]);
}

#[test]
fn a_question_is_one_of_the_protocol() {
    let folder = Folder::with_judge(r#"printf '%s\n' "$line" >> questions; answer"#);
    folder.file("games.sgf", "(;SZ[2]KM[0.5]RU[Japanese];B[aa];W[])");
    folder.output("label --judge 'sh judge.sh' --records games.sgf --out out --visits 7");
    let questions = folder.text("questions");
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
    let folder = Folder::with_judge("case $id in 0-0) ;; *) answer;; esac");
    let error = folder.error(&format!("{OWN} --games 1000 --out out --queries 3 --timeout 3"));
    assert!(error.contains("no answer within 3 s"), "{error}");
    let files = folder.names("out");
    assert_eq!(
        [FILES[0], FILES[1]].map(|name| files.iter().any(|file| file == name)),
        [false, true]
    );
}

#[test]
fn warnings_and_reports_during_a_search_are_skipped() {
    let folder = Folder::with_judge(
        r#"printf '{"id":"%s","warning":"no such field","field":"x"}\n\n{"id":"%s","isDuringSearch":true}\n' "$id" "$id"; answer"#,
    );
    folder.output(&format!("{TEN} --out out"));
}

#[test]
fn a_killed_run_goes_on_after_its_last_whole_file() {
    let folder = Folder::with_judge("answer");
    folder.output(&format!("{TEN} --out whole"));
    // In the second file it stops to answer.
    folder.judge("case $id in 5-*) while read -r line; do :; done;; *) answer;; esac");
    let mut command = folder.command(&format!("{TEN} --out out --queries 1"));
    let mut child = command.stdout(Stdio::null()).spawn().expect("the program starts");
    let patience = Instant::now() + Duration::from_secs(120);
    while !folder.path("out/games-00000.jsonl.gz").exists() && Instant::now() < patience {
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("the program can be killed");
    child.wait().expect("the program has ended");
    assert_eq!(folder.names("out"), [FILES[0], FILES[3]]);
    folder.judge("answer");
    let output = folder.output(&format!("{TEN} --out out"));
    assert!(
        output.starts_with("4 games in whole files of out already\n"),
        "{output}"
    );
    assert_eq!(folder.files("out"), folder.files("whole"));
    for command in [
        TEN.replace("sh judge.sh", "/no/such/judge"),
        format!("{TEN} --seed 3"),
    ] {
        let error = folder.error(&format!("{command} --out out"));
        let message = "out has games of other settings: {";
        let is_named = error.contains(message) && error.contains(r#""--seed":1,"#);
        assert!(is_named, "{error}");
    }
}

#[test]
fn records_are_judged_with_their_own_moves() {
    let folder = Folder::with_judge("answer");
    let records =
        "(;SZ[2]KM[0.5]RU[Japanese];B[aa];W[bb];B[];W[])(;SZ[2]AB[aa];W[bb])(;SZ[2];W[aa])(;SZ[2];B[ab])";
    folder.file("games.sgf", records);
    let command = "label --judge 'sh judge.sh' --records games.sgf --out out";
    let output = folder.output(command);
    for line in [
        "\n2 games, 5 positions judged, ",
        "\n1 game with set-up stones was passed over\n",
        "\n1 game with moves out of turn was passed over\n",
    ] {
        assert!(output.contains(line), "{output}");
    }
    let [first, second] = &folder.games("out/games-00000.jsonl.gz")[..] else {
        panic!("two games are fit")
    };
    let names: Vec<String> = first.moves.iter().map(|&mv| first.size.show(mv)).collect();
    assert_eq!(names, ["A2", "B1", "pass", "pass"]);
    assert_eq!((first.komi, first.rules.to_string().as_str()), (0.5, "japanese"));
    assert_eq!((second.komi, second.moves.len()), (7.5, 1));
    folder.file("games.sgf", "(;SZ[2];B[ab])(;SZ[2];B[bb])");
    let error = folder.error(command);
    assert!(error.contains("out has games of other settings: "), "{error}");
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
            "the judge's answer is not that of KataGo's analysis engine (no JSON answer: expected value at line 1 \
             column 1): = GTP; ",
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
        // It is bad from its second file on.
        let folder = Folder::with_judge(&format!("case $id in 5-*) {script};; *) answer;; esac"));
        let start = Instant::now();
        let error = folder.error(&format!("{TEN} --out out --queries 1"));
        assert!(start.elapsed() < Duration::from_secs(60), "{script}");
        assert_eq!(folder.names("out"), [FILES[0], FILES[3]], "{script}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.starts_with(&format!("katachi-lab: {message}")), "{error}");
    }
}

#[test]
fn a_silent_judge_is_killed() {
    let folder = Folder::with_judge("echo $$ > pid; exec sleep 600");
    let error = folder.error(&format!("{TEN} --out out --timeout 1"));
    let message = "katachi-lab: the judge gave no answer within 1 s; if it needs longer, raise --timeout";
    assert!(error.starts_with(message), "{error}");
    assert_eq!(folder.names("out"), [FILES[3]]);
    let pid = folder.text("pid");
    if cfg!(target_os = "linux") {
        let process = Path::new("/proc").join(pid.trim());
        assert!(!process.exists(), "the judge is still there");
    }
}

#[test]
fn a_judge_that_cannot_be_started_is_named() {
    let folder = Folder::new();
    for (number, (judge, message)) in [
        (
            "'/no/such/judge x'",
            "katachi-lab: cannot start the judge: cannot start '/no/such/judge': No such file",
        ),
        (
            "\"judge '\"",
            "katachi-lab: cannot start the judge: cannot split 'judge '' into words: a quote is not closed; --judge takes",
        ),
        (
            "''",
            "katachi-lab: cannot start the judge: the command is empty; --judge takes",
        ),
    ].into_iter().enumerate() {
        let command = format!("{TEN} --out out{number}").replace("'sh judge.sh'", judge);
        let error = folder.error(&command);
        assert!(error.starts_with(message), "{error}");
    }
}
