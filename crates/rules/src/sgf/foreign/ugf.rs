// SPDX-License-Identifier: MIT OR Apache-2.0

//! UGF, of Pandanet and Japanese newspapers, in files `.ugf` and `.ugi`: sections such as `[Header]` and
//! `[Data]`. The header has lines `NAME=VALUE,VALUE`, the data have a stone on each line, such as
//! `QD,B1,1,0`: point, colour with the number of the player in a team, number of the move, seconds. The first
//! letter of a point is its column from the left, the second its row: from the bottom with
//! `CoordinateType=IGS`, otherwise from the top. A point beyond the board is a pass. Stones of move 0 are
//! handicap stones. Comments and variations, in other sections, are left out.

use super::Sgf;
use crate::point::Point;

/// Returns whether a file begins with the header of UGF, perhaps after comments.
pub(super) fn is_ugf(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = bytes
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .map(<[u8]>::trim_ascii);
    lines
        .find(|line| !line.is_empty() && !line.starts_with(b"#"))
        .is_some_and(|line| line.eq_ignore_ascii_case(b"[Header]"))
}

/// A UGF file as SGF, unless it has no stones: encrypted files have none that can be read.
pub(super) fn as_sgf(text: &str) -> Option<String> {
    let header = Header::new(text);
    let size = header.number("Size").filter(|size| (1..=25).contains(size));
    let size = size.unwrap_or(19);
    let coordinates = header.first("CoordinateType");
    let from_bottom = coordinates.is_some_and(|kind| kind.eq_ignore_ascii_case("IGS"));
    let lines = section(text, "[Data]");
    let stones: Vec<Stone> = lines
        .filter_map(|line| Stone::new(line, size, from_bottom))
        .collect();
    if stones.is_empty() {
        return None;
    }
    let mut sgf = Sgf::new(size, header.rules());
    header.set_information(&mut sgf);
    let (set_up, moves): (Vec<Stone>, Vec<Stone>) = stones.into_iter().partition(|stone| stone.is_set_up);
    let handicap = header.number("Hdcp").unwrap_or(0);
    if set_up.is_empty() && size == 19 && moves.first().is_some_and(|first| !first.is_black) {
        sgf.set_handicap(handicap);
    } else if handicap >= 2 {
        sgf.set("HA", &handicap.to_string());
    }
    for (property, is_black) in [("AB", true), ("AW", false)] {
        let of_color = set_up.iter().filter(|stone| stone.is_black == is_black);
        let points = of_color.filter_map(|stone| stone.point);
        sgf.set_stones(property, points.map(|(x, y)| Point::new(x, y)));
    }
    for stone in moves {
        sgf.play(stone.is_black, stone.point);
    }
    Some(sgf.end())
}

fn section<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let is_start = |line: &&str| !line.eq_ignore_ascii_case(name);
    text.split(['\n', '\r'])
        .map(str::trim)
        .skip_while(is_start)
        .skip(1)
        .take_while(|line| !(line.starts_with('[') && line.ends_with(']')))
}

struct Header<'t>(Vec<(&'t str, &'t str)>);

impl<'t> Header<'t> {
    fn new(text: &'t str) -> Self {
        let lines = section(text, "[Header]");
        Self(lines.filter_map(|line| line.split_once('=')).collect())
    }

    fn value(&self, name: &str) -> Option<&'t str> {
        let found = self.0.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|&(_, value)| value)
    }

    /// One of the values of a line, between commas.
    fn part(&self, name: &str, index: usize) -> Option<&'t str> {
        let part = self.value(name)?.split(',').nth(index)?.trim();
        (!part.is_empty()).then_some(part)
    }

    fn first(&self, name: &str) -> Option<&'t str> {
        self.part(name, 0)
    }

    fn number(&self, name: &str) -> Option<u8> {
        self.first(name)?.parse().ok()
    }

    fn rules(&self) -> &'static str {
        match self.first("Rule") {
            Some("JPN") => "Japanese",
            Some("CHN") => "Chinese",
            Some("KOR") => "Korean",
            _ => "",
        }
    }

    /// Sets players, event, date, komi and result.
    fn set_information(&self, sgf: &mut Sgf) {
        for (name, [player, rank]) in [("PlayerB", ["PB", "BR"]), ("PlayerW", ["PW", "WR"])] {
            sgf.set(player, self.first(name).unwrap_or_default());
            sgf.set(rank, self.part(name, 1).unwrap_or_default());
        }
        // The title has commas between its words.
        let title = self.value("Title").unwrap_or_default().replace(',', " ");
        sgf.set("EV", &title);
        sgf.set("PC", self.value("Place").unwrap_or_default());
        sgf.set("CP", self.value("Copyright").unwrap_or_default());
        sgf.set("DT", &self.first("Date").unwrap_or_default().replace('/', "-"));
        if let Some(komi) = self.part("Hdcp", 1).and_then(|komi| komi.parse::<f64>().ok()) {
            sgf.set("KM", &komi.to_string());
        }
        sgf.set("RE", &self.result().unwrap_or_default());
    }

    /// The result, such as `B,1.5`, `W,C` by resignation or `B,T` on time.
    fn result(&self) -> Option<String> {
        let winner = self.first("Winner").filter(|side| matches!(*side, "B" | "W"))?;
        let how = match self.part("Winner", 1) {
            Some("C" | "R") => "R".to_owned(),
            Some("T") => "T".to_owned(),
            Some(points) => points.parse::<f64>().ok()?.to_string(),
            None => String::new(),
        };
        Some(format!("{winner}+{how}"))
    }
}

