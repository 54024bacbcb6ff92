// SPDX-License-Identifier: MIT OR Apache-2.0

//! Rule sets with names.

use super::{HandicapBonus, KoRule, PassDead, Rules, Scoring, Tax};

impl Rules {
    /// Positional superko, area, suicide: the logical rules of John Tromp and Bill Taylor (1995).
    pub const TROMP_TAYLOR: Self = Self {
        ko: KoRule::Positional,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: true,
        button: false,
        handicap_bonus: HandicapBonus::Zero,
        handicap_from_moves: false,
        friendly_pass_ok: false,
        self_play_opts: false,
        pass_dead: PassDead::Practice,
    };
    /// Simple ko, territory, no points in seki; Korean rules are the same here.
    pub const JAPANESE: Self = Self {
        ko: KoRule::Simple,
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        suicide: false,
        ..Self::TROMP_TAYLOR
    };
    /// Simple ko, area, White receives a point for each handicap stone.
    pub const CHINESE: Self = Self {
        ko: KoRule::Simple,
        suicide: false,
        handicap_bonus: HandicapBonus::Stones,
        friendly_pass_ok: true,
        ..Self::TROMP_TAYLOR
    };
    /// Chinese rules with positional superko, as the servers OGS and KGS have them.
    pub const CHINESE_SUPERKO: Self = Self {
        ko: KoRule::Positional,
        ..Self::CHINESE
    };
    /// Situational superko, area; also the rules of the British and French associations.
    pub const AGA: Self = Self {
        ko: KoRule::Situational,
        handicap_bonus: HandicapBonus::StonesLessOne,
        ..Self::CHINESE
    };
    /// The rules of the American association with a button.
    pub const AGA_BUTTON: Self = Self {
        button: true,
        ..Self::AGA
    };
    /// Situational superko, area, suicide.
    pub const NEW_ZEALAND: Self = Self {
        ko: KoRule::Situational,
        friendly_pass_ok: true,
        ..Self::TROMP_TAYLOR
    };
    /// Positional superko, area, suicide: close to the rules of Ing.
    pub const ING: Self = Self {
        friendly_pass_ok: true,
        ..Self::TROMP_TAYLOR
    };
    /// Simple ko, area with two points of tax for each group: equivalent to counting stones alone.
    pub const STONE_SCORING: Self = Self {
        ko: KoRule::Simple,
        tax: Tax::All,
        suicide: false,
        friendly_pass_ok: true,
        ..Self::TROMP_TAYLOR
    };
    /// Simple ko, territory with two points of tax for each group.
    pub const ANCIENT_TERRITORY: Self = Self {
        tax: Tax::All,
        ..Self::JAPANESE
    };

    /// The named rule sets. The first name of equal rules is printed.
    pub const PRESETS: [(&'static str, Self); 12] = [
        ("chinese", Self::CHINESE),
        ("japanese", Self::JAPANESE),
        ("korean", Self::JAPANESE),
        ("aga", Self::AGA),
        ("new-zealand", Self::NEW_ZEALAND),
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("stone-scoring", Self::STONE_SCORING),
        ("ancient-territory", Self::ANCIENT_TERRITORY),
        ("chinese-ogs", Self::CHINESE_SUPERKO),
        ("chinese-kgs", Self::CHINESE_SUPERKO),
        ("aga-button", Self::AGA_BUTTON),
        ("ing", Self::ING),
    ];

    /// Other names of the same rules, from KataGo and game records.
    const ALIASES: [(&'static str, &'static str); 8] = [
        ("bga", "aga"),
        ("french", "aga"),
        ("nz", "new-zealand"),
        ("newzealand", "new-zealand"),
        ("tromptaylor", "tromp-taylor"),
        ("goe", "ing"),
        ("ancient-area", "stone-scoring"),
        ("jp", "japanese"),
    ];

    /// The rules with a name, in any case. Blanks, `-` and `_` are ignored.
    ///
    /// ```
    /// use katachi_rules::Rules;
    /// assert_eq!(Rules::preset("New Zealand"), Some(Rules::NEW_ZEALAND));
    /// assert_eq!(Rules::preset("chineseOGS"), Some(Rules::CHINESE_SUPERKO));
    /// assert_eq!(Rules::preset("ancient_area"), Some(Rules::STONE_SCORING));
    /// assert_eq!(Rules::preset("atari go"), None);
    /// ```
    pub fn preset(name: &str) -> Option<Self> {
        let plain = |name: &str| {
            let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
            letters.map(|c| c.to_ascii_lowercase()).collect::<String>()
        };
        let name = plain(name);
        let alias = Self::ALIASES.iter().find(|(alias, _)| plain(alias) == name);
        let name = alias.map_or(name, |&(_, preset)| plain(preset));
        let found = Self::PRESETS.iter().find(|(preset, _)| plain(preset) == name);
        found.map(|&(_, rules)| rules)
    }

    /// The first name of these rules, if they have one.
    pub fn name(self) -> Option<&'static str> {
        let plain = Self {
            handicap_from_moves: false,
            ..self
        };
        let found = Self::PRESETS.iter().find(|&&(_, rules)| rules == plain);
        found.map(|&(name, _)| name)
    }

    /// The komi that KataGo uses with these rules on a large board: 6.5 with territory scoring, 7 with a
    /// button, else 7.5.
    pub const fn usual_komi(self) -> f32 {
        match (self.scoring, self.button) {
            (Scoring::Territory, _) => 6.5,
            (Scoring::Area, true) => 7.0,
            (Scoring::Area, false) => 7.5,
        }
    }
}
