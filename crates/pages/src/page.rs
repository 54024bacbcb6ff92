// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reports as pages of HTML that need no other file.

use katachi_rules::sgf::APPLICATION;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What pages may load: nothing, in every page.
const LOADS_NOTHING: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The style of a page of tables and figures, in the colours of the light or the dark scheme.
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--panel:#f3efe6;--line:#ddd;--link:#1a5fb4;--good:#14702c;--bad:#b3261e}\
@media (prefers-color-scheme:dark){:root{--ink:#e8e6e3;--paper:#1b1b1d;--panel:#2a2927;--line:#44423f;--link:#8ab4f8;\
--good:#7fd598;--bad:#ff8a80}}\
body{font:15px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--paper)}\
a{color:var(--link)}table{border-collapse:collapse;margin:1rem 0}\
th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:right}\
th{background:var(--panel)}td:first-child,th:first-child,.text{text-align:left}\
.scroll{overflow-x:auto}.good{color:var(--good)}.bad{color:var(--bad)}\
.tests{display:flex;flex-wrap:wrap;gap:1.2rem}.tests figure{margin:0;max-width:26rem}\
.tests svg{max-width:100%;height:auto}code{background:var(--panel);padding:0 .2rem}";

/// Returns a whole document with a title and a content.
pub fn render(title: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(title, STYLE, false))
            body {
                main {
                    h1 { (title) }
                    (body)
                }
            }
        }
    }
    .into_string()
        + "\n"
}

/// Returns the head of a page that loads nothing. `runs_script` allows scripts inside of it.
pub fn head(title: &str, style: &str, runs_script: bool) -> Markup {
    let scripts = if runs_script {
        "; script-src 'unsafe-inline'"
    } else {
        ""
    };
    html! {
        head {
            meta charset="utf-8";
            meta name="generator" content=(APPLICATION);
            meta http-equiv="Content-Security-Policy" content={ (LOADS_NOTHING) (scripts) };
            meta name="viewport" content="width=device-width";
            title { (title) }
            style { (PreEscaped(style)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_one_main_part_and_colours_for_both_schemes() {
        let page = render("Results", &html! { p { "None." } });
        let (before, content) = page.split_once("<main>").unwrap();
        assert!(before.ends_with("<body>"), "{before}");
        assert!(
            content.contains("<h1>Results</h1><p>None.</p></main></body>"),
            "{content}"
        );
        assert!(STYLE.contains("prefers-color-scheme:dark"));
    }
}
