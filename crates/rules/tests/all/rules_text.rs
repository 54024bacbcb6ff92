// SPDX-License-Identifier: MIT OR Apache-2.0

//! Names, KataGo's text and JSON of rules, read and printed.

use katachi_rules::sgf::Record;
use katachi_rules::{
    BoardSize, Game, HandicapBonus, KoRule, MAX_KOMI, PassDead, Rules, Scoring, Tax, check_komi,
};

#[track_caller]
fn check(text: &str, rules: Rules, komi: Option<f32>) {
    assert_eq!(Rules::parse(text), Ok((rules, komi)), "{text}");
}

/// All combinations of all switches.
fn all_rules() -> Vec<Rules> {
    use {HandicapBonus as Bonus, KoRule as Ko};
    let kos = [Ko::Simple, Ko::Positional, Ko::Situational, Ko::Spight];
    let bonuses = [Bonus::Zero, Bonus::Stones, Bonus::StonesLessOne];
    let number = |index: usize| {
        let (switches, index) = (index % 64, index / 64);
        let on = |bit: u32| switches >> bit & 1 == 1;
        Rules {
            ko: kos[index % 4],
            scoring: [Scoring::Area, Scoring::Territory][usize::from(on(5))],
            tax: [Tax::None, Tax::Seki, Tax::All][index / 4 % 3],
            suicide: on(0),
            button: on(1),
            handicap_bonus: bonuses[index / 12],
            handicap_from_moves: false,
            friendly_pass_ok: on(2),
            self_play_opts: on(3),
            pass_dead: [PassDead::Practice, PassDead::Letter][usize::from(on(4))],
        }
    };
    (0..64 * 4 * 3 * 3).map(number).collect()
}

#[test]
fn what_is_printed_is_read_back_for_all_rules() {
    for rules in all_rules() {
        for komi in [None, Some(7.5), Some(-3.0)] {
            check(&rules.to_katago_text(komi), rules, komi);
            check(&rules.to_json(komi), rules, komi);
        }
        assert_eq!(rules.to_string().parse(), Ok(rules), "{rules}");
    }
}

#[test]
fn a_setting_of_programs_changes_neither_name_nor_text() {
    for (name, rules) in Rules::PRESETS {
        let counting = Rules {
            handicap_from_moves: true,
            ..rules
        };
        assert_eq!(counting.to_string(), rules.to_string(), "{name}");
        assert_eq!(counting.to_json(None), rules.to_json(None), "{name}");
    }
}

#[test]
fn the_record_of_a_game_has_its_rules_and_its_komi() {
    for rules in all_rules() {
        for komi in [0.0, 6.25, MAX_KOMI, -MAX_KOMI] {
            let game = Game::new(BoardSize::square(5), rules, komi);
            let sgf = Record::from_game(&game).to_sgf();
            let again = Record::parse(sgf.as_bytes()).expect("it was written here");
            assert_eq!((again.rules(), again.komi), (Some(rules), Some(komi)), "{sgf}");
            assert_eq!(again.warnings, [], "{sgf}");
        }
    }
}

#[test]
fn texts_are_those_of_katago() {
    for (rules, komi, text) in [
        (Rules::TROMP_TAYLOR, 7.5, "koPOSITIONALscoreAREAtaxNONEsui1"),
        (Rules::CHINESE, 7.5, "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1"),
        (Rules::JAPANESE, 6.5, "koSIMPLEscoreTERRITORYtaxSEKIsui0"),
        (
            Rules::AGA_BUTTON,
            7.0,
            "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1",
        ),
        (Rules::STONE_SCORING, 7.5, "koSIMPLEscoreAREAtaxALLsui0fpok1"),
    ] {
        assert_eq!(rules.to_katago_text(None), text);
        let with_komi = rules.to_katago_text(Some(komi));
        assert_eq!(with_komi, format!("{text}komi{komi}"));
    }
    let first = r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","komi":7.5,"#;
    let last = r#""scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#;
    assert_eq!(Rules::AGA.to_json(Some(7.5)), format!("{first}{last}"));
}

#[test]
fn what_a_text_leaves_out_is_as_in_tromp_taylor_rules_and_the_tax_follows_the_scoring() {
    check("koPOSITIONAL", Rules::TROMP_TAYLOR, None);
    let territory = Rules {
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        ..Rules::TROMP_TAYLOR
    };
    check("scoreTERRITORY komi 6.5 ", territory, Some(6.5));
    check(r#"{"scoring":"territory"}"#, territory, None);
    check("{}", Rules::TROMP_TAYLOR, None);
}

#[test]
fn names_have_other_spellings() {
    for (name, rules, komi) in [
        ("Japanese", Rules::JAPANESE, 6.5),
        ("korean", Rules::JAPANESE, 6.5),
        ("chinese-ogs", Rules::CHINESE_SUPERKO, 7.5),
        ("Chinese_KGS", Rules::CHINESE_SUPERKO, 7.5),
        ("aga button", Rules::AGA_BUTTON, 7.0),
        ("BGA", Rules::AGA, 7.5),
        ("french", Rules::AGA, 7.5),
        ("NZ", Rules::NEW_ZEALAND, 7.5),
        ("stonescoring", Rules::STONE_SCORING, 7.5),
        ("ancient-territory", Rules::ANCIENT_TERRITORY, 6.5),
        ("GOE", Rules::ING, 7.5),
    ] {
        check(name, rules, Some(komi));
    }
    for (name, rules) in Rules::PRESETS {
        assert_eq!(Rules::preset(name), Some(rules));
        assert_eq!(Rules::preset(&rules.to_string()), Some(rules));
    }
}

#[test]
fn a_text_that_says_no_rules_says_where_it_goes_wrong() {
    for (text, message) in [
        ("", "unknown rules ''"),
        ("shogi", "unknown rules 'shogi'"),
        (
            "koNONE",
            "cannot read the rules from 'NONE' on: expected SIMPLE, POSITIONAL, SITUATIONAL or SPIGHT",
        ),
        (
            "koSIMPLEfoo1",
            "cannot read the rules from 'foo1' on: expected ko, score, tax, sui, button, whb, fpok or komi",
        ),
        (
            "koSIMPLEkomi",
            "cannot read the rules from '' on: expected a number",
        ),
        ("komi7.3", "komi 7.3 is no whole or half number from -150 to 150"),
        (r#"{"size":19}"#, "unknown key 'size' in the rules"),
        (
            r#"{"suicide":1}"#,
            "bad value 1 of 'suicide' in the rules: expected true or false",
        ),
        (
            r#"{"tax":null}"#,
            "bad value null of 'tax' in the rules: expected NONE, SEKI or ALL",
        ),
        (
            r#"{"komi":1000}"#,
            "komi 1000 is no whole or half number from -150 to 150",
        ),
    ] {
        let error = Rules::parse(text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    let error = Rules::parse("{").expect_err("no JSON").to_string();
    assert!(error.starts_with("not JSON: "), "{error}");
    assert!(Rules::parse("é").is_err());
    assert!(check_komi(f32::INFINITY).is_err());
}

#[test]
fn a_komi_is_at_most_150_points_for_either_side() {
    for komi in [MAX_KOMI, -MAX_KOMI, MAX_KOMI - 0.5] {
        assert_eq!(check_komi(komi), Ok(komi));
    }
    for komi in [MAX_KOMI + 0.5, -MAX_KOMI - 0.5] {
        assert!(check_komi(komi).is_err());
    }
    assert_eq!(MAX_KOMI, 150.0);
}
