// SPDX-License-Identifier: MIT OR Apache-2.0

//! The likely outcome for a group by playouts on its local board, if the search finds no proof.
//!
//! A Monte-Carlo tree search with RAVE (S. Gelly, D. Silver, "Combining online and offline knowledge in UCT",
//! 2007). A playout ends when static evaluation or the search before decides its position. Decided nodes stay
//! decided (M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo tree search solver", 2008).
//!
//! It shares nothing with the playouts of whole boards (`playout`) and their tree (`search`): a playout that
//! is not ended as soon as the group's life is decided judges worse (`docs/experiments/life-and-death.md`,
//! "Playouts of the whole board's kind on the local board").

use katachi_rules::Point;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use super::KoQuery;
use crate::local::Role;
use crate::reading::life::board::{LocalBoard, LocalPosition, NOWHERE, bit};
use crate::reading::life::evaluation::StaticEval;
use crate::reading::life::policy::{self, History};

/// RAVE's equivalence parameter: simulations of a move at which direct and AMAF results have equal weight, if
/// there are many AMAF results; 50 to 1,000. Gelly and Silver 2007; life-and-death.md: none of 50 to 1,000 is
/// better.
const RAVE_EQUIVALENCE: f32 = 300.0;
/// Number of AMAF results at which they have half of that weight; 1 to 10.
const AMAF_DOUBT: f32 = 4.0;
/// The weight of the prior, in simulations; 2 to 20.
const PRIOR_GAMES: f32 = 6.0;
/// The prior of the first move in the order, as a probability; 0.5 to 0.9.
const PRIOR_OF_FIRST: f32 = 0.6;
/// The prior of a pass and of all moves from rank [`PRIOR_RANKS`] on, linear in between, as a probability;
/// 0.1 to 0.4.
const PRIOR_OF_PASS: f32 = 0.3;
/// See [`PRIOR_OF_PASS`]; a rank, 8 to 32. life-and-death.md: priors by rank are better than by probability.
const PRIOR_RANKS: f32 = 16.0;
/// A playout takes each move in the order, if it took none before, with a probability of one in this number;
/// 2 to 6. life-and-death.md: with 2 36 of 105 moves are right, with 3 43.
const PICK_ONE_IN: u32 = 3;
/// Number of moves of a simulation in the tree, or of a playout below it, after which the group counts as
/// alive; 60 to 150.
const MAX_PLAYOUT_LENGTH: usize = 90;

#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayoutOutcome {
    /// Share of the playouts after its best move that the side to move won, 0 to 1.
    pub(crate) share: f32,
    /// Its best move: the most visited one, or a proved one.
    pub(crate) point: Option<Point>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Branch {
    /// [`NOWHERE`] is a pass.
    point: u8,
    direct: Results,
    /// AMAF results: of the simulations through the node in which the same side played there, now or later.
    amaf: Results,
    /// Estimated probability that it wins, before any simulation.
    prior: f32,
    node: Option<u32>,
    /// Whether it wins. `None` if it is open.
    wins: Option<bool>,
}

/// Numbers of simulations: all, and those won by the side that made the move.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    all: f32,
    won: f32,
}

#[derive(Debug)]
struct PlayoutNode {
    position: LocalPosition,
    branches: Vec<Branch>,
    expanded: bool,
    /// Whether the group dies. `None` if it is open.
    dies: Option<bool>,
}

pub(crate) struct PlayoutTree<'a> {
    board: &'a LocalBoard,
    /// The search before, whose decided positions end playouts.
    query: &'a KoQuery<'a>,
    nodes: Vec<PlayoutNode>,
    random: ChaCha8Rng,
    history: History,
    /// The moves of the current playout below the tree, and whether the owner of the group made them.
    playout_moves: Vec<(u8, Role)>,
    pub(crate) played: u32,
}

impl<'a> PlayoutTree<'a> {
    /// A tree from a position on the local board of a query, whose decided positions it uses.
    pub(crate) fn new(query: &'a KoQuery<'a>, start: &LocalPosition) -> Self {
        let mut tree = Self {
            board: query.local_board,
            query,
            nodes: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(0),
            history: History::new(),
            playout_moves: Vec::new(),
            played: 0,
        };
        tree.add(*start);
        tree
    }

    /// Runs simulations until `moves` moves are played, or the root is decided.
    pub(crate) fn run(&mut self, moves: u32) -> PlayoutOutcome {
        let end = self.played + moves;
        while self.played < end && self.nodes[0].dies.is_none() {
            self.run_simulation();
        }
        let root = &self.nodes[0];
        let attacks = root.position.to_move.is_attacker();
        let branches = root.branches.iter();
        let best = branches.max_by(|a, b| self.rank(a).total_cmp(&self.rank(b)));
        let share = match root.dies {
            Some(dies) => f32::from(u8::from(dies == attacks)),
            None => best.map_or(0.0, |b| b.direct.won / b.direct.all.max(1.0)),
        };
        let point = best.map(|b| b.point).filter(|&p| p != NOWHERE);
        PlayoutOutcome {
            share,
            point: point.map(|p| self.board.points[usize::from(p)]),
        }
    }

    fn rank(&self, branch: &Branch) -> f32 {
        match branch.wins {
            Some(true) => f32::INFINITY,
            Some(false) => -1.0,
            None => branch.direct.all,
        }
    }

    fn add(&mut self, position: LocalPosition) -> u32 {
        self.nodes.push(PlayoutNode {
            position,
            branches: Vec::new(),
            expanded: false,
            dies: None,
        });
        self.nodes.len() as u32 - 1
    }

