// SPDX-License-Identifier: MIT OR Apache-2.0

//! KataGo's forms of rules: its short text, `koPOSITIONALscoreAREAtaxNONEsui1button1whbN-1fpok1komi7.5`, and
//! its JSON, an object with the keys `ko`, `scoring` (or `score`), `tax`, `suicide`, `hasButton`,
//! `whiteHandicapBonus`, `friendlyPassOk` and `komi`.
//!
//! Keys may come in any order. A missing key has the value of Tromp-Taylor rules; a missing tax follows the
//! scoring. Keys that KataGo does not know come last and only if they are set: `spo1` and `selfPlayOpts` for
//! [`Rules::self_play_opts`], `letter1` and `passDeadByLetter` for [`PassDead::Letter`].

use serde_json::{Map, Value};

use super::{HandicapBonus, KoRule, PassDead, Rules, RulesError, Scoring, Tax, check_komi};

/// The names of a switch's settings in the order of their codes.
type Names = &'static [&'static str];

/// Settings that are `true` or `false` in JSON.
const OFF_ON: Names = &["0", "1"];

/// The keys of the text and of JSON with their settings, in the order in which they are printed.
const KEYS: [(&str, &str, Names); 9] = [
    ("ko", "ko", &["SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"]),
    ("score", "scoring", &["AREA", "TERRITORY"]),
    ("tax", "tax", &["NONE", "SEKI", "ALL"]),
    ("sui", "suicide", OFF_ON),
    ("button", "hasButton", OFF_ON),
    ("whb", "whiteHandicapBonus", &["0", "N", "N-1"]),
    ("fpok", "friendlyPassOk", OFF_ON),
    ("spo", "selfPlayOpts", OFF_ON),
    ("letter", "passDeadByLetter", OFF_ON),
];

/// Number of keys that the text has whatever their settings, and JSON.
const IN_TEXT: usize = 4;
const IN_JSON: usize = 7;

/// The code of a setting by its key of JSON.
fn code(rules: &Rules, key: &str) -> usize {
    match key {
        "ko" => rules.ko as usize,
        "scoring" => rules.scoring as usize,
        "tax" => rules.tax as usize,
        "whiteHandicapBonus" => rules.handicap_bonus as usize,
        "suicide" => rules.suicide.into(),
        "hasButton" => rules.button.into(),
        "friendlyPassOk" => rules.friendly_pass_ok.into(),
        "selfPlayOpts" => rules.self_play_opts.into(),
        _ => rules.pass_dead as usize,
    }
}

/// Changes a setting by its key of JSON.
fn set(rules: &mut Rules, key: &str, code: usize) {
    const KOS: [KoRule; 4] = [
        KoRule::Simple,
        KoRule::Positional,
        KoRule::Situational,
        KoRule::Spight,
    ];
    match key {
        "ko" => rules.ko = KOS[code],
        "scoring" => rules.scoring = [Scoring::Area, Scoring::Territory][code],
        "tax" => rules.tax = [Tax::None, Tax::Seki, Tax::All][code],
        "whiteHandicapBonus" => {
            let bonuses = [
                HandicapBonus::Zero,
                HandicapBonus::Stones,
                HandicapBonus::StonesLessOne,
            ];
            rules.handicap_bonus = bonuses[code];
        }
        "suicide" => rules.suicide = code == 1,
        "hasButton" => rules.button = code == 1,
        "friendlyPassOk" => rules.friendly_pass_ok = code == 1,
        "selfPlayOpts" => rules.self_play_opts = code == 1,
        _ => rules.pass_dead = [PassDead::Practice, PassDead::Letter][code],
    }
}

/// `NONE, SEKI or ALL`.
fn listed(names: Names) -> String {
    let (last, others) = names.split_last().expect("every switch has settings");
    format!("{} or {last}", others.join(", "))
}

const fn usual_tax(scoring: Scoring) -> Tax {
    match scoring {
        Scoring::Area => Tax::None,
        Scoring::Territory => Tax::Seki,
    }
}

impl Rules {
    /// KataGo's short text, with the komi if there is one. Switches that KataGo does not know are appended if
    /// they are set.
    pub fn to_katago_text(self, komi: Option<f32>) -> String {
        let mut text = String::new();
        for (i, (key, json, names)) in KEYS.iter().enumerate() {
            let name = names[code(&self, json)];
            if i < IN_TEXT || name != "0" {
                text += &format!("{key}{name}");
            }
        }
        text + &komi.map_or(String::new(), |komi| format!("komi{komi}"))
    }

