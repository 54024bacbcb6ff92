// SPDX-License-Identifier: MIT OR Apache-2.0

//! Initialisation of proof and disproof numbers from fitted odds.

use super::StaticEval;
use crate::local::ProofNumbers;
use crate::reading::life::board::{Bits, LocalBoard, LocalPosition};
use crate::reading::search::{RACE_MAX_LIBERTIES, race_number};

/// Number of points of eye space that are worth one liberty of lead in a race of groups; 2 to 6.
const RACE_EYE_SPACE_PER_LEAD: i32 = 4;
/// Liberties that an eye is worth there; 2 to 5.
const RACE_LEAD_PER_EYE: i32 = 3;
/// The constant term of the logit that the group dies. Its weights, in hundredths of a nat, are those of a
/// logistic model fitted to 17,404 positions: life-and-death.md. Weights with a limit count up to it. No
/// command of Katachi fits them.
const DEATH_BASE: i32 = 230;
// Against death: that the owner moves, each point of eye space, each eye, one move from the open board or
// from a living friend, each liberty, each string of attackers in atari.
const DEATH_OWNER_MOVES: i32 = 228;
const DEATH_EYE_SPACE: (i32, u32) = (37, 12);
const DEATH_EYES: (i32, u32) = (93, 2);
const DEATH_NEAR_OPEN: i32 = 59;
const DEATH_LIBERTIES: (i32, u32) = (25, 12);
const DEATH_ATTACKERS_IN_ATARI: (i32, u32) = (83, 2);
// For death: each string of the owner, each stone of attackers that may be captured, the share of the group
// in atari.
const DEATH_STRINGS: (i32, u32) = (9, 6);
const DEATH_WEAK_ATTACKERS: (i32, u32) = (42, 8);
const DEATH_IN_ATARI: i32 = 256;
/// Increase of a proof number for each nat of the logit; 3 to 8. life-and-death.md: 298 questions stay open,
/// with 3 296, with 6 286, with 8 292.
const NUMBER_PER_NAT: i32 = 4;
/// Logit from which on a proof number grows in proportion to it; below its negative it is 1, in between it
/// grows by the square. In hundredths, 300 to 600; near the logarithm of a probability.
const NUMBER_LINEAR_FROM: i32 = 400;

impl StaticEval {
    /// Evaluates a position, with initial proof and disproof numbers: the estimated work to prove that the
    /// group dies, and that it lives.
    pub(crate) fn with_numbers(board: &LocalBoard, position: &LocalPosition) -> (Self, ProofNumbers) {
        let mut eval = Self::new(board, position);
        let numbers = eval.numbers(board, position);
        (eval, numbers)
    }

    /// The initial numbers. In a semeai a group in atari dies if the attacker is to move.
    fn numbers(&mut self, board: &LocalBoard, position: &LocalPosition) -> ProofNumbers {
        if let (Some(enemy), None) = (&board.enemy, self.dies) {
            return self.numbers_of_semeai(board, enemy, position);
        }
        let death_logit = death_logit(position, self);
        ProofNumbers::new(initial_number(-death_logit), initial_number(death_logit))
    }

    /// In a semeai the numbers depend on the lead in liberties and on the eye space.
    fn numbers_of_semeai(
        &mut self,
        board: &LocalBoard,
        enemy: &LocalBoard,
        position: &LocalPosition,
    ) -> ProofNumbers {
        let own = liberties(board, position) as i32;
        let theirs = match position.attackers & self.safe & enemy.group {
            0 => liberties(enemy, &position.swapped()) as i32,
            _ => RACE_MAX_LIBERTIES,
        };
        let attacks = position.to_move.is_attacker();
        if attacks && own == 1 {
            self.dies = Some(true);
            return ProofNumbers::new(0, 0);
        }
        let lead = (theirs - own + i32::from(attacks)).clamp(-RACE_MAX_LIBERTIES, RACE_MAX_LIBERTIES);
        let good = self.eye_space.count_ones() as i32 / RACE_EYE_SPACE_PER_LEAD
            + RACE_LEAD_PER_EYE * self.eyes as i32;
        ProofNumbers::new(race_number(own, lead - good), race_number(theirs, good - lead))
    }
}

/// Liberties of the string with more than half of the group's stones; [`RACE_MAX_LIBERTIES`] if there is no
/// such string, or if it has liberties that cannot be taken.
fn liberties(board: &LocalBoard, position: &LocalPosition) -> u32 {
    let lasting = board.outside_beside | board.friend_beside;
    let group = board.flood(position.own & board.group, position.own);
    let is_main = |&string: &Bits| 2 * board.weight_of(string) > board.weight;
    let main = LocalPosition::strings(board, group).find(is_main);
    match main {
        Some(string) if string & lasting == 0 => position.liberties(board, string).count_ones(),
        _ => RACE_MAX_LIBERTIES as u32,
    }
}

/// The logit of the probability that the group dies, in hundredths. Of a dead and a living group the dead one
/// has the higher logit in 91 % of pairs.
fn death_logit(position: &LocalPosition, eval: &StaticEval) -> i32 {
    let weigh = |(weight, most): (i32, u32), count: u32| weight * count.min(most) as i32;
    let against = DEATH_OWNER_MOVES * i32::from(position.to_move.is_owner())
        + weigh(DEATH_EYE_SPACE, eval.eye_space.count_ones())
        + weigh(DEATH_EYES, eval.eyes)
        + DEATH_NEAR_OPEN * i32::from(eval.near_open)
        + weigh(DEATH_LIBERTIES, eval.liberties)
        + weigh(DEATH_ATTACKERS_IN_ATARI, eval.weak_in_atari);
    let in_favour = weigh(DEATH_STRINGS, eval.strings)
        + weigh(DEATH_WEAK_ATTACKERS, eval.weak)
        + weigh((DEATH_IN_ATARI, 100), eval.in_atari) / 100;
    DEATH_BASE + in_favour - against
}

/// The proof number of a claim with this logit against it, in hundredths: about -ln of the probability that
/// the claim is true, times [`NUMBER_PER_NAT`], so that the numbers of several claims can be added.
fn initial_number(against: i32) -> u32 {
    let rest = match against {
        _ if against <= -NUMBER_LINEAR_FROM => 0,
        _ if against >= NUMBER_LINEAR_FROM => against,
        _ => (against + NUMBER_LINEAR_FROM).pow(2) / (4 * NUMBER_LINEAR_FROM),
    };
    1 + (NUMBER_PER_NAT * rest / 100) as u32
}

#[cfg(test)]
mod tests {
    use super::initial_number;

    #[test]
    fn less_likely_claims_get_larger_numbers() {
        assert_eq!(
            initial_number(-1000),
            1,
            "a nearly certain claim has the least number"
        );
        assert!(
            (-1000..1000)
                .step_by(10)
                .all(|s| initial_number(s) <= initial_number(s + 10))
        );
        assert!(initial_number(0) > initial_number(-400) && initial_number(400) > initial_number(0));
        assert_eq!(
            initial_number(1000) - initial_number(800),
            8,
            "from there on in proportion to the logit"
        );
    }
}
