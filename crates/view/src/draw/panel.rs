// SPDX-License-Identifier: MIT OR Apache-2.0

//! The panel beside the board: facts of one point, or the whole board in short.

use std::iter::once;

use katachi_engine::Choice;
use katachi_engine::play::lines::{Aim, PointDetails};
use katachi_engine::reading::Verdict;
use katachi_rules::{BoardSize, Color, Move, Point};

use crate::colours::{Part, STRENGTHS};
use crate::eye_kind::{EyeKind, eye_kind, is_shown};
use crate::facts::fact::{self, Fact, FactKey, Value};
use crate::facts::map::owner_by;
use crate::groups::{Group, GroupStatus};
use crate::lines;
use crate::picture::{Layers, Map};
use crate::position::PositionView;
use crate::reason::quantity;
use crate::{certainty, choice, reason};

/// A panel: a heading and rows of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The first line.
    pub heading: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its subject.
    pub label: String,
    /// Its text.
    pub text: String,
    /// The part whose colour the label has.
    pub part: Option<Part>,
}

fn row(label: impl Into<String>, text: impl Into<String>) -> Row {
    Row {
        label: label.into(),
        text: text.into(),
        part: None,
    }
}

fn painted(part: Part, row: Row) -> Row {
    Row {
        part: Some(part),
        ..row
    }
}

/// A line of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its text.
    pub text: String,
    /// Number of coloured bytes at its beginning, and the part that the colour shows.
    pub painted: Option<(usize, Part)>,
}

impl Panel {
    /// Returns its lines, the heading first, at most `width` columns wide unless a word is longer. Labels
    /// have a column of their own.
    pub fn lines(&self, width: usize) -> Vec<Line> {
        let column = self.rows.iter().map(|row| row.label.len()).max().unwrap_or(0);
        let indent = " ".repeat(column + 2);
        let heading = wrapped(&self.heading, textwrap::Options::new(width.max(12))).map(|text| Line {
            painted: Some((text.len(), Part::Heading)),
            text,
        });
        let rows = self.rows.iter().flat_map(|row| {
            let first = format!("{:<column$}  ", row.label);
            let options = textwrap::Options::new(width.max(column + 12))
                .initial_indent(&first)
                .subsequent_indent(&indent);
            let mut lines: Vec<Line> = wrapped(&row.text, options)
                .map(|text| Line { text, painted: None })
                .collect();
            lines[0].painted = row.part.map(|part| (row.label.len(), part));
            lines
        });
        heading.chain(rows).collect()
    }
}

fn wrapped(text: &str, options: textwrap::Options<'_>) -> impl Iterator<Item = String> {
    textwrap::wrap(text, options)
        .into_iter()
        .map(|line| line.trim_end().to_owned())
}

impl PositionView {
    /// Returns the panel of a point and of the group on it.
    pub fn about(&self, point: Point, details: &PointDetails) -> Panel {
        about(self, point, details)
    }

    /// Returns the panel of the whole board: number of groups of each status, critical groups, and the
    /// layers.
    pub fn summary(&self, layers: &Layers) -> Panel {
        summary(self, layers)
    }
}

/// Number of groups, and of proposals, in the panel of the board.
const LISTED: usize = 5;

fn about(view: &PositionView, point: Point, details: &PointDetails) -> Panel {
    let size = view.game.size();
    let vertex = size.vertex(point);
    let (heading, mut rows) = match view.groups.get(point) {
        Some(group) => (
            format!("{vertex}: {}", group.color),
            about_group(view, group, point, details),
        ),
        None => (format!("{vertex}: empty"), Vec::new()),
    };
    rows.extend(about_eye(view, point));
    let board = view.game.board();
    // Living stones have influence on their own points.
    let is_influenced = board.is_empty(point) || view.analysis.dead.contains(point);
    for map in Map::INFLUENCE.into_iter().filter(|_| is_influenced) {
        let Some(map_of) = map.influence(&view.analysis.influence) else {
            continue;
        };
        let text = match map_of.owner(point) {
            Some(owner) => format!("{owner}, {}", map_of.value(point).abs()),
            None => "nobody".to_owned(),
        };
        rows.push(row(format!("in {}", map.word()), text));
    }
    let is_proved = |group: &Group| group.certainty.is_proved();
    if !view.groups.get(point).is_some_and(is_proved) {
        rows.push(row("ownership", ownership_text(view.ownership(point))));
    }
    if view.groups.get(point).is_none() {
        rows.extend(about_move(view, point, details.moyo_gain));
    }
    rows.extend(line_rows(view));
    Panel { heading, rows }
}

fn rows_of(facts: &[Fact], size: BoardSize) -> impl Iterator<Item = Row> {
    facts
        .iter()
        .map(move |fact| row(fact.key.label(), value_text(&fact.value, size)))
}

