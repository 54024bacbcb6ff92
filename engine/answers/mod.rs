// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers to questions of a person or a client about a position.
//!
//! A question has one answer, whoever asks: the view, GTP, explanations. So all of them ask here. Answers are
//! found in the standard form of the position, about the first stones of strings, and by a reader for a
//! person ([`Reader::for_person`]). The analysis is made of the same answers. The choice of a move asks fewer
//! nodes of its many questions; what it finds is no answer to a question, but reviews show its groups.

mod budgets;
mod tree;

use std::sync::Arc;

use katachi_rules::{Board, Color, Point, PointSet};

use crate::analysis::eye::EyeSpace;
use crate::analysis::{Analysis, Dragons, Effort, MapBack, Orientation, StandardForm, first_stone};
use crate::knowledge::Knowledge;
use crate::reading::{Judgement, Race, Reader, Reading, Verdict};

pub use crate::analysis::{Aim, Outcome, Question};
pub use budgets::{BudgetAnswer, MORE_NODES};
pub use tree::{End, ReadingTree, TreeLimits, TreeNode};

/// Answers to questions about one position.
#[derive(Debug)]
pub struct Answers<'p> {
    position: &'p mut AnsweredPosition,
    knowledge: &'p Knowledge,
}

/// Why a question cannot be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct QuestionError(&'static str);

/// A position with a reader of its standard form, and its analysis if that was asked for.
#[derive(Debug)]
pub(crate) struct AnsweredPosition {
    board: Board,
    form: StandardForm,
    effort: Effort,
    pub(crate) reader: Reader,
    analysis: Option<Arc<Analysis>>,
    /// The groups of the standard form, if they were asked for before the analysis.
    groups: Option<Dragons>,
}

impl AnsweredPosition {
    /// A position, with a reader that may have answers about others. `effort` has the nodes of a question.
    pub(crate) fn new(board: &Board, effort: Effort, reader: Reader) -> Self {
        let mut reader = reader.for_person();
        reader.set_budget(effort.reading_nodes);
        Self {
            board: board.clone(),
            form: StandardForm::new(board),
            effort,
            reader,
            analysis: None,
            groups: None,
        }
    }

    /// Changes the nodes of questions.
    fn set_budget(&mut self, nodes: u32) {
        self.effort.reading_nodes = nodes;
        self.reader.set_budget(nodes);
        (self.analysis, self.groups) = (None, None);
    }

    /// Returns whether it is this position, asked with this effort.
    pub(crate) fn is_of(&self, board: &Board, effort: Effort) -> bool {
        self.effort == effort && self.board == *board
    }

    pub(crate) fn answers<'p>(&'p mut self, knowledge: &'p Knowledge) -> Answers<'p> {
        Answers {
            position: self,
            knowledge,
        }
    }
}

/// Budgets of a question that the searches of its tree may play; 5 to 50. Without a limit the trees of
/// answers that are not proved took 10 to 40 million moves, half a minute.
const TREE_BUDGETS: u64 = 20;

