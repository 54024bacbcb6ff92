//! The local game of a window, as a thermograph.
//!
//! Positions are told apart by their stones alone, whoever has moved, so that one thermograph serves all orders of moves that
//! lead there. The moves of both sides are the few that change most at once.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::stones::{Ground, Stones};
use super::thermograph::{NOTHING, Thermograph, Wall, ends_in_sente, gain, hear, lasts};
use super::window::{Bits, each};

/// Strings with so many liberties may be short of them after the first move.
const FEW: u32 = 4;
/// Moves of each side that are looked at in a position, beyond the first.
const WIDTH: usize = 4;
/// After the last quiet move, so many that capture or save.
const URGENT: u8 = 3;

/// A search in one window.
pub(super) struct Search<'a> {
    ground: &'a Ground,
    /// Where the first moves are made, and where those that follow up on them.
    reach: Bits,
    wide: Bits,
    known: FxHashMap<(Stones, u8), Thermograph>,
    moves: FxHashMap<(Stones, bool), Rc<[Vec<Followed>; 2]>>,
    /// Positions that may yet be looked at.
    nodes: u32,
}

/// A move, and what is there after it.
#[derive(Clone, Copy, Debug)]
struct Followed {
    point: Bits,
    stones: Stones,
    /// Of the points as they lie.
    count: i32,
}

/// A first move and what it gains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gain {
    pub(super) point: Bits,
    /// In points, as a move of one side alone: half of what it is worth to be first.
    pub(super) points: f32,
    /// It costs nothing to make it as long as no move elsewhere gains more than this.
    pub(super) lasts: f32,
    /// Points of its side if there is nothing left elsewhere: tells moves apart that gain the same.
    pub(super) rest: f32,
    /// The other side moves last in what it gains.
    pub(super) ends_in_sente: bool,
}

impl Gain {
    /// Does the other side have to answer?
    pub(super) fn is_threat(&self) -> bool {
        self.lasts > self.points
    }

