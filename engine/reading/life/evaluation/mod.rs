// SPDX-License-Identifier: MIT OR Apache-2.0

//! Static evaluation of a group: its eyes, the space for more of them, and its ways out, without search.
//!
//! A group is dead if its eye space cannot be split into two eyes even in a game without false eyes and
//! captures from outside (`local::split`), and is too small to end in seki. It is alive with two eyes by the
//! diagonal rule or by their shape, if no string around them can be captured, or with a way out. A group
//! counts as dead or alive if half of its stones do. Positions that are not decided get initial proof and
//! disproof numbers (`initial`).

mod initial;
mod outcome;

use arrayvec::ArrayVec;

use crate::local::{Role, may_be_two};
use crate::reading::life::board::{Aim, Bits, LocalBoard, LocalPosition, count, each};
pub use outcome::{GroupOutcome, LifeGrounds};

/// Number of stones whose capture is not yet life; more leave space for two eyes; 5 to 7.
const SMALL_CAPTURE: u32 = 6;
/// Number of points of the largest space that is dead if it cannot be split; 5 to 6. life-and-death.md.
const LARGEST_NAKADE: u32 = 5;
/// Number of attackers inside such a space that may end in seki; 3 to 4. life-and-death.md.
const SEKI_STONES: u32 = 3;
/// Size of an enclosed region up to which the attacker cannot place a stone that is not captured at once; 1
/// to 2.
const FIRM_REGION: u32 = 2;
/// Number of liberties on the open board with which a string gets away; 2 to 4.
const GETS_AWAY_LIBERTIES: u32 = 3;
/// Size from which on an eye needs connected strings around it; 3 to 5.
const LARGE_EYE: u32 = 4;

/// The group in one position.
#[derive(Clone, Debug, Default)]
pub(crate) struct StaticEval {
    /// The outcome if it is certain: the group dies (true), or it lives or gets out (false).
    pub(crate) dies: Option<bool>,
    /// Eyes that the attacker cannot destroy with one move.
    pub(crate) eyes: u32,
    /// Points where an eye is possible, including those of eyes.
    pub(crate) eye_space: Bits,
    /// Attackers that cannot be captured.
    pub(crate) safe: Bits,
    /// Points that the group reaches without crossing safe attackers: nothing else matters.
    pub(crate) reach: Bits,
    /// Points on which a certain outcome rests: it is the same in all positions with the same contents there.
    pub(crate) zone: Bits,
    /// It lives only by liberties outside the local board.
    pub(crate) by_border: bool,
    /// It dies only because a false eye counts as none that a ko without end may hold.
    pub(crate) by_false_eye: bool,
    /// The group is one move from the open board or from a living friend.
    near_open: bool,
    /// Stones with two eyes, or with a way out.
    alive: Bits,
    /// Small regions where the attacker cannot play.
    enclosed: Bits,
    /// The owner's strings, and all their liberties.
    pub(crate) strings: u32,
    pub(crate) liberties: u32,
    /// Percentage of the group's stones that are in atari.
    in_atari: u32,
    /// Stones of attackers that may be captured, and strings of them that are in atari.
    weak: u32,
    weak_in_atari: u32,
}

const MAX_STRINGS: usize = 40;
const MAX_REGIONS: usize = 24;

#[derive(Clone, Copy, Debug, Default)]
struct OwnString {
    stones: Bits,
    liberties: Bits,
    /// Index of the first string that it is connected with.
    union: usize,
    eyes: u32,
    /// The first point of each region that has eyes.
    eye_firsts: Bits,
    /// Points on which its eyes rest.
    eye_zone: Bits,
    is_out: bool,
    /// It has a liberty outside the local board, and its side is to move.
    is_at_border: bool,
    /// Points where an attacker's move threatens one of its eyes without destroying it.
    loose: Bits,
    /// One such point threatens two of its eyes: a double threat.
    is_forked: bool,
}

impl OwnString {
    fn is_short(&self, board: &LocalBoard) -> bool {
        count(self.liberties) == 1 && self.stones & board.lasting(Role::Owner) == 0
    }
}

type Strings = ArrayVec<OwnString, MAX_STRINGS>;

impl StaticEval {
    pub(crate) fn new(board: &LocalBoard, position: &LocalPosition) -> Self {
        Self::assuming_safe(board, position, 0)
    }

    /// Evaluates with some attackers (`standing`) taken to be safe.
    fn assuming_safe(board: &LocalBoard, position: &LocalPosition, standing: Bits) -> Self {
        Self::with_strings(board, position, standing, &mut Strings::new())
    }

