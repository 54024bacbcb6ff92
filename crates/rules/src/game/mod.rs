// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game: its rules, komi and set-up, the turns so far, and the moves that these make illegal.
//!
//! # Phases
//! Play is the *main phase*. A stone may not repeat an earlier state, as [`KoRule`](crate::KoRule) defines
//! it; a pass may. Two consecutive passes end the phase. Under simple and Spight ko the second pass of a
//! player from the same state ends it too, so that cycles with a pass end. With area scoring that ends the
//! game.
//!
//! With territory scoring two *cleanup phases* follow, in which players capture dead stones and play out
//! disputes. Their ko rule makes each position independent of ko threats elsewhere: the stone that takes a ko
//! is marked as blocked, and the other side has to spend a turn on removing the mark ([`Action::Unblock`])
//! before it can retake. Nobody may take a ko twice from the same arrangement of stones. In the second phase
//! stones cost nothing.
//!
//! Under simple ko and in the cleanup phases, the third occurrence of a state since the last pass ends the
//! game with *no result*.
//!
//! ```
//! use katachi_rules::{BoardSize, Color, End, Game, Move, Phase, Rules};
//! let mut game = Game::new(BoardSize::square(9), Rules::JAPANESE, 6.5);
//! let tengen = game.size().parse_move("E5").unwrap();
//! game.play(Color::Black, tengen)?;
//! for phase in [Phase::Cleanup1, Phase::Cleanup2] {
//!     game.play(game.to_move(), Move::Pass)?;
//!     game.play(game.to_move(), Move::Pass)?;
//!     assert_eq!(game.phase(), phase);
//! }
//! game.play(game.to_move(), Move::Pass)?;
//! game.play(game.to_move(), Move::Pass)?;
//! assert_eq!(game.end(), Some(End::TwoPasses));
//! assert_eq!(game.result().unwrap().to_string(), "B+73.5");
//! # Ok::<(), katachi_rules::IllegalMove>(())
//! ```

mod agreed;
mod cleanup;
mod history;
mod legal;
mod position_id;
mod scoring;
#[cfg(test)]
mod tests;
mod turn;

pub use agreed::{Agreement, Score, Tally};
pub use legal::{Action, IllegalMove};
pub use position_id::PositionId;

use crate::board::{Board, Undo};
use crate::color::{ByColor, Color};
use crate::point::{BoardSize, Move, Point, PointSet};
use crate::rules::{KoRule, Rules, Scoring};
use crate::zobrist;
use history::History;

/// Phase of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// The normal game.
    #[default]
    Main,
    /// The first cleanup phase of territory scoring: ko follows the rules of cleanup, stones cost points as
    /// before.
    Cleanup1,
    /// The second cleanup phase: stones are free.
    Cleanup2,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Two passes, one after the other, in the last phase.
    TwoPasses,
    /// A player passed for the second time from the same state in the last phase.
    RepeatedPass,
    /// Everything is pass-alive (with [`Rules::self_play_opts`]).
    AllPassAlive,
    /// A state occurred for the third time since the last pass. There is no winner and no score.
    NoResult,
}

/// A game from its first position on.
///
/// In the main phase either colour may move at any time, as GTP requires; [`Game::to_move`] follows
/// alternation. In the cleanup phases turns alternate. Moves after the end are allowed, for programs whose
/// users dispute the end; they cancel it.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    komi: f32,
    board: Board,
    first: Color,
    /// Stones of the first position.
    setup: ByColor<u32>,
    /// Handicap stones by the header of a record; 0 if it says nothing.
    declared_handicap: u32,
    turns: Vec<Turn>,
    now: Status,
    /// The state after each turn, the first one before all turns.
    states: History,
    /// States in which players passed, with the player.
    passes: History,
    /// Ko captures of the cleanup phases: stones before, point and player.
    captures: History,
    /// The stones at the start of the second cleanup phase. Outside of that phase the value is stale.
    cleanup2: ByColor<PointSet>,
}

