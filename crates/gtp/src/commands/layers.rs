// SPDX-License-Identifier: MIT OR Apache-2.0

//! The layers of the view for GoGui: groups with letters and status, eye spaces, influence, lines of play.
//! Replies that need more than a word per point are GoGui's graphics commands (kind `gfx`).

use std::fmt::Write as _;

use katachi_answers::Judged;
use katachi_engine::play::lines::{self, Line, LineAim};
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{BoardSize, Color, Move, Point};
use katachi_view::groups::GroupStatus;
use katachi_view::lines::{text as line_text, title as line_title};
use katachi_view::picture::Map;
use katachi_view::{EyeKind, shown_kind};

use super::arguments::stone;
use super::command::Outcome;
use super::gogui::{colour_of, rows};
use crate::session::Session;

/// Influence at which the colour saturates; few points have more.
const STRONGEST: f64 = 20.0;

/// Appends a graphics command with its points, if there are any.
fn graphics(text: &mut String, command: &str, size: BoardSize, points: impl IntoIterator<Item = Point>) {
    let points = protocol::vertices(size, points);
    if !points.is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{command} {points}");
    }
}

/// Letters of groups with the marks of their status, and moves that kill and save.
pub(super) fn dragons(session: &mut Session) -> Outcome {
    let view = session.view();
    let size = view.game.size();
    let mut text = String::new();
    for status in GroupStatus::ALL {
        let groups = || view.groups.iter().filter(|group| group.status == status);
        let stones = groups().flat_map(|group| group.stones.iter());
        graphics(&mut text, &format!("COLOR {}", colour_of(status)), size, stones);
        for group in groups() {
            for stone in group.stones.iter() {
                let (stone, letter, mark) = (size.vertex(stone), group.letter, status.mark());
                let _ = writeln!(text, "LABEL {stone} {letter}{mark}");
            }
        }
    }
    let kills = view.groups.iter().flat_map(|group| group.kills.iter().copied());
    let saves = view.groups.iter().flat_map(|group| group.saves.iter().copied());
    graphics(&mut text, "MARK", size, kills);
    graphics(&mut text, "TRIANGLE", size, saves);
    Ok(
        text + "TEXT letters: groups; + alive ? unknown ~ weak ! critical - dead; cross: kills; triangle: saves"
    )
}

/// Points of eye spaces by kind, in the colour of the owner.
pub(super) fn eyes(session: &mut Session) -> Outcome {
    let view = session.view();
    let size = view.game.size();
    let shown = |point: &Point| shown_kind(&view.analysis.eyes, view.game.board(), *point);
    let points: Vec<(Point, (Color, EyeKind))> = size
        .points()
        .filter_map(|point| Some((point, shown(&point)?)))
        .collect();
    let mut text = String::new();
    for (color, command) in [(Color::Black, "BLACK"), (Color::White, "WHITE")] {
        let owned = points.iter().filter(|(_, (owner, _))| *owner == color);
        graphics(&mut text, command, size, owned.map(|&(point, _)| point));
    }
    for (kind, command) in [
        (EyeKind::Marginal, "SQUARE"),
        (EyeKind::Half, "TRIANGLE"),
        (EyeKind::False, "MARK"),
        (EyeKind::Vital, "CIRCLE"),
    ] {
        let of_kind = points.iter().filter(|(_, (_, of))| *of == kind);
        graphics(&mut text, command, size, of_kind.map(|&(point, _)| point));
    }
    Ok(text + "TEXT circle: vital; triangle: half eye; cross: false eye; square: marginal")
}

pub(super) fn influence(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [word] = arguments.exactly()?;
    let map = Map::INFLUENCE.into_iter().find(|map| map.word() == word);
    let map = map.ok_or_else(|| {
        let words: Vec<_> = Map::INFLUENCE.iter().map(|map| map.word()).collect();
        Failure::syntax(format!("expected {}, found '{word}'", words.join(", ")))
    })?;
    let size = session.game.size();
    let influence = &session.analysis().influence;
    let values = map.influence(influence);
    Ok(rows(size, |point| {
        let Some(map) = values else { return "0".to_owned() };
        let strength = f64::from(map.value(point).unsigned_abs()).min(STRONGEST) / STRONGEST;
        match map.owner(point) {
            Some(Color::Black) => format!("{strength:.2}"),
            Some(Color::White) => format!("-{strength:.2}"),
            None => "0".to_owned(),
        }
    }))
}

/// All lines of play about the string and the group of a stone, as text.
pub(super) fn all_lines(session: &mut Session, stone: Point) -> Outcome {
    let found = lines::at(&mut session.answers(), stone);
    let size = session.game.size();
    let lines: Vec<String> = found.iter().map(|line| line_text(line, size)).collect();
    Ok(lines.join("\n"))
}

/// One of these lines as a variation on the board.
pub(super) fn line(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [aim, word] = arguments.exactly()?;
    let aims = match aim {
        "capture" => [LineAim::Capture; 2],
        "save" => [LineAim::Save; 2],
        "kill" => [LineAim::Kill; 2],
        "live" => [LineAim::Live, LineAim::Refute],
        _ => {
            let text = format!("expected capture, save, kill or live, found '{aim}'");
            return Err(Failure::syntax(text));
        }
    };
    let size = session.game.size();
    let stone = stone(session.game.board(), word)?;
    let found = lines::at(&mut session.answers(), stone);
    let line = found.into_iter().find(|line| aims.contains(&line.aim));
    Ok(line.map_or_else(
        || format!("TEXT no line: nothing can {aim} {word}, or nothing has to"),
        |line| variation(&line, size),
    ))
}

/// The principal variation of the search for a side, as a variation on the board.
pub(super) fn expected(session: &mut Session, color: Color) -> Outcome {
    if let Some(Judged { name, position, .. }) = session.judged_here(color)? {
        let moves = position.moves.first().map_or(&[][..], |best| &best.variation);
        let colors = [color, color.opposite()].into_iter().cycle();
        let stones = stones(colors.zip(moves.iter().copied()), session.game.size());
        return Ok(format!("{stones}\nTEXT Expected by {name}"));
    }
    let choice = session.consider(color);
    let line = lines::expected(&choice);
    Ok(line.map_or_else(
        || "TEXT no search, or a pass".to_owned(),
        |line| variation(&line, session.game.size()),
    ))
}

/// A line as GoGui's variation, with its title.
fn variation(line: &Line, size: BoardSize) -> String {
    format!("{}\nTEXT {}", stones(line.sides(), size), line_title(line, size))
}

/// Moves as GoGui's variation, up to the first pass, because GoGui shows no passes.
fn stones(moves: impl Iterator<Item = (Color, Move)>, size: BoardSize) -> String {
    let mut text = "VAR".to_owned();
    for (color, mv) in moves {
        let Move::Play(point) = mv else { break };
        let side = if color == Color::Black { 'b' } else { 'w' };
        let _ = write!(text, " {side} {}", size.vertex(point));
    }
    text
}