struct Stone {
    is_black: bool,
    /// Absent for a pass.
    point: Option<(u8, u8)>,
    is_set_up: bool,
}

impl Stone {
    /// The stone of a line, unless it is some other line.
    fn new(line: &str, size: u8, from_bottom: bool) -> Option<Self> {
        let mut parts = line.split(',').map(str::trim);
        let &[x, y] = parts.next()?.as_bytes() else {
            return None;
        };
        let is_black = match parts.next()?.as_bytes().first()? {
            b'B' | b'b' => true,
            b'W' | b'w' => false,
            _ => return None,
        };
        let place = |letter: u8| {
            let place = letter.to_ascii_uppercase().checked_sub(b'A')?;
            (place < size).then_some(place)
        };
        let row = |place: u8| if from_bottom { size - 1 - place } else { place };
        let point = place(x).zip(place(y)).map(|(x, y)| (x, row(y)));
        Some(Self {
            is_black,
            point,
            is_set_up: parts.next() == Some("0") && point.is_some(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, moves, record, values};
    use crate::{Color, Rules};

    const HEAD: &str = "# saved by hand\r\n[Header]\r\nLang=SJIS\r\nTitle=1st,Spring,cup\r\n\
        Place=Here, there\r\nDate=2026/01/02,09:00:00,2026/01/02,00:00:00\r\nRule=JPN\r\nSize=19\r\n\
        Hdcp=0,5.50\r\nWinner=B,1.5\r\nPlayerW=Ada,3-dan,0,\r\nPlayerB=Ben [x],,0,\r\nCopyright=\r\n";

    #[test]
    fn a_ugf_record_is_read_with_players_result_and_moves() {
        let text = format!(
            "{HEAD}CoordinateType=IGS\r\n[Data]\r\nQD,B1,1,0\r\nCC,W1,2,7\r\nYA,B2,3,0\r\nAS,W2,4,0\r\n[Figure]\r\n\
             AA,B1,5,0"
        );
        let record = record(&text);
        assert_eq!(
            values(&record, &["PB", "BR", "PW", "WR", "EV", "PC", "DT", "RE", "CP"]),
            [
                "Ben [x]",
                "Ada",
                "3-dan",
                "1st Spring cup",
                "Here, there",
                "2026-01-02",
                "B+1.5"
            ]
        );
        let game = game(&record);
        assert_eq!(game.komi(), 5.5);
        assert_eq!(record.rules(), Some(Rules::JAPANESE));
        assert_eq!(moves(&game), ["Black R4", "White C3", "Black pass", "White A19"]);
    }

    #[test]
    fn other_coordinates_count_rows_from_the_top() {
        let text = format!("{HEAD}CoordinateType=JPN\r\n[Data]\r\nQD,B1,1,0\r\n");
        assert_eq!(moves(&game(&record(&text))), ["Black R16"]);
    }

    #[test]
    fn stones_of_move_0_are_handicap_stones() {
        let text = format!(
            "{}CoordinateType=IGS\r\n[Data]\r\nQD,B1,0,0\r\nDP,B1,0,0\r\nDD,W1,1,0\r\n",
            HEAD.replace("Hdcp=0,5.50", "Hdcp=2,0")
        );
        let record = record(&text);
        assert_eq!(record.handicap, Some(2));
        let game = game(&record);
        assert_eq!(moves(&game), ["White D4"]);
        let board = game.board();
        for vertex in ["R4", "D16"] {
            let point = board.size().parse_vertex(vertex).expect("a point");
            assert_eq!(board.cell(point).color(), Some(Color::Black), "{vertex}");
        }
    }

    #[test]
    fn a_handicap_without_stones_has_them_on_the_usual_points() {
        let text = format!(
            "{}[Data]\r\nDD,W1,1,0\r\n",
            HEAD.replace("Hdcp=0,5.50", "Hdcp=2,0.5")
        );
        let game = game(&record(&text));
        let board = game.board();
        let stones = board
            .size()
            .points()
            .filter(|&point| board.cell(point).color().is_some());
        assert_eq!(stones.count(), 3);
    }

    #[test]
    fn results_by_resignation_and_on_time_are_read() {
        for (winner, result) in [("W,C", "W+R"), ("B,T", "B+T"), ("W,", "W+")] {
            let text = format!("{HEAD}[Data]\r\nQD,B1,1,0\r\n").replace("B,1.5", winner);
            assert_eq!(values(&record(&text), &["RE"]), [result], "{winner}");
        }
    }
}
