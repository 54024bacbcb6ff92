// SPDX-License-Identifier: MIT OR Apache-2.0

//! Every diagnostic has an entry that shows it, drawn in `snapshots/diagnostics.txt`.
#![cfg(feature = "compile")]

use std::fmt::Write as _;

use mkpat::{Code, Compiled, Helper, Input, Options, Severity, Source, compile, render};

use super::check_snapshot;

fn options() -> Options {
    let (name, highest) = ("ladder_helper".to_owned(), Some(40));
    let helpers = vec!["connect_helper".into(), Helper { name, highest }];
    Options {
        helpers: Some(helpers),
        ..Options::default()
    }
}

fn run(text: &str, options: &Options) -> (Vec<Source>, Compiled) {
    run_as(Input::Moves, text, options)
}

fn run_as(input: Input, text: &str, options: &Options) -> (Vec<Source>, Compiled) {
    let sources = vec![Source::new("shapes.db", text).with_input(input)];
    let compiled = compile(&sources, options);
    (sources, compiled)
}

/// Whether that code is among the diagnostics of a text.
fn has(text: &str, code: Code) -> bool {
    let (_, compiled) = run(text, &options());
    compiled.diagnostics.iter().any(|d| d.code == code)
}

/// Codes and places of the diagnostics of a text.
fn places(text: &str) -> Vec<(Code, (usize, usize))> {
    let (sources, compiled) = run(text, &options());
    let found = compiled.diagnostics.iter();
    found.map(|d| (d.code, d.line_column(&sources))).collect()
}

/// Compiles text and compares `line:column code` of all diagnostics.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found = places(text).into_iter();
    let found = found.map(|(code, (line, column))| format!("{line}:{column} {code}"));
    let found: Vec<_> = found.collect();
    let (sources, compiled) = run(text, &options());
    let drawn = render(&compiled.diagnostics, &sources, false);
    assert_eq!(found, expected, "\n{drawn}");
}

/// An entry for each code, whose first line names it.
const EXAMPLES: &str = include_str!("diagnostics.txt");

#[test]
fn every_code_has_an_example_that_is_drawn() {
    let mut shown = Vec::new();
    let (mut pictures, mut marked) = (String::new(), String::new());
    for example in EXAMPLES.split("#### ").skip(1) {
        let (name, text) = example.split_once('\n').expect("a line with the code");
        let code = Code::ALL.iter().find(|c| c.name() == name);
        let code = *code.unwrap_or_else(|| panic!("no code {name}"));
        let mut options = options();
        options.allow_unknown_helpers = code == Code::HelperNotChecked;
        let input = text.strip_prefix("#: ").and_then(|t| t.lines().next());
        let input = Input::ALL.iter().find(|i| Some(i.0) == input).map(|i| i.1);
        let (sources, compiled) = run_as(input.unwrap_or_default(), text, &options);
        let drawn = render(&compiled.diagnostics, &sources, false);
        let holds = compiled.diagnostics.iter().any(|d| d.code == code);
        assert!(holds, "the example does not show {name}:\n{drawn}");
        let holds = compiled.diagnostics.iter().all(|d| d.help.is_some());
        assert!(holds, "no help:\n{drawn}");
        let _ = writeln!(pictures, "#### {name}\n{}\n", drawn.trim_end());
        for d in &compiled.diagnostics {
            let of = |source: usize, span: &std::ops::Range<usize>| &sources[source].text[span.clone()];
            let related: Vec<_> = d.related.iter().map(|l| of(l.source, &l.span)).collect();
            let own = of(d.source, &d.span);
            let _ = writeln!(marked, "{name} {}: {own:?} {related:?}", d.code);
        }
        shown.push(code);
    }
    check_snapshot("diagnostics", &pictures);
    // The pictures show where a mark begins, the list the whole of it.
    check_snapshot("marked", &marked);
    let missing: Vec<_> = Code::ALL.iter().filter(|c| !shown.contains(c)).collect();
    assert_eq!(missing, [&Code::TooManySources]);
}

#[test]
fn codes_are_unique_and_sorted() {
    assert!(Code::ALL.is_sorted_by(|a, b| a.name() < b.name()));
}

#[test]
fn all_errors_of_all_entries_are_found_in_one_run() {
    let first = "Pattern A\nO*Q\n:8,x\nO*a\n;lib(a\n";
    let others = "Pattern B\nO*X\n:9,50\nO*a\n;lib(b)+foo(a)\n\nPattern C\nO*x\n:8,1\n";
    let found = "2:3 P010, 3:4 P022, 5:7 P050, 9:2 P031, 11:6 P053, 11:9 P051, 15:2 P061";
    check(
        &format!("{first}\n{others}"),
        &found.split(", ").collect::<Vec<_>>(),
    );
}

