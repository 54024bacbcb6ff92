// SPDX-License-Identifier: MIT OR Apache-2.0

//! A review as text: the summary, then the mistakes in the order of the game.

use itertools::Itertools as _;
use katachi_rules::{Color, percent, quantity};
use textwrap::Options;

use super::moves::{ReviewedMove, Severity};
use super::review::{Review, with_color};
use super::settings::likely;
use super::summary::Side;
use super::words::{Item, Section};

const WIDTH: usize = 80;

impl Review {
    /// Returns the review in lines of 80 columns, with a final newline.
    pub fn to_text(&self) -> String {
        let mut text = self.overview_text();
        let losing: Vec<_> = self.losing().collect();
        text += &match losing.len() {
            0 => "\nNo move has a significant loss.\n".to_owned(),
            many => format!("\n{} lost something:\n", quantity(many, "move")),
        };
        for mv in losing {
            text += &format!("\n{}\n", mv.headline);
            let lines = mv.comment.iter().chain([&mv.numbers]);
            text += &lines.map(|line| wrapped(line, "  ", "    ")).join("");
        }
        text
    }

    fn losing(&self) -> impl Iterator<Item = &ReviewedMove> {
        self.moves.iter().filter(|mv| mv.severity > Severity::Fine)
    }

    /// Returns the facts of the game and the summary of each side.
    pub(crate) fn overview_text(&self) -> String {
        let about = &self.about;
        let occasion = about.occasion.join(", ");
        let head = [&about.title, &occasion, &self.facts(), &self.method()];
        let head = head.into_iter().filter(|line| !line.is_empty());
        let mut text = head.map(|line| wrapped(line, "", "  ")).join("");
        for color in Color::BOTH {
            let Some(side) = &self.sides[color] else { continue };
            text += &format!("\n{}\n", with_color(&about.names[color], color));
            text += &self.side_text(color, side);
        }
        text
    }

    /// Returns board, komi, rules, result and the moves that are reviewed.
    pub(crate) fn facts(&self) -> String {
        let about = &self.about;
        let handicap = match about.handicap {
            0 => String::new(),
            stones => format!(", {stones} handicap stones"),
        };
        let result = about.result.as_ref();
        let result = result.map_or(String::new(), |result| format!(", result {result}"));
        let (first, last) = (self.first, self.first + self.moves.len() - 1);
        format!(
            "{} board, komi {}, {} rules{handicap}{result}; moves {first} to {last} of {}.",
            about.size, about.komi, about.rules, self.game_length
        )
    }

    pub(crate) fn method(&self) -> String {
        let visits = |noun| self.visits_per_position.map(|visits| quantity(visits, noun));
        match &self.judge {
            Some(judge) => {
                let visits = visits("visit").map_or(String::new(), |visits| format!(", {visits} a position"));
                format!("Win rates and leads are Black's, of {judge}{visits}. Reasons are Katachi's.")
            }
            None => format!(
                "Win rates and leads are Black's, by {} a position and more where a move is suspected. A move \
                 counts as a mistake if the chance of one is {} or more.",
                visits("simulation").unwrap_or_default(),
                percent(likely(self.about.size), 0)
            ),
        }
    }

    fn side_text(&self, color: Color, side: &Side) -> String {
        let mut text = wrapped(&side.counts(), "  ", "  ");
        text += &side.lessons(color).iter().map(section_text).join("");
        text += &format!(
            "  {:<12} {:>5} {:>13} {:>22}\n",
            "", "moves", "first choice", "lost a move"
        );
        let phases = side.phases.iter().map(|(phase, mean)| (phase.word(), mean));
        for (name, mean) in phases.chain([("all", &side.total)]) {
            let [moves, first, win_rate, points] = mean.cells();
            let lost = format!("{win_rate}, {points} points");
            text += &format!("  {name:<12} {moves:>5} {first:>13} {lost:>22}\n");
        }
        text + &side.mistakes(self).iter().map(section_text).join("")
    }
}

fn section_text((title, items): &Section) -> String {
    let item = |(words, moves): &Item| {
        let text = format!("{words} ({})", numbers(moves));
        wrapped(&text, "    ", "      ")
    };
    format!("  {title}\n{}", items.iter().map(item).join(""))
}

/// Returns `move 37` or `moves 15, 3`.
fn numbers(moves: &[usize]) -> String {
    let word = if moves.len() == 1 { "move" } else { "moves" };
    format!("{word} {}", moves.iter().join(", "))
}

pub(crate) fn wrapped(text: &str, first: &str, others: &str) -> String {
    let options = Options::new(WIDTH).initial_indent(first);
    let options = options.subsequent_indent(others);
    textwrap::fill(text, options) + "\n"
}
