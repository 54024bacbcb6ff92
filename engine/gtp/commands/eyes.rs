//! Commands about eyes.

use super::Outcome;
use super::reading::vertex;
use crate::analysis::eye::Eyes;
use crate::gtp::protocol::{Arguments, Failure};
use crate::gtp::session::Session;

/// The eyes of the position on the board.
fn eyes(session: &mut Session) -> Eyes {
    let worms = session.worms();
    Eyes::new(session.quick_reader(), &worms)
}

/// `MIN MAX`, and where they differ the attacking and the defending point.
pub(super) fn eval_eye(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [word] = arguments.exactly()?;
    let point = vertex(session.game.board(), word)?;
    let eyes = eyes(session);
    let space = eyes
        .around(point)
        .ok_or_else(|| Failure::new(format!("{word} is in no eye space")))?;
    let size = session.game.size();
    let counts = format!("{} {}", space.min, space.max);
    Ok(match (space.attack.first(), space.defence.first()) {
        (Some(&attack), Some(&defence)) => {
            format!("{counts} {} {}", size.vertex(attack), size.vertex(defence))
        }
        _ => counts,
    })
}
