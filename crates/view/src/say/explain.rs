// SPDX-License-Identifier: MIT OR Apache-2.0

//! Evaluated pattern matches as text: the diagram beside the board, the calls of the constraint, and the
//! value or the rejection.

use std::fmt::Write as _;

use itertools::Itertools as _;
use katachi_engine::learn::{BARE_VALUE, VALUE_PER_NAT};
use katachi_engine::movegen::{EvaluatedPattern, MatchRejection, PatternValue};
use katachi_rules::{Board, BoardSize, COLUMNS, Game, Point, quantity};
use mkpat::{
    BOARD_CLASSES, Database, Edges, Fit, FitSource, Kind, Labels, Pattern, Transformation, Variant,
    colon_line, draw_match,
};

use crate::facts::fields::data;
use crate::{reason, status_name};

/// Columns and rows of the board that are drawn around a pattern.
const MARGIN: i32 = 1;

/// Says what a pattern adds in the move-prediction model: `adds 0.38 nats to the move in the model (9x9:
/// 0.26); its picture matched 25086 times, the move was made 6524 times`.
fn fitted(fit: &Fit) -> String {
    let nats = |hundredths: i32| f64::from(hundredths) / 100.0;
    let other_weights = BOARD_CLASSES
        .iter()
        .zip(fit.differences)
        .filter(|(_, difference)| *difference != 0)
        .map(|(class, difference)| format!("{class}: {:.2}", nats(fit.weight + difference)))
        .join(", ");
    let in_classes = match other_weights.as_str() {
        "" => String::new(),
        weights => format!(" ({weights})"),
    };
    let source = match fit.source {
        FitSource::Author => "a weight of its author".to_owned(),
        FitSource::Games { held, played, .. } => {
            let held = held.map(|held| format!("its picture matched {}, ", quantity(held, "time")));
            let (held, played) = (held.unwrap_or_default(), quantity(played, "time"));
            format!("{held}the move was made {played}")
        }
    };
    let nats = nats(fit.weight);
    format!("adds {nats:.2} nats to the move in the model{in_classes}; {source}")
}

/// What the value of an entry in the place of a learned shape adds to its weight: `, +0.50 nats by its
/// value`.
fn changed(pattern: &Pattern) -> String {
    let before = pattern.fit.map_or(Some(BARE_VALUE), |fit| fit.value());
    match before.map_or(0, |before| pattern.weight - before) {
        0 => String::new(),
        change => format!(
            ", {:+.2} nats by its value",
            f64::from(change) / f64::from(VALUE_PER_NAT)
        ),
    }
}

/// Returns the reason of a rejection in words.
pub fn rejection(rejection: MatchRejection, size: BoardSize) -> String {
    match rejection {
        MatchRejection::Group { stone, status } => {
            let (stone, status) = (size.vertex(stone), status_name(status));
            format!("class: the group at {stone} is {status}")
        }
        MatchRejection::Illegal => "the move is illegal".to_owned(),
        MatchRejection::Captured => "the move is captured at once".to_owned(),
        MatchRejection::EnemyCaptured => "class n: an enemy move there is captured at once".to_owned(),
        MatchRejection::Constraint => "its constraint is false".to_owned(),
        MatchRejection::DivisionByZero => "its constraint divides by zero".to_owned(),
        MatchRejection::Helper => "its helper says no".to_owned(),
        MatchRejection::UnknownHelper => "there is no helper of its name".to_owned(),
    }
}

data! {
    /// A pattern match for programs. `text` is its [`line()`]; `drawn` is the same in full.
    #[expect(missing_docs, reason = "the names say it")]
    pub struct PatternData<'a>(database: &'a Database, found: &EvaluatedPattern, game: &Game) {
        name: &'a str = name(database, found),
        file: Option<&'a String> = file_of(database, found),
        line: u32 = entry_of(database, found).0.line,
        holds: bool = found.verdict.is_ok(),
        /// Null if its constraint does not hold.
        value: Option<i32> = found.verdict.as_ref().ok().map(|value| value.value),
        text: String = line(database, found, game.size()).trim().to_owned(),
        drawn: String = drawn(database, found, game.board()),
    }
}

/// Returns the name of the pattern of a match.
pub fn name<'a>(database: &'a Database, evaluated: &EvaluatedPattern) -> &'a str {
    &entry_of(database, evaluated).0.name
}

