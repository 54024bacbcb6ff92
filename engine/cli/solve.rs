//! `katachi solve FILE`: life-and-death problems.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use katachi::reading::{Reader, Verdict, Wish};
use katachi_rules::sgf::Record;
use katachi_rules::{Board, BoardSize, Color, Point, Rules};
use serde::Deserialize;

/// What is to be solved, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    /// SGF records with a position and a side to move, or files of problems as JSON, one a line (.jsonl)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Moves that may be played in reading one problem
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u32,
    /// Print one JSON object for each problem
    #[arg(long)]
    json: bool,
}

/// A position, and what is known about it.
struct Problem {
    name: String,
    level: String,
    board: Board,
    to_play: Color,
    /// Right first moves, where they are given.
    answers: Vec<Point>,
}

/// A line of a file of problems.
#[derive(Deserialize)]
struct Line {
    id: String,
    #[serde(default)]
    level: String,
    size: u8,
    to_play: String,
    black: Vec<String>,
    white: Vec<String>,
    #[serde(default)]
    answers: Vec<String>,
}

/// Solves and prints.
pub(super) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let mut tally: Vec<(String, usize, usize)> = Vec::new();
    for file in &args.files {
        for problem in read(file)? {
            let size = problem.board.size();
            let mut reader = Reader::new(&problem.board, args.nodes);
            let solution = reader.solve(problem.to_play);
            let point = solution.as_ref().and_then(|s| s.point);
            let right = point.is_some_and(|p| problem.answers.contains(&p));
            let (what, verdict, nodes) = solution.as_ref().map_or(("none", Verdict::Unknown, 0), |s| {
                (if s.wish == Wish::Kill { "kill" } else { "live" }, s.verdict, s.nodes)
            });
            let mv = point.map_or("-".to_string(), |p| size.vertex(p).to_string());
            let mark = if problem.answers.is_empty() { "" } else if right { "right" } else { "wrong" };
            writeln!(out, "{} {} {what} {verdict:?} {mv} {nodes} {mark}", problem.name, problem.level)?;
            match tally.iter_mut().find(|t| t.0 == problem.level) {
                Some(t) => { t.1 += usize::from(right); t.2 += 1; }
                None => tally.push((problem.level.clone(), usize::from(right), 1)),
            }
        }
    }
    for (level, right, of) in &tally {
        writeln!(out, "{level}: {right} of {of}")?;
    }
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<Vec<Problem>> {
    let name = file.display().to_string();
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {name}"))?;
    if file.extension().is_some_and(|e| e == "jsonl") {
        let text = String::from_utf8(bytes).with_context(|| format!("cannot use {name}"))?;
        return text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(i, line)| from_json(line).with_context(|| format!("cannot use {name}, line {}", i + 1)))
            .collect();
    }
    let record = Record::parse(&bytes).with_context(|| format!("cannot use {name}"))?;
    let game = record
        .game_after(usize::MAX, Rules::default(), 7.5)
        .with_context(|| format!("cannot use {name}"))?;
    Ok(vec![Problem {
        name,
        level: String::new(),
        board: game.board().clone(),
        to_play: game.to_move(),
        answers: Vec::new(),
    }])
}

fn from_json(line: &str) -> anyhow::Result<Problem> {
    let line: Line = serde_json::from_str(line)?;
    let size = BoardSize::new(line.size, line.size).context("a board has 1 to 25 lines")?;
    let points = |names: &[String]| -> anyhow::Result<Vec<Point>> {
        names
            .iter()
            .map(|name| size.parse_vertex(name).with_context(|| format!("'{name}' is no point of the board")))
            .collect()
    };
    let mut board = Board::new(size);
    let black = points(&line.black)?.into_iter().map(|p| (p, Color::Black));
    let white = points(&line.white)?.into_iter().map(|p| (p, Color::White));
    board
        .set_stones(black.chain(white))
        .map_err(|p| anyhow::anyhow!("the stones at {} cannot stand there", size.vertex(p)))?;
    Ok(Problem {
        name: line.id,
        level: line.level,
        to_play: Color::parse(&line.to_play).context("to_play is B or W")?,
        answers: points(&line.answers)?,
        board,
    })
}
