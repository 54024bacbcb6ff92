// SPDX-License-Identifier: MIT OR Apache-2.0

//! A review as JSON, for programs and for the page. Points have names, values are Black's.

use katachi_rules::sgf::APPLICATION;
use katachi_rules::{BoardSize, Color, Move, Point, PointMap};
use serde_json::{Value as Json, json};

use super::groups::GroupState;
use super::moves::{Judgement, ReviewedMove};
use super::readings::GroupReading;
use super::review::{Position, Review};
use super::shapes::Shape;
use super::summary::{Average, Side};
use super::value::Value;
use super::words;

/// Steps of ownership and influence for each side.
const STEPS: f32 = 9.0;

impl Review {
    /// Returns the review as JSON. Its first key `application` identifies our files.
    pub fn to_json(&self) -> Json {
        let about = &self.about;
        let size = about.size;
        let number = |&index: &usize| self.moves[index].number;
        json!({
            "application": APPLICATION,
            "title": about.title(),
            "width": size.width(),
            "height": size.height(),
            "komi": about.komi,
            "rules": about.rules,
            "handicap": about.handicap,
            "black": about.name(Color::Black),
            "white": about.name(Color::White),
            "result": about.result,
            "occasion": about.occasion,
            "first": self.first,
            "game_length": self.game_length,
            "judge": self.judge,
            "visits": self.visits,
            "visits_per_position": self.visits_per_position,
            "seed": self.seed,
            "positions": self.positions.iter().map(|p| position(p, size)).collect::<Vec<_>>(),
            "moves": (0..self.moves.len()).map(|i| self.move_json(i)).collect::<Vec<_>>(),
            "turning_points": self.turning_points.iter().map(number).collect::<Vec<_>>(),
            "sides": {
                "black": self.sides.black.as_ref().map(|side| self.side_json(side)),
                "white": self.sides.white.as_ref().map(|side| self.side_json(side)),
            },
        })
    }

    fn move_json(&self, index: usize) -> Json {
        let (mv, size) = (&self.moves[index], self.about.size);
        let mut object = json!({
            "number": mv.number,
            "color": color(mv.color),
            "move": size.show(mv.mv),
            "name": mv.name,
            "phase": mv.phase.text(),
            "severity": mv.severity().word(),
            "headline": words::headline(mv, size),
            "comment": words::comment(self, index),
            "shapes": shapes(&mv.shapes),
            "changes": mv.changes.iter().map(|change| json!({
                "letter": change.letter.to_string(),
                "color": color(change.color),
                "stone": vertex(size, change.stone),
                "size": change.size,
                "before": change.before.word(),
                "after": change.after.map_or("captured", |after| after.word()),
            })).collect::<Vec<_>>(),
        });
        if let Some(found) = &mv.judgement {
            object["judgement"] = judgement(found, mv, size);
        }
        object
    }

