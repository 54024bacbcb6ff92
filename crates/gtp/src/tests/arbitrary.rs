// SPDX-License-Identifier: MIT OR Apache-2.0

//! Sessions with arbitrary lines.

use proptest::prelude::*;

use super::session;
use crate::{COMMANDS, Request};

fn word() -> impl Strategy<Value = String> {
    let names: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
    prop_oneof![
        2 => proptest::sample::select(names).prop_map(str::to_string),
        2 => proptest::sample::select(vec!["b", "w", "black", "pass", "A1", "C3", "E5", "Z25", "resign", "dead"])
            .prop_map(str::to_string),
        2 => (-3i64..30).prop_map(|n| n.to_string()),
        1 => proptest::sample::select(vec!["#", "\t", "\r", "é", "\u{0}", "1e40", "nan", "99999999999", "a game.sgf"])
            .prop_map(str::to_string),
        1 => any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_is_said_gets_one_well_formed_reply_to_each_command(
        lines in prop::collection::vec(prop::collection::vec(word(), 0..5), 1..12)
    ) {
        let mut session = session();
        for line in lines {
            let line = line.join(" ");
            let reply = session.answer(&line);
            prop_assert_eq!(reply.is_some(), Request::parse(&line).is_some());
            if let Some(reply) = reply {
                let text = reply.to_string();
                prop_assert!(text.starts_with(['=', '?']), "{:?}", text);
                prop_assert!(text.ends_with("\n\n"));
                prop_assert_eq!(text.matches("\n\n").count(), 1, "{:?}", text);
            }
        }
    }
}
