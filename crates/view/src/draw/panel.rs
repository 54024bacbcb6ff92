// SPDX-License-Identifier: MIT OR Apache-2.0

//! The panel beside the board: facts of one point, or the whole board in short.

use std::cmp::Reverse;
use std::iter::once;

use itertools::Itertools as _;
use katachi_engine::Choice;
use katachi_engine::play::lines::{LineAim, PointDetails};
use katachi_rules::{Color, Move, Point, quantity};

use crate::facts::eye_data::{EyeKind, eye_kind, is_shown};
use crate::groups::{Group, GroupStatus};
use crate::panel::{Panel, Part, Row, STRENGTHS};
use crate::picture::{Layers, Map, owner_by};
use crate::{DragonData, EyeData, PositionView, StringData, choice, lines, reason, status_reason};

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
            let lines = wrapped(&row.text, options).map(|text| Line { text, painted: None });
            let mut lines: Vec<Line> = lines.collect();
            lines[0].painted = row.part.map(|part| (row.label.len(), part));
            lines
        });
        heading.chain(rows).collect()
    }
}

fn wrapped(text: &str, options: textwrap::Options<'_>) -> impl Iterator<Item = String> {
    let lines = textwrap::wrap(text, options).into_iter();
    lines.map(|line| line.trim_end().to_owned())
}

/// Number of groups, and of proposals, in the panel of the board.
const LISTED: usize = 5;

impl PositionView {
    /// Returns the panel of a point and of the group on it.
    pub fn about(&self, point: Point, details: &PointDetails) -> Panel {
        let vertex = self.game.size().vertex(point);
        let (what, mut rows) = match self.groups.get(point) {
            Some(group) => (group.color.to_string(), self.about_group(group, point, details)),
            None => ("empty".to_owned(), Vec::new()),
        };
        rows.extend(self.about_eye(point));
        // Living stones have influence on their own points.
        let is_influenced = self.game.board().is_empty(point) || self.analysis.dead.contains(point);
        let values = |map: Map| Some((map, map.influence(&self.analysis.influence)?));
        let maps = Map::INFLUENCE.into_iter().filter(|_| is_influenced);
        rows.extend(maps.filter_map(values).map(|(map, values)| {
            let owner = values.owner(point);
            let text = owner.map(|owner| format!("{owner}, {}", values.value(point).abs()));
            Row::new(format!("in {}", map.word()), text.unwrap_or("nobody".to_owned()))
        }));
        let dragon = self.analysis.dragons.get(point);
        if !dragon.is_some_and(|dragon| dragon.certainty.is_read()) {
            let balance = self.ownership(point);
            let owner = if balance < 0.0 { Color::White } else { Color::Black };
            let share = 50.0 + 50.0 * balance.abs();
            let text = format!("{owner}'s in {share:.0} of 100 playouts");
            rows.push(Row::new("ownership", text));
        }
        if dragon.is_none() {
            rows.extend(self.about_move(point, details.moyo_gain));
        }
        rows.extend(self.line_rows());
        let heading = format!("{vertex}: {what}");
        Panel { heading, rows }
    }

    fn about_group(&self, group: &Group, stone: Point, details: &PointDetails) -> Vec<Row> {
        let size = self.game.size();
        let status = format!("{} ({})", group.status.word(), group.status.mark());
        let part = Part::Stone(group.color, group.status);
        let mut rows = vec![Row::painted(part, format!("group {}", group.letter), status)];
        let dragon = self.analysis.dragons.get(stone);
        if let Some(dragon) = dragon {
            let why = status_reason::words(&self.analysis, dragon, size);
            rows.extend(DragonData::new(&self.analysis, dragon, why, size).rows());
        }
        // Where all lines of play are listed, these are among them.
        for line in details.lines.iter().filter(|_| self.lines.is_empty()) {
            let does = match line.aim {
                LineAim::Kill => "kills",
                LineAim::Hold => "cannot kill",
                LineAim::Refute => "cannot save",
                _ => "saves",
            };
            let label = format!("{} {does}", line.first);
            rows.push(Row::new(label, lines::moves(line, size)));
        }
        if let Some(worm) = self.analysis.worms.get(stone) {
            let string = StringData::new(worm, size);
            if dragon.is_some_and(|dragon| dragon.strings.len() > 1) {
                let text = format!("{}, {}", string.origin, quantity(string.size, "stone"));
                rows.push(Row::new("string", text));
            }
            rows.extend(string.rows());
        }
        rows
    }

    /// Rows about the eye space around a point, unless it is large.
    fn about_eye(&self, point: Point) -> Vec<Row> {
        let space = self.analysis.eyes.around(point);
        let space = space.filter(|space| space.is_certain());
        space.map_or_else(Vec::new, |space| {
            let what = eye_kind(space, point).word();
            let first = Row::new("eye space", format!("{}'s, {what} here", space.color));
            let facts = EyeData::new(space, self.game.size()).rows();
            once(first).chain(facts).collect()
        })
    }

    /// Rows with the reasons for a move of the side to play.
    fn about_move(&self, point: Point, moyo_gain: i32) -> Vec<Row> {
        let (color, size) = (self.game.to_move(), self.game.size());
        if let Err(why) = self.game.check(color, Move::Play(point)) {
            return vec![Row::new("move", format!("not for {color}: {why}"))];
        }
        let gains = format!("{moyo_gain:+} points of moyo for {color}");
        let mut rows = vec![Row::new("gains", gains)];
        if let Some(proposal) = self.choice.as_ref().and_then(|choice| choice.proposal(point)) {
            rows.push(Row::new("value", proposal.value.to_string()));
            let reasons = proposal.counting();
            rows.extend(reasons.map(|r| Row::new(format!("{:+}", r.counted), reason::text(&r.kind, size))));
        }
        rows
    }