    /// KataGo's JSON on one line, with the komi if there is one.
    ///
    /// ```
    /// use katachi_rules::Rules;
    /// let json = r#"{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,
    ///     "whiteHandicapBonus":"0","friendlyPassOk":false,"komi":7.5}"#;
    /// assert_eq!(Rules::parse(json), Ok((Rules::TROMP_TAYLOR, Some(7.5))));
    /// assert_eq!(Rules::parse(&Rules::AGA.to_json(None)).map(|(rules, _)| rules), Ok(Rules::AGA));
    /// ```
    pub fn to_json(self, komi: Option<f32>) -> String {
        let mut object = Map::new();
        for (i, (_, key, names)) in KEYS.into_iter().enumerate() {
            let code = code(&self, key);
            let setting = match names == OFF_ON {
                true => Value::from(code == 1),
                false => names[code].into(),
            };
            if i < IN_JSON || setting == true {
                object.insert(key.to_owned(), setting);
            }
        }
        object.extend(komi.map(|komi| ("komi".to_owned(), komi.into())));
        Value::Object(object).to_string()
    }
}

pub(super) fn parse_text(text: &str) -> Result<(Rules, Option<f32>), RulesError> {
    let (mut rules, mut komi) = (Rules::TROMP_TAYLOR, None);
    let (mut rest, mut has_tax) = (text, false);
    let bad = |rest: &str, expected: &str| {
        let message = format!("cannot read the rules from '{rest}' on: expected {expected}");
        RulesError::Other(message)
    };
    if text.is_empty() {
        return Err(RulesError::Unknown(String::new()));
    }
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("komi") {
            let end = after
                .find(|c: char| c.is_ascii_alphabetic())
                .unwrap_or(after.len());
            let number = after[..end].trim().parse().map_err(|_| bad(after, "a number"))?;
            komi = Some(check_komi(number)?);
            rest = after[end..].trim_start();
            continue;
        }
        let mut keys = [("scoring", "scoring", KEYS[1].2)].into_iter().chain(KEYS);
        let found = keys.find_map(|(key, json, names)| Some((json, names, rest.strip_prefix(key)?)));
        let Some((key, names, after)) = found else {
            return Err(match rest == text {
                true => RulesError::Unknown(rest.to_string()),
                false => bad(rest, "ko, score, tax, sui, button, whb, fpok or komi"),
            });
        };
        let words: Names = if names == OFF_ON {
            &["0", "1", "false", "true"]
        } else {
            names
        };
        // One name may be the beginning of another.
        let written = (0..words.len()).filter(|&code| after.starts_with(words[code]));
        let Some(code) = written.max_by_key(|&code| words[code].len()) else {
            return Err(bad(after, &listed(names)));
        };
        set(&mut rules, key, code % names.len());
        has_tax |= key == "tax";
        rest = after[words[code].len()..].trim_start();
    }
    if !has_tax {
        rules.tax = usual_tax(rules.scoring);
    }
    Ok((rules, komi))
}

pub(super) fn parse_json(text: &str) -> Result<(Rules, Option<f32>), RulesError> {
    let object = serde_json::from_str::<Map<String, Value>>(text);
    let object = object.map_err(|error| RulesError::Other(format!("not JSON: {error}")))?;
    let (mut rules, mut komi) = (Rules::TROMP_TAYLOR, None);
    for (key, value) in &object {
        let bad = |expected: &str| {
            let message = format!("bad value {value} of '{key}' in the rules: expected {expected}");
            RulesError::Other(message)
        };
        if key == "komi" {
            let number = value.as_f64().ok_or_else(|| bad("a number"))?;
            komi = Some(check_komi(number as f32)?);
            continue;
        }
        let Some((_, key, names)) = KEYS
            .iter()
            .find(|row| row.1 == key || key == "score" && row.0 == key)
        else {
            return Err(RulesError::Other(format!("unknown key '{key}' in the rules")));
        };
        let code = if *names == OFF_ON {
            usize::from(value.as_bool().ok_or_else(|| bad("true or false"))?)
        } else {
            let name = value.as_str().map(str::to_ascii_uppercase);
            let place = names.iter().position(|own| Some(*own) == name.as_deref());
            place.ok_or_else(|| bad(&listed(names)))?
        };
        set(&mut rules, key, code);
    }
    if !object.contains_key("tax") {
        rules.tax = usual_tax(rules.scoring);
    }
    Ok((rules, komi))
}
