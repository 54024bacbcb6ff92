// SPDX-License-Identifier: MIT OR Apache-2.0

//! Every command fails without effect on too few, too many or meaningless arguments.

use super::session;
use crate::{COMMANDS, Command, Session};

/// Commands that take any word.
const TAKE_ANY_WORD: [&str; 1] = ["known_command"];
/// Commands that also accept no arguments.
const TAKE_NOTHING: [&str; 1] = ["gogui-play_sequence"];

/// Minimum and maximum number of arguments; none if there is no maximum.
fn counts(command: &Command) -> (usize, Option<usize>) {
    let usage = command.usage;
    let optional = usage.find('[').unwrap_or(usage.len());
    let count = |part: &str| part.split_whitespace().filter(|word| *word != "...").count();
    let (least, all) = (count(&usage[..optional]), count(usage));
    (least, (!usage.contains("...")).then_some(all))
}

#[track_caller]
fn fails(session: &mut Session, line: &str) {
    let reply = session.answer(line).unwrap();
    assert!(reply.outcome.is_err(), "{line}: {reply}");
    let text = reply.to_string();
    assert!(text.starts_with('?'), "{text:?}");
    assert!(text.matches("\n\n").count() == 1, "{text:?}");
}

#[test]
fn wrong_arguments_fail_and_change_nothing() {
    let mut session = session();
    for line in ["play b C3", "play w D4", "komi 3.5"] {
        assert!(session.answer(line).unwrap().outcome.is_ok());
    }
    let state = |session: &mut Session| {
        let lines = ["showboard", "get_komi", "kata-get-rules", "level", "printsgf"];
        lines.map(|line| session.answer(line).unwrap().to_string())
    };
    let before = state(&mut session);
    for command in COMMANDS {
        let (name, (least, most)) = (command.name, counts(command));
        if least > 0 && !TAKE_NOTHING.contains(&name) {
            fails(&mut session, name);
        }
        if least > 0 && !TAKE_ANY_WORD.contains(&name) {
            fails(&mut session, &format!("{name} {}", vec!["?!"; least].join(" ")));
        }
        if let Some(most) = most {
            fails(&mut session, &format!("{name} {}", vec!["b"; most + 1].join(" ")));
        }
    }
    assert_eq!(state(&mut session), before);
}

#[test]
fn parameters_are_read_and_set_by_katagos_names() {
    super::check(
        "
> kata-list-params
= maxVisits maxTime numSearchThreads analysisWideRootNoise ponderingEnabled lagBuffer
> kata-set-param maxVisits 77
> kata-get-param maxVisits
= 77
> kata-get-param maxTime
= 1e20
> kata-set-param maxTime 2.5
> kata-get-param maxTime
= 2.5
> kata-set-param maxTime 1e20
> kata-get-param maxTime
= 1e20
> kata-set-param numSearchThreads 0
? syntax error
> kata-get-param numSearchThreads
= 1
> kata-set-param ponderingEnabled true
> kata-get-param ponderingEnabled
= true
> kata-set-param lagBuffer 0.5
> kata-get-param lagBuffer
= 0.5
> kata-get-param analysisWideRootNoise
= 0
> kata-set-param analysisWideRootNoise 0.25
> kata-get-param analysisWideRootNoise
= 0.25
> kata-set-param analysisWideRootNoise 6
? syntax error
> kata-get-param rootNoiseEnabled
? unknown parameter, expected one of maxVisits, maxTime, numSearchThreads, analysisWideRootNoise, ponderingEnabled, lagBuffer
> level 11
? syntax error
> level 3
> level
= 3
> kata-set-param maxVisits 77
> level
= 10
> level 10
> kata-get-param maxVisits
= 5400
",
    );
}

#[test]
fn times_are_set_by_all_systems_of_katago() {
    super::check(
        "
> kata-list_time_settings
= none absolute byoyomi canadian fischer fischer-capped
> kata-time_settings fischer 300 10.5
> kata-time_settings fischer-capped 300 10 600 -1
> kata-time_settings fischer-capped 300 10 200 -1
? syntax error
> kata-time_settings fischer 300
? syntax error
> kata-time_settings byoyomi 10 5 3
> kgs-time_settings fischer 300 10
? syntax error
> kata-time_settings none
",
    );
}

#[test]
fn a_position_is_set_and_komi_read() {
    super::check(
        "
> komi -3.5
> get_komi
= -3.5
> set_position b A1 w C3
> list_stones w
= C3
> undo
? cannot undo
> set_position b A1 w
? syntax error
> list_stones b
= A1
",
    );
}
