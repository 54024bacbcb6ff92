// SPDX-License-Identifier: MIT OR Apache-2.0

//! GIB, of Tygem: lines `\[NAME=VALUE\]`, then `INI` with the handicap, `STO` for a stone and `SKI` for a
//! pass. The board is 19x19, points are counted from 0 at the top left, and colours are 1 and 2.

use super::Sgf;

/// The value behind a key such as `GRLT:` in a list of values with commas between them.
fn value_of<'t>(values: &'t str, key: &str) -> Option<&'t str> {
    values.split(',').find_map(|part| part.trim().strip_prefix(key))
}

/// Two lines have the facts of the game, of which either may be missing: the beginning of a line, its keys of
/// result, points, komi and time, and the places of main time, periods and seconds of a period in the time.
const LINES: [(&str, [&str; 4], [usize; 3]); 2] = [
    (
        "\\[GAMEINFOMAIN=",
        ["GRLT:", "ZIPSU:", "GONGJE:", "GTIME:"],
        [0, 2, 1],
    ),
    ("\\[GAMETAG=", ["W", "Z", "G", "T"], [2, 1, 0]),
];

/// The facts of such a line: result, komi, main time and overtime.
fn facts(values: &str, [result, points, komi, time]: [&str; 4], places: [usize; 3]) -> [Option<String>; 4] {
    let number = |key| value_of(values, key)?.parse::<u32>().ok();
    let result = number(result).zip(number(points));
    let komi = value_of(values, komi).and_then(|tenths| tenths.parse::<i32>().ok());
    let parts = value_of(values, time)
        .into_iter()
        .flat_map(|time| time.split('-'));
    let parts: Option<Vec<u32>> = parts.map(|part| part.parse().ok()).collect();
    let time = parts.filter(|parts| parts.len() == 3);
    let time = time.map(|parts| places.map(|place| parts[place]));
    [
        result.and_then(|(code, tenths)| gib_result(code, tenths)),
        komi.map(|tenths| (f64::from(tenths) / 10.0).to_string()),
        time.map(|[main, ..]| main.to_string()),
        time.map(|[_, periods, seconds]| format!("{periods}x{seconds} byo-yomi")),
    ]
}

/// The result of a GIB file from its code and the points in tenths.
fn gib_result(code: u32, tenths: u32) -> Option<String> {
    Some(match code {
        0 => format!("B+{}", f64::from(tenths) / 10.0),
        1 => format!("W+{}", f64::from(tenths) / 10.0),
        3 => "B+R".to_owned(),
        4 => "W+R".to_owned(),
        7 => "B+T".to_owned(),
        8 => "W+T".to_owned(),
        _ => return None,
    })
}

/// The value of the line that begins so.
fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut lines = text.lines();
    lines.find_map(|line| line.trim().strip_prefix(name)?.strip_suffix("\\]"))
}

/// Sets players, date, result, komi and time.
fn set_header(sgf: &mut Sgf, text: &str) {
    for (name, properties) in [
        ("\\[GAMEBLACKNAME=", ["PB", "BR"]),
        ("\\[GAMEWHITENAME=", ["PW", "WR"]),
    ] {
        sgf.set_player(properties, field(text, name).unwrap_or_default());
    }
    let date = field(text, "\\[GAMEDATE=").map(|date| date.replace('-', ":"));
    let tagged = || Some(value_of(field(text, "\\[GAMETAG=")?, "C")?.to_owned());
    if let Some(date) = date.or_else(tagged) {
        let parts: Vec<&str> = date.split(':').take(3).map(str::trim).collect();
        if let [year, month, day] = parts[..] {
            sgf.set("DT", &format!("{year}-{month:0>2}-{day:0>2}"));
        }
    }
    let found = LINES.map(|(line, keys, places)| {
        let values = field(text, line).unwrap_or_default();
        facts(values, keys, places)
    });
    for (index, name) in ["RE", "KM", "TM", "OT"].into_iter().enumerate() {
        let fact = found.iter().find_map(|facts| facts[index].as_deref());
        sgf.set(name, fact.unwrap_or_default());
    }
}

