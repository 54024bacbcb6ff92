//! What can be seen of a group's life without reading: its eyes, its room for more, its ways out.

use arrayvec::ArrayVec;

use super::ground::{Bits, Ground, each};
use super::position::{Local, count};
use super::split;

/// The group in one position.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// It is decided: the group dies (true), or lives or gets out even if the other side moves next.
    pub(super) dies: Option<bool>,
    /// Eyes that the attacker does not take with one move.
    pub(super) eyes: u32,
    /// Points where an eye could come about, those of eyes among them.
    pub(super) room: Bits,
    /// Attackers that stand beyond capture.
    pub(super) safe: Bits,
    /// A move from the open board or from a friend.
    pub(super) near_open: bool,
    /// Stones with two eyes, or with a way out.
    alive: Bits,
    /// The owner's strings, and all their liberties.
    pub(super) strings: u32,
    pub(super) liberties: u32,
    /// The share of the group that is in atari, in hundredths.
    pub(super) in_atari: u32,
    /// Attackers that may be captured, and strings of them that are in atari.
    pub(super) weak: u32,
    pub(super) weak_in_atari: u32,
}

/// More captives than these leave room for two eyes.
const ROOM_OF_CAPTIVES: u32 = 6;
const MOST_STRINGS: usize = 40;
const MOST_REGIONS: usize = 24;
/// Larger regions give an attacker room for a stone.
const FIRM: u32 = 2;
/// Liberties on the open board that nobody takes away.
const FREE: u32 = 3;

/// A string of the owner's.
#[derive(Clone, Copy, Debug)]
struct Own {
    stones: Bits,
    liberties: Bits,
    /// The first of those it is joined with.
    union: usize,
    eyes: u32,
    is_out: bool,
    /// Points from which the attacker threatens an eye of its that he does not take at once.
    loose: Bits,
    /// One such point threatens two of its eyes.
    is_forked: bool,
}

impl Own {
    fn is_short(&self, ground: &Ground) -> bool {
        count(self.liberties) == 1 && self.stones & (ground.leaks | ground.friend_beside) == 0
    }
}

type Strings = ArrayVec<Own, MOST_STRINGS>;

impl Sketch {
    pub(super) fn new(ground: &Ground, local: &Local) -> Self {
        Self::beside(ground, local, 0)
    }

    /// The same where some of the attackers are not thought to be captured.
    fn beside(ground: &Ground, local: &Local, standing: Bits) -> Self {
        let mut sketch = Self {
            dies: None,
            eyes: 0,
            room: 0,
            safe: 0,
            near_open: false,
            alive: 0,
            strings: 0,
            liberties: 0,
            in_atari: 0,
            weak: 0,
            weak_in_atari: 0,
        };
        if 2 * ground.weight_of(local.own) < ground.weight || local.own & ground.group == 0 {
            sketch.dies = Some(true);
            return sketch;
        }
        let walls = local.attackers & (ground.wall_beside | ground.leaks);
        sketch.safe = ground.flood(walls | (standing & local.attackers), local.attackers);
        if let Some(enemy) = &ground.enemy {
            if enemy.weight > ROOM_OF_CAPTIVES && 2 * enemy.weight_of(local.attackers) < enemy.weight {
                sketch.dies = Some(false);
                return sketch;
            }
            // Who lives by taking this group, or beside it in seki, does not live yet.
            sketch.safe |= Self::beside(enemy, &local.turned(), ground.group).alive;
        }
        let mut strings = Strings::new();
        for stones in Local::strings(ground, local.own) {
            let own = Own {
                stones,
                liberties: local.liberties(ground, stones),
                union: strings.len(),
                eyes: 0,
                is_out: false,
                loose: 0,
                is_forked: false,
            };
            if strings.try_push(own).is_err() {
                break;
            }
        }
        sketch.count_strings(ground, local, &strings);
        sketch.find_eyes(ground, local, &mut strings);
        sketch.find_ways_out(ground, local, &mut strings);
        if sketch.lives(ground, &strings) {
            sketch.dies = Some(false);
            return sketch;
        }
        sketch.find_room(ground, local, &strings);
        sketch
    }

    fn count_strings(&mut self, ground: &Ground, local: &Local, strings: &Strings) {
        self.strings = strings.len() as u32;
        self.liberties = count(strings.iter().fold(0, |all, own| all | own.liberties));
        let short = strings.iter().filter(|own| count(own.liberties) == 1);
        let in_atari: u32 = short.map(|own| ground.weight_of(own.stones)).sum();
        self.in_atari = 100 * in_atari / ground.weight;
        let weak = local.attackers & !self.safe;
        self.weak = count(weak);
        let in_atari = Local::strings(ground, weak).filter(|&s| count(local.liberties(ground, s)) == 1);
        self.weak_in_atari = in_atari.count() as u32;
    }