    /// Returns the panel of the whole board: number of groups of each status, critical groups, and the
    /// layers.
    pub fn summary(&self, layers: &Layers) -> Panel {
        let mut rows = Vec::new();
        if layers.groups {
            let statuses = GroupStatus::ALL.into_iter();
            rows.extend(statuses.filter_map(|status| self.count(status)));
            let critical: Vec<&Group> = self.critical();
            rows.extend(critical.iter().take(LISTED).map(|group| {
                let part = Part::Stone(group.color, group.status);
                let label = format!("{} {}", group.letter, group.origin);
                Row::painted(part, label, critical_text(group))
            }));
            let left_out = critical.len().saturating_sub(LISTED);
            rows.extend((left_out > 0).then(|| Row::new("", format!("and {left_out} more"))));
        }
        if layers.eyes {
            rows.extend(Color::BOTH.map(|color| self.eye_summary(color)));
        }
        rows.extend(layers.influence.into_iter().flat_map(|map| self.map_summary(map)));
        rows.extend(self.line_rows());
        if let Some(choice) = self.choice.as_ref().filter(|_| layers.values) {
            rows.extend(self.best_moves(choice));
        }
        let heading = match layers.groups {
            true => "Groups: Black A-Z, White a-z".to_owned(),
            false => "The whole board".to_owned(),
        };
        Panel { heading, rows }
    }

    /// Row with the number of groups of a status, if there are any.
    fn count(&self, status: GroupStatus) -> Option<Row> {
        let groups = self.groups.iter().filter(|group| group.status == status);
        let sizes: Vec<usize> = groups.map(|group| group.stones.len()).collect();
        let label = format!("{} {}", status.mark(), status.plain().word());
        let likely = if status.is_likely() { ", likely" } else { "" };
        let stones = quantity(sizes.iter().sum::<usize>(), "stone");
        let text = format!("{} ({stones}){likely}", sizes.len());
        (!sizes.is_empty()).then(|| Row::painted(Part::Stone(Color::White, status), label, text))
    }

    /// Returns the critical groups, the largest first.
    fn critical(&self) -> Vec<&Group> {
        let is_critical = |group: &&Group| group.status.plain() == GroupStatus::Critical;
        let size = |group: &&Group| Reverse(group.stones.len());
        let critical = self.groups.iter().filter(is_critical);
        critical.sorted_by_key(size).collect()
    }

    fn line_rows(&self) -> impl Iterator<Item = Row> {
        let size = self.game.size();
        let numbered = self.lines.iter().zip(1..);
        numbered.map(move |(line, number)| Row::new(format!("line {number}"), lines::text(line, size)))
    }

    /// Rows with the number of points of each side on a map.
    fn map_summary(&self, map: Map) -> [Row; 2] {
        let board = self.game.board();
        Color::BOTH.map(|color| {
            let points = match map.influence(&self.analysis.influence) {
                Some(values) => values.points(board, &self.analysis.dead)[color],
                None => {
                    let owner = |&p: &Point| owner_by(self.ownership(p)).map(|(owner, _)| owner);
                    board.size().points().filter(|p| owner(p) == Some(color)).count() as i32
                }
            };
            let text = match map {
                Map::Ownership => format!("{} at the end of playouts", quantity(points, "point")),
                _ => format!("{points} points of {}", map.word()),
            };
            Row::painted(Part::Influence(color, STRENGTHS), color.to_string(), text)
        })
    }

    /// Rows with the best points: values with the reason that counts most, or visits of the search.
    fn best_moves(&self, choice: &Choice) -> impl Iterator<Item = Row> {
        let size = self.game.size();
        let numbers = choice::numbers(choice).into_iter().take(LISTED);
        numbers.map(move |(point, number)| {
            let reasons = choice.proposal(point).map(|proposal| proposal.reasons.iter());
            let reason = reasons.and_then(|reasons| reasons.max_by_key(|reason| reason.counted));
            let reason = || reason.map_or_else(String::new, |r| reason::text(&r.kind, size));
            let text = match choice.search {
                Some(_) => quantity(u32::try_from(number).unwrap_or_default(), "visit"),
                None => format!("{number} {}", reason()),
            };
            Row::new(size.vertex(point).to_string(), text)
        })
    }

    /// Row with the eye spaces of a side and the number of undecided ones.
    fn eye_summary(&self, color: Color) -> Row {
        let spaces = self.analysis.eyes.iter();
        let spaces: Vec<_> = spaces.filter(|s| s.color == color && is_shown(s)).collect();
        let points = spaces.iter().map(|s| s.points.len()).sum::<usize>();
        let open = spaces.iter().filter(|s| s.max > s.min).count();
        let (spaces, points) = (quantity(spaces.len(), "eye space"), quantity(points, "point"));
        let text = format!("{spaces}, {points}, {open} undecided");
        Row::painted(Part::Eye(color, EyeKind::Proper), color.to_string(), text)
    }
}

/// Returns the best moves to attack and to defend a group.
fn critical_text(group: &Group) -> String {
    let moves = [("attack", &group.kills), ("defense", &group.saves)].into_iter();
    let first = moves.filter_map(|(what, points)| Some((what, points.beside(*points.first()?))));
    match first.map(|(what, point)| format!("{what} {point}")).join(", ") {
        none if none.is_empty() => quantity(group.stones.len(), "stone"),
        moves => moves,
    }
}

#[cfg(test)]
mod tests;
