// SPDX-License-Identifier: MIT OR Apache-2.0

//! Rules as records name them: free text, in which known words are looked for.

use super::Rules;

/// Words of Latin letters, which stand alone, and parts of names in other letters; with blanks between them.
type Words = (&'static str, Rules);

/// Countries, associations and authors. The British and French associations have the rules of the American
/// one, and so do European congresses.
const NAMES: [Words; 7] = [
    (
        "japanese japan jp jpn nihon nippon kiin 日本 日式 日规 일본",
        Rules::JAPANESE,
    ),
    ("korean korea kr kor kba 韩国 韓国 韓國 한국", Rules::JAPANESE),
    ("chinese china cn chn 中国 中國 中式 中规 중국", Rules::CHINESE),
    (
        "aga american america usa bga british ffg french france egf european 美国 美國 米国 アメリカ 미국",
        Rules::AGA,
    ),
    (
        "nz zealand 新西兰 紐西蘭 ニュージーランド 뉴질랜드",
        Rules::NEW_ZEALAND,
    ),
    ("ing goe 应氏 應氏 応氏 应昌期 應昌期 응씨", Rules::ING),
    ("tromp taylor", Rules::TROMP_TAYLOR),
];

/// Ways to count. Beside a name they tell nothing new, or the text contradicts itself.
const COUNTS: [Words; 2] = [
    ("area 数子 數子", Rules::CHINESE),
    ("territory 数目 數目 比目", Rules::JAPANESE),
];

/// Words that choose among rules of one name.
const VARIANTS: [(&str, Rules, Rules); 5] = [
    ("ogs", Rules::CHINESE, Rules::CHINESE_SUPERKO),
    ("kgs", Rules::CHINESE, Rules::CHINESE_SUPERKO),
    ("button", Rules::AGA, Rules::AGA_BUTTON),
    ("ancient", Rules::CHINESE, Rules::STONE_SCORING),
    ("ancient", Rules::JAPANESE, Rules::ANCIENT_TERRITORY),
];

impl Rules {
    /// The rules of a record: a text of [`Rules::parse`], or a free text with words for one of the known
    /// rules. `None` without such words, and if they name several rules.
    ///
    /// ```
    /// use katachi_rules::Rules;
    /// assert_eq!(Rules::named_in("Japanese rules (Nihon Kiin)"), Some(Rules::JAPANESE));
    /// assert_eq!(Rules::named_in("中国规则"), Some(Rules::CHINESE));
    /// assert_eq!(Rules::named_in("Japanese or Chinese"), None);
    /// assert_eq!(Rules::named_in("counting"), None);
    /// ```
    pub fn named_in(text: &str) -> Option<Self> {
        if let Ok(rules) = text.parse() {
            return Some(rules);
        }
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        let has = |word: &str| match word.is_ascii() {
            true => words.contains(&word),
            false => text.contains(word),
        };
        // Words in JSON that cannot be read prove nothing.
        if text.trim_start().starts_with('{') {
            return None;
        }
        let found = |table: &[Words]| -> Vec<Self> {
            let rows = table.iter().filter(|(names, _)| names.split(' ').any(has));
            let mut found: Vec<Self> = rows.map(|&(_, rules)| rules).collect();
            found.dedup();
            found
        };
        let (names, counts) = (found(&NAMES), found(&COUNTS));
        let rules = match (&names[..], &counts[..]) {
            (&[rules], []) | ([], &[rules]) => rules,
            (&[rules], &[count]) if rules.scoring == count.scoring => rules,
            _ => return None,
        };
        let mut variants = VARIANTS.iter().filter(|&&(word, of, _)| of == rules && has(word));
        Some(variants.next().map_or(rules, |&(_, _, variant)| variant))
    }

    /// The name for `RU` of a record: as FF\[4\] spells it if it has these rules, else that of `Display`.
    pub fn record_name(self) -> String {
        let name = match self.name() {
            Some("japanese") => "Japanese",
            Some("chinese") => "Chinese",
            Some("aga") => "AGA",
            Some("new-zealand") => "NZ",
            Some("ing") => "GOE",
            Some("tromp-taylor") => "Tromp-Taylor",
            _ => return self.to_string(),
        };
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_a_free_text_name_rules() {
        let territory = Some(Rules::JAPANESE);
        for (text, expected) in [
            ("Japanese Rules", territory),
            ("rules of Japan", territory),
            ("jp.", territory),
            ("日本ルール", territory),
            ("日本棋院", territory),
            ("Korean Baduk Association", territory),
            ("한국 룰", territory),
            ("韩国规则", territory),
            ("Territory", territory),
            ("territory scoring, Japanese", territory),
            ("CN", Some(Rules::CHINESE)),
            ("Chinese rules", Some(Rules::CHINESE)),
            ("中國圍棋規則", Some(Rules::CHINESE)),
            ("Area scoring", Some(Rules::CHINESE)),
            ("Chinese (OGS)", Some(Rules::CHINESE_SUPERKO)),
            ("AGA Rules", Some(Rules::AGA)),
            ("American", Some(Rules::AGA)),
            ("EGF", Some(Rules::AGA)),
            ("AGA with a button", Some(Rules::AGA_BUTTON)),
            ("Ing's SST rules", Some(Rules::ING)),
            ("应氏规则", Some(Rules::ING)),
            ("New Zealand Rules", Some(Rules::NEW_ZEALAND)),
            ("Tromp / Taylor", Some(Rules::TROMP_TAYLOR)),
            ("Ancient Chinese", Some(Rules::STONE_SCORING)),
        ] {
            assert_eq!(Rules::named_in(text), expected, "{text}");
        }
    }

    #[test]
    fn texts_without_a_known_word_or_with_several_name_none() {
        for text in [
            "",
            "our own",
            "counting",
            "Japanesque",
            "Chinese/Japanese",
            "Japanese, area",
            "ancient",
            r#"{"scoring":"area",}"#,
            "koSIMPLEscoreAREAx",
        ] {
            assert_eq!(Rules::named_in(text), None, "{text}");
        }
    }

    #[test]
    fn the_name_in_a_record_is_read_back() {
        for (_, rules) in Rules::PRESETS {
            let name = rules.record_name();
            assert_eq!(Rules::named_in(&name), Some(rules), "{name}");
            assert_eq!(name.parse(), Ok(rules), "{name}");
        }
        let own = Rules {
            suicide: true,
            ..Rules::AGA
        };
        assert_eq!(Rules::named_in(&own.record_name()), Some(own));
    }
}
