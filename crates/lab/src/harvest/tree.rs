// SPDX-License-Identifier: MIT OR Apache-2.0

//! The trees: the most frequent lines first, each position continued once, and their SGF.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use katachi_rules::sgf::{APPLICATION, NodeId, Tree, point_text};
use katachi_rules::{Board, Color};
use rustc_hash::FxHashSet;

use super::HarvestLimits;
use super::count::{Positions, RegionPosition};
use super::region::{Lines, Play, Region, SIZE, Standard, point};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JosekiTree {
    pub(super) name: &'static str,
    /// The tree as text; only a root if the first move was never played often enough.
    pub(super) sgf: String,
    /// Moves in it behind the first, each of which becomes a pattern.
    pub(super) entries: usize,
    /// Those of them that are marked as bad.
    pub(super) bad: usize,
    /// Lines from the root to an end.
    pub(super) variations: usize,
}

/// First moves with the names of their trees, as they are in the standard form of the empty corner.
const OPENINGS: [(&str, Lines); 5] = [
    ("hoshi", (3, 3)),
    ("komoku", (2, 3)),
    ("sansan", (2, 2)),
    ("mokuhazushi", (2, 4)),
    ("takamoku", (3, 4)),
];

/// The tree of sides.
const SIDES: &str = "sides";

pub(super) struct TreeMove {
    pub(super) parent: Option<usize>,
    pub(super) play: Play,
    count: u32,
    /// Moves that the same side made in the same position.
    of: u32,
    /// None for a first move, as first moves are not compared within one corner.
    pub(super) value: Option<i32>,
    /// Times that the opponent had played elsewhere, if this is a second move in a row.
    pub(super) tenuki: Option<u32>,
    /// The position after the move is continued elsewhere.
    is_transposed: bool,
    pub(super) children: Vec<usize>,
    /// Points that the move loses, if a judge has marked it as bad.
    pub(super) loss: Option<f32>,
}

/// Value of a move that loses: a nat less than nothing.
const BAD_VALUE: i32 = 2;

/// The value of a move: 50, and up to 35 more as the side used more of its first turns in such a position
/// here; less up to 15 as the move is rarer than the side's most frequent one.
fn value(turns: u32, used: u32, count: u32, most: u32) -> i32 {
    let share = |part: u32, of: u32, scale: u32| {
        let rounded = (u64::from(part) * u64::from(scale) + u64::from(of) / 2) / u64::from(of.max(1));
        rounded as i32
    };
    50 + share(used, turns, 35) - share(most - count, most, 15)
}

/// Times that a move on a side has to be played for each time in a corner: there are many more positions, and
/// the frequent ones predict nearly as well as all (docs/experiments/patterns.md); 1 to 4.
const SIDE_COUNT: u32 = 4;

/// Grows all trees together, as they share positions.
struct Grower<'a> {
    positions: &'a Positions,
    region: Region,
    limits: &'a HarvestLimits,
    min_count: u32,
    nodes: Vec<TreeMove>,
    /// Moves whose positions are still to be continued, the most frequent first, then the older.
    open: BinaryHeap<(u32, Reverse<usize>)>,
}

/// The board after a move, or the empty one.
pub(super) fn board(nodes: &[TreeMove], node: Option<usize>) -> Board {
    let path = std::iter::successors(node, |&at| nodes[at].parent);
    let mut path: Vec<Play> = path.map(|at| nodes[at].play).collect();
    path.reverse();
    let mut board = Board::new(SIZE);
    path.iter()
        .for_each(|play| board.place(play.color, point(play.at)));
    board
}

impl Grower<'_> {
    fn continue_with(&mut self, parent: Option<usize>, form: &Standard, position: &RegionPosition) {
        let last = parent.map(|at| self.nodes[at].play.color);
        for color in Color::BOTH {
            let is_taken =
                |play: &Play| play.color == color && (parent.is_some() || self.is_opening(play.at));
            let plays = position.plays.iter().filter(|(play, _)| is_taken(play));
            let plays: Vec<(Play, u32)> = plays.map(|(&play, &n)| (play, n)).collect();
            let of: u32 = plays.iter().map(|&(_, n)| n).sum();
            let most = plays.iter().map(|&(_, n)| n).max().unwrap_or(0);
            let min_share = u64::from(of) * u64::from(self.limits.min_share);
            let is_frequent = |&(_, n): &(Play, u32)| {
                n >= self.min_count && (parent.is_none() || u64::from(n) * 100 >= min_share)
            };
            let mut frequent: Vec<(Play, u32)> = plays.into_iter().filter(is_frequent).collect();
            frequent.sort_by_key(|&(play, n)| (Reverse(n), play));
            let side = color as usize;
            for (play, count) in frequent {
                let play = play.seen(form.view());
                let other = form.color(play.color.opposite()) as usize;
                let at = self.nodes.len();
                self.nodes.push(TreeMove {
                    parent,
                    play,
                    count,
                    of,
                    value: parent.map(|_| value(position.turns[side], position.used[side], count, most)),
                    tenuki: (last == Some(play.color)).then_some(position.tenuki[other]),
                    is_transposed: false,
                    children: Vec::new(),
                    loss: None,
                });
                if let Some(parent) = parent {
                    self.nodes[parent].children.push(at);
                }
                self.open.push((count, Reverse(at)));
            }
        }
    }

    /// Whether a tree begins with a first move there: on sides any, in corners one of five.
    fn is_opening(&self, at: Lines) -> bool {
        self.region.is_side() || OPENINGS.iter().any(|&(_, lines)| lines == at)
    }

    fn grow(&mut self) {
        let mut continued = FxHashSet::default();
        let mut next = None;
        loop {
            let form = Standard::new(&board(&self.nodes, next), self.region);
            if continued.insert(form.stones) {
                if let Some(position) = self.positions.get(&form.stones) {
                    self.continue_with(next, &form, position);
                }
            } else if let Some(at) = next {
                self.nodes[at].is_transposed = true;
            }
            let Some((_, Reverse(at))) = self.open.pop() else {
                return;
            };
            next = Some(at);
        }
    }
}

