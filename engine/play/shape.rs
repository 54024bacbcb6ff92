// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves of weak levels: good shape, chosen without reading.
//!
//! Every move is plausible by the move-prediction model. A weak player chooses less surely among plausible
//! moves, and overlooks captures and ataris. It fills no own eye, does not begin on the edge, and plays on
//! until nothing is left to gain.

use katachi_rules::{Game, Move, Point, PointSet};

use super::level::{Shape, draw, random};
use crate::knowledge::Knowledge;
use crate::model::FeatureSet;
use crate::search::Report;

/// Minimum probability of a plausible move, as a share of the highest one.
const PLAUSIBLE: f32 = 0.0001;

/// The opening ends when one in this number of points has a stone.
const OPENING: usize = 5;

/// Chooses a move by the model, at one of the open points of the search. `None` if the move is to be the one
/// of the search, or if no point is open.
pub(super) fn choose(
    knowledge: &Knowledge,
    report: &Report,
    game: &Game,
    shape: Shape,
    seed: u64,
) -> Option<Point> {
    let mut random = random(game, !seed);
    if draw(&mut random) < shape.reading {
        return None;
    }
    let set = match draw(&mut random) < shape.attention {
        true => FeatureSet::All,
        false => FeatureSet::Shape,
    };
    let moves = weighted(plausible(knowledge, set, report, game), shape.temperature);
    let mut drawn = draw(&mut random);
    let chosen = moves.iter().find(|m| {
        drawn -= m.1;
        drawn < 0.0
    });
    // Rounding may leave a rest after the last move.
    chosen.or(moves.last()).map(|m| m.0)
}

/// The probability of each move of a player who chooses so, with the search's move for its share.
pub(super) fn probabilities(
    knowledge: &Knowledge,
    report: &Report,
    game: &Game,
    searched: Move,
    shape: Shape,
) -> Vec<(Move, f32)> {
    let parts = [
        (FeatureSet::All, shape.attention),
        (FeatureSet::Shape, 1.0 - shape.attention),
    ];
    let mut moves = Vec::new();
    for (set, share) in parts.into_iter().filter(|part| part.1 > 0.0) {
        let share = (1.0 - shape.reading) * share;
        for (point, probability) in weighted(plausible(knowledge, set, report, game), shape.temperature) {
            add(&mut moves, Move::Play(point), share * probability);
        }
    }
    // Nothing is left for shapes where no point is open.
    let of_shapes: f32 = moves.iter().map(|known| known.1).sum();
    add(&mut moves, searched, 1.0 - of_shapes);
    moves
}

pub(super) fn add(moves: &mut Vec<(Move, f32)>, mv: Move, probability: f32) {
    match moves.iter_mut().find(|known| known.0 == mv) {
        Some(known) => known.1 += probability,
        None => moves.push((mv, probability)),
    }
}

/// The moves with their probabilities at a temperature, which add up to 1.
fn weighted(moves: Vec<(Point, f32)>, temperature: f32) -> Vec<(Point, f32)> {
    let max = moves.iter().map(|m| m.1).fold(0.0, f32::max);
    let weight = |probability: f32| match temperature > 0.0 {
        _ if probability < PLAUSIBLE * max => 0.0,
        true => (probability / max).powf(1.0 / temperature),
        false => f32::from(u8::from(probability == max)),
    };
    let sum: f32 = moves.iter().map(|m| weight(m.1)).sum();
    let share = |(point, probability)| (point, weight(probability) / sum.max(f32::MIN_POSITIVE));
    moves.into_iter().map(share).collect()
}

/// The points that come into question, with their probabilities.
fn plausible(knowledge: &Knowledge, set: FeatureSet, report: &Report, game: &Game) -> Vec<(Point, f32)> {
    let (board, size, color) = (game.board(), game.size(), report.color);
    let open: PointSet = report.open_points(game).collect();
    let is_opening = (size.area() - board.empty_points().len()) * OPENING < size.area();
    let is_lonely_edge = |p: Point| {
        let beside = p.neighbours().into_iter().filter(|&n| size.contains(n));
        size.line(p) == 0 && beside.into_iter().all(|n| board.is_empty(n))
    };
    knowledge
        .predict_in(set, game, color)
        .iter()
        .map(|prediction| (prediction.point, prediction.probability))
        .filter(|&(p, _)| open.contains(p) && game.is_legal(color, Move::Play(p)))
        .filter(|&(p, _)| !(is_opening && is_lonely_edge(p)))
        .collect()
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Rules};

    use super::*;
    use crate::Engine;
    use crate::search::{Limits, SearchSettings};

    fn report(game: &Game) -> Report {
        let (settings, limits) = (SearchSettings::default(), Limits::visits(100));
        Engine::default().quick_search(settings, game, game.to_move(), 1, limits)
    }

    /// Returns the choices with these seeds.
    fn chosen(game: &Game, shape: Shape, seeds: std::ops::Range<u64>) -> Vec<Point> {
        let report = report(game);
        let knowledge = Knowledge::default();
        let choose = |seed| choose(&knowledge, &report, game, shape, seed).expect("there are open points");
        seeds.map(choose).collect()
    }

    const WILD: Shape = Shape {
        reading: 0.0,
        attention: 0.0,
        temperature: 3.0,
    };

    #[test]
    fn the_probabilities_are_those_of_many_choices() {
        let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        let report = report(&game);
        let knowledge = Knowledge::default();
        let all = probabilities(&knowledge, &report, &game, report.best(), WILD);
        let sum: f32 = all.iter().map(|m| m.1).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        let choices = chosen(&game, WILD, 0..400);
        for &(mv, probability) in all.iter().filter(|m| m.1 > 0.05) {
            let count = choices.iter().filter(|&&p| Move::Play(p) == mv).count();
            let share = count as f32 / choices.len() as f32;
            assert!(
                (share - probability).abs() < 0.1,
                "{mv:?}: {share} for {probability}"
            );
        }
    }

    #[test]
    fn the_same_seed_chooses_the_same_move_and_others_choose_others() {
        let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        let points = chosen(&game, WILD, 0..20);
        assert_eq!(points, chosen(&game, WILD, 0..20));
        let different: PointSet = points.iter().copied().collect();
        assert!(different.len() > 5, "{points:?}");
    }

    #[test]
    fn a_game_does_not_begin_on_the_edge() {
        let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        let points = chosen(&game, WILD, 0..200);
        assert!(points.iter().all(|&p| game.size().line(p) > 0), "{points:?}");
    }

    #[test]
    fn the_share_of_reading_is_left_to_the_search() {
        let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        let (report, knowledge) = (report(&game), Knowledge::default());
        let shapes = |reading| {
            let shape = Shape { reading, ..WILD };
            let choose = |seed| choose(&knowledge, &report, &game, shape, seed);
            (0..100).filter_map(choose).count()
        };
        assert_eq!(shapes(1.0), 0);
        assert_eq!(shapes(0.0), 100);
        assert!((30..=70).contains(&shapes(0.5)));
    }
}
