// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of play and their ends as text, and as variations in SGF. [`katachi_engine::play::lines`] finds
//! them.

use itertools::Itertools as _;
use katachi_engine::answers::Outcome;
use katachi_engine::play::lines::{Line, LineAim, LineEnd};
use katachi_engine::reading::{GroupOutcome, LifeGrounds, Reading, Verdict};
use katachi_rules::sgf::{NodeId, Record, Tree, point_text};
use katachi_rules::{BoardSize, Color, Game, Move, Point, quantity};

/// Maximum number of moves of a line that are shown; what is left is counted.
const MAX_SHOWN: usize = 12;
/// Maximum number of points that are named.
const MAX_NAMED: usize = 3;

/// Returns the subject of a line in words: `Black captures D4 (3 stones)`.
pub fn title(line: &Line, size: BoardSize) -> String {
    let stone = size.vertex(line.stone);
    let of = format!("{stone} ({})", quantity(line.size, "stone"));
    let first = line.first;
    let ko = if line.is_ko { " by a ko" } else { "" };
    match line.aim {
        LineAim::Capture => format!("{first} captures {of}{ko}"),
        LineAim::Save => format!("{first} saves {of}{ko}"),
        LineAim::Kill => format!("{first} kills the group at {of}{ko}"),
        LineAim::Live => format!("{first} saves the group at {of}{ko}"),
        LineAim::Refute => format!("{first} cannot save the group at {of}{ko}"),
        LineAim::Hold => format!("{first} cannot kill the group at {of}{ko}"),
        LineAim::SolveKill => format!("Solved: {first} kills {of}{ko}"),
        LineAim::SolveLive => format!("Solved: {first} saves {of}{ko}"),
        LineAim::Search => format!("The search expects from {first}"),
    }
}

/// Returns the title and the moves of a line: `Black captures D4 (1 stone): E4`.
pub fn text(line: &Line, size: BoardSize) -> String {
    format!("{}: {}", title(line, size), moves(line, size))
}

/// Returns the moves of a line, separated by blanks, and how it ends: `E9 D8: it has two eyes (A1, C1)`,
/// `E9 D8 (not settled: now White seems to succeed at F8)`.
pub fn moves(line: &Line, size: BoardSize) -> String {
    let shown = line.moves.iter().take(MAX_SHOWN);
    let shown = shown.map(|&mv| size.show(mv)).join(" ");
    let hidden = match line.moves.len().saturating_sub(MAX_SHOWN) {
        0 => String::new(),
        hidden => format!(" ({} more)", quantity(hidden, "move")),
    };
    let end = match &line.end {
        LineEnd::Reached(None) => String::new(),
        LineEnd::Reached(Some(outcome)) => format!(": {}", self::outcome(outcome, size)),
        LineEnd::Limit => " (goes on)".to_owned(),
        LineEnd::Unknown => " (not settled)".to_owned(),
        LineEnd::Contradicted(color, found) => format!(" (not settled: {})", seems(*color, *found, size)),
    };
    format!("{shown}{hidden}{end}")
}

/// `now White seems to succeed at E14`
pub(crate) fn seems(to_move: Color, found: Reading, size: BoardSize) -> String {
    let at = at(found, size);
    match found.verdict {
        Verdict::No => format!("now {to_move} seems to have no answer"),
        _ => format!("now {to_move} seems to succeed{}", at.trim_start_matches(',')),
    }
}

/// Returns `, at E3`, or nothing for an answer that no move reaches its aim.
pub(crate) fn at(found: Reading, size: BoardSize) -> String {
    match found.point {
        Some(point) if found.verdict.is_possible() => format!(", at {}", size.vertex(point)),
        None if found.verdict.is_possible() => ", without a move".to_owned(),
        _ => String::new(),
    }
}

/// Writes what stones have at the end of a line: `it has two eyes (C1, E1)`.
pub(crate) fn outcome(outcome: &Outcome, size: BoardSize) -> String {
    match outcome {
        Outcome::Liberties(1) => "it has one liberty".to_owned(),
        Outcome::Liberties(liberties) => format!("it has {liberties} liberties"),
        Outcome::Joined => "they are one string".to_owned(),
        Outcome::Group(outcome, captured) => group_words(outcome, *captured, size),
    }
}

fn group_words(outcome: &GroupOutcome, captured: u32, size: BoardSize) -> String {
    let lives = match &outcome.grounds {
        LifeGrounds::Captured => return "most of it is captured".to_owned(),
        LifeGrounds::NoRoom => return "it has no room for two eyes".to_owned(),
        LifeGrounds::Eyes(points) if points.len() == 1 => {
            format!("it has two eyes in the space at {}", named(points, size))
        }
        LifeGrounds::Eyes(points) => {
            let more = if points.len() > 2 { " and more" } else { "" };
            format!("it has two eyes{more} ({})", named(points, size))
        }
        LifeGrounds::Open(points) if points.is_empty() => "it is out in the open".to_owned(),
        LifeGrounds::Open(points) => format!("it is out in the open ({})", named(points, size)),
        LifeGrounds::Friend(points) if points.is_empty() => "it is joined to living stones".to_owned(),
        LifeGrounds::Friend(points) => format!("it can join living stones ({})", named(points, size)),
    };
    let captured = match captured {
        0 => String::new(),
        captured => format!(", with {} captured", quantity(captured, "stone")),
    };
    let uncounted = match outcome.uncounted.as_slice() {
        [] => String::new(),
        strings => format!(", perhaps without {}", named(strings, size)),
    };
    format!("{lives}{captured}{uncounted}")
}

