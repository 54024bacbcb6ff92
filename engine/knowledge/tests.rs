// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;

/// Whether a changed database has a bonus, and which one the pattern of its first variant has.
fn bonus(change: impl FnOnce(&mut Database, usize)) -> (bool, i32) {
    let mut database = Patterns::built_in().database.clone();
    let pattern = database.variants[0].pattern as usize;
    change(&mut database, pattern);
    let loaded = Knowledge::default().with_database(database);
    (loaded.patterns.has_bonuses(), loaded.patterns.bonus(0))
}

#[test]
fn only_a_changed_value_of_a_known_name_is_a_bonus() {
    assert_eq!(bonus(|_, _| {}), (false, 0), "the built-in database");
    assert_eq!(bonus(|d, i| d.patterns[i].name = "New".to_owned()), (false, 0));
    assert_eq!(bonus(|d, i| d.patterns[i].weight += 48), (true, 48));
}

#[test]
fn the_built_in_patterns_take_the_place_of_no_shape_so_that_nothing_is_copied() {
    assert!(!Patterns::built_in().names_shapes());
    let loaded = Knowledge::default().with_database(Patterns::built_in().database.clone());
    assert!(matches!(loaded.moves, Builtin::BuiltIn(_)));
}

/// Entries in the places of learned shapes.
#[cfg(feature = "runtime-db")]
mod shapes {
    use katachi_rules::{BoardSize, Move, Rules};
    use mkpat::{Options, Source};

    use super::*;

    fn game(side: u8, moves: &[&str]) -> Game {
        let size = BoardSize::square(side);
        let mut game = Game::new(size, Rules::default(), 7.5);
        for vertex in moves {
            let point = size.parse_vertex(vertex).expect("a vertex");
            game.play(game.to_move(), Move::Play(point))
                .expect("a legal move");
        }
        game
    }

    fn games() -> [Game; 2] {
        [
            game(9, &["E5", "E6", "F6", "D5", "E4", "D4", "D6", "C6", "D7", "E7"]),
            game(
                19,
                &["Q16", "D4", "Q4", "D16", "R6", "C10", "F17", "F16", "G16", "E17"],
            ),
        ]
    }

    #[test]
    fn a_stone_in_atari_is_mostly_saved_or_taken() {
        // Black has cut at E5 and White gives atari from below.
        let game = game(19, &["D5", "E6", "D6", "D7", "C7", "E7", "E5", "F5", "Q16", "E4"]);
        let mut predicted = Knowledge::default().predict_in(FeatureSet::All, &game, game.to_move());
        predicted.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        let best: Vec<_> = predicted[..2]
            .iter()
            .map(|found| game.size().vertex(found.point).to_string())
            .collect();
        assert!(predicted[0].probability > 0.2, "{best:?} {predicted:?}");
    }

    #[test]
    fn the_parts_of_a_logit_add_up_to_it_and_probabilities_to_one() {
        for game in games() {
            let knowledge = Knowledge::default();
            let parts = knowledge.parts_in(&game, game.to_move());
            let moves = parts.chunk_by(|a, b| a.0 == b.0);
            let mut sums: Vec<f32> = moves.map(|of| of.iter().map(|part| part.2).sum()).collect();
            crate::learn::softmax(&mut sums, |sum| sum);
            let predictions = knowledge.predict_in(FeatureSet::All, &game, game.to_move());
            let all: Vec<f32> = predictions.iter().map(|found| found.probability).collect();
            assert!(all.len() == sums.len() && (all.iter().sum::<f32>() - 1.0).abs() < 1e-3);
            assert!(
                all.iter().zip(&sums).all(|(a, b)| (a - b).abs() < 1e-4),
                "{all:?} {sums:?}"
            );
        }
    }