/// Returns the result for a pattern match in one line: `+54 pattern Hane+c, base 54`, or `no pattern Hane+c:
/// its helper says no`.
pub fn line(database: &Database, evaluated: &EvaluatedPattern, size: BoardSize) -> String {
    let (pattern, variant) = entry_of(database, evaluated);
    match &evaluated.verdict {
        Ok(value) => format!("{:+4} {}", value.value, reason::pattern(value)),
        Err(why) => {
            let (name, turn) = (&pattern.name, variant.transformation);
            format!("  no pattern {name}+{turn}: {}", rejection(*why, size))
        }
    }
}

/// Returns a pattern match in full: its result, the place of the pattern in its file, its colon line, the
/// board with the transformed pattern beside it, and its constraint with the results of its calls.
pub fn drawn(database: &Database, evaluated: &EvaluatedPattern, board: &Board) -> String {
    let (pattern, variant) = entry_of(database, evaluated);
    let size = board.size();
    let mut text = line(database, evaluated, size).trim_start().to_owned() + "\n";
    let file = file_of(database, evaluated).map_or("?", String::as_str);
    let (number, colon) = (pattern.line, colon_line(pattern, Kind::Moves));
    let _ = writeln!(text, "  {file}:{number}   {colon}");
    if let Some(fit) = &pattern.fit {
        let _ = writeln!(text, "  {}", fitted(fit));
    }
    let is_in_model = |value: &PatternValue| value.in_model;
    if let (Some(shape), Ok(true)) = (pattern.shape_name(), evaluated.verdict.as_ref().map(is_in_model)) {
        let changed = changed(pattern);
        let _ = writeln!(text, "  in the place of the learned shape {shape}{changed}");
    }
    let labels = pattern.constraint.as_ref().map(|c| Labels::new(c, pattern));
    let picture = draw_match(pattern, variant, labels.as_ref().unwrap_or(&Labels::default()));
    let (board, above) = part(board, pattern, variant.transformation, evaluated.point);
    // The edge in a diagram is above the first row.
    let above = above + 1 - usize::from(variant.edges.contains(Edges::TOP));
    beside(&mut text, &board, &picture, above);
    if let (Some(constraint), Some(labels)) = (&pattern.constraint, &labels) {
        let _ = writeln!(text, "  ;{}", labels.expression(constraint));
    }
    for call in &evaluated.calls {
        let points = call.points.iter().map(|&p| size.vertex(p)).join(",");
        let _ = writeln!(text, "    {}({points}) is {}", call.function.name(), call.value);
    }
    text
}

fn file_of<'a>(database: &'a Database, evaluated: &EvaluatedPattern) -> Option<&'a String> {
    database
        .files
        .get(usize::from(entry_of(database, evaluated).0.file))
}

/// Returns the pattern of a match, and its variant.
pub fn entry_of<'a>(database: &'a Database, evaluated: &EvaluatedPattern) -> (&'a Pattern, &'a Variant) {
    let variant = &database.variants[evaluated.variant as usize];
    (&database.patterns[variant.pattern as usize], variant)
}

/// Returns the part of the board around a pattern match, with coordinates and `*` on the move, and its number
/// of rows above the pattern.
fn part(board: &Board, pattern: &Pattern, turn: Transformation, mv: Point) -> (Vec<String>, usize) {
    let corner = |x: u8, y: u8| {
        let dx = x as i8 - pattern.move_at.0 as i8;
        let dy = y as i8 - pattern.move_at.1 as i8;
        let at = turn.apply(mkpat::Offset::new(dx, dy));
        let (dx, dy) = (i32::from(at.dx), i32::from(at.dy));
        (i32::from(mv.x()) + dx, i32::from(mv.y()) + dy)
    };
    let (a, b) = (corner(0, 0), corner(pattern.size.0 - 1, pattern.size.1 - 1));
    let size = board.size();
    let range = |a: i32, b: i32, side: u8| {
        let (low, high) = (a.min(b) - MARGIN, a.max(b) + MARGIN);
        low.max(0) as u8..=high.min(i32::from(side) - 1) as u8
    };
    let (columns, rows) = (range(a.0, b.0, size.width()), range(a.1, b.1, size.height()));
    let first = i32::from(*rows.start());
    let letter = |x: u8| format!(" {}", char::from(COLUMNS[usize::from(x)]));
    let mut lines = vec![format!("    {}", columns.clone().map(letter).collect::<String>())];
    let diagram = board.to_string();
    for (y, row) in (0u8..).zip(diagram.lines()).filter(|(y, _)| rows.contains(y)) {
        let row = format!(" {row}");
        let cell = |x: u8| match Point::new(x, y) == mv {
            true => " *",
            false => &row[2 * usize::from(x)..][..2],
        };
        let cells: String = columns.clone().map(cell).collect();
        lines.push(format!("  {:2}{cells}", size.height() - y));
    }
    (lines, (a.1.min(b.1) - first) as usize)
}

