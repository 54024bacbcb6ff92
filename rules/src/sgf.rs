//! Game records: the main line of an SGF file, read and written through the crate `sgf-parse`.

use std::fmt::Write as _;

use sgf_parse::go::{self, Prop};
use sgf_parse::{GameTree, SgfNode};
use thiserror::Error;

use crate::board::Board;
use crate::color::{Cell, Color};
use crate::game::{Game, IllegalMove};
use crate::point::{BoardSize, Move, Point, PointSet};
use crate::rules::Rules;

/// Why a file is no game record, or a record no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// The text is not SGF.
    #[error("not an SGF file: {0}")]
    Syntax(String),
    /// The tree is of another game.
    #[error("the record is not of a game of Go (GM is not 1)")]
    OtherGame,
    /// A property that has to be understood is not.
    #[error("{place}: cannot use {property}: expected {expected}")]
    Value {
        /// The node: `root` or the number of moves before it.
        place: String,
        /// The property as it stands.
        property: String,
        /// What would do.
        expected: &'static str,
    },
    /// A move that the rules do not allow.
    #[error("move {number}, {color} {vertex}, is illegal: {why}")]
    Illegal {
        /// Counted from 1.
        number: usize,
        /// Who moved.
        color: Color,
        /// Where.
        vertex: String,
        /// Why not.
        why: IllegalMove,
    },
    /// Set-up stones that leave a string without liberties.
    #[error("after move {number} the set-up leaves stones at {vertex} without a liberty")]
    Setup {
        /// Moves before the set-up.
        number: usize,
        /// One of the stones.
        vertex: String,
    },
}

/// One thing that happens in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move.
    Play(Color, Move),
    /// Stones put on or taken off the board.
    Setup(Vec<(Point, Cell)>),
    /// The side that moves next.
    ToMove(Color),
}

/// A game record: what is known of the game, and its main line.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Size of the board, 19x19 if the file is silent.
    pub size: BoardSize,
    /// Komi, if given.
    pub komi: Option<f32>,
    /// Number of handicap stones, if given; the stones themselves are in the steps.
    pub handicap: Option<u32>,
    /// `RU`, `PB`, `PW`, `RE`, `DT`, `GN`, `C` and the like of the root, in the order of the file.
    pub info: Vec<(String, String)>,
    /// Set-up and moves.
    pub steps: Vec<Step>,
}

/// Properties of the root that are kept as text.
const INFO: [&str; 17] = [
    "AN", "BR", "C", "DT", "EV", "GC", "GN", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU", "TM", "WR",
];

impl Record {
    /// A record without moves.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            komi: None,
            handicap: None,
            info: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The record of a game so far.
    pub fn of(game: &Game) -> Self {
        let mut record = Self::new(game.size());
        record.komi = Some(game.komi());
        record.handicap = (game.handicap() > 0).then(|| game.handicap());
        record.set("RU", game.rules().to_string());
        let mut start = game.clone();
        while start.undo().is_some() {}
        let stones: Vec<_> = record
            .size
            .points()
            .filter(|&p| start.board().cell(p).is_stone())
            .map(|p| (p, start.board().cell(p)))
            .collect();
        if !stones.is_empty() {
            record.steps.push(Step::Setup(stones));
            record.steps.push(Step::ToMove(start.to_move()));
        }
        record
            .steps
            .extend(game.moves().map(|(color, mv)| Step::Play(color, mv)));
        record
    }

    /// Reads every game of a file; of each its main line, the first child at every branch.
    /// Text that is not UTF-8 is read with replacement characters.
    ///
    /// # Errors
    /// What is not SGF, or not usable as Go.
    pub fn parse_all(bytes: &[u8]) -> Result<Vec<Self>, SgfError> {
        let text = String::from_utf8_lossy(bytes);
        let trees = sgf_parse::parse(text.trim_start_matches('\u{feff}'))
            .map_err(|e| SgfError::Syntax(e.to_string()))?;
        trees
            .iter()
            .map(|tree| match tree {
                GameTree::GoGame(root) => Self::of_tree(root),
                GameTree::Unknown(_) => Err(SgfError::OtherGame),
            })
            .collect()
    }

    /// Reads the first game of a file.
    ///
    /// # Errors
    /// As [`Record::parse_all`].
    pub fn parse(bytes: &[u8]) -> Result<Self, SgfError> {
        Self::parse_all(bytes).map(|mut all| all.swap_remove(0))
    }