#[test]
fn an_error_leaves_out_its_pattern_only() {
    let (_, compiled) = run("Pattern A\nO*Q\n:8,5\nPattern B\nO*Xo\n.O..\n:8,5\n", &options());
    assert_eq!(compiled.count(Severity::Error), 1);
    assert_eq!(compiled.database.patterns.len(), 1);
    assert_eq!(compiled.database.patterns[0].name, "B");
}

#[test]
fn columns_count_characters_and_lines_end_with_cr_too() {
    let text = "Pattern A ünïcödé\nO*X\n.O.\n:8,50,0,é\nO*b\n.O.\n;lib(b)>1&&\n;lib(c)\n";
    check(&text.replace('\n', "\r\n"), &["4:9 P025", "8:6 P053"]);
}

#[test]
fn helpers_may_stay_unchecked() {
    let text = "Pattern A\nO*X\n.O.\n:8,50,0,-,0,0,0,0,0,any_helper\n";
    let (_, compiled) = run(text, &Options::default());
    assert_eq!(compiled.diagnostics, []);
    let found = compiled.database.patterns[0].helper.as_deref();
    assert_eq!(found, Some("any_helper"));
}

#[test]
fn near_helpers_are_named() {
    let text = "Pattern A\nO*X\n.O.\n:8,50,0,-,0,0,0,0,0,conect_helper\n";
    let (_, compiled) = run(text, &options());
    let found = compiled.diagnostics[0].help.as_deref();
    assert_eq!(found, Some("did you mean `connect_helper`?"));
    let none = Options {
        helpers: Some(Vec::new()),
        ..Options::default()
    };
    for (options, expected) in [
        (&options(), "write a name of the table"),
        (&none, "the engine has no helpers"),
    ] {
        let text = "Pattern A\nO*X\n.O.\n:8,50,0,-,0,0,0,0,0,quite_another\n";
        let (_, compiled) = run(text, options);
        let help = compiled.diagnostics[0].help.as_deref().unwrap_or_default();
        assert!(help.starts_with(expected), "{help}");
    }
}

#[test]
fn one_name_in_two_files_is_an_error_that_names_both_places() {
    let first = Source::new("mine.db", "Pattern Hane\nO*X\n.O.\n:8,50\n");
    let second = Source::new("more.db", "# more\nPattern Hane\nO.*\n.O.\n:8,60\n");
    let sources = [first, second];
    let compiled = compile(&sources, &options());
    let [error] = compiled.diagnostics.as_slice() else {
        panic!("{:?}", compiled.diagnostics);
    };
    assert_eq!(error.code, Code::DuplicateName);
    assert_eq!(error.severity, Severity::Error);
    let drawn = render(&compiled.diagnostics, &sources, false);
    let holds = drawn.contains("more.db:2:9") && drawn.contains("mine.db:1:9");
    assert!(holds, "{drawn}");
    // The first of the two is kept; names of connection patterns are names of their own.
    assert_eq!(compiled.database.patterns[0].weight, 50);
    let connection = Source::new("conn.db", "Pattern Hane\nO.\n.O\n:X,C\n");
    let compiled = compile(&[sources[0].clone(), connection], &options());
    assert_eq!(compiled.diagnostics, []);
}

#[test]
fn a_duplicate_is_found_in_any_turn_and_across_files() {
    let sources = [
        Source::new("a.db", "Pattern A\nO*X\n.O.\n:8,50\nO*a\n.O.\n;lib(a)>1\n"),
        Source::new("b.db", "Pattern B\n.X\nO*\n.O\n:8,40\n.a\nO*\n.O\n;1<lib(a)\n"),
    ];
    let compiled = compile(&sources, &Options::default());
    let codes: Vec<_> = compiled.diagnostics.iter().map(|d| (d.source, d.code)).collect();
    assert_eq!(codes, [(1, Code::DuplicateDiagram)]);
}