    fn side_json(&self, side: &Side) -> Json {
        let number = |&index: &usize| self.moves[index].number;
        let phases = side.phases.iter().map(|(phase, mean)| {
            let mut object = average(mean);
            object["phase"] = json!(phase.text());
            object
        });
        json!({
            "total": average(&side.total),
            "phases": phases.collect::<Vec<_>>(),
            "severities": side.severities.iter().map(|(severity, count)| json!({
                "severity": severity.word(),
                "count": count,
            })).collect::<Vec<_>>(),
            "doubtful": side.doubtful.iter().map(number).collect::<Vec<_>>(),
            "worst": side.worst.iter().map(number).collect::<Vec<_>>(),
            "lessons": side.lessons().iter().map(|class| json!({
                "text": class.weakness.lesson(),
                "moves": class.examples.iter().map(number).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "weaknesses": side.weaknesses.iter().map(|class| json!({
                "id": class.weakness.id(),
                "text": class.weakness.text(),
                "count": class.count,
                "win_rate": rounded(class.lost.win_rate),
                "points": rounded(class.lost.points),
                "examples": class.examples.iter().map(number).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "left_out": side.left_out.iter().map(|shape| json!({
                "name": shape.name,
                "moves": shape.moves.iter().map(number).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
        })
    }
}

fn reading(reading: &GroupReading) -> Json {
    json!({
        "question": reading.question,
        "answer": reading.answer,
        "text": reading.text,
        "sgf": reading.sgf,
    })
}

fn position(position: &Position, size: BoardSize) -> Json {
    let stone = |p: Point| match position.board.cell(p).color() {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    json!({
        "stones": size.points().map(stone).collect::<String>(),
        "to_move": color(position.to_move),
        "value": position.value.as_ref().map(value),
        "groups": position.groups.iter().map(|g| group(g, size)).collect::<Vec<_>>(),
        "ownership": levels(&position.ownership, size),
        "influence": levels(&position.influence, size),
    })
}

/// Returns a letter for each point in the order of the board: `A` White's, `J` neutral, `S` Black's.
fn levels(map: &PointMap<f32>, size: BoardSize) -> String {
    let letter = |p: Point| {
        let level = (map[p] * STEPS).round().clamp(-STEPS, STEPS) + STEPS;
        char::from(b'A' + level as u8)
    };
    size.points().map(letter).collect()
}

fn group(group: &GroupState, size: BoardSize) -> Json {
    let names = |points: &[Point]| points.iter().map(|&p| vertex(size, p)).collect::<Json>();
    json!({
        "letter": group.letter.to_string(),
        "color": color(group.color),
        "origin": vertex(size, group.origin),
        "stones": group.stones.iter().map(|p| vertex(size, p)).collect::<Json>(),
        "standing": group.status.word(),
        "kills": names(&group.kills),
        "saves": names(&group.saves),
    })
}

fn judgement(found: &Judgement, mv: &ReviewedMove, size: BoardSize) -> Json {
    let show = |moves: &[Move]| {
        moves
            .iter()
            .map(|&mv| Json::String(size.show(mv)))
            .collect::<Json>()
    };
    let mut object = json!({
        "before": value(&found.before),
        "after": found.after.as_ref().map(value),
        "after_best": found.after_best.as_ref().map(value),
        "best": size.show(found.best),
        "loss": found.loss.map(|loss| json!({
            "win_rate": rounded(loss.win_rate),
            "win_rate_error": rounded(loss.win_rate_error),
            "points": rounded(loss.points),
            "points_error": rounded(loss.points_error),
        })),
        "counted": { "win_rate": rounded(found.counted.win_rate), "points": rounded(found.counted.points) },
        "chance": rounded(found.chance),
        "prior": rounded(found.prior),
        "prior_rank": found.prior_rank,
        "usual": show(&mv.usual()),
        "rank": found.rank,
        "considered": found.considered,
        "candidates": found.candidates.iter().map(|candidate| json!({
            "move": size.show(candidate.mv),
            "visits": candidate.visits,
            "win_rate": rounded(candidate.win_rate),
            "lead": rounded(candidate.lead),
            "prior": rounded(candidate.prior),
        })).collect::<Vec<_>>(),
    });
    if let Some(criticism) = &found.criticism {
        object["weakness"] = json!(criticism.weakness.id());
        object["left_out"] = json!(criticism.left_out.as_ref().map(|shape| &shape.name));
        object["left_out_words"] = json!(criticism.left_out.as_ref().map(Shape::words));
        object["answer"] = show(&criticism.answer);
        object["readings"] = criticism.readings.iter().map(reading).collect();
        object["better"] = criticism
            .better
            .iter()
            .map(|better| {
                json!({
                    "move": size.show(better.mv),
                    "color": color(mv.color),
                    "value": better.value.as_ref().map(value),
                    "prior": rounded(better.prior),
                    "win_rate": rounded(better.win_rate),
                    "lead": rounded(better.lead),
                    "variation": show(&better.variation),
                    "shapes": shapes(&better.shapes),
                    "why": words::why(better, size),
                })
            })
            .collect();
    }
    object
}

fn shapes(shapes: &[Shape]) -> Json {
    let shape = |shape: &Shape| json!({ "name": shape.name, "note": shape.note, "value": shape.value });
    shapes.iter().map(shape).collect()
}

fn average(mean: &Average) -> Json {
    json!({
        "moves": mean.moves,
        "first_choices": mean.first_choices,
        "win_rate": rounded(mean.win_rate_per_move()),
        "points": rounded(mean.points_per_move()),
    })
}

fn value(value: &Value) -> Json {
    json!({
        "win_rate": rounded(value.win_rate),
        "win_rate_error": rounded(value.win_rate_error),
        "lead": rounded(value.lead),
        "lead_error": rounded(value.lead_error),
        "visits": value.visits,
    })
}

fn vertex(size: BoardSize, point: Point) -> Json {
    Json::String(size.vertex(point).to_string())
}

fn color(color: Color) -> Json {
    Json::String(color.to_string().to_lowercase())
}

/// Rounds to thousandths.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1000.0).round() / 1000.0
}
