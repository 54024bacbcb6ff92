// SPDX-License-Identifier: MIT OR Apache-2.0

//! A review as text: the summary, then the mistakes in the order of the game.

use std::fmt::Write as _;

use katachi_rules::Color;
use katachi_view::reason::quantity;
use textwrap::Options;

use super::moves::Severity;
use super::review::Review;
use super::summary::{Average, Recurring, Side};
use super::words;

/// Columns of a line.
const WIDTH: usize = 80;

impl Review {
    /// Returns the review in lines of 80 columns, with a final newline.
    pub fn to_text(&self) -> String {
        let mut text = self.head();
        for color in Color::BOTH {
            if let Some(side) = &self.sides[color] {
                text += &self.side_text(color, side);
            }
        }
        text += &self.turning_text();
        let losing: Vec<usize> = self.losing().collect();
        let _ = writeln!(text, "\n{}", quantity_of(losing.len()));
        for index in losing {
            let _ = writeln!(text, "\n{}", words::headline(&self.moves[index], self.about.size));
            for line in words::comment(self, index) {
                text += &wrapped(&line, "  ", "    ");
            }
        }
        text
    }

    /// Returns the indices of the losing moves.
    pub fn losing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.moves.len()).filter(|&i| self.moves[i].severity() > Severity::Fine)
    }

    fn head(&self) -> String {
        let about = &self.about;
        let mut text = wrapped(&about.title(), "", "  ");
        if !about.occasion.is_empty() {
            text += &wrapped(&about.occasion.join(", "), "", "  ");
        }
        let result = about
            .result
            .as_ref()
            .map_or(String::new(), |result| format!(", result {result}"));
        let last = self.first + self.moves.len() - 1;
        let facts = format!(
            "{} board, komi {}, {} rules{result}; moves {} to {last} of {}.",
            about.size, about.komi, about.rules, self.first, self.game_length
        );
        text += &wrapped(&facts, "", "  ");
        text += &wrapped(&self.method(), "", "  ");
        text
    }

    /// Returns an explanation of the values.
    pub(crate) fn method(&self) -> String {
        let visits = |noun| self.visits_per_position.map(|visits| quantity(visits, noun));
        match &self.judge {
            Some(judge) => {
                let visits = visits("visit").map_or(String::new(), |visits| format!(", {visits} a position"));
                format!("Win rates and leads are Black's, of {judge}{visits}. Reasons are Katachi's.")
            }
            None => format!(
                "Win rates and leads are Black's, by {} a position and more where a move is suspected. A move \
                 counts as a mistake if the searches make that likely.",
                visits("simulation").unwrap_or_default()
            ),
        }
    }

    fn side_text(&self, color: Color, side: &Side) -> String {
        let mut text = format!("\n{}\n", heading(&self.about.name(color), color));
        let counts: Vec<String> = side
            .severities
            .iter()
            .map(|&(severity, count)| counted(severity, count))
            .collect();
        text += &wrapped(&format!("{}.", counts.join(", ")), "  ", "  ");
        text += &self.doubtful_text(side);
        text += &self.lessons_text(side);
        let _ = writeln!(
            text,
            "  {:<12} {:>5} {:>13} {:>22}",
            "", "moves", "first choice", "lost a move"
        );
        let phases = side.phases.iter().map(|(phase, mean)| (phase.text(), mean));
        for (name, mean) in phases.chain([("all", &side.total)]) {
            text += &row(name, mean);
        }
        text += &self.weaknesses_text(side);
        if !side.worst.is_empty() {
            text += "  The worst moves:\n";
        }
        for &index in &side.worst {
            let mv = &self.moves[index];
            let name = self.about.size.show(mv.mv);
            let line = format!("{} {name}: {}", mv.number, words::lost(&mv.counted()));
            text += &wrapped(&line, "    ", "      ");
        }
        text
    }

    /// Returns how many other moves may be mistakes.
    fn doubtful_text(&self, side: &Side) -> String {
        match doubtful(side) {
            Some(words) => {
                let listed = &side.doubtful[..side.doubtful.len().min(LISTED_DOUBTS)];
                wrapped(&format!("{words} ({}).", self.numbers(listed)), "  ", "  ")
            }
            None => String::new(),
        }
    }

    /// Returns what the player can learn, with the moves that show it.
    fn lessons_text(&self, side: &Side) -> String {
        let mut text = String::new();
        if !side.lessons().is_empty() {
            text += "  To learn from this game:\n";
        }
        for (class, number) in side.lessons().iter().zip(1..) {
            let line = format!(
                "{number}. {} (See {}.)",
                class.weakness.lesson(),
                self.numbers(&class.examples)
            );
            text += &wrapped(&line, "    ", "       ");
        }
        text
    }

    /// Returns the classes of mistakes and the missed shapes.
    fn weaknesses_text(&self, side: &Side) -> String {
        let mut text = String::new();
        if !side.weaknesses.is_empty() {
            text += "  What went wrong:\n";
        }
        for class in &side.weaknesses {
            let line = format!(
                "{} × {}, {} in all ({})",
                class.count,
                class.weakness.text(),
                words::lost(&class.lost),
                worst(class) + &self.numbers(&class.examples)
            );
            text += &wrapped(&line, "    ", "      ");
        }
        if !side.left_out.is_empty() {
            text += "  Shapes left out:\n";
        }
        for shape in &side.left_out {
            let line = format!(
                "{} × {} ({})",
                shape.moves.len(),
                shape.words,
                self.numbers(&shape.moves)
            );
            text += &wrapped(&line, "    ", "      ");
        }
        text
    }

    /// Returns `move 37` or `moves 15, 3` from indices.
    fn numbers(&self, moves: &[usize]) -> String {
        let numbers: Vec<String> = moves.iter().map(|&i| self.moves[i].number.to_string()).collect();
        let word = if moves.len() == 1 { "move" } else { "moves" };
        format!("{word} {}", numbers.join(", "))
    }

    fn turning_text(&self) -> String {
        match self.turning_points.len() {
            0 => String::new(),
            many => {
                let what = if many == 1 {
                    "Turning point"
                } else {
                    "Turning points"
                };
                let line = format!("{what}: {}.", self.numbers(&self.turning_points));
                format!("\n{}", wrapped(&line, "", "  "))
            }
        }
    }
}

