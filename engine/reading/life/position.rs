//! Stones on a ground: playing, capturing, ko.

use super::ground::{Bits, Ground, NOWHERE, bit};
use crate::reading::search::KoThreats;

/// The stones of both sides on a ground, and who moves. Copied rather than undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Local {
    pub(super) own: Bits,
    pub(super) attackers: Bits,
    pub(super) owner_moves: bool,
    /// Where the side to move may not retake at once.
    ko: u8,
}

/// What came of a move.
pub(super) enum Played {
    /// The position after it.
    To(Local),
    /// It is suicide, or the point is taken.
    Illegal,
    /// The rule of ko forbids it, or lets it be retaken at once so that nothing has changed.
    StoppedByKo,
}

impl Local {
    pub(super) fn new(ground: &Ground, owner_moves: bool, ko: Option<u8>) -> Self {
        Self {
            own: ground.own,
            attackers: ground.attackers,
            owner_moves,
            ko: ko.unwrap_or(NOWHERE),
        }
    }

    pub(super) fn empty(&self, ground: &Ground) -> Bits {
        ground.area & !(self.own | self.attackers)
    }

    /// Stones of the side to move, and of the other.
    pub(super) fn sides(&self) -> (Bits, Bits) {
        if self.owner_moves {
            (self.own, self.attackers)
        } else {
            (self.attackers, self.own)
        }
    }

    /// Has a string of these stones a liberty, on the ground or for good beyond it?
    fn breathes(&self, ground: &Ground, string: Bits, of_owner: bool, empty: Bits) -> bool {
        ground.around(string) & empty != 0
            || string & ground.leaks != 0
            || string
                & if of_owner {
                    ground.friend_beside
                } else {
                    ground.wall_beside
                }
                != 0
    }

    /// The position after a pass.
    pub(super) fn pass(&self) -> Self {
        Self {
            owner_moves: !self.owner_moves,
            ko: NOWHERE,
            ..*self
        }
    }

    /// The same position as the other side sees it.
    pub(super) fn turned(&self) -> Self {
        Self {
            own: self.attackers,
            attackers: self.own,
            owner_moves: !self.owner_moves,
            ko: self.ko,
        }
    }

    /// Plays a stone of the side to move. Was it a matter of ko? Then `ko_mattered` is set.
    pub(super) fn play(
        &self,
        ground: &Ground,
        point: u8,
        threats: KoThreats,
        ko_mattered: &mut bool,
    ) -> Played {
        let stone = bit(point);
        let empty = self.empty(ground);
        if empty & stone == 0 {
            return Played::Illegal;
        }
        let favoured = match threats {
            KoThreats::None => None,
            KoThreats::Attacker => Some(false),
            KoThreats::Defender => Some(true),
        };
        if self.ko == point {
            *ko_mattered = true;
            if favoured != Some(self.owner_moves) {
                return Played::StoppedByKo;
            }
        }
        let (mut mine, mut theirs) = self.sides();
        let empty = empty & !stone;
        mine |= stone;
        let mut captured = 0;
        let mut beside = ground.near(point) & theirs;
        while beside != 0 {
            let string = ground.flood(beside & beside.wrapping_neg(), theirs);
            beside &= !string;
            if !self.breathes(ground, string, !self.owner_moves, empty) {
                captured |= string;
            }
        }
        theirs &= !captured;
        let mut ko = NOWHERE;
        if captured == 0 {
            let string = ground.flood(stone, mine);
            if !self.breathes(ground, string, self.owner_moves, empty) {
                return Played::Illegal;
            }
        } else if captured.count_ones() == 1
            && captured & ground.area != 0
            && ground.near(point) & mine == 0
            && !self.breathes(ground, stone, self.owner_moves, empty)
        {
            ko = captured.trailing_zeros() as u8;
            if favoured == Some(!self.owner_moves) {
                // The other side retakes at once: the two moves change nothing.
                *ko_mattered = true;
                return Played::StoppedByKo;
            }
        }
        let (own, attackers) = if self.owner_moves {
            (mine, theirs)
        } else {
            (theirs, mine)
        };
        Played::To(Self {
            own,
            attackers,
            owner_moves: !self.owner_moves,
            ko,
        })
    }

    /// A key that tells positions on one ground apart.
    pub(super) fn key(&self) -> (Bits, Bits, u8, bool) {
        (self.own, self.attackers, self.ko, self.owner_moves)
    }

    /// The position of a key.
    pub(super) fn of_key((own, attackers, ko, owner_moves): (Bits, Bits, u8, bool)) -> Self {
        Self {
            own,
            attackers,
            owner_moves,
            ko,
        }
    }

    /// Liberties of a string on the ground.
    pub(super) fn liberties(&self, ground: &Ground, string: Bits) -> Bits {
        ground.around(string) & self.empty(ground)
    }

    /// Strings of a set of stones, those with the lowest points first.
    pub(super) fn strings(ground: &Ground, stones: Bits) -> impl Iterator<Item = Bits> + '_ {
        let mut left = stones;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let string = ground.flood(left & left.wrapping_neg(), stones);
                left &= !string;
                string
            })
        })
    }
}

/// How many points a set has.
pub(super) fn count(set: Bits) -> u32 {
    set.count_ones()
}
