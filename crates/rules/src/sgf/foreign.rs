// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records in the formats of two servers, which are turned into SGF before they are read.
//!
//! Neither format has a published description. What is read here is what files and other readers agree on:
//! - GIB, of Tygem: lines `\[NAME=VALUE\]`, then `INI` with the handicap, `STO` for a stone and `SKI` for a
//!   pass. The board is 19x19, points are counted from 0 at the top left, and colours are 1 and 2.
//! - NGF, of WBaduk and Cyberoro: twelve lines of values, then `PM` lines such as `PMABBQQQQ`: number, colour
//!   and point in letters, `B` for 1, from the top left.
//!
//! Both put handicap stones on the same points, and both have Korean rules.

use std::fmt::Write as _;

use super::encoding::plain_text;

/// Handicap stones in their order, as points of SGF. The middle stone is the last of 5, 7 and 9.
const HANDICAP: [&str; 8] = ["pd", "dp", "pp", "dd", "dj", "pj", "jd", "jp"];
/// The middle of the board.
const MIDDLE: &str = "jj";
/// Lines of an NGF file before its moves.
const NGF_HEAD: usize = 12;

/// The game as SGF in UTF-8, if the file is in one of the formats.
pub(super) fn as_sgf(bytes: &[u8]) -> Option<String> {
    let is_gib = bytes.trim_ascii_start().starts_with(b"\\HS");
    if bytes.trim_ascii_start().starts_with(b"(;") {
        return None;
    }
    // An SGF file begins with a bracket, perhaps after some text; the second line of an NGF file is a number.
    let second = bytes.split(|&byte| byte == b'\n').nth(1).unwrap_or_default();
    let size: Option<u8> = str::from_utf8(second)
        .ok()
        .and_then(|line| line.trim().parse().ok());
    match size {
        _ if is_gib => Some(gib(&plain_text(bytes))),
        Some(size @ 1..=25) => ngf(&plain_text(bytes), size),
        _ => None,
    }
}

/// A game in the making.
struct Sgf {
    text: String,
    handicap: u8,
}

impl Sgf {
    fn new(size: u8) -> Self {
        Self {
            text: format!("(;GM[1]FF[4]CA[UTF-8]SZ[{size}]RU[korean]"),
            handicap: 0,
        }
    }

    /// Sets a property unless its value is empty.
    fn set(&mut self, name: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            let value = value.replace('\\', "\\\\").replace(']', "\\]");
            let _ = write!(self.text, "{name}[{value}]");
        }
    }

    /// Sets name and rank of a text such as `Kim (2D)`.
    fn set_player(&mut self, [name, rank]: [&str; 2], text: &str) {
        match text
            .trim()
            .strip_suffix(')')
            .and_then(|text| text.rsplit_once('('))
        {
            Some((player, its_rank)) => {
                self.set(name, player);
                self.set(rank, its_rank);
            }
            None => self.set(name, text),
        }
    }

    /// Sets up handicap stones. They stand on a board of 19 lines.
    fn set_handicap(&mut self, stones: u8) {
        if (2..=9).contains(&stones) {
            self.handicap = stones;
            let has_middle = matches!(stones, 5 | 7 | 9);
            let around = HANDICAP.iter().take(usize::from(stones - u8::from(has_middle)));
            let points: String = around
                .chain(has_middle.then_some(&MIDDLE))
                .map(|point| format!("[{point}]"))
                .collect();
            let _ = write!(self.text, "HA[{stones}]AB{points}");
        }
    }

    /// Adds a move. A point beyond the board is a pass.
    fn play(&mut self, is_black: bool, point: Option<(u8, u8)>) {
        let color = if is_black { 'B' } else { 'W' };
        let letter = |place: u8| char::from(b'a' + place);
        let point = point.map_or(String::new(), |(x, y)| [letter(x), letter(y)].iter().collect());
        let _ = write!(self.text, "\n;{color}[{point}]");
    }

    fn end(self) -> String {
        self.text + ")\n"
    }
}

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

fn gib(text: &str) -> String {
    let mut sgf = Sgf::new(19);
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

fn ngf(text: &str, size: u8) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let moves = lines
        .get(NGF_HEAD..)?
        .iter()
        .filter(|line| line.starts_with("PM") && line.is_ascii());
    let moves: Vec<&[u8]> = moves
        .map(|line| line.as_bytes())
        .filter(|line| line.len() >= 7)
        .collect();
    // Without moves it is some other text with a number in its second line.
    if moves.is_empty() {
        return None;
    }
    let mut sgf = Sgf::new(size);
    for (names, line) in [(["PW", "WR"], lines[2]), (["PB", "BR"], lines[3])] {
        let (name, rank) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        sgf.set(names[0], name);
        sgf.set(names[1], rank.trim().trim_end_matches('*'));
    }
    let handicap = lines[5].parse().unwrap_or(0);
    if size == 19 {
        sgf.set_handicap(handicap);
    }
    if let Ok(komi) = lines[7].parse::<f64>() {
        // The half point is left out.
        let half = if handicap == 0 && komi.fract() == 0.0 {
            0.5
        } else {
            0.0
        };
        sgf.set("KM", &(komi + half).to_string());
    }
    if let Some(date) = lines[8]
        .get(..8)
        .filter(|date| date.bytes().all(|b| b.is_ascii_digit()))
    {
        sgf.set("DT", &format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..]));
    }
    sgf.set("RE", &ngf_result(lines[10]));
    for line in moves {
        let place = |letter: u8| letter.checked_sub(b'B').filter(|&place| place < size);
        let point = place(line[5]).zip(place(line[6]));
        match line[4] {
            b'B' => sgf.play(true, point),
            b'W' => sgf.play(false, point),
            _ => {}
        }
    }
    Some(sgf.end())
}

