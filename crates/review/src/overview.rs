// SPDX-License-Identifier: MIT OR Apache-2.0

//! Several reviews in short: a row of a table for each, and a page that links to them. A row is read from the
//! data of a review, so that reviews of an earlier call have one, too.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use katachi_pages::page;
use katachi_rules::sgf::Record;
use katachi_rules::{ByColor, Color, printable_line};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value as Json;

use super::moves::Severity;
use super::review::About;
use super::summary::Average;
use super::text::wrapped;
use super::value::Counted;
use super::words::{LESSONS, lesson};

/// Columns of the names of the game, of the players and of the result.
const GAME: usize = 18;
const PLAYERS: usize = 24;
const RESULT: usize = 7;
/// The beginning and the end of the data in a page.
const DATA: [&str; 2] = ["<script id=\"data\" type=\"application/json\">", "</script>"];

/// The main facts of a reviewed game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Overview {
    /// Names of the players.
    #[serde(flatten)]
    pub names: ByColor<String>,
    /// The result, as `W+R`, if the record has one.
    pub result: Option<String>,
    /// The moves of each side. `None` for a side that was not reviewed.
    pub sides: ByColor<Option<Tally>>,
}

/// The moves of a side in short.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Tally {
    /// Means over all moves.
    pub total: Average,
    /// Number of moves of each severity.
    pub severities: BTreeMap<Severity, usize>,
    /// Classes of mistakes.
    #[serde(default)]
    weaknesses: Vec<Class>,
}

/// A class of mistakes of a side in a game, or of a player in several games.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Class {
    text: String,
    lesson: String,
    count: usize,
    lost: Counted,
}

/// Returns for each player of several games a heading such as `Ann, 5 games`, and the classes of mistakes
/// that cost most in these, in one or two sentences each. A side without a name is called by its colour.
fn habits<'a>(games: impl Iterator<Item = &'a Overview>) -> Vec<(String, Vec<String>)> {
    let mut players: BTreeMap<&str, Vec<&Tally>> = BTreeMap::new();
    for game in games.filter(|game| game.names.black != game.names.white) {
        for color in Color::BOTH {
            let (name, side) = (game.names[color].trim(), game.sides[color].as_ref());
            let sides = players.entry(name).or_default();
            sides.extend(side.filter(|_| name != color.to_string()));
        }
    }
    let several = players
        .into_iter()
        .filter(|(name, sides)| !name.is_empty() && sides.len() > 1);
    let of_player = several.map(|(name, sides)| {
        let name = printable_line(name);
        (format!("{name}, {} games", sides.len()), dearest(&name, &sides))
    });
    of_player.filter(|(_, lessons)| !lessons.is_empty()).collect()
}

/// Returns for each player of several games the mistakes that cost most in these, in lines of 80 columns.
pub fn habits_text<'a>(games: impl Iterator<Item = &'a Overview>) -> String {
    let text = |(player, lessons): (String, Vec<String>)| {
        let lessons = lessons.iter().map(|lesson| wrapped(lesson, "  ", "    "));
        format!("\n{player}:\n{}", lessons.collect::<String>())
    };
    habits(games).into_iter().map(text).collect()
}

fn dearest(name: &str, sides: &[&Tally]) -> Vec<String> {
    let mut classes: BTreeMap<&str, Class> = BTreeMap::new();
    for class in sides.iter().flat_map(|side| &side.weaknesses) {
        match classes.get_mut(&*class.text) {
            Some(sum) => {
                sum.count += class.count;
                sum.lost.points += class.lost.points;
                sum.lost.win_rate += class.lost.win_rate;
            }
            None => drop(classes.insert(&class.text, class.clone())),
        }
    }
    let cost = |class: &Class| class.lost.points;
    let classes = classes
        .into_values()
        .sorted_by(|a, b| cost(b).total_cmp(&cost(a)));
    let lesson = |class: Class| lesson(class.count, name, &class.text, &class.lost, &class.lesson);
    classes.take(LESSONS).map(lesson).collect()
}