    /// Evaluates, and fills in the owner's strings with their eyes and ways out. There are none if most of
    /// the group, or of the other group of a semeai, is captured. They are too large to be returned in a
    /// search.
    fn with_strings(
        board: &LocalBoard,
        position: &LocalPosition,
        standing: Bits,
        strings: &mut Strings,
    ) -> Self {
        let mut eval = Self::undecided();
        if 2 * board.weight_of(position.own) < board.weight || position.own & board.group == 0 {
            eval.dies = Some(true);
            if board.enemy.is_none() {
                eval.zone = board.group;
            }
            return eval;
        }
        if board.aim == Aim::Life && board.enemy.is_none() && board.has_captured_large(position) {
            eval.dies = Some(false);
            return eval;
        }
        let walls = position.attackers & board.lasting(Role::Attacker);
        eval.safe = board.flood(walls | (standing & position.attackers), position.attackers);
        if let Some(enemy) = &board.enemy {
            if enemy.weight > SMALL_CAPTURE && 2 * enemy.weight_of(position.attackers) < enemy.weight {
                eval.dies = Some(false);
                return eval;
            }
            // Attackers are not alive yet if they live only by capturing this group, or in seki with it.
            eval.safe |= Self::assuming_safe(enemy, &position.swapped(), board.group).alive;
        } else if board.aim == Aim::Life {
            let crossed = (position.own | position.attackers | board.area) & !eval.safe;
            eval.reach = board.flood(position.own & board.group, crossed);
        }
        fill_strings(board, position, strings);
        eval.count_strings(board, position, strings);
        if let Aim::Eyes(_) = board.aim {
            join_safe(board, strings);
        }
        eval.find_eyes(board, position, strings, false);
        if board.aim == Aim::Life {
            eval.find_ways_out(board, position, strings);
        }
        if eval.lives(board, strings) {
            eval.dies = Some(false);
            if board.enemy.is_none() && board.aim == Aim::Life {
                eval.zone = eval.zone_of_life(board, position, strings);
            }
            return eval;
        }
        eval.find_eye_space(board, position, strings);
        eval
    }

    /// Counts the eyes of the strings that are taken to live, if neither side plays on.
    pub(crate) fn settled_eyes(board: &LocalBoard, position: &LocalPosition) -> u32 {
        let mut eval = Self::undecided();
        let walls = position.attackers & board.lasting(Role::Attacker);
        eval.safe = board.flood(walls, position.attackers);
        let mut strings = Strings::new();
        fill_strings(board, position, &mut strings);
        join_safe(board, &mut strings);
        eval.find_eyes(board, position, &mut strings, true);
        eval.lives(board, &strings);
        eval.eyes
    }

    fn undecided() -> Self {
        Self {
            reach: Bits::MAX,
            zone: Bits::MAX,
            ..Self::default()
        }
    }

    fn count_strings(&mut self, board: &LocalBoard, position: &LocalPosition, strings: &Strings) {
        self.strings = strings.len() as u32;
        self.liberties = count(strings.iter().fold(0, |all, own| all | own.liberties));
        let short = strings.iter().filter(|own| count(own.liberties) == 1);
        let in_atari: u32 = short.map(|own| board.weight_of(own.stones)).sum();
        self.in_atari = 100 * in_atari / board.weight;
        let weak = position.attackers & !self.safe;
        self.weak = count(weak);
        let in_atari =
            LocalPosition::strings(board, weak).filter(|&s| count(position.liberties(board, s)) == 1);
        self.weak_in_atari = in_atari.count() as u32;
    }

    /// Points without the owner's stones, except the open board and safe attackers.
    fn space(&self, board: &LocalBoard, position: &LocalPosition) -> Bits {
        ((position.empty(board) & !board.open) | (position.attackers & !self.safe)) & self.reach
    }