/// Writes a diagram to the right of the board, below the first `above` of its lines.
fn beside(text: &mut String, board: &[String], picture: &str, above: usize) {
    let width = board.iter().map(String::len).max().unwrap_or(0);
    let picture = std::iter::repeat_n("", above).chain(picture.lines());
    for lines in board.iter().map(String::as_str).zip_longest(picture) {
        let (left, right) = lines.or("", "");
        let line = format!("{left:width$}   {right}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Color, Game, Rules};
    use mkpat::{Options, Source};

    use super::*;
    use katachi_engine::Engine;
    use katachi_engine::knowledge::Knowledge;
    use katachi_engine::play::Request;

    /// Draws the patterns of a text at the point C5 of a small board.
    fn explained(patterns: &str) -> String {
        let compiled = mkpat::compile(&[Source::new("own.db", patterns)], &Options::default());
        let engine = Engine {
            knowledge: Knowledge::default().with_database(compiled.database),
            ..Engine::default()
        };
        let board = Board::from_diagram(
            "
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . O . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
        );
        let game = Game::from_position(board, Color::White, Rules::default(), 0.0);
        let point = game.size().parse_vertex("C5").unwrap();
        let request = Request::new(&game, Color::White);
        let evaluated = engine.pattern_matches(&request, Some(point), &mut engine.reader(&game));
        let drawn = evaluated
            .iter()
            .map(|j| drawn(engine.database(), j, game.board()));
        drawn.collect()
    }

    #[test]
    fn a_pattern_match_is_drawn_with_the_calls_of_its_constraint() {
        let text = explained("Pattern Hane\n?*X\n?O.\n:8,40,0,-\n?*A\n?b.\n;lib(A)>2 && lib(b)>1\n");
        assert_eq!(
            text,
            "\
+40 pattern Hane+a, base 40
  own.db:1   :8,40,0,-,0,0,0,0,0,NULL
     A B C D E
   6 . . . . .
   5 . . * X .       ? * A
   4 . . O . .       ? b .
   3 . . . . .
  ;lib(A) > 2 && lib(b) > 1
    lib(D5) is 4
    lib(C4) is 4
"
        );
    }

    #[test]
    fn rejections_have_words() {
        let why = |rest: &str| {
            let text = explained(&format!("Pattern Hane\n?*X\n?O.\n{rest}\n"));
            text.lines().next().unwrap().to_owned()
        };
        let with = |expression: &str| why(&format!(":8,40,0,-\n?*A\n?b.\n;{expression}"));
        assert_eq!(with("lib(A) < 3"), "no pattern Hane+a: its constraint is false");
        assert_eq!(
            with("1 / (lib(A) - 4)"),
            "no pattern Hane+a: its constraint divides by zero"
        );
        assert_eq!(
            why(":8,40,0,-,0,0,0,0,0,snapback"),
            "no pattern Hane+a: its helper says no"
        );
    }

    #[test]
    fn a_fitted_weight_is_said_with_its_counts() {
        let text = "Pattern Contact\n*X\n:-,40\n#= 0.38, 9x9 -0.12, held 90, played 1, value 40\n";
        let message = "  adds 0.38 nats to the move in the model (9x9: 0.26); its picture matched 90 times, the move was made 1 time\n";
        assert!(explained(text).contains(message), "{}", explained(text));
        let mine = text.replace("9x9 -0.12, held 90, played 1, value 40", "mine");
        assert!(
            explained(&mine).contains("  adds 0.38 nats to the move in the model; a weight of its author\n")
        );
    }
}