/// The moves of all trees.
pub(super) fn grown(positions: &Positions, region: Region, limits: &HarvestLimits) -> Vec<TreeMove> {
    let mut grower = Grower {
        positions,
        region,
        limits,
        min_count: match region.is_side() {
            true => limits.min_count.saturating_mul(SIDE_COUNT),
            false => limits.min_count,
        },
        nodes: Vec::new(),
        open: BinaryHeap::new(),
    };
    grower.grow();
    grower.nodes
}

/// The trees: of corners one for each opening, in the order of their names above, of sides one.
pub(super) fn trees(nodes: &[TreeMove], region: Region) -> Vec<JosekiTree> {
    let firsts = (0..nodes.len()).filter(|&at| nodes[at].parent.is_none());
    if region.is_side() {
        return vec![written(SIDES, firsts.collect(), nodes, region)];
    }
    let tree = |(name, lines)| {
        let first = firsts.clone().filter(|&at| nodes[at].play.at == lines);
        written(name, first.collect(), nodes, region)
    };
    OPENINGS.map(tree).into()
}

/// A tree as SGF. It is walked without recursion, a node before its children.
fn written(name: &'static str, firsts: Vec<usize>, nodes: &[TreeMove], region: Region) -> JosekiTree {
    let mut tree = Tree::new();
    let root = tree.root();
    for (property, value) in [("GM", "1"), ("FF", "4"), ("CA", "UTF-8"), ("AP", APPLICATION)] {
        tree.add(root, property, [value]);
    }
    tree.add(root, "SZ", [&*SIZE.width().to_string()]);
    tree.add_text(root, "GN", name);
    let boundary = format!("{}:A", point_text(region.boundary()));
    let (mut entries, mut bad, mut variations) = (0, 0, 0);
    let mut open: Vec<(usize, NodeId)> = firsts.into_iter().rev().map(|at| (at, root)).collect();
    while let Some((at, parent)) = open.pop() {
        let node = &nodes[at];
        let written = tree.add_child(parent);
        let at = point_text(point(node.play.at));
        tree.add(written, &node.play.color.letter().to_string(), [&*at]);
        if node.value.is_some() {
            tree.add(written, "LB", [&*boundary]);
            entries += 1;
        }
        if node.loss.is_some() {
            tree.add(written, "BM", ["1"]);
            bad += 1;
        }
        tree.add_text(written, "C", &comment(node));
        variations += usize::from(node.children.is_empty());
        let mut elsewhere = None;
        let mut child_of = |&child: &usize| {
            let Some(times) = nodes[child].tenuki else {
                return (child, written);
            };
            let pass = *elsewhere.get_or_insert_with(|| {
                let pass = tree.add_child(written);
                let color = node.play.color.opposite();
                tree.add(pass, &color.letter().to_string(), [""]);
                tree.add_text(pass, "C", &format!("{color} elsewhere, {times} times"));
                pass
            });
            (child, pass)
        };
        let children: Vec<(usize, NodeId)> = node.children.iter().map(&mut child_of).collect();
        open.extend(children.into_iter().rev());
    }
    JosekiTree {
        name,
        sgf: tree.to_sgf(),
        entries,
        bad,
        variations,
    }
}

fn comment(node: &TreeMove) -> String {
    let value = match (node.value, node.loss) {
        (_, Some(loss)) => format!("{BAD_VALUE}\nloses {loss:.1} points\n"),
        (Some(value), None) => format!("{value}\n"),
        (None, None) => String::new(),
    };
    let elsewhere = match node.is_transposed {
        true => "; continued where another order of moves leads",
        false => "",
    };
    let (count, of, color) = (node.count, node.of, node.play.color);
    format!("{value}{count} of {of} moves by {color} here{elsewhere}")
}