/// State that changes from turn to turn and is not on the board.
#[derive(Clone, Copy, Debug, Default)]
struct Status {
    phase: Phase,
    end: Option<End>,
    /// Passes that count towards the end of the phase.
    ending_passes: u32,
    /// Whether the button can still be taken.
    button_left: bool,
    button: Option<Color>,
    /// Number of black stones placed at a cost, less the white ones.
    placed: i32,
    free_moves: ByColor<u32>,
    /// Stones of Black before White's first.
    leading: u32,
    /// Whether no more of them are counted.
    lead_is_over: bool,
    /// Marks of blocked kos by the side that they block: see [`Game::blocked`].
    blocked: ByColor<PointSet>,
    /// First index in `states` whose repetition is forbidden.
    states_from: u32,
    /// Index in `states` of the state after the last pass of the phase, or of the first state of the phase.
    last_pass: u32,
    /// First index in `passes` that counts for repetition; likewise below for captures.
    passes_from: u32,
    captures_from: u32,
}

#[derive(Clone, Debug)]
struct Turn {
    color: Color,
    mv: Move,
    effect: Effect,
    before: Status,
    /// Numbers of passes and captures in the histories before it.
    lengths: [u32; 2],
}

#[derive(Clone, Debug)]
enum Effect {
    Stone(Undo),
    /// The ko that the pass removed.
    Pass(Option<(Point, Color)>),
    Unblock,
}

impl Game {
    /// A game on an empty board.
    pub fn new(size: BoardSize, rules: Rules, komi: f32) -> Self {
        Self::from_position(Board::new(size), Color::Black, rules, komi)
    }