fn named(points: &[Point], size: BoardSize) -> String {
    let points = points.iter().take(MAX_NAMED);
    points.map(|&point| size.vertex(point)).join(", ")
}

/// Returns the game with the lines as variations after its last position. The first node of each has the
/// title as name and the line as comment.
pub fn to_sgf(game: &Game, lines: &[Line]) -> String {
    let mut tree = Record::from_game(game).to_tree();
    let last = tree.main_line().last().unwrap_or_else(|| tree.root());
    for line in lines {
        let mut node = last;
        for (i, (color, mv)) in line.sides().enumerate() {
            node = add_move(&mut tree, node, color, mv);
            if i == 0 {
                tree.add_text(node, "N", &title(line, game.size()));
                tree.add_text(node, "C", &text(line, game.size()));
            }
        }
    }
    tree.to_sgf()
}

/// Adds a node with a move to a record, and returns it.
pub fn add_move(tree: &mut Tree, parent: NodeId, color: Color, mv: Move) -> NodeId {
    let node = tree.add_child(parent);
    let name = if color == Color::Black { "B" } else { "W" };
    let point = mv.point().map_or_else(String::new, point_text);
    tree.add(node, name, [point.as_str()]);
    node
}

#[cfg(test)]
mod tests {
    use katachi_engine::play::lines::{at, decisive};
    use katachi_rules::sgf::Games;
    use katachi_rules::{Point, Rules, sgf};

    use super::*;
    use crate::position::PositionView;
    use crate::position::tests::{ATARI, player, view};

    fn texts(view: &PositionView, lines: &[Line]) -> Vec<String> {
        lines.iter().map(|line| text(line, view.game.size())).collect()
    }

    fn at_stone(view: &PositionView, stone: Point) -> Vec<Line> {
        at(&mut player().answers(&view.game), stone)
    }

    fn all(view: &PositionView) -> Vec<Line> {
        decisive(&mut player().answers(&view.game), view.game.to_move(), None)
    }

    #[test]
    fn a_stone_in_atari_has_the_lines_of_its_capture_and_its_rescue() {
        let view = view(ATARI);
        let stone = view.game.size().parse_vertex("D4").unwrap();
        let lines = at_stone(&view, stone);
        let texts = texts(&view, &lines);
        assert_eq!(texts[0], "White captures D4 (1 stone): D3");
        assert!(texts[1].starts_with("Black saves D4 (1 stone): D3"), "{texts:?}");
        assert_eq!(at_stone(&view, Point::new(0, 0)), []);
    }

    #[test]
    fn a_group_of_one_eye_space_of_three_is_killed_and_saved_at_its_middle() {
        let view = view(
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            O O O O O . .
            X X X X O . .
            . . . X O . .
            X X X X O . .",
        );
        let lines = all(&view);
        let texts = texts(&view, &lines);
        let group = |what: &str| texts.iter().any(|line| line.starts_with(what));
        assert!(group("White kills the group at A3 (9 stones): B2"), "{texts:?}");
        assert!(group("Black saves the group at A3 (9 stones): B2"), "{texts:?}");
    }

    #[test]
    fn a_dead_group_shows_the_answer_to_the_best_try_of_its_owner() {
        let view = view(
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            O O O O . . .
            X X X O . . .
            . . X O . . .
            X X X O . . .",
        );
        let stone = view.game.size().parse_vertex("A3").unwrap();
        let lines = at_stone(&view, stone);
        let last = texts(&view, &lines).pop().unwrap_or_default();
        assert_eq!(
            last, "Black cannot save the group at A3 (7 stones): B2 A2",
            "the other points need no answer"
        );
    }

    #[test]
    fn lines_are_variations_that_can_be_read_back_and_played() {
        let view = view(ATARI);
        let lines = all(&view);
        let sgf = to_sgf(&view.game, &lines);
        let tree = Games::new(sgf.as_bytes()).unwrap().next().unwrap().unwrap();
        let ends = tree.nodes().filter(|&node| tree.children(node).next().is_none());
        let ends: Vec<_> = ends.collect();
        assert_eq!(ends.len(), lines.len());
        for (end, line) in ends.into_iter().zip(&lines) {
            let record = sgf::Record::from_line(&tree, end).unwrap();
            assert_eq!(record.move_count(), line.moves.len());
            let title = title(line, view.game.size());
            assert!(sgf.contains(&format!("N[{title}]")), "{sgf}");
            record.game_after(usize::MAX, Rules::default(), 7.5).unwrap();
        }
    }
}