impl Overview {
    /// Returns the facts that a record has without a review.
    pub fn from_record(record: &Record) -> Self {
        let about = About::from_record(record, "", 0.0);
        Self {
            names: about.names,
            result: about.result,
            sides: ByColor::default(),
        }
    }

    /// Returns the facts of a review as data ([`Review::to_json`](crate::Review::to_json)). None for other
    /// data.
    pub fn from_json(data: &Json) -> Option<Self> {
        Self::deserialize(data).ok()
    }

    /// Returns the facts of a review as a page ([`Review::to_html`](crate::Review::to_html)). None for other
    /// pages.
    pub fn from_page(page: &str) -> Option<Self> {
        let (_, data) = page.split_once(DATA[0])?;
        let (data, _) = data.split_once(DATA[1])?;
        Self::from_json(&serde_json::from_str(data).ok()?)
    }

    /// Returns the head of a table of rows: two lines.
    pub fn head() -> String {
        format!(
            "Of each side: first choices, and blunders/mistakes/inaccuracies.\n{} {} {} Black        White\n",
            cell("Game", GAME),
            cell("Players", PLAYERS),
            cell("Result", RESULT)
        )
    }

    /// Returns the row of a game with that name: a line of 80 columns at most.
    pub fn row(&self, name: &str) -> String {
        let side = |color| self.sides[color].as_ref().map_or("-".to_owned(), Tally::text);
        let row = format!(
            "{} {} {} {:<12} {}",
            cell(name, GAME),
            cell(&self.players(), PLAYERS),
            cell(self.result.as_deref().unwrap_or_default(), RESULT),
            side(Color::Black),
            side(Color::White)
        );
        format!("{}\n", row.trim_end())
    }

    /// Returns both names. Long ones are cut, so that both are seen.
    fn players(&self) -> String {
        let [black, white] = Color::BOTH.map(|color| printable_line(&self.names[color]));
        let room = PLAYERS - " - ".len();
        let of_black = (room / 2).max(room.saturating_sub(white.chars().count()));
        let black = cut(&black, of_black);
        let of_white = room - black.chars().count();
        format!("{black} - {}", cut(&white, of_white))
    }
}

impl Tally {
    fn text(&self) -> String {
        let [_, share, _, _] = self.total.cells();
        format!("{share:>5} {}", self.counts("/"))
    }

    /// Returns the numbers of blunders, mistakes and inaccuracies.
    fn counts(&self, between: &str) -> String {
        let count = |severity| self.severities.get(&severity).copied().unwrap_or_default();
        Severity::LOSING.into_iter().map(count).join(between)
    }
}

fn cell(text: &str, width: usize) -> String {
    format!("{:<width$}", cut(&printable_line(text), width))
}

fn cut(text: &str, width: usize) -> String {
    let mut chars = text.chars();
    let begin: String = chars.by_ref().take(width).collect();
    match chars.next() {
        Some(_) => begin.chars().take(width - 1).chain(['…']).collect(),
        None => begin,
    }
}

/// Returns a page with a link to each review: the name of its page without `.html`, and its facts. It needs
/// no other file.
pub fn index(reviews: &[(String, Overview)]) -> String {
    let body = html! {
        div.scroll { table {
            tr {
                @for name in ["Game", "Black", "White", "Result"] { th.text scope="col" { (name) } }
                @for color in Color::BOTH {
                    th scope="col" { (color) ": first choices" }
                    @for name in ["Blunders / mistakes / inaccuracies", "Points lost a move"] { th scope="col" { (name) } }
                }
            }
            @for (name, overview) in reviews { (linked(name, overview)) }
        } }
        @for (player, lessons) in habits(reviews.iter().map(|(_, overview)| overview)) {
            h2 { (player) }
            ul { @for lesson in lessons { li { (lesson) } } }
        }
    };
    page::render("Reviews", &body)
}

