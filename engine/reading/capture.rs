// SPDX-License-Identifier: MIT OR Apache-2.0

//! The goal of capturing a string.

use katachi_rules::{Board, Color, Point, PointSet};
use mkpat::Aim;

use super::candidates::{self, Candidates, LIBERTIES_SEEN, MAX_CANDIDATES};
use super::search::{
    DefenseLevel, EVERYWHERE, Level, ReadingGoal, SearchPosition, SearchStyle, numbers_of, point_key,
};
use crate::ladder::{LadderWork, add_chasers, add_liberties, may_be_ko, read_ladder};

/// Limit of the moves of a ladder within the reading of a capture; one across 25x25 with captures on the way
/// takes fewer; 500 to 2,000.
const CAPTURE_LADDER_NODES: u32 = 1_000;
/// The search for a capture. The levels of the attack are in plies. reading.md: 138 tests in place of 127; on
/// the first level the attack is given up sooner, otherwise it takes 4 % more nodes. Those of the defense:
/// indirect moves, plies. tactics.md.
const CAPTURE_STYLE: SearchStyle = SearchStyle {
    levels: &[
        Level::new(1, 1, 0),
        Level::new(1, 5, 0),
        Level::new(5, 5, 0),
        Level::new(5, 5, 2),
        Level::new(5, 5, 4),
    ],
    defense_levels: &[
        DefenseLevel::new(2, 4, 6, false),
        DefenseLevel::new(4, 8, 16, false),
        DefenseLevel::new(4, EVERYWHERE, EVERYWHERE, true),
    ],
    equals: 1,
    is_well_ordered: true,
    is_threatened: true,
    ..SearchStyle::PLAIN
};
/// Liberties with which a string has escaped if its owner is to move; 4 or 5. reading.md: strings with four
/// liberties that cannot grow have not escaped.
const ESCAPE_LIBERTIES: u32 = 4;
/// First proof and disproof number with the attacker to move, by the liberties of the string. reading.md:
/// flatter or steeper ones change the nodes by 1 %, here and below.
const ATTACK_NUMBERS: [(u32, u32); 5] = [(1, 8), (1, 8), (2, 8), (7, 3), (16, 1)];
/// First numbers with the defender to move, by the liberties that the string reaches with its best single
/// move.
const DEFENSE_NUMBERS: [(u32, u32); 6] = [(1, 8), (1, 8), (2, 8), (8, 3), (18, 2), (40, 1)];
/// First numbers where the string has been captured and may come back.
const RECAPTURE_NUMBERS: (u32, u32) = (2, 2);
/// Limit of the attacker's moves from the relevance zone of his failure, nearest first; 4 to 16. reading.md:
/// fewer of these and of the next two lose 7 tests for 3 % of the nodes.
const FURTHER_ATTACKS: usize = 8;
/// Limit of the defender's moves from the relevance zone of a success, nearest first; 10 to 24.
const FURTHER_DEFENSES: usize = 20;
/// Limit of the defender's moves at the far end of the zone, such as ladder breakers; 1 to 4.
const FURTHER_DEFENSES_FAR: usize = 3;

/// The goal of capturing the string of a stone. The string has escaped when it has four liberties and its
/// owner is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    pub(super) stone: Point,
    pub(super) attacker: Color,
}

impl Capture {
    /// Whether a string with many liberties can gain no further one by a single move.
    fn is_hemmed_in(&self, position: &SearchPosition, liberties: u32) -> bool {
        liberties <= ESCAPE_LIBERTIES && candidates::reach(&position.board, self.stone) <= liberties
    }
}

