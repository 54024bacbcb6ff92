//! Killing and saving groups whose life hangs on who moves first.

use katachi_rules::Move;

use super::{Context, Proposals, Reason};
use crate::analysis::{Analysis, Dragon};
use crate::reading::Verdict;

/// Proposes to kill enemy dragons that could be saved, and to save own ones that could be killed.
pub(crate) fn propose(context: &Context<'_>, analysis: &Analysis, proposals: &mut Proposals) {
    let size = context.game.size();
    for dragon in analysis.dragons.iter() {
        let life = &dragon.life;
        if !life.attack.is_possible() || life.defense == Verdict::No || analysis.dead.contains(dragon.origin)
        {
            continue;
        }
        let saves = dragon.color == context.color;
        let (verdict, points) = if saves {
            (life.defense, &life.defense_points)
        } else {
            (life.attack, &life.attack_points)
        };
        let value = worth(dragon, verdict);
        for &point in points {
            if !context.game.is_legal(context.color, Move::Play(point)) {
                continue;
            }
            let group = size.vertex(dragon.origin).to_string();
            let (size, by_ko) = (dragon.size, !verdict.is_yes());
            proposals.add(
                point,
                Reason::Life {
                    group,
                    saves,
                    size,
                    by_ko,
                    value,
                },
            );
        }
    }
}

/// Two points a stone, as for strings; half of it for a ko.
fn worth(dragon: &Dragon, verdict: Verdict) -> i32 {
    let value = 8 + 10 * dragon.size as i32;
    if verdict.is_yes() { value } else { value / 2 }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Color;

    use super::*;
    use crate::movegen::alone;

    /// What is proposed about lives, as `POINT: REASON`.
    fn proposed(color: Color, diagram: &str) -> Vec<String> {
        alone::proposed(color, diagram, |context, analysis, proposals| {
            propose(context, analysis, proposals);
        })
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
