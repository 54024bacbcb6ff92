// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi solve FILE`: tsumego (life-and-death problems).

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use katachi_engine::reading::{Reader, Solution, Verdict};
use katachi_learning::quiz::group_name;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, BoardSize, Color, Point, printable_line};
use serde::{Deserialize, Serialize};

use super::game_args::Until;
use super::lines::show;
use super::records::{self, parse_number_of_game};
use super::{start, view};

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

pub(crate) struct Tsumego {
    pub(crate) name: String,
    level: String,
    pub(crate) board: Board,
    pub(crate) to_play: Color,
    pub(crate) answers: Vec<Point>,
}

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
        let name = |p: Point| size.vertex(p).to_string();
        let point = solution.and_then(|found| found.point);
        let group = solution.map(|found| (found.saves, group_name(&found.group, size)));
        let (objective, about) = match group {
            Some((false, group)) => (Some("kill"), format!("kill {group}")),
            Some((true, group)) => (Some("live"), format!("save {group}")),
            None => (None, "no group to save or kill".to_owned()),
        };
        let line = solution.iter().flat_map(|found| &found.line);
        let is_known = !tsumego.answers.is_empty();
        Self {
            name: tsumego.name.clone(),
            level: tsumego.level.clone(),
            objective,
            group: solution
                .iter()
                .flat_map(|found| found.group.iter())
                .map(name)
                .collect(),
            about,
            verdict: match solution.map_or(Verdict::Unknown, |found| found.verdict) {
                Verdict::Yes => "yes",
                Verdict::KoAhead => "ko, the other side needs the first threat",
                Verdict::KoBehind => "ko, the own side needs the first threat",
                Verdict::No => "no",
                Verdict::Unknown => "unknown",
            },
            mv: point.map(name),
            line: line.map(|p| p.map_or("pass".to_owned(), name)).collect(),
            nodes: solution.map_or(0, |found| found.nodes),
            right: is_known.then(|| point.is_some_and(|p| tsumego.answers.contains(&p))),
        }
    }

    fn text(&self) -> String {
        let mark = match self.right {
            None => "",
            Some(true) => " right",
            Some(false) => " wrong",
        };
        let (name, line) = (printable_line(&self.name), self.line.join(" "));
        let (about, verdict, nodes) = (&self.about, self.verdict, self.nodes);
        format!("{name}: {about}: {verdict}: {line} ({nodes} nodes){mark}\n")
    }
}

pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    // Levels with right and known answers.
    let mut levels: Vec<(String, [usize; 2])> = Vec::new();
    for file in &args.files {
        for tsumego in read(file, args)? {
            let mut reader = Reader::new(&tsumego.board, args.nodes);
            let solution = match &args.at {
                Some(at) => reader.life().solve_at(tsumego.to_play, stone(at, &tsumego)?),
                None => reader.life().solve(tsumego.to_play),
            };
            let report = Report::new(&tsumego, solution.as_ref());
            show(&match args.json {
                true => serde_json::to_string(&report)? + "\n",
                false => report.text(),
            })?;
            if let Some(right) = report.right {
                let at = levels.iter().position(|(level, _)| *level == report.level);
                let at = at.unwrap_or(levels.len());
                if at == levels.len() {
                    levels.push((report.level, [0, 0]));
                }
                levels[at].1[0] += usize::from(right);
                levels[at].1[1] += 1;
            }
        }
    }
    if args.json || levels.is_empty() {
        return Ok(());
    }
    let total = levels
        .iter()
        .fold([0, 0], |sum, (_, n)| [sum[0] + n[0], sum[1] + n[1]]);
    levels.push(("total".to_owned(), total));
    let lines = levels.iter();
    let lines = lines.map(|(level, [right, known])| format!("{level}: {right} of {known}\n"));
    show(&lines.collect::<String>())
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
    let name = file.display();
    if file.extension().is_some_and(|e| e == "jsonl") {
        ensure!(
            args.number.is_none() && args.until.is_none(),
            "--game and -L choose a position of a record, and {name} has problems: leave them out"
        );
        return from_lines(file);
    }
    let games = records::games(file, args.number)?.into_iter();
    let games = games.map(|game| {
        let game = game?;
        let name = format!("{name}{}", game.suffix(", game "));
        let made = from_record(file, &game.record, args.until.as_ref(), name.clone());
        made.with_context(|| format!("cannot use {name}"))
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
        let point = |name: &String| {
            let point = size.parse_vertex(name);
            point.with_context(|| format!("'{name}' is no point of the board"))
        };
        names.iter().map(point).collect()
    };
    let black = points(&line.black)?.into_iter().map(|p| (p, Color::Black));
    let white = points(&line.white)?.into_iter().map(|p| (p, Color::White));
    Ok(Tsumego {
        name: line.id,
        level: line.level,
        to_play: Color::parse(&line.to_play).context("to_play is B or W")?,
        answers: points(&line.answers)?,
        board: board_of(size, black.chain(white))?,
    })
}

/// A board with stones, each of which has a liberty.
pub(crate) fn board_of(
    size: BoardSize,
    stones: impl Iterator<Item = (Point, Color)>,
) -> anyhow::Result<Board> {
    let mut board = Board::new(size);
    let set = board.set_stones(stones);
    set.map_err(|p| anyhow::anyhow!("the stones at {} cannot stand there", size.vertex(p)))?;
    Ok(board)
}
