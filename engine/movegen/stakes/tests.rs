use katachi_rules::Color;

use super::*;
use crate::movegen::alone;

/// What is proposed by 256 games, as `POINT: REASON`, best first.
fn proposed(color: Color, diagram: &str) -> Vec<String> {
    alone::proposed(color, diagram, |context, _, proposals| {
        let played = propose(context, u32::MAX, &Counted::nothing(), proposals);
        let area = context.game.size().area();
        assert_eq!(played as usize, Games::MOST * area);
    })
}

/// Black's stones above have one eye at most, and are joined to those that live below by way of D5 alone.
const ALMOST_JOINED: &str = "
    . O . O O O . O .
    O . O X X O O . O
    . O O X X X O O .
    O O X X . X O . O
    . O O . O O O O O
    O O X X X X O . O
    O X X . X X X O O
    O X . X X . X O .
    O O X X . X X O O";

#[test]
fn both_sides_want_the_point_that_joins_a_group_to_one_that_lives() {
    for color in Color::BOTH {
        let all = proposed(color, ALMOST_JOINED);
        let best = all.first().expect("a point hangs in the balance");
        assert!(best.starts_with("D5: comes first where "), "{all:?}");
    }
}

#[test]
fn nothing_is_proposed_where_all_is_decided() {
    let joined = ALMOST_JOINED.replacen(". O O . O O O O O", ". O O X O O O O O", 1);
    for color in Color::BOTH {
        assert_eq!(proposed(color, &joined), [""; 0]);
    }
}

/// Of Black, before a game was played.
fn without_games() -> Thought {
    Thought {
        color: Color::Black,
        strings: Vec::new(),
        ours: PointMap::filled(Games::default()),
        theirs: PointMap::filled(Games::default()),
    }
}

#[test]
fn the_inside_of_a_group_is_not_the_cause_of_its_life() {
    let mut game = without_games();
    let [inside, border] = [(3, 3), (4, 3)].map(|(x, y)| Point::new(x, y));
    let mut string = Fate {
        head: border,
        color: Color::Black,
        size: 10,
        stands: Games::default(),
    };
    // Whoever comes first at the border decides, as often the one as the other. White comes inside in few games, all of them lost ones.
    for i in 0..Games::MOST {
        let stands = i % 2 == 0;
        if stands {
            string.stands.insert(i);
        }
        let border_to = if stands { &mut game.ours } else { &mut game.theirs };
        border_to[border].insert(i);
        let inside_to = if i % 32 == 1 {
            &mut game.theirs
        } else {
            &mut game.ours
        };
        inside_to[inside].insert(i);
    }
    let (inside, border) = (game.gain(inside, &string), game.gain(border, &string));
    assert!(inside > 0.0 && inside < border / 5.0, "{inside} {border}");
}

#[test]
fn a_difference_that_may_be_chance_is_none() {
    let mut game = without_games();
    let point = Point::new(3, 3);
    let mut string = Fate {
        head: point,
        color: Color::White,
        size: 10,
        stands: Games::default(),
    };
    for i in 0..40 {
        let firsts = if i < 20 { &mut game.ours } else { &mut game.theirs };
        firsts[point].insert(i);
        // 10 of 20, and 13 of 20.
        if i < 10 || (20..33).contains(&i) {
            string.stands.insert(i);
        }
    }
    assert_eq!(game.gain(point, &string), 0.0);
}
