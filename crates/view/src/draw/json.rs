// SPDX-License-Identifier: MIT OR Apache-2.0

//! The view as JSON, which `docs/view.schema.json` describes.

use std::collections::BTreeMap;

use katachi_engine::analysis::influence::InfluenceMap;
use katachi_engine::play::lines::Line;
use katachi_engine::{Choice, Proposal, Reason};
use katachi_rules::{BoardSize, ByColor, Color, Move, Point};

use crate::facts::fields::data;
use crate::groups::Group;
use crate::panel::Panel;
use crate::picture::Map;
use crate::text::rows;
use crate::{DATA_VERSION, DragonData, EyeData, Named, PositionView, StringData};
use crate::{lines, reason, status_reason};

/// Returns the view as JSON in several lines with sorted keys, and the panel of one point if there is one.
/// Rows begin at the top of the board, points in them at the left.
pub fn render(view: &PositionView, panel: Option<(Point, &Panel)>) -> String {
    let data = serde_json::to_value(ViewData::new(view, panel));
    format!("{:#}\n", data.expect("a view is plain data"))
}

data! {
    struct ViewData(view: &PositionView, panel: Option<(Point, &Panel)>) {
        version: u32 = DATA_VERSION,
        #[serde(flatten)]
        size: BoardSize = view.game.size(),
        #[serde(rename = "move")]
        number: usize = view.game.move_count() + 1,
        to_move: Color = view.game.to_move(),
        last: Option<MoveData> = view.game.moves().next_back().map(|(c, mv)| MoveData::new(c, mv, view.game.size())),
        captured_by: ByColor<u32> = ByColor::from_fn(|color| view.game.board().prisoners()[color.opposite()]),
        rows: Vec<String> = view.game.board().to_string().lines().map(|row| row.replace(' ', "")).collect(),
        groups: Vec<GroupData> = view.groups.iter().map(|group| GroupData::new(view, group)).collect(),
        eyes: Vec<EyeData> = eyes(view),
        influence: BTreeMap<&'static str, MapData> = maps(view),
        // More digits than hundredths mean nothing.
        ownership: Vec<Vec<i32>> = by_rows(view, |p| (100.0 * view.analysis.ownership.share(p, Color::Black)).round() as i32),
        #[serde(skip_serializing_if = "Option::is_none")]
        choice: Option<ChoiceData> = view.choice.as_ref().map(|choice| ChoiceData::new(choice, view.game.size())),
        #[serde(skip_serializing_if = "Vec::is_empty")]
        lines: Vec<LineData> = view.lines.iter().map(|line| LineData::new(line, view.game.size())).collect(),
        #[serde(skip_serializing_if = "Option::is_none")]
        point: Option<PointData> = panel.map(|(point, panel)| PointData::new(view, point, panel)),
    }
}

data! {
    struct MoveData(color: Color, mv: Move, size: BoardSize) {
        color: Color = color,
        #[serde(rename = "move")]
        mv: Named<Move> = Named::new(mv, size),
    }
}

data! {
    struct GroupData(view: &PositionView, group: &Group) {
        #[serde(flatten)]
        group: Group = group.clone(),
        facts: Option<DragonData> = facts(view, group),
        strings: Vec<StringData> = strings(view, group),
    }
}

data! {
    struct MapData(view: &PositionView, map: &InfluenceMap) {
        #[serde(flatten)]
        points: ByColor<i32> = map.points(view.game.board(), &view.analysis.dead),
        values: Vec<Vec<i32>> = by_rows(view, |p| map.value(p)),
    }
}

data! {
    struct ChoiceData(choice: &Choice, size: BoardSize) {
        #[serde(rename = "move")]
        mv: Named<Move> = Named::new(choice.mv, size),
        value: i32 = choice.value,
        proposals: Vec<ProposalData> = choice.proposals.iter().map(|p| ProposalData::new(p, size)).collect(),
    }
}

data! {
    struct ProposalData(proposal: &Proposal, size: BoardSize) {
        point: Named<Point> = Named::new(proposal.point, size),
        value: i32 = proposal.value,
        uncertainty: i32 = proposal.uncertainty(),
        reasons: Vec<ReasonData> = proposal.reasons.iter().map(|r| ReasonData::new(r, size)).collect(),
    }
}

data! {
    struct ReasonData(reason: &Reason, size: BoardSize) {
        value: i32 = reason.value,
        counted: i32 = reason.counted,
        text: String = reason::text(&reason.kind, size),
    }
}

data! {
    struct LineData(line: &Line, size: BoardSize) {
        title: String = lines::title(line, size),
        first: Color = line.first,
        moves: Named<Vec<Move>> = Named::new(line.moves.clone(), size),
    }
}

data! {
    struct PointData(view: &PositionView, point: Point, panel: &Panel) {
        vertex: Named<Point> = Named::new(point, view.game.size()),
        group: Option<Named<Point>> = view.groups.get(point).map(|group| group.origin),
        #[serde(flatten)]
        panel: Panel = panel.clone(),
    }
}

/// Returns a list for each row from the top, with a number for each point.
fn by_rows(view: &PositionView, of: impl Fn(Point) -> i32) -> Vec<Vec<i32>> {
    let rows = rows(view.game.size());
    rows.map(|(_, points)| points.into_iter().map(&of).collect())
        .collect()
}

fn eyes(view: &PositionView) -> Vec<EyeData> {
    let eyes = view.analysis.eyes.iter().filter(|space| space.is_certain());
    eyes.map(|space| EyeData::new(space, view.game.size())).collect()
}

fn maps(view: &PositionView) -> BTreeMap<&'static str, MapData> {
    let values = |map: Map| {
        let values = map.influence(&view.analysis.influence)?;
        Some((map.word(), MapData::new(view, values)))
    };
    Map::INFLUENCE.into_iter().filter_map(values).collect()
}

fn facts(view: &PositionView, group: &Group) -> Option<DragonData> {
    let dragon = view.analysis.dragons.get(*group.origin)?;
    let why = status_reason::words(&view.analysis, dragon, view.game.size());
    Some(DragonData::new(&view.analysis, dragon, why, view.game.size()))
}

fn strings(view: &PositionView, group: &Group) -> Vec<StringData> {
    let dragon = view.analysis.dragons.get(*group.origin).into_iter();
    let strings = dragon.flat_map(|dragon| &dragon.strings);
    let worms = strings.filter_map(|&p| view.analysis.worms.get(p));
    let data = worms.map(|worm| StringData::new(worm, view.game.size()));
    data.collect()
}
