// SPDX-License-Identifier: MIT OR Apache-2.0

//! The canonical layout of a database: one blank line between entries, none inside, no superfluous blanks.
//! Comments stay, and the meaning does not change.

use crate::compile::{FIT_MARK, begins_row};
use crate::source::{Input, Source};

/// Text between a row and its comment.
const GAP: &str = "   ";

/// The first character of some UTF-8 files, which is no part of their text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the text in canonical layout; joseki trees are unchanged. Text with errors is laid out where
/// possible. O(text).
pub fn format(source: &Source) -> String {
    if source.input == Input::Joseki {
        return source.text.clone();
    }
    let mut out = Layout::default();
    let text = source.text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&source.text);
    for full in text.lines() {
        let line = full.trim_end();
        match line.as_bytes().first() {
            None => out.pending.push(String::new()),
            Some(b'#') if out.in_entry && line.starts_with(FIT_MARK) => out.go_on(line.to_owned()),
            Some(b'#') => out.pending.push(line.to_owned()),
            Some(b'"') => out.begin(line.to_owned()),
            _ if is_header(line) => out.begin(header(line)),
            Some(b':') => out.go_on(colon(full.trim_end_matches([' ', '\t', '\r']))),
            Some(b';') => out.go_on(format!(";{}", line[1..].trim_start())),
            _ if source.input == Input::Eyes => out.go_on(line.replace('\t', "        ")),
            // Ignored lines are unchanged.
            Some(&first) if !begins_row(first) => out.go_on(line.to_owned()),
            _ => out.go_on(row(line)),
        }
    }
    let laid_out = out.end();
    // A mark inside the text is part of its line. At the start of the text it would be taken off.
    match laid_out.starts_with(BYTE_ORDER_MARK) {
        true => format!("{BYTE_ORDER_MARK}{laid_out}"),
        false => laid_out,
    }
}

#[derive(Default)]
struct Layout {
    lines: Vec<String>,
    /// Comments and blank lines that may belong to this entry or to the next.
    pending: Vec<String>,
    in_entry: bool,
    /// A line `;` was left out. It ends a diagram, and so it is needed before another row.
    is_ended: bool,
}

impl Layout {
    /// Writes the first line of an entry after the pending comments; blank lines stay only between them.
    fn begin(&mut self, line: String) {
        if self.in_entry {
            self.blank();
        }
        self.release();
        self.in_entry = true;
        self.is_ended = false;
        self.lines.push(line);
    }

    /// Writes another line of the entry: comments stay, blank lines go.
    fn go_on(&mut self, line: String) {
        if line == ";" {
            self.is_ended = true;
            return;
        }
        if std::mem::take(&mut self.is_ended) && !line.starts_with(';') {
            self.lines.push(";".to_owned());
        }
        let comments = std::mem::take(&mut self.pending);
        self.lines.extend(comments.into_iter().filter(|c| !c.is_empty()));
        self.lines.push(line);
    }

    fn release(&mut self) {
        for line in std::mem::take(&mut self.pending) {
            if line.is_empty() {
                self.blank();
            } else {
                self.lines.push(line);
            }
        }
    }

    fn blank(&mut self) {
        if self.lines.last().is_some_and(|l| !l.is_empty()) {
            self.lines.push(String::new());
        }
    }

    fn end(mut self) -> String {
        self.release();
        while self.lines.last().is_some_and(String::is_empty) {
            self.lines.pop();
        }
        self.lines.into_iter().map(|line| line + "\n").collect()
    }
}

fn is_header(line: &str) -> bool {
    let rest = line.strip_prefix("Pattern");
    rest.is_some_and(|r| r.is_empty() || r.starts_with(char::is_whitespace))
}

/// `Pattern NAME`, and the comment set off.
fn header(line: &str) -> String {
    let rest = line["Pattern".len()..].trim_start();
    let (name, comment) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    with_comment(format!("Pattern {name}").trim_end(), comment.trim())
}

/// A row, and the comment set off. One with other white space than blanks stays: the compiler reads it
/// otherwise.
fn row(line: &str) -> String {
    if line.contains(|c: char| c.is_whitespace() && !BLANK.contains(&c)) {
        return line.to_owned();
    }
    let (cells, comment) = line.split_once(BLANK).unwrap_or((line, ""));
    with_comment(cells, comment.trim())
}

fn with_comment(text: &str, comment: &str) -> String {
    match comment {
        "" => text.to_owned(),
        comment => format!("{text}{GAP}{comment}"),
    }
}