    /// Expands a node: marks it as decided or generates its moves. `last` is the move before it.
    fn expand(&mut self, at: usize, last: u8) {
        let position = self.nodes[at].position;
        let eval = StaticEval::new(self.board, &position);
        let dies = match at {
            0 => eval.dies.filter(|dies| *dies),
            _ => eval.dies.or_else(|| self.query.knows(&position)),
        };
        let node = &mut self.nodes[at];
        (node.expanded, node.dies) = (true, dies);
        if dies.is_some() {
            return;
        }
        let moves = policy::candidates(last, self.board, &eval, &position, &self.history);
        let pass = position.to_move.is_owner().then_some(NOWHERE);
        for (rank, point) in moves.iter().map(|c| c.point).chain(pass).enumerate() {
            if point != NOWHERE && fills_eye(self.board, &position, point) {
                continue;
            }
            let place = (rank as f32 / PRIOR_RANKS).min(1.0);
            let prior = match point {
                NOWHERE => PRIOR_OF_PASS,
                _ => PRIOR_OF_FIRST - (PRIOR_OF_FIRST - PRIOR_OF_PASS) * place,
            };
            node.branches.push(Branch {
                point,
                prior,
                ..Branch::default()
            });
        }
    }

    /// Runs one simulation: a descent of the tree, one new node, and a playout from there.
    fn run_simulation(&mut self) {
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
                    let position = self.nodes[at].position;
                    break self.play_out(position, last);
                }
            }
            if let Some(dies) = self.nodes[at].dies {
                break dies;
            }
            let Some(branch) = self.choose(at) else {
                // All moves are proved to lose.
                let dies = self.nodes[at].position.to_move.is_owner();
                self.nodes[at].dies = Some(dies);
                break dies;
            };
            path.push((at, branch));
            if path.len() > MAX_PLAYOUT_LENGTH {
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
        self.back_up(&path, dies);
    }

    /// The node after a branch. None if the move is illegal.
    fn step(&mut self, at: usize, branch: usize) -> Option<usize> {
        if let Some(node) = self.nodes[at].branches[branch].node {
            return Some(node as usize);
        }
        let position = self.nodes[at].position;
        let point = self.nodes[at].branches[branch].point;
        let node = self.add(position.after(self.board, point)?);
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

    /// Plays a playout, stores its moves for the AMAF results, and returns whether the group dies.
    fn play_out(&mut self, mut position: LocalPosition, mut last: u8) -> bool {
        let mut passes = 0;
        self.playout_moves.clear();
        for _ in 0..MAX_PLAYOUT_LENGTH {
            let eval = StaticEval::new(self.board, &position);
            if let Some(dies) = eval.dies.or_else(|| self.query.knows(&position)) {
                return dies;
            }
            let moves = policy::candidates(last, self.board, &eval, &position, &self.history);
            let next = self.pick(&position, moves);
            self.played += 1;
            match next {
                Some((point, to)) => {
                    self.playout_moves.push((point, position.to_move));
                    position = to;
                    last = point;
                    passes = 0;
                }
                None => {
                    position = position.pass();
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

    /// A random move, more often one of the first, and the position after it.
    fn pick(&mut self, position: &LocalPosition, mut moves: policy::Moves) -> Option<(u8, LocalPosition)> {
        let mut word = self.random.next_u32();
        while !moves.is_empty() {
            let mut at = 0;
            while !word.is_multiple_of(PICK_ONE_IN) && at + 1 < moves.len() {
                word /= PICK_ONE_IN;
                at += 1;
            }
            let point = moves.remove(at).point;
            if fills_eye(self.board, position, point) {
                continue;
            }
            if let Some(next) = position.after(self.board, point) {
                return Some((point, next));
            }
        }
        None
    }

    /// Backs up the result of a simulation: in the direct results of its path, and in AMAF results.
    fn back_up(&mut self, path: &[(usize, usize)], dies: bool) {
        let mut seen = [0u128; 2];
        for &(point, mover) in &self.playout_moves {
            seen[mover as usize] |= bit(point);
        }
        for &(at, chosen) in path.iter().rev() {
            let attacks = self.nodes[at].position.to_move.is_attacker();
            let won = if dies == attacks { 1.0 } else { 0.0 };
            let point = self.nodes[at].branches[chosen].point;
            let mine = &mut seen[usize::from(!attacks)];
            *mine |= if point == NOWHERE { 0 } else { bit(point) };
            let mine = *mine;
            let child = self.nodes[at].branches[chosen].node;
            let known = child.and_then(|n| self.nodes[n as usize].dies);
            let node = &mut self.nodes[at];
            let branch = &mut node.branches[chosen];
            branch.direct.all += 1.0;
            branch.direct.won += won;
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
                    branch.amaf.all += 1.0;
                    branch.amaf.won += won;
                }
            }
        }
        self.playout_moves.clear();
    }
}

impl Branch {
    /// The estimated share of wins: direct results with the prior, blended with AMAF results (RAVE).
    fn value(&self) -> f32 {
        let games = self.direct.all;
        let direct = (self.direct.won + PRIOR_GAMES * self.prior) / (games + PRIOR_GAMES);
        if self.amaf.all == 0.0 {
            return direct;
        }
        let amaf = self.amaf.won / self.amaf.all;
        let weight = (RAVE_EQUIVALENCE / (3.0 * games + RAVE_EQUIVALENCE)).sqrt()
            * (self.amaf.all / (self.amaf.all + AMAF_DOUBT));
        (1.0 - weight) * direct + weight * amaf
    }
}

/// Whether the owner would fill an eye of his own, a point with only his stones around it.
fn fills_eye(board: &LocalBoard, position: &LocalPosition, point: u8) -> bool {
    let walls = board.wall_beside | board.friend_beside | board.outside_beside;
    position.to_move.is_owner() && board.near(point) & !position.own == 0 && walls & bit(point) == 0
}
