//! Killing and saving groups whose life hangs on who moves first.

use katachi_rules::{Color, Move, Point, PointSet};

use super::{Context, Proposals, Reason};
use crate::analysis::{Analysis, Dragon, Ownership, Status};
use crate::reading::{Objective, Solution};

/// So many times the nodes of one question are read about the lives of all groups together.
const NODES: u32 = 10;
/// A move that changes less than this is not proposed: parts of 1, as in [`Solution::gain`].
const LEAST_GAIN: f32 = 0.3;
/// What trial games alone say of a group is worth no more than this: of large groups they know little.
const MOST_UNPROVEN: i32 = 60;

/// Proposes to kill enemy groups that could be saved, and to save own ones that could be killed: what reading of the
/// surrounded groups finds, and for dragons that it was not asked about what is known from races and eyes.
pub(crate) fn propose(context: &Context<'_>, analysis: &mut Analysis, proposals: &mut Proposals) {
    let mut read = PointSet::EMPTY;
    let budget = analysis.reader.budget();
    analysis.reader.set_budget(NODES * budget);
    let ownership = &analysis.ownership;
    let solutions = analysis
        .reader
        .lives_at_stake(context.color, |group| doubt(ownership, group));
    for solution in solutions {
        read.extend_with(&solution.group);
        if let Some(point) = solution.point.filter(|_| solution.gain >= LEAST_GAIN) {
            let life = Life::of(&solution);
            let most = if life.is_proven { i32::MAX } else { MOST_UNPROVEN };
            let value = ((solution.gain * life.worth() as f32) as i32).min(most);
            life.propose(point, value, context, proposals);
        }
    }
    analysis.reader.set_budget(budget);
    for dragon in analysis.dragons.iter() {
        if dragon.status != Status::Critical || read.contains(dragon.origin) {
            continue;
        }
        let saves = dragon.color == context.color;
        let (kills, lives) = dragon.decisive_points();
        let (verdict, points) = if saves {
            (dragon.life.defense, lives)
        } else {
            (dragon.life.attack, kills)
        };
        let life = Life {
            origin: dragon.origin,
            size: dragon.size,
            saves,
            by_ko: verdict.is_ko(),
            is_proven: verdict.is_possible() && !hangs_on_capture(dragon, analysis),
        };
        let value = if life.by_ko {
            life.worth() / 2
        } else {
            life.worth()
        };
        for point in points {
            life.propose(point, value, context, proposals);
        }
    }
}

/// How much of a group is in doubt, in stones: a stone that stands in half of the playouts counts whole, one that always or never stands
/// not at all.
fn doubt(ownership: &Ownership, group: &PointSet) -> f32 {
    let of_stone = |p| 1.0 - ownership.of(p, Color::Black).powi(2);
    group.iter().map(of_stone).sum()
}

/// Is the life of a group that of a string that can be captured? Reading of captures alone does not see what becomes of its captors.
fn hangs_on_capture(dragon: &Dragon, analysis: &Analysis) -> bool {
    let mut strings = dragon.strings.iter().filter_map(|&s| analysis.worms.get(s));
    strings.any(|worm| 2 * worm.size >= dragon.size && worm.attack.is_possible())
}

/// A group whose life hangs on who moves first.
struct Life {
    origin: Point,
    size: u32,
    saves: bool,
    by_ko: bool,
    is_proven: bool,
}

impl Life {
    fn of(solution: &Solution) -> Self {
        Self {
            origin: solution.group.iter().next().expect("a group has stones"),
            size: solution.group.len() as u32,
            saves: solution.objective == Objective::Live,
            by_ko: solution.verdict.is_ko(),
            is_proven: solution.is_proven,
        }
    }

    /// A little more than two points a stone, as eyes and the room around come with them.
    fn worth(&self) -> i32 {
        10 + 12 * self.size as i32
    }

    fn propose(&self, point: Point, value: i32, context: &Context<'_>, proposals: &mut Proposals) {
        if !context.game.is_legal(context.color, Move::Play(point)) {
            return;
        }
        let reason = Reason::Life {
            group: context.game.size().vertex(self.origin).to_string(),
            saves: self.saves,
            size: self.size,
            by_ko: self.by_ko,
            is_proven: self.is_proven,
            value,
        };
        proposals.add(point, reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::alone;

    /// What is proposed about lives, as `POINT: REASON`.
    fn proposed(color: Color, diagram: &str) -> Vec<String> {
        alone::proposed(color, diagram, propose)
    }

    const BULKY_FIVE: &str = "
        . . . . . . . .
        . O O O O O O .
        . O X X X X O .
        . O X . . X O O
        . O X . . X X O
        . O X . X X O O
        . O X X X O O .
        . O O O O O . .";

    #[test]
    fn both_sides_want_the_vital_point_of_a_group_that_hangs_on_it() {
        let kills = proposed(Color::White, BULKY_FIVE);
        assert_eq!(kills, ["D4: kills the group of C6 (15 stones)"]);
        let saves = proposed(Color::Black, BULKY_FIVE);
        assert_eq!(saves, ["D4: makes live the group of C6 (15 stones)"]);
    }

    #[test]
    fn nothing_is_proposed_about_groups_that_live_or_are_dead() {
        let alive = BULKY_FIVE.replacen(". . X X O", ". X X X O", 1);
        for color in Color::BOTH {
            assert!(proposed(color, &alive).is_empty(), "a bent four lives");
        }
    }
}