    /// Points without the owner's stones, apart from the open board and safe attackers.
    fn space(&self, ground: &Ground, local: &Local) -> Bits {
        (local.empty(ground) & !ground.open) | (local.attackers & !self.safe)
    }

    fn find_eyes(&mut self, ground: &Ground, local: &Local, strings: &mut Strings) {
        let space = self.space(ground, local);
        let beyond = self.safe | (ground.open & !local.own);
        let mut regions = ArrayVec::<Bits, MOST_REGIONS>::new();
        let mut enclosed = 0;
        let mut left = space;
        while left != 0 {
            let region = ground.flood(left & left.wrapping_neg(), space);
            left &= !region;
            let around = ground.around(region);
            let is_closed = region & (ground.wall_beside | ground.leaks | ground.friend_beside) == 0
                && around & beyond == 0;
            if !is_closed || regions.try_push(region).is_err() {
                continue;
            }
            // Where the attacker plays neither at leisure nor by capturing.
            let is_firm = |own: &Own| own.stones & around == 0 || !own.is_short(ground);
            if count(region) <= FIRM && region & local.attackers == 0 && strings.iter().all(is_firm) {
                enclosed |= region;
            }
        }
        // Small eyes hold the strings around them together, and so do two common liberties; large eyes need strings that are.
        join_by_liberties(strings);
        regions.sort_unstable_by_key(|&r| count(r));
        for &region in &regions {
            let eyes = eyes_of(ground, local, region, enclosed);
            let beside = ground.around(region) & local.own;
            let mut around = ArrayVec::<usize, MOST_STRINGS>::new();
            around.extend((0..strings.len()).filter(|&i| strings[i].stones & beside != 0));
            // A string in atari takes the eye with it.
            let is_short = around.iter().any(|&i| strings[i].is_short(ground));
            let Some(&first) = around.first() else { continue };
            if eyes == 0 || is_short {
                continue;
            }
            let union = strings[first].union;
            if count(region) >= 4 && around.iter().any(|&i| strings[i].union != union) {
                continue;
            }
            for &i in &around {
                join(strings, first, i);
            }
            let loose = loose_points(ground, local, region, enclosed);
            let union = strings[first].union;
            let is_forked = strings
                .iter()
                .any(|own| own.union == union && own.loose & loose != 0);
            let own = &mut strings[first];
            own.eyes += eyes;
            own.loose |= loose;
            own.is_forked |= is_forked;
        }
    }

    /// Marks strings that are joined with the open board or with a friend so that the attacker cannot cut them off with one
    /// move.
    fn find_ways_out(&mut self, ground: &Ground, local: &Local, strings: &mut Strings) {
        let empty = local.empty(ground);
        for own in strings.iter_mut() {
            // Off the ground the attacker has one move to stop it.
            let is_off = own.stones & ground.leaks != 0;
            if own.stones & ground.friend_beside != 0 || (is_off && local.owner_moves) {
                own.is_out = true;
                continue;
            }
            if count(own.liberties) < 2 && !local.owner_moves {
                continue;
            }
            let joins = count(own.liberties & ground.friend_beside);
            let free = own.liberties & ground.open;
            let out = count(free);
            let springs = each(free)
                .map(|p| count(ground.near(p) & ground.open & empty & !own.liberties))
                .max()
                .unwrap_or(0);
            own.is_out = if local.owner_moves {
                joins >= 1 || out >= FREE || (out >= 1 && out + springs > FREE)
            } else {
                joins >= 2 || out >= FREE
            };
            self.near_open |= out + joins > 0;
        }
    }

    /// Does half of the group belong to unions that have two eyes, or are out?
    fn lives(&mut self, ground: &Ground, strings: &Strings) -> bool {
        let mut alive = 0;
        for union in 0..strings.len() {
            let members = || strings.iter().filter(|s| s.union == union);
            let eyes: u32 = members().map(|s| s.eyes).sum();
            let weight: u32 = members().map(|s| ground.weight_of(s.stones)).sum();
            let eyes = eyes.saturating_sub(u32::from(members().any(|s| s.is_forked)));
            if weight > 0 {
                self.eyes = self.eyes.max(eyes);
            }
            if eyes >= 2 || members().any(|s| s.is_out) {
                alive += weight;
                self.alive |= members().fold(0, |all, s| all | s.stones);
            }
        }
        alive > 0 && 2 * alive >= ground.weight
    }

