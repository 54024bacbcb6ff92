// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi regress` as a program: verdicts, comparisons and reports of small suites.

use std::fs;
use std::process::{Command, Output};

use katachi_arena::regress::{Outcome, Report};

use crate::folder::{Folder, done, errors, has};

/// White's stone at C3 has one liberty, D3.
const RECORD: &str = "(;GM[1]SZ[6]AB[cc][bd][ce]AW[cd])";

const SUITE: &str = "\
# The stone in atari.
loadsgf atari.sgf

1 attack C3
#? [1 D3]
2 attack C3
#? [!0]
3 attack C3
#? [0]*
4 attack C3
#? [0]
5 attack C3
#? [1 D3]*
6 no_such_command C3
#? [1]
7 attack C33
#? [!1 D3]
8 attack C3
#? [0]&
9 attack C3
10 attack C3  # the first alternative is tied to the start only
#? [1|7]

loadsgf missing.sgf
20 attack C3
#? [1 D3]
loadsgf atari.sgf
play white D3
30 countlib C3
#? [3]
";

/// A folder with a record and a suite.
fn workshop() -> Folder {
    Folder::with(&[("atari.sgf", RECORD), ("small.tst", SUITE)])
}

impl Folder {
    fn regress(&self, arguments: &[&str]) -> Output {
        self.run(&[&["regress"], arguments].concat())
    }

    /// Runs, and gives what was written by `--json`.
    fn report(&self, arguments: &[&str]) -> Report {
        let output = self.regress(&[arguments, &["--json", "report.json"]].concat());
        done(&output);
        serde_json::from_str(&self.read("report.json")).unwrap()
    }
}

fn katachi() -> &'static str {
    env!("CARGO_BIN_EXE_katachi")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

type Verdict = (u64, Outcome, Option<String>);

fn verdicts(report: &Report) -> Vec<(String, Verdict)> {
    let tests = report.tests();
    tests
        .map(|(suite, test)| (suite.to_string(), (test.test, test.outcome, test.got.clone())))
        .collect()
}

/// The numbers of the tests with their outcomes.
fn outcomes(report: &Report) -> String {
    let tests = report.tests();
    let outcomes: Vec<_> = tests
        .map(|(_, test)| format!("{} {:?}", test.test, test.outcome))
        .collect();
    outcomes.join(", ")
}

#[test]
fn every_kind_of_expectation_has_its_verdict() {
    let workshop = workshop();
    let report = workshop.report(&["small.tst"]);
    assert_eq!(
        outcomes(&report),
        "1 Pass, 2 Pass, 3 Fail, 4 Fail, 5 Pass, 6 Unsupported, 7 Error, 8 Skipped, 9 Skipped, 10 Pass, 20 Error, 30 Pass"
    );
    let got = |number| {
        let (_, test) = report.tests().find(|(_, test)| test.test == number).unwrap();
        test.got.clone().unwrap()
    };
    assert_eq!(got(1), "1 D3");
    has(got(20), ["loadsgf missing.sgf: ? cannot load file"]);
    let total = &report.total;
    assert_eq!((total.tests, total.pass, total.skipped), (12, 5, 2));
    let counted = report.tests().filter(|(_, test)| test.nodes.is_some());
    assert_eq!(counted.count(), 10, "the work of all that were asked is known");
}

#[test]
fn another_process_gets_the_verdicts_of_this_one() {
    let workshop = workshop();
    let command = format!("{} gtp --seed 1", shlex::try_quote(katachi()).unwrap());
    let inside = workshop.report(&["small.tst"]);
    let outside = workshop.report(&["small.tst", "--engine", &command]);
    assert_eq!(verdicts(&inside), verdicts(&outside));
    assert_eq!(inside.total.nodes, outside.total.nodes);
}