    /// Finds eyes that the attacker cannot destroy with one move; if `is_settled`, eyes if he does not play.
    fn find_eyes(
        &mut self,
        board: &LocalBoard,
        position: &LocalPosition,
        strings: &mut Strings,
        is_settled: bool,
    ) {
        let space = self.space(board, position);
        let beyond = self.safe | (board.open & !position.own);
        let mut regions = ArrayVec::<Bits, MAX_REGIONS>::new();
        let mut enclosed = 0;
        for region in LocalPosition::strings(board, space) {
            let around = board.around(region);
            let is_closed = region & (board.wall_beside | board.outside_beside | board.friend_beside) == 0
                && around & beyond == 0;
            if !is_closed || regions.try_push(region).is_err() {
                continue;
            }
            // The attacker cannot play there, not even by capturing a string around it.
            let is_firm = |own: &OwnString| own.stones & around == 0 || !own.is_short(board);
            if count(region) <= FIRM_REGION && region & position.attackers == 0 && strings.iter().all(is_firm)
            {
                enclosed |= region;
            }
        }
        if is_settled {
            enclosed = Bits::MAX;
        }
        self.enclosed = enclosed;
        // Strings are connected by small eyes between them and by two common liberties; a large eye needs
        // connected strings.
        join_by_liberties(strings);
        regions.sort_unstable_by_key(|&r| count(r));
        for &region in &regions {
            let eyes = eyes_of(board, position, region, enclosed);
            let beside = board.around(region) & position.own;
            let mut around = ArrayVec::<usize, MAX_STRINGS>::new();
            around.extend((0..strings.len()).filter(|&i| strings[i].stones & beside != 0));
            // With the capture of a string in atari the eye is lost.
            let is_short = around.iter().any(|&i| strings[i].is_short(board));
            let Some(&first) = around.first() else { continue };
            if eyes == 0 || is_short || region & board.eye_points == 0 {
                continue;
            }
            let union = strings[first].union;
            if count(region) >= LARGE_EYE && around.iter().any(|&i| strings[i].union != union) {
                continue;
            }
            for &i in &around {
                join(strings, first, i);
            }
            let loose = loose_points(board, position, region, enclosed);
            let union = strings[first].union;
            let is_shared = |own: &OwnString| own.union == union && own.loose & loose != 0;
            let is_forked = strings.iter().any(is_shared);
            let own = &mut strings[first];
            own.eyes += eyes;
            own.eye_firsts |= region & region.wrapping_neg();
            own.eye_zone |= region | each(region).fold(0, |all, p| all | board.diagonal(p));
            own.loose |= loose;
            own.is_forked |= is_forked;
        }
    }

    /// Marks strings that one move cannot cut off from the open board or from a living friend.
    fn find_ways_out(&mut self, board: &LocalBoard, position: &LocalPosition, strings: &mut Strings) {
        let empty = position.empty(board);
        for own in strings.iter_mut() {
            // A string with a liberty outside the local board gets out unless the attacker moves first.
            let is_off = own.stones & board.outside_beside != 0;
            own.is_at_border = is_off && position.to_move.is_owner();
            if own.stones & board.friend_beside != 0
                || own.is_at_border && own.stones & board.outside_beside & !board.border != 0
            {
                own.is_out = true;
                continue;
            }
            if count(own.liberties) < 2 && position.to_move.is_attacker() {
                continue;
            }
            let joins = count(own.liberties & board.friend_beside);
            let free = own.liberties & board.open;
            let out = count(free);
            let extensions = each(free).map(|p| count(board.near(p) & board.open & empty & !own.liberties));
            let extension = extensions.max().unwrap_or(0);
            own.is_out = out >= GETS_AWAY_LIBERTIES
                || match position.to_move {
                    Role::Owner => joins >= 1 || out + extension > GETS_AWAY_LIBERTIES,
                    Role::Attacker => joins >= 2,
                };
            self.near_open |= out + joins > 0;
        }
    }

    /// Whether at least half of the group belongs to connected strings with two eyes or a way out.
    fn lives(&mut self, board: &LocalBoard, strings: &Strings) -> bool {
        let (mut alive, mut at_border) = (0, 0);
        for union in 0..strings.len() {
            let members = || strings.iter().filter(|s| s.union == union);
            let eyes: u32 = members().map(|s| s.eyes).sum();
            let weight: u32 = members().map(|s| board.weight_of(s.stones)).sum();
            let eyes = eyes.saturating_sub(u32::from(members().any(|s| s.is_forked)));
            if weight > 0 {
                self.eyes = self.eyes.max(eyes);
            }
            if eyes >= board.aim.eyes() || members().any(|s| s.is_out) {
                alive += weight;
                self.alive |= members().fold(0, |all, s| all | s.stones);
            } else if members().any(|s| s.is_at_border) {
                at_border += weight;
                self.alive |= members().fold(0, |all, s| all | s.stones);
            }
        }
        let is_enough = |weight| weight > 0 && 2 * weight >= board.weight;
        self.by_border = !is_enough(alive) && is_enough(alive + at_border);
        is_enough(alive + at_border)
    }

