//! A game: its rules, komi and set-up, the moves so far, and what they forbid.

use thiserror::Error;

use crate::board::{Board, Undo};
use crate::color::Color;
use crate::point::{BoardSize, Move, Point};
use crate::rules::{KoRule, Rules};
use crate::zobrist;

/// Why a stone may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum IllegalMove {
    /// There is no such point.
    #[error("off the board")]
    Outside,
    /// A stone is there.
    #[error("occupied")]
    Occupied,
    /// It would retake a ko at once.
    #[error("ko")]
    Ko,
    /// It would leave the own stones without liberties.
    #[error("suicide")]
    Suicide,
    /// It would repeat an earlier position.
    #[error("superko")]
    Superko,
}

/// A move that was made.
#[derive(Clone, Debug)]
struct Turn {
    color: Color,
    mv: Move,
    /// None for a pass, which remembers the ko that it lifted instead.
    undo: Option<Undo>,
    lifted_ko: Option<(Point, Color)>,
}

/// A game from its first position on.
///
/// Any colour may move at any time, as GTP wants it; [`Game::to_move`] says whose turn it is by custom.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    komi: f32,
    handicap: u32,
    board: Board,
    first: Color,
    turns: Vec<Turn>,
    /// Keys of all positions so far, the first one included: stones alone under positional superko,
    /// with the side to move otherwise.
    seen: Vec<u64>,
}

impl Game {
    /// A game on an empty board.
    pub fn new(size: BoardSize, rules: Rules, komi: f32) -> Self {
        Self::from_position(Board::new(size), Color::Black, rules, komi)
    }

    /// A game that starts from a position, `first` to move.
    pub fn from_position(board: Board, first: Color, rules: Rules, komi: f32) -> Self {
        let mut game = Self {
            rules,
            komi,
            handicap: 0,
            board,
            first,
            turns: Vec::new(),
            seen: Vec::new(),
        };
        game.seen.push(game.state_key(game.board.key(), first));
        game
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Points that White receives.
    pub fn komi(&self) -> f32 {
        self.komi
    }

    /// Changes the komi; it only matters for the score.
    pub fn set_komi(&mut self, komi: f32) {
        self.komi = komi;
    }

    /// Black stones of the first position that were given as a handicap.
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// Puts handicap stones on the empty board of a game that has not begun; White moves first.
    ///
    /// # Errors
    /// The first point that cannot carry a stone, or none if the game has begun; the game is then unchanged.
    pub fn set_handicap(&mut self, points: &[Point]) -> Result<(), Option<Point>> {
        if !self.turns.is_empty() || self.board.empty_points().len() != self.size().area() {
            return Err(None);
        }
        let mut board = self.board.clone();
        board
            .set_stones(points.iter().map(|&p| (p, Color::Black)))
            .map_err(Some)?;
        *self = Self {
            handicap: points.len() as u32,
            ..Self::from_position(board, Color::White, self.rules, self.komi)
        };
        Ok(())
    }

    /// The position now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is: the other side of the last mover.
    pub fn to_move(&self) -> Color {
        self.turns.last().map_or(self.first, |turn| turn.color.opposite())
    }

    /// The moves so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (Color, Move)> + DoubleEndedIterator + '_ {
        self.turns.iter().map(|turn| (turn.color, turn.mv))
    }

    /// Number of moves so far.
    pub fn move_count(&self) -> usize {
        self.turns.len()
    }

    /// Have the last two moves been passes?
    pub fn is_over(&self) -> bool {
        self.consecutive_passes() >= 2
    }

    /// Passes at the end of the moves so far.
    pub fn consecutive_passes(&self) -> usize {
        self.moves().rev().take_while(|&(_, mv)| mv == Move::Pass).count()
    }