fn linked(name: &str, overview: &Overview) -> Markup {
    html! { tr {
        td.text { a href=(format!("{}.html", in_address(name))) { (name) } }
        @for color in Color::BOTH { td.text { (overview.names[color]) } }
        td.text { (overview.result.as_deref().unwrap_or_default()) }
        @for color in Color::BOTH {
            @if let Some(side) = &overview.sides[color] {
                @let [_, share, _, points] = side.total.cells();
                td { (share) } td { (side.counts(" / ")) } td { (points) }
            } @else { td { "-" } td { "-" } td { "-" } }
        }
    } }
}

/// Returns a name of a file as it stands in a relative address.
fn in_address(name: &str) -> String {
    let mut address = String::new();
    for byte in name.bytes() {
        match byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            true => address.push(byte.into()),
            false => address += &format!("%{byte:02X}"),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn overview() -> Overview {
        let side = json!({
            "total": { "moves": 40, "first_choices": 18, "win_rate": 0.01, "points": 0.4 },
            "severities": { "blunder": 2, "inaccuracy": 3 },
        });
        let data = json!({
            "black": "Lee (9p)", "white": "<b>\u{1b}[2J", "result": "B+R", "sides": { "black": side, "white": null },
        });
        let page = format!("<p>{}{data}{}</p>", DATA[0], DATA[1]);
        let overview = Overview::from_json(&data).unwrap();
        assert_eq!(Overview::from_page(&page).as_ref(), Some(&overview));
        overview
    }

    #[test]
    fn a_row_has_the_facts_in_80_columns_and_does_not_steer_the_terminal() {
        let row = overview().row("a game with a name that is long");
        assert_eq!(
            row,
            "a game with a nam… Lee (9p) - <b>\u{fffd}[2J       B+R      45 % 2/0/3  -\n"
        );
        let mut long = overview();
        long.names.black = "Katachi with 60 visits".to_owned();
        long.names.white = "Katachi without search".to_owned();
        assert_eq!(long.players(), "Katachi w… - Katachi wi…");
        long.names.white = "Bo".to_owned();
        assert_eq!(long.players(), "Katachi with 60 vi… - Bo");
        for line in Overview::head().lines().chain([&*row]) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn what_a_player_does_in_several_games_is_told_once() {
        let game = |black: &str, count: usize| {
            let class = json!({
                "weakness": "left-group", "text": "left a group that could be killed", "lesson": "Look at your groups.",
                "count": count, "lost": { "win_rate": 0.2, "points": 4.5 }, "examples": [3],
            });
            let side = json!({
                "total": { "moves": 20, "first_choices": 9, "win_rate": 0.01, "points": 0.4 },
                "severities": {}, "weaknesses": [class],
            });
            let data = json!({ "black": black, "white": "Bo", "result": null, "sides": { "black": side, "white": null } });
            Overview::from_json(&data).unwrap()
        };
        let games = ["Ann", "Bo", "Ann", "Black", "Black"].map(|name| game(name, 2));
        let text = "\nAnn, 2 games:\n  4 times Ann left a group that could be killed: 9.0 points in all. Look at your\n    groups.\n";
        assert_eq!(habits_text(games.iter()), text);
        let page = index(&[
            ("a".to_owned(), games[0].clone()),
            ("b".to_owned(), games[2].clone()),
        ]);
        assert!(page.contains("<li>4 times Ann left"), "{page}");
    }

    #[test]
    fn the_page_links_to_the_reviews_and_has_no_markup_of_records() {
        let page = index(&[("a b:c#1".to_owned(), overview())]);
        assert!(
            page.contains("<a href=\"a%20b%3Ac%231.html\">a b:c#1</a>"),
            "{page}"
        );
        assert!(page.contains("2 / 0 / 3") && !page.contains("<b>"), "{page}");
        assert_eq!(Overview::from_page(&page), None, "it is no review itself");
    }
}
