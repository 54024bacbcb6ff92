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

/// Places of keys.
const SCORING: usize = 1;
const TAX: usize = 2;

/// The codes of the settings in the order of the keys.
fn codes(rules: &Rules) -> [usize; 9] {
    [
        rules.ko as usize,
        rules.scoring as usize,
        rules.tax as usize,
        rules.suicide.into(),
        rules.button.into(),
        rules.handicap_bonus as usize,
        rules.friendly_pass_ok.into(),
        rules.self_play_opts.into(),
        rules.pass_dead as usize,
    ]
}

/// The rules with these codes. A tax that is not given is none for area, and that of seki for territory.
fn rules(mut codes: [usize; 9], has_tax: bool) -> Rules {
    use HandicapBonus::{Stones, StonesLessOne, Zero};
    use KoRule::{Positional, Simple, Situational, Spight};
    if !has_tax {
        codes[TAX] = codes[SCORING];
    }
    let is_on = |place: usize| codes[place] == 1;
    Rules {
        ko: [Simple, Positional, Situational, Spight][codes[0]],
        scoring: [Scoring::Area, Scoring::Territory][codes[SCORING]],
        tax: [Tax::None, Tax::Seki, Tax::All][codes[TAX]],
        suicide: is_on(3),
        button: is_on(4),
        handicap_bonus: [Zero, Stones, StonesLessOne][codes[5]],
        handicap_from_moves: false,
        friendly_pass_ok: is_on(6),
        self_play_opts: is_on(7),
        pass_dead: [PassDead::Practice, PassDead::Letter][codes[8]],
    }
}

/// `NONE, SEKI or ALL`.
fn listed(names: Names) -> String {
    let (last, others) = names.split_last().expect("every switch has settings");
    format!("{} or {last}", others.join(", "))
}

impl Rules {
    /// KataGo's short text, with the komi if there is one. Switches that KataGo does not know are appended if
    /// they are set.
    pub fn to_katago_text(self, komi: Option<f32>) -> String {
        let mut text = String::new();
        for (i, ((key, _, names), code)) in KEYS.iter().zip(codes(&self)).enumerate() {
            let name = names[code];
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
        for (i, ((_, key, names), code)) in KEYS.into_iter().zip(codes(&self)).enumerate() {
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
    let (mut codes, mut komi) = (codes(&Rules::TROMP_TAYLOR), None);
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
        let own = KEYS.iter().enumerate().map(|(place, (key, ..))| (place, *key));
        let mut keys = [(SCORING, "scoring")].into_iter().chain(own);
        let found = keys.find_map(|(place, key)| Some((place, rest.strip_prefix(key)?)));
        let Some((place, after)) = found else {
            return Err(match rest == text {
                true => RulesError::Unknown(rest.to_string()),
                false => bad(rest, "ko, score, tax, sui, button, whb, fpok or komi"),
            });
        };
        let names = KEYS[place].2;
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
        codes[place] = code % names.len();
        has_tax |= place == TAX;
        rest = after[words[code].len()..].trim_start();
    }
    Ok((rules(codes, has_tax), komi))
}

pub(super) fn parse_json(text: &str) -> Result<(Rules, Option<f32>), RulesError> {
    let object = serde_json::from_str::<Map<String, Value>>(text);
    let object = object.map_err(|error| RulesError::Other(format!("not JSON: {error}")))?;
    let (mut codes, mut komi) = (codes(&Rules::TROMP_TAYLOR), None);
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
        let is_own = |row: &(&str, &str, Names)| row.1 == key || key == "score" && row.0 == key;
        let Some(place) = KEYS.iter().position(is_own) else {
            return Err(RulesError::Other(format!("unknown key '{key}' in the rules")));
        };
        let names = KEYS[place].2;
        codes[place] = if names == OFF_ON {
            usize::from(value.as_bool().ok_or_else(|| bad("true or false"))?)
        } else {
            let name = value.as_str().map(str::to_ascii_uppercase);
            let place = names.iter().position(|own| Some(*own) == name.as_deref());
            place.ok_or_else(|| bad(&listed(names)))?
        };
    }
    Ok((rules(codes, object.contains_key("tax")), komi))
}
