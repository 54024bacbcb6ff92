// SPDX-License-Identifier: MIT OR Apache-2.0

//! Connections of a dragon that hold alone and not all at once.
//!
//! Each test that joins strings sees two strings only (`joining`). One move may threaten to cut two such
//! links, and one reply mends one of them. So two links with a common threat are read together. If they do
//! not both hold, the link between smaller strings is taken away again, and the cut is kept.

use std::cmp::Reverse;

use katachi_rules::{Board, Color, Point};

use super::CUT_APART_NODES;
use super::joining::Groups;
use crate::analysis::orientation::map_back;
use crate::reading::{Link, Reader, Verdict};

/// Nodes for one question whether two connections hold both; 50 to 300. Experiments.
const CHAIN_NODES: u32 = 150;
/// Pairs of connections that are read in a position, at most: a bound for positions made by hand; 20 to 200.
const MAX_CHAINS_READ: usize = 60;

/// Links of one side that both might be cut by the same first move.
fn crossings(board: &Board, links: &[Link]) -> Vec<[(Point, Point); 2]> {
    let mut crossings = Vec::new();
    for (i, first) in links.iter().enumerate() {
        for second in &links[i + 1..] {
            let one_side = board.cell(first.pair.0) == board.cell(second.pair.0);
            if one_side && first.threats.intersects(&second.threats) {
                crossings.push([first.pair, second.pair]);
            }
        }
    }
    crossings
}

/// Two connections of one side. Each holds if the other side moves first, but not both.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The side.
    pub color: Color,
    /// The pairs of strings, each by a stone. The second pair was taken apart.
    pub pairs: [(Point, Point); 2],
    /// The move of the other side that cuts one of them.
    pub cut: Point,
    /// A move that keeps both, if reading found one.
    pub mend: Option<Point>,
}

map_back!(Chain: color, pairs, cut, mend);

impl Groups<'_> {
    /// Takes links away until all that are left hold two by two. Returns the pairs that do not both hold, and
    /// the links that are left.
    pub(super) fn part_chains(&mut self, board: &Board, reader: &mut Reader) -> (Vec<Chain>, Vec<Link>) {
        let of_pair = |&pair: &(Point, Point)| Link {
            pair,
            threats: reader.connections().cut_threats(pair.0, pair.1),
        };
        let mut links: Vec<Link> = self.links().iter().map(of_pair).collect();
        let crossings = crossings(board, &links);
        let chains = crossings
            .into_iter()
            .take(MAX_CHAINS_READ)
            .filter_map(|links| self.part(board, reader, links))
            .collect();
        links.retain(|link| self.links().contains(&link.pair));
        (chains, links)
    }

    /// Reads two links. If they do not both hold, takes away the link that loses less.
    fn part(&mut self, board: &Board, reader: &mut Reader, links: [(Point, Point); 2]) -> Option<Chain> {
        let color = board.cell(links[0].0).color()?;
        if !links.iter().all(|link| self.links().contains(link)) {
            return None;
        }
        let budget = reader.budget();
        let holds = |&(a, b): &(Point, Point)| {
            // The test that joined them (`joining`) had this budget, so the answer is cached.
            let alone = |reader: &mut Reader| reader.connections().disconnect(a, b);
            reader.with_budget(CUT_APART_NODES.min(budget), alone).verdict == Verdict::No
        };
        if !links.iter().all(holds) {
            return None;
        }
        let nodes = CHAIN_NODES.min(budget);
        let any = reader.with_budget(nodes, |reader| reader.connections().both(links, false));
        let cut = any.point.filter(|_| any.verdict.is_yes())?;
        let mend = reader.with_budget(nodes, |reader| reader.connections().both(links, true));
        let [first, second] = links;
        let [of_first, of_second] = links.map(|link| self.lost_without(link));
        let pairs = if of_second <= of_first {
            [first, second]
        } else {
            [second, first]
        };
        self.part_link(pairs[1]);
        Some(Chain {
            color,
            pairs,
            cut,
            mend: mend.point.filter(|_| mend.verdict.is_yes()),
        })
    }

    /// Stones of the smaller part into which a group falls without one of its links.
    fn lost_without(&self, link: (Point, Point)) -> (u32, Reverse<(Point, Point)>) {
        let mut parted = self.clone();
        parted.part_link(link);
        let stones = [link.0, link.1].map(|end| {
            let root = parted.root(end);
            let of_part = self.worms.iter().filter(|w| parted.root(w.origin) == root);
            of_part.map(|w| w.size).sum::<u32>()
        });
        (stones[0].min(stones[1]), Reverse(link))
    }
}