    /// A learned shape of a position with a weight, the largest one at some point, with that point.
    fn shape_in(game: &Game) -> (Point, crate::model::LearnedShape) {
        let knowledge = Knowledge::default();
        let model = knowledge.move_model();
        let predictions = knowledge.predict_in(FeatureSet::All, game, game.to_move());
        let shapes = predictions.iter().filter_map(|prediction| {
            let shape = model.shape(&model.name(prediction.shape?).to_string())?;
            Some((prediction, shape))
        });
        let heaviest = shapes.filter(|(prediction, shape)| {
            shape.weights.iter().all(|weight| weight.abs() > 0.15) && prediction.probability < 0.5
        });
        let found = heaviest.max_by(|a, b| a.0.probability.total_cmp(&b.0.probability));
        let (prediction, shape) = found.expect("a shape with a weight");
        (prediction.point, shape)
    }

    /// The built-in patterns with an entry more.
    fn with_entry(text: &str) -> Knowledge {
        let compiled = mkpat::compile(&[Source::new("own.db", text)], &Options::default());
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        let mut database = Patterns::built_in().database.clone();
        database.add(compiled.database);
        Knowledge::default().with_database(database)
    }

    fn priors(knowledge: &Knowledge, set: FeatureSet, game: &Game) -> Vec<(Point, f32)> {
        let predictions = knowledge.predict_in(set, game, game.to_move());
        predictions.iter().map(|p| (p.point, p.probability)).collect()
    }

    fn prior(knowledge: &Knowledge, game: &Game, point: Point) -> f32 {
        let mut priors = priors(knowledge, FeatureSet::All, game).into_iter();
        priors.find(|prior| prior.0 == point).expect("a legal move").1
    }

    /// The line of an entry with its fitted weight.
    fn fit_line(entry: &str) -> &str {
        let mut lines = entry.lines();
        lines.find(|line| line.starts_with("#=")).expect("a weight")
    }

    /// Logarithm of the odds of a point.
    fn logit(knowledge: &Knowledge, game: &Game, point: Point) -> f32 {
        let prior = prior(knowledge, game, point);
        (prior / (1.0 - prior)).ln()
    }

