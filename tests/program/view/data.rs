// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi view --json`: what it prints is what `docs/view.schema.json` describes.

use boon::{Compiler, Schemas};
use serde_json::Value;

use super::{SHORT, positions, stdout};
use crate::repository;

/// Checks data against the schema and hands it back.
#[track_caller]
fn checked(arguments: &[&str], input: &str) -> Value {
    let path = repository().join("docs/view.schema.json");
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema = compiler
        .compile(path.to_str().unwrap(), &mut schemas)
        .unwrap_or_else(|error| panic!("{error:#}"));
    let text = stdout(
        &[&["view"], arguments, &["--json", "--seed", "1"]].concat(),
        input,
    );
    let value: Value = serde_json::from_str(&text).expect("it is JSON");
    if let Err(error) = schemas.validate(&value, schema) {
        panic!("{error:#}");
    }
    value
}

#[test]
fn data_of_real_positions_are_as_the_schema_says() {
    for position in positions::ten().iter().step_by(3) {
        let data = checked(&["-", "--values", "--at", "Q16"], &position.record.to_sgf());
        assert_eq!((&data["width"], &data["height"]), (&19.into(), &19.into()));
        assert!(
            data["choice"]["proposals"]
                .as_array()
                .is_some_and(|all| !all.is_empty())
        );
        let stones: usize = array(&data["groups"])
            .map(|group| array(&group["stones"]).count())
            .sum();
        let rows = array(&data["rows"]).map(|row| row.as_str().unwrap());
        let drawn: usize = rows.map(|row| row.chars().filter(|&c| c != '.').count()).sum();
        assert_eq!(stones, drawn, "every stone is in one group");
    }
}

#[test]
fn lines_of_play_are_data_with_their_moves() {
    let data = checked(&["../../docs/view.sgf", "--at", "N9", "--lines"], "");
    let capture = &data["lines"][0];
    assert_eq!(capture["title"], "Black captures N9 (1 stone)");
    assert_eq!(capture["first"], "black");
    assert_eq!(capture["moves"][0], "N10");
}

#[test]
fn data_of_boards_of_every_shape_are_as_the_schema_says() {
    for (width, height) in [(1, 1), (1, 25), (25, 1), (13, 9), (25, 25)] {
        let sgf = format!("(;SZ[{width}:{height}])");
        let data = checked(&["-"], &sgf);
        let values = &data["influence"]["moyo"]["values"];
        assert_eq!(array(values).count(), height);
        assert!(array(values).all(|row| array(row).count() == width));
        assert_eq!(data["last"], Value::Null);
        assert_eq!(data.get("choice"), None, "values were not asked for");
    }
}

#[test]
fn a_group_has_its_facts_with_their_parts() {
    let sgf = "(;SZ[9]AB[ee][dg][fg]AW[ed][de][fe]PL[B])";
    let data = checked(&["-", "--at", "e5"], sgf);
    assert_eq!(data["point"]["group"], "E5");
    let group = array(&data["groups"]).find(|g| g["origin"] == "E5").unwrap();
    assert_eq!(group["status"], "critical");
    assert_eq!(group["mark"], "!");
    assert_eq!(group["facts"]["attack"]["code"], 1);
    assert_eq!(group["facts"]["attack"]["points"][0], "E4");
    assert_eq!(group["facts"]["attack"]["certainty"], "proved");
    assert_eq!(group["strings"][0]["attack"]["points"][0], "E4");
}

#[test]
fn an_eye_space_has_its_worth_and_the_moves_that_decide() {
    // Black's three points in the corner, walled in.
    let data = checked(
        &["-"],
        "(;SZ[7]AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec])",
    );
    let space = array(&data["eyes"])
        .find(|space| space["color"] == "black")
        .unwrap();
    assert_eq!((&space["min"], &space["max"]), (&1.into(), &2.into()));
    assert_eq!(space["attack_points"], serde_json::json!(["B7"]));
    let group = array(&data["groups"]).find(|g| g["color"] == "black").unwrap();
    assert_eq!(group["facts"]["eyes"], serde_json::json!([1, 2]));
}

#[test]
fn the_last_move_and_the_side_to_play_are_told() {
    let data = checked(&[SHORT, "-L", "2"], "");
    assert_eq!(data["move"], 2);
    assert_eq!(data["to_move"], "white");
    assert_eq!(data["last"]["color"], "black");
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("it is a list").iter()
}
