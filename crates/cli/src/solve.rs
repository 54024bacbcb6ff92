// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi solve FILE`: tsumego (life-and-death problems).

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::counts::parse_number_of_game;
use anyhow::{Context as _, ensure};
use katachi_engine::reading::{Objective, Reader, Solution, Verdict};
use katachi_learning::quiz::group_name;
use katachi_rules::sgf::{Games, Record, SgfError, Step, Tree};
use katachi_rules::{Board, BoardSize, Color, Point, printable_line};
use serde::{Deserialize, Serialize};

use super::game_args::Until;
use super::{records, start, view};

/// Arguments of `katachi solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  katachi solve problem.sgf\n  katachi solve game.sgf -L 30 --at C9")]
pub(crate) struct SolveArgs {
    /// SGF records, or problems as JSON, one a line (.jsonl)
    ///
    /// The problem of a record is the position where stones are set up, with the side that moves there, or
    /// the end of a record without set-up.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Game of a file with several, from 1 [default: all]
    #[arg(long = "game", value_name = "N", value_parser = parse_number_of_game)]
    number: Option<NonZeroUsize>,
    /// Solve the position before this move: a number or a point
    #[arg(short = 'L', long = "until", value_name = "MOVE")]
    until: Option<Until>,
    /// Solve for the group of this stone, such as C9 [default: the group that is in question]
    #[arg(long, value_name = "POINT")]
    at: Option<String>,
    /// Nodes a problem: moves played in reading it
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u32,
    /// Print a JSON object a problem
    #[arg(long)]
    json: bool,
}

/// A position to solve, with its right first moves.
pub(crate) struct Tsumego {
    pub(crate) name: String,
    level: String,
    pub(crate) board: Board,
    pub(crate) to_play: Color,
    /// Right first moves, if they are given.
    pub(crate) answers: Vec<Point>,
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

/// Right and known answers of a level.
#[derive(Default)]
struct Tally {
    level: String,
    right: usize,
    known: usize,
}

/// The printed result of a tsumego.
#[derive(Serialize)]
struct Report {
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    level: String,
    objective: Option<&'static str>,
    /// The stones that are killed or saved.
    group: Vec<String>,
    #[serde(skip)]
    about: String,
    verdict: &'static str,
    #[serde(rename = "move")]
    mv: Option<String>,
    line: Vec<String>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
}

impl Report {
    fn new(tsumego: &Tsumego, solution: Option<&Solution>) -> Self {
        let size = tsumego.board.size();
        let name = |p: Option<Point>| p.map_or("pass".to_string(), |p| size.vertex(p).to_string());
        let point = solution.and_then(|s| s.point);
        let known = !tsumego.answers.is_empty();
        Self {
            name: tsumego.name.clone(),
            level: tsumego.level.clone(),
            objective: solution.map(|s| match s.objective {
                Objective::Kill => "kill",
                Objective::Live => "live",
            }),
            group: solution.map_or(Vec::new(), |s| s.group.iter().map(|p| name(Some(p))).collect()),
            about: solution.map_or_else(
                || "no group to save or kill".to_owned(),
                |s| match s.objective {
                    Objective::Kill => format!("kill {}", group_name(&s.group, size)),
                    Objective::Live => format!("save {}", group_name(&s.group, size)),
                },
            ),
            verdict: solution.map_or("unknown", |s| match s.verdict {
                Verdict::Yes => "yes",
                Verdict::KoAhead => "ko, the other side needs the first threat",
                Verdict::KoBehind => "ko, the own side needs the first threat",
                Verdict::No => "no",
                Verdict::Unknown => "unknown",
            }),
            mv: point.map(|p| name(Some(p))),
            line: solution.map_or(Vec::new(), |s| s.line.iter().map(|&p| name(p)).collect()),
            nodes: solution.map_or(0, |s| s.nodes),
            right: known.then(|| point.is_some_and(|p| tsumego.answers.contains(&p))),
        }
    }

    fn text(&self) -> String {
        let mark = match self.right {
            None => "",
            Some(true) => " right",
            Some(false) => " wrong",
        };
        let line = self.line.join(" ");
        format!(
            "{}: {}: {}: {line} ({} nodes){mark}",
            printable_line(&self.name),
            self.about,
            self.verdict,
            self.nodes
        )
    }
}

/// Solves and prints.
pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let mut tallies: Vec<Tally> = Vec::new();
    for file in &args.files {
        for tsumego in read(file, args)? {
            let mut reader = Reader::new(&tsumego.board, args.nodes);
            let solution = match &args.at {
                Some(at) => reader.life().solve_at(tsumego.to_play, stone(at, &tsumego)?),
                None => reader.life().solve(tsumego.to_play),
            };
            let report = Report::new(&tsumego, solution.as_ref());
            if args.json {
                writeln!(out, "{}", serde_json::to_string(&report)?)?;
            } else {
                writeln!(out, "{}", report.text())?;
            }
            if let Some(right) = report.right {
                count(&mut tallies, report.level, right);
            }
        }
    }
    if !args.json {
        let (right, known) = tallies
            .iter()
            .fold((0, 0), |sum, t| (sum.0 + t.right, sum.1 + t.known));
        for tally in &tallies {
            writeln!(out, "{}: {} of {}", tally.level, tally.right, tally.known)?;
        }
        if known > 0 {
            writeln!(out, "total: {right} of {known}")?;
        }
    }
    Ok(())
}

