//! What most likely becomes of a group: where the search finds no proof, trial games on the ground are played.
//!
//! A tree of the moves that do best in random games, with the games in which a move came later counted for it as well: UCT with
//! RAVE (S. Gelly, D. Silver, "Combining online and offline knowledge in UCT", 2007). A game ends when the outcome is plain to
//! see at a glance, and what is decided in the tree is decided for good (M. Winands and others, "Monte-Carlo tree search solver", 2008).

use katachi_rules::Point;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use super::ground::{Ground, NOWHERE, bit};
use super::inquiry::Inquiry;
use super::moves::{self, History};
use super::position::{Local, Played};
use super::sketch::Sketch;
use crate::reading::search::KoThreats;

/// What the trial games say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The share of the games that the side to move won in the end, 0 to 1: by killing the group or by living.
    pub(super) share: f32,
    /// Its move that most games began with.
    pub(super) point: Option<Point>,
}

/// A move of a node.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// [`NOWHERE`] is a pass.
    point: u8,
    /// Games that began with it, and those of them that the side that made it won.
    games: Count,
    /// Games in which that side made it at some time.
    later: Count,
    /// What is known of it at first.
    prior: f32,
    node: Option<u32>,
    /// It wins or loses for certain.
    wins: Option<bool>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    all: f32,
    won: f32,
}

#[derive(Debug)]
struct Node {
    local: Local,
    branches: Vec<Branch>,
    expanded: bool,
    /// Known for certain.
    dies: Option<bool>,
}

/// A tree of trial games.
pub(super) struct Trials<'a> {
    ground: &'a Ground,
    /// What was read before, and is taken from there.
    inquiry: &'a Inquiry<'a>,
    nodes: Vec<Node>,
    random: ChaCha8Rng,
    history: History,
    /// The moves of a game beyond the tree, with whether its owner made them.
    later: Vec<(u8, bool)>,
    /// Moves played.
    pub(super) played: u32,
}

/// Games at a node in which the move came later count as much as those that began with it when there are so many of these.
const EQUAL: f32 = 300.0;
/// What the first guess counts for, in games.
const GUESS: f32 = 6.0;
/// The first guess for the first move, and for a pass and all moves from a place in the order on.
const FIRST: f32 = 0.6;
const PASS: f32 = 0.3;
const LAST: f32 = 16.0;
/// At random the likeliest move is taken in one of so many cases, else the next, and so on.
const PICK: u32 = 3;
/// Longer games are taken as lives.
const LONGEST: usize = 90;

impl<'a> Trials<'a> {
    /// Trial games from a position on the ground, with all that an inquiry has found there on its way.
    pub(super) fn new(inquiry: &'a Inquiry<'a>, start: &Local) -> Self {
        let mut trials = Self {
            ground: inquiry.ground,
            inquiry,
            nodes: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(0),
            history: History::new(),
            later: Vec::new(),
            played: 0,
        };
        trials.add(*start);
        trials
    }

    /// Plays games until so many moves are played, or the outcome is certain.
    pub(super) fn run(&mut self, moves: u32) -> Outcome {
        let end = self.played + moves;
        while self.played < end && self.nodes[0].dies.is_none() {
            self.game();
        }
        let root = &self.nodes[0];
        let attacks = !root.local.owner_moves;
        let best = root
            .branches
            .iter()
            .max_by(|a, b| self.rank(a).total_cmp(&self.rank(b)));
        let share = match root.dies {
            Some(dies) => f32::from(u8::from(dies == attacks)),
            None => best.map_or(0.0, |b| b.games.won / b.games.all.max(1.0)),
        };
        let point = best.map(|b| b.point).filter(|&p| p != NOWHERE);
        Outcome {
            share,
            point: point.map(|p| self.ground.points[usize::from(p)]),
        }
    }

    fn rank(&self, branch: &Branch) -> f32 {
        match branch.wins {
            Some(true) => f32::INFINITY,
            Some(false) => -1.0,
            None => branch.games.all,
        }
    }

    fn add(&mut self, local: Local) -> u32 {
        self.nodes.push(Node {
            local,
            branches: Vec::new(),
            expanded: false,
            dies: None,
        });
        self.nodes.len() as u32 - 1
    }

    /// Finds the moves of a node after a last move, or that it is decided.
    fn expand(&mut self, at: usize, last: u8) {
        let local = self.nodes[at].local;
        let sketch = Sketch::new(self.ground, &local);
        let is_first = at == 0;
        let dies = if is_first {
            sketch.dies.filter(|dies| *dies)
        } else {
            sketch.dies.or_else(|| self.inquiry.knows(&local))
        };
        let node = &mut self.nodes[at];
        node.expanded = true;
        node.dies = dies;
        if node.dies.is_some() {
            return;
        }
        let moves = moves::candidates(last, self.ground, &sketch, &local, &self.history);
        let pass = local.owner_moves.then_some(NOWHERE);
        for (rank, point) in moves.iter().map(|c| c.point).chain(pass).enumerate() {
            if point != NOWHERE && fills_eye(self.ground, &local, point) {
                continue;
            }
            let place = (rank as f32 / LAST).min(1.0);
            let prior = if point == NOWHERE {
                PASS
            } else {
                FIRST - (FIRST - PASS) * place
            };
            node.branches.push(Branch {
                point,
                games: Count::default(),
                later: Count::default(),
                prior,
                node: None,
                wins: None,
            });
        }
    }

