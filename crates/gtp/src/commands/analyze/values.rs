// SPDX-License-Identifier: MIT OR Apache-2.0

//! The values of an analysis, of a search or of a judge, for the side to move.

use katachi_engine::search::Report;
use katachi_katago_json::Answer;
use katachi_rules::{Color, Move, PointMap};
use katachi_view::analysis::{Numbers, listed, of_side};

use super::options::Options;

pub(super) struct Values<'a> {
    /// The side to move.
    pub(super) color: Color,
    pub(super) root: Numbers,
    pub(super) moves: Vec<MoveValues<'a>>,
    /// Ownership of each point, -1 White's to 1 Black's.
    pub(super) ownership: &'a PointMap<f32>,
}

pub(super) struct MoveValues<'a> {
    pub(super) mv: Move,
    pub(super) numbers: Numbers,
    pub(super) prior: f32,
    /// The move and those that follow it.
    pub(super) variation: &'a [Move],
    pub(super) variation_visits: &'a [u32],
}

impl<'a> Values<'a> {
    pub(super) fn from_report(report: &'a Report, options: &Options) -> Self {
        let [least, most] = options.moves;
        let moves = listed(report, least, most).map(|searched| MoveValues {
            mv: searched.mv,
            numbers: Numbers::of_move(report, searched),
            prior: searched.prior,
            variation: &searched.variation,
            variation_visits: &searched.variation_visits,
        });
        Self {
            color: report.color,
            root: Numbers::of_position(report),
            moves: moves.collect(),
            ownership: &report.evaluation.ownership,
        }
    }

    /// The values of a judge, which lists only moves with visits.
    pub(super) fn from_answer(answer: &'a Answer, options: &Options) -> Self {
        let [_, most] = options.moves;
        let numbers = |visits, win_rate, bound, lead| {
            let (lower_bound, _) = of_side(answer.color, bound, lead);
            let (win_rate, lead) = of_side(answer.color, win_rate, lead);
            Numbers {
                visits,
                win_rate,
                lower_bound,
                lead,
                deviation: answer.deviation,
            }
        };
        let moves = answer.moves.iter().take(most).map(|judged| {
            let bound = judged.bound.unwrap_or(judged.win_rate);
            MoveValues {
                mv: judged.mv,
                numbers: numbers(judged.visits, judged.win_rate, bound, judged.lead),
                prior: judged.prior,
                variation: &judged.variation,
                variation_visits: &judged.variation_visits,
            }
        });
        Self {
            color: answer.color,
            root: numbers(answer.visits, answer.win_rate, answer.win_rate, answer.lead),
            moves: moves.collect(),
            ownership: &answer.ownership,
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_gtp_protocol::Arguments;
    use katachi_katago_json::JudgedMove;
    use katachi_rules::{BoardSize, Game, Rules};

    use super::*;

    #[test]
    fn values_of_a_judge_are_those_of_the_side_to_move() {
        let game = Game::new(BoardSize::square(3), Rules::CHINESE, 0.5);
        let options = Options::read(&game, true, Arguments::new("w maxmoves 1")).unwrap();
        let judged = JudgedMove {
            mv: Move::Pass,
            visits: 9,
            win_rate: 0.75,
            bound: Some(0.875),
            lead: 2.5,
            prior: 0.5,
            variation: vec![Move::Pass],
            variation_visits: vec![9],
        };
        let answer = Answer {
            color: Color::White,
            win_rate: 0.5,
            lead: 1.0,
            deviation: 4.0,
            visits: 20,
            moves: vec![judged.clone(), judged],
            ownership: PointMap::filled(0.5),
            policy: PointMap::filled(0.0),
            pass: 0.0,
        };
        let values = Values::from_answer(&answer, &options);
        let [of_move] = &values.moves[..] else {
            panic!("one move is asked for")
        };
        let numbers = of_move.numbers;
        assert_eq!((numbers.win_rate, numbers.lower_bound), (0.25, 0.125));
        assert_eq!((numbers.lead, numbers.deviation), (-2.5, 4.0));
        assert_eq!((values.root.win_rate, values.root.lead), (0.5, -1.0));
    }
}
