// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands about eyes: eye spaces with their values, half and false eyes.

use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::Point;
use katachi_view::{EyeData, HalfEyeData};

use super::arguments::vertex;
use super::command::Outcome;
use crate::session::Session;

/// `MIN MAX` by reading, and the attacking and the defending point if these differ.
pub(super) fn eval_eye(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [word] = arguments.exactly()?;
    let point = vertex(session.game.board(), word)?;
    let space = session
        .answers()
        .eye(point)
        .ok_or_else(|| Failure::new(format!("{word} is in no eye space")))?;
    let size = session.game.size();
    let counts = format!("{} {}", space.min, space.max);
    Ok(match (space.attack.first(), space.defense.first()) {
        (Some(&attack), Some(&defense)) => {
            format!("{counts} {} {}", size.vertex(attack), size.vertex(defense))
        }
        _ => counts,
    })
}

pub(super) fn eye_data(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, word] = arguments.exactly()?;
    let color = protocol::color(color)?;
    let point = vertex(session.game.board(), word)?;
    let eyes = session.analysis().eyes;
    match eyes.get(color, point) {
        Some(space) => Ok(EyeData::new(space, session.game.size()).to_string()),
        None => Err(Failure::new(format!("{word} is in no eye space of {color}"))),
    }
}

/// The diagonals of an eye point with at most one neighbour in its eye space.
pub(super) fn half_eye_data(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [word] = arguments.exactly()?;
    let point = vertex(session.game.board(), word)?;
    let eyes = session.analysis().eyes;
    let found = eyes
        .around(point)
        .and_then(|s| s.diagonals.iter().find(|d| d.point == point));
    match found {
        Some(diagonals) => Ok(HalfEyeData::new(diagonals, session.game.size()).to_string()),
        None => Err(Failure::new(format!(
            "{word} is no eye point with at most one neighbour"
        ))),
    }
}

pub(super) fn eyes_json(session: &mut Session, at: Option<Point>) -> Outcome {
    let size = session.game.size();
    let eyes = session.analysis().eyes;
    let chosen = eyes
        .iter()
        .filter(|space| at.is_none_or(|p| space.points.contains(p)));
    let lines: Vec<String> = chosen.map(|space| EyeData::new(space, size).json()).collect();
    Ok(lines.join("\n"))
}
