// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files of judged games, one game at a time.

use std::io::BufRead as _;
use std::path::Path;

use anyhow::Context as _;

use super::JudgedGame;
use super::line::parse;
use crate::gzip;

/// The games of a file, plain or compressed by gzip, or what is wrong with one of its lines. One line is in
/// memory. Nothing is to be read after an error.
///
/// # Errors
/// If the file cannot be opened.
pub fn read(path: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<JudgedGame>> + use<>> {
    let name = path.display().to_string();
    let lines = gzip::open(path)
        .with_context(|| name.clone())?
        .lines()
        .enumerate();
    let lines = lines.filter(|(_, line)| !line.as_ref().is_ok_and(|text| text.trim().is_empty()));
    Ok(lines.map(move |(index, line)| {
        let text = line.with_context(|| name.clone())?;
        parse(&text).with_context(|| format!("{name}, line {}", index + 1))
    }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use katachi_rules::{Move, Rules};

    use super::*;

    const GAME: &str = r#"{"game":7,"size":2,"rules":"chinese","komi":6.5,"moves":["A2","pass"],"positions":[
        {"p":{"B1":0.75,"A2":0.2,"pass":0.004},"w":0.25,"s":-1.5,"o":"akup"},
        {"p":{},"w":1,"s":4,"o":"kkkk"}]}"#;

    /// The game as one line.
    fn game() -> String {
        GAME.replace('\n', "")
    }

    fn games(bytes: &[u8]) -> Result<Vec<JudgedGame>, String> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("games.jsonl");
        fs::write(&path, bytes).expect("a file can be written");
        let games = read(&path).map_err(|error| format!("{error:#}"))?;
        let games: anyhow::Result<_> = games.collect();
        games.map_err(|error| format!("{error:#}").replace(&path.display().to_string(), "FILE"))
    }

    #[test]
    fn a_line_is_a_game() {
        let games = games(game().as_bytes()).expect("the line is a game");
        let [game] = &games[..] else {
            panic!("one line is one game")
        };
        let mv = |name: &str| game.size.parse_move(name).expect("the move is on the board");
        assert_eq!((game.rules, game.komi), (Rules::CHINESE, 6.5));
        assert_eq!(game.moves, [mv("A2"), Move::Pass]);
        let first = &game.positions[0];
        assert_eq!(
            first.policy,
            [(mv("B1"), 0.75), (mv("A2"), 0.2), (Move::Pass, 0.004)]
        );
        assert_eq!((first.black_win_rate, first.black_lead), (0.25, -1.5));
        assert_eq!(first.ownership, [-1.0, 0.0, 1.0, 0.5]);
        let points = game.size.points().map(Move::Play);
        let names: Vec<String> = points.map(|mv| game.size.show(mv)).collect();
        assert_eq!(names, ["A2", "B2", "A1", "B1"]);
    }

    #[test]
    fn a_compressed_file_is_read_as_a_plain_one() {
        let text = format!("{}\n\n{}\n", game(), game());
        let compressed = gzip::packed(text.as_bytes()).expect("bytes are compressed");
        let packed = games(&compressed);
        assert_eq!(packed.as_ref().map(Vec::len), Ok(2));
        assert_eq!(packed, games(text.as_bytes()));
        let torn = games(&compressed[..compressed.len() - 12]).expect_err("the file is torn");
        assert!(torn.starts_with("FILE: "), "{torn}");
    }

    #[test]
    fn an_error_names_file_and_line() {
        for (from, to, problem) in [
            ("\"size\":2", "\"size\":0", "expected a size of 1 to 25, found 0"),
            (
                "\",\"pass\"",
                "\",\"C1\"",
                "expected a move on the board or pass, found \"C1\"",
            ),
            (
                ",\"pass\"]",
                "]",
                "expected a position before each of 1 moves, found 2",
            ),
            (
                "0.75",
                "1.75",
                "position 1: B1: expected a number from 0 to 1, found 1.75",
            ),
            (
                "0.2,",
                "0.9,",
                "position 1: the shares of the moves add up to 1.654, more than 1",
            ),
            (
                "\"w\":1",
                "\"w\":-1",
                "position 2: w: expected a number from 0 to 1, found -1",
            ),
            ("-1.5", "1e39", "number out of range at line 1 column 147"),
            (
                "akup",
                "aku",
                "position 1: expected ownership of 4 points, found 3",
            ),
            (
                "akup",
                "akuv",
                "position 1: expected ownership from a to u, found 'v'",
            ),
        ] {
            let text = format!("{}\n{}\n", game(), game().replacen(from, to, 1));
            assert_eq!(games(text.as_bytes()), Err(format!("FILE, line 2: {problem}")));
        }
    }

    #[test]
    fn a_missing_file_is_an_error() {
        let error = read(Path::new("/no/such.jsonl")).err();
        let message = error.map(|error| format!("{error:#}")).unwrap_or_default();
        assert!(message.starts_with("/no/such.jsonl: "), "{message}");
    }
}
