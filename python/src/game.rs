// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game under the rules.

use katachi_engine::Engine;
use katachi_engine::analysis::{Analysis, Effort};
use katachi_rules::sgf::{Games, Record};
use katachi_rules::{Board, BoardSize, Color, Rules, check_komi};
use katachi_view::panel::Panel;
use katachi_view::picture::Layers;
use katachi_view::{Charset, Look, Marks, PositionView, board, svg};
use numpy::prelude::*;
use numpy::{Ix2, PyArray, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::game_state::GameState;
use crate::moves::{self, AnyMove, Counts, color, color_name, count, optional};
use crate::{engine, invalid};

/// Effort of an analysis of which nothing is shown.
const NO_EFFORT: Effort = Effort {
    reading_nodes: 1,
    playouts: 1,
};

/// A game of Go under the rules, for the engine and for people.
///
/// Points have the names of GTP: a column letter without I, and the row from the bottom, such as `D4`. Where
/// a move is expected, `"D4"`, `"pass"` and the number of an action of the environment will do.
///
/// `pickle`, `copy.copy` and `copy.deepcopy` give a game of its own with the same first position, moves,
/// rules and komi.
///
/// Args:
///     size: lines of the board, 1 to 25, or a text such as `"9x7"`, width first.
///     komi: points of White; the usual ones of the rules by default.
///     rules: `"chinese"`, `"japanese"`, `"tromp-taylor"` and so on, or KataGo's text or JSON.
///
/// Raises:
///     ValueError: there is no such board, komi or rules.
#[pyclass(module = "katachi_env")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) game: katachi_rules::Game,
    /// Names, date and the like of the record that it was read from.
    pub(crate) info: Vec<(String, String)>,
}

impl Game {
    pub(crate) fn new_from(game: katachi_rules::Game) -> Self {
        let info = Vec::new();
        Self { game, info }
    }