#[test]
fn patterns_that_differ_in_one_property_are_no_duplicates() {
    let entry = |name: &str, colon: &str, condition: &str| {
        format!("Pattern {name}\nO*X\n.O.\n{colon}\na*b\n.O.\n;{condition}\n")
    };
    let first = entry("A", ":8,50,0,s", "lib(a)>1");
    let is_duplicate = |second: String| has(&format!("{first}{second}"), Code::DuplicateDiagram);
    assert!(is_duplicate(entry("B", ":8,40,0,s", "lib(a)>1")));
    assert!(!is_duplicate(entry("B", ":8,40,0,n", "lib(a)>1")), "the class");
    let holds = !is_duplicate(entry("B", ":8,40,0,s", "lib(b)>1"));
    assert!(holds, "the constraint");
    let helped = entry("B", ":8,40,0,s,0,0,0,0,0,connect_helper", "lib(a)>1");
    assert!(!is_duplicate(helped), "the helper");
    let edge = entry("B", ":8,40,0,s", "lib(a)>1").replace(".O.\n", ".O.\n---\n");
    assert!(!is_duplicate(edge), "the edge");
}

/// Cases with the word behind each, between semicolons, in lines of which `#` begins a comment.
fn cases_of(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let cases = lines.flat_map(|line| line.split(';')).map(str::trim);
    cases.filter_map(|case| case.rsplit_once(' '))
}

/// Codes of a pattern with a condition on its stones `a` and `b`, one of which may be unused.
fn codes_of_condition(condition: &str) -> Vec<Code> {
    let text = format!("Pattern A\nO*X\n.O.\n:8,50\na*b\n.O.\n;{condition}\n");
    let (_, compiled) = run(&text, &options());
    let codes = compiled.diagnostics.iter().map(|d| d.code);
    codes.filter(|&code| code != Code::UnusedLabel).collect()
}

#[test]
fn a_comparison_is_decided_only_beyond_the_range_of_its_functions() {
    let cases = "
        # A string has 0 to 240 liberties.
        lib(a)<0 never; lib(a)<1 open; lib(a)<240 open; lib(a)<241 always; lib(a)<= -1 never;
        lib(a)<=0 open; lib(a)<=239 open; lib(a)<=240 always; lib(a)> -1 always; lib(a)>0 open;
        lib(a)>239 open; lib(a)>240 never; lib(a)>=0 always; lib(a)>=1 open; lib(a)>=240 open;
        lib(a)>=241 never; lib(a)== -1 never; lib(a)==0 open; lib(a)==240 open; lib(a)==241 never;
        lib(a)!= -1 always; lib(a)!=0 open; lib(a)!=240 open; lib(a)!=241 always; 241>lib(a) always;
        0>lib(a) never;
        # A difference is lowest if its second part is highest.
        lib(a)-lib(b)< -240 never; lib(a)-lib(b)< -239 open; lib(a)-lib(b)>239 open;
        lib(a)-lib(b)>240 never; lib(a)-2>238 never; lib(a)-2>237 open; lib(a)-2< -2 never;
        lib(a)-2< -1 open; lib(a)+lib(b)>480 never; lib(a)+lib(b)>479 open; lib(a)+2<2 never;
        lib(a)+2<3 open; -lib(a)>0 never; -lib(a)> -1 open; -lib(a)< -240 never; -lib(a)< -239 open;
        +lib(a)>240 never; +lib(a)>239 open;
        # An answer is 0 or 1.
        !lib(a)>1 never; !lib(a)>0 open; !lib(a)<0 never; (lib(a)>lib(b))>1 never;
        (lib(a)>lib(b))>0 open; (lib(a)>lib(b))<0 never; lib(a)*lib(b)>99999 open;
        # Numbers alone are left to the author.
        lib(a)>1||1>2 open;
        # Sides are compared without their values.
        lib(a)==lib(a) always; lib(a)<=lib(a) always; lib(a)>=lib(a) always; lib(a)!=lib(a) never;
        lib(a)<lib(a) never; lib(a)>lib(a) never; lib(a)==lib(b) open;
    ";
    for (condition, answer) in cases_of(cases) {
        let expected: &[Code] = match answer {
            "always" => &[Code::AlwaysTrue],
            "never" => &[Code::NeverTrue],
            _ => &[],
        };
        assert_eq!(codes_of_condition(condition), expected, "{condition}");
    }
}