    /// Points on which the life of the living strings rests.
    fn zone_of_life(&self, board: &LocalBoard, position: &LocalPosition, strings: &Strings) -> Bits {
        let mut zone = 0;
        for own in strings.iter().filter(|own| own.stones & self.alive != 0) {
            zone |= own.stones | own.liberties | own.eye_zone;
            if own.is_out {
                zone |= board.around(own.liberties);
            }
        }
        // Other small regions that make an eye proper by the diagonal rule.
        let firm = board.flood(zone & self.enclosed, self.enclosed);
        let around = board.flood(board.around(firm) & position.own, position.own);
        zone | firm | around | (board.around(around) & position.empty(board))
    }

    /// Finds the eye space. If it allows at most one eye and there is no way out, the group is dead.
    fn find_eye_space(&mut self, board: &LocalBoard, position: &LocalPosition, strings: &Strings) {
        let space = self.space(board, position);
        let threatened = board.around(self.safe) | board.wall_beside;
        for p in each(space & !threatened) {
            let bad = count(board.diagonal(p) & self.safe)
                + u32::from(board.wall_diagonal[0] >> p & 1 != 0)
                + u32::from(board.wall_diagonal[1] >> p & 1 != 0);
            let on_edge = board.edge >> p & 1 != 0;
            if bad == 0 || (bad == 1 && !on_edge) {
                self.eye_space |= 1 << p;
            }
        }
        if let Aim::Eyes(needed) = board.aim {
            self.dies = (!self.may_have_eyes(board, position, needed)).then_some(true);
            return;
        }
        // Strings that the group may connect to count as well.
        let within = if board.enemy.is_some() {
            board.group
        } else {
            self.reach
        };
        let of_group = || strings.iter().filter(|own| own.stones & within != 0);
        let is_off = of_group().any(|own| own.stones & board.outside_beside != 0);
        let exits = count(of_group().fold(0, |sum, own| sum | own.liberties) & board.outside_beside);
        let runs = board.around(space) & board.open & !position.own != 0 || space & board.friend_beside != 0;
        if runs || is_off || exits > u32::from(position.to_move.is_attacker()) {
            return;
        }
        let enemy_group = board.enemy.as_ref().map_or(0, |enemy| enemy.group);
        if enemy_group & position.attackers & !self.safe != 0 {
            // These attackers may be captured, or may end in seki.
            return;
        }
        let inside = count(position.attackers & self.eye_space);
        if count(self.eye_space) > LARGEST_NAKADE || inside >= SEKI_STONES {
            // The attacker may have to leave it as a seki.
            return;
        }
        // If there is one way out, the attacker spends his move on it.
        let to_move = if exits > 0 { Role::Owner } else { position.to_move };
        if !self.may_be_two(board, position, to_move) {
            self.dies = Some(true);
            let held = self.eye_space | (ko_points(board, position, strings) & space & !threatened);
            if held != self.eye_space {
                let with_false_eyes = Self {
                    eye_space: held,
                    ..self.clone()
                };
                self.by_false_eye = with_false_eyes.may_be_two(board, position, to_move);
            }
            if board.enemy.is_none() {
                let walls = board.flood(board.around(self.reach) & self.safe, position.attackers);
                self.zone = self.reach | walls | board.group;
            }
        }
    }

    /// Whether the owner can have the needed eyes if none of his stones is captured.
    fn may_have_eyes(&self, board: &LocalBoard, position: &LocalPosition, needed: u32) -> bool {
        if needed == 1 {
            return LocalPosition::strings(board, self.eye_space).any(|piece| piece & board.eye_points != 0);
        }
        self.may_be_two(board, position, position.to_move)
    }

    /// Whether the owner can have two eyes if none of his stones is captured.
    fn may_be_two(&self, board: &LocalBoard, position: &LocalPosition, to_move: Role) -> bool {
        let in_question = |piece: &Bits| piece & board.eye_points != 0;
        let mut pieces = LocalPosition::strings(board, self.eye_space).filter(in_question);
        match (pieces.next(), pieces.next()) {
            (None, _) => false,
            (Some(space), None) => may_be_two(board.neighbours(), space, position.attackers & space, to_move),
            _ => true,
        }
    }
}

/// Points where a ko may hold a false eye: the other side takes a single stone beside it there, and is taken
/// back. Those beside single stones, and those of a stone that has just taken one.
fn ko_points(board: &LocalBoard, position: &LocalPosition, strings: &Strings) -> Bits {
    let is_single = |stones: Bits| count(stones) == 1 && stones & board.solid == 0;
    let own = strings.iter().map(|own| own.stones).filter(|&own| is_single(own));
    let takers = LocalPosition::strings(board, position.attackers);
    let takers = takers.filter(|&taker| is_single(taker) && count(position.liberties(board, taker)) == 1);
    board.around(own.fold(0, |all, stone| all | stone)) | takers.fold(0, |all, taker| all | taker)
}