#[test]
fn results_come_in_the_order_of_the_suites() {
    let workshop = workshop();
    workshop.write("other.tst", "boardsize 5\n1 color A1\n#? [empty]\n");
    let run = |jobs: &str| {
        let report = workshop.report(&["other.tst", "small.tst:1-5,30", "--jobs", jobs]);
        let names: Vec<String> = report.suites.keys().cloned().collect();
        (names, verdicts(&report))
    };
    let (names, one) = run("1");
    assert_eq!(names, ["other.tst", "small.tst:1-5,30"]);
    assert_eq!(one.len(), 1 + 6);
    assert_eq!(run("2"), (names, one));
    let report = workshop.report(&[".", "--only", "countlib,color"]);
    assert_eq!((report.total.pass, report.total.skipped), (2, 11));
}

#[test]
fn a_run_is_compared_with_an_earlier_one() {
    let workshop = workshop();
    let before = workshop.regress(&["small.tst", "--json", "before.json"]);
    assert_eq!(before.status.code(), Some(0), "{}", errors(&before));
    let same = workshop.regress(&["small.tst", "--baseline", "before.json"]);
    assert_eq!(same.status.code(), Some(0));
    has(
        text(&same),
        ["of 10 tests in both runs 0 newly pass and 0 newly fail"],
    );

    let changed = SUITE.replace("1 attack C3\n#? [1 D3]", "1 attack C3\n#? [1 A1]");
    workshop.write("small.tst", changed.replace("#? [0]\n", "#? [1 D3]\n"));
    let output = workshop.regress(&["small.tst", "--baseline", "before.json"]);
    assert_eq!(output.status.code(), Some(1), "something newly fails");
    has(
        text(&output),
        [
            "newly passes: small.tst:4 attack C3: pass, expected [1 D3], got 1 D3 (before: fail, 1 D3)",
            "newly fails: small.tst:1 attack C3: fail, expected [1 A1], got 1 D3 (before: pass, 1 D3)",
        ],
    );
}

#[test]
fn only_failures_without_a_mark_count_against_a_strict_run() {
    let workshop = workshop();
    let status = |tests: &str| workshop.regress(&[tests, "--strict"]).status.code();
    assert_eq!(status("small.tst:1-3"), Some(0));
    assert_eq!(status("small.tst:1-4"), Some(1));
    let output = workshop.regress(&["small.tst", "--verbose"]);
    has(
        text(&output),
        [
            "4 fail that are not marked *; of the marked 1 fail and 1 pass",
            "    3 attack C3: fail, expected [0]*, got 1 D3 (as expected)",
        ],
    );
}

#[test]
fn reports_are_xml_and_a_page_with_diagrams() {
    let workshop = workshop();
    workshop.regress(&["small.tst", "--junit", "report.xml", "--html", "report.html"]);
    let xml = workshop.read("report.xml");
    let document = roxmltree::Document::parse(&xml).unwrap();
    let count = |name| {
        document
            .descendants()
            .filter(|node| node.has_tag_name(name))
            .count()
    };
    // One failure is not expected, three tests are errors, two are skipped and one failure is expected.
    let counts = ["testcase", "failure", "error", "skipped"].map(count);
    assert_eq!(counts, [12, 1, 3, 3]);

    let page = workshop.read("report.html");
    assert_eq!(page.matches("<figure>").count(), 5);
    // One of the tests that did not pass has no position.
    assert_eq!(page.matches("href=\"#board-6-6\"").count(), 4);
    assert!(page.contains("<use href=\"#answer\""), "the answer is marked");
}

#[test]
#[cfg(unix)]
fn a_program_that_dies_or_hangs_is_brought_back_to_the_position() {
    let workshop = workshop();
    // It knows what it was told since it started, and dies or sleeps when it is told to.
    workshop.write(
        "program.sh",
        r#"told=
while read -r number command rest; do
  case $number in
    *[!0-9]*|'') rest="$command $rest"; command=$number; number= ;;
  esac
  case $command in
    die) exit 3 ;;
    sleep) exec sleep 30 ;;
    noise) echo 'thinking...'; printf '=%s fine\n\n' "$number" ;;
    wrong) printf '=99 fine\n\n' ;;
    told) printf '=%s %s\n\n' "$number" "$told" ;;
    play|loadsgf) told="$told $rest"; printf '=%s\n\n' "$number" ;;
    *) printf '?%s unknown command\n\n' "$number" ;;
  esac