    fn of_tree(root: &SgfNode<Prop>) -> Result<Self, SgfError> {
        let size = match root.get_property("SZ") {
            None => BoardSize::square(19),
            Some(property) => match property {
                Prop::SZ((w, h)) => BoardSize::new(*w, *h),
                _ => None,
            }
            .ok_or_else(|| SgfError::Value {
                place: "root".to_string(),
                property: describe(property),
                expected: "1 to 25 lines",
            })?,
        };
        let mut record = Self::new(size);
        for property in root.properties() {
            match property {
                Prop::KM(komi) => record.komi = Some(*komi as f32),
                Prop::HA(stones) => record.handicap = u32::try_from(*stones).ok(),
                _ => {}
            }
            if let Some(text) = info_text(property) {
                record.info.push((property_name(property), text));
            }
        }
        let mut node = Some(root);
        let mut moves = 0;
        while let Some(this) = node {
            record.read_node(this, &mut moves)?;
            node = this.children().next();
        }
        Ok(record)
    }

    fn read_node(&mut self, node: &SgfNode<Prop>, moves: &mut usize) -> Result<(), SgfError> {
        let mut setup = Vec::new();
        let mut rest = Vec::new();
        for property in node.properties() {
            let bad = |expected| SgfError::Value {
                place: format!("after move {moves}"),
                property: describe(property),
                expected,
            };
            let mut add = |points: &std::collections::HashSet<go::Point>, cell| {
                let mut points: Vec<_> = points
                    .iter()
                    .map(|p| {
                        self.size
                            .point(i32::from(p.x), i32::from(p.y))
                            .ok_or_else(|| bad("points of the board"))
                    })
                    .collect::<Result<_, _>>()?;
                points.sort_unstable();
                setup.extend(points.into_iter().map(|p| (p, cell)));
                Ok(())
            };
            match property {
                Prop::AB(points) => add(points, Cell::Black)?,
                Prop::AW(points) => add(points, Cell::White)?,
                Prop::AE(points) => add(points, Cell::Empty)?,
                Prop::PL(color) => rest.push(Step::ToMove(match color {
                    sgf_parse::Color::Black => Color::Black,
                    sgf_parse::Color::White => Color::White,
                })),
                Prop::B(mv) | Prop::W(mv) => {
                    let color = if matches!(property, Prop::B(_)) {
                        Color::Black
                    } else {
                        Color::White
                    };
                    let mv = self
                        .read_move(*mv)
                        .ok_or_else(|| bad("a point of the board or a pass"))?;
                    *moves += 1;
                    rest.push(Step::Play(color, mv));
                }
                Prop::Invalid(name, _) if matches!(name.as_str(), "B" | "W" | "AB" | "AW" | "AE" | "PL") => {
                    return Err(bad("points as two letters"));
                }
                _ => {}
            }
        }
        if !setup.is_empty() {
            self.steps.push(Step::Setup(setup));
        }
        self.steps.extend(rest);
        Ok(())
    }

    fn read_move(&self, mv: go::Move) -> Option<Move> {
        match mv {
            go::Move::Pass => Some(Move::Pass),
            // `tt` was the pass of older files, where boards have up to 19 lines.
            go::Move::Move(go::Point { x: 19, y: 19 })
                if self.size.width() <= 19 && self.size.height() <= 19 =>
            {
                Some(Move::Pass)
            }
            go::Move::Move(p) => self.size.point(i32::from(p.x), i32::from(p.y)).map(Move::Play),
        }
    }

