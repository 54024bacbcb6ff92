// SPDX-License-Identifier: MIT OR Apache-2.0

//! KataGo's forms of rules: its short text, `koPOSITIONALscoreAREAtaxNONEsui1button1whbN-1fpok1komi7.5`, and
//! its JSON, an object with the keys `ko`, `scoring` (or `score`), `tax`, `suicide`, `hasButton`,
//! `whiteHandicapBonus`, `friendlyPassOk` and `komi`.
//!
//! Keys may come in any order. A missing key has the value of Tromp-Taylor rules; a missing tax follows the
//! scoring. Keys that KataGo does not know come last and only if they are set: `spo1` and `selfPlayOpts` for
//! [`Rules::self_play_opts`], `letter1` and `passDeadByLetter` for [`PassDead::Letter`].

use serde_json::{Map, Value};

use super::error::{RulesError, check_komi};
use super::{HandicapBonus, KoRule, PassDead, Rules, Scoring, Tax};

/// The names of a switch's settings.
type Names<T> = &'static [(&'static str, T)];

const KOS: Names<KoRule> = &[
    ("SIMPLE", KoRule::Simple),
    ("POSITIONAL", KoRule::Positional),
    ("SITUATIONAL", KoRule::Situational),
    ("SPIGHT", KoRule::Spight),
];
const SCORINGS: Names<Scoring> = &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
const TAXES: Names<Tax> = &[("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)];
/// The longer name comes first, because the shorter one is its prefix.
const BONUSES: Names<HandicapBonus> = &[
    ("N-1", HandicapBonus::StonesLessOne),
    ("N", HandicapBonus::Stones),
    ("0", HandicapBonus::Zero),
];
const SWITCH: Names<bool> = &[("0", false), ("1", true), ("false", false), ("true", true)];

/// The keys of the text and of JSON, in the order in which they are printed.
const KEYS: [(&str, &str); 9] = [
    ("ko", "ko"),
    ("score", "scoring"),
    ("tax", "tax"),
    ("sui", "suicide"),
    ("button", "hasButton"),
    ("whb", "whiteHandicapBonus"),
    ("fpok", "friendlyPassOk"),
    ("spo", "selfPlayOpts"),
    ("letter", "passDeadByLetter"),
];
/// Number of keys that the text has whatever their settings, and JSON.
const IN_TEXT: usize = 4;
const IN_JSON: usize = 7;

fn setting(rules: &Rules, key: &str) -> Value {
    match key {
        "ko" => name_of(KOS, rules.ko),
        "scoring" => name_of(SCORINGS, rules.scoring),
        "tax" => name_of(TAXES, rules.tax),
        "whiteHandicapBonus" => name_of(BONUSES, rules.handicap_bonus),
        "suicide" => rules.suicide.into(),
        "hasButton" => rules.button.into(),
        "friendlyPassOk" => rules.friendly_pass_ok.into(),
        "selfPlayOpts" => rules.self_play_opts.into(),
        _ => (rules.pass_dead == PassDead::Letter).into(),
    }
}

fn name_of<T: PartialEq>(names: Names<T>, value: T) -> Value {
    // Every setting is in its table; tests read printed texts back.
    let found = names.iter().find(|(_, v)| *v == value);
    found.map(|(name, _)| *name).into()
}

/// Sets the switch with a key of JSON; false if there is none.
fn set(rules: &mut Rules, key: &str, mut to: Written<'_, '_>) -> Result<bool, RulesError> {
    match key {
        "ko" => rules.ko = to.named(KOS, "SIMPLE, POSITIONAL, SITUATIONAL or SPIGHT")?,
        "scoring" => rules.scoring = to.named(SCORINGS, "AREA or TERRITORY")?,
        "tax" => rules.tax = to.named(TAXES, "NONE, SEKI or ALL")?,
        "whiteHandicapBonus" => rules.handicap_bonus = to.named(BONUSES, "0, N or N-1")?,
        "suicide" => rules.suicide = to.switch()?,
        "hasButton" => rules.button = to.switch()?,
        "friendlyPassOk" => rules.friendly_pass_ok = to.switch()?,
        "selfPlayOpts" => rules.self_play_opts = to.switch()?,
        "passDeadByLetter" if to.switch()? => rules.pass_dead = PassDead::Letter,
        "passDeadByLetter" => rules.pass_dead = PassDead::Practice,
        _ => return Ok(false),
    }
    Ok(true)
}

enum Written<'r, 't> {
    /// At the beginning of a text, from which it is taken.
    Text(&'r mut &'t str),
    Json(&'t str, &'t Value),
}

impl Written<'_, '_> {
    fn bad(&self, expected: &'static str) -> RulesError {
        match self {
            Self::Text(rest) => RulesError::Text {
                rest: rest.to_string(),
                expected,
            },
            Self::Json(key, value) => RulesError::Value {
                key: (*key).to_string(),
                value: value.to_string(),
                expected,
            },
        }
    }

    fn named<T: Copy>(&mut self, names: Names<T>, expected: &'static str) -> Result<T, RulesError> {
        let found = match self {
            Self::Text(rest) => names.iter().find_map(|&(name, value)| {
                let text: &str = rest;
                **rest = text.strip_prefix(name)?;
                Some(value)
            }),
            Self::Json(_, value) => {
                let name = value.as_str().map(str::to_ascii_uppercase);
                let found = names.iter().find(|(n, _)| Some(*n) == name.as_deref());
                found.map(|&(_, value)| value)
            }
        };
        found.ok_or_else(|| self.bad(expected))
    }

    fn switch(&mut self) -> Result<bool, RulesError> {
        match self {
            Self::Text(_) => self.named(SWITCH, "0 or 1"),
            Self::Json(_, value) => value.as_bool().ok_or_else(|| self.bad("true or false")),
        }
    }
}

const fn usual_tax(scoring: Scoring) -> Tax {
    match scoring {
        Scoring::Area => Tax::None,
        Scoring::Territory => Tax::Seki,
    }
}

pub(super) fn print_text(rules: Rules, komi: Option<f32>) -> String {
    let mut text = String::new();
    for (i, (key, json)) in KEYS.iter().enumerate() {
        let name = match setting(&rules, json) {
            Value::Bool(is_on) => u8::from(is_on).to_string(),
            name => name.as_str().unwrap_or_default().to_owned(),
        };
        if i < IN_TEXT || name != "0" {
            text += &format!("{key}{name}");
        }
    }
    text + &komi.map_or(String::new(), |komi| format!("komi{komi}"))
}

pub(super) fn print_json(rules: Rules, komi: Option<f32>) -> String {
    let mut object = Map::new();
    for (i, (_, key)) in KEYS.iter().enumerate() {
        let setting = setting(&rules, key);
        if i < IN_JSON || setting == true {
            object.insert((*key).to_owned(), setting);
        }
    }
    object.extend(komi.map(|komi| ("komi".to_owned(), komi.into())));
    Value::Object(object).to_string()
}

pub(super) fn parse_text(text: &str) -> Result<(Rules, Option<f32>), RulesError> {
    let (mut rules, mut komi) = (Rules::TROMP_TAYLOR, None);
    let (mut rest, mut has_tax) = (text, false);
    while !rest.is_empty() {
        let mut keys = [("komi", "komi"), ("scoring", "scoring")].into_iter().chain(KEYS);
        let found = keys.find_map(|(key, json)| Some((json, rest.strip_prefix(key)?)));
        let Some((key, mut after)) = found else {
            let (rest, expected) = (rest.to_string(), "ko, score, tax, sui, button, whb, fpok or komi");
            return Err(match rest == text {
                true => RulesError::Unknown(rest),
                false => RulesError::Text { rest, expected },
            });
        };
        if key == "komi" {
            let length = after
                .find(|c: char| c.is_ascii_alphabetic())
                .unwrap_or(after.len());
            let number = after[..length].trim().parse();
            komi = Some(check_komi(
                number.map_err(|_| Written::Text(&mut after).bad("a number"))?,
            )?);
            after = &after[length..];
        } else {
            set(&mut rules, key, Written::Text(&mut after))?;
        }
        has_tax |= key == "tax";
        rest = after.trim_start();
    }
    if text.is_empty() {
        return Err(RulesError::Unknown(String::new()));
    }
    if !has_tax {
        rules.tax = usual_tax(rules.scoring);
    }
    Ok((rules, komi))
}

pub(super) fn parse_json(text: &str) -> Result<(Rules, Option<f32>), RulesError> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| RulesError::Json(error.to_string()))?;
    let (mut rules, mut komi) = (Rules::TROMP_TAYLOR, None);
    for (key, value) in &object {
        let written = Written::Json(key, value);
        if key == "komi" {
            let number = value.as_f64().ok_or_else(|| written.bad("a number"))?;
            komi = Some(check_komi(number as f32)?);
        } else if !set(&mut rules, if key == "score" { "scoring" } else { key }, written)? {
            return Err(RulesError::Key(key.clone()));
        }
    }
    if !object.contains_key("tax") {
        rules.tax = usual_tax(rules.scoring);
    }
    Ok((rules, komi))
}
