// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games and suites as jobs: spread over machines, left unfinished, and merged.
#![cfg(unix)]

use serde_json::Value;

use crate::arena::{Workshop, programs, two};
use crate::folder::errors;

/// A tournament of two programs, played by itself in `cup`, with its plan in `jobs.jsonl`.
pub(crate) fn played_and_planned(games: u32) -> Workshop {
    let workshop = Workshop::new();
    workshop.cup(&format!("games = {games}"), &two());
    workshop.run("run cup.toml");
    workshop.write("jobs.jsonl", workshop.run("plan cup.toml"));
    workshop
}

#[test]
fn jobs_done_anywhere_merge_to_the_same_tables() {
    let workshop = Workshop::new();
    workshop.cup("games = 4", &programs(&["a", "b", "c"]));
    workshop.run("run cup.toml");
    let tables = workshop.tables("cup");

    let plan = workshop.run("plan cup.toml");
    assert_eq!(plan.lines().count(), 12);
    workshop.write("jobs.jsonl", &plan);
    // As a Slurm array does it, the last task first, one of them twice.
    let lines = (1..=12).rev().chain([5]);
    let job = |line| workshop.run(&format!("job jobs.jsonl --line {line}"));
    let results: Vec<String> = lines.map(job).collect();
    workshop.write("first.jsonl", results[..6].concat());
    workshop.write("second.jsonl", results[6..].concat());
    let shown = workshop.run("merge second.jsonl first.jsonl --out merged");
    assert_eq!(workshop.tables("merged"), tables);
    assert!(shown.starts_with(&tables["table.txt"]), "{shown}");
    // A merged folder can be continued and merged again.
    let again = workshop.run("run cup.toml --out merged");
    assert!(again.contains("12 games played before, 0 left"), "{again}");
    let merged = workshop.run("merge merged/games.jsonl");
    assert!(merged.starts_with(&tables["table.txt"]), "{merged}");

    workshop.refuses("job jobs.jsonl --line 13", "there is no job in line 13");
    workshop.refuses("merge jobs.jsonl", "cannot use jobs.jsonl: line 1 is no result");
    workshop.refuses("job first.jsonl", "line 1 is no job: invalid type");
    workshop.refuses("job cup.toml", "cannot use cup.toml: line 1 is no JSON");
    let other = plan.replace("\"cup\"", "\"other\"");
    workshop.write("other.jsonl", &other);
    workshop.write("third.jsonl", workshop.run("job other.jsonl --line 1"));
    workshop.refuses(
        "merge first.jsonl third.jsonl",
        "results of two tournaments, 'cup' and 'other'",
    );
}

#[test]
fn results_in_a_folder_are_whole_and_the_plan_leaves_them_out() {
    let workshop = played_and_planned(4);
    let job = |line: &str| workshop.run(&format!("job jobs.jsonl --line {line} --out results"));
    assert_eq!(job("3") + &job("1"), "", "results are in files");
    let result = workshop.read("results/game-000003.jsonl");
    let origin = &serde_json::from_str::<Value>(&result).unwrap()["origin"];
    let version = origin["version"].as_str().unwrap();
    assert!(version.starts_with("0."), "{origin}");
    assert!(origin["seconds"].as_f64() > Some(0.0), "{origin}");
    // A task that is done ends at once.
    job("3");
    assert_eq!(workshop.read("results/game-000003.jsonl"), result);
    let left = workshop.run("plan cup.toml --missing results");
    let number = |line| serde_json::from_str::<Value>(line).unwrap()["game"].clone();
    assert_eq!(left.lines().map(number).collect::<Vec<_>>(), [2, 4]);

    let state = || serde_json::from_str::<Value>(&workshop.read("state.json")).unwrap();
    let merge = "merge results --json state.json --finished --out merged";
    let output = workshop.arena(merge).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    assert_eq!(state()["missing"], serde_json::json!([2, 4]));
    // The indices of pods are counted from 0.
    for index in ["1", "3"] {
        workshop.run(&format!("job jobs.jsonl --index {index} --out results"));
    }
    workshop.run(merge);
    assert_eq!(state()["finished"], true);
    assert_eq!(state()["played"], 4);
    assert_eq!(workshop.tables("merged"), workshop.tables("cup"));

    workshop.change_cup("komi = 0.5", "komi = 1.5");
    workshop.write("other.jsonl", workshop.run("plan cup.toml"));
    workshop.refuses(
        "job other.jsonl --line 1 --out results",
        "game-000001.jsonl is the result of another version of the tournament: use another --out",
    );
}

#[test]
fn a_result_that_a_killed_job_has_not_finished_is_left_out_with_a_warning() {
    let workshop = played_and_planned(2);
    let results = workshop.run("job jobs.jsonl");
    workshop.write("results.jsonl", &results[..results.len() - 20]);
    let output = workshop.arena("merge results.jsonl").output().unwrap();
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("1 of 2 games."));
    assert!(
        errors(&output).contains("results.jsonl: line 2 is not a whole result and is left out"),
        "{}",
        errors(&output)
    );
}

#[test]
fn a_machine_may_call_programs_otherwise() {
    let workshop = played_and_planned(2);
    let jobs = workshop.read("jobs.jsonl").replace("player.sh", "elsewhere.sh");
    workshop.write("jobs.jsonl", &jobs);
    workshop.refuses("job jobs.jsonl", "program 'a' cannot play");
    let lines: String = [("a", 1), ("b", 2)]
        .map(|(name, salt)| format!("{name} = \"sh player.sh {{seed}} {salt}\"\n"))
        .concat();
    workshop.write("programs.toml", &lines);
    let played = workshop.run("job jobs.jsonl --programs programs.toml");
    assert_eq!(played.lines().count(), 2);
    workshop.write("programs.toml", "a = 3\n");
    workshop.refuses(
        "job jobs.jsonl --programs programs.toml",
        "cannot use programs.toml: expected lines such as",
    );
}

#[test]
fn suites_are_jobs_too() {
    let workshop = Workshop::new();
    workshop.write(
        "a.tst",
        "boardsize 5\nplay b A1\n1 color A1\n#? [black]\n2 color A2\n#? [white]\n",
    );
    workshop.write("b.tst", "boardsize 5\n1 color A1\n#? [empty]\n");
    let plan = workshop.run("plan regress b.tst a.tst:2 --options '--level 3'");
    workshop.write("jobs.jsonl", &plan);
    let results = workshop.run("job jobs.jsonl");
    let backwards: Vec<&str> = results.lines().rev().collect();
    workshop.write("results.jsonl", &(backwards.join("\n") + "\n"));
    let shown = workshop.run("merge results.jsonl --json merged.json --html merged.html");
    let titles: Vec<&str> = shown
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(titles[..4], ["suite", "b.tst", "a.tst:2", "total"]);
    assert!(workshop.read("merged.html").contains("href=\"#board-5-5\""));
    let report: katachi_arena::regress::Report = serde_json::from_str(&workshop.read("merged.json")).unwrap();
    assert_eq!(report.engine.as_str(), "katachi gtp --level 3");
    assert_eq!(report.total.pass, 1);
    assert_eq!(report.total.fail, 1);
    workshop.write("results.jsonl", results.replace("\"pass\":1", "\"pass\":7"));
    workshop.refuses("merge results.jsonl", "its sums are not those of its tests");
}