    /// Does it gain what it gains by moves that the other side has to answer? A threat after whose answer as much is left to gain as before
    /// gains nothing by itself.
    pub(super) fn is_sente(&self) -> bool {
        self.is_threat() && self.ends_in_sente
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(ground: &'a Ground, reach: Bits, nodes: u32) -> Self {
        Self {
            ground,
            reach,
            wide: reach | ground.liberties_of_short(&ground.start, reach, FEW),
            known: FxHashMap::default(),
            moves: FxHashMap::default(),
            nodes,
        }
    }

    /// Did the nodes not suffice?
    pub(super) fn is_cut_short(&self) -> bool {
        self.nodes == 0
    }

    /// What each of the first moves of a side gains, as deep as the nodes last; those that lose points are left out.
    pub(super) fn gains(&mut self, us: usize, first: Bits, deepest: u8) -> Vec<Gain> {
        let mut gains = Vec::new();
        for depth in 1..=deepest {
            let deeper = self.gains_at(us, first, depth);
            if depth == 1 || self.nodes > 0 {
                gains = deeper;
            }
            if self.nodes == 0 {
                break;
            }
        }
        gains
    }

    fn gains_at(&mut self, us: usize, first: Bits, depth: u8) -> Vec<Gain> {
        let root = self.ground.start;
        let them = 1 - us;
        let urgent = self.ground.ataris(&root);
        let all = [0, 1].map(|side| self.moves(&root, side, true, urgent, usize::MAX));
        let moves: Vec<Followed> = each(first)
            .filter_map(|point| {
                let stones = self.ground.play(&root, us, point)?;
                Some(self.followed(point, stones))
            })
            .collect();
        let depth = depth + URGENT - 1;
        let mut options = NOTHING;
        let mut after = Vec::with_capacity(moves.len());
        for next in &moves {
            let next = self.after(next, us, depth);
            hear(&mut options[us], us, &next);
            after.push(next);
        }
        for next in all[us].iter().filter(|next| first & next.point == 0) {
            hear(&mut options[us], us, &self.after(next, us, depth));
        }
        // The other side's moves are searched as deep, and only as deep as they are after a first move: whichever finds less for it. So
        // a move that changes nothing does not seem to gain what lies beyond the end of the search.
        let mut shallow = NOTHING[them];
        for next in &all[them] {
            hear(&mut options[them], them, &self.after(next, them, depth));
            hear(&mut shallow, them, &self.after(next, them, depth - 1));
        }
        for (deep, shallow) in options[them].iter_mut().zip(shallow) {
            *deep = if us == 0 {
                deep.max(shallow)
            } else {
                deep.min(shallow)
            };
        }
        let graph = Thermograph::of(options, self.ground.count(&root) as f32);
        let gains = moves.iter().zip(&after).filter_map(|(next, wall)| {
            let points = gain(us, wall, &graph.walls[them])?;
            Some(Gain {
                point: next.point,
                points,
                lasts: lasts(us, wall, &graph.walls[us]),
                rest: if us == 0 { wall[0] } else { -wall[0] },
                ends_in_sente: ends_in_sente(us, wall, points),
            })
        });
        gains.collect()
    }

    fn followed(&self, point: Bits, stones: Stones) -> Followed {
        let count = self.ground.count(&stones);
        Followed { point, stones, count }
    }

    /// The wall of the other side after a move. Who takes a ko has to make one more move to
    /// end it, and nobody retakes.
    fn after(&mut self, next: &Followed, us: usize, depth: u8) -> Wall {
        if next.stones.ko != 0 {
            let mut best = NOTHING[us];
            for ended in &self.follow(&next.stones, false)[us] {
                let after = self.thermograph(ended, depth.saturating_sub(1));
                hear(&mut best, us, &after.walls[1 - us]);
            }
            return best;
        }
        self.thermograph(next, depth).walls[1 - us]
    }

    fn thermograph(&mut self, at: &Followed, depth: u8) -> Thermograph {
        if let Some(known) = self.known.get(&(at.stones, depth)) {
            return known.clone();
        }
        let count = at.count as f32;
        if depth == 0 || self.nodes == 0 {
            return Thermograph::number(count);
        }
        self.nodes -= 1;
        let mut options = NOTHING;
        let moves = self.follow(&at.stones, depth > URGENT);
        for (us, option) in options.iter_mut().enumerate() {
            for next in &moves[us] {
                let after = self.after(next, us, depth - 1);
                hear(option, us, &after);
            }
        }
        let graph = Thermograph::of(options, count);
        self.known.insert((at.stones, depth), graph.clone());
        graph
    }

    /// The few moves of both sides that are looked at in a position; looked for once, as each depth comes by again.
    fn follow(&mut self, stones: &Stones, quiet: bool) -> Rc<[Vec<Followed>; 2]> {
        if let Some(known) = self.moves.get(&(*stones, quiet)) {
            return Rc::clone(known);
        }
        let urgent = self.ground.ataris(stones);
        let moves = Rc::new([0, 1].map(|us| self.moves(stones, us, quiet, urgent, WIDTH)));
        self.moves.insert((*stones, quiet), Rc::clone(&moves));
        moves
    }

    /// The moves of a side with the positions after them, those that change most at once first; only such as capture or save stones,
    /// at the points that are `urgent`, if `quiet` is false.
    fn moves(&self, stones: &Stones, us: usize, quiet: bool, urgent: Bits, most: usize) -> Vec<Followed> {
        let ground = self.ground;
        let window = &ground.window;
        let mut points = urgent | stones.ko;
        if quiet {
            let changed = stones.changed(&ground.start);
            let near = if changed == 0 {
                self.reach
            } else {
                let near = window.grown(window.grown(changed))
                    | ground.short_liberties(stones, window.grown(changed));
                near & self.wide
            };
            points |= near & self.contested(stones);
        }
        points &= ground.empty(stones);
        let mut moves: Vec<(i32, Followed)> = each(points)
            .filter(|&p| urgent & p != 0 || !ground.is_own_eye(stones, us, p))
            .filter_map(|p| {
                let next = ground.play(stones, us, p)?;
                let count = ground.count(&next);
                let attacks = ground.ataris_beside(&next, p) & !urgent != 0;
                let bonus = 5 * i32::from(urgent & p != 0) + 2 * i32::from(attacks);
                let value = bonus + if us == 0 { 2 * count } else { -2 * count };
                let followed = Followed {
                    point: p,
                    stones: next,
                    count,
                };
                Some((-value, followed))
            })
            .collect();
        moves.sort_by_key(|m| (m.0, m.1.point));
        moves.truncate(most);
        moves.into_iter().map(|m| m.1).collect()
    }

    /// Empty points within two steps of stones of both sides.
    fn contested(&self, stones: &Stones) -> Bits {
        let window = &self.ground.window;
        let near = |us: usize| window.grown(window.grown(stones.of[us]));
        near(0) & near(1)
    }
}
