// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions about strings, their connections and races, and dragons.

use super::*;

#[test]
fn strings_are_looked_at_as_regression_suites_ask() {
    check(
        "
> play b C3
> play w C2
> countlib C3
= 3
> findlib C2
= B2 D2 C1
> accuratelib b D2
= 3
> accuratelib w C3
? illegal move
> is_legal b C2
= 0
> is_legal b D2
= 1
> captures black
= 0
> color C2
= white
> color A1
= empty
> list_stones b
= C3
> worm_stones C3
= C3
> worm_stones
= C3
C2
> worm_cutstone C3
= 0
> countlib A1
? there is no stone at A1
> attack_either C3 C2
? the stones are not of one colour
> defend_both C3
? syntax error
> unconditional_status A1
= undecided
> combination_attack black
= PASS
> combination_defend black
= PASS
> ladder_attack C2
= 0
> reset_reading_node_counter
> get_reading_node_counter
= 0
> worms_json A5
> clear_cache
",
    );
}

#[test]
fn a_question_asked_twice_is_remembered() {
    let mut session = session();
    let mut say = |line: &str| session.answer(line).expect("a command has a reply").outcome;
    for line in ["play b C3", "play w C2", "play w D3", "attack C3"] {
        say(line).unwrap();
    }
    let nodes = say("get_reading_node_counter").unwrap();
    assert_ne!(nodes, "0");
    let first = say("attack C3").unwrap();
    assert_eq!(say("attack C3").unwrap(), first);
    assert_eq!(say("get_reading_node_counter").unwrap(), nodes);
    let data = say("worm_data C3").unwrap();
    assert!(data.contains("liberties            2"), "{data}");
}

#[test]
fn connections_and_races_are_asked_about() {
    check(
        "
> play b B3
> play b D3
> connect B3 D3
= 1 C3
> disconnect B3 B3
= 0
> play w C4
> play w C2
> disconnect B3 D3
= 1 C3
> connect B3 C4
? B3 and C4 are stones of different colours
> connect B3
? syntax error
> connect B3 E5
? there is no stone at E5
> break_in B3 C3
= 1 C3
> block_off B3 C3
= 1 C3
> break_in B3
? syntax error
> break_in B3 Z9
? syntax error
> analyze_semeai B3 D3
? B3 and D3 are stones of one colour
> tactical_analyze_semeai B3
? syntax error
> clear_board
> gogui-play_sequence b A2 w A1 b B3 w B2 b C2 w C1 b C3 w D1 b D2 w E2 b B4 w E3
> analyze_semeai A2 A1
= 1 1 B1
> owl_analyze_semeai A2 A1
= 1 1 B1
",
    );
}

#[test]
fn dragons_are_asked_about() {
    check(
        "
> play b C3
> play b D2
> play w E5
> same_dragon C3 D2
= 1
> same_dragon C3 E5
= 0
> same_dragon C3 A1
? there is no stone at A1
> dragon_stones D2
= C3 D2
> dragon_stones
= E5
C3 D2
> dragon_stones white
= E5
> dragon_data A1
> dragon_status
? syntax error
> play w A2
> play b B2
> play b A3
> dragon_status A2
= dead
> clear_board
> gogui-play_sequence w A2 w B2 w C2 w D2 w D1 b A3 b B3 b C3 b D3 b E2 b E1 b E3
> dragon_status A2
= critical B1 B1
",
    );
}

#[test]
fn the_fields_of_a_dragon_are_lines() {
    let mut session = session();
    let mut say = |line: &str| session.answer(line).unwrap().outcome;
    for mv in ["b B2", "b A3", "w A2", "w E5"] {
        say(&format!("play {mv}")).unwrap();
    }
    let data = say("dragon_data B2").unwrap();
    let lines: Vec<&str> = data.lines().collect();
    assert_eq!(lines[0], "A3:");
    assert!(lines.contains(&"size                    2"), "{data}");
    assert!(lines.contains(&"strings                 A3 B2"), "{data}");
    assert_eq!(say("dragons_json").unwrap().lines().count(), 3);
}
