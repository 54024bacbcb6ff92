// SPDX-License-Identifier: MIT OR Apache-2.0

//! GIB, of Tygem: lines `\[NAME=VALUE\]`, then `INI` with the handicap, `STO` for a stone and `SKI` for a
//! pass. The board is 19x19, points are counted from 0 at the top left, and colours are 1 and 2.

use super::Sgf;

/// The number behind a key such as `GRLT:` in a list of values.
fn number_of(values: &str, key: &str) -> Option<u32> {
    let rest = &values[values.find(key)? + key.len()..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
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

/// A GIB file as SGF.
pub(super) fn as_sgf(text: &str) -> String {
    let mut sgf = Sgf::new(19, "korean");
    let mut black_is_next = true;
    for line in text.lines().map(str::trim) {
        let value = |name: &str| line.strip_prefix(name)?.strip_suffix("\\]");
        if let Some(player) = value("\\[GAMEBLACKNAME=") {
            sgf.set_player(["PB", "BR"], player);
        } else if let Some(player) = value("\\[GAMEWHITENAME=") {
            sgf.set_player(["PW", "WR"], player);
        } else if let Some(date) = value("\\[GAMEDATE=") {
            let parts: Vec<&str> = date.split('-').take(3).map(str::trim).collect();
            if let [year, month, day] = parts[..] {
                sgf.set("DT", &format!("{year}-{month:0>2}-{day:0>2}"));
            }
        } else if let Some(values) = value("\\[GAMEINFOMAIN=") {
            if let (Some(code), Some(tenths)) = (number_of(values, "GRLT:"), number_of(values, "ZIPSU:")) {
                sgf.set("RE", &gib_result(code, tenths).unwrap_or_default());
            }
            if let Some(tenths) = number_of(values, "GONGJE:") {
                sgf.set("KM", &(f64::from(tenths) / 10.0).to_string());
            }
        }
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
        assert_eq!(
            values(&record, &["PB", "PW", "WR", "RE", "DT"]),
            ["Ben", "Ada [x]", "3D", "W+2.5", "2026-01-02"]
        );
        let game = game(&record);
        assert_eq!(game.komi(), 6.5);
        assert_eq!(moves(&game), ["Black Q16", "White D3", "Black pass", "White A19"]);
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
            assert_eq!(
                super::gib_result(code, 25).unwrap_or_default(),
                expected,
                "{code}"
            );
        }
    }
}
