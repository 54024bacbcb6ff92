//! Initialisation of proof and disproof numbers from fitted odds.

use super::local_board::LocalBoard;
use super::position::LocalPosition;
use super::static_eval::StaticEval;

/// The outcome of a position by static evaluation, or its initial proof and disproof numbers.
pub(super) struct InitialNumbers {
    /// Whether the group dies, if that is decided.
    pub(super) dies: Option<bool>,
    /// Estimated work that is left to prove that the group dies, and that it lives.
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl InitialNumbers {
    pub(super) fn new(board: &LocalBoard, position: &LocalPosition) -> Self {
        Self::from_eval(board, position, &StaticEval::new(board, position))
    }

    pub(super) fn from_eval(board: &LocalBoard, position: &LocalPosition, eval: &StaticEval) -> Self {
        if let (Some(enemy), None) = (&board.enemy, eval.dies) {
            return Self::of_semeai(board, enemy, position, eval);
        }
        let death_logit = death_logit(position, eval);
        Self {
            dies: eval.dies,
            proof: initial_number(-death_logit),
            disproof: initial_number(death_logit),
        }
    }

    /// In a semeai the numbers depend on the lead in liberties and on the eye space.
    fn of_semeai(
        board: &LocalBoard,
        enemy: &LocalBoard,
        position: &LocalPosition,
        eval: &StaticEval,
    ) -> Self {
        let own = liberties(board, position) as i32;
        let theirs = match position.attackers & eval.safe & enemy.group {
            0 => liberties(enemy, &position.turned()) as i32,
            _ => MANY,
        };
        let attacks = !position.owner_moves;
        if attacks && own == 1 {
            return Self {
                dies: Some(true),
                proof: 0,
                disproof: 0,
            };
        }
        let lead = (theirs - own + i32::from(attacks)).clamp(-MANY, MANY);
        let good = eval.eye_space.count_ones() as i32 / 4 + 3 * eval.eyes as i32;
        let number = |liberties: i32, lead: i32| (4 + liberties.min(MANY) / 2 - 2 * lead).clamp(1, 40) as u32;
        Self {
            dies: None,
            proof: number(own, lead - good),
            disproof: number(theirs, good - lead),
        }
    }
}

/// More liberties than this count as this many.
const MANY: i32 = 12;

/// Liberties of the string with more than half of the group's stones; [`MANY`] if there is no such string, or if it has liberties
/// that cannot be taken.
fn liberties(board: &LocalBoard, position: &LocalPosition) -> u32 {
    let lasting = board.outside_beside | board.friend_beside;
    let main = LocalPosition::strings(
        board,
        position.own & board.flood(position.own & board.group, position.own),
    )
    .find(|&string| 2 * board.weight_of(string) > board.weight);
    match main {
        Some(string) if string & lasting == 0 => position.liberties(board, string).count_ones(),
        _ => MANY as u32,
    }
}

/// Increase of the number for each nat of the logit.
const SCALE: i32 = 4;

/// The logit of the probability that the group dies, in hundredths. Its weights were fitted to groups of game records that
/// searches decided; of a dead and a living group the dead one has the higher logit in 91 % of pairs.
fn death_logit(position: &LocalPosition, eval: &StaticEval) -> i32 {
    let most = |count: u32, most: u32| count.min(most) as i32;
    let against = 228 * i32::from(position.owner_moves)
        + 37 * most(eval.eye_space.count_ones(), 12)
        + 93 * most(eval.eyes, 2)
        + 59 * i32::from(eval.near_open)
        + 25 * most(eval.liberties, 12)
        + 83 * most(eval.weak_in_atari, 2);
    let in_favour =
        9 * most(eval.strings, 6) + 42 * most(eval.weak, 8) + 256 * most(eval.in_atari, 100) / 100;
    230 + in_favour - against
}

/// The proof number of a claim with this logit against it, in hundredths: about -ln of the probability that the claim is true,
/// times [`SCALE`], so that the numbers of several claims can be added.
fn initial_number(against: i32) -> u32 {
    let rest = match against {
        ..=-400 => 0,
        400.. => against,
        _ => (against + 400).pow(2) / 1600,
    };
    1 + (SCALE * rest / 100) as u32
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