    /// Plays one game: down the tree, one node beyond it, and to the end at random.
    fn game(&mut self) {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        let dies = loop {
            let last = path.last().map_or(NOWHERE, |&(node, branch): &(usize, usize)| {
                self.nodes[node].branches[branch].point
            });
            if !self.nodes[at].expanded {
                self.expand(at, last);
                if let Some(dies) = self.nodes[at].dies {
                    break dies;
                }
                if at != 0 {
                    let local = self.nodes[at].local;
                    break self.play_out(local, last);
                }
            }
            if let Some(dies) = self.nodes[at].dies {
                break dies;
            }
            let Some(branch) = self.choose(at) else {
                // No move left that does not lose for certain.
                let dies = self.nodes[at].local.owner_moves;
                self.nodes[at].dies = Some(dies);
                break dies;
            };
            path.push((at, branch));
            if path.len() > LONGEST {
                break false;
            }
            self.played += 1;
            match self.step(at, branch) {
                Some(next) => at = next,
                None => {
                    let (_, branch) = path.pop().expect("just pushed");
                    self.nodes[at].branches.remove(branch);
                }
            }
        };
        self.note(&path, dies);
    }

    /// The node behind a branch. None if the move is not possible.
    fn step(&mut self, at: usize, branch: usize) -> Option<usize> {
        if let Some(node) = self.nodes[at].branches[branch].node {
            return Some(node as usize);
        }
        let local = self.nodes[at].local;
        let point = self.nodes[at].branches[branch].point;
        let next = if point == NOWHERE {
            local.pass()
        } else {
            match local.play(self.ground, point, KoThreats::None, &mut false) {
                Played::To(next) => next,
                Played::StoppedByKo | Played::Illegal => return None,
            }
        };
        let node = self.add(next);
        self.nodes[at].branches[branch].node = Some(node);
        Some(node as usize)
    }

    fn choose(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let mut best: Option<(f32, usize)> = None;
        for (i, branch) in node.branches.iter().enumerate() {
            let value = match branch.wins {
                Some(true) => return Some(i),
                Some(false) => continue,
                None => branch.value(),
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, i));
            }
        }
        best.map(|(_, i)| i)
    }

    /// Plays on at random, likely moves rather. The moves are appended to those of the tree for the counts of later moves.
    fn play_out(&mut self, mut local: Local, mut last: u8) -> bool {
        let mut passes = 0;
        self.later.clear();
        for _ in 0..LONGEST {
            let sketch = Sketch::new(self.ground, &local);
            if let Some(dies) = sketch.dies.or_else(|| self.inquiry.knows(&local)) {
                return dies;
            }
            let moves = moves::candidates(last, self.ground, &sketch, &local, &self.history);
            let next = self.pick(&local, moves);
            self.played += 1;
            match next {
                Some((point, to)) => {
                    self.later.push((point, local.owner_moves));
                    local = to;
                    last = point;
                    passes = 0;
                }
                None => {
                    local = local.pass();
                    last = NOWHERE;
                    passes += 1;
                    if passes == 2 {
                        return false;
                    }
                }
            }
        }
        false
    }

    /// A move at random, rather one of the first, and the position after it.
    fn pick(&mut self, local: &Local, mut moves: moves::Moves) -> Option<(u8, Local)> {
        let mut word = self.random.next_u32();
        while !moves.is_empty() {
            let mut at = 0;
            while !word.is_multiple_of(PICK) && at + 1 < moves.len() {
                word /= PICK;
                at += 1;
            }
            let point = moves.remove(at).point;
            if fills_eye(self.ground, local, point) {
                continue;
            }
            if let Played::To(next) = local.play(self.ground, point, KoThreats::None, &mut false) {
                return Some((point, next));
            }
        }
        None
    }

    /// Counts a game for the moves that it began with, and for those that came later.
    fn note(&mut self, path: &[(usize, usize)], dies: bool) {
        let mut seen = [0u128; 2];
        for &(point, owner) in &self.later {
            seen[usize::from(owner)] |= bit(point);
        }
        for &(at, chosen) in path.iter().rev() {
            let attacks = !self.nodes[at].local.owner_moves;
            let won = if dies == attacks { 1.0 } else { 0.0 };
            let point = self.nodes[at].branches[chosen].point;
            let mine = &mut seen[usize::from(!attacks)];
            *mine |= if point == NOWHERE { 0 } else { bit(point) };
            let mine = *mine;
            let child = self.nodes[at].branches[chosen].node;
            let known = child.and_then(|n| self.nodes[n as usize].dies);
            let node = &mut self.nodes[at];
            let branch = &mut node.branches[chosen];
            branch.games.all += 1.0;
            branch.games.won += won;
            if let Some(dies) = known {
                branch.wins = Some(dies == attacks);
                if dies == attacks {
                    node.dies = Some(dies);
                } else if node.branches.iter().all(|b| b.wins == Some(false)) {
                    node.dies = Some(!attacks);
                }
            }
            for branch in &mut node.branches {
                if branch.point != NOWHERE && mine & bit(branch.point) != 0 {
                    branch.later.all += 1.0;
                    branch.later.won += won;
                }
            }
        }
        self.later.clear();
    }
}

impl Branch {
    fn value(&self) -> f32 {
        let games = self.games.all;
        let own = (self.games.won + GUESS * self.prior) / (games + GUESS);
        if self.later.all == 0.0 {
            return own;
        }
        let later = self.later.won / self.later.all;
        let weight = (EQUAL / (3.0 * games + EQUAL)).sqrt() * (self.later.all / (self.later.all + 4.0));
        (1.0 - weight) * own + weight * later
    }
}

/// A point with only stones of the owner around, who would fill his own eye.
fn fills_eye(ground: &Ground, local: &Local, point: u8) -> bool {
    let walls = ground.wall_beside | ground.friend_beside | ground.leaks;
    local.owner_moves && ground.near(point) & !local.own == 0 && walls & bit(point) == 0
}