done
"#,
    );
    workshop.write(
        "hard.tst",
        "loadsgf x\nplay b A1\n1 die\n#? [.*]\n2 told\n#? [x *b A1]\n3 sleep\n#? [.*]\n4 told\n#? [x *b A1]\n5 noise\n#? [fine]\n6 wrong\n#? [.*]\n\
         7 told\n#? [!y]\n8 other\n#? [.*]\n",
    );
    let report = workshop.report(&["hard.tst", "--engine", "sh program.sh", "--timeout", "3"]);
    assert_eq!(
        outcomes(&report),
        "1 Error, 2 Pass, 3 Error, 4 Pass, 5 Pass, 6 Error, 7 Pass, 8 Unsupported"
    );
    assert_eq!(report.total.nodes, 0, "it does not count");

    workshop.write(
        "lost.tst",
        "1 die\n#? [x]\n2 die\n#? [x]\n3 die\n#? [x]\n4 die\n#? [x]\n5 die\n#? [x]\n6 told\n#? [.*]\n",
    );
    let report = workshop.report(&["lost.tst", "--engine", "sh program.sh"]);
    let (_, last) = report.tests().last().unwrap();
    assert_eq!(
        last.got.as_deref(),
        Some("not asked, the engine was lost 5 times in a row")
    );
}

#[test]
fn what_cannot_be_used_is_said_in_one_line() {
    let workshop = workshop();
    workshop.write("bad.tst", "1 attack A1\n#? [(]\n");
    workshop.write("bad.json", "{}");
    workshop.write("commands.tst", "boardsize 5\nplay b A1\n");
    workshop.write("unanswered.tst", "boardsize 5\n1 color A1\n");
    workshop.write("stray.tst", "boardsize 5\n#? [empty]\n1 color A1\n#? [empty]\n");
    workshop.write("twice.tst", "1 color A1\n#? [empty]\n#? [black]\n");
    workshop.write("pattern.db", "1 2\0 3\n#? [1]\n");
    fs::create_dir(workshop.path("empty")).unwrap();
    workshop.refuses(
        "regress",
        "\
missing.tst => cannot read the suite missing.tst: No such file
small.tst:1-x => cannot use small.tst:1-x: tests are named by numbers as in 1-9,12; 'x' is not a number
bad.tst => cannot use bad.tst: line 2: '#? [(]': '(' is no regular expression
empty => there is no suite in the folder empty: their names end in .tst
small.tst small.tst => two suites are called small.tst
commands.tst => cannot use commands.tst: it has no test: a command with a number
unanswered.tst => cannot use unanswered.tst: it has no test: a command with a number
small.tst:99 => cannot use small.tst:99: it has no test of these numbers
stray.tst => cannot use stray.tst: line 2: '#? [empty]': there is no test before this answer
twice.tst => cannot use twice.tst: line 3: '#? [black]': there is no test before this answer
atari.sgf => cannot use atari.sgf: it is a game record, and no suite
pattern.db => cannot use pattern.db: it is no text
small.tst --only atack => --only atack: no suite has a test of that command
small.tst --baseline bad.json => it is to be what an earlier run wrote by --json
small.tst --engine \"'\" => a quote is not closed
small.tst --options '--levl 3' => cannot use --options: unexpected argument '--levl' found
small.tst --html no/such/folder.html => cannot write no/such/folder.html",
    );
}

#[test]
fn verdicts_are_those_of_the_script_that_came_with_the_suites() {
    let shared = crate::repository().join("../shared");
    let script = shared.join("tools/regress.py");
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    if !script.is_file() || !has_python {
        eprintln!("skipped: no ../shared/tools/regress.py or no python3");
        return;
    }
    let workshop = workshop();
    // The workshop's suite, and one in which replies are awkward.
    let engine = format!("{} gtp --seed 1", katachi());
    let json = workshop.path("script.json");
    let done = Command::new("python3")
        .arg(script)
        .args(["--engine", &engine, "--suites-dir"])
        .env(crate::NO_CONFIG, "true")
        .arg(workshop.path("."))
        .arg("--json")
        .arg(&json)
        .arg("small.tst")
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", errors(&done));
    let theirs: Report = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(verdicts(&workshop.report(&["small.tst"])), verdicts(&theirs));
}