    /// Where eyes could come about, and whether there can be two: with one the group is dead, if there is no way out.
    fn find_room(&mut self, ground: &Ground, local: &Local, strings: &Strings) {
        let space = self.space(ground, local);
        let threatened = ground.around(self.safe) | ground.wall_beside;
        for p in each(space & !threatened) {
            let bad = count(ground.diagonal(p) & self.safe)
                + u32::from(ground.wall_diagonal[0] >> p & 1 != 0)
                + u32::from(ground.wall_diagonal[1] >> p & 1 != 0);
            let on_edge = ground.edge >> p & 1 != 0;
            if bad == 0 || (bad == 1 && !on_edge) {
                self.room |= 1 << p;
            }
        }
        let of_group = || strings.iter().filter(|own| own.stones & ground.group != 0);
        let is_off = of_group().any(|own| own.stones & ground.leaks != 0);
        let leaks = count(of_group().fold(0, |sum, own| sum | own.liberties) & ground.leaks);
        let runs = ground.around(space) & ground.open & !local.own != 0 || space & ground.friend_beside != 0;
        if runs || is_off || leaks > u32::from(!local.owner_moves) {
            return;
        }
        let hunters = ground.enemy.as_ref().map_or(0, |enemy| enemy.group);
        if hunters & local.attackers & !self.safe != 0 {
            // They may be captured, or be in a seki.
            return;
        }
        // The attacker spends his move on the one way out.
        let owner_moves = local.owner_moves || leaks > 0;
        let mut pieces = Local::strings(ground, self.room);
        let can_be_two = match (pieces.next(), pieces.next()) {
            (None, _) => false,
            (Some(space), None) => split::may_be_two(ground, space, local.attackers & space, owner_moves),
            _ => true,
        };
        if !can_be_two {
            self.dies = Some(true);
        }
    }
}

/// Diagonal points of an eye of one point, two of which have to be the attacker's before it is false, where none is his yet.
fn loose_points(ground: &Ground, local: &Local, region: Bits, enclosed: Bits) -> Bits {
    let point = region.trailing_zeros() as u8;
    let open = ground.diagonal(point) & local.empty(ground) & !enclosed;
    if count(region) == 1 && count(open) >= 2 {
        open
    } else {
        0
    }
}

fn join(strings: &mut Strings, a: usize, b: usize) {
    let (to, from) = (
        strings[a].union.min(strings[b].union),
        strings[a].union.max(strings[b].union),
    );
    for own in strings.iter_mut().filter(|own| own.union == from) {
        own.union = to;
    }
}

fn join_by_liberties(strings: &mut Strings) {
    for a in 0..strings.len() {
        for b in a + 1..strings.len() {
            if count(strings[a].liberties & strings[b].liberties) >= 2 {
                join(strings, a, b);
            }
        }
    }
}

/// Eyes that an enclosed region makes for certain, if the strings around it stay together.
fn eyes_of(ground: &Ground, local: &Local, region: Bits, enclosed: Bits) -> u32 {
    let size = count(region);
    let attackers = count(region & local.attackers);
    let mut weak_ends = 0;
    let mut crossings = 0;
    for p in each(region) {
        let inside = count(ground.near(p) & region);
        crossings += u32::from(inside >= 3);
        if inside <= 1 {
            weak_ends += u32::from(!is_proper(ground, local, p, enclosed));
        }
    }
    let has_corner = region & ground.corner != 0;
    let squares = squares(ground, region);
    match size {
        1..=3 => u32::from(weak_ends == 0),
        _ if weak_ends > 1 => 0,
        4 | 5 if attackers > 0 => u32::from(attackers == 1),
        _ if attackers > 1 => 0,
        _ if attackers > 0 || weak_ends > 0 => 1,
        // Shapes of four to six points that one stone in the middle does not spoil. In the corner the lack
        // of liberties spoils more.
        4 if squares == 0 && crossings == 0 && !has_corner => 2,
        5 if squares == 0 && !has_corner && crossings == 0 => 2,
        6 if !has_corner && (squares == 2 || squares == 0) => 2,
        7.. if !has_corner || size >= 8 => 2,
        4 | 5 if local.owner_moves && squares == 0 && !has_corner => 2,
        _ => 1,
    }
}

/// Squares of four points in a region.
fn squares(ground: &Ground, region: Bits) -> u32 {
    let corners: u32 = each(region)
        .map(|p| {
            let beside = ground.near(p) & region;
            each(ground.diagonal(p) & region)
                .filter(|&d| count(ground.near(d) & beside) == 2)
                .count() as u32
        })
        .sum();
    corners / 4
}

/// An eye point by the diagonal rule, with the attacker to move: 2 for a diagonal point in enemy hands, 1 for one where he
/// can play; less than 3 is proper, and none on an edge.
fn is_proper(ground: &Ground, local: &Local, point: u8, enclosed: Bits) -> bool {
    let diagonal = ground.diagonal(point);
    let walls = u32::from(ground.wall_diagonal[0] >> point & 1 != 0)
        + u32::from(ground.wall_diagonal[1] >> point & 1 != 0);
    let open = diagonal & local.empty(ground) & !enclosed;
    let sum = 2 * (count(diagonal & local.attackers) + walls) + count(open);
    let on_edge = (ground.edge | ground.corner) >> point & 1 != 0;
    sum <= if on_edge { 0 } else { 2 }
}