impl Answers<'_> {
    /// The analysis of the position, made of these answers. The first call takes a tenth of a second to a
    /// second on 19x19, the next ones nothing.
    pub fn analysis(&mut self) -> Arc<Analysis> {
        let position = &mut *self.position;
        let (board, reader) = (&position.board, &mut position.reader);
        let make = || Analysis::with_knowledge(board, position.effort, self.knowledge, reader).into();
        Arc::clone(position.analysis.get_or_insert_with(make))
    }

    /// The reader, set to the original position.
    pub fn reader(&mut self) -> &mut Reader {
        self.position.reader.set_board(&self.position.board);
        &mut self.position.reader
    }

    /// Asks in the standard form, and maps the answer back.
    fn ask<R: MapBack>(&mut self, question: impl FnOnce(&mut Reader, Orientation) -> R) -> R {
        self.position.form.ask(&mut self.position.reader, question)
    }

    /// Answers a question.
    pub fn found(&mut self, question: &Question) -> Judgement {
        self.ask(|reader, orientation| question.in_form(orientation, reader.board()).ask(reader))
    }

    /// What a move of the side that moves first does, for that side: the answer itself if it names the move,
    /// else the answer in the position after the move. No if it is not legal.
    pub(crate) fn found_after(&mut self, question: &Question, point: Point) -> Judgement {
        let found = self.found(question);
        if found.reading.point == Some(point) {
            return found;
        }
        let after = self.ask(|reader, orientation| {
            let question = question.in_form(orientation, reader.board());
            question.answer_after(orientation.point(point), reader)
        });
        after.unwrap_or(Judgement::proved(Reading::NO))
    }

    /// The answer to a question with the moves that show it. `wanted` are first moves that are shown in any
    /// case. The tree grows no further after twenty budgets of the question: a second or a few. What the
    /// reader remembers would make it larger, so that the reader begins anew.
    pub fn tree(&mut self, question: &Question, wanted: &[Point], limits: TreeLimits) -> ReadingTree {
        let AnsweredPosition { board, reader, .. } = &mut *self.position;
        reader.forget();
        ReadingTree::new(question, board, wanted, limits, Some(TREE_BUDGETS), reader)
    }

    /// A tree of a few nodes. Takes as much as a question for each node, and nothing for what the reader
    /// remembers.
    pub fn small_tree(&mut self, question: &Question, limits: TreeLimits) -> ReadingTree {
        let AnsweredPosition { board, reader, .. } = &mut *self.position;
        ReadingTree::new(question, board, &[], limits, None, reader)
    }

    /// The answer to a question about a stone, or about two for aims about two strings. No for an empty point
    /// and for stones of two colours.
    pub fn answer(&mut self, aim: Aim, stone: Point, other: Option<Point>) -> Reading {
        let question = self.question(aim, stone, other).ok();
        question.map_or(Reading::NO, |question| self.found(&question).reading)
    }

    /// Reads whether a move reaches an aim about the string or the group of a stone. The move that an answer
    /// names does what the answer says. No for an empty point.
    pub fn answer_after(&mut self, aim: Aim, point: Point, stone: Point) -> Verdict {
        let question = self.question(aim, stone, None).ok();
        question.map_or(Verdict::No, |question| {
            self.found_after(&question, point).reading.verdict
        })
    }

    /// A question about a stone, or about two for aims about two strings. The first one about a group reads
    /// all strings, which are joined to [groups](Self::group_of).
    ///
    /// # Errors
    /// An empty point, stones of two colours, one stone for an aim about two or the other way round.
    pub fn question(
        &mut self,
        aim: Aim,
        stone: Point,
        other: Option<Point>,
    ) -> Result<Question, QuestionError> {
        let error = |text| Err(QuestionError(text));
        let board = &self.position.board;
        if board.is_empty(stone) || other.is_some_and(|other| board.is_empty(other)) {
            return error("a question is about stones, and the point is empty");
        }
        let question = match (aim.is_about_pair(), other) {
            (true, None) => return error("the aim is about two strings: name a stone of the other, too"),
            (false, Some(_)) => return error("the aim is about one string or group: name one stone"),
            (true, Some(other)) => Question::about_pair(aim, board, [stone, other]),
            (false, None) if aim.is_about_group() => {
                let group = self.group_of(stone);
                Question::about_group(aim, &self.position.board, &group)
            }
            (false, None) => Question::about_string(aim, board, stone),
        };
        let text = "the two stones have different colours: name stones of one";
        question.ok_or(QuestionError(text))
    }

    fn string<R: MapBack>(&mut self, stone: Point, question: impl FnOnce(&mut Reader, Point) -> R) -> R {
        self.ask(|reader, orientation| {
            let origin = first_stone(reader.board(), orientation.point(stone));
            question(reader, origin)
        })
    }

    /// Asks a question about two strings of one colour, whose order does not matter.
    fn pair<R: MapBack>(
        &mut self,
        pair: [Point; 2],
        question: impl FnOnce(&mut Reader, [Point; 2]) -> R,
    ) -> R {
        self.ask(|reader, orientation| {
            let mut origins = pair.map(|stone| first_stone(reader.board(), orientation.point(stone)));
            origins.sort_unstable();
            question(reader, origins)
        })
    }

    /// The stones that live or die together with a stone, as in the analysis; none for an empty point. The
    /// first call reads all strings, a part of the work of an [analysis](Self::analysis).
    pub fn group_of(&mut self, stone: Point) -> PointSet {
        let group = |groups: &Dragons, stone| groups.get(stone).map_or(PointSet::EMPTY, |group| group.stones);
        if let Some(analysis) = &self.position.analysis {
            return group(&analysis.dragons, stone);
        }
        let position = &mut *self.position;
        let StandardForm { orientation, board } = &position.form;
        let joined = || Analysis::joined(board, self.knowledge, &mut position.reader).1;
        let groups = position.groups.get_or_insert_with(joined);
        orientation.map_back(group(groups, orientation.point(stone)))
    }

    /// Reads whether the string can be captured by ataris alone, whoever has more ko threats.
    pub fn ladder_attack(&mut self, stone: Point) -> Reading {
        self.string(stone, |reader, stone| reader.tactics().ladder_attack(stone))
    }

    /// Reads whether one of two strings can be captured.
    pub fn attack_either(&mut self, a: Point, b: Point) -> Verdict {
        self.pair([a, b], |reader, [a, b]| reader.tactics().attack_either(a, b))
    }

    /// Reads whether two strings can both be saved.
    pub fn defend_both(&mut self, a: Point, b: Point) -> Verdict {
        self.pair([a, b], |reader, [a, b]| reader.tactics().defend_both(a, b))
    }

    /// A move of a colour that threatens several strings, one of which it captures.
    pub fn combination_attack(&mut self, color: Color) -> Option<Point> {
        self.ask(|reader, orientation| {
            let found = reader.tactics().double_threats(orientation.color(color));
            found.first().map(|combination| combination.point)
        })
    }

    /// Moves against such a move of that colour.
    pub fn combination_defense(&mut self, color: Color) -> Vec<Point> {
        self.ask(|reader, orientation| reader.tactics().combination_defense(orientation.color(color)))
    }

    /// Reads whether the string of a stone can get into an area, and keep joined to itself.
    pub fn break_in(&mut self, stone: Point, area: &PointSet) -> Reading {
        let to_form = self.position.form.orientation;
        self.string(stone, |reader, stone| {
            reader.connections().break_in(stone, &to_form.set(area))
        })
    }

    /// Reads whether the string of a stone can be kept out of an area.
    pub fn block_off(&mut self, stone: Point, area: &PointSet) -> Reading {
        let to_form = self.position.form.orientation;
        self.string(stone, |reader, stone| {
            reader.connections().block_off(stone, &to_form.set(area))
        })
    }

    /// The race of two strings, or of their groups if that stays open, the side of the first to move.
    pub fn race(&mut self, first: Point, second: Point) -> Race {
        let groups = [first, second].map(|stone| self.group_of(stone));
        self.ask(|reader, orientation| {
            let stones = [first, second].map(|stone| orientation.point(stone));
            let groups = groups.map(|group| orientation.set(&group));
            reader.life().race_with_groups(stones, groups)
        })
    }

    /// The worth of the eye space at a point. `None` outside of eye spaces.
    pub fn eye(&mut self, point: Point) -> Option<EyeSpace> {
        let analysis = self.analysis();
        analysis.read_eye(self.reader(), point)
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::BoardSize;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng as _, SeedableRng as _};

    use super::*;
    use crate::analysis::dragon::Status;
    use crate::reading::Certainty;

    /// A board with 30 moves at random points.
    fn random_board(random: &mut ChaCha8Rng) -> Board {
        let mut board = Board::new(BoardSize::square(7));
        let points: Vec<Point> = board.size().points().collect();
        let mut color = Color::Black;
        for _ in 0..30 {
            let point = points[random.next_u32() as usize % points.len()];
            if board.is_legal(color, point) {
                let _ = board.play(color, point);
            }
            color = color.opposite();
        }
        board
    }

    /// A ladder that works, a string in atari, a corner group.
    const POSITION: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . O O
        . X O . . . . O X
        . . X X . . . O X
        . . . . . . . O .
        . . . . . X O . .
        . . . . . O . . .
        . . . . . . . . .";

    pub(super) fn answered(board: &Board) -> AnsweredPosition {
        answered_with(board, 5_000)
    }

    fn answered_with(board: &Board, reading_nodes: u32) -> AnsweredPosition {
        let effort = Effort {
            reading_nodes,
            playouts: 20,
        };
        AnsweredPosition::new(board, effort, Reader::new(board, reading_nodes))
    }

    #[test]
    fn the_analysis_has_the_answers_about_strings() {
        let board = Board::from_diagram(POSITION);
        let knowledge = Knowledge::default();
        let mut position = answered(&board);
        let mut answers = position.answers(&knowledge);
        let analysis = answers.analysis();
        assert!(analysis.worms.iter().any(|worm| worm.attack.is_possible()));
        for worm in analysis.worms.iter() {
            for stone in worm.stones.iter() {
                let verdicts =
                    [Aim::Capture, Aim::Rescue].map(|aim| answers.answer(aim, stone, None).verdict);
                assert_eq!(verdicts, [worm.attack, worm.defense], "{stone:?}");
            }
        }
    }

    #[test]
    fn a_stone_that_is_taken_in_a_ko_is_captured_by_a_ko() {
        let board = Board::from_diagram(
            "
            . . . . . . .
            . . X O . . .
            . X O . O . .
            . . X O . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
        );
        let at = |name| board.size().parse_vertex(name).expect("a point");
        let (stone, taker) = (at("C5"), at("D5"));
        let knowledge = Knowledge::default();
        let mut position = answered(&board);
        let mut answers = position.answers(&knowledge);
        let question = answers.question(Aim::Capture, stone, None).expect("a string");
        let found = answers.found(&question);
        assert_eq!(found.reading, Reading::new(Verdict::KoAhead, Some(taker)));
        assert_eq!(found.certainty, Certainty::Read);
    }

    #[test]
    fn a_string_whose_owner_can_avoid_the_ko_is_not_captured() {
        let board = Board::from_diagram(
            "
            . . . . . .
            . O X O O .
            O X . X . .
            . X . X . .
            X X O . . .
            O . O . . .
            O O . . . .",
        );
        let stone = board.size().parse_vertex("D6").expect("a point");
        let knowledge = Knowledge::default();
        let mut position = answered_with(&board, 30_000);
        let found = position.answers(&knowledge).answer(Aim::Capture, stone, None);
        assert_eq!(found.verdict, Verdict::No);
    }

    #[test]
    fn a_group_that_joins_friends_by_a_capture_is_saved_where_it_would_be_killed() {
        let board = Board::from_diagram(
            "
            . . . . . . . . .
            O O O O O O O O .
            X X X X O X X O .
            . X . X . X X O .
            X X X O O X X O .",
        );
        let at = |name| board.size().parse_vertex(name).expect("a point");
        let knowledge = Knowledge::default();
        let mut position = answered(&board);
        let mut answers = position.answers(&knowledge);
        for aim in [Aim::Kill, Aim::Save] {
            let found = answers.answer(aim, at("F2"), None);
            assert_eq!(found, Reading::new(Verdict::Yes, Some(at("E2"))), "{aim:?}");
        }
    }

    #[test]
    fn a_string_that_is_read_to_be_safe_has_no_liberty_where_it_is_read_to_be_captured() {
        let knowledge = Knowledge::default();
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let mut safe = 0;
        for _ in 0..10 {
            let board = random_board(&mut random);
            let mut position = answered(&board);
            let mut answers = position.answers(&knowledge);
            for stone in board.strings().filter(|&stone| board.liberties(stone) <= 3) {
                let question = answers.question(Aim::Capture, stone, None).expect("a string");
                let found = answers.found(&question);
                if found.reading.verdict != Verdict::No || !found.certainty.is_read() {
                    continue;
                }
                safe += 1;
                for liberty in board.liberty_set(stone).iter() {
                    let after = answers.found_after(&question, liberty);
                    let is_read = after.certainty.is_read() && after.reading.verdict == Verdict::Yes;
                    assert!(!is_read, "{stone:?} {liberty:?}\n{board}");
                }
            }
        }
        assert!(safe > 20, "{safe}");
    }

    #[test]
    fn each_form_of_a_position_has_the_same_answers() {
        let board = Board::from_diagram(POSITION);
        let knowledge = Knowledge::default();
        let mut position = answered(&board);
        for turn in Orientation::all(board.size()) {
            let mut other = answered(&turn.board(&board));
            for stone in board.strings() {
                let here = position.answers(&knowledge).answer(Aim::Capture, stone, None);
                let there = other
                    .answers(&knowledge)
                    .answer(Aim::Capture, turn.point(stone), None);
                assert_eq!(turn.map_back(there), here, "{turn:?}, {stone:?}");
            }
        }
    }

    #[test]
    fn a_group_is_critical_if_it_can_be_killed_and_saved_by_its_answers() {
        let board = Board::from_diagram(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . O O O O O . . .
            O O X X X O O . .
            O X X . X X O . .
            O X . . . X O . .
            O O O . O O O . .",
        );
        let knowledge = Knowledge::default();
        let mut position = answered(&board);
        let mut answers = position.answers(&knowledge);
        let stone = board.size().parse_vertex("C3").expect("a point");
        let analysis = answers.analysis();
        let life = &analysis.dragons.get(stone).expect("a stone has a group").life;
        assert_eq!(answers.answer(Aim::Kill, stone, None).verdict, life.attack);
        assert_eq!(answers.answer(Aim::Save, stone, None).verdict, life.defense);
    }

    #[test]
    fn a_group_of_one_string_that_is_saved_only_by_a_ko_is_critical_by_it() {
        let board = Board::from_diagram(
            "
            X . X . X O . . .
            X X X X X O . . .
            . . . X O . . . .
            . . . X O . . . .
            O O O X O O . . .
            . X X O . O . . .
            O O O X O O . . .
            . . . X O . . . .
            . . . . . . . . .",
        );
        let at = |name| board.size().parse_vertex(name).expect("a point");
        let knowledge = Knowledge::default();
        let mut position = answered(&board);
        let mut answers = position.answers(&knowledge);
        for aim in [Aim::Rescue, Aim::Save] {
            let found = answers.answer(aim, at("B4"), None);
            assert_eq!(found, Reading::new(Verdict::KoAhead, Some(at("E4"))), "{aim:?}");
        }
        let after = answers.answer_after(Aim::Save, at("E4"), at("B4"));
        assert_eq!(after, Verdict::KoAhead);
        let analysis = answers.analysis();
        let group = analysis.dragons.get(at("B4")).expect("a stone has a group");
        assert_eq!(group.life.defense, Verdict::KoAhead);
        assert_eq!(group.status, Status::Critical);
    }

    #[test]
    fn a_ko_that_leaves_the_group_to_be_killed_does_not_save_it() {
        let board = Board::from_diagram(
            "
            . . . . . . .
            . . . X . . .
            O O O X O O .
            . X X O . O .
            O O O X O O .
            . . . X . . .
            . . . . . . .",
        );
        let at = |name| board.size().parse_vertex(name).expect("a point");
        let knowledge = Knowledge::default();
        let mut position = answered(&board);
        let mut answers = position.answers(&knowledge);
        let string = answers.answer(Aim::Rescue, at("B4"), None);
        assert_eq!(string, Reading::new(Verdict::KoAhead, Some(at("E4"))));
        let after = answers.answer_after(Aim::Save, at("E4"), at("B4"));
        assert_eq!(after, Verdict::No, "the stones that it joins have no eyes");
        assert_eq!(answers.answer(Aim::Save, at("B4"), None), Reading::NO);
    }
}