impl ReadingGoal for Capture {
    fn style(&self) -> &'static SearchStyle {
        &CAPTURE_STYLE
    }

    fn attacker(&self) -> Color {
        self.attacker
    }

    fn asked(&self, to_move: Color) -> Option<(Aim, [Point; 2])> {
        let aim = match to_move == self.attacker {
            true => Aim::Capture,
            false => Aim::Rescue,
        };
        Some((aim, [self.stone; 2]))
    }

    fn key(&self) -> u64 {
        (point_key(self.stone) | 1 << 20).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn core(&self, board: &Board) -> PointSet {
        let mut core = board.liberty_set(self.stone);
        core.extend(board.string(self.stone));
        core
    }

    fn decided(&self, position: &SearchPosition, to_move: Color, patient: bool) -> Option<bool> {
        let board = &position.board;
        if !board.cell(self.stone).is(self.attacker.opposite()) {
            // A single stone that was taken comes back if its owner can take what took it: at once in a
            // snapback, in a ko if the threats allow it.
            let takers = board.strings_beside(self.stone, self.attacker);
            let comes_back = to_move != self.attacker
                && takers.iter().any(|&taker| board.liberties(taker) == 1)
                && position.is_allowed(to_move, self.stone);
            return (!comes_back).then_some(true);
        }
        let liberties = board.liberties(self.stone);
        let attacks = to_move == self.attacker;
        let enough = ESCAPE_LIBERTIES + u32::from(attacks && patient);
        if liberties >= enough && !self.is_hemmed_in(position, liberties) {
            return Some(false);
        }
        (attacks && liberties == 1 && position.can_take_for_good(self.stone)).then_some(true)
    }

    fn candidates(&self, position: &SearchPosition, to_move: Color, wide: bool, indirect: u32) -> Candidates {
        if to_move == self.attacker {
            Candidates::of_attack(&position.board, self.stone, wide)
        } else if position.board.is_empty(self.stone) {
            Candidates::only(self.stone)
        } else {
            Candidates::of_defense_at_most(&position.board, self.stone, indirect as usize)
        }
    }

    fn estimate(&self, position: &SearchPosition, to_move: Color) -> (u32, u32) {
        let board = &position.board;
        if to_move == self.attacker {
            numbers_of(&ATTACK_NUMBERS, board.liberties(self.stone))
        } else if board.is_empty(self.stone) {
            RECAPTURE_NUMBERS
        } else {
            numbers_of(&DEFENSE_NUMBERS, candidates::reach(board, self.stone))
        }
    }

    fn shortcut(&self, position: &mut SearchPosition, work: &mut LadderWork) -> Option<Point> {
        work.limit = work.limit.min(work.nodes.saturating_add(CAPTURE_LADDER_NODES));
        read_ladder(position, self.stone, work)
    }

    fn may_pass(&self, position: &SearchPosition) -> bool {
        position.board.is_empty(self.stone)
            || position.board.liberties(self.stone) > 1
            || may_be_ko(&position.board, self.stone, self.attacker, 1)
    }

    fn add_zone(&self, position: &SearchPosition, success: bool, mv: Option<Point>, zone: &mut PointSet) {
        let board = &position.board;
        if let Some(mv) = mv {
            // The strings that it captures could be saved if the strings around them could be captured.
            let taken = if success {
                self.attacker.opposite()
            } else {
                self.attacker
            };
            for other in board.strings_beside(mv, taken) {
                if board.liberties(other) == 1 {
                    add_chasers(board, other, success, zone);
                }
            }
        }
        if !board.cell(self.stone).is(self.attacker.opposite()) {
            return;
        }
        for p in board.first_liberties::<LIBERTIES_SEEN>(self.stone) {
            zone.insert(p);
        }
        add_chasers(board, self.stone, success, zone);
        if board.liberties(self.stone) == 1 {
            // If another string is captured together with it, there is no ko.
            let last = board.first_liberties::<1>(self.stone)[0];
            for other in board.strings_beside(last, self.attacker.opposite()) {
                add_chasers(board, other, success, zone);
            }
            for taker in board.strings_beside(last, self.attacker) {
                add_liberties(board, taker, zone);
            }
            zone.extend(last.neighbours().into_iter().filter(|&p| board.is_empty(p)));
        }
    }

    fn further_candidates(
        &self,
        position: &SearchPosition,
        to_move: Color,
        wide: bool,
        far: bool,
        zone: &PointSet,
    ) -> Candidates {
        let (board, stone) = (&position.board, self.stone);
        match to_move == self.attacker {
            _ if board.is_empty(stone) => Candidates::default(),
            true if far => Candidates::out_of(board, stone, zone, FURTHER_ATTACKS, 0),
            false if self.may_pass(position) => {
                let of_zone = Candidates::out_of(board, stone, zone, FURTHER_DEFENSES, FURTHER_DEFENSES_FAR);
                Candidates::of_defense(board, stone, wide).followed_by(of_zone, MAX_CANDIDATES)
            }
            _ => Candidates::default(),
        }
    }
}
