//! How far a group is from life and from death.

use super::ground::Ground;
use super::position::Local;
use super::sketch::Sketch;

/// A position at a glance.
pub(super) struct View {
    /// Is it decided, and how?
    pub(super) dies: Option<bool>,
    /// Guesses of how much is left to show that the group dies, or lives.
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl View {
    pub(super) fn new(ground: &Ground, local: &Local) -> Self {
        Self::of(ground, local, &Sketch::new(ground, local))
    }

    pub(super) fn of(ground: &Ground, local: &Local, sketch: &Sketch) -> Self {
        if let (Some(enemy), None) = (&ground.enemy, sketch.dies) {
            return Self::of_duel(ground, enemy, local, sketch);
        }
        let doom = doom(local, sketch);
        Self {
            dies: sketch.dies,
            proof: cost(-doom),
            disproof: cost(doom),
        }
    }

    /// Who has more liberties is nearer to winning a race, and who gets an eye.
    fn of_duel(ground: &Ground, enemy: &Ground, local: &Local, sketch: &Sketch) -> Self {
        let prey = liberties(ground, local) as i32;
        let hunter = match local.attackers & sketch.safe & enemy.group {
            0 => liberties(enemy, &local.turned()) as i32,
            _ => MANY,
        };
        let attacks = !local.owner_moves;
        if attacks && prey == 1 {
            return Self {
                dies: Some(true),
                proof: 0,
                disproof: 0,
            };
        }
        let lead = (hunter - prey + i32::from(attacks)).clamp(-MANY, MANY);
        let good = sketch.room.count_ones() as i32 / 4 + 3 * sketch.eyes as i32;
        let guess = |liberties: i32, lead: i32| (4 + liberties.min(MANY) / 2 - 2 * lead).clamp(1, 40) as u32;
        Self {
            dies: None,
            proof: guess(prey, lead - good),
            disproof: guess(hunter, good - lead),
        }
    }
}

/// So many liberties are as good as more.
const MANY: i32 = 12;

/// Liberties of the string that is half of the group or more; many if there is none or if it has some for good.
fn liberties(ground: &Ground, local: &Local) -> u32 {
    let lasting = ground.leaks | ground.friend_beside;
    let main = Local::strings(
        ground,
        local.own & ground.flood(local.own & ground.group, local.own),
    )
    .find(|&string| 2 * ground.weight_of(string) > ground.weight);
    match main {
        Some(string) if string & lasting == 0 => local.liberties(ground, string).count_ones(),
        _ => MANY as u32,
    }
}

/// What is left to show for something as likely as not, and the rest for each logarithm of its odds.
const SCALE: i32 = 4;

/// How likely the group dies: the logarithm of the odds in hundredths, fitted to what searches about groups of game records
/// proved (a logit; of two positions, one dead and one alive, it gives the dead one the higher odds in 91 of 100 cases).
fn doom(local: &Local, sketch: &Sketch) -> i32 {
    let most = |count: u32, most: u32| count.min(most) as i32;
    let against = 228 * i32::from(local.owner_moves)
        + 37 * most(sketch.room.count_ones(), 12)
        + 93 * most(sketch.eyes, 2)
        + 59 * i32::from(sketch.near_open)
        + 25 * most(sketch.liberties, 12)
        + 83 * most(sketch.weak_in_atari, 2);
    let in_favour =
        9 * most(sketch.strings, 6) + 42 * most(sketch.weak, 8) + 256 * most(sketch.in_atari, 100) / 100;
    230 + in_favour - against
}

/// How much is left to show for what has odds against it of that logarithm, in hundredths: its likelihood's own logarithm, roughly, so
/// that numbers of several things to show add up.
fn cost(against: i32) -> u32 {
    let rest = match against {
        ..=-400 => 0,
        400.. => against,
        _ => (against + 400).pow(2) / 1600,
    };
    1 + (SCALE * rest / 100) as u32
}

#[cfg(test)]
mod tests {
    use super::cost;

    #[test]
    fn what_is_less_likely_is_more_work_to_show() {
        assert_eq!(cost(-1000), 1, "what is nearly certain is one node");
        assert!((-1000..1000).step_by(10).all(|s| cost(s) <= cost(s + 10)));
        assert!(cost(0) > cost(-400) && cost(400) > cost(0));
        assert_eq!(
            cost(1000) - cost(800),
            8,
            "from there on in step with the odds' logarithm"
        );
    }
}
