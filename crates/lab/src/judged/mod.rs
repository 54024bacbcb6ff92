// SPDX-License-Identifier: MIT OR Apache-2.0

//! Judged games: what a strong engine, the judge, says of every position of a game.
//!
//! A file has one game a line, as JSON; it may be compressed by gzip. A game has these fields:
//!
//! | field | content |
//! |---|---|
//! | `size` | lines of the board, which is square |
//! | `rules` | name of the rules, as in KataGo's protocol |
//! | `komi` | komi in points |
//! | `moves` | moves in turn, Black first: `"E5"`, `"pass"` |
//! | `positions` | one position before each move |
//!
//! A position has these:
//!
//! | field | content |
//! |---|---|
//! | `p` | the judge's policy: moves with their shares, 0 to 1; rare moves may be missing |
//! | `w` | win rate of Black, 0 to 1 |
//! | `s` | lead of Black in points, komi included |
//! | `o` | ownership, row by row from the top left, a letter a point: `a` White's, `k` nobody's, `u` Black's |
//!
//! Fields with other names are skipped. [`read()`] reads one game at a time,
//! [`JudgedGame::to_line`] writes one.

mod line;

use std::io::BufRead as _;
use std::path::Path;

use anyhow::Context as _;
use katachi_katago_json::Answer;
use katachi_rules::{BoardSize, Color, Move, Point, Rules};

use crate::gzip;

/// A game with a judgement of each position.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedGame {
    /// Size of the board.
    pub size: BoardSize,
    /// Rules of the game.
    pub rules: Rules,
    /// Komi in points.
    pub komi: f32,
    /// Moves in turn, Black first. The reader does not check them against the rules.
    pub moves: Vec<Move>,
    /// Judgements of the positions before each move, as many as there are moves.
    pub positions: Vec<JudgedPosition>,
}

/// The judgement of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPosition {
    /// Moves with the shares that the judge gives them, 0 to 1, in the order of the file. Their sum may be
    /// below 1, as rare moves may be missing.
    pub policy: Vec<(Move, f32)>,
    /// Win rate of Black, 0 to 1.
    pub black_win_rate: f32,
    /// Lead of Black in points, komi included.
    pub black_lead: f32,
    /// Owner of each point, in the order of [`BoardSize::points`]: 1 is Black's, -1 White's, steps of 0.1.
    pub ownership: Vec<f32>,
}

impl JudgedGame {
    pub(crate) fn turns(&self) -> impl Iterator<Item = (Color, Move)> {
        Color::BOTH.into_iter().cycle().zip(self.moves.iter().copied())
    }
}

/// Smallest share of a move that is kept.
const MIN_SHARE: f32 = 0.004;
/// The least sum of the shares of moves on the board that say where to play.
const MIN_ON_BOARD: f32 = 0.05;

impl JudgedPosition {
    /// The judgement of an answer: moves with a share of 0.004 or more, the largest first.
    pub fn new(answer: &Answer, size: BoardSize) -> Self {
        let moves = answer.shares(size);
        let mut policy: Vec<(Move, f32)> = moves.filter(|&(_, share)| share >= MIN_SHARE).collect();
        policy.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        Self {
            policy,
            black_win_rate: answer.win_rate,
            black_lead: answer.lead,
            ownership: size.points().map(|point| answer.ownership[point]).collect(),
        }
    }

    /// Returns the shares of the moves on the board, with a sum of 1. Empty if the judge would nearly always
    /// pass.
    pub fn shares(&self) -> Vec<(Point, f32)> {
        let on_board = self.policy.iter();
        let on_board = on_board.filter_map(|&(mv, share)| Some((mv.point()?, share)));
        let mut on_board: Vec<(Point, f32)> = on_board.filter(|&(_, share)| share > 0.0).collect();
        let sum: f32 = on_board.iter().map(|&(_, share)| share).sum();
        if sum < MIN_ON_BOARD {
            return Vec::new();
        }
        on_board.iter_mut().for_each(|(_, share)| *share /= sum);
        on_board
    }
}

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
        line::parse(&text).with_context(|| format!("{name}, line {}", index + 1))
    }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn position(policy: Vec<(Move, f32)>) -> JudgedPosition {
        JudgedPosition {
            policy,
            black_win_rate: 0.5,
            black_lead: 0.0,
            ownership: Vec::new(),
        }
    }

    #[test]
    fn shares_are_those_of_moves_on_the_board_and_a_judge_that_passes_has_none() {
        let at = |x| Point::new(x, 0);
        let both = position(vec![
            (Move::Play(at(0)), 0.375),
            (Move::Pass, 0.5),
            (Move::Play(at(1)), 0.125),
        ]);
        assert_eq!(both.shares(), [(at(0), 0.75), (at(1), 0.25)]);
        let passes = position(vec![(Move::Pass, 0.97), (Move::Play(at(0)), 0.03)]);
        assert_eq!(passes.shares(), []);
    }

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
        let policy = [(mv("B1"), 0.75), (mv("A2"), 0.2), (Move::Pass, 0.004)];
        assert_eq!(first.policy, policy);
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

    /// A text of the game, the text in its place, and what is wrong then.
    const DAMAGES: &str = r#"
"size":2 | "size":0 | expected a size of 1 to 25, found 0
","pass" | ","C1" | expected a move on the board or pass, found "C1"
,"pass"] | ] | expected a position before each of 1 moves, found 2
0.75 | 1.75 | position 1: B1: expected a number from 0 to 1, found 1.75
0.2, | 0.9, | position 1: the shares of the moves add up to 1.654, more than 1
"w":1 | "w":-1 | position 2: w: expected a number from 0 to 1, found -1
-1.5 | 1e39 | number out of range at line 1 column 147
akup | aku | position 1: expected ownership of 4 points, found 3
akup | akuv | position 1: expected ownership from a to u, found 'v'"#;

    #[test]
    fn an_error_names_file_and_line() {
        for line in DAMAGES.trim_start().lines() {
            let [from, to, problem] = line.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("three cells: {line}");
            };
            let text = format!("{}\n{}\n", game(), game().replacen(from, to, 1));
            assert_eq!(games(text.as_bytes()), Err(format!("FILE, line 2: {problem}")));
        }
        let missing = read(Path::new("/no/such.jsonl")).err();
        let missing = missing.map(|error| format!("{error:#}")).unwrap_or_default();
        assert!(missing.starts_with("/no/such.jsonl: "), "{missing}");
    }
}