    /// A root property that is kept as text.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.info
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, text)| text.as_str())
    }

    /// Sets a root property that is kept as text: one of `AN BR C DT EV GC GN ON OT PB PC PW RE RO RU TM WR`.
    pub fn set(&mut self, name: &str, text: impl Into<String>) {
        debug_assert!(INFO.contains(&name));
        self.info.retain(|(n, _)| n != name);
        self.info.push((name.to_string(), text.into()));
    }

    /// Number of moves of the main line.
    pub fn move_count(&self) -> usize {
        self.steps
            .iter()
            .filter(|step| matches!(step, Step::Play(..)))
            .count()
    }

    /// The game after `moves` moves, or after all if there are fewer. Set-up in the middle of the record starts
    /// the game anew from the position that it makes.
    ///
    /// # Errors
    /// The first move that the rules forbid, or set-up that is no position.
    pub fn game_after(&self, moves: usize, rules: Rules, default_komi: f32) -> Result<Game, SgfError> {
        let komi = self.komi.unwrap_or(default_komi);
        let mut game = Game::new(self.size, rules, komi);
        let mut played = 0;
        for step in &self.steps {
            match step {
                Step::Play(..) if played == moves => break,
                Step::Play(color, mv) => {
                    played += 1;
                    game.play(*color, *mv).map_err(|why| SgfError::Illegal {
                        number: played,
                        color: *color,
                        vertex: self.size.show(*mv),
                        why,
                    })?;
                }
                Step::Setup(stones) => game = self.set_up(&game, stones, played)?,
                Step::ToMove(color) => {
                    if game.to_move() != *color {
                        game = Game::from_position(game.board().clone(), *color, rules, komi);
                    }
                }
            }
        }
        Ok(game)
    }

    fn set_up(&self, game: &Game, stones: &[(Point, Cell)], played: usize) -> Result<Game, SgfError> {
        let is_handicap = game.move_count() == 0
            && game.board().empty_points().len() == self.size.area()
            && stones.len() >= 2
            && stones.iter().all(|&(_, cell)| cell == Cell::Black);
        if is_handicap {
            let mut game = Game::new(self.size, game.rules(), game.komi());
            let points: Vec<_> = stones.iter().map(|&(p, _)| p).collect();
            if game.set_handicap(&points).is_ok() {
                return Ok(game);
            }
        }
        let mut board: Board = game.board().clone();
        board.remove_stones(&stones.iter().map(|&(p, _)| p).collect::<PointSet>());
        board
            .set_stones(stones.iter().filter_map(|&(p, cell)| Some((p, cell.color()?))))
            .map_err(|p| SgfError::Setup {
                number: played,
                vertex: self.size.vertex(p).to_string(),
            })?;
        Ok(Game::from_position(
            board,
            game.to_move(),
            game.rules(),
            game.komi(),
        ))
    }

    /// The record as SGF text, one game, ending in a newline.
    pub fn to_sgf(&self) -> String {
        let mut root = vec![
            raw("GM", ["1".to_string()]),
            raw("FF", ["4".to_string()]),
            raw("CA", ["UTF-8".to_string()]),
            raw("AP", ["Katachi".to_string()]),
        ];
        let (w, h) = (self.size.width(), self.size.height());
        root.push(raw(
            "SZ",
            [if w == h { w.to_string() } else { format!("{w}:{h}") }],
        ));
        if let Some(komi) = self.komi {
            root.push(raw("KM", [komi.to_string()]));
        }
        if let Some(stones) = self.handicap {
            root.push(raw("HA", [stones.to_string()]));
        }
        root.extend(self.info.iter().map(|(name, text)| raw(name, [escape(text)])));
        // One node for each move, set-up going with the node before its move.
        let mut nodes = vec![root];
        for step in &self.steps {
            match step {
                Step::Play(color, mv) => {
                    let text = mv.point().map(point_text).unwrap_or_default();
                    nodes.push(vec![raw(&color.letter().to_string(), [text])]);
                }
                Step::Setup(stones) => {
                    if nodes.len() > 1 {
                        nodes.push(Vec::new());
                    }
                    let node = nodes.last_mut().expect("the root is there");
                    for (name, cell) in [("AB", Cell::Black), ("AW", Cell::White), ("AE", Cell::Empty)] {
                        let points: Vec<_> = stones
                            .iter()
                            .filter(|s| s.1 == cell)
                            .map(|s| point_text(s.0))
                            .collect();
                        if !points.is_empty() {
                            node.push(raw(name, points));
                        }
                    }
                }
                Step::ToMove(color) => {
                    let node = nodes.last_mut().expect("the root is there");
                    node.push(raw("PL", [color.letter().to_string()]));
                }
            }
        }
        // A line break before every tenth node keeps the lines short; nodes are written one by one, so
        // that long games do not nest.
        let mut text = "(".to_string();
        for (i, properties) in nodes.into_iter().enumerate() {
            if i % 10 == 1 {
                text.push('\n');
            }
            text.push(';');
            for property in properties {
                let _ = write!(text, "{property}");
            }
        }
        text.push_str(")\n");
        text
    }
}