#[test]
fn conditions_contradict_each_other_if_no_number_satisfies_both() {
    let cases = "
        lib(a)>2&&lib(a)<3 true; lib(a)>2&&lib(a)<4 false; lib(a)>=3&&lib(a)<=2 true;
        lib(a)>=3&&lib(a)<=3 false; 2<lib(a)&&3>lib(a) true; 2<lib(a)&&4>lib(a) false;
        3<=lib(a)&&2>=lib(a) true; 3<=lib(a)&&3>=lib(a) false; lib(a)==3&&lib(a)>3 true;
        lib(a)==3&&lib(a)>2 false; lib(a)==3&&lib(a)<3 true; lib(a)==3&&lib(a)<4 false;
        # The third condition meets the first two.
        lib(a)>1&&lib(a)<5&&lib(a)>4 true; lib(a)>1&&lib(a)<5&&lib(a)>3 false;
        lib(a)<9&&lib(a)>4&&lib(a)<5 true; lib(a)!=0&&lib(a)<1 true; lib(a)!=0&&lib(a)<2 false;
        lib(a)!=1&&lib(a)<2 false; lib(a)!=240&&lib(a)>239 true; lib(a)!=240&&lib(a)>238 false;
        lib(a)&&lib(a)<1 true; lib(a)&&lib(a)<2 false; !lib(a)&&lib(a)>0 true; !lib(a)&&lib(b)>0 false;
        lib(a)>2&&lib(b)<3 false; lib(a)>2&&lib(b)<3&&lib(b)>2 true; lib(b)>2&&lib(a)>2&&lib(b)<3 true;
        lib(a)>2||lib(a)<3 false; alive(a)&&dead(a) true; alive(a)&&alive(a) false;
        alive(a)&&dead(b) false; critical(a)&&unknown(a) true;
        # Of four statuses one is not excluded by another.
        !alive(a)&&dead(a) false;
    ";
    for (conditions, contradict) in cases_of(cases) {
        let found = codes_of_condition(conditions).contains(&Code::Contradiction);
        assert_eq!(found.to_string(), contradict, "{conditions}");
    }
}

#[test]
fn a_semicolon_or_colon_between_two_fields_is_taken_for_a_comma() {
    for (line, column) in [
        (":8:50", 3),
        (":8;50", 3),
        (":8,50;0", 6),
        (":8,50:0", 6),
        (":8,50,0:s", 8),
    ] {
        let text = format!("Pattern A\nO*X\n.O.\n{line}\n");
        assert_eq!(places(&text), [(Code::ColonSyntax, (4, column))], "{line}");
        let message = format!("`{}` where `,` belongs", &line[column - 1..column]);
        assert_eq!(run(&text, &options()).1.diagnostics[0].message, message);
    }
}

#[test]
fn a_semicolon_after_an_expression_is_reported_even_on_a_line_of_its_own() {
    let places = |lines: &str| places(&format!("Pattern A\nO*X\n.O.\n:8,50\na*X\n.O.\n{lines}\n"));
    let idle = Code::EmptyStatement;
    assert_eq!(places(";lib(a)>1;"), [(idle, (7, 10))]);
    // Lines are joined by an operator, whose second condition is missing then.
    let missing = (Code::ExpressionSyntax, (7, 10));
    assert_eq!(places(";lib(a)>1\n;;"), [missing, (idle, (7, 10))]);
    assert_eq!(places(";lib(a)>1\n;;\n;;;"), [missing, (idle, (8, 3))]);
}

#[test]
fn a_string_at_an_edge_of_the_board_has_no_liberty_beyond_it() {
    let impossible = |diagram: &str| has(&format!("Pattern A\n{diagram}\n:8,50\n"), Code::Impossible);
    // The picture ends beside the stone, or the board does.
    for (picture, board) in [
        ("XO*\nOO?\n???", "|XO*\n|OO?\n|???"),
        ("*OX\n?OO\n???", "*OX|\n?OO|\n???|"),
        ("?*?\nOOO\nOXO", "?*?\nOOO\nOXO\n---"),
        ("OXO\nOOO\n?*?", "---\nOXO\nOOO\n?*?"),
    ] {
        assert!(!impossible(picture), "{picture}");
        let sides = picture.contains("OXO");
        assert_eq!(impossible(board), sides, "{board}");
    }
    assert!(impossible("+---\n|XO*\n|OO?"));
    assert!(!impossible("---\nXO*\nOO?"));
    assert!(!impossible("|XO*\n|OO?"));
    assert!(impossible("---+\n*OX|\n?OO|"));
    assert!(!impossible("*OX|\n?OO|"));
    assert!(!impossible("---\n*OX\n?OO"));
    assert!(impossible("?OO|\n*OX|\n---+"));
    assert!(!impossible("?OO|\n*OX|"));
    assert!(!impossible("?OO\n*OX\n---"));
    // Every cell that may be empty is a liberty, for the whole string.
    for cell in ['.', '*', '?', 'o', 'x'] {
        let rest = if cell == '*' { '.' } else { '*' };
        assert!(!impossible(&format!("+----\n|XX{cell}{rest}\n|OOO?")), "{cell}");
    }
    assert!(impossible("+----\n|XXO*\n|OOO?"));
    // A string that bends to the left is one string.
    assert!(!impossible("---\n?OX\n.XX\n?OO"));
}

