// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games against the twin, against themselves after undoing, and in the mirror.

use katachi_rules::{Action, Agreement, Board, Color, Game, Move, PassDead, Phase, Rules, Tax};
use proptest::prelude::*;

use super::agree::counts_agree;
use super::config;
use super::plain::{cells_of, place};
use super::plan::{Snapshot, plan, turned, turned_size};
use super::twin::{Marks, Twin};

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn every_turn_means_to_the_game_what_it_means_to_the_twin(plan in plan()) {
        let (mut game, size) = (plan.start(), plan.size);
        let mut twin = Twin::new(size, plan.rules);
        for choice in &plan.choices {
            for color in Color::BOTH {
                for point in size.points() {
                    prop_assert_eq!(
                        game.action(color, Move::Play(point)).ok(),
                        twin.action(color, place(size, point)),
                        "{} at {:?} on\n{:?}", color, point, game.board()
                    );
                }
            }
            let (color, mv) = choice.resolve(&game);
            let action = game.action(color, mv).unwrap();
            let key_after = match action {
                Action::Stone(point) => Some(game.board().key_after(color, point)),
                _ => None,
            };
            game.play(color, mv).unwrap();
            twin.play(color, action, |p| place(size, p));

            let board = game.board();
            counts_agree(board);
            prop_assert_eq!(&cells_of(board), twin.cells());
            prop_assert_eq!(Color::BOTH.map(|c| game.captured()[c]), twin.captured);
            prop_assert!(key_after.is_none_or(|key| key == board.key()));
            let marks = |c: Color| game.blocked(c).iter().map(move |p| (c, place(size, p)));
            let marks: Marks = Color::BOTH.into_iter().flat_map(marks).collect();
            prop_assert_eq!(&marks, twin.marks());
            prop_assert_eq!((game.phase(), game.end()), (twin.phase, twin.end));
            prop_assert_eq!(game.button(), twin.button);
        }
    }

    #[test]
    fn undo_of_any_number_of_moves_restores_everything(
        plan in plan(), backs in prop::collection::vec(any::<prop::sample::Index>(), 1..6)
    ) {
        let mut game = plan.start();
        let mut snapshots = vec![Snapshot::new(&game)];
        let mut moves = Vec::new();
        for choice in &plan.choices {
            let (color, mv) = choice.resolve(&game);
            game.play(color, mv).unwrap();
            moves.push((color, mv));
            snapshots.push(Snapshot::new(&game));
        }
        for back in backs {
            let to = back.index(moves.len() + 1);
            while game.move_count() > to {
                let expected = moves[game.move_count() - 1];
                prop_assert_eq!(game.undo(), Some(expected));
            }
            counts_agree(game.board());
            prop_assert_eq!(&Snapshot::new(&game), &snapshots[to]);
            // The same moves lead to the same state again.
            for &(color, mv) in &moves[to..] {
                game.play(color, mv).unwrap();
            }
            prop_assert_eq!(&Snapshot::new(&game), snapshots.last().unwrap());
        }
        // They also do in a new game.
        game.set_rules(plan.rules).unwrap();
        prop_assert_eq!(&Snapshot::new(&game), snapshots.last().unwrap());
    }

    #[test]
    fn points_and_prisoners_lead_by_as_much_as_the_form_that_counts_stones(mut plan in plan()) {
        plan.rules = Rules {
            tax: Tax::None,
            pass_dead: PassDead::Letter,
            self_play_opts: false,
            ..plan.rules
        };
        let game = plan.game();
        if game.phase() != Phase::Cleanup2 {
            prop_assert_eq!(game.agreed_score(&Agreement::default()).white_lead(), game.white_lead());
        }
    }

    #[test]
    fn a_game_seen_in_a_mirror_is_the_same_game(plan in plan(), symmetry in 0..8u8, swap in any::<bool>()) {
        // Handicap stones are black.
        let swap = swap && !plan.rules.handicap_from_moves;
        let color_of = |color: Color| if swap { color.opposite() } else { color };
        let point_of = |point| turned(plan.size, symmetry, point);
        let mut game = plan.start();
        let board = Board::new(turned_size(plan.size, symmetry));
        let mut other = Game::from_position(board, color_of(Color::Black), plan.rules, 6.5);
        for choice in &plan.choices {
            let (color, mv) = choice.resolve(&game);
            let mirrored = mv.point().map_or(Move::Pass, |p| Move::Play(point_of(p)));
            game.play(color, mv).unwrap();
            prop_assert_eq!(other.play(color_of(color), mirrored), Ok(()));

            let (board, image) = (game.board(), other.board());
            prop_assert_eq!(board.ko().map(|(p, c)| (point_of(p), color_of(c))), image.ko());
            prop_assert_eq!((game.phase(), game.end()), (other.phase(), other.end()));
            let leads = [game.white_lead() - 6.5, other.white_lead() - 6.5];
            prop_assert_eq!(leads[0], if swap { -leads[1] } else { leads[1] });
            for color in Color::BOTH {
                prop_assert_eq!(game.captured()[color], other.captured()[color_of(color)]);
            }
            for point in plan.size.points() {
                let image_point = point_of(point);
                let color = board.cell(point).color().map(color_of);
                prop_assert_eq!(color, image.cell(image_point).color());
                for color in Color::BOTH {
                    prop_assert_eq!(
                        game.check(color, Move::Play(point)),
                        other.check(color_of(color), Move::Play(image_point))
                    );
                    prop_assert_eq!(board.is_eye(color, point), image.is_eye(color_of(color), image_point));
                }
            }
        }
    }
}
