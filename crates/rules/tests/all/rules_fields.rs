// SPDX-License-Identifier: MIT OR Apache-2.0

//! Each field of the rules changes what may be played, when a game ends, what it counts, or whether dead
//! stones are agreed on.

use katachi_rules::{
    Board, Color, End, Game, GameResult, HandicapBonus, KoRule, Move, PassDead, Phase, Rules, Scoring, Tax,
};

/// Black takes the ko on the left at C4, White the one on the right.
const KO: &str = "
    . . . . . . .
    . . . . . . .
    . X O . . . .
    X O . O . . .
    . X O . . . .
    . . . . . . .
    . . . . . . .";

/// Two walls and a dame; White has a stone in Black's area.
const WALLS: &str = "
    . X . O . O .
    X X . O O O O
    . X . O . . .
    X X . O O O O
    . X . O . O .";

/// Black lives twice, and White once.
const THREE_GROUPS: &str = "
    . X O . O X .
    X X O O O X X
    . X O . O X .";

/// Black has two eyes, and White's stone is in one of them. It is not in atari.
const INVADED: &str = "
    . X . . X O .
    X X X X X O O
    . X O . X O .
    X X . X X O O
    . X X . X O .";

fn game(diagram: &str, rules: Rules) -> Game {
    Game::from_position(Board::from_diagram(diagram), Color::Black, rules, 0.5)
}

/// The game after these moves, `pass` or vertices, or the number of those before the first illegal one.
fn played(diagram: &str, rules: Rules, moves: &str) -> Result<Game, usize> {
    let mut game = game(diagram, rules);
    for (number, word) in moves.split_whitespace().enumerate() {
        let mv = game.size().parse_move(word).expect("a move");
        game.play(game.to_move(), mv).map_err(|_| number)?;
    }
    Ok(game)
}

fn passed_out(diagram: &str, rules: Rules) -> Option<GameResult> {
    played(diagram, rules, "pass pass pass pass pass pass")
        .unwrap()
        .result()
}

#[test]
fn every_field_of_the_rules_acts() {
    // A field that is added here needs a line below.
    let Rules {
        ko: _,
        scoring: _,
        tax: _,
        suicide: _,
        button: _,
        handicap_bonus: _,
        handicap_from_moves: _,
        friendly_pass_ok: _,
        self_play_opts: _,
        pass_dead: _,
    } = Rules::CHINESE;
    let rules = Rules::CHINESE;

    // ko: with simple ko a ban ends with a pass.
    let retaken = |ko| played(KO, Rules { ko, ..rules }, "C4 pass pass B4").is_ok();
    assert!(retaken(KoRule::Simple) && !retaken(KoRule::Positional));

    // scoring: the passes that end a game with area scoring lead to the cleanup phases with territory
    // scoring.
    let end = |scoring| {
        played(WALLS, Rules { scoring, ..rules }, "pass pass")
            .unwrap()
            .end()
    };
    assert_eq!(
        (end(Scoring::Area), end(Scoring::Territory)),
        (Some(End::TwoPasses), None)
    );

    // tax: beside dame no empty point counts.
    let result = |tax| passed_out(WALLS, Rules { tax, ..rules });
    assert_ne!(result(Tax::None), result(Tax::Seki));
    let result = |tax| passed_out(THREE_GROUPS, Rules { tax, ..rules });
    assert_ne!(result(Tax::Seki), result(Tax::All));

    // suicide: of several stones.
    let suicide = |suicide| {
        let rules = Rules { suicide, ..rules };
        game("X . O\nX O .\nO . .", rules).is_legal(Color::Black, parse("B3"))
    };
    assert!(suicide(true) && !suicide(false));

    // button: the first pass takes it, and ends nothing.
    let end = |button| {
        played(WALLS, Rules { button, ..rules }, "pass pass")
            .unwrap()
            .end()
    };
    assert_eq!((end(true), end(false)), (None, Some(End::TwoPasses)));

    // handicap_bonus
    let bonus = |handicap_bonus| {
        game(
            "X . X\n. . .\nX . .",
            Rules {
                handicap_bonus,
                ..rules
            },
        )
        .handicap_bonus()
    };
    assert_eq!(
        [
            HandicapBonus::Zero,
            HandicapBonus::Stones,
            HandicapBonus::StonesLessOne
        ]
        .map(bonus),
        [0, 3, 2]
    );

    // handicap_from_moves
    let handicap = |handicap_from_moves| {
        let rules = Rules {
            handicap_from_moves,
            ..rules
        };
        played(". . .\n. . .\n. . .", rules, "A1 pass B2")
            .unwrap()
            .handicap()
    };
    assert_eq!((handicap(true), handicap(false)), (2, 0));

    // friendly_pass_ok: agreement on dead stones.
    let agrees = |friendly_pass_ok| {
        game(
            WALLS,
            Rules {
                friendly_pass_ok,
                ..rules
            },
        )
        .allows_agreement()
    };
    assert!(agrees(true) && !agrees(false));

    // self_play_opts: a game ends when everything is pass-alive.
    let end = |self_play_opts| {
        let rules = Rules {
            self_play_opts,
            ..rules
        };
        played(". X . O .\nX X . O O\n. X . O .", rules, "C3 C2 C1").map(|game| game.end())
    };
    assert_eq!((end(true), end(false)), (Ok(Some(End::AllPassAlive)), Ok(None)));

    // pass_dead: a stone inside pass-alive territory.
    let result = |pass_dead| passed_out(INVADED, Rules { pass_dead, ..rules });
    assert_ne!(result(PassDead::Practice), result(PassDead::Letter));
}