#[test]
fn a_pattern_has_an_effect_if_anything_can_make_it_worth_something() {
    let worthless = |rest: &str| {
        let (_, compiled) = run(&format!("Pattern A\nO*X\n.O.\n:8,{rest}\n"), &options());
        assert_eq!(compiled.count(Severity::Error), 0, "{rest}");
        compiled.diagnostics.iter().any(|d| d.code == Code::Worthless)
    };
    for rest in ["0", "0,0,s", "0,0,-,-5", "0,0,-,0,0,0,-3,0"] {
        assert!(worthless(rest), "{rest}");
    }
    let effects = "1; -1; 0,wind(1,1,0,0); 0,0,A; 0,0,D; 0,0,-,5; 0,0,-,0,5; 0,0,-,0,0,5; 0,0,-,0,0,0,0,3; \
                   0,0,-,0,0,0,0,0,connect_helper";
    for rest in effects.split("; ") {
        assert!(!worthless(rest), "{rest}");
    }
    assert!(!worthless("0\n#= 0.50, mine"), "a fitted weight");
    let learned = "Pattern Hane_21_0412\nO*X\n.O.\n:8,0\n";
    let (_, compiled) = run(learned, &options());
    assert_eq!(compiled.diagnostics, [], "the name of a learned shape");
}

#[test]
fn a_special_case_that_may_be_worth_more_is_not_superfluous() {
    let found = |general: &str, special: &str, diagram: &str| {
        let text = format!("Pattern G\nO*x\n.O.\n:8,{general}\nPattern S\n{diagram}\n:8,{special}\n");
        let (_, compiled) = run(&text, &options());
        assert_eq!(compiled.count(Severity::Error), 0, "{text}");
        compiled.diagnostics.iter().any(|d| d.code == Code::Subsumed)
    };
    let (same_stones, more_stones) = ("O*.\n.O.", "O*X\n.O.");
    let value = "50,wind(20,1,10,1),-,5,5,5,0,5";
    assert!(found(value, value, same_stones));
    let cases = "
        51,wind(20,1,10,1),-,5,5,5,0,5 false; 49,wind(20,1,10,1),-,5,5,5,0,5 true;
        50,wind(20,1,10,2),-,5,5,5,0,5 false; 50,0,-,5,5,5,0,5 false;
        50,wind(20,1,10,1),s,5,5,5,0,5 false; 50,wind(20,1,10,1),-,6,5,5,0,5 false;
        50,wind(20,1,10,1),-,4,5,5,0,5 true; 50,wind(20,1,10,1),-,5,6,5,0,5 false;
        50,wind(20,1,10,1),-,5,4,5,0,5 true; 50,wind(20,1,10,1),-,5,5,6,0,5 false;
        50,wind(20,1,10,1),-,5,5,4,0,5 true; 50,wind(20,1,10,1),-,5,5,5,1,5 false;
        50,wind(20,1,10,1),-,5,5,5,-1,5 true; 50,wind(20,1,10,1),-,5,5,5,0,6 false;
        50,wind(20,1,10,1),-,5,5,5,0,4 true;
    ";
    for (special, expected) in cases_of(cases) {
        assert_eq!(
            found(value, special, same_stones).to_string(),
            expected,
            "{special}"
        );
    }
    // Bonuses of weak stones and some classes are for each stone of a pattern.
    let cases = "
        50 true; 50,0,s true; 50,0,-,5 false; 50,0,-,0,5 false; 50,0,-,0,0,5 true; 50,0,A false;
        50,0,D false; 50,0,C false; 50,0,B false;
    ";
    for (colon, expected) in cases_of(cases) {
        assert!(found(colon, colon, same_stones), "{colon}");
        assert_eq!(found(colon, colon, more_stones).to_string(), expected, "{colon}");
    }
}

