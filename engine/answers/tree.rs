// SPDX-License-Identifier: MIT OR Apache-2.0

//! The tree behind an answer: the moves that a person would lay out on a board to see why it is so.
//!
//! A side that succeeds plays the move of its answer. A side that fails tries the moves by which the search
//! begins, and each try is refuted. Tries that need no reply are left out. At the root other moves that work
//! and moves that fail are shown, too. Each position is asked about by itself, in its own standard form, so
//! that who plays a line and asks again gets the answers of the tree.

use std::collections::HashMap;

use katachi_rules::{Board, Color, Point, PointSet};

use crate::analysis::{Outcome, Question};
use crate::reading::{Judgement, Reader, Reading, Verdict};

/// Limits of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeLimits {
    /// Maximum number of moves of the first side that are tried at the root.
    pub first_moves: usize,
    /// Maximum number of tries of a side that fails: after the first move, and deeper.
    pub tries: [usize; 2],
    /// Maximum number of moves of a line. A ladder across 19x19 takes about 80.
    pub moves: usize,
    /// Maximum number of nodes of the tree.
    pub nodes: usize,
}

impl Default for TreeLimits {
    fn default() -> Self {
        Self {
            first_moves: 8,
            tries: [3, 1],
            moves: 80,
            nodes: 100,
        }
    }
}

/// Why a node has no moves after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The stones that are asked about have been captured, or one of two strings has.
    Captured,
    /// The side to move has what it wants without a move.
    NoMoveNeeded,
    /// No try of the side to move needs a reply.
    NoTry,
    /// It works, too, and what follows is not shown.
    WorksToo,
    /// A ko decides, and it has been taken.
    Ko,
    /// The position is that of an earlier node, by its number in the tree.
    Same(usize),
    /// The search has no answer within its nodes.
    Unknown,
    /// The answer here contradicts the answer before the move.
    Contradiction,
    /// A limit of the tree.
    Limit,
}

/// A position of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode {
    /// The move that leads to it; `None` at the root.
    pub mv: Option<(Color, Point)>,
    /// The side to move.
    pub to_move: Color,
    /// What the side to move can reach.
    pub found: Judgement,
    /// The reading pattern that proposes its move.
    pub by: Option<String>,
    /// Why no moves follow, if none do.
    pub end: Option<End>,
    /// What the stones then have, if the line ends because no move is needed or none helps, and if that is
    /// certain without a search.
    pub outcome: Option<Outcome>,
    /// Numbers of the nodes after it. Those of a side that succeeds have the answer's move first.
    pub children: Vec<usize>,
}

impl TreeNode {
    /// Returns whether the side to move reaches its aim, perhaps by a ko.
    pub fn succeeds(&self) -> bool {
        self.found.reading.verdict.is_possible()
    }
}

/// An answer with the moves that show it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadingTree {
    /// The question.
    pub question: Question,
    /// The stone that names the string or the group in words; the first one unless who asks names another.
    pub named: Option<Point>,
    /// The nodes: the root first, then depth first.
    pub nodes: Vec<TreeNode>,
    /// First moves that were tried, with what each of them reaches; the answer's move first.
    pub first_moves: Vec<(Point, Judgement)>,
    /// What the other side can reach if it moves first: what happens if the first side plays elsewhere.
    pub elsewhere: Judgement,
    /// Moves played in searches.
    pub searched: u64,
    /// Limit of the moves that the search of one question plays.
    pub budget: u32,
    /// Where the search of a group plays moves, at the root; empty for strings, which have liberties.
    pub region: PointSet,
}

impl ReadingTree {
    /// The answer, as those after its first moves have it: another move that works where its own fails, and a
    /// judgement if they contradict each other. A judgement is given up for readings alone.
    pub fn found(&self) -> Judgement {
        let found = self.nodes[0].found;
        let fails = |&(first, reached): &(Point, Judgement)| {
            found.reading.point == Some(first) && reached.reading.verdict == Verdict::No
        };
        let is_no = found.reading.verdict == Verdict::No || self.first_moves.iter().any(fails);
        let works = self.first_moves.iter().map(|&(_, reached)| reached);
        let counts =
            |reached: &Judgement| reached.certainty.is_read() || found.reading.verdict != Verdict::No;
        let works = works.filter(|reached| reached.reading.verdict.is_possible() && counts(reached));
        match works.min_by_key(|reached| !reached.reading.verdict.is_yes()) {
            Some(reached) if is_no && found.certainty.is_read() => Judgement::likely(reached.reading),
            Some(reached) if is_no => reached,
            None if is_no && found.reading.verdict != Verdict::No => Judgement::likely(Reading::NO),
            _ if found.certainty.is_read() && self.is_denied() => Judgement::likely(found.reading),
            _ => found,
        }
    }

