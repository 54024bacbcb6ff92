// SPDX-License-Identifier: MIT OR Apache-2.0

//! The view as JSON, which `docs/view.schema.json` describes.

use katachi_engine::play::lines::Line;
use katachi_engine::{Choice, Proposal};
use katachi_rules::{BoardSize, Color, Point};
use serde_json::{Map as Object, Value as Json, json};

use crate::groups::Group;
use crate::panel::Panel;
use crate::picture::Map;
use crate::text::rows;
use crate::{DATA_VERSION, DragonData, EyeData, Named, PositionView, StringData, lines, reason};

/// Returns the view as JSON in several lines with sorted keys, and the panel of one point if there is one.
/// Rows begin at the top of the board, points in them at the left.
pub fn render(view: &PositionView, panel: Option<(Point, &Panel)>) -> String {
    let (size, board) = (view.game.size(), view.game.board());
    let lost = board.prisoners();
    let last = view.game.moves().next_back();
    let eyes = view.analysis.eyes.iter().filter(|space| space.is_certain());
    let stone = |p| match board.cell(p).color() {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let stones = rows(size).map(|(_, points)| points.into_iter().map(stone).collect::<String>());
    let influence = Map::INFLUENCE.into_iter().filter_map(|map| {
        let values = map.influence(&view.analysis.influence)?;
        let points = values.points(board, &view.analysis.dead);
        let data = json!({
            "black": points.black,
            "white": points.white,
            "values": numbers(size, |p| values.value(p)),
        });
        Some((map.word().to_owned(), data))
    });
    // More digits than hundredths mean nothing.
    let ownership = |p| (100.0 * view.analysis.ownership.share(p, Color::Black)).round() as i32;
    let mut data = json!({
        "version": DATA_VERSION,
        "width": size.width(),
        "height": size.height(),
        "move": view.game.move_count() + 1,
        "to_move": view.game.to_move(),
        "last": last.map(|(color, mv)| json!({ "color": color, "move": size.show(mv) })),
        "captured_by": { "black": lost[Color::White], "white": lost[Color::Black] },
        "rows": stones.collect::<Vec<_>>(),
        "groups": view.groups.iter().map(|group| group_data(view, group)).collect::<Vec<_>>(),
        "eyes": eyes.map(|space| EyeData::new(space, size)).collect::<Vec<_>>(),
        "influence": influence.collect::<Object<_, _>>(),
        "ownership": numbers(size, ownership),
    });
    if let Some(choice) = &view.choice {
        data["choice"] = choice_data(choice, size);
    }
    if !view.lines.is_empty() {
        let line = |line: &Line| {
            json!({
                "title": lines::title(line, size),
                "first": line.first,
                "moves": Named::new(line.moves.clone(), size),
            })
        };
        data["lines"] = view.lines.iter().map(line).collect();
    }
    if let Some((point, panel)) = panel {
        data["point"] = json!({
            "vertex": Named::new(point, size),
            "group": view.groups.get(point).map(|group| group.origin),
            "heading": panel.heading,
            "rows": panel.rows,
        });
    }
    format!("{data:#}\n")
}

/// Returns a list for each row from the top, with a number for each point.
fn numbers(size: BoardSize, number: impl Fn(Point) -> i32) -> Vec<Vec<i32>> {
    rows(size)
        .map(|(_, points)| points.into_iter().map(&number).collect())
        .collect()
}

fn group_data(view: &PositionView, group: &Group) -> Json {
    let (analysis, size) = (&view.analysis, view.game.size());
    let dragon = analysis.dragons.get(*group.origin);
    let strings = dragon.into_iter().flat_map(|dragon| &dragon.strings);
    let worms = strings.filter_map(|&string| analysis.worms.get(string));
    let mut data = json!(group);
    data["facts"] = json!(dragon.map(|dragon| DragonData::new(analysis, dragon, size)));
    data["strings"] = worms.map(|worm| json!(StringData::new(worm, size))).collect();
    data
}

fn choice_data(choice: &Choice, size: BoardSize) -> Json {
    let reasons = |proposal: &Proposal| -> Json {
        let reasons = proposal.reasons.iter().map(|given| {
            json!({
                "value": given.value,
                "counted": given.counted,
                "text": reason::text(&given.kind, size),
            })
        });
        reasons.collect()
    };
    let proposals = choice.proposals.iter().map(|proposal| {
        json!({
            "point": Named::new(proposal.point, size),
            "value": proposal.value,
            "uncertainty": proposal.uncertainty(),
            "reasons": reasons(proposal),
        })
    });
    json!({
        "move": size.show(choice.mv),
        "value": choice.value,
        "proposals": proposals.collect::<Vec<_>>(),
    })
}