/// Returns `the worst: ` where the examples of a class are not all of its moves.
pub(crate) fn worst(class: &Recurring) -> String {
    match class.count > class.examples.len() {
        true => "the worst: ".to_owned(),
        false => String::new(),
    }
}

/// Maximum number of moves that are listed as doubtful, the likeliest mistakes.
pub(crate) const LISTED_DOUBTS: usize = 6;

/// Returns `12 more moves may be mistakes: the searches cannot tell`.
pub(crate) fn doubtful(side: &Side) -> Option<String> {
    let verb = |noun| format!("{} may be", quantity(side.doubtful.len() as u32, noun));
    let are = match side.doubtful.len() {
        0 => return None,
        1 => format!("{} a mistake", verb("more move")),
        _ => format!("{} mistakes", verb("more move")),
    };
    Some(format!("{are}: the searches cannot tell"))
}

/// Returns `Lee (Black)` or `Black`.
pub(crate) fn heading(name: &str, color: Color) -> String {
    match name == color.to_string() {
        true => name.to_owned(),
        false => format!("{name} ({color})"),
    }
}

fn quantity_of(losing: usize) -> String {
    match losing {
        0 => "No move has a significant loss.".to_owned(),
        _ => format!("{} lost something:", quantity(losing as u32, "move")),
    }
}

/// Returns `2 blunders`, `1 mistake`, `no inaccuracies`.
pub(crate) fn counted(severity: Severity, count: usize) -> String {
    match count {
        0 => format!("no {}", severity.plural()),
        1 => format!("1 {}", severity.word()),
        _ => format!("{count} {}", severity.plural()),
    }
}

fn row(name: &str, mean: &Average) -> String {
    let lost = format!(
        "{:.1} %, {:.1} points",
        100.0 * mean.win_rate_per_move(),
        mean.points_per_move()
    );
    format!(
        "  {name:<12} {:>5} {:>13} {lost:>22}\n",
        mean.moves,
        words::percent(mean.match_share())
    )
}

fn wrapped(text: &str, first: &str, others: &str) -> String {
    let options = Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(others);
    textwrap::fill(text, options) + "\n"
}
