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
        let lead = u32::from(local.owner_moves);
        let room = sketch.room.count_ones();
        let out = if sketch.near_open { 4 } else { 0 };
        let good = room / 2 + 3 * sketch.eyes + out;
        Self {
            dies: sketch.dies,
            proof: 1 + good + lead,
            disproof: (11 - 2 * lead).saturating_sub(good).max(1),
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