fn raw(name: &str, values: impl IntoIterator<Item = String>) -> Prop {
    Prop::Unknown(name.to_string(), values.into_iter().collect())
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn point_text(point: Point) -> String {
    [point.x(), point.y()]
        .map(|i| (b'a' + i) as char)
        .iter()
        .collect()
}

fn property_name(property: &Prop) -> String {
    use sgf_parse::SgfProp as _;
    property.identifier()
}

fn describe(property: &Prop) -> String {
    match property {
        Prop::Invalid(name, values) => {
            format!(
                "{name}{}",
                values.iter().map(|v| format!("[{v}]")).collect::<String>()
            )
        }
        other => other.to_string(),
    }
}

fn info_text(property: &Prop) -> Option<String> {
    let text = match property {
        Prop::C(t) | Prop::GC(t) => &t.text,
        Prop::AN(t) | Prop::BR(t) | Prop::DT(t) | Prop::EV(t) | Prop::GN(t) | Prop::ON(t) => &t.text,
        Prop::OT(t) | Prop::PB(t) | Prop::PC(t) | Prop::PW(t) | Prop::RE(t) | Prop::RO(t) => &t.text,
        Prop::RU(t) | Prop::WR(t) => &t.text,
        Prop::TM(seconds) => return Some(seconds.to_string()),
        _ => return None,
    };
    Some(text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board_after(sgf: &str) -> String {
        let record = Record::parse(sgf.as_bytes()).unwrap();
        record
            .game_after(usize::MAX, Rules::CHINESE, 0.0)
            .unwrap()
            .board()
            .to_string()
    }

    #[test]
    fn moves_setup_and_passes_are_read_in_order() {
        let sgf = "(;SZ[3]AB[aa][cc]AW[ba:bb]PL[W];W[tt];B[ac](;W[ca];B[])(;W[cb]))";
        assert_eq!(board_after(sgf), "X O O\n. O .\nX . X\n");
        let record = Record::parse(sgf.as_bytes()).unwrap();
        assert_eq!(record.move_count(), 4);
        assert_eq!(
            record.game_after(1, Rules::CHINESE, 0.0).unwrap().to_move(),
            Color::Black
        );
    }

    #[test]
    fn stones_set_up_in_the_middle_are_put_and_taken() {
        assert_eq!(board_after("(;SZ[2:3];B[aa];AW[bb]AE[aa])"), ". .\n. O\n. .\n");
    }

    #[test]
    fn what_is_written_reads_back_the_same() {
        let mut record = Record::new(BoardSize::new(9, 7).unwrap());
        record.komi = Some(6.5);
        record.handicap = Some(2);
        record.set("PB", "a ] and \\ b");
        record.set("RE", "W+R");
        let p = Point::new;
        record.steps = vec![
            Step::Setup(vec![(p(2, 2), Cell::Black), (p(6, 4), Cell::Black)]),
            Step::ToMove(Color::White),
            Step::Play(Color::White, Move::Play(p(8, 6))),
            Step::Play(Color::Black, Move::Pass),
            Step::Setup(vec![(p(0, 0), Cell::White), (p(2, 2), Cell::Empty)]),
            Step::Play(Color::White, Move::Play(p(2, 2))),
        ];
        let text = record.to_sgf();
        assert_eq!(Record::parse(text.as_bytes()).unwrap(), record, "{text}");
    }

    #[test]
    fn a_game_and_its_record_agree() {
        let sgf = "(;SZ[9]HA[2]KM[0.5]AB[cc][gg];W[ee];B[dd];W[])";
        let game = Record::parse(sgf.as_bytes())
            .unwrap()
            .game_after(9, Rules::AGA, 0.0)
            .unwrap();
        assert_eq!((game.handicap(), game.to_move()), (2, Color::Black));
        let again = Record::parse(Record::of(&game).to_sgf().as_bytes()).unwrap();
        assert_eq!(
            again.game_after(9, Rules::AGA, 0.0).unwrap().board(),
            game.board()
        );
        assert_eq!((again.komi, again.get("RU")), (Some(0.5), Some("aga")));
    }

    #[track_caller]
    fn refused(sgf: &str, expected: &str) {
        let result =
            Record::parse(sgf.as_bytes()).and_then(|r| r.game_after(usize::MAX, Rules::CHINESE, 0.0));
        assert_eq!(result.unwrap_err().to_string(), expected);
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_its_place() {
        refused(
            "hello",
            "not an SGF file: Error tokenizing: Missing property identifier",
        );
        refused(
            "(;GM[4];B[aa])",
            "the record is not of a game of Go (GM is not 1)",
        );
        refused("(;SZ[26])", "root: cannot use SZ[26:26]: expected 1 to 25 lines");
        refused(
            "(;SZ[9];B[aa];W[zz])",
            "after move 1: cannot use W[zz]: expected a point of the board or a pass",
        );
        refused(
            "(;SZ[9];B[aaa])",
            "after move 0: cannot use B[aaa]: expected points as two letters",
        );
        refused("(;SZ[9];B[aa];W[aa])", "move 2, White A9, is illegal: occupied");
        refused(
            "(;SZ[2]AB[ab][ba][bb]AW[aa])",
            "after move 0 the set-up leaves stones at A2 without a liberty",
        );
    }
}
