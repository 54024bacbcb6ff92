// SPDX-License-Identifier: MIT OR Apache-2.0

//! NGF, of WBaduk and Cyberoro: twelve lines of values, then `PM` lines such as `PMABBQQQQ`: number, colour
//! and point in letters, `B` for 1, from the top left.

use super::Sgf;

/// Lines of an NGF file before its moves.
const HEAD: usize = 12;

/// An NGF file as SGF, unless the text has no moves.
pub(super) fn as_sgf(text: &str, size: u8) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_move = |line: &&&str| line.starts_with("PM") && line.is_ascii() && line.len() >= 7;
    let moves = lines.get(HEAD..)?.iter().filter(is_move);
    let moves: Vec<&[u8]> = moves.map(|line| line.as_bytes()).collect();
    // Without moves it is some other text with a number in its second line.
    if moves.is_empty() {
        return None;
    }
    let mut sgf = Sgf::new(size, "Korean");
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
        let lacks_half = handicap == 0 && komi.fract() == 0.0;
        sgf.set("KM", &(komi + if lacks_half { 0.5 } else { 0.0 }).to_string());
    }
    let date = lines[8].get(..8);
    if let Some(date) = date.filter(|date| date.bytes().all(|b| b.is_ascii_digit())) {
        sgf.set("DT", &format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..]));
    }
    sgf.set("RE", &result_of(lines[10]));
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

/// The result of a line such as `White wins by resignation!` or `Black wins by 5.5 points`.
fn result_of(line: &str) -> String {
    let line = line.to_ascii_lowercase();
    let winner = match () {
        () if line.contains("white win") || line.contains("black lose") => "W+",
        () if line.contains("black win") || line.contains("white lose") => "B+",
        () => return String::new(),
    };
    let points = line.split_whitespace().find_map(|word| word.parse::<f64>().ok());
    let how = match points {
        Some(points) => points.to_string(),
        None if line.contains("resi") => "R".to_owned(),
        None if line.contains("time") => "T".to_owned(),
        None => String::new(),
    };
    format!("{winner}{how}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, moves, record, values};
    use super::result_of;

    #[test]
    fn an_ngf_record_is_read_with_players_result_and_moves() {
        let head =
            "Game\n19\nAda 3D*\nBen 2D \nwww\n0\n0\n6\n20260102 [10:11]\n0\nBlack wins by 5.5 points\n3\n";
        let record = record(&format!("{head}PMABBQEEQ\nPMACWERRE\nPMADBAAAA\n"));
        let found = values(&record, &["PB", "PW", "WR", "RE", "DT"]);
        assert_eq!(found, ["Ben", "Ada", "3D", "B+5.5", "2026-01-02"]);
        let game = game(&record);
        assert_eq!(game.komi(), 6.5);
        assert_eq!(moves(&game), ["Black Q16", "White D3", "Black pass"]);
    }

    #[test]
    fn the_result_line_names_the_winner_or_the_loser() {
        for (line, result) in [
            ("Black wins by 5.5 points", "B+5.5"),
            ("Black wins by 16.5 points! >> White(66):Black(89)", "B+16.5"),
            ("White wins by resi!", "W+R"),
            ("White loses on time", "B+T"),
            ("white win by time", "W+T"),
            ("Black wins", "B+"),
            ("Draw", ""),
            ("Progressing!", ""),
        ] {
            assert_eq!(result_of(line), result, "{line}");
        }
    }

    #[test]
    fn komi_has_a_half_point_more_without_handicap_alone() {
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
            assert_eq!(record.setup_stones().black, stones);
            // A line without a colour is no move.
            assert_eq!(record.move_count(), 2);
            assert_eq!((record.get("DT"), record.get("BR")), (None, None));
        }
    }
}
