// SPDX-License-Identifier: MIT OR Apache-2.0

//! Texts of rules.

use katachi_rules::{Rules, check_komi};

/// Reads rules by name, as KataGo's text or as its JSON. All forms in which they are printed read back the
/// same.
pub fn rules(bytes: &[u8]) {
    let Ok((rules, komi)) = Rules::parse(&String::from_utf8_lossy(bytes)) else {
        return;
    };
    assert!(komi.is_none_or(|komi| check_komi(komi).is_ok()), "{komi:?}");
    for text in [rules.to_katago_text(komi), rules.to_json(komi)] {
        assert_eq!(Rules::parse(&text), Ok((rules, komi)), "{text}");
    }
    let text = rules.to_string();
    assert_eq!(text.parse(), Ok(rules), "{text}");
}