/// White space between fields by the grammar; other white space is a character of a field.
const BLANK: [char; 2] = [' ', '\t'];

/// The fields without blanks around their commas; a blank that is not beside a comma begins a comment.
fn colon(line: &str) -> String {
    let mut fields = String::new();
    let mut depth = 0_usize;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if BLANK.contains(&c) {
            let after = rest.trim_start_matches(BLANK);
            let field = fields.rsplit([',', ':']).next();
            let is_call = after.starts_with('(') && matches!(field, Some("wind" | "moyo"));
            let joins =
                depth > 0 || fields == ":" || fields.ends_with(',') || after.starts_with(',') || is_call;
            if !joins {
                break;
            }
            rest = after;
            continue;
        }
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        fields.push(c);
        rest = &rest[c.len_utf8()..];
    }
    // Other white space stays: without it a comma behind it would join the fields.
    with_comment(&fields, rest.trim_matches(BLANK))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let formatted = format(&Source::new("a.db", text));
        assert_eq!(formatted, expected);
        assert_eq!(format(&Source::new("a.db", formatted)), expected, "again");
    }

    #[test]
    fn a_comment_behind_a_colon_within_a_field_stays_a_comment() {
        let text = "Pattern A\nOX*\n: 8,40, 0,X: no hane\n";
        check(text, "Pattern A\nOX*\n:8,40,0,X:   no hane\n");
    }

    #[test]
    fn a_byte_order_mark_inside_the_text_stays_inside() {
        check(
            "\n\u{feff}\nPattern A\nOX*\n:8,40\n",
            "\u{feff}\u{feff}\nPattern A\nOX*\n:8,40\n",
        );
    }

    #[test]
    fn a_row_with_other_white_space_stays_as_it_is() {
        for row in ["patern\u{b}t", "O.O\u{b}P S.", "O.O   a\u{b}  b"] {
            let text = format!("Pattern A\nOX*\n{row}\n:8,40\n");
            check(&text, &text);
        }
    }

    #[test]
    fn a_mark_without_an_expression_stays_before_a_row() {
        let text = "Pattern A\nO*.\n:8,40\n\naB*\n;\n# odd\n|..\n;\n;lib(a) > 1\n";
        check(text, "Pattern A\nO*.\n:8,40\naB*\n;\n# odd\n|..\n;lib(a) > 1\n");
    }

    #[test]
    fn other_white_space_in_a_field_is_kept() {
        check("Pattern A\nOX*\n:8,40,0,O\rX\n", "Pattern A\nOX*\n:8,40,0,O\rX\n");
        check("Pattern A\nO.O\n:\u{b} \n", "Pattern A\nO.O\n:\u{b}\n");
        let comment = "Pattern A\nO.O\n:8,5   \u{b},9\n";
        check(comment, comment);
    }

    #[test]
    fn an_entry_is_one_block_and_comments_stay() {
        check(
            "\u{feff}# Head.\r\n\r\n\r\n# Group.\r\nPattern  A \t the first\r\n\r\nO*X \t  a row\r\n.O.  \r\n\r\n# odd\r\n: 8 , 50, wind( 20 ,1, 0,0) ,-   what it is worth\r\n\r\nO*a\r\n.O.\r\n; lib(a) > 1  \r\n;\r\n# Next.\r\nPattern B\r\n*\r\n:8,1\r\n\r\n\r\n",
            "# Head.\n\n# Group.\nPattern A   the first\nO*X   a row\n.O.\n# odd\n:8,50,wind(20,1,0,0),-   what it is worth\nO*a\n.O.\n;lib(a) > 1\n\n# Next.\nPattern B\n*\n:8,1\n",
        );
    }

    #[test]
    fn a_comment_behind_a_field_may_be_in_parentheses() {
        check(
            "Pattern A\n*\n:8,5 (11,0)\nPattern B\n*\n:8,50,wind (1, 2,3,4),s (a sacrifice)\n",
            "Pattern A\n*\n:8,5   (11,0)\n\nPattern B\n*\n:8,50,wind(1,2,3,4),s   (a sacrifice)\n",
        );
    }

    #[test]
    fn eye_shapes_keep_their_indentation() {
        let source = Source::new("eyes.db", "Pattern A\n\n  .  \n .*.   key\n\n:2,1");
        assert_eq!(format(&source), "Pattern A\n  .\n .*.   key\n:2,1\n");
    }
}