fn about_group(view: &PositionView, group: &Group, stone: Point, details: &PointDetails) -> Vec<Row> {
    let size = view.game.size();
    // Where all lines of play are listed, these are among them.
    let is_listed = !view.lines.is_empty();
    let lines_of_play = details.lines.iter().filter(|_| !is_listed).map(|line| {
        let does = match line.aim {
            Aim::Kill => "kills",
            Aim::Hold => "cannot kill",
            Aim::Refute => "cannot save",
            _ => "saves",
        };
        row(format!("{} {does}", line.first), lines::moves(line, size))
    });
    let part = Part::Stone(group.color, group.status);
    let doubt = details.lines.iter().find_map(|line| lines::doubt(line, size));
    let unsettled = if doubt.is_some() { ", not settled" } else { "" };
    let status = format!("{}{unsettled} ({})", group.status.word(), group.status.mark());
    let status = painted(part, row(format!("group {}", group.letter), status));
    let string = group.string(stone).into_iter().flat_map(|string| {
        let stones = quantity(string.stones.len(), "stone");
        let text = format!("{}, {stones}", size.vertex(string.origin));
        let name = (group.strings.len() > 1).then(|| row("string", text));
        name.into_iter().chain(rows_of(&string.facts, size))
    });
    let facts = rows_of(&group.facts, size).map(|mut row| {
        if row.label == FactKey::Why.label() {
            row.text
                .extend(doubt.iter().map(|doubt| format!("; not settled: {doubt}")));
        }
        row
    });
    once(status)
        .chain(facts)
        .chain(lines_of_play)
        .chain(string)
        .collect()
}

/// Rows about the eye space around a point, unless it is large.
fn about_eye(view: &PositionView, point: Point) -> Vec<Row> {
    let space = view
        .analysis
        .eyes
        .around(point)
        .filter(|space| space.is_certain());
    let Some(space) = space else {
        return Vec::new();
    };
    let what = eye_kind(space, point).word();
    let first = row("eye space", format!("{}'s, {what} here", space.color));
    let facts = fact::of_eye_space(space);
    once(first).chain(rows_of(&facts, view.game.size())).collect()
}

/// Rows with the reasons for a move of the side to play.
fn about_move(view: &PositionView, point: Point, moyo_gain: i32) -> Vec<Row> {
    let color = view.game.to_move();
    if let Err(why) = view.game.check(color, Move::Play(point)) {
        return vec![row("move", format!("not for {color}: {why}"))];
    }
    let moyo = row("gains", format!("{moyo_gain:+} points of moyo for {color}"));
    let proposal = view
        .choice
        .iter()
        .flat_map(|choice| &choice.proposals)
        .find(|p| p.point == point);
    let size = view.game.size();
    let reasons = proposal.iter().flat_map(|p| {
        let lines = p
            .counting()
            .map(|r| row(format!("{:+}", r.counted), reason::text(&r.kind, size)));
        once(row("value", p.value.to_string())).chain(lines)
    });
    once(moyo).chain(reasons).collect()
}

/// Returns ownership from 1 (Black) to -1 (White) in words.
fn ownership_text(balance: f32) -> String {
    let owner = if balance < 0.0 { Color::White } else { Color::Black };
    format!("{owner}'s in {:.0} of 100 playouts", 50.0 + 50.0 * balance.abs())
}

/// Returns a value in words.
pub(crate) fn value_text(value: &Value, size: BoardSize) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Liberties([first, second, third, fourth]) => {
            format!("{first}; {second}, {third}, {fourth} of order 2 to 4")
        }
        Value::Cuts(2) => "enemy strings without a common liberty".to_owned(),
        Value::Cuts(_) => "enemy strings with a common liberty".to_owned(),
        Value::Range(least, most) if least == most => least.to_string(),
        Value::Range(least, most) => format!("{least} to {most}"),
        Value::Size(stones) => format!("{stones:.1} stones with liberties"),
        Value::True => "yes".to_owned(),
        Value::Point(point) => size.vertex(*point).to_string(),
        Value::Points(points) => vertices(points, size),
        Value::Why(why) => why.words(size),
        Value::Reading(verdict, points) => reading_text(verdict_text(*verdict), *verdict, points, size),
        Value::Judged(verdict, points, certainty) => {
            let word = match verdict {
                Verdict::Yes if certainty.is_doubtful(*verdict) => "perhaps",
                Verdict::No if certainty.is_doubtful(*verdict) => "perhaps not",
                _ => verdict_text(*verdict),
            };
            let text = reading_text(word, *verdict, points, size);
            format!("{text}, {}", certainty::words(*certainty))
        }
    }
}

/// Returns `yes (1): D3 E4`: a word, the code of a result, and its moves.
fn reading_text(word: &str, verdict: Verdict, points: &[Point], size: BoardSize) -> String {
    let text = format!("{word} ({})", verdict.code());
    match points.is_empty() {
        true => text,
        false => format!("{text}: {}", vertices(points, size)),
    }
}

fn vertices(points: &[Point], size: BoardSize) -> String {
    let names: Vec<String> = points.iter().map(|&p| size.vertex(p).to_string()).collect();
    names.join(" ")
}

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::No => "no",
        Verdict::Yes => "yes",
        Verdict::KoAhead => "by ko, the other needs the first threat",
        Verdict::KoBehind => "by ko, after finding the first threat",
        Verdict::Unknown => "not read to the end",
    }
}

