// SPDX-License-Identifier: MIT OR Apache-2.0

//! A position under test: a session of GTP that is asked about it, and the counts of laws.

use katachi_engine::Engine;
use katachi_engine::analysis::Analysis;
use katachi_engine::answers::{Aim, ReadingTree, TreeLimits};
use katachi_engine::play::Player;
use katachi_engine::reading::Judgement;
use katachi_gtp::Session;
use katachi_rules::{Board, Color, Game, Move, Point};
use serde_json::Value;

use super::{Counts, Law};

pub(super) struct Tested<'a> {
    pub(super) game: &'a Game,
    pub(super) board: &'a Board,
    pub(super) analysis: &'a Analysis,
    pub(super) counts: Counts,
    session: Session,
    /// Tells how sure answers are.
    player: Player,
}

/// A question: the move that is played before it, its aim and its stones.
pub(super) type PosedQuestion<'a> = (Option<(Color, Point)>, Aim, &'a [Point]);

/// The answer to a question that is answered by a code and a move.
#[derive(Clone)]
pub(super) struct Coded {
    /// 0 no or unknown, 1 yes, 2 and 3 by a ko.
    pub(super) code: u8,
    /// The move; None if none is needed, or the code is 0.
    pub(super) point: Option<Point>,
    pub(super) text: String,
}

impl Coded {
    /// It can be done without a ko.
    pub(super) fn is_yes(&self) -> bool {
        self.code == 1
    }

    /// It cannot be done, or is unknown.
    pub(super) fn is_no(&self) -> bool {
        self.code == 0
    }
}

impl<'a> Tested<'a> {
    pub(super) fn new(engine: &Engine, game: &'a Game, analysis: &'a Analysis) -> Self {
        Self {
            game,
            board: game.board(),
            analysis,
            counts: Counts::default(),
            session: Session::new(engine.clone(), game.clone()),
            player: Player::new(engine.clone()),
        }
    }

    pub(super) fn name(&self, point: Point) -> String {
        self.board.size().vertex(point).to_string()
    }

    /// The names of points with spaces between.
    pub(super) fn names(&self, points: &[Point]) -> String {
        let names: Vec<String> = points.iter().map(|&point| self.name(point)).collect();
        names.join(" ")
    }

    /// The reply to a command. `None` if it fails.
    fn reply(&mut self, command: &str) -> Option<String> {
        self.session.answer(command)?.outcome.ok()
    }

    pub(super) fn ask(&mut self, command: &str) -> String {
        self.reply(command).unwrap_or_default()
    }

    /// The reply to a command, which is JSON on one line; null if it fails.
    pub(super) fn json(&mut self, command: &str) -> Value {
        serde_json::from_str(&self.ask(command)).unwrap_or_default()
    }

    /// The answer to a command about points.
    pub(super) fn coded(&mut self, command: &str, points: &[Point]) -> Coded {
        let text = self.ask(&format!("{command} {}", self.names(points)));
        let mut words = text.split_whitespace();
        let code = words.next().and_then(|code| code.parse().ok()).unwrap_or(0);
        let point = words.next().and_then(|word| self.board.size().parse_vertex(word));
        Coded { code, point, text }
    }

    /// The answer to a command about points after a move. `None` if the move is not legal.
    pub(super) fn coded_after(
        &mut self,
        (color, point): (Color, Point),
        command: &str,
        points: &[Point],
    ) -> Option<Coded> {
        self.reply(&format!("play {color} {}", self.name(point)))?;
        let answer = self.coded(command, points);
        self.ask("undo");
        Some(answer)
    }

    /// Counts a trial of a law by answers to questions; by none if all ways have to give the same answer,
    /// proved or not.
    pub(super) fn note(&mut self, law: Law, holds: bool, asked: &[PosedQuestion<'_>], text: String) {
        let by_proofs = !holds && asked.iter().all(|asked| self.is_proved(*asked));
        self.counts.note(law, holds, by_proofs, text);
    }

    /// Returns whether the answer to a question is called proved.
    pub(super) fn is_proved(&mut self, posed: PosedQuestion<'_>) -> bool {
        self.judgement(posed)
            .is_some_and(|found| found.certainty.is_proved())
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

    /// The tree of an answer that is yes by a move; `None` if it is not.
    pub(super) fn tree_of_yes(
        &mut self,
        aim: Aim,
        stones: &[Point],
        limits: TreeLimits,
    ) -> Option<ReadingTree> {
        let mut answers = self.player.answers(self.game);
        let question = answers.question(aim, stones[0], stones.get(1).copied()).ok()?;
        let found = answers.found(&question).reading;
        let is_followed = found.verdict.is_yes() && found.point.is_some();
        is_followed.then(|| answers.small_tree(&question, limits))
    }

    /// Returns whether a group has the same stones after a move, but for the stone of the move.
    pub(super) fn is_same_group(&mut self, stone: Point, (color, point): (Color, Point)) -> bool {
        let mut game = self.game.clone();
        let is_played = game.play(color, Move::Play(point)).is_ok();
        let analysis = self.player.analyse(&game);
        let stones = |analysis: &Analysis| analysis.dragons.get(stone).map(|group| group.stones);
        let (before, mut after) = (stones(self.analysis), stones(&analysis));
        after.iter_mut().for_each(|stones| stones.remove(point));
        is_played && before.is_some() && before == after
    }

    pub(super) fn owner(&self, stone: Point) -> Color {
        let color = self.board.cell(stone).color();
        color.expect("a question is about a stone")
    }
}