    /// Whether readings after the answer's move contradict each other; without a move of it, after any first
    /// move. Answers after an earlier position count, too.
    fn is_denied(&self) -> bool {
        let answer = self.nodes[0].found.reading.point;
        let counts = |&child: &usize| answer.is_none() || answer == self.nodes[child].mv.map(|mv| mv.1);
        let mut open: Vec<usize> = self.nodes[0].children.iter().copied().filter(counts).collect();
        let mut seen = vec![false; self.nodes.len()];
        while let Some(node) = open.pop() {
            match self.nodes[node].end {
                _ if std::mem::replace(&mut seen[node], true) => {}
                Some(End::Contradiction) => return true,
                Some(End::Same(0)) => {}
                Some(End::Same(same)) => open.push(same),
                _ => open.extend(&self.nodes[node].children),
            }
        }
        false
    }

    /// The moves from the root to a node.
    pub fn line(&self, node: usize) -> Vec<(Color, Point)> {
        let parent = |of: usize| self.nodes.iter().position(|n| n.children.contains(&of));
        let mut path = vec![node];
        while let Some(before) = parent(path[path.len() - 1]) {
            path.push(before);
        }
        path.iter().rev().filter_map(|&n| self.nodes[n].mv).collect()
    }

    /// A node and the nodes of the first line after it: each side plays its best move, or its first try.
    pub(crate) fn line_after(&self, node: usize) -> Vec<&TreeNode> {
        let first = |&node: &usize| self.nodes[node].children.first().copied();
        let path = std::iter::successors(Some(node), first);
        path.map(|node| &self.nodes[node]).collect()
    }

    /// Builds the tree of a question about a position. `wanted` are first moves that are shown in any case.
    /// The tree grows no further when its searches have played that number of budgets of the question.
    pub(super) fn new(
        question: &Question,
        board: &Board,
        wanted: &[Point],
        limits: TreeLimits,
        budgets: Option<u64>,
        reader: &mut Reader,
    ) -> Self {
        let before = reader.nodes();
        let mut builder = Builder {
            enough: budgets.map_or(u64::MAX, |budgets| {
                before + budgets * u64::from(question.budget(reader))
            }),
            reader,
            limits,
            nodes: Vec::new(),
            seen: HashMap::new(),
        };
        let found = ask(question, board, builder.reader);
        let root = builder.add(None, question, found);
        builder.seen.insert(board.situation_key(question.first()), root);
        let first_moves = builder.grow_root(question, board, wanted);
        let elsewhere = ask(&question.turned(), board, builder.reader);
        let Builder { reader, nodes, .. } = builder;
        Self {
            question: *question,
            named: question.stones().next(),
            nodes,
            first_moves,
            elsewhere,
            searched: reader.nodes() - before,
            budget: question.budget(reader),
            region: question.ask_on(board, reader, Question::region),
        }
    }
}

fn ask(question: &Question, board: &Board, reader: &mut Reader) -> Judgement {
    question.ask_on(board, reader, Question::ask)
}

struct Builder<'r> {
    reader: &'r mut Reader,
    limits: TreeLimits,
    /// Nodes of the reader from which on the tree does not grow.
    enough: u64,
    nodes: Vec<TreeNode>,
    /// Nodes by position and side to move.
    seen: HashMap<u64, usize>,
}

/// A move that may become a node.
struct Tried {
    point: Point,
    // Lines are long, and boards are large for the stack.
    board: Box<Board>,
    /// The pattern that proposes it.
    by: Option<String>,
    /// What the side to move after it can reach.
    reply: Judgement,
}

