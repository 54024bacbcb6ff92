// SPDX-License-Identifier: MIT OR Apache-2.0

//! The view as JSON, which `docs/view.schema.json` describes.

use std::collections::BTreeMap;

use katachi_engine::Choice;
use katachi_engine::analysis::influence::InfluenceMap;
use katachi_rules::{BoardSize, ByColor, Color, Move, Point};
use serde::Serialize;

use crate::groups::Group;
use crate::panel::Panel;
use crate::picture::Map;
use crate::text::rows;
use crate::{DATA_VERSION, DragonData, EyeData, Named, PositionView, StringData, lines, reason};

/// A view as data. Rows begin at the top of the board, points in them at the left.
#[derive(Serialize)]
struct ViewData<'a> {
    version: u32,
    #[serde(flatten)]
    size: BoardSize,
    #[serde(rename = "move")]
    number: usize,
    to_move: Color,
    last: Option<LastMove>,
    captured_by: ByColor<u32>,
    rows: Vec<String>,
    groups: Vec<GroupData<'a>>,
    eyes: Vec<EyeData>,
    influence: BTreeMap<&'static str, InfluenceData>,
    ownership: Vec<Vec<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<ChoiceData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<PointData<'a>>,
}

#[derive(Serialize)]
struct LastMove {
    color: Color,
    #[serde(rename = "move")]
    mv: Named<Move>,
}

#[derive(Serialize)]
struct GroupData<'a> {
    #[serde(flatten)]
    group: &'a Group,
    mark: char,
    facts: Option<DragonData>,
    strings: Vec<StringData>,
}

#[derive(Serialize)]
struct InfluenceData {
    #[serde(flatten)]
    points: ByColor<i32>,
    values: Vec<Vec<i32>>,
}

#[derive(Serialize)]
struct LineData {
    title: String,
    first: Color,
    moves: Named<Vec<Move>>,
}

#[derive(Serialize)]
struct ChoiceData {
    #[serde(rename = "move")]
    mv: Named<Move>,
    value: i32,
    proposals: Vec<ProposalData>,
}

#[derive(Serialize)]
struct ProposalData {
    point: Named<Point>,
    value: i32,
    uncertainty: i32,
    reasons: Vec<ReasonData>,
}

#[derive(Serialize)]
struct ReasonData {
    value: i32,
    counted: i32,
    text: String,
}

#[derive(Serialize)]
struct PointData<'a> {
    vertex: Named<Point>,
    group: Option<Named<Point>>,
    #[serde(flatten)]
    panel: &'a Panel,
}

/// Returns the view as JSON in several lines with sorted keys, and the panel of one point if there is one.
pub fn render(view: &PositionView, panel: Option<(Point, &Panel)>) -> String {
    let (size, board) = (view.game.size(), view.game.board());
    let lost = board.prisoners();
    let eyes = view.analysis.eyes.iter().filter(|space| space.is_certain());
    let influence = |map: Map| {
        Some((
            map.word(),
            influence(view, map.influence(&view.analysis.influence)?),
        ))
    };
    let stone = |p| match board.cell(p).color() {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let line = |line: &katachi_engine::play::lines::Line| LineData {
        title: lines::title(line, size),
        first: line.first,
        moves: Named::new(line.moves.clone(), size),
    };
    let data = ViewData {
        version: DATA_VERSION,
        size,
        number: view.game.move_count() + 1,
        to_move: view.game.to_move(),
        last: view.game.moves().next_back().map(|(color, mv)| LastMove {
            color,
            mv: Named::new(mv, size),
        }),
        captured_by: ByColor::from_fn(|color| lost[color.opposite()]),
        rows: rows(size)
            .map(|(_, points)| points.into_iter().map(stone).collect())
            .collect(),
        groups: view.groups.iter().map(|group| group_data(view, group)).collect(),
        eyes: eyes.map(|space| EyeData::new(space, size)).collect(),
        influence: Map::INFLUENCE.into_iter().filter_map(influence).collect(),
        // More digits than hundredths mean nothing.
        ownership: numbers(size, |p| {
            (100.0 * view.analysis.ownership.share(p, Color::Black)).round() as i32
        }),
        choice: view.choice.as_ref().map(|choice| choice_data(choice, size)),
        lines: view.lines.iter().map(line).collect(),
        point: panel.map(|(point, panel)| PointData {
            vertex: Named::new(point, size),
            group: view.groups.get(point).map(|group| group.origin),
            panel,
        }),
    };
    let data = serde_json::to_value(data).expect("a view is plain data");
    format!("{data:#}\n")
}

/// Returns a list for each row from the top, with a number for each point.
fn numbers(size: BoardSize, number: impl Fn(Point) -> i32) -> Vec<Vec<i32>> {
    rows(size)
        .map(|(_, points)| points.into_iter().map(&number).collect())
        .collect()
}

fn influence(view: &PositionView, values: &InfluenceMap) -> InfluenceData {
    let points = values.points(view.game.board(), &view.analysis.dead);
    InfluenceData {
        points: ByColor {
            black: points.black,
            white: points.white,
        },
        values: numbers(view.game.size(), |p| values.value(p)),
    }
}

fn group_data<'a>(view: &PositionView, group: &'a Group) -> GroupData<'a> {
    let (analysis, size) = (&view.analysis, view.game.size());
    let dragon = analysis.dragons.get(*group.origin);
    let strings = dragon.into_iter().flat_map(|dragon| &dragon.strings);
    let worms = strings.filter_map(|&string| analysis.worms.get(string));
    GroupData {
        group,
        mark: group.status.mark(),
        facts: dragon.map(|dragon| DragonData::new(analysis, dragon, size)),
        strings: worms.map(|worm| StringData::new(worm, size)).collect(),
    }
}

fn choice_data(choice: &Choice, size: BoardSize) -> ChoiceData {
    let proposals = choice.proposals.iter().map(|proposal| ProposalData {
        point: Named::new(proposal.point, size),
        value: proposal.value,
        uncertainty: proposal.uncertainty(),
        reasons: proposal
            .reasons
            .iter()
            .map(|given| ReasonData {
                value: given.value,
                counted: given.counted,
                text: reason::text(&given.kind, size),
            })
            .collect(),
    });
    ChoiceData {
        mv: Named::new(choice.mv, size),
        value: choice.value,
        proposals: proposals.collect(),
    }
}