    /// A game that starts from a position, `first` to move. The position is the first state of its history; a
    /// ko of the board stays closed for one turn.
    pub fn from_position(board: Board, first: Color, rules: Rules, komi: f32) -> Self {
        let stones = |color| board.size().points().filter(|&p| board.cell(p).is(color)).count() as u32;
        let setup = ByColor::from_fn(stones);
        let now = Status {
            button_left: rules.button,
            placed: setup.black as i32 - setup.white as i32,
            ..Status::default()
        };
        let mut game = Self {
            rules,
            komi,
            board,
            first,
            setup,
            declared_handicap: 0,
            turns: Vec::new(),
            now,
            states: History::default(),
            passes: History::default(),
            captures: History::default(),
            cleanup2: ByColor::default(),
        };
        game.states.push(game.state_key(game.board.key(), first));
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

    /// Changes the rules and replays the turns so far.
    ///
    /// # Errors
    /// The first turn that is illegal under the new rules, counted from 1, and why; the game is then
    /// unchanged.
    ///
    /// ```
    /// use katachi_rules::{BoardSize, Color, Game, Move, Phase, Rules};
    /// let mut game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
    /// game.play(Color::Black, Move::Pass)?;
    /// game.play(Color::White, Move::Pass)?;
    /// assert!(game.is_over());
    /// assert_eq!(game.set_rules(Rules::JAPANESE), Ok(()));
    /// assert_eq!((game.phase(), game.is_over()), (Phase::Cleanup1, false));
    /// # Ok::<(), katachi_rules::IllegalMove>(())
    /// ```
    pub fn set_rules(&mut self, rules: Rules) -> Result<(), (usize, IllegalMove)> {
        let mut start = self.clone();
        while start.undo().is_some() {}
        let mut game = Self::from_position(start.board, self.first, rules, self.komi);
        game.declared_handicap = self.declared_handicap;
        for (i, turn) in self.turns.iter().enumerate() {
            if turn.before.phase == Phase::Main && turn.mv != Move::Pass {
                game.resume();
            }
            game.play(turn.color, turn.mv).map_err(|why| (i + 1, why))?;
        }
        *self = game;
        Ok(())
    }

    /// Points that White receives.
    pub fn komi(&self) -> f32 {
        self.komi
    }

    /// Changes the komi; it only matters for the score.
    pub fn set_komi(&mut self, komi: f32) {
        self.komi = komi;
    }

    /// Places handicap stones on the empty board before the first stone; White moves first. Passes before are
    /// forgotten.
    ///
    /// # Errors
    /// The first point that cannot have a stone, or none if there is or was a stone; the game is then
    /// unchanged.
    pub fn set_handicap(&mut self, points: &[Point]) -> Result<(), Option<Point>> {
        if !self.is_without_stones() {
            return Err(None);
        }
        let mut board = self.board.clone();
        board
            .set_stones(points.iter().map(|&p| (p, Color::Black)))
            .map_err(Some)?;
        *self = Self::from_position(board, Color::White, self.rules, self.komi);
        Ok(())
    }

    /// Tells the number of handicap stones by the header of a record. It counts where the stones alone do not
    /// tell the handicap: see [`Game::handicap`].
    pub fn declare_handicap(&mut self, stones: u32) {
        self.declared_handicap = stones;
    }

    /// Returns whether the board is empty and nobody has played a stone.
    pub fn is_without_stones(&self) -> bool {
        self.turns.iter().all(|turn| turn.mv == Move::Pass)
            && self.board.empty_points().len() == self.size().area()
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move: the opponent of the last mover.
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

    /// The current phase, or the phase in which the game ended.
    pub fn phase(&self) -> Phase {
        self.now.phase
    }

    /// How the game has ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.now.end
    }

    /// Returns whether the game is over, cleanup included.
    pub fn is_over(&self) -> bool {
        self.now.end.is_some()
    }

    /// Returns whether the main phase is over. Players who agree on dead stones count then; see
    /// [`Game::agreed_score`].
    pub fn main_phase_is_over(&self) -> bool {
        self.is_over() || self.now.phase != Phase::Main
    }

    /// Returns whether the players may agree on dead stones instead of capturing them. With area scoring the
    /// rules say so by [`Rules::friendly_pass_ok`]. With territory scoring they may until the game has ended
    /// by its cleanup phases. Where they may not, [`Game::white_lead`] is the score, and all stones count
    /// that the rules leave on the board.
    ///
    /// ```
    /// use katachi_rules::{BoardSize, Game, Rules};
    /// let game = |rules| Game::new(BoardSize::square(9), rules, 6.5);
    /// assert!(game(Rules::CHINESE).allows_agreement() && game(Rules::JAPANESE).allows_agreement());
    /// assert!(!game(Rules::TROMP_TAYLOR).allows_agreement());
    /// ```
    pub fn allows_agreement(&self) -> bool {
        match self.rules.scoring {
            Scoring::Area => self.rules.friendly_pass_ok,
            Scoring::Territory => !self.is_over(),
        }
    }

    /// Goes on with the main phase after the passes that ended it, as people do: the passes were an offer. In
    /// the main phase it cancels the end of the game; otherwise it changes nothing there.
    pub fn resume(&mut self) {
        self.now.end = None;
        let turns = self.turns.iter().rev().map(|turn| turn.before);
        let main = turns.into_iter().find(|before| before.phase == Phase::Main);
        let Some(main) = main.filter(|_| self.now.phase != Phase::Main) else {
            return;
        };
        self.now.phase = Phase::Main;
        self.now.blocked = ByColor::default();
        self.now.states_from = main.states_from;
        self.now.passes_from = self.passes.len();
        // The key of the last state is another one in the main phase.
        self.states.pop();
        self.now.last_pass = self.states.len();
        self.states.push(self.state_key(self.board.key(), self.to_move()));
        self.now.ending_passes = 0;
    }

    /// Number of consecutive passes at the end of the moves.
    pub fn consecutive_passes(&self) -> usize {
        self.moves().rev().take_while(|&(_, mv)| mv == Move::Pass).count()
    }

    /// Number of passes that count towards the end of the phase. The pass that takes the button, passes of
    /// earlier phases, and passes of the main phase under Spight ko do not count.
    pub fn ending_passes(&self) -> u32 {
        self.now.ending_passes
    }

    /// Stones of each colour that have left the board, by capture or suicide.
    pub fn captured(&self) -> ByColor<u32> {
        self.board.prisoners()
    }

    /// Undoes the last move and returns it; none at the start.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        let turn = self.turns.pop()?;
        self.states.pop();
        self.passes.truncate(turn.lengths[0]);
        self.captures.truncate(turn.lengths[1]);
        match turn.effect {
            Effect::Stone(undo) => self.board.undo(undo),
            Effect::Pass(lifted_ko) => self.board.set_ko(lifted_ko),
            Effect::Unblock => {}
        }
        self.now = turn.before;
        Some((turn.color, turn.mv))
    }

    /// Key of a state with these stones in the current phase.
    fn state_key(&self, stones: u64, to_move: Color) -> u64 {
        match (self.now.phase, self.rules.ko) {
            (Phase::Main, KoRule::Positional | KoRule::Spight) => stones,
            (Phase::Main, KoRule::Simple | KoRule::Situational) => stones ^ zobrist::side(to_move),
            (Phase::Cleanup1 | Phase::Cleanup2, _) => stones ^ zobrist::side(to_move) ^ self.blocked_key(),
        }
    }
}
