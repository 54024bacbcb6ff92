// SPDX-License-Identifier: MIT OR Apache-2.0

//! KataGo's short text for rules: `koPOSITIONALscoreAREAtaxNONEsui1button1whbN-1fpok1komi7.5`.
//!
//! Keys may come in any order. A missing key has the value of Tromp-Taylor rules; a missing tax follows the
//! scoring. Keys that KataGo does not know come last and only if they are set: `spo1` for
//! [`Rules::self_play_opts`] and `letter1` for [`PassDead::Letter`].

use std::fmt::Write as _;

use super::error::{RulesError, check_komi};
use super::{HandicapBonus, KoRule, PassDead, Rules, Scoring, Tax};

/// The names of a switch's settings, as text and JSON write them.
pub(super) type Names<T> = &'static [(&'static str, T)];

pub(super) const KOS: Names<KoRule> = &[
    ("SIMPLE", KoRule::Simple),
    ("POSITIONAL", KoRule::Positional),
    ("SITUATIONAL", KoRule::Situational),
    ("SPIGHT", KoRule::Spight),
];
pub(super) const SCORINGS: Names<Scoring> = &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
pub(super) const TAXES: Names<Tax> = &[("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)];
/// The longer name comes first, because the shorter one is its prefix.
pub(super) const BONUSES: Names<HandicapBonus> = &[
    ("N-1", HandicapBonus::StonesLessOne),
    ("N", HandicapBonus::Stones),
    ("0", HandicapBonus::Zero),
];
const SWITCH: Names<bool> = &[("0", false), ("1", true), ("false", false), ("true", true)];

pub(super) fn name_of<T: PartialEq>(names: Names<T>, value: &T) -> &'static str {
    // Every setting is in its table; tests read printed texts back.
    names
        .iter()
        .find(|(_, v)| v == value)
        .map_or("", |(name, _)| name)
}

pub(super) fn print(rules: Rules, komi: Option<f32>) -> String {
    let mut text = format!(
        "ko{}score{}tax{}sui{}",
        name_of(KOS, &rules.ko),
        name_of(SCORINGS, &rules.scoring),
        name_of(TAXES, &rules.tax),
        u8::from(rules.suicide)
    );
    if rules.button {
        text += "button1";
    }
    if rules.handicap_bonus != HandicapBonus::Zero {
        text += "whb";
        text += name_of(BONUSES, &rules.handicap_bonus);
    }
    let own = [
        ("fpok1", rules.friendly_pass_ok),
        ("spo1", rules.self_play_opts),
        ("letter1", rules.pass_dead == PassDead::Letter),
    ];
    own.iter()
        .filter(|(_, set)| *set)
        .for_each(|(key, _)| text += key);
    if let Some(komi) = komi {
        let _ = write!(text, "komi{komi}");
    }
    text
}

pub(super) fn parse(text: &str) -> Result<(Rules, Option<f32>), RulesError> {
    let mut rules = Rules::TROMP_TAYLOR;
    let (mut tax, mut komi) = (None, None);
    let mut rest = text;
    while !rest.is_empty() {
        // Before `ko`, which is its prefix.
        if let Some(after) = rest.strip_prefix("komi") {
            let length = after
                .find(|c: char| c.is_ascii_alphabetic())
                .unwrap_or(after.len());
            let number: f32 = after[..length].trim().parse().map_err(|_| RulesError::Text {
                rest: after.to_string(),
                expected: "a number",
            })?;
            komi = Some(check_komi(number)?);
            rest = &after[length..];
        } else if let Some(after) = rest.strip_prefix("ko") {
            rules.ko = value(after, &mut rest, KOS, "SIMPLE, POSITIONAL, SITUATIONAL or SPIGHT")?;
        } else if let Some(after) = rest.strip_prefix("scoring").or(rest.strip_prefix("score")) {
            rules.scoring = value(after, &mut rest, SCORINGS, "AREA or TERRITORY")?;
        } else if let Some(after) = rest.strip_prefix("tax") {
            tax = Some(value(after, &mut rest, TAXES, "NONE, SEKI or ALL")?);
        } else if let Some(after) = rest.strip_prefix("whb") {
            rules.handicap_bonus = value(after, &mut rest, BONUSES, "0, N or N-1")?;
        } else {
            rest = switch(rest, text, &mut rules)?;
        }
        rest = rest.trim_start();
    }
    rules.tax = tax.unwrap_or(usual_tax(rules.scoring));
    if text.is_empty() {
        return Err(RulesError::Unknown(String::new()));
    }
    Ok((rules, komi))
}

/// Reads a key that is on or off; returns the rest of the text.
fn switch<'a>(at: &'a str, text: &str, rules: &mut Rules) -> Result<&'a str, RulesError> {
    const KEYS: [&str; 5] = ["sui", "button", "fpok", "spo", "letter"];
    let Some((key, after)) = KEYS.iter().find_map(|key| Some((*key, at.strip_prefix(key)?))) else {
        return Err(if at == text {
            RulesError::Unknown(text.to_string())
        } else {
            RulesError::Text {
                rest: at.to_string(),
                expected: "ko, score, tax, sui, button, whb, fpok or komi",
            }
        });
    };
    let mut rest = after;
    let on = value(after, &mut rest, SWITCH, "0 or 1")?;
    match key {
        "sui" => rules.suicide = on,
        "button" => rules.button = on,
        "fpok" => rules.friendly_pass_ok = on,
        "spo" => rules.self_play_opts = on,
        _ => rules.pass_dead = if on { PassDead::Letter } else { PassDead::Practice },
    }
    Ok(rest)
}

pub(super) const fn usual_tax(scoring: Scoring) -> Tax {
    match scoring {
        Scoring::Area => Tax::None,
        Scoring::Territory => Tax::Seki,
    }
}

fn value<'a, T: Copy>(
    after: &'a str,
    rest: &mut &'a str,
    names: Names<T>,
    expected: &'static str,
) -> Result<T, RulesError> {
    for &(name, value) in names {
        if let Some(tail) = after.strip_prefix(name) {
            *rest = tail;
            return Ok(value);
        }
    }
    Err(RulesError::Text {
        rest: after.to_string(),
        expected,
    })
}