    /// The record of the game so far, with the names of the record that it was read from.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::from_game(&self.game);
        for (name, text) in self.info.iter().filter(|(name, _)| name != "RU") {
            record.set(name, text);
        }
        record
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (size=None, *, komi=None, rules="chinese"))]
    fn new(size: Option<&Bound<'_, PyAny>>, komi: Option<f32>, rules: &str) -> PyResult<Self> {
        let size = size.map_or(Ok(BoardSize::square(19)), read_size)?;
        let (rules, komi) = rules_and_komi(rules, komi)?;
        Ok(Self::new_from(katachi_rules::Game::new(size, rules, komi)))
    }

    /// Reads a game from SGF: the main line, up to a move.
    ///
    /// Args:
    ///     sgf: the text, or the bytes of a file, whose encoding is then found out.
    ///     moves: number of moves to play; all by default.
    ///     number: game of a collection, from 1.
    ///     komi: in place of that of the record. A record without komi has the usual one: 0.5 with a
    ///         handicap, else that of the rules.
    ///     rules: in place of those of the record. A record without rules is of Chinese ones.
    ///
    /// Raises:
    ///     ValueError: it is no SGF of Go, or has an illegal move; the message says where.
    #[staticmethod]
    #[pyo3(signature = (sgf, *, moves=None, number=1, komi=None, rules=None))]
    fn from_sgf(
        sgf: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = optional)] moves: Option<usize>,
        #[pyo3(from_py_with = count)] number: usize,
        komi: Option<f32>,
        rules: Option<&str>,
    ) -> PyResult<Self> {
        let record = read_record(&bytes_of(sgf)?, number)?;
        let (rules, komi) = of_record(&record, rules, komi)?;
        let record = Record {
            komi: Some(komi),
            ..record
        };
        let moves = moves.unwrap_or(usize::MAX);
        let game = record.game_after(moves, rules, komi).map_err(invalid)?;
        let info = record.info;
        Ok(Self { game, info })
    }

    /// A game that starts from a position, drawn in rows of `.`, `X` (Black) and `O` (White), top row first.
    /// Spaces do not count.
    ///
    /// Args:
    ///     diagram: the rows.
    ///     to_move: `"black"` or `"white"`.
    ///     komi: points of White; the usual ones of the rules by default.
    ///     rules: as in `Game`.
    ///
    /// Raises:
    ///     ValueError: the rows are no board, or a string has no liberty.
    #[staticmethod]
    #[pyo3(signature = (diagram, *, to_move="black", komi=None, rules="chinese"))]
    fn from_diagram(diagram: &str, to_move: &str, komi: Option<f32>, rules: &str) -> PyResult<Self> {
        let board = read_diagram(diagram)?;
        let (rules, komi) = rules_and_komi(rules, komi)?;
        let game = katachi_rules::Game::from_position(board, color(to_move)?, rules, komi);
        Ok(Self::new_from(game))
    }

    /// Columns of the board.
    #[getter]
    fn width(&self) -> u8 {
        self.game.size().width()
    }

    /// Rows of the board.
    #[getter]
    fn height(&self) -> u8 {
        self.game.size().height()
    }

    /// Points of White.
    #[getter]
    fn komi(&self) -> f32 {
        self.game.komi()
    }

    /// The rules, by name or as KataGo's text.
    #[getter]
    fn rules(&self) -> String {
        self.game.rules().to_string()
    }

    /// The side to move: `"black"` or `"white"`.
    #[getter]
    fn to_move(&self) -> &'static str {
        color_name(self.game.to_move())
    }

    /// The moves so far: pairs such as `("black", "D4")`.
    #[getter]
    fn moves(&self) -> Vec<(&'static str, String)> {
        let size = self.game.size();
        let moves = self.game.moves();
        moves.map(|played| moves::pair(size, played)).collect()
    }

    /// Whether the game is over by the rules.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The result by the rules, such as `"B+3.5"`; None before the end. Stones count as alive, unless they
    /// stand in territory that its owner could keep without another move.
    #[getter]
    fn result(&self) -> Option<String> {
        self.game.result().map(|result| result.to_string())
    }

    /// Stones of each colour that were captured: `{"black": 0, "white": 2}`.
    #[getter]
    fn captured(&self) -> Counts {
        self.game.captured().into()
    }

    /// Makes a move, of the side to move unless a colour is given.
    ///
    /// Raises:
    ///     ValueError: the move is illegal, or no move of this board. The game is unchanged then.
    #[pyo3(signature = (r#move, color=None))]
    fn play(&mut self, r#move: AnyMove, color: Option<&str>) -> PyResult<()> {
        let color = color.map_or(Ok(self.game.to_move()), moves::color)?;
        let mv = moves::legal(&self.game, color, &r#move)?;
        self.game.play(color, mv).map_err(invalid)
    }

    /// Undoes the last move and returns it; None at the start.
    fn undo(&mut self) -> Option<(&'static str, String)> {
        let size = self.game.size();
        self.game.undo().map(|played| moves::pair(size, played))
    }

    /// Returns whether the move is legal for the side to move.
    fn is_legal(&self, r#move: AnyMove) -> PyResult<bool> {
        let mv = r#move.on(self.game.size())?;
        Ok(self.game.is_legal(self.game.to_move(), mv))
    }

    /// The legal moves of the side to move, `"pass"` last.
    fn legal_moves(&self) -> Vec<String> {
        let moves = self.game.legal_moves(self.game.to_move());
        moves.map(|mv| self.game.size().show(mv)).collect()
    }

    /// The name of an action of the environment on this board: `"D4"` or `"pass"`.
    fn name(&self, action: i64) -> PyResult<String> {
        let size = self.game.size();
        Ok(size.show(AnyMove::Action(action).on(size)?))
    }

    /// The number of a move as an action of the environment: points row by row from the top left, then the
    /// pass.
    fn action(&self, r#move: AnyMove) -> PyResult<usize> {
        let size = self.game.size();
        Ok(moves::to_action(size, r#move.on(size)?))
    }

    /// The stones: int8, shape (height, width), rows from the top; 1 is Black, -1 White, 0 empty.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray<i8, Ix2>>> {
        let size = self.game.size();
        let stone = |point| match self.game.board().cell(point).color() {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
        let shape = [usize::from(size.height()), usize::from(size.width())];
        PyArray1::from_vec(py, size.points().map(stone).collect()).reshape(shape)
    }

    /// The board as text, with coordinates, the last move in parentheses, and the prisoners.
    ///
    /// Args:
    ///     ascii: stones are X and O in place of discs.
    #[pyo3(signature = (*, ascii=false))]
    fn board(&self, ascii: bool) -> String {
        let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
        let look = Look {
            charset,
            ..Look::default()
        };
        board::titled(&self.game, &Marks::default(), look)
    }

    /// The game as SGF.
    fn sgf(&self) -> String {
        self.record().to_sgf()
    }

    /// The board as a picture.
    ///
    /// Args:
    ///     groups: read all groups, and show their letters and whether they live or die. This takes up to a
    ///         second on 19x19.
    #[pyo3(signature = (*, groups=false))]
    fn svg(&self, py: Python<'_>, groups: bool) -> PyResult<String> {
        let game = &self.game;
        let layers = Layers {
            groups,
            ..Layers::default()
        };
        engine::run(py, |_| {
            let analysis = match groups {
                true => {
                    let engine = Engine::default();
                    engine.analyse(game, &mut engine.reader(game))
                }
                false => Analysis::new(game.board(), NO_EFFORT),
            };
            let view = PositionView::new(game, analysis, None);
            let panel = match groups {
                true => view.summary(&layers),
                false => Panel {
                    heading: String::new(),
                    rows: Vec::new(),
                },
            };
            svg::render(&view, &view.picture(&layers), &panel)
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, false)
    }

    /// A game of its own with the same moves.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// For pickle: the arguments of a game on the same board.
    fn __getnewargs__(&self) -> (String,) {
        (self.game.size().to_string(),)
    }

    /// For pickle: the first position, the moves, rules, komi, and the names of the record.
    fn __getstate__(&self) -> GameState {
        GameState::new(self)
    }

    /// For pickle.
    ///
    /// Raises:
    ///     ValueError: the state is of another version, or no game on this board.
    fn __setstate__(&mut self, state: GameState) -> PyResult<()> {
        *self = state.game(self.game.size())?;
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.game.move_count()
    }

    fn __str__(&self) -> String {
        self.board(false)
    }

    fn __repr__(&self) -> String {
        let (size, moves, side) = (self.game.size(), self.game.move_count(), self.to_move());
        format!("<katachi_env.Game on {size}, {moves} moves, {side} to move>")
    }
}

fn read_size(size: &Bound<'_, PyAny>) -> PyResult<BoardSize> {
    let text = size.str()?.to_string();
    let wrong = || format!("size {text}: expected 1 to 25 lines, or a text such as \"9x7\"");
    BoardSize::parse(&text).ok_or_else(|| invalid(wrong()))
}

/// Rules, and the komi, which is the usual one of the rules if none is given.
fn rules_and_komi(rules: &str, komi: Option<f32>) -> PyResult<(Rules, f32)> {
    let (rules, of_rules) =
        Rules::parse(rules).map_err(|why| invalid(format!("cannot use the rules: {why}")))?;
    let komi = komi.or(of_rules).unwrap_or_else(|| rules.usual_komi());
    Ok((rules, check_komi(komi).map_err(invalid)?))
}

/// Rules and komi of a record, in place of which others may be given.
fn of_record(record: &Record, rules: Option<&str>, komi: Option<f32>) -> PyResult<(Rules, f32)> {
    let rules = match rules {
        Some(rules) => rules_and_komi(rules, None)?.0,
        None => record.rules().unwrap_or_default(),
    };
    let komi = komi.map(check_komi).transpose().map_err(invalid)?;
    let komi = komi.or(record.komi).unwrap_or_else(|| record.komi_under(rules));
    match komi.is_finite() {
        true => Ok((rules, komi)),
        false => Err(invalid("the komi of the record is no number: give one")),
    }
}

fn bytes_of(sgf: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = sgf.cast::<PyString>() {
        return Ok(text.to_cow()?.as_bytes().to_vec());
    }
    match sgf.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
        Err(_) => {
            let found = sgf.get_type().name()?;
            Err(PyTypeError::new_err(format!(
                "expected SGF as str or bytes, found {found}"
            )))
        }
    }
}

fn read_record(bytes: &[u8], number: usize) -> PyResult<Record> {
    let mut last = 0;
    for tree in Games::new(bytes).map_err(invalid)? {
        let tree = tree.map_err(invalid)?;
        last += 1;
        if last == number {
            return Record::from_tree(&tree).map_err(invalid);
        }
    }
    let message = format!("there is no game {number}: the text has {last}, counted from 1");
    Err(invalid(message))
}

fn read_diagram(diagram: &str) -> PyResult<Board> {
    let rows = diagram.lines().map(|line| line.split_whitespace().collect());
    let rows: Vec<Vec<char>> = rows
        .filter(|row: &String| !row.is_empty())
        .map(|row| row.chars().collect())
        .collect();
    let width = rows.first().map_or(0, Vec::len);
    if let Some(row) = rows.iter().position(|row| row.len() != width) {
        let (number, found) = (row + 1, rows[row].len());
        let message = format!("row {number} of the diagram has {found} points, the first {width}");
        return Err(invalid(message));
    }
    let height = rows.len();
    let wrong = || format!("the diagram is {width}x{height}, expected 1 to 25 rows and columns");
    let size = BoardSize::parse(&format!("{width}x{height}")).ok_or_else(|| invalid(wrong()))?;
    let mut stones = Vec::new();
    for point in size.points() {
        match rows[usize::from(point.y())][usize::from(point.x())] {
            '.' => {}
            'X' => stones.push((point, Color::Black)),
            'O' => stones.push((point, Color::White)),
            other => {
                let at = size.vertex(point);
                let message = format!("{at} of the diagram is {other:?}, expected '.', 'X' or 'O'");
                return Err(invalid(message));
            }
        }
    }
    let mut board = Board::new(size);
    board
        .set_stones(stones)
        .map_err(|point| invalid(format!("the string at {} has no liberty", size.vertex(point))))?;
    Ok(board)
}
