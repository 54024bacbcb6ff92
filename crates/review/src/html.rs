// SPDX-License-Identifier: MIT OR Apache-2.0

//! A review as one page of HTML: a board to step through, a graph of the values, and the summary. Style and
//! script are in the page, and its policy forbids everything from outside. Without scripts the summary can be
//! read, and the page says so.

use katachi_pages::BOARD_SCRIPT;
use katachi_pages::grid::stars;
use katachi_pages::page::head;
use katachi_rules::Color;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::review::{Review, with_color};
use super::summary::{Average, Side};
use super::words::Section;

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
        let title = format!("Review: {}", self.about.title);
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                (head(&title, STYLE, true))
                body {
                    main {
                        h1 { (title) }
                        p { @for part in &self.about.occasion { (part) ". " } (self.facts()) }
                        noscript { p { "The board and the graph need a script, which this browser does not run." } }
                        (self.stage())
                        h2 { "Summary" }
                        p.soft { (self.method()) }
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

    fn side_html(&self, color: Color, side: &Side) -> Markup {
        html! {
            section {
                h3 { (with_color(&self.about.names[color], color)) }
                p { (side.counts()) }
                @for section in side.lessons(color) { (section_html(&section)) }
                div.scroll { table {
                    tr {
                        @for name in ["Phase", "Moves", "First choice", "Win rate lost a move", "Points"] {
                            th scope="col" { (name) }
                        }
                    }
                    @for (phase, mean) in &side.phases { (row(phase.word(), mean)) }
                    (row("all", &side.total))
                } }
                @for section in side.mistakes(self) { (section_html(&section)) }
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
}

fn section_html((title, items): &Section) -> Markup {
    html! {
        p { (title) }
        ul { @for (words, moves) in items { li { (words) " " (go_to(moves)) } } }
    }
}

/// Returns buttons that show these moves on the board. Their names begin with the visible text, by which
/// users of voice control call them.
fn go_to(moves: &[usize]) -> Markup {
    html! { @for number in moves {
        button type="button" data-move=(number) aria-label={ (number) ": show this move" } { (number) } " "
    } }
}

fn row(name: &str, mean: &Average) -> Markup {
    html! { tr { td { (name) } @for cell in mean.cells() { td { (cell) } } } }
}