fn parse(vertex: &str) -> Move {
    Move::Play(
        katachi_rules::BoardSize::square(3)
            .parse_vertex(vertex)
            .expect("a point"),
    )
}

#[test]
fn nobody_agrees_on_dead_stones_after_the_cleanup_phases() {
    let after = |passes| played(WALLS, Rules::JAPANESE, &"pass ".repeat(passes)).unwrap();
    for passes in 0..6 {
        assert!(after(passes).allows_agreement(), "after {passes} passes");
    }
    assert!(!after(6).allows_agreement());
}

#[test]
fn a_game_that_is_resumed_is_in_its_main_phase_with_its_kos() {
    for ko in [
        KoRule::Simple,
        KoRule::Positional,
        KoRule::Situational,
        KoRule::Spight,
    ] {
        let rules = Rules {
            ko,
            ..Rules::JAPANESE
        };
        // Under Spight ko two passes end nothing, and the third repeats the first.
        let passes = if ko == KoRule::Spight { 3 } else { 2 };
        let mut game = played(KO, rules, &format!("C4 {}", "pass ".repeat(passes))).unwrap();
        assert_eq!(game.phase(), Phase::Cleanup1, "{ko:?}");
        game.resume();
        assert_eq!(
            (game.phase(), game.is_over(), game.move_count()),
            (Phase::Main, false, passes + 1)
        );
        let retake = game.size().parse_move("B4").unwrap();
        // A pass ends the ban of the basic ko, and of superko it ends those of Spight.
        let is_allowed = matches!(ko, KoRule::Simple | KoRule::Spight);
        let start = game.clone();
        let found = game.is_legal(Color::White, retake);
        assert_eq!(found, is_allowed || ko == KoRule::Situational && passes % 2 == 1);
        // Either colour may move, and two passes end the phase again.
        let color = game.to_move().opposite();
        game.play(color, game.size().parse_move("G7").unwrap()).unwrap();
        assert_eq!(game.undo().map(|(by, _)| by), Some(color));
        assert_eq!((game.phase(), game.board()), (Phase::Main, start.board()));
        while game.undo().is_some() {}
        assert_eq!(game.phase(), Phase::Main);
    }
}

#[test]
fn other_rules_keep_a_game_that_was_resumed() {
    let mut game = played(WALLS, Rules::JAPANESE, "pass pass").unwrap();
    game.resume();
    for vertex in ["C1", "C2"] {
        game.play(game.to_move(), game.size().parse_move(vertex).unwrap())
            .unwrap();
    }
    assert_eq!(game.phase(), Phase::Main);
    for rules in [Rules::CHINESE, Rules::JAPANESE] {
        game.set_rules(rules).unwrap();
        assert_eq!((game.phase(), game.move_count()), (Phase::Main, 4));
    }
}
