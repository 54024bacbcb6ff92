// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands for GoGui: analysis commands and set-up of positions.

use std::fmt::Write as _;

use katachi_engine::movegen::Proposal;
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{Board, BoardSize, Color, Game, Point};
use katachi_view::analysis::of_side;
use katachi_view::groups::GroupStatus;

use super::arguments::{pairs, vertex};
use super::command::Outcome;
use crate::session::Session;

/// The menu of analysis commands: the kind of picture, the label, and the command with GoGui's placeholders
/// (`%m` the side to move, `%c` a colour, `%p` a point).
const MENU: [(&str, &str, &str); 30] = [
    ("cboard", "Groups by status", "katachi-groups"),
    ("gfx", "Groups by letter and status", "katachi-dragons"),
    ("gfx", "Eye spaces", "katachi-eyes"),
    ("dboard", "Ownership", "katachi-ownership"),
    ("dboard", "Influence: area", "katachi-influence area"),
    ("dboard", "Influence: moyo", "katachi-influence moyo"),
    ("dboard", "Influence: territory", "katachi-influence territory"),
    ("pspairs", "Values of moves", "katachi-values %m"),
    ("gfx", "Expected by the search", "katachi-expected %m"),
    ("gfx", "Line: capture", "katachi-line capture %p"),
    ("gfx", "Line: save from capture", "katachi-line save %p"),
    ("gfx", "Line: kill", "katachi-line kill %p"),
    ("gfx", "Line: save the group", "katachi-line live %p"),
    ("hstring", "All lines of a stone", "katachi-lines %p"),
    ("string", "Estimate of the score", "estimate_score"),
    ("hstring", "Best move and why", "katachi-hint %m"),
    ("hstring", "Why the last move", "gomill-explain_last_move"),
    ("plist", "Dead stones", "final_status_list dead"),
    ("plist", "Stones in seki", "final_status_list seki"),
    ("plist", "Stones of a group", "dragon_stones %p"),
    ("hstring", "Facts of a group", "dragon_data %p"),
    ("string", "Status of a group", "dragon_status %p"),
    ("hstring", "Facts of a string", "worm_data %p"),
    ("plist", "Liberties", "findlib %p"),
    ("string", "Capture", "attack %p"),
    ("string", "Save from capture", "defend %p"),
    ("string", "Kill", "owl_attack %p"),
    ("string", "Make live", "owl_defend %p"),
    ("string", "Eyes", "eval_eye %p"),
    ("plist", "Legal moves", "all_legal %c"),
];

pub(super) fn analyze_commands(_: &mut Session) -> Outcome {
    Ok(MENU
        .map(|(kind, label, command)| format!("{kind}/{label}/{command}"))
        .join("\n"))
}

/// One word for each point, row by row from the top.
pub(super) fn rows(size: BoardSize, word: impl Fn(Point) -> String) -> String {
    let mut text = String::new();
    for point in size.points() {
        let before = match (point.x(), point.y()) {
            (0, 0) => "",
            (0, _) => "\n",
            _ => " ",
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{before}{}", word(point));
    }
    text
}

pub(super) fn groups(session: &mut Session) -> Outcome {
    let view = session.view();
    Ok(rows(session.game.size(), |point| {
        let group = view.groups.get(point);
        group.map_or("\"\"", |group| colour_of(group.status)).to_owned()
    }))
}

/// GoGui's name for the colour of a status.
pub(super) fn colour_of(status: GroupStatus) -> &'static str {
    match status {
        GroupStatus::Alive | GroupStatus::LikelyAlive => "green",
        GroupStatus::Unknown => "yellow",
        GroupStatus::Weak => "magenta",
        GroupStatus::Critical | GroupStatus::LikelyCritical => "red",
        GroupStatus::Dead | GroupStatus::LikelyDead => "blue",
    }
}

pub(super) fn ownership(session: &mut Session) -> Outcome {
    let size = session.game.size();
    if let Some(judged) = session.judged_here(session.game.to_move())? {
        let ownership = judged.position.ownership;
        return Ok(rows(size, |point| format!("{:.2}", ownership[point])));
    }
    let ownership = &session.analysis().ownership;
    Ok(rows(size, |point| {
        format!("{:.2}", ownership.share(point, Color::Black))
    }))
}

pub(super) fn moyo(session: &mut Session) -> Outcome {
    let size = session.game.size();
    let map = &session.analysis().influence.moyo;
    Ok(rows(size, |point| {
        let value = match map.owner(point) {
            Some(Color::Black) => "1",
            Some(Color::White) => "-1",
            None => "0",
        };
        value.to_owned()
    }))
}

pub(super) fn values(session: &mut Session, color: Color) -> Outcome {
    let size = session.game.size();
    if let Some(judged) = session.judged_here(color)? {
        let pairs = judged.position.moves.iter().filter_map(|judged| {
            let (win_rate, _) = of_side(color, judged.win_rate, judged.lead);
            let win_rate = 100.0 * win_rate;
            Some(format!("{} {win_rate:.1}", size.vertex(judged.mv.point()?)))
        });
        return Ok(pairs.collect::<Vec<_>>().join("\n"));
    }
    let pair = |p: &Proposal| format!("{} {}", size.vertex(p.point), p.value);
    let pairs: Vec<String> = session.proposals(color, &[]).iter().map(pair).collect();
    Ok(pairs.join("\n"))
}

pub(super) fn setup(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let mut board = Board::new(session.game.size());
    let stones = pairs(arguments).map(|pair| {
        let [color, word] = pair?;
        let color = protocol::color(color)?;
        Ok((vertex(&board, word)?, color))
    });
    let stones = stones.collect::<Result<Vec<_>, Failure>>()?;
    board.set_stones(stones).map_err(|point| {
        let vertex = session.game.size().vertex(point);
        Failure::new("invalid position").because(format!("{vertex} has two stones, or one without a liberty"))
    })?;
    begin_from(session, board, Color::Black);
    Ok(String::new())
}

pub(super) fn setup_player(session: &mut Session, color: Color) -> Outcome {
    if session.game.move_count() > 0 {
        return Err(Failure::new("moves were made").because("gogui-setup_player comes before the first move"));
    }
    begin_from(session, session.game.board().clone(), color);
    Ok(String::new())
}

fn begin_from(session: &mut Session, board: Board, first: Color) {
    let (rules, komi) = (session.game.rules(), session.game.komi());
    session.set_game(Game::from_position(board, first, rules, komi));
}
