// SPDX-License-Identifier: MIT OR Apache-2.0

//! Numbers in the words of records: `6.5`, `６，５`, `6目半`, `六目半`, `3又3/4子`, `7½ points`.
//!
//! A text is read as a whole or not at all: the beginning of a number is another number.

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) value: f32,
    pub(super) unit: Option<Unit>,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Points,
    /// Stones of area scoring, or handicap stones.
    Stones,
}

enum Word {
    Half,
    Of(Unit),
    /// White gives points to Black.
    Reverse,
    /// It says what the number is about.
    Aside,
}

/// Words beside numbers, with blanks between them. A word comes before its own beginning.
const WORDS: [(&str, Word); 5] = [
    ("half 半 반", Word::Half),
    ("points point pts pt moku 目 点 點 집", Word::Of(Unit::Points)),
    ("stones stone 子 점", Word::Of(Unit::Stones)),
    ("reverse 逆 倒贴 倒貼 白贴 白貼 역", Word::Reverse),
    (
        "komi コミ 出し 込み 덤 黑 黒 흑 贴 貼 and 又 个 個 handicap 让 讓 受 局 置き 置 碁 접바둑",
        Word::Aside,
    ),
];

/// The digits from 0 on.
const DIGITS: &str = "〇一二三四五六七八九";

/// Reads a whole text as a number, with words beside it.
pub(super) fn read(text: &str) -> Option<Number> {
    let text = plain(text);
    let (mut sign, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0_f32, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(&text)),
    };
    let mut total: Option<f32> = None;
    let mut unit = None;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            let value = sign * total?;
            return Some(Number { value, unit });
        }
        let part = if let Some((number, after)) = number_at(rest) {
            rest = after;
            number
        } else {
            let mut words = WORDS
                .iter()
                .flat_map(|(words, kind)| words.split(' ').map(move |word| (word, kind)));
            let (word, kind) = words.find(|(word, _)| rest.starts_with(word))?;
            rest = &rest[word.len()..];
            match kind {
                Word::Half => 0.5,
                Word::Of(other) if unit.is_none_or(|unit| unit == *other) => {
                    unit = Some(*other);
                    continue;
                }
                Word::Of(_) => return None,
                Word::Reverse => {
                    sign = -1.0;
                    continue;
                }
                Word::Aside => continue,
            }
        };
        total = match total {
            None => Some(part),
            // A fraction follows a whole number.
            Some(whole) if whole.fract() == 0.0 && 0.0 < part && part < 1.0 => Some(whole + part),
            Some(_) => return None,
        };
    }
}

/// Letters of full width as those of half width, and one way to write points, fractions and signs.
pub(super) fn plain(text: &str) -> String {
    let letter = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{2212}' | '\u{2013}' => '-',
        c => c,
    };
    let text: String = text.trim().chars().map(letter).collect();
    let text = text.to_lowercase().replace(',', ".");
    let fractions = [("½", " 1/2"), ("¼", " 1/4"), ("¾", " 3/4")].iter();
    let text = fractions.fold(text, |text, (sign, fraction)| text.replace(sign, fraction));
    text.trim().to_owned()
}

/// The number at the beginning of a text, and the rest: `6.5`, `3/4`, `六`, `四分之三`, `七点五`.
fn number_at(text: &str) -> Option<(f32, &str)> {
    let (number, rest) = digits_at(text)?;
    if let Some((below, rest)) = rest.strip_prefix('/').and_then(digits_at) {
        return (number < below).then_some((number / below, rest));
    }
    if let Some((above, rest)) = rest.strip_prefix("分之").and_then(digits_at) {
        return (above < number).then_some((above / number, rest));
    }
    for point in [".", "点", "點"] {
        if let Some(after) = rest.strip_prefix(point)
            && let Some((digits, rest)) = digits_at(after)
        {
            let length = after[..after.len() - rest.len()].chars().count();
            let scale = 10_f32.powi(length as i32);
            return Some(((number * scale + digits) / scale, rest));
        }
    }
    Some((number, rest))
}

/// The whole number at the beginning of a text, in either kind of digits, and the rest.
fn digits_at(text: &str) -> Option<(f32, &str)> {
    let (mut tens, mut ones): (f32, Option<f32>) = (0.0, None);
    let mut rest = text.chars();
    loop {
        let before = rest.as_str();
        let digit = match rest.next() {
            Some('零') => Some(0),
            Some('两' | '兩') => Some(2),
            Some('十') => {
                tens += 10.0 * ones.take().unwrap_or(1.0);
                continue;
            }
            other => other.and_then(|c| {
                let digit = DIGITS.chars().position(|digit| digit == c);
                c.to_digit(10).or(digit.map(|digit| digit as u32))
            }),
        };
        let Some(digit) = digit else {
            let is_begun = before.len() < text.len();
            return is_begun.then(|| (tens + ones.unwrap_or(0.0), before));
        };
        ones = Some(ones.unwrap_or(0.0) * 10.0 + digit as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_with_its_words_and_its_unit() {
        let points = Some(Unit::Points);
        let stones = Some(Unit::Stones);
        for (text, value, unit) in [
            ("6.5", 6.5, None),
            ("+6,5", 6.5, None),
            ("\u{2212}6.5", -6.5, None),
            ("７．５", 7.5, None),
            ("8 1/2", 8.5, None),
            ("5½", 5.5, None),
            ("½", 0.5, None),
            ("5.5 points", 5.5, points),
            ("7 and a half", 0.0, None),
            ("5目半", 5.5, points),
            ("五目半", 5.5, points),
            ("七点半", 7.5, points),
            ("七点五", 7.5, None),
            ("半目", 0.5, points),
            ("5집반", 5.5, points),
            ("덤 4집 반", 4.5, points),
            ("コミ5目半", 5.5, points),
            ("逆コミ5目", -5.0, points),
            ("2又3/4子", 2.75, stones),
            ("黑贴二又四分之三子", 2.75, stones),
            ("1¾ stones", 1.75, stones),
            ("十二", 12.0, None),
            ("二十五子", 25.0, stones),
            ("让四子", 4.0, stones),
            ("置碁3子局", 3.0, stones),
            ("3점", 3.0, stones),
        ] {
            let expected = (text != "7 and a half").then_some(Number { value, unit });
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn a_text_that_is_not_understood_as_a_whole_is_no_number() {
        let texts = ", 半x, points, 6.5/7.5, 6.5 or 7.5, 13/2, 6 7, 6.5半, 6半半, 6-5, 6 1/0, 3子2目, \
            6.5.2, no 5";
        for text in texts.split(", ") {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
