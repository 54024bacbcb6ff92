// SPDX-License-Identifier: MIT OR Apache-2.0

//! KataGo's JSON for rules, an object with the keys `ko`, `scoring` (or `score`), `tax`, `suicide`,
//! `hasButton`, `whiteHandicapBonus`, `friendlyPassOk` and `komi`.
//!
//! A missing key has the value of Tromp-Taylor rules; a missing tax follows the scoring. Keys that KataGo
//! does not know are printed only if they are set: `selfPlayOpts` and `passDeadByLetter`.

use serde_json::{Map, Value};

use super::error::{RulesError, check_komi};
use super::text::{BONUSES, KOS, Names, SCORINGS, TAXES, name_of, usual_tax};
use super::{PassDead, Rules};

pub(super) fn print(rules: Rules, komi: Option<f32>) -> String {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_string(), value);
    put("ko", name_of(KOS, &rules.ko).into());
    put("scoring", name_of(SCORINGS, &rules.scoring).into());
    put("tax", name_of(TAXES, &rules.tax).into());
    put("suicide", rules.suicide.into());
    put("hasButton", rules.button.into());
    put(
        "whiteHandicapBonus",
        name_of(BONUSES, &rules.handicap_bonus).into(),
    );
    put("friendlyPassOk", rules.friendly_pass_ok.into());
    for (key, set) in [
        ("selfPlayOpts", rules.self_play_opts),
        ("passDeadByLetter", rules.pass_dead == PassDead::Letter),
    ] {
        if set {
            put(key, true.into());
        }
    }
    if let Some(komi) = komi {
        put("komi", komi.into());
    }
    Value::Object(object).to_string()
}

pub(super) fn parse(text: &str) -> Result<(Rules, Option<f32>), RulesError> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| RulesError::Json(error.to_string()))?;
    let mut rules = Rules::TROMP_TAYLOR;
    let (mut tax, mut komi) = (None, None);
    for (key, value) in &object {
        let entry = Entry { key, value };
        match key.as_str() {
            "ko" => rules.ko = entry.named(KOS, "SIMPLE, POSITIONAL, SITUATIONAL or SPIGHT")?,
            "score" | "scoring" => rules.scoring = entry.named(SCORINGS, "AREA or TERRITORY")?,
            "tax" => tax = Some(entry.named(TAXES, "NONE, SEKI or ALL")?),
            "whiteHandicapBonus" => rules.handicap_bonus = entry.named(BONUSES, "0, N or N-1")?,
            "suicide" => rules.suicide = entry.switch()?,
            "hasButton" => rules.button = entry.switch()?,
            "friendlyPassOk" => rules.friendly_pass_ok = entry.switch()?,
            "selfPlayOpts" => rules.self_play_opts = entry.switch()?,
            "passDeadByLetter" if entry.switch()? => rules.pass_dead = PassDead::Letter,
            "passDeadByLetter" => {}
            "komi" => {
                let number = value.as_f64().ok_or_else(|| entry.bad("a number"))?;
                komi = Some(check_komi(number as f32)?);
            }
            _ => return Err(RulesError::Key(key.clone())),
        }
    }
    rules.tax = tax.unwrap_or(usual_tax(rules.scoring));
    Ok((rules, komi))
}

struct Entry<'a> {
    key: &'a str,
    value: &'a Value,
}

impl Entry<'_> {
    fn bad(&self, expected: &'static str) -> RulesError {
        RulesError::Value {
            key: self.key.to_string(),
            value: self.value.to_string(),
            expected,
        }
    }

    fn named<T: Copy>(&self, names: Names<T>, expected: &'static str) -> Result<T, RulesError> {
        let name = self.value.as_str().map(str::to_ascii_uppercase);
        let found = names.iter().find(|(n, _)| Some(*n) == name.as_deref());
        found.map(|&(_, value)| value).ok_or_else(|| self.bad(expected))
    }

    fn switch(&self) -> Result<bool, RulesError> {
        self.value.as_bool().ok_or_else(|| self.bad("true or false"))
    }
}
