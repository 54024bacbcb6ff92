// SPDX-License-Identifier: MIT OR Apache-2.0

//! A reading with growing budgets, in a thread of its own: the screen obeys keys meanwhile.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use katachi_engine::answers::{Answers, BudgetAnswer, Question, ReadingTree, TreeLimits};
use katachi_engine::play::{Engine, Player, STACK_SIZE};
use katachi_rules::{BoardSize, Game, Point};
use katachi_view::panel::{Panel, Row};
use katachi_view::reading_tree;

pub(super) enum Found {
    Answer(BudgetAnswer),
    Tree(Box<ReadingTree>),
}

/// A question, and what has been found so far.
#[derive(Debug)]
pub(super) struct StoneReading {
    pub(super) question: Question,
    /// The stone that names the string or the group in words.
    pub(super) named: Option<Point>,
    /// The largest budget in nodes.
    pub(super) nodes: u32,
    pub(super) answers: Vec<BudgetAnswer>,
    tree: Option<Box<ReadingTree>>,
    size: BoardSize,
    /// `None`: nothing more comes.
    pub(super) found: Option<Receiver<Found>>,
    stop: Arc<AtomicBool>,
}

impl StoneReading {
    pub(super) fn new(question: Question, named: Option<Point>, nodes: u32, size: BoardSize) -> Self {
        Self {
            question,
            named,
            nodes,
            answers: Vec::new(),
            tree: None,
            size,
            found: None,
            stop: Arc::default(),
        }
    }

    /// Goes on after the answers so far, up to its largest budget. The tree shows the wanted first moves.
    pub(super) fn start(&mut self, engine: Engine, game: &Game, wanted: Vec<Point>) {
        self.stop();
        self.stop = Arc::default();
        let (sender, found) = channel();
        (self.found, self.tree) = (Some(found), None);
        let mut player = Player::new(engine);
        player.interrupt = Arc::clone(&self.stop);
        player.question_nodes = self.nodes;
        let (game, question) = (game.clone(), self.question);
        let answered = self.answers.last().map_or(0, |answer| answer.nodes);
        let read = move || {
            // Nobody listens to a reading that was stopped: the first answer that is not heard ends it.
            let send = |found| sender.send(found).map_err(drop);
            let mut answers = player.answers(&game);
            let asked = |_: &mut Answers<'_>| Ok(question);
            let show = |answer| send(Found::Answer(answer));
            let tree = answers.by_budgets(answered, asked, &wanted, TreeLimits::default(), show);
            let _ = tree.and_then(|tree| send(Found::Tree(Box::new(tree))));
        };
        // Without a thread the channel is closed, and nothing comes.
        let thread = thread::Builder::new().name("reading".to_owned());
        let _ = thread.stack_size(STACK_SIZE).spawn(read);
    }

    /// Takes what has been found since the last call. Returns whether the panel has changed.
    pub(super) fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(found) = &self.found {
            match found.try_recv() {
                Ok(Found::Answer(answer)) => self.answers.push(answer),
                Ok(Found::Tree(tree)) => self.tree = Some(tree),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.found = None,
            }
            is_new = true;
        }
        is_new
    }

    /// Ends the reading; what it has found so far stays.
    pub(super) fn stop(&mut self) {
        self.stop.store(true, Relaxed);
        self.found = None;
    }

    /// The question, the answers with their budgets, and the tree of the last one.
    pub(super) fn panel(&self) -> Panel {
        let answers = self.answers.iter();
        let mut rows: Vec<Row> = answers
            .map(|answer| reading_tree::budget_row(answer, self.size))
            .collect();
        match &self.tree {
            Some(tree) => rows.extend(reading_tree::panel(tree, self.size).rows),
            None => rows.push(Row::new(
                "",
                format!("reading, with {} nodes at most ...", self.nodes),
            )),
        }
        let heading = reading_tree::question(&self.question, self.named, self.size);
        Panel { heading, rows }
    }
}

impl Drop for StoneReading {
    fn drop(&mut self) {
        self.stop();
    }
}
