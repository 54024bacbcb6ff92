// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reports as pages of HTML that need no other file.

use katachi_rules::sgf::APPLICATION;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What pages may load: nothing, in every page.
const LOADS_NOTHING: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE: &str = "\
body{font:15px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
table{border-collapse:collapse;margin:1rem 0}\
th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right}\
th{background:#f3efe6}td:first-child,th:first-child,.text{text-align:left}\
.scroll{overflow-x:auto}.good{color:#14702c}.bad{color:#b3261e}\
.tests{display:flex;flex-wrap:wrap;gap:1.2rem}.tests figure{margin:0;max-width:26rem}\
.tests svg{max-width:100%;height:auto}code{background:#f3efe6;padding:0 .2rem}";

/// Returns a whole document with a title and a content.
pub fn render(title: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(title, STYLE, false))
            body {
                h1 { (title) }
                (body)
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
