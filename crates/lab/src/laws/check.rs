// SPDX-License-Identifier: MIT OR Apache-2.0

//! The laws in one position.

use katachi_engine::Engine;
use katachi_engine::analysis::Analysis;
use katachi_engine::answers::Aim;
use katachi_engine::play::Player;
use katachi_engine::reading::Judgement;
use katachi_rules::{Board, Color, Game, Move, Point};

use super::doors::Doors;
use super::{Counts, Law, groups, pairs, strings, ways};

/// A position under test.
pub(super) struct Tested<'a> {
    pub(super) board: &'a Board,
    pub(super) analysis: &'a Analysis,
    pub(super) doors: Doors,
    pub(super) counts: Counts,
    game: &'a Game,
    /// Tells how sure answers are.
    player: Player,
}

/// A question: the move that is played before it, its aim and its stones.
pub(super) type PosedQuestion<'a> = (Option<(Color, Point)>, Aim, &'a [Point]);

/// What laws are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// Strings
    Strings,
    /// Pairs of strings
    Pairs,
    /// Groups
    Groups,
    /// Other ways to ask the same
    Ways,
    /// Turned positions
    Turned,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 5] = [Self::Strings, Self::Pairs, Self::Groups, Self::Ways, Self::Turned];
}

/// Counts the laws about `parts` in the position that a game has reached. Takes seconds: each string with few
/// liberties, each pair of near strings and each group is asked about in all ways.
pub fn check(engine: &Engine, game: &Game, parts: &[Part]) -> Counts {
    let analysis = Player::new(engine.clone()).analyse(game);
    let mut tested = Tested {
        board: game.board(),
        analysis: &analysis,
        doors: Doors::new(engine, game),
        counts: Counts::default(),
        game,
        player: Player::new(engine.clone()),
    };
    for part in parts {
        match part {
            Part::Strings => strings::check(&mut tested),
            Part::Pairs => pairs::check(&mut tested),
            Part::Groups => groups::check(&mut tested),
            Part::Ways => ways::check(&mut tested, engine, game),
            Part::Turned => check_turned(engine, game, &mut tested),
        }
    }
    tested.counts
}

/// The same questions in the turned position.
fn check_turned(engine: &Engine, game: &Game, tested: &mut Tested<'_>) {
    let mut other = Doors::new(engine, &turned(game));
    let board = game.board();
    for string in strings::questionable(board) {
        for command in ["attack", "defend", "dragon_status"] {
            let here = answer(
                &tested
                    .doors
                    .ask(&format!("{command} {}", tested.doors.name(string))),
            );
            let there = other.name(half_turn(board, string));
            let there = answer(&other.ask(&format!("{command} {there}")));
            let text = || {
                format!(
                    "{command} {}: {here}, turned {there}",
                    board.size().vertex(string)
                )
            };
            tested.note(Law::Turned, here == there, &[], text);
        }
    }
}

/// The first word of a reply: equal moves may be named in another order.
fn answer(reply: &str) -> String {
    reply.split_whitespace().next().unwrap_or_default().to_owned()
}

/// The position of a game after half a turn of the board, with swapped colours.
pub fn turned(game: &Game) -> Game {
    let board = game.board();
    let mut other = Board::new(board.size());
    let stones = board.size().points().filter_map(|point| {
        let color = board.cell(point).color()?;
        Some((half_turn(board, point), color.opposite()))
    });
    other
        .set_stones(stones)
        .expect("the stones of a position have liberties");
    other.set_ko(
        board
            .ko()
            .map(|(point, color)| (half_turn(board, point), color.opposite())),
    );
    Game::from_position(other, game.to_move().opposite(), game.rules(), -game.komi())
}

fn half_turn(board: &Board, point: Point) -> Point {
    let size = board.size();
    Point::new(size.width() - 1 - point.x(), size.height() - 1 - point.y())
}

impl Tested<'_> {
    /// Counts a trial of a law by answers to questions; by none if all ways have to give the same answer,
    /// proved or not.
    pub(super) fn note(
        &mut self,
        law: Law,
        holds: bool,
        asked: &[PosedQuestion<'_>],
        text: impl FnOnce() -> String,
    ) {
        self.counts.note(law, holds, text);
        if !holds && asked.iter().all(|asked| self.is_proved(*asked)) {
            self.counts.note_by_proofs(law);
        }
    }

    /// Is the answer to a question called proved?
    pub(super) fn is_proved(&mut self, posed: PosedQuestion<'_>) -> bool {
        let found = self.judgement(posed);
        found.is_some_and(|found| found.certainty.is_proved())
    }

    /// Do more playouts contradict the answer to a question than agree with it, so that it is "perhaps"?
    pub(super) fn is_doubtful(&mut self, posed: PosedQuestion<'_>) -> bool {
        let found = self.judgement(posed);
        found.is_some_and(|found| found.certainty.is_doubtful(found.reading.verdict))
    }

    /// The answer to a question. `None` if it cannot be asked.
    fn judgement(&mut self, (before, aim, stones): PosedQuestion<'_>) -> Option<Judgement> {
        let mut game = self.game.clone();
        if let Some((color, point)) = before {
            game.play(color, Move::Play(point)).ok()?;
        }
        let mut answers = self.player.answers(&game);
        let question = answers.question(aim, stones[0], stones.get(1).copied()).ok()?;
        Some(answers.found(&question))
    }

    /// Does a group have the same stones after a move, but for the stone of the move?
    pub(super) fn is_same_group(&mut self, stone: Point, (color, point): (Color, Point)) -> bool {
        let mut game = self.game.clone();
        if game.play(color, Move::Play(point)).is_err() {
            return false;
        }
        let after = self.player.analyse(&game);
        let stones = |analysis: &Analysis| analysis.dragons.get(stone).map(|group| group.stones);
        let (Some(before), Some(mut after)) = (stones(self.analysis), stones(&after)) else {
            return false;
        };
        after.remove(point);
        before == after
    }

    /// The colour of a stone.
    pub(super) fn owner(&self, stone: Point) -> Color {
        self.board
            .cell(stone)
            .color()
            .expect("a question is about a stone")
    }
}