    #[test]
    fn a_shape_as_an_entry_means_the_same_under_any_name() {
        for game in games() {
            let (_, shape) = shape_in(&game);
            let text = mkpat::entry(&shape.pattern());
            let renamed = text.replacen(&shape.name, "My_shape", 1);
            for text in [text, renamed] {
                let loaded = with_entry(&text);
                assert!(loaded.moves.has_replaced() && loaded.patterns.unknown_shapes().is_empty());
                assert!(!loaded.patterns.has_bonuses());
                for set in [FeatureSet::All, FeatureSet::Shape] {
                    let before = priors(&Knowledge::default(), set, &game);
                    let after = priors(&loaded, set, &game);
                    for (before, after) in before.iter().zip(&after) {
                        assert_eq!(before.0, after.0);
                        assert!((before.1 - after.1).abs() < 1e-5, "{before:?} {after:?} {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_weight_of_an_entry_counts_in_place_of_that_of_the_shape() {
        for game in games() {
            let (point, shape) = shape_in(&game);
            let class = crate::learn::BoardClass::new(game.size()) as usize;
            let text = mkpat::entry(&shape.pattern());
            let line = fit_line(&text);
            let before = logit(&Knowledge::default(), &game, point);
            for (weight, expected) in [("0.00", 0.0), ("1.00", 1.0), ("-1.00", -1.0)] {
                let name = &shape.name;
                let changed = text.replace(line, &format!("#= {weight}, mine, replaces {name}"));
                let loaded = with_entry(&changed);
                let change = logit(&loaded, &game, point) - before;
                let due = expected - shape.weights[class];
                // The picture may match at other points, too.
                assert!(change * due > 0.0, "{change} {due}");
                assert!(!loaded.patterns.has_bonuses(), "a weight alone is no bonus");
            }
        }
    }

    #[test]
    fn the_value_of_an_entry_changes_the_priors_of_all_nodes_and_is_a_bonus() {
        let game = &games()[1];
        let (point, shape) = shape_in(game);
        let value = shape.value();
        let colon = format!(",{value},0,s");
        let text = mkpat::entry(&shape.pattern());
        let raised = text.replace(&colon, &format!(",{},0,s", value + 32));
        let (before, after) = (Knowledge::default(), with_entry(&raised));
        let change = logit(&after, game, point) - logit(&before, game, point);
        assert!(
            (0.5..=2.05).contains(&change),
            "two nats, or less where others rise: {change}"
        );
        assert!(after.patterns.has_bonuses());
        // Without a weight the value says all.
        let line = fit_line(&text);
        let bare = text.replace(&format!("{line}\n"), "");
        let same = logit(&with_entry(&bare), game, point) - logit(&before, game, point);
        assert!(
            same.abs() < 0.5,
            "the value is rounded, and the same on all boards: {same}"
        );
        let bare = bare.replace(&colon, ",12,0,s");
        let removed = text.replace(line, &format!("#= 0.00, mine, replaces {}", shape.name));
        let difference = prior(&with_entry(&bare), game, point) - prior(&with_entry(&removed), game, point);
        assert!(difference.abs() < 1e-5, "a value of 12 is a weight of 0");
    }

    #[test]
    fn an_entry_for_a_shape_makes_no_other_pattern_a_new_one_among_fitted_ones() {
        let text =
            "Pattern Own\nO*X\n.O?\n:8,60\n\nPattern Open_9_0001\n...\n.*.\n...\n:+,12\n#= 0.40, mine\n";
        let compiled = mkpat::compile(&[Source::new("own.db", text)], &Options::default());
        let loaded = Knowledge::default().with_database(compiled.database);
        assert!(loaded.moves.has_replaced() && !loaded.patterns.has_bonuses());
    }

    #[test]
    fn a_shape_is_back_when_its_entry_is_gone() {
        let game = &games()[0];
        let (point, shape) = shape_in(game);
        let loaded = with_entry(&mkpat::entry(&mkpat::Pattern {
            fit: Some(mkpat::Fit::default()),
            ..shape.pattern()
        }));
        assert!(loaded.moves.has_replaced());
        let again = loaded.with_database(Patterns::built_in().database.clone());
        assert!(!again.moves.has_replaced());
        let difference = prior(&again, game, point) - prior(&Knowledge::default(), game, point);
        assert!(difference.abs() < 1e-6);
    }

    #[test]
    fn a_model_that_is_loaded_later_has_its_shapes_replaced_too() {
        let text = "weights moves\nshape=.../.*./... 0.50 40\n";
        let model = || MoveModel::parse(text).expect("weights");
        let entry = "Pattern Open_9_0001\n...\n.*.\n...\n:+,12\n#= 0.00, mine\n";
        let loaded = with_entry(entry);
        assert_eq!(
            loaded.patterns.unknown_shapes().len(),
            0,
            "the built-in model has one of the name"
        );
        assert!(loaded.with_move_model(model()).moves.has_replaced());
        let other = with_entry(&entry.replace("0001", "9999"));
        let names: Vec<&str> = other
            .patterns
            .unknown_shapes()
            .iter()
            .map(|unknown| unknown.1)
            .collect();
        assert_eq!(names, ["Open_9_9999"]);
        assert!(!other.moves.has_replaced() && !other.with_move_model(model()).moves.has_replaced());
    }

    #[test]
    fn an_explanation_calls_a_shape_by_the_name_of_its_entry() {
        let game = &games()[1];
        let (point, shape) = shape_in(game);
        let text = mkpat::entry(&shape.pattern()).replacen(&shape.name, "My_shape", 1);
        let loaded = with_entry(&text);
        let predictions = loaded.predict_in(FeatureSet::All, game, game.to_move());
        let here = predictions
            .iter()
            .find(|p| p.point == point)
            .expect("a legal move");
        let name = loaded.move_model().name(here.shape.expect("a shape"));
        assert_eq!(name.to_string(), "My_shape");
        let own = loaded.move_model().shape(&shape.name).expect("it is there still");
        assert_eq!(own, shape);
    }
}