fn summary(view: &PositionView, layers: &Layers) -> Panel {
    let size = view.game.size();
    let mut rows = Vec::new();
    if layers.groups {
        rows.extend(GroupStatus::ALL.into_iter().filter_map(|how| {
            let stones = view
                .groups
                .iter()
                .filter(|g| g.status == how)
                .map(|g| g.stones.len());
            let (groups, stones) = stones.fold((0, 0), |(groups, sum), n| (groups + 1, sum + n));
            let label = format!("{} {}", how.mark(), how.plain().word());
            let likely = if how.is_likely() { ", likely" } else { "" };
            let text = format!("{groups} ({}){likely}", quantity(stones, "stone"));
            (groups > 0).then(|| painted(Part::Stone(Color::White, how), row(label, text)))
        }));
        rows.extend(critical(view).take(LISTED).map(|group| {
            let label = format!("{} {}", group.letter, size.vertex(group.origin));
            let part = Part::Stone(group.color, group.status);
            painted(part, row(label, critical_text(group, size)))
        }));
        let left_out = critical(view).count().saturating_sub(LISTED);
        if left_out > 0 {
            rows.push(row("", format!("and {left_out} more")));
        }
    }
    if layers.eyes {
        rows.extend(Color::BOTH.map(|color| eye_summary(view, color)));
    }
    rows.extend(
        layers
            .influence
            .into_iter()
            .flat_map(|map| map_summary(view, map)),
    );
    rows.extend(line_rows(view));
    if let Some(choice) = view.choice.as_ref().filter(|_| layers.values) {
        rows.extend(best_moves(choice, size));
    }
    let heading = if layers.groups {
        "Groups: Black A-Z, White a-z"
    } else {
        "The whole board"
    };
    Panel {
        heading: heading.to_owned(),
        rows,
    }
}

/// Rows with the numbered lines of play.
fn line_rows(view: &PositionView) -> impl Iterator<Item = Row> {
    let size = view.game.size();
    let numbered = view.lines.iter().zip(1..);
    numbered.map(move |(line, number)| row(format!("line {number}"), lines::text(line, size)))
}

/// Rows with the number of points of each side on a map.
fn map_summary(view: &PositionView, map: Map) -> [Row; 2] {
    let board = view.game.board();
    let points = |color: Color| match map.influence(&view.analysis.influence) {
        Some(values) => {
            let points = values.points(board, &view.analysis.dead);
            match color {
                Color::Black => points.black as usize,
                Color::White => points.white as usize,
            }
        }
        None => {
            let owner = |&p: &Point| owner_by(view.ownership(p)).map(|(owner, _)| owner);
            board.size().points().filter(|p| owner(p) == Some(color)).count()
        }
    };
    Color::BOTH.map(|color| {
        let text = match map {
            Map::Ownership => format!("{} at the end of playouts", quantity(points(color), "point")),
            _ => format!("{} points of {}", points(color), map.word()),
        };
        painted(Part::Influence(color, STRENGTHS), row(color.to_string(), text))
    })
}

/// Rows with the best points: values with the first reason, or visits of the search.
fn best_moves(choice: &Choice, size: BoardSize) -> Vec<Row> {
    let best = choice::numbers(choice).into_iter().take(LISTED);
    let row = |(point, number): (Point, i64)| {
        let reason = choice.proposal(point).and_then(|p| p.reasons.first());
        let reason = || reason.map_or_else(String::new, |r| reason::text(&r.kind, size));
        let text = match choice.search {
            Some(_) => quantity(usize::try_from(number).unwrap_or_default(), "visit"),
            None => format!("{number} {}", reason()),
        };
        row(size.vertex(point).to_string(), text)
    };
    best.map(row).collect()
}

/// Row with the eye spaces of a side and the number of undecided ones.
fn eye_summary(view: &PositionView, color: Color) -> Row {
    let spaces = view.analysis.eyes.iter();
    let spaces: Vec<_> = spaces.filter(|s| s.color == color && is_shown(s)).collect();
    let points: usize = spaces.iter().map(|s| s.points.len()).sum();
    let open = spaces.iter().filter(|s| s.max > s.min).count();
    let text = format!(
        "{}, {}, {open} undecided",
        quantity(spaces.len(), "eye space"),
        quantity(points, "point")
    );
    let part = Part::Eye(color, EyeKind::Proper);
    painted(part, row(color.to_string(), text))
}

/// Returns the critical groups, the largest first.
fn critical(view: &PositionView) -> impl Iterator<Item = &Group> {
    let mut groups: Vec<&Group> = view
        .groups
        .iter()
        .filter(|g| g.status.plain() == GroupStatus::Critical)
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.stones.len()));
    groups.into_iter()
}

/// Returns the best moves to attack and to defend a group.
fn critical_text(group: &Group, size: BoardSize) -> String {
    let [kills, saves] = group.decisive();
    let first = |what, points: &[Point]| {
        points
            .first()
            .map(|&point| format!("{what} {}", size.vertex(point)))
    };
    let parts = [first("attack", kills), first("defense", saves)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        quantity(group.stones.len(), "stone")
    } else {
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests;