#[test]
fn a_misspelt_head_begins_an_entry_but_no_sentence_before_a_colon_line_does() {
    let entry = "O*X\n.O.\n:8,50\n";
    for (text, is_misspelt) in [
        ("pattern B\nENTRY", true),
        ("Pattern: B\nENTRY", true),
        ("patterns B of two stones\nENTRY", true),
        ("Pattern A\nENTRYpattern B\nO*O\n.X.\n:|,50\n", true),
        ("Pattern A\nENTRYpattern B again\nO*O\n.X.\n:|,50\n", true),
        ("Pattern A\npattern B\nENTRY", true),
        ("Pattern A\npattern of two stones\nENTRY", false),
        ("Pattern A\nENTRYpattern\n", false),
        ("Pattern A\nENTRYpatron B\n", false),
    ] {
        let text = text.replace("ENTRY", entry);
        let (_, compiled) = run(&text, &options());
        let is_reported = compiled.diagnostics.iter().any(|d| d.code == Code::NoName);
        assert_eq!(is_reported, is_misspelt, "{text}");
        let has_second = compiled.database.patterns.iter().any(|p| p.name == "B");
        assert_eq!(has_second, is_misspelt, "{text}");
    }
}

#[test]
fn colour_adds_escapes_and_nothing_else() {
    let (sources, compiled) = run("Pattern A\nO*Q\n:8,5\n", &options());
    let plain = render(&compiled.diagnostics, &sources, false);
    let colour = render(&compiled.diagnostics, &sources, true);
    assert!(!plain.contains('\u{1b}'));
    assert!(colour.contains('\u{1b}'));
}

#[test]
fn an_eye_shape_has_16_points_at_most() {
    for (points, is_too_large) in [(15, false), (16, false), (17, true)] {
        let text = format!("Pattern A\n{}\n:2,2\n", ".".repeat(points));
        let (_, compiled) = run_as(Input::Eyes, &text, &options());
        let is_reported = compiled.diagnostics.iter().any(|d| d.code == Code::EyeTooLarge);
        assert_eq!(is_reported, is_too_large, "{points}");
        assert_eq!(compiled.eyes.eyes.is_empty(), is_too_large, "{points}");
    }
}

#[test]
fn of_many_mistakes_in_a_line_the_first_are_drawn_and_the_others_counted() {
    let expr = vec!["lib(a)>1"; 60].join("&&");
    let (sources, compiled) = run(&format!("Pattern A\nO*.\n:-,50\n\nO*a\n;{expr}\n"), &options());
    assert_eq!(compiled.diagnostics.len(), 60);
    let drawn = render(&compiled.diagnostics, &sources, false);
    assert_eq!(drawn.matches("-->").count(), 50);
    assert!(drawn.ends_with("shapes.db:6: 10 more\n\n"), "{drawn}");
    let drawn = render(&compiled.diagnostics[..50], &sources, false);
    assert!(!drawn.contains("more"), "{drawn}");
}

#[test]
fn deep_expressions_are_refused_and_long_ones_are_not() {
    let entry = |expr: &str| format!("Pattern A\nO*X\n.O.\n:8,50\na*X\n.O.\n;{expr}\n");
    let deep = format!("{}lib(a){}", "(".repeat(100_000), ")".repeat(100_000));
    check(&entry(&deep), &["7:66 P058"]);
    let (_, compiled) = run(&entry(&format!("{}lib(a)", "!".repeat(100_000))), &options());
    assert_eq!(compiled.diagnostics[0].code, Code::TooDeep);
    let (_, compiled) = run(&entry(&vec!["lib(a)>1"; 5000].join("&&")), &options());
    assert_eq!(compiled.diagnostics[0].code, Code::TooDeep);
    check(&entry(&vec!["lib(a)>1"; 200].join("&&")), &[]);
}

/// `crates/fuzz` has the laws for damaged and random texts.
#[test]
fn long_and_empty_texts_are_compiled_or_refused() {
    let long = "x".repeat(100_000);
    for text in [
        String::new(),
        "\u{feff}".to_owned(),
        "\u{feff}Pattern A\nO*X\n.O.\n:8,1".to_owned(),
        format!("Pattern {long}"),
        format!("Pattern A\n{long}\n:8,1"),
        format!("Pattern A\n*{}:8,1", "\n.".repeat(100_000)),
        format!("Pattern A\nO*X\n:8,{long}"),
        format!("Pattern A\nO*X\n:8,1\nO*a\n;{long}"),
        format!("Pattern A\nO*X\n:8,1\nO*a\n;lib({}", "a,".repeat(50_000)),
        "Pattern A\n*\n:8,1\n".repeat(5000),
    ] {
        let (sources, compiled) = run(&text, &options());
        render(&compiled.diagnostics, &sources, true);
    }
}