    /// May that colour make that move now?
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = mv else { return Ok(()) };
        let board = &self.board;
        if !board.size().contains(point) {
            return Err(IllegalMove::Outside);
        }
        if !board.is_empty(point) {
            return Err(IllegalMove::Occupied);
        }
        if board.ko() == Some((point, color)) {
            return Err(IllegalMove::Ko);
        }
        if board.is_suicide(color, point)
            && (!self.rules.suicide || board.strings_beside(point, color).is_empty())
        {
            return Err(IllegalMove::Suicide);
        }
        if self.rules.ko != KoRule::Simple {
            let key = self.state_key(board.key_after(color, point), color.opposite());
            if self.seen.contains(&key) {
                return Err(IllegalMove::Superko);
            }
        }
        Ok(())
    }

    /// Is the move allowed?
    pub fn is_legal(&self, color: Color, mv: Move) -> bool {
        self.check(color, mv).is_ok()
    }

    /// Makes a move.
    ///
    /// # Errors
    /// Why it is not allowed; the game is then unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        let turn = match mv {
            Move::Play(point) => Turn {
                color,
                mv,
                undo: Some(self.board.play(color, point)),
                lifted_ko: None,
            },
            Move::Pass => Turn {
                color,
                mv,
                undo: None,
                lifted_ko: self.board.clear_ko(),
            },
        };
        self.turns.push(turn);
        self.seen.push(self.state_key(self.board.key(), color.opposite()));
        Ok(())
    }

    /// Takes the last move back and returns it; none at the start.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        let turn = self.turns.pop()?;
        self.seen.pop();
        match turn.undo {
            Some(undo) => self.board.undo(undo),
            None => self.board.set_ko(turn.lifted_ko),
        }
        Some((turn.color, turn.mv))
    }

    fn state_key(&self, stones: u64, to_move: Color) -> u64 {
        match self.rules.ko {
            KoRule::Positional => stones,
            KoRule::Simple | KoRule::Situational => stones ^ zobrist::side(to_move),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: &mut Game, moves: &str) -> Result<(), (String, IllegalMove)> {
        for text in moves.split_whitespace() {
            let (color, vertex) = text.split_at(1);
            let color = Color::parse(color).unwrap();
            let mv = game.size().parse_move(vertex).unwrap();
            game.play(color, mv).map_err(|e| (text.to_string(), e))?;
        }
        Ok(())
    }

    fn refused(diagram: &str, rules: Rules, moves: &str) -> Option<IllegalMove> {
        let mut game = Game::from_position(Board::from_diagram(diagram), Color::Black, rules, 7.5);
        let last = moves.split_whitespace().last().unwrap();
        match play(&mut game, moves) {
            Ok(()) => None,
            Err((at, why)) => {
                assert_eq!(at, last, "only the last move is in question");
                Some(why)
            }
        }
    }

    const KO: &str = "
        . X O .
        X O . O
        . X O .
        . . . .";

    #[test]
    fn a_ko_is_not_retaken_at_once_but_after_a_move_elsewhere() {
        assert_eq!(refused(KO, Rules::CHINESE, "BC3 WB3"), Some(IllegalMove::Ko));
        assert_eq!(refused(KO, Rules::CHINESE, "BC3 WA1 BD1 WB3"), None);
        assert_eq!(refused(KO, Rules::CHINESE, "BC3 Wpass Bpass WB3"), None);
        assert_eq!(
            refused(KO, Rules::TROMP_TAYLOR, "BC3 Wpass Bpass WB3"),
            Some(IllegalMove::Superko)
        );
    }

    #[test]
    fn situational_superko_looks_at_the_side_to_move() {
        // The stones come back, but with the other side to move.
        assert_eq!(
            refused(KO, Rules::AGA, "BC3 Wpass Bpass WB3"),
            Some(IllegalMove::Superko)
        );
        assert_eq!(
            refused(KO, Rules::AGA, "Bpass WA1 BD1 Wpass BC3 Wpass Bpass WB3"),
            Some(IllegalMove::Superko)
        );
        assert_eq!(
            refused(KO, Rules::AGA, "BC3 Wpass Bpass Wpass Bpass BA1 WB3"),
            None
        );
    }

    const DYING: &str = "
        X . O .
        X O . .
        O . . .
        . . . .";

    #[test]
    fn several_stones_may_die_by_suicide_where_the_rules_allow_it_and_one_never() {
        assert_eq!(refused(DYING, Rules::CHINESE, "BB4"), Some(IllegalMove::Suicide));
        assert_eq!(refused(DYING, Rules::TROMP_TAYLOR, "BB4"), None);
        assert_eq!(
            refused(". O .\nO . .\n. . .", Rules::TROMP_TAYLOR, "BA3"),
            Some(IllegalMove::Suicide)
        );
        assert_eq!(
            refused(". O\nO .", Rules::TROMP_TAYLOR, "BA1"),
            Some(IllegalMove::Occupied)
        );
    }

    #[test]
    fn undo_goes_back_over_passes_captures_and_kos_to_the_start() {
        let mut game = Game::from_position(Board::from_diagram(KO), Color::Black, Rules::CHINESE, 7.5);
        let start = game.board().clone();
        play(&mut game, "BC3 Wpass BA1 WB3").unwrap();
        assert_eq!(
            game.undo(),
            Some((Color::White, Move::Play(game.size().parse_vertex("B3").unwrap())))
        );
        game.undo();
        game.undo();
        assert!(game.board().ko().is_some(), "the ko that the pass lifted is back");
        game.undo();
        assert_eq!(*game.board(), start);
        assert_eq!(game.board().prisoners(), start.prisoners());
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn handicap_stones_are_no_moves_and_white_begins() {
        let mut game = Game::new(BoardSize::square(9), Rules::CHINESE, 0.5);
        let points = [Point::new(2, 2), Point::new(6, 6)];
        game.set_handicap(&points).unwrap();
        assert_eq!(
            (game.handicap(), game.to_move(), game.undo()),
            (2, Color::White, None)
        );
        assert_eq!(game.set_handicap(&points), Err(None));
    }
}
