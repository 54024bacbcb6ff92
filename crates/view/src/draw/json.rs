// SPDX-License-Identifier: MIT OR Apache-2.0

//! The view as JSON, which `docs/view.schema.json` describes.

use katachi_engine::Choice;
use katachi_engine::analysis::influence::InfluenceMap;
use katachi_engine::play::lines::Line;
use katachi_engine::reading::Verdict;
use katachi_rules::{BoardSize, Color, Point};
use serde_json::{Map as Object, Value as Json, json};

use crate::facts::eye_data::EyeData;
use crate::facts::fact::{Fact, Value};
use crate::groups::Group;
use crate::panel::Panel;
use crate::picture::Map;
use crate::position::PositionView;
use crate::reason;
use crate::{certainty, lines};

/// Returns the view as JSON in several lines with sorted keys, and the panel of one point if there is one.
pub fn render(view: &PositionView, panel: Option<(Point, &Panel)>) -> String {
    let size = view.game.size();
    let lost = view.game.board().prisoners();
    let last = view.game.moves().next_back();
    let groups: Vec<Json> = view.groups.iter().map(|g| group(g, size)).collect();
    let eyes = view.analysis.eyes.iter().filter(|space| space.is_certain());
    let eyes: Vec<EyeData> = eyes.map(|space| EyeData::new(space, size)).collect();
    let influence: Object<String, Json> = Map::INFLUENCE
        .into_iter()
        .filter_map(|map| {
            Some((
                map.word().to_owned(),
                influence(view, map.influence(&view.analysis.influence)?),
            ))
        })
        .collect();
    let mut object = json!({
        "width": size.width(),
        "height": size.height(),
        "move": view.game.move_count() + 1,
        "to_move": color(view.game.to_move()),
        "last": last.map(|(by, mv)| json!({"color": color(by), "move": size.show(mv)})),
        "captured_by": { "black": lost[Color::White], "white": lost[Color::Black] },
        "rows": stones(view),
        "groups": groups,
        "eyes": eyes,
        "influence": influence,
        "ownership": numbers(size, |p| {
            // More digits than hundredths mean nothing.
            let balance = (100.0 * view.analysis.ownership.share(p, Color::Black)).round();
            json!(balance as i32)
        }),
    });
    if let Some(choice) = &view.choice {
        object["choice"] = proposals(choice, size);
    }
    if !view.lines.is_empty() {
        object["lines"] = view.lines.iter().map(|l| line(l, size)).collect();
    }
    if let Some((point, panel)) = panel {
        object["point"] = json!({
            "vertex": vertex(size, point),
            "group": view.groups.get(point).map(|g| vertex(size, g.origin)),
            "heading": panel.heading,
            "rows": panel.rows.iter().map(|r| json!([r.label, r.text])).collect::<Vec<_>>(),
        });
    }
    format!("{object:#}\n")
}

fn line(line: &Line, size: BoardSize) -> Json {
    let moves = line
        .moves
        .iter()
        .map(|&mv| Json::String(size.show(mv).to_string()));
    json!({
        "title": lines::title(line, size),
        "first": color(line.first),
        "moves": moves.collect::<Vec<_>>(),
    })
}

fn vertex(size: BoardSize, point: Point) -> Json {
    Json::String(size.vertex(point).to_string())
}

fn vertices(size: BoardSize, points: impl IntoIterator<Item = Point>) -> Json {
    points.into_iter().map(|p| vertex(size, p)).collect()
}

fn color(color: Color) -> Json {
    Json::String(color.to_string().to_lowercase())
}

/// Returns the rows from the top, with points as `X`, `O` and `.`.
fn stones(view: &PositionView) -> Json {
    let size = view.game.size();
    crate::text::rows(size)
        .map(|(_, points)| {
            let row = points
                .into_iter()
                .map(|p| match view.game.board().cell(p).color() {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                });
            row.collect::<String>()
        })
        .collect()
}

/// Returns a list for each row from the top, with a number for each point.
fn numbers(size: BoardSize, number: impl Fn(Point) -> Json) -> Json {
    crate::text::rows(size)
        .map(|(_, points)| points.into_iter().map(&number).collect::<Json>())
        .collect()
}

fn influence(view: &PositionView, values: &InfluenceMap) -> Json {
    let points = values.points(view.game.board(), &view.analysis.dead);
    json!({
        "black": points.black,
        "white": points.white,
        "values": numbers(view.game.size(), |p| json!(values.value(p))),
    })
}

fn facts(facts: &[Fact], size: BoardSize) -> Json {
    let facts = facts
        .iter()
        .map(|fact| (fact.key.name().to_owned(), value(&fact.value, size)));
    Json::Object(facts.collect())
}

fn group(group: &Group, size: BoardSize) -> Json {
    let strings = group.strings.iter().map(|string| {
        json!({
            "origin": vertex(size, string.origin),
            "stones": vertices(size, string.stones.iter()),
            "facts": facts(&string.facts, size),
        })
    });
    json!({
        "letter": group.letter.to_string(),
        "color": color(group.color),
        "origin": vertex(size, group.origin),
        "stones": vertices(size, group.stones.iter()),
        "standing": group.status.plain().word(),
        "certainty": certainty::name(group.certainty),
        "mark": group.status.mark().to_string(),
        "facts": facts(&group.facts, size),
        "strings": strings.collect::<Vec<_>>(),
    })
}

fn value(value: &Value, size: BoardSize) -> Json {
    match value {
        Value::Number(number) | Value::Cuts(number) => json!(number),
        Value::Liberties(by_order) => json!(by_order),
        Value::Range(least, most) => json!([least, most]),
        // More digits than hundredths mean nothing.
        Value::Size(number) => json!((f64::from(*number) * 100.0).round() / 100.0),
        Value::True => json!(true),
        Value::Point(point) => vertex(size, *point),
        Value::Points(points) => vertices(size, points.iter().copied()),
        Value::Reading(verdict, points) => json!({
            "code": verdict.code(),
            "known": *verdict != Verdict::Unknown,
            "points": vertices(size, points.iter().copied()),
        }),
        Value::Judged(verdict, points, certainty) => json!({
            "code": verdict.code(),
            "known": *verdict != Verdict::Unknown,
            "points": vertices(size, points.iter().copied()),
            "certainty": certainty::name(*certainty),
            "playoutsWon": certainty::share(*certainty),
        }),
        Value::Why(why) => json!(why.words(size)),
    }
}

fn proposals(choice: &Choice, size: BoardSize) -> Json {
    let proposals = choice.proposals.iter().map(|proposal| {
        let reasons = proposal.reasons.iter().map(|reason| {
            json!({
                "value": reason.value,
                "counted": reason.counted,
                "text": reason::text(&reason.kind, size),
            })
        });
        json!({
            "point": vertex(size, proposal.point),
            "value": proposal.value,
            "uncertainty": proposal.uncertainty(),
            "reasons": reasons.collect::<Vec<_>>(),
        })
    });
    json!({
        "move": size.show(choice.mv),
        "value": choice.value,
        "proposals": proposals.collect::<Vec<_>>(),
    })
}
