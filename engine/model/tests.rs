// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi_rules::BoardSize;

use super::*;

#[test]
fn counts_of_a_shape_that_stands_twice_do_not_overflow() {
    let line = format!("shape=.../.*./... 0.5 {}\n", u32::MAX);
    assert!(MoveModel::parse(&format!("weights moves\n{line}{line}")).is_ok());
}

/// The weight of the feature `last=2` on each class of boards.
fn weights_of_last(model: &MoveModel) -> [f32; 3] {
    let last = usize::from(index(Template::Last, 2));
    model.weights.each_ref().map(|of_class| of_class[last])
}

#[test]
fn a_feature_that_the_model_does_not_have_is_named() {
    for line in [
        "last=99 0.5",
        "last 0.5",
        "first=1 0.5",
        "shape=... 0.5 3",
        "shape=.../.*./... 0.5",
        "reply=.../.O./...@9,9 0.5 3",
    ] {
        let text = format!("weights moves\nlast=2 1.5\n{line}\n");
        let error = MoveModel::parse(&text).expect_err(line);
        assert_eq!(
            error.to_string(),
            format!("line 3: there is no such feature: {line}")
        );
    }
    let model = MoveModel::parse("weights moves\nlast=2 1.5\n").expect("weights");
    assert_eq!(weights_of_last(&model), [1.5; 3]);
    assert!(model.shapes.is_empty());
}

#[test]
fn a_class_of_boards_adds_to_the_weights_that_all_share() {
    let text = "weights moves\nlast=2 1.5\n9x9/last=2 0.25\n";
    let model = MoveModel::parse(text).expect("weights");
    assert_eq!(weights_of_last(&model), [1.75, 1.5, 1.5]);
    let error = MoveModel::parse("weights moves\n7x7/last=2 0.25\n").expect_err("there is no such class");
    assert_eq!(error.line, 2);
}

/// White's move at Q19 beside a string of twelve stones. Far away from it White has a stone at the other end
/// of the string, which leaves it one liberty, or elsewhere.
#[test]
fn shapes_are_seen_without_liberties() {
    let size = BoardSize::square(19);
    let with = |far: Point| {
        let black = (3..15).map(|x| (Point::new(x, 0), Color::Black));
        let white = (3..15).map(|x| (Point::new(x, 1), Color::White));
        let mut board = Board::new(size);
        let stones = black.chain(white).chain([(far, Color::White)]);
        board.set_stones(stones).expect("empty points");
        board
    };
    let ratio = |set, board: &Board| {
        let predictions = MoveModel::built_in().predict(set, board, Color::White, [None, None], None);
        let of = |point| {
            let prediction = predictions.iter().find(|p| p.point == point);
            prediction.expect("a legal move").probability
        };
        of(Point::new(15, 0)) / of(Point::new(9, 9))
    };
    let (captures, does_not) = (with(Point::new(2, 0)), with(Point::new(0, 18)));
    let change = |set| ratio(set, &captures) / ratio(set, &does_not);
    assert!((change(FeatureSet::Shape) - 1.0).abs() < 0.001);
    let change = change(FeatureSet::All);
    assert!(change.ln().abs() > 0.3, "{change}");
}

#[test]
fn a_learned_shape_has_a_name_by_which_it_is_found() {
    let board = Board::from_diagram(
        ". . . . . . .
         . . . . . . .
         . . . X O . .
         . . . O X . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    let model = MoveModel::built_in();
    let past = [Some(Point::new(4, 2)), None];
    let predictions = model.predict(FeatureSet::All, &board, Color::Black, past, None);
    let named = predictions.iter().filter_map(|prediction| prediction.shape);
    let names: Vec<String> = named.map(|shape| model.name(shape).to_string()).collect();
    assert!(names.iter().any(|name| name.starts_with("Atari_")), "{names:?}");
    for name in &names {
        let shape = model.shape(name).expect("a name of the model");
        let points: usize = shape.rows.iter().map(String::len).sum();
        assert_eq!(name.split('_').nth(1), Some(&*points.to_string()), "{name}");
        assert!(shape.rows.iter().any(|row| row.contains('*')) && shape.played > 0);
    }
    assert_eq!(model.shape("Hane_9_0000"), None);
}