/// A GIB file as SGF.
pub(super) fn as_sgf(text: &str) -> String {
    let mut sgf = Sgf::new(19, "Korean");
    set_header(&mut sgf, text);
    let mut black_is_next = true;
    for line in text.lines().map(str::trim) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<u8>().ok());
        match words.first() {
            Some(&"INI") => {
                sgf.set_handicap(number(3).unwrap_or(0));
                black_is_next = sgf.handicap == 0;
            }
            Some(&"STO") => {
                if let (Some(color @ 1..=2), Some(x @ 0..19), Some(y @ 0..19)) =
                    (number(3), number(4), number(5))
                {
                    sgf.play(color == 1, Some((x, y)));
                    black_is_next = color == 2;
                }
            }
            Some(&"SKI") => {
                sgf.play(black_is_next, None);
                black_is_next = !black_is_next;
            }
            _ => {}
        }
    }
    sgf.end()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, moves, record, values};
    use crate::Color;

    #[test]
    fn a_gib_record_is_read_with_players_result_and_moves() {
        let record = record(
            "\\HS\n\\[GAMEDATE=2026- 1- 2-10-11-12\\]\n\\[GAMEWHITENAME=Ada [x] (3D)\\]\n\\[GAMEBLACKNAME=Ben\\]\n\
             \\[GAMEINFOMAIN=GBKIND:3,GRLT:1,ZIPSU:25,DUM:0,GONGJE:65,TCNT:3\\]\n\\HE\n\\GS\n2 1 0\n3 0 &4\n\
             INI 0 1 0 &4 \nSTO 0 2 1 15 3 \nSTO 0 3 2 3 16 \nSKI 0 4 \nSTO 0 5 2 0 0 \n\\GE\n",
        );
        let now = values(&record, &["PB", "PW", "WR", "RE", "DT"]);
        assert_eq!(now, ["Ben", "Ada [x]", "3D", "W+2.5", "2026-01-02"]);
        let game = game(&record);
        assert_eq!(game.komi(), 6.5);
        assert_eq!(moves(&game), ["Black Q16", "White D3", "Black pass", "White A19"]);
    }

    #[test]
    fn either_line_of_facts_has_result_komi_date_and_time() {
        let tag = "\\[GAMETAG=S0,R2,D0,G-55,W0,Z105,T20-5-600,C2025:03:07:09:10,I:g,A:W9\\]";
        let main = "\\[GAMEINFOMAIN=GBKIND:3,GTIME:600-20-5,GRLT:0,ZIPSU:105,GONGJE:-55\\]\n\\[GAMEDATE=2025- 3- 7- 9\\]";
        for facts in [tag, main] {
            let text = format!("\\HS\n{facts}\n\\HE\n\\GS\nINI 0 1 0 &4 \nSTO 0 2 1 15 3 \n\\GE\n");
            let record = record(&text);
            let now = values(&record, &["RE", "DT", "TM", "OT"]);
            assert_eq!(now, ["B+10.5", "2025-03-07", "600", "5x20 byo-yomi"], "{facts}");
            assert_eq!(record.komi, Some(-5.5), "{facts}");
        }
        let other = record("\\HS\n\\[GAMETAG=S0,G65x,W255,Z0,T20,C2025\\]\n\\HE\n\\GS\nSTO 0 2 1 15 3 \n");
        assert_eq!(values(&other, &["RE", "DT", "TM", "OT"]), [""; 0]);
        assert_eq!(other.komi, None);
    }

    #[test]
    fn handicap_stones_stand_where_both_servers_put_them() {
        for (stones, expected) in [
            (2, "D4 Q16"),
            (3, "D4 Q16 Q4"),
            (5, "D4 K10 Q16 Q4 D16"),
            (6, "D4 Q16 Q4 D16 D10 Q10"),
            (9, "D4 K10 Q16 Q4 D16 D10 Q10 K16 K4"),
        ] {
            let text = format!("\\HS\n\\HE\n\\GS\nINI 0 1 {stones} &4 \nSTO 0 2 2 2 2 \n\\GE\n");
            let game = game(&record(&text));
            let board = game.board();
            let black = |point| board.cell(point).color() == Some(Color::Black);
            let found = board.size().points().filter(|&p| black(p)).count();
            assert_eq!(found, stones);
            for vertex in expected.split(' ') {
                let point = board.size().parse_vertex(vertex).expect("a point");
                assert!(black(point), "{stones} stones: {vertex}");
            }
        }
    }

    #[test]
    fn results_are_codes() {
        for (code, expected) in [
            (0, "B+2.5"),
            (1, "W+2.5"),
            (3, "B+R"),
            (4, "W+R"),
            (7, "B+T"),
            (8, "W+T"),
            (2, ""),
            (9, ""),
        ] {
            let found = super::gib_result(code, 25).unwrap_or_default();
            assert_eq!(found, expected, "{code}");
        }
    }
}