/// The result of a line such as `White wins by resign` or `Black wins by 5.5 points`.
fn ngf_result(line: &str) -> String {
    let line = line.to_ascii_lowercase();
    let winner = match () {
        () if line.contains("white win") => "W+",
        () if line.contains("black win") => "B+",
        () => return String::new(),
    };
    let points = line.split_whitespace().find_map(|word| word.parse::<f64>().ok());
    let how = match points {
        Some(points) => points.to_string(),
        None if line.contains("resign") => "R".to_owned(),
        None if line.contains("time") => "T".to_owned(),
        None => String::new(),
    };
    format!("{winner}{how}")
}

#[cfg(test)]
mod tests {
    use crate::sgf::Record;
    use crate::{Color, Rules};

    fn record(text: &str) -> Record {
        Record::parse(text.as_bytes()).expect("a game")
    }

    /// The properties that a record has.
    fn values<'a>(record: &'a Record, names: &[&str]) -> Vec<&'a str> {
        names.iter().filter_map(|name| record.get(name)).collect()
    }

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
        let game = record
            .game_after(usize::MAX, Rules::default(), 0.0)
            .expect("the moves are legal");
        assert_eq!(game.komi(), 6.5);
        let size = game.size();
        let moves: Vec<String> = game
            .moves()
            .map(|(color, mv)| format!("{color} {}", size.show(mv)))
            .collect();
        assert_eq!(moves, ["Black Q16", "White D3", "Black pass", "White A19"]);
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
            let game = record(&text)
                .game_after(usize::MAX, Rules::default(), 0.0)
                .expect("the moves are legal");
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
    fn an_ngf_record_is_read_with_players_result_and_moves() {
        let head =
            "Game\n19\nAda 3D*\nBen 2D \nwww\n0\n0\n6\n20260102 [10:11]\n0\nBlack wins by 5.5 points\n3\n";
        let record = record(&format!("{head}PMABBQEEQ\nPMACWERRE\nPMADBAAAA\n"));
        assert_eq!(
            values(&record, &["PB", "PW", "WR", "RE", "DT"]),
            ["Ben", "Ada", "3D", "B+5.5", "2026-01-02"]
        );
        let game = record
            .game_after(usize::MAX, Rules::default(), 0.0)
            .expect("the moves are legal");
        assert_eq!(game.komi(), 6.5);
        let size = game.size();
        let moves: Vec<String> = game.moves().map(|(_, mv)| size.show(mv)).collect();
        assert_eq!(moves, ["Q16", "D3", "pass"]);
    }

    #[test]
    fn other_text_is_no_record() {
        for text in ["Dear diary,\n19\nbottles", "\n9\n", "19", ""] {
            assert!(super::as_sgf(text.as_bytes()).is_none(), "{text:?}");
        }
    }

    #[test]
    fn results_of_gib_files_are_codes_and_of_ngf_files_words() {
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
        for (line, expected) in [
            ("White wins by resign", "W+R"),
            ("Black Wins by 0.5 points", "B+0.5"),
            ("white win by time", "W+T"),
            ("Black wins", "B+"),
            ("Draw", ""),
        ] {
            assert_eq!(super::ngf_result(line), expected, "{line}");
        }
    }

    #[test]
    fn an_ngf_record_has_a_half_point_more_without_handicap_alone() {
        let game = |size: u8, handicap: &str, komi: &str| {
            let head = format!("Game\n{size}\nAda\nBen\nwww\n{handicap}\n0\n{komi}\nno date\n0\n?\n3\n");
            record(&format!("{head}PMABWCC\nPMACBHH\nPMADXEE\n"))
        };
        for (size, handicap, komi, expected, stones) in [
            (19, "0", "6", Some(6.5), 0),
            (19, "0", "6.5", Some(6.5), 0),
            (19, "2", "0", Some(0.0), 2),
            (19, "0", "none", None, 0),
            (9, "2", "0", Some(0.0), 0),
        ] {
            let record = game(size, handicap, komi);
            assert_eq!(record.komi, expected, "{size}, {handicap}, {komi}");
            assert_eq!(record.board_after(0).count(Color::Black), stones);
            // A line without a colour is no move.
            assert_eq!(record.move_count(), 2);
            assert_eq!((record.get("DT"), record.get("BR")), (None, None));
        }
    }
}
