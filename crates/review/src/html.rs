// SPDX-License-Identifier: MIT OR Apache-2.0

//! A review as one page of HTML: a board to step through, a graph of the values, and the summary. Style and
//! script are in the page, and its policy forbids everything from outside. Without scripts the summary can be
//! read, and the page says so.

use katachi_pages::BOARD_SCRIPT;
use katachi_pages::grid::stars;
use katachi_pages::page::head;
use katachi_rules::Color;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::moves::ReviewedMove;
use super::review::Review;
use super::summary::{Average, Side};
use super::text::{LISTED_DOUBTS, counted, doubtful, heading, worst};
use super::words;

const STYLE: &str = include_str!("page/page.css");
/// The parts of one module.
const SCRIPT: [&str; 4] = [
    BOARD_SCRIPT,
    include_str!("page/layers.js"),
    include_str!("page/graph.js"),
    include_str!("page/page.js"),
];

impl Review {
    /// Returns the review as a page of HTML that needs no other file.
    pub fn to_html(&self) -> String {
        let title = format!("Review: {}", self.about.title());
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                (head(&title, STYLE, true))
                body {
                    main {
                        h1 { (title) }
                        (self.facts())
                        noscript { p { "The board and the graph need a script, which this browser does not run." } }
                        (self.stage())
                        h2 { "Summary" }
                        p.soft { (self.method()) }
                        @if !self.turning_points.is_empty() {
                            p { "Turning points: "
                                @for &index in &self.turning_points { (go_to(&self.moves[index], &self.move_name(index))) " " }
                            }
                        }
                        div.sides {
                            @for color in Color::BOTH {
                                @if let Some(side) = &self.sides[color] { (self.side_html(color, side)) }
                            }
                        }
                    }
                    script #data type="application/json" { (PreEscaped(self.embedded())) }
                    script type="module" { @for part in SCRIPT { (PreEscaped(part)) } }
                }
            }
        };
        page.into_string() + "\n"
    }

    /// Returns the data for a script element, without `<`, which could end the element.
    fn embedded(&self) -> String {
        self.to_json().to_string().replace('<', "\\u003c")
    }

    fn facts(&self) -> Markup {
        let about = &self.about;
        let last = self.first + self.moves.len() - 1;
        html! {
            p {
                @for part in &about.occasion { (part) ". " }
                (about.size) " board, komi " (about.komi) ", " (about.rules) " rules"
                @if about.handicap > 0 { ", " (about.handicap) " handicap stones" }
                @if let Some(result) = &about.result { ", result " (result) }
                "; moves " (self.first) " to " (last) " of " (self.game_length) "."
            }
        }
    }

    fn side_html(&self, color: Color, side: &Side) -> Markup {
        let counts: Vec<String> = side
            .severities
            .iter()
            .map(|&(severity, count)| counted(severity, count))
            .collect();
        html! {
            section {
                h3 { (heading(&self.about.name(color), color)) }
                p { (counts.join(", ")) "." }
                @if let Some(words) = doubtful(side) {
                    p { (words) ": " (self.go_to_all(&side.doubtful[..side.doubtful.len().min(LISTED_DOUBTS)])) }
                }
                @if !side.lessons().is_empty() {
                    p { "To learn from this game:" }
                    ol { @for class in side.lessons() { li {
                        (class.weakness.lesson()) " " (self.go_to_all(&class.examples))
                    } } }
                }
                div.scroll { table {
                    tr {
                        th scope="col" { "Phase" }
                        th scope="col" { "Moves" }
                        th scope="col" { "First choice" }
                        th scope="col" { "Win rate lost a move" }
                        th scope="col" { "Points" }
                    }
                    @for (phase, mean) in &side.phases { (row(phase.text(), mean)) }
                    (row("all", &side.total))
                } }
                @if !side.worst.is_empty() {
                    p { "The worst moves:" }
                    ol { @for &index in &side.worst { li {
                        (go_to(&self.moves[index], &self.move_name(index)))
                        " " span class=(self.moves[index].severity().word()) { (self.moves[index].severity().word()) }
                        ": lost " (words::lost(&self.moves[index].counted()))
                    } } }
                }
                @if !side.weaknesses.is_empty() {
                    p { "What went wrong:" }
                    ul { @for class in &side.weaknesses { li {
                        (class.count) " × " (class.weakness.text()) " ("
                        (words::lost(&class.lost)) " in all) " (worst(class))
                        (self.go_to_all(&class.examples))
                    } } }
                }
                @if !side.left_out.is_empty() {
                    p { "Shapes left out:" }
                    ul { @for shape in &side.left_out { li {
                        (shape.moves.len()) " × " (shape.words) " " (self.go_to_all(&shape.moves))
                    } } }
                }
            }
        }
    }

    /// Returns the board with its controls, which the script fills.
    fn stage(&self) -> Markup {
        let stars = stars(self.about.size).map(|star| self.about.size.vertex(star).to_string());
        let stars = stars.collect::<Vec<_>>().join(" ");
        let steps = [
            ("home", "|◀", "First position (Home)"),
            ("back", "◀", "One move back (Left)"),
            ("forward", "▶", "One move forward (Right)"),
            ("end", "▶|", "Last position (End)"),
            ("previous", "◀ mistake", "Previous mistake (p)"),
            ("next", "mistake ▶", "Next mistake (n)"),
        ];
        let layers = [
            ("groups", "Groups"),
            ("ownership", "Ownership"),
            ("influence", "Influence"),
        ];
        html! {
            div #stage {
                div {
                    div #board data-stars=(stars) tabindex="0" role="img" aria-describedby="where" {}
                    div.bar role="group" aria-label="Steps" {
                        @for (id, sign, name) in steps {
                            button type="button" data-step=(id) aria-label=(name) title=(name) { (sign) }
                        }
                    }
                    div.bar role="group" aria-label="Layers on the board" {
                        @for (id, name) in layers {
                            label { input type="checkbox" data-layer=(id); (name) }
                        }
                    }
                    p #legend .soft {}
                }
                div {
                    p #where aria-live="polite" {}
                    div #comment aria-live="polite" {}
                    div #lines .bar role="group" aria-label="Lines of play" {}
                    div #graph {}
                    p.key.soft {
                        span { i style="background:var(--wins)" {} "Black's win rate" }
                        span { i style="background:var(--points)" {} "Black's lead" }
                        span { "Dots are losing moves." }
                    }
                    div #moves role="group" aria-label="Moves" {}
                    p.soft { "Left and Right step, on the board Up and Down by ten; Home and End go to the ends, n and p to mistakes; Escape leaves a line of play." }
                }
            }
        }
    }

    /// Returns buttons with the numbers of these moves.
    fn go_to_all(&self, moves: &[usize]) -> Markup {
        html! { @for mv in moves.iter().map(|&index| &self.moves[index]) { (go_to(mv, &mv.number.to_string())) " " } }
    }

    fn move_name(&self, index: usize) -> String {
        let mv = &self.moves[index];
        format!("{} {}", mv.number, self.about.size.show(mv.mv))
    }
}

/// Returns a button that shows a move on the board. Its name begins with the visible text, by which users of
/// voice control call it.
fn go_to(mv: &ReviewedMove, label: &str) -> Markup {
    let name = format!("{label}: show this move");
    html! { button type="button" data-move=(mv.number) aria-label=(name) { (label) } }
}

fn row(name: &str, mean: &Average) -> Markup {
    html! { tr {
        td { (name) }
        td { (mean.moves) }
        td { (words::percent(mean.match_share())) }
        td { (format!("{:.1} %", 100.0 * mean.win_rate_per_move())) }
        td { (format!("{:.1}", mean.points_per_move())) }
    } }
}