impl Builder<'_> {
    fn is_full(&self) -> bool {
        self.nodes.len() >= self.limits.nodes || self.reader.nodes() >= self.enough
    }

    fn add(&mut self, mv: Option<(Color, Point)>, question: &Question, found: Judgement) -> usize {
        self.nodes.push(TreeNode {
            mv,
            by: None,
            to_move: question.first(),
            found,
            end: None,
            outcome: None,
            children: Vec::new(),
        });
        self.nodes.len() - 1
    }

    /// The position after a move, and the answer for the other side. `None` if the move is not legal, or the
    /// reader is interrupted.
    fn try_move(&mut self, question: &Question, board: &Board, point: Point) -> Option<Tried> {
        if !board.is_legal(question.first(), point) || self.reader.is_interrupted() {
            return None;
        }
        let mut after = Box::new(board.clone());
        let _ = after.play(question.first(), point);
        let reply = ask(&question.turned(), &after, self.reader);
        let proposals = question.ask_on(board, self.reader, Question::named_proposals);
        let by = proposals.into_iter().find(|proposal| proposal.0 == point);
        Some(Tried {
            point,
            by: by.map(|(_, name)| name),
            board: after,
            reply,
        })
    }

    /// Adds the first moves with what follows. Returns them with what they reach.
    fn grow_root(&mut self, question: &Question, board: &Board, wanted: &[Point]) -> Vec<(Point, Judgement)> {
        let found = self.nodes[0].found;
        let root = found.reading;
        if root == Reading::NO_MOVE_NEEDED && wanted.is_empty() {
            self.end(0, End::NoMoveNeeded, question, board);
            return Vec::new();
        }
        let mut points: Vec<Point> = root.point.into_iter().collect();
        points.extend(wanted.iter().filter(|&&point| Some(point) != root.point));
        let shown = points.len();
        let mut others = question.ask_on(board, self.reader, Question::candidates);
        others.retain(|point| !points.contains(point));
        let more = self.limits.first_moves.saturating_sub(shown);
        points.extend(others.into_iter().take(more));
        let mut first_moves = Vec::new();
        for (i, point) in points.into_iter().enumerate() {
            if i >= shown && self.is_full() {
                break;
            }
            let Some(tried) = self.try_move(question, board, point) else {
                continue;
            };
            let mut reached = tried.reply;
            reached.reading = Reading::new(reached.reading.verdict.opposite(), Some(point));
            if root.point == Some(point) && !found.certainty.is_read() && !reached.certainty.is_read() {
                reached = found;
            }
            let needs_reply = tried.reply.reading.point.is_some();
            let works = reached.reading.verdict.is_yes();
            if i < shown || works && root.verdict == Verdict::No || needs_reply && !works {
                self.grow_after(0, question, &tried, 1);
            } else if works {
                self.add_after(0, question, &tried, Some(End::WorksToo));
            }
            first_moves.push((point, reached));
        }
        if self.nodes[0].children.is_empty() {
            let end = match root.verdict {
                Verdict::Unknown => End::Unknown,
                _ => End::NoTry,
            };
            self.end(0, end, question, board);
        }
        first_moves
    }

    /// Adds the node after a move, with an end if nothing follows it.
    fn add_after(&mut self, parent: usize, question: &Question, tried: &Tried, end: Option<End>) -> usize {
        let mv = (question.first(), tried.point);
        let node = self.add(Some(mv), &question.turned(), tried.reply);
        self.nodes[node].by.clone_from(&tried.by);
        self.nodes[node].end = end;
        self.nodes[parent].children.push(node);
        node
    }

    /// Adds the node after a move, and what follows it.
    fn grow_after(&mut self, parent: usize, question: &Question, tried: &Tried, depth: usize) {
        let turned = question.turned();
        let node = self.add_after(parent, question, tried, None);
        let key = tried.board.situation_key(turned.first());
        let is_ko = tried.board.ko().is_some() && tried.reply.reading.verdict.is_ko();
        let end = match self.seen.get(&key) {
            Some(&same) => Some(End::Same(same)),
            None if is_ko => Some(End::Ko),
            None if turned.captured(&tried.board).is_some() => Some(End::Captured),
            None => match (tried.reply.reading.verdict, tried.reply.reading.point) {
                (Verdict::Unknown, _) => Some(End::Unknown),
                (verdict, None) if verdict.is_possible() => Some(End::NoMoveNeeded),
                _ if depth >= self.limits.moves || self.is_full() => Some(End::Limit),
                _ => None,
            },
        };
        self.seen.entry(key).or_insert(node);
        match end {
            Some(end) => self.end(node, end, &turned, &tried.board),
            None => self.grow(node, &turned, &tried.board, depth),
        }
    }

    /// Ends a line at a node, and notes what the stones then have.
    fn end(&mut self, node: usize, end: End, question: &Question, board: &Board) {
        self.nodes[node].end = Some(end);
        if matches!(end, End::NoTry | End::NoMoveNeeded) {
            let outcome = question.ask_on(board, self.reader, Question::outcome);
            // The search may know more than the static evaluation.
            let lives = self.nodes[node].succeeds() == question.aim().is_of_owner();
            self.nodes[node].outcome = outcome.filter(|outcome| outcome.fits(lives));
        }
    }

    /// Adds the moves of the side to move: the answer's move, or tries.
    fn grow(&mut self, node: usize, question: &Question, board: &Board, depth: usize) {
        let Reading { verdict, point } = self.nodes[node].found.reading;
        if let Some(point) = point.filter(|_| verdict.is_possible()) {
            match self.try_move(question, board, point) {
                Some(tried) if verdict.is_yes() && tried.reply.reading.verdict.is_yes() => {
                    self.add_after(node, question, &tried, Some(End::Contradiction));
                }
                Some(tried) => {
                    self.grow_after(node, question, &tried, depth + 1);
                }
                None => self.nodes[node].end = Some(End::Limit),
            }
            return;
        }
        let most = self.limits.tries[usize::from(depth > 1)];
        for point in question.ask_on(board, self.reader, Question::candidates) {
            if self.nodes[node].children.len() >= most || self.is_full() {
                break;
            }
            match self.try_move(question, board, point) {
                Some(tried) if tried.reply.reading.verdict == Verdict::No => {
                    self.add_after(node, question, &tried, Some(End::Contradiction));
                }
                Some(tried) if tried.reply.reading.point.is_some() => {
                    self.grow_after(node, question, &tried, depth + 1);
                }
                // A try that needs no reply shows nothing.
                _ => {}
            }
        }
        if self.nodes[node].children.is_empty() {
            let end = if self.is_full() { End::Limit } else { End::NoTry };
            self.end(node, end, question, board);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::answered;
    use super::*;
    use crate::analysis::Aim;
    use crate::knowledge::Knowledge;
    use crate::reading::LifeGrounds;

    fn tree(board: &Board, aim: Aim, stones: &[&str]) -> ReadingTree {
        let knowledge = Knowledge::default();
        let mut position = answered(board);
        let mut answers = position.answers(&knowledge);
        let stones: Vec<Point> = stones
            .iter()
            .map(|name| board.size().parse_vertex(name).expect("a point"))
            .collect();
        let question = answers.question(aim, stones[0], stones.get(1).copied());
        answers.tree(&question.expect("stones"), &[], TreeLimits::default())
    }

    /// Plays the line to each node and asks again with a reader that knows nothing: the answer is the same.
    fn walk(board: &Board, tree: &ReadingTree) {
        for (number, node) in tree.nodes.iter().enumerate() {
            let line = tree.line(number);
            let mut after = board.clone();
            for &(color, point) in &line {
                assert!(after.is_legal(color, point), "{line:?}");
                let _ = after.play(color, point);
            }
            let question = match line.len() % 2 {
                0 => tree.question,
                _ => tree.question.turned(),
            };
            assert_eq!(question.first(), node.to_move);
            let again = answered(&after).answers(&Knowledge::default()).found(&question);
            assert_eq!(again, node.found, "{line:?}");
            if node.end == Some(End::Captured) {
                assert!(question.captured(&after).is_some(), "{line:?}");
            }
            if let Some(outcome) = &node.outcome {
                let lives = node.succeeds() == question.aim().is_of_owner();
                assert!(outcome.fits(lives), "{line:?} {outcome:?}");
            }
            if let Some(&first) = node.children.first().filter(|_| node.succeeds()) {
                let answer = tree.nodes[first].mv.map(|mv| mv.1);
                assert_eq!(
                    node.found.reading.point, answer,
                    "the answer comes first: {line:?}"
                );
            }
        }
    }

    const LADDER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X . . . . . . .
        . X O . . . . . .
        . . X X . . . . .
        . . . . . . . . .";

    #[test]
    fn a_ladder_is_one_line_that_ends_with_the_capture() {
        let board = Board::from_diagram(LADDER);
        let tree = tree(&board, Aim::Capture, &["C3"]);
        assert!(tree.found().reading.verdict.is_yes());
        assert_eq!(tree.found().certainty, crate::reading::Certainty::Proved);
        let ends = tree.nodes.iter().filter(|node| node.end == Some(End::Captured));
        assert!(ends.count() > 0, "{tree:?}");
        walk(&board, &tree);
    }

    #[test]
    fn a_string_that_cannot_be_saved_shows_its_tries_with_their_refutations() {
        let board = Board::from_diagram(LADDER);
        let mut after = board.clone();
        let _ = after.play(Color::Black, board.size().parse_vertex("C4").expect("a point"));
        let tree = tree(&after, Aim::Rescue, &["C3"]);
        assert!(!tree.nodes[0].succeeds(), "{:?}", tree.found());
        assert!(!tree.nodes[0].children.is_empty(), "it can extend, in vain");
        for &child in &tree.nodes[0].children {
            assert!(tree.nodes[child].succeeds(), "each try is refuted");
        }
        walk(&after, &tree);
    }

    #[test]
    fn a_group_with_an_eye_space_of_three_is_killed_in_the_middle() {
        let board = Board::from_diagram(
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            O O O O O . .
            X X X X O . .
            . . . X O . .
            X X X X O . .",
        );
        for aim in [Aim::Kill, Aim::Save] {
            let tree = tree(&board, aim, &["A3"]);
            assert!(tree.nodes[0].succeeds(), "{aim:?} {:?}", tree.found());
            walk(&board, &tree);
            let line = tree.line_after(0);
            let last = line.last().expect("a line has its root");
            match (aim, &last.outcome) {
                (Aim::Kill, _) => assert_eq!(last.end, Some(End::Captured)),
                (_, Some(Outcome::Group(group, _))) => {
                    assert!(matches!(group.grounds, LifeGrounds::Eyes(_)), "{group:?}");
                }
                _ => panic!("{last:?}"),
            }
        }
    }

    #[test]
    fn two_strings_are_cut_and_joined_at_one_point() {
        let board = Board::from_diagram(
            "
            . . . . . . .
            . . O . . . .
            . O X . O . .
            . . O X . . .
            . . O . X O .
            . . . O O . .
            . . . . . . .",
        );
        for aim in [Aim::Connect, Aim::Cut] {
            walk(&board, &tree(&board, aim, &["C5", "D4"]));
        }
    }

    #[test]
    fn a_first_move_that_works_is_the_answer_where_none_should_work() {
        let board = Board::from_diagram(LADDER);
        let mut tree = tree(&board, Aim::Capture, &["C3"]);
        let (read, works) = (tree.found(), tree.first_moves[0].1);
        tree.nodes[0].found = Judgement::likely(Reading::NO);
        assert_eq!(tree.found(), works);
        tree.nodes[0].found = Judgement {
            reading: Reading::NO,
            ..read
        };
        assert_eq!(tree.found(), Judgement::likely(works.reading));
        tree.first_moves.clear();
        assert_eq!(tree.found().reading, Reading::NO);
    }

    #[test]
    fn a_move_that_a_person_asks_about_is_shown_with_its_refutation() {
        let board = Board::from_diagram(LADDER);
        let knowledge = Knowledge::default();
        let mut position = answered(&board);
        let mut answers = position.answers(&knowledge);
        let stone = board.size().parse_vertex("C3").expect("a point");
        let wanted = board.size().parse_vertex("D3").expect("a point");
        let question = answers.question(Aim::Capture, stone, None).expect("a stone");
        let limits = TreeLimits {
            first_moves: 1,
            ..TreeLimits::default()
        };
        let tree = answers.tree(&question, &[wanted], limits);
        let (point, reached) = tree.first_moves[1];
        assert_eq!(point, wanted);
        assert_eq!(
            reached.reading.verdict,
            answers.answer_after(Aim::Capture, wanted, stone),
            "as the question about the move says"
        );
    }
}
