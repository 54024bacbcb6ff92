//! Commands about the end of the game. They ask the engine which stones are dead and do not change the board.

use katachi_rules::{Agreement, Color, PointSet};

use super::reading::vertex;
use super::Outcome;
use crate::analysis::{Unconditional, UnconditionalStatus};
use crate::gtp::protocol::{self, Arguments, Failure};
use crate::gtp::session::Session;

pub(super) fn final_score(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    let game = &session.game;
    let agreement = Agreement {
        dead: session.engine().dead_stones(game),
        ..Agreement::default()
    };
    Ok(game.agreed_score(&agreement).result().to_string())
}

/// Every stone is dead or alive, and its whole string with it. Stones in seki live and are not told apart,
/// so that the list of them is empty.
pub(super) fn status_list(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [status] = arguments.exactly()?;
    let want_dead = match status {
        "dead" => true,
        "alive" => false,
        "seki" => return Ok(String::new()),
        _ => {
            return Err(Failure::syntax(format!(
                "expected dead, alive or seki, found '{status}'"
            )));
        }
    };
    let board = session.game.board();
    let dead = session.engine().dead_stones(&session.game);
    let mut done = PointSet::EMPTY;
    let mut lines = Vec::new();
    for point in board.size().points().filter(|&p| board.cell(p).is_stone()) {
        if done.contains(point) {
            continue;
        }
        let string: PointSet = board.string(point).collect();
        done.extend_with(&string);
        if string.intersects(&dead) == want_dead {
            lines.push(protocol::vertices(board.size(), string.iter()));
        }
    }
    Ok(lines.join("\n"))
}

/// What is certain however often one side moves in a row.
pub(super) fn unconditional_status(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [word] = arguments.exactly()?;
    let board = session.game.board();
    let point = vertex(board, word)?;
    Ok(match Unconditional::of(board).status(board, point) {
        UnconditionalStatus::Alive => "alive",
        UnconditionalStatus::Dead => "dead",
        UnconditionalStatus::Territory(Color::Black) => "black_territory",
        UnconditionalStatus::Territory(Color::White) => "white_territory",
        UnconditionalStatus::Undecided => "undecided",
    }
    .to_string())
}