fn count(tallies: &mut Vec<Tally>, level: String, right: bool) {
    let at = tallies.iter().position(|t| t.level == level).unwrap_or_else(|| {
        tallies.push(Tally {
            level,
            ..Tally::default()
        });
        tallies.len() - 1
    });
    tallies[at].right += usize::from(right);
    tallies[at].known += 1;
}

/// The point of `--at`, which has a stone.
fn stone(at: &str, tsumego: &Tsumego) -> anyhow::Result<Point> {
    let point = view::point(at, tsumego.board.size())?;
    let name = &tsumego.name;
    ensure!(
        tsumego.board.cell(point).is_stone(),
        "cannot solve {name} at {at}: there is no stone"
    );
    Ok(point)
}

fn read(file: &Path, args: &SolveArgs) -> anyhow::Result<Vec<Tsumego>> {
    if file.extension().is_some_and(|e| e == "jsonl") {
        ensure!(
            args.number.is_none() && args.until.is_none(),
            "--game and -L choose a position of a record, and {} has problems: leave them out",
            file.display()
        );
        return from_lines(file);
    }
    let name = file.display();
    let text = records::read(file)?;
    let games = match args.number {
        Some(number) => vec![records::game_of(&text, number).map(|game| game.record)],
        None => {
            let trees = Games::new(&text).with_context(|| format!("cannot use {name}"))?;
            let record =
                |tree: Result<Tree, SgfError>| -> anyhow::Result<Record> { Ok(Record::from_tree(&tree?)?) };
            trees.map(record).collect()
        }
    };
    let is_alone = games.len() == 1;
    let games = games.into_iter().enumerate().map(|(index, record)| {
        let number = args.number.map_or(index + 1, NonZeroUsize::get);
        let name = match is_alone && args.number.is_none() {
            true => name.to_string(),
            false => format!("{name}, game {number}"),
        };
        let cannot_use = || format!("cannot use {name}");
        let record = record.with_context(cannot_use)?;
        from_record(file, &record, args.until.as_ref(), name.clone()).with_context(cannot_use)
    });
    games.collect()
}

/// The problems of a file with one as JSON a line.
pub(crate) fn from_lines(file: &Path) -> anyhow::Result<Vec<Tsumego>> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("cannot use {name}"))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(i, line)| from_json(line).with_context(|| format!("cannot use {name}, line {}", i + 1)))
        .collect()
}

/// The position of a record that is asked for, else its problem.
fn from_record(file: &Path, record: &Record, until: Option<&Until>, name: String) -> anyhow::Result<Tsumego> {
    records::tell_warnings(file, record);
    let moves = match until {
        Some(until) => start::moves_before(record, until)?,
        None => moves_before_problem(record),
    };
    let (rules, komi) = start::rules_and_komi(file, record, None, None)?;
    let game = record.game_after(moves, rules, komi)?;
    Ok(Tsumego {
        name,
        level: String::new(),
        board: game.board().clone(),
        to_play: game.to_move(),
        answers: Vec::new(),
    })
}

/// The number of moves before the problem of a record: the first position with stones that are set up, or the
/// end if there are none.
pub(crate) fn moves_before_problem(record: &Record) -> usize {
    let has_stones = |step: &Step| match step {
        Step::Setup(points) => points.iter().any(|(_, cell)| cell.is_stone()),
        _ => false,
    };
    match record.steps.iter().position(has_stones) {
        Some(first) => record.steps[..first].iter().filter(|step| step.is_move()).count(),
        None => usize::MAX,
    }
}

fn from_json(line: &str) -> anyhow::Result<Tsumego> {
    let line: Line = serde_json::from_str(line)?;
    let size = BoardSize::new(line.size, line.size).context("a board has 1 to 25 lines")?;
    let points = |names: &[String]| -> anyhow::Result<Vec<Point>> {
        names
            .iter()
            .map(|name| {
                size.parse_vertex(name)
                    .with_context(|| format!("'{name}' is no point of the board"))
            })
            .collect()
    };
    let mut board = Board::new(size);
    let black = points(&line.black)?.into_iter().map(|p| (p, Color::Black));
    let white = points(&line.white)?.into_iter().map(|p| (p, Color::White));
    board
        .set_stones(black.chain(white))
        .map_err(|p| anyhow::anyhow!("the stones at {} cannot stand there", size.vertex(p)))?;
    Ok(Tsumego {
        name: line.id,
        level: line.level,
        to_play: Color::parse(&line.to_play).context("to_play is B or W")?,
        answers: points(&line.answers)?,
        board,
    })
}
