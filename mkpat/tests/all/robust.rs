// SPDX-License-Identifier: MIT OR Apache-2.0

//! The laws of `crates/fuzz/src/laws/databases.rs` hold for damaged, random and hostile input.
#![cfg(feature = "compile")]

use mkpat::{Options, Source, compile};
use proptest::prelude::*;

#[path = "../../../crates/fuzz/src/laws/databases.rs"]
#[expect(unreachable_pub, reason = "a file of the fuzz targets")]
mod laws;

const ENTRIES: &str = "\
# Entries to be damaged.
Pattern Corner1   words

|.OX?   a comment
|.*OX
|..??
+----

:8,60,wind(20,1,10,2),sOX,10,5,-3,0,4,NULL

|.aX?
|.*OB
|..??
+----

;lib(a)<=4 && (lib(B)>1
;||alive(B))
;!dead(a) && xplay_attack(*,t,B)

Pattern Bridge2
O?O
.*.
XoX
:|,50,moyo(10,2),-,0,0,0,some_helper

Pattern Eye3
-----
.O.O.
..*..
x.X.x
:|,35,0,ADC
.O.O.
..t..
x.b.x
;status(b)!=UNKNOWN||oarea(t)*2-1>=+1%3/-2
";

/// A check of a damaged text.
type Law = fn(&[u8]);

/// Other languages to be damaged, each with its law.
const OTHERS: [(&str, Law); 4] = [
    (
        "Pattern Cut\nXO?\nO*!\n?!?\n:\\,B\nPattern Side\nO.O\n---\n:|,C\n",
        laws::connections,
    ),
    (
        "Pattern One\n.\n:1,1\n\nPattern Two\n@.\n:1,0\n\nPattern Bent\n..\n .!\n:2,1\n",
        laws::eyes,
    ),
    (
        include_str!("../../../crates/fuzz/seeds/moves/odd.db"),
        laws::moves,
    ),
    (
        include_str!("../../../crates/fuzz/seeds/trees/tree.sgf"),
        laws::trees,
    ),
];

/// A change of a text: the place, the number of characters removed, and the text inserted.
type Change = (prop::sample::Index, usize, String);

fn damage() -> impl Strategy<Value = Change> {
    let tokens = prop::sample::select(laws::TOKENS);
    (
        any::<prop::sample::Index>(),
        0_usize..6,
        tokens.prop_map(str::to_owned),
    )
}

fn damaged(text: &str, changes: Vec<Change>) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (at, gone, come) in changes {
        let at = at.index(text.len() + 1);
        let end = (at + gone).min(text.len());
        text.splice(at..end, come.chars());
    }
    text.into_iter().collect()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn damaged_texts_of_every_language_keep_the_laws(changes in proptest::collection::vec(damage(), 1..8)) {
        for (text, law) in OTHERS {
            law(damaged(text, changes.clone()).as_bytes());
        }
    }

    #[test]
    fn damaged_tables_keep_the_laws(changes in proptest::collection::vec(any::<(prop::sample::Index, u8)>(), 1..5)) {
        let mut table = compile(&[Source::new("any.db", ENTRIES)], &Options::default()).database.encode();
        for (at, byte) in changes {
            let at = at.index(table.len());
            table[at] = byte;
        }
        laws::table(&table);
    }
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn damaged_entries_keep_the_laws(changes in proptest::collection::vec(damage(), 1..8)) {
        laws::moves(damaged(ENTRIES, changes).as_bytes());
    }

    #[test]
    fn arbitrary_text_keeps_the_laws(text in any::<String>()) {
        laws::moves(text.as_bytes());
    }

    #[test]
    fn text_of_the_languages_characters_keeps_the_laws(
        lines in proptest::collection::vec("(Pattern [A-C]|[.OXox*?|]{1,6}|[-+]{1,6}|:[8|+X/,0-9a-z()]{0,12}|;[a-zA*()&|!<>=0-9 ,+-]{0,16})", 0..24),
    ) {
        laws::moves(lines.join("\n").as_bytes());
    }
}

#[test]
fn hostile_texts_keep_the_laws() {
    let long = "x".repeat(100_000);
    for text in [
        String::new(),
        "\u{feff}".to_owned(),
        "\u{feff}Pattern A\nO*X\n.O.\n:8,1".to_owned(),
        "Pattern".to_owned(),
        format!("Pattern {long}"),
        format!("Pattern A\n{long}\n:8,1"),
        format!("Pattern A\n*{}:8,1", "\n.".repeat(100_000)),
        format!("Pattern A\nO*X\n:8,{long}"),
        format!("Pattern A\nO*X\n:8,1\nO*a\n;{long}"),
        format!("Pattern A\nO*X\n:8,1\nO*a\n;lib({}", "a,".repeat(50_000)),
        "Pattern A\n*\n:8,1\n".repeat(5000),
    ] {
        laws::moves(text.as_bytes());
    }
}

#[test]
fn entries_are_sound_before_they_are_damaged() {
    let compiled = compile(&[Source::new("any.db", ENTRIES)], &Options::default());
    assert_eq!(compiled.database.patterns.len(), 3, "{:#?}", compiled.diagnostics);
}