/// The open diagonal points of an eye of one point, if the attacker has to take two of them to make it false.
fn loose_points(board: &LocalBoard, position: &LocalPosition, region: Bits, enclosed: Bits) -> Bits {
    let point = region.trailing_zeros() as u8;
    let open = board.diagonal(point) & position.empty(board) & !enclosed;
    if count(region) == 1 && count(open) >= 2 {
        open
    } else {
        0
    }
}

fn join(strings: &mut Strings, a: usize, b: usize) {
    let (a, b) = (strings[a].union, strings[b].union);
    let (to, from) = (a.min(b), a.max(b));
    for own in strings.iter_mut().filter(|own| own.union == from) {
        own.union = to;
    }
}

fn fill_strings(board: &LocalBoard, position: &LocalPosition, strings: &mut Strings) {
    let own = LocalPosition::strings(board, position.own).take(MAX_STRINGS);
    strings.extend(own.enumerate().map(|(union, stones)| OwnString {
        stones,
        liberties: position.liberties(board, stones),
        union,
        ..OwnString::default()
    }));
}

/// Joins the strings that are taken to live, for a question about eyes.
fn join_safe(board: &LocalBoard, strings: &mut Strings) {
    let is_safe = |own: &OwnString| own.stones & board.free[Role::Owner as usize] != 0;
    let Some(first) = strings.iter().position(is_safe) else {
        return;
    };
    for i in first + 1..strings.len() {
        if is_safe(&strings[i]) {
            join(strings, first, i);
        }
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

/// Counts the certain eyes of an enclosed region, if the strings around it stay connected: a table by size.
///
/// | points | two eyes if | one eye if |
/// |---|---|---|
/// | 1 to 3 | never | no end is false |
/// | 4, 5 | empty, no 2x2 square, no crossing (with the owner to move a crossing is fine), not in the corner | at most one end is false and one attacker inside |
/// | 6 | empty, no square or two, not in the corner | as above |
/// | 7 and more | empty, not in the corner or of eight points and more | as above |
fn eyes_of(board: &LocalBoard, position: &LocalPosition, region: Bits, enclosed: Bits) -> u32 {
    let size = count(region);
    let attackers = count(region & position.attackers);
    let mut weak_ends = 0;
    let mut crossings = 0;
    for p in each(region) {
        let inside = count(board.near(p) & region);
        crossings += u32::from(inside >= 3);
        if inside <= 1 {
            weak_ends += u32::from(!is_proper(board, position, p, enclosed));
        }
    }
    let has_corner = region & board.corner != 0;
    let squares = squares(board, region);
    match size {
        1..=3 => u32::from(weak_ends == 0),
        _ if weak_ends > 1 => 0,
        4 | 5 if attackers > 0 => u32::from(attackers == 1),
        _ if attackers > 1 => 0,
        _ if attackers > 0 || weak_ends > 0 => 1,
        // Shapes of four to six points that a nakade does not reduce to one eye. In the corner shortage of
        // liberties makes more shapes unsafe.
        4 | 5 if squares == 0 && !has_corner && (crossings == 0 || position.to_move.is_owner()) => 2,
        6 if !has_corner && (squares == 2 || squares == 0) => 2,
        7.. if !has_corner || size >= 8 => 2,
        _ => 1,
    }
}

fn squares(board: &LocalBoard, region: Bits) -> u32 {
    let corners: u32 = each(region)
        .map(|p| {
            let beside = board.near(p) & region;
            let across = each(board.diagonal(p) & region);
            across.filter(|&d| count(board.near(d) & beside) == 2).count() as u32
        })
        .sum();
    corners / 4
}

/// Whether a point is an eye by the diagonal rule, with the attacker to move. A diagonal point with an
/// attacker counts 2, one where he can play 1; the sum may be 2 in the centre and 0 on the edge.
fn is_proper(board: &LocalBoard, position: &LocalPosition, point: u8, enclosed: Bits) -> bool {
    let diagonal = board.diagonal(point);
    let walls = u32::from(board.wall_diagonal[0] >> point & 1 != 0)
        + u32::from(board.wall_diagonal[1] >> point & 1 != 0);
    let open = diagonal & position.empty(board) & !enclosed;
    let sum = 2 * (count(diagonal & position.attackers & !board.given_up) + walls) + count(open);
    let on_edge = (board.edge | board.corner) >> point & 1 != 0;
    sum <= if on_edge { 0 } else { 2 }
}
