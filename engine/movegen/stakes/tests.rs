use katachi_rules::{Game, Rules};

use super::*;
use crate::movegen::alone::{self, with_context};

/// What is proposed by 256 games, as `POINT: REASON`, best first.
fn proposed(color: Color, diagram: &str) -> Vec<String> {
    alone::proposed(color, diagram, |context, _, proposals| {
        let stakes = Stakes::new(context, u32::MAX);
        stakes.propose(context, &Counted::nothing(), proposals);
        let area = context.game.size().area();
        assert_eq!(stakes.moves as usize, Games::MOST * area);
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

#[test]
fn what_games_do_not_agree_on_is_in_doubt() {
    let board = Board::from_diagram(ALMOST_JOINED);
    let string = |vertex| -> PointSet {
        let stone = board.size().parse_vertex(vertex).expect("a vertex");
        board.string(stone).collect()
    };
    let game = Game::from_position(board.clone(), Color::Black, Rules::default(), 0.0);
    let stakes = with_context(&game, Color::Black, |context| Stakes::new(context, u32::MAX));
    let [above, below] = ["D6", "D4"].map(|stone| stakes.doubt(&string(stone)));
    assert!(above > 2.0 && below < 1.0, "{above} and {below}");
}

#[test]
fn strings_hang_on_a_point_that_decides_over_many_stones() {
    let board = Board::from_diagram(
        "
        . . . . . . . . .
        X X X X X X X X X
        . . . . . . . . .
        X X X X X X X X X
        . . . . . . . . .
        . X . . . . . . .",
    );
    let [long, safe, single] = ["A5", "A3", "B1"].map(|v| board.size().parse_vertex(v).expect("a vertex"));
    let point = Point::new(4, 0);
    let hanging = |strings: &[Point]| {
        let mut game = without_games();
        let fate = |&stone: &Point| Fate {
            head: board.head(stone),
            color: Color::Black,
            size: board.string_size(stone),
            stands: Games::default(),
        };
        game.strings = strings.iter().map(fate).collect();
        for number in 0..Games::MOST {
            let is_ours = number % 2 == 0;
            let first = if is_ours { &mut game.ours } else { &mut game.theirs };
            first[point].insert(number);
            for string in &mut game.strings {
                if is_ours || string.head == board.head(safe) {
                    string.stands.insert(number);
                }
            }
        }
        let mut stakes = Stakes::nothing();
        stakes.add(&board, &game, point);
        assert_eq!(stakes.points.len(), 1, "the point is proposed");
        stakes.hanging
    };
    assert_eq!(hanging(&[long, safe]), board.string(long).collect());
    assert_eq!(hanging(&[single, safe]), PointSet::EMPTY, "one stone");
}

#[test]
fn without_games_everything_is_in_doubt() {
    let stones: PointSet = [Point::new(1, 1), Point::new(2, 1)].into_iter().collect();
    assert_eq!(Stakes::nothing().doubt(&stones), 2.0);
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
