// SPDX-License-Identifier: MIT OR Apache-2.0

//! No input makes the compiler panic, and whatever it makes of it is a sound table.
#![cfg(feature = "compile")]

use mkpat::{Database, Options, Source, compile, render};
use proptest::prelude::*;

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

/// Compiles, draws everything, and reads the table back.
fn survive(text: String) {
    let sources = [Source::new("any.db", text)];
    let options = Options {
        helpers: Some(vec!["some_helper".into()]),
        allow_unknown_helpers: true,
        ..Options::default()
    };
    let compiled = compile(&sources, &options);
    for colour in [false, true] {
        render(&compiled.diagnostics, &sources, colour);
    }
    for diagnostic in &compiled.diagnostics {
        diagnostic.one_line(&sources);
        let text = &sources[0].text;
        assert!(
            text.get(diagnostic.span.clone()).is_some(),
            "a span lies in the text: {diagnostic:?}"
        );
    }
    let bytes = compiled.database.encode();
    assert_eq!(Database::decode(&bytes), Ok(compiled.database));
}

/// One change of a text: at a place, a number of characters go, others come.
fn damage() -> impl Strategy<Value = (prop::sample::Index, usize, String)> {
    let tokens = prop::sample::select(vec![
        "",
        "O",
        "X",
        "*",
        "?",
        "|",
        "+",
        "-",
        ":",
        ";",
        "\n",
        "\r\n",
        " ",
        "(",
        ")",
        ",",
        "!",
        "&&",
        "||",
        "8",
        "t",
        "a",
        "lib",
        "lib(a)",
        "Pattern",
        "Pattern Q\n",
        "#",
        "é",
        "999999999999",
        "wind(",
        "0",
        "\u{feff}",
    ]);
    (
        any::<prop::sample::Index>(),
        0_usize..6,
        tokens.prop_map(str::to_owned),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_entries_do_not_panic(changes in proptest::collection::vec(damage(), 1..8)) {
        let mut text: Vec<char> = ENTRIES.chars().collect();
        for (at, gone, come) in changes {
            let at = at.index(text.len() + 1);
            let end = (at + gone).min(text.len());
            text.splice(at..end, come.chars());
        }
        survive(text.into_iter().collect());
    }

    #[test]
    fn arbitrary_text_does_not_panic(text in any::<String>()) {
        survive(text);
    }

    #[test]
    fn text_of_the_languages_characters_does_not_panic(
        lines in proptest::collection::vec("(Pattern [A-C]|[.OXox*?|]{1,6}|[-+]{1,6}|:[8|+X/,0-9a-z()]{0,12}|;[a-zA*()&|!<>=0-9 ,+-]{0,16})", 0..24),
    ) {
        survive(lines.join("\n"));
    }
}

#[test]
fn hostile_texts_do_not_panic() {
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
        survive(text);
    }
}

#[test]
fn entries_are_sound_before_they_are_damaged() {
    let compiled = compile(&[Source::new("any.db", ENTRIES)], &Options::default());
    assert_eq!(compiled.database.patterns.len(), 3, "{:#?}", compiled.diagnostics);
}
