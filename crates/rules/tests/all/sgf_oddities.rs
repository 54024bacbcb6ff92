// SPDX-License-Identifier: MIT OR Apache-2.0

//! Oddities of real files, one kind at a time, with their warnings.

use katachi_rules::sgf::{Record, Step, Tree, read};
use katachi_rules::{BoardSize, Color, Move, Rules};

/// The main line as `B aa`, `W pass` and so on, and the warnings.
#[track_caller]
fn check(bytes: impl AsRef<[u8]>, moves: &str, warnings: &[&str]) -> Record {
    let bytes = bytes.as_ref();
    let record = Record::parse(bytes).unwrap();
    let found = record.steps.iter().filter_map(|step| match step {
        Step::Play(color, Move::Play(p)) => {
            let [x, y] = [p.x(), p.y()].map(|i| char::from(b'a' + i));
            Some(format!("{}{x}{y}", color.letter()))
        }
        Step::Play(color, Move::Pass) => Some(format!("{}pass", color.letter())),
        Step::Lost(lost) if lost.color.is_some() => Some("lost".to_string()),
        _ => None,
    });
    assert_eq!(found.collect::<Vec<_>>().join(" "), moves);
    let found: Vec<_> = record.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(found, warnings);
    record
}

fn value(record: &Record, names: &str) -> String {
    let values = names.split(' ').map(|name| record.get(name).unwrap_or_default());
    values.collect::<Vec<_>>().join(" ")
}

const MOVES: &str = "Bee Wcc";

/// Number of stones of a colour before the first move.
fn set_up(record: &Record, color: Color) -> usize {
    let game = record.game_after(0, Rules::CHINESE, 0.0).unwrap();
    let stones = record.size.points().filter(|&p| game.board().cell(p).is(color));
    stones.count()
}

#[test]
fn text_is_read_in_the_encoding_that_ca_tells() {
    let gb = check(b"(;PB[\xb9\xc5\xc1\xa6]CA[GB2312]SZ[9];B[ee];W[cc])", MOVES, &[]);
    assert_eq!(value(&gb, "PB"), "古力");
    let big5 = check(b"(;CA[Big5]SZ[9]EV[\xb3\x5c\xa5\\]PB[x];B[ee];W[cc])", MOVES, &[]);
    assert_eq!(value(&big5, "EV PB"), "許功 x");
    let korean = b"(;CA[cp949]SZ[9]PB[\xc0\xcc\xc3\xa2\xc8\xa3];B[ee];W[cc])";
    let korean = check(korean, MOVES, &[]);
    assert_eq!(value(&korean, "PB"), "이창호");
    let latin = check(b"(;CA[ISO8859_1]SZ[9]PB[Andr\xe9];B[ee];W[cc])", MOVES, &[]);
    assert_eq!(value(&latin, "PB"), "André");
    let utf8 = check("(;CA[utf8]SZ[9]PB[囲碁];B[ee];W[cc])", MOVES, &[]);
    assert_eq!(value(&utf8, "PB"), "囲碁");
}

#[test]
fn second_bytes_that_look_like_brackets_are_letters() {
    // The characters of 表, ソ and 能 end in a backslash, that of ゾ in a closing bracket.
    let text = b"(;CA[Shift_JIS]SZ[9]PB[\x95\x5c\x83\x5c\x94\x5c]PW[\x83\x5d];B[ee];W[cc])";
    let record = check(text, MOVES, &[]);
    assert_eq!(value(&record, "PB PW"), "表ソ能 ゾ");
    // The name is before the charset and would swallow it.
    let text = b"(;PB[\x95\x5c]CA[Shift_JIS]SZ[9];B[ee];W[cc])";
    assert_eq!(value(&check(text, MOVES, &[]), "PB"), "表");
}

#[test]
fn a_stray_escape_takes_no_moves() {
    for declared in ["CA[UTF-8]", ""] {
        for text in ["a \u{1b}$B b", "\u{1b}$B", "\u{1b}$Bab\u{1b}$B"] {
            let sgf = format!("(;{declared}SZ[5]C[{text}];B[ab];W[aa])");
            let record = Record::parse(sgf.as_bytes()).unwrap();
            assert_eq!(record.move_count(), 2, "{sgf:?}");
        }
    }
}

#[test]
fn marks_and_wide_letters_are_recognized() {
    let text = "(;SZ[9]PB[囲碁];B[ee];W[cc])";
    let record = check(format!("\u{feff}{text}"), MOVES, &[]);
    assert_eq!(value(&record, "PB"), "囲碁");
    for with_mark in [true, false] {
        let mark = if with_mark { "\u{feff}" } else { "" };
        let wide = format!("{mark}{text}");
        let little: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = wide.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert_eq!(value(&check(bytes, MOVES, &[]), "PB"), "囲碁");
        }
    }
    let japanese = b"(;CA[iso-2022-jp]SZ[9]PB[\x1b$B\x30\x5d\x30\x5c\x1b(B];B[ee];W[cc])";
    assert_eq!(check(japanese, MOVES, &[]).get("PB").unwrap().chars().count(), 2);
}

#[test]
fn without_a_usable_charset_the_letters_decide() {
    let chinese =
        b"(;SZ[9]GN[\xd6\xd0\xb9\xfa\xce\xa7\xc6\xe5\xc1\xaa\xc8\xfc]PB[\xb9\xc5\xc1\xa6];B[ee];W[cc])";
    let reported = "line 1, column 2, game 1 before move 1: no CA: text read as GBK";
    let record = check(chinese, MOVES, &[reported]);
    assert_eq!(value(&record, "PB"), "古力");
    let mut unknown = b"(;CA[Klingon]".to_vec();
    unknown.extend_from_slice(&chinese[2..]);
    let reported = "line 1, column 2, game 1 before move 1: unknown CA[Klingon]: text read as GBK";
    check(unknown, MOVES, &[reported]);
    let reported =
        "line 1, column 2, game 1 before move 1: CA[Shift_JIS], but the text is UTF-8: read as UTF-8";
    check("(;CA[Shift_JIS]SZ[9]PB[囲碁];B[ee];W[cc])", MOVES, &[reported]);
}

#[test]
fn a_charset_that_the_letters_contradict_does_not_count() {
    let place = "line 1, column 2, game 1 before move 1";
    let record = check(
        b"(;CA[UTF-8]SZ[9]GN[\xd6\xd0\xb9\xfa\xce\xa7\xc6\xe5\xc1\xaa\xc8\xfc]PB[\xb9\xc5\xc1\xa6];B[ee];W[cc])",
        MOVES,
        &[&format!("{place}: CA[UTF-8], but the text is not UTF-8: text read as GBK")],
    );
    assert_eq!(value(&record, "PB"), "古力");
    // A few damaged letters do not make other text of it.
    let replaced = "bytes that are no UTF-8 were replaced, here and in what follows";
    let mut text = "(;CA[GBK]SZ[9]EV[围棋联赛]PB[古".as_bytes().to_vec();
    text.extend_from_slice(b"\xe5];B[ee];W[cc])");
    let reported: [&str; 2] = [
        &format!("{place}: CA[GBK], but most of the text is UTF-8: read as UTF-8"),
        &format!("line 1, column 33, game 1 before move 1: {replaced}"),
    ];
    let record = check(&text, MOVES, &reported);
    assert_eq!(&*value(&record, "PB"), "古\u{fffd}");
    // Nor is text UTF-8 that has as many letters of it as other bytes.
    let mut text = "(;CA[UTF-8]SZ[9]PB[古".as_bytes().to_vec();
    text.extend_from_slice(b"\xff];B[ee];W[cc])");
    let warnings = Record::parse(&text).unwrap().warnings;
    let first = warnings[0].to_string();
    assert!(first.contains("CA[UTF-8], but the text is not UTF-8"), "{first}");
}

#[test]
fn letters_of_two_bytes_in_utf_8_may_be_one_letter_of_a_declared_asian_encoding() {
    let text = |charset: &str| [b"(;CA[", charset.as_bytes(), b"]SZ[9]PB[\xc3\xa9];B[ee];W[cc])"].concat();
    assert_eq!(value(&check(text("GBK"), MOVES, &[]), "PB"), "茅");
    assert_eq!(value(&check(text("UTF-8"), MOVES, &[]), "PB"), "é");
    let remark = "line 1, column 2, game 1 before move 1: \
                  CA[ISO-8859-1], but the text is UTF-8: read as UTF-8";
    assert_eq!(value(&check(text("ISO-8859-1"), MOVES, &[remark]), "PB"), "é");
}

#[test]
fn damaged_letters_are_replaced_and_swallow_nothing() {
    let warning = |column, charset| {
        let place = format!("line 1, column {column}, game 1 before move 1");
        format!("{place}: bytes that are no {charset} were replaced, here and in what follows")
    };
    let text = b"(;CA[GBK]SZ[9]EV[\xce\xa7\xc6\xe5]PB[\xb9\xc5\xc1]PW[x];B[ee];W[cc])";
    let record = check(text, MOVES, &[&warning(25, "GBK")]);
    assert_eq!(value(&record, "PB PW"), "古\u{fffd} x");
    let mut cut = "(;SZ[9]EV[围棋]PB[古".as_bytes().to_vec();
    cut.extend_from_slice(b"\xe5]PW[x];B[ee];W[cc])");
    let record = check(cut, MOVES, &[&warning(20, "UTF-8")]);
    assert_eq!(value(&record, "PB PW"), "古\u{fffd} x");
}

#[test]
fn every_game_of_a_file_has_its_own_charset() {
    let mut file = b"(;CA[GB2312]PB[\xb9\xc5\xc1\xa6])\n(;CA[Shift_JIS]PB[\x95\x5c])\n(;PB[plain])".to_vec();
    file.extend_from_slice("(;CA[UTF-8]PB[囲碁])".as_bytes());
    let games = read(&file).unwrap();
    let records = games.trees.iter().map(|tree| Record::from_tree(tree).unwrap());
    let names: Vec<_> = records.map(|record| value(&record, "PB")).collect();
    assert_eq!(names, ["古力", "表", "plain", "囲碁"]);
}

#[test]
fn names_of_old_files_are_their_capitals() {
    let text = "(;GaMe[1]VieW[]SiZe[9]KoMi[5.5]CoPyright[by hand]\n;Black[ee];White[tt])";
    let record = check(text, "Bee Wpass", &[]);
    assert_eq!((record.size.width(), record.komi), (9, Some(5.5)));
    assert_eq!(record.get("CP"), Some("by hand"));
    let reported = [
        "line 1, column 3, game 1 before move 1: sz should be in capitals",
        "line 1, column 9, game 1 before move 1: b should be in capitals",
        "line 1, column 15, game 1 after move 1: w should be in capitals",
    ];
    check("(;sz[9];b[ee];w[cc])", MOVES, &reported);
}

#[test]
fn brackets_too_many_or_too_few_lose_nothing_but_themselves() {
    let stray = "\"]\" without a backslash in C was read as text";
    let reported = &format!("line 1, column 17, game 1 before move 1: {stray}");
    let record = check("(;SZ[9]C[nice :-] ;) well];B[ee];W[cc])", MOVES, &[reported]);
    assert_eq!(value(&record, "C"), "nice :-] ;) well");
    let reported = "line 1, column 14, game 1 after move 1: skipped what is no property: \"]\"";
    check("(;SZ[9];B[ee]];W[cc])", MOVES, &[reported]);
    let reported = "line 1, column 10, game 1 before move 1: the value of B is not closed by \"]\"";
    check("(;SZ[9];B[ee;W[cc])", MOVES, &[reported]);
    let reported = [
        "line 1, column 2, game 1 before move 1: no \";\" before SZ: read as if it were there",
        "line 1, column 14, game 1 after move 1: no \";\" before W: read as if it were there",
    ];
    check("(SZ[9];B[ee](W[cc]))", MOVES, &reported);
    let reported = "line 1, column 1, game 1 before move 1: \
                no \"(\" before the first node: read as if it were there";
    check(";SZ[9];B[ee];W[cc])", MOVES, &[reported]);
    check("(;SZ[9];B[ee];W[cc]))", MOVES, &[]);
    let reported = &format!("line 1, column 19, game 1 before move 1: {stray}");
    let record = check("(;SZ[9]C[see [this] or that];B[ee];W[cc])", MOVES, &[reported]);
    assert_eq!(value(&record, "C"), "see [this] or that");
}

#[test]
fn a_file_that_ends_early_is_read_as_far_as_it_goes() {
    let missing = "the file ends within the game: 1 \")\" missing";
    let reported = &format!("line 1, column 20, game 1 after move 2: {missing}");
    check("(;SZ[9];B[ee];W[cc]", MOVES, &[reported]);
    let cut = [
        "line 1, column 22, game 1 after move 2: the value of B is not closed by \"]\"",
        "line 1, column 21, game 1 after move 2: the file ends within B: it was left out",
        &format!("line 1, column 24, game 1 after move 2: {missing}"),
    ];
    // The rest of the move is not read as another move or a pass.
    check("(;SZ[9];B[ee];W[cc];B[g", MOVES, &cut);
    let last = cut[2].replace("24", "23");
    check("(;SZ[9];B[ee];W[cc];B[", MOVES, &[cut[0], cut[1], &last]);
    let record = Record::parse(b"(;SZ[9];B[ee];W[cc]C[cut of\\").unwrap();
    assert_eq!(record.move_count(), 2);
}

#[test]
fn text_around_and_between_games_is_skipped() {
    let mail = "From: a friend (;-)\n\n(;SZ[9];B[ee];W[cc])\n-- \nbye (see you)\n(;SZ[5])\n";
    let collection = read(mail.as_bytes()).unwrap();
    assert_eq!(collection.trees.len(), 2);
    let warnings: Vec<_> = collection.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "line 1, column 1: text outside the games was skipped: \"From: a friend (;-)\"",
            "line 4, column 1, game 1 before move 1: text outside the games was skipped: \"--  bye (see you)\"",
        ]
    );
    let unclosed = "(;GM[1]SZ[9];B[ee]\n(;GM[1]SZ[9];B[cc])";
    let games = read(unclosed.as_bytes()).unwrap();
    let records = games.trees.iter().map(|tree| Record::from_tree(tree).unwrap());
    assert_eq!(
        records.map(|record| record.move_count()).collect::<Vec<_>>(),
        [1, 1]
    );
}

#[test]
fn nul_bytes_and_any_line_ends_are_white_space() {
    let nul = "line 1, column 11, game 1 before move 1: NUL bytes were skipped";
    let record = check("(;SZ[9]C[a\0b];\0B[ee]\0;W[cc]\0)\0\0", MOVES, &[nul]);
    assert_eq!(value(&record, "C"), "ab");
    check("\r\n(;\rSZ\r\n[9]\r\n\r\n;B\n[ee]\r;W [cc]\x0b)\r\n", MOVES, &[]);
    let record = check("(;SZ[9]AB[aa]\n[bb:cc]\r\n [dd];B[ee];W[fc])", "Bee Wfc", &[]);
    assert_eq!(set_up(&record, Color::Black), 6);
}

#[test]
fn duplicates_are_told_and_the_first_one_counts() {
    let reported = [
        "line 1, column 15, game 1 before move 1: KM is in this node already",
        "line 1, column 30, game 1 before move 1: DT is in this node already",
    ];
    let record = check(
        "(;SZ[9]KM[6.5]KM[0.5]DT[2001]DT[2002];B[ee];W[cc])",
        MOVES,
        &reported,
    );
    assert_eq!((record.komi, record.get("DT")), (Some(6.5), Some("2001")));
    let reported = "line 1, column 14, game 1 before move 1: AB is in this node already";
    let record = check("(;SZ[9]AB[aa]AB[bb])", "", &[reported]);
    assert_eq!(set_up(&record, Color::Black), 2);
}

#[test]
fn what_a_later_node_repeats_of_the_header_does_not_count() {
    let nodes = "SZ[9]KM[0.5]HA[3]PB[you]C[node];SZ[5];B[ee];KM[1]HA[4];W[cc]";
    let reported = [
        "line 1, column 65, game 1 before move 1: another size, 5x5, does not count",
        "line 1, column 2, game 1 before move 1: HA[2] with 0 black stones set up: the stones alone count",
    ];
    let record = check(
        format!("(;SZ[9]KM[6.5]HA[2]PB[me]C[game];{nodes})"),
        MOVES,
        &reported,
    );
    assert_eq!((record.size, record.komi), (BoardSize::square(9), Some(6.5)));
    assert_eq!((record.handicap, &*value(&record, "PB C")), (Some(2), "me game"));
    // After the first move no header is read.
    let record = check("(;SZ[9];B[ee];KM[1]HA[4]PB[me];W[cc])", MOVES, &[]);
    assert_eq!((record.komi, record.handicap), (None, None));
    assert_eq!(record.get("PB"), None);
}

#[test]
fn moves_of_one_node_are_made_in_the_order_of_the_file() {
    let moves = "Wee Bcc Bdd Bpass Wpass";
    check("(;SZ[9];W[ee]B[cc];B[dd]PL[B];B[];W[tt])", moves, &[]);
    let reported = "line 1, column 8, game 1 before move 1: move 1 has several values: the first one counts";
    let record = check("(;SZ[9];B[ee][gg];W[cc])", MOVES, &[reported]);
    let game = record.game_after(9, Rules::CHINESE, 0.0).unwrap();
    assert_eq!((game.move_count(), game.to_move()), (2, Color::Black));
    // `PL` counts if no move follows.
    let record = check("(;SZ[9];B[ee]PL[B])", "Bee", &[]);
    let game = record.game_after(9, Rules::CHINESE, 0.0).unwrap();
    assert_eq!(game.to_move(), Color::Black);
}

#[test]
fn impossible_moves_stop_games() {
    let reported =
        "line 1, column 14, game 1 after move 1: move 2, W[zz], is on no point of the board: left out";
    let record = check(
        "(;SZ[9];B[ee];W[zz];B[cc];W[ee])",
        "Bee lost Bcc Wee",
        &[reported],
    );
    assert_eq!(record.move_count(), 4);
    let game = |moves| record.game_after(moves, Rules::CHINESE, 0.0);
    assert_eq!(game(1).unwrap().move_count(), 1);
    assert!(game(2).unwrap_err().to_string().contains("move 2, W[zz]"));
    // Moves outside the board are written back unchanged.
    assert!(record.to_sgf().contains(";W[zz];B[cc]"), "{}", record.to_sgf());
}

#[test]
fn the_header_may_be_late_or_empty() {
    let reported = "line 1, column 4, game 1 before move 1: SZ belongs into the root";
    let record = check("(; ;SZ[9]KM[0]PB[me]AB[cc][gg]HA[2];W[ee])", "Wee", &[reported]);
    assert_eq!((record.size.width(), record.get("PB")), (9, Some("me")));
    assert_eq!(record.game_after(0, Rules::CHINESE, 0.0).unwrap().handicap(), 2);
    let reported = [
        "line 1, column 2, game 1 before move 1: SZ is empty: read as 19x19",
        "line 1, column 2, game 1 before move 1: KM[] is no komi: it does not count",
        "line 1, column 2, game 1 before move 1: HA[x] is no number: it does not count",
        "line 1, column 2, game 1 before move 1: PL[] is no colour: left out",
    ];
    check("(;GM[]SZ[]KM[]HA[x]PL[];B[tt])", "Bpass", &reported);
    // A number of handicap stones places none.
    let reported = "line 1, column 2, game 1 before move 1: \
                HA[3] with 0 black stones set up: the stones alone count";
    let record = check("(;HA[3];W[dd])", "Wdd", &[reported]);
    assert_eq!((record.handicap, set_up(&record, Color::Black)), (Some(3), 0));
}

#[test]
fn a_root_of_sina_and_cyberoro_has_other_names_for_facts() {
    let root = "TE[Spring cup]RD[2025-03-07]TM[60]LT[30]LC[3]KO[7.5]HD[2]SZ[9]PB[me]AB[aa][bb]";
    let reported = "line 1, column 2, game 1 before move 1: no \";\" before TE: read as if it were there";
    let record = check(format!("({root};B[ee];W[cc]TE[1]KO[])"), MOVES, &[reported]);
    assert_eq!((record.komi, record.handicap), (Some(7.5), Some(2)));
    assert_eq!(value(&record, "EV DT"), "Spring cup 2025-03-07");
    // The standard counts first, and a judgement of a move is no event.
    let record = check("(;KO[7.5]KM[0.5]TE[1]RD[]SZ[9];B[ee];W[cc]KO[5])", MOVES, &[]);
    assert_eq!((record.komi, &*value(&record, "EV DT")), (Some(0.5), " "));
    let record = check("(;SZ[9];B[ee]KO[5]TE[2];W[cc])", MOVES, &[]);
    assert_eq!((record.komi, record.get("EV")), (None, None));
}

#[test]
fn a_doubtful_komi_is_told_with_its_place() {
    let place = "line 1, column 2, game 1 before move 1: ";
    let from = "from hundredths of stones of two points";
    let shape = "KM[375]TC[3]TT[30]RL[0]RU[Chinese]";
    for (header, komi, reported) in [
        ("KM[50]", Some(50.0), "no rules have a komi of 50: check KM[50]"),
        (
            "AP[foxwq]KM[0]HA[0]",
            None,
            "KM[0] of Fox without a handicap is no komi: the usual one counts",
        ),
        (
            "RU[Chinese]AP[foxwq]KM[25]",
            Some(0.5),
            &*format!("KM[25] was read as a komi of 0.5, {from}"),
        ),
        ("KM[6目強]", None, "KM[6目強] is no komi: it does not count"),
        (
            shape,
            Some(7.5),
            &*format!("KM[375] was read as a komi of 7.5, {from}"),
        ),
    ] {
        let text = format!("(;{header}SZ[9];B[ee];W[cc])");
        let record = check(text, MOVES, &[&*format!("{place}{reported}")]);
        assert_eq!(record.komi, komi, "{header}");
    }
}

#[test]
fn a_short_text_cannot_ask_for_any_number_of_stones() {
    let text = format!("(;{})", "AB[aa:ss];".repeat(20_000));
    let error = Record::parse(text.as_bytes()).unwrap_err().to_string();
    let reported = "too much to read: more than 4194304 stones set up";
    assert!(error.contains(reported), "{error}");
}

#[test]
fn a_tree_keeps_what_it_does_not_know() {
    let text = "(;GM[1]ZZ[x:y\\]][]MULTIGOGM[1]C[a [b\\\nc]\n(;B[aa]LB[bb:1](;W[bb]N[x])(;W[cc]))(;AB[dd]))";
    let collection = read(text.as_bytes()).unwrap();
    let tree = &collection.trees[0];
    let written = tree.to_sgf();
    assert_eq!(read(written.as_bytes()).unwrap().trees[0], *tree);
    for part in ["ZZ[x:y\\]][]", "MULTIGOGM[1]", "C[a [b\\\nc]", "LB[bb:1]", "N[x]"] {
        assert!(written.contains(part), "{written}");
    }
    // Every variation is a record of its own.
    let is_leaf = |&node: &_| tree.get(node, "W").is_some_and(|p| p.value().raw() == "cc");
    let leaf = tree.nodes().find(is_leaf).unwrap();
    let record = Record::from_line(tree, leaf).unwrap();
    assert_eq!(record.move_count(), 2);
    assert_eq!(tree.place(leaf).moves, 1);
}

#[test]
fn rules_and_handicaps_are_not_lost_without_a_warning() {
    let unknown =
        "line 1, column 2, game 1 before move 1: RU[our own] names no known rules: it does not count";
    let record = check("(;RU[our own]SZ[9];B[ee];W[cc])", MOVES, &[unknown]);
    assert_eq!((record.rules(), record.get("RU")), (None, Some("our own")));
    for known in ["", " ", "Japanese", "AGA", "koSIMPLEscoreAREAtaxNONEsui0"] {
        check(format!("(;RU[{known}]SZ[9];B[ee];W[cc])"), MOVES, &[]);
    }
    let fewer =
        "line 1, column 2, game 1 before move 1: HA[4] with 2 black stones set up: the stones alone count";
    check("(;SZ[9]HA[4]AB[aa][bb];B[ee];W[cc])", MOVES, &[fewer]);
    for right in "HA[2]AB[aa][bb] HA[2];AB[aa];AB[bb] HA[3]AB[aa][bb] HA[0] HA[1] AB[aa]".split(' ') {
        check(format!("(;SZ[9]{right};B[ee];W[cc])"), MOVES, &[]);
    }
}

#[test]
fn of_two_set_ups_of_a_point_the_last_counts() {
    let twice = "line 1, column 2, game 1 before move 1: A9 is set up in two ways: the last one counts";
    let record = check("(;SZ[9]AB[aa][bb]AW[aa];B[ee];W[cc])", MOVES, &[twice]);
    assert_eq!(set_up(&record, Color::White), 1);
    check("(;SZ[9]AB[aa][bb][aa];B[ee];W[cc])", MOVES, &[]);
}

#[test]
fn trees_are_equal_if_their_nodes_names_and_values_are() {
    let tree = |text: &str| read(text.as_bytes()).unwrap().trees.remove(0);
    let first = tree("(;SZ[5]KM[6](;B[aa];W[bb][cc])(;B[dd]))");
    // The places in the file do not matter.
    assert!(first == tree("\n(; SZ[5]KM[6]\n(;B[aa] ;W[bb] [cc]) (;B[dd] ) )"));
    for other in [
        "(;SZ[5](;B[aa];W[bb][cc])(;B[dd]))",
        "(;SZ[5]KM[6]HA[0](;B[aa];W[bb][cc])(;B[dd]))",
        "(;SZ[5]HA[6](;B[aa];W[bb][cc])(;B[dd]))",
        "(;SZ[5]KM[7](;B[aa];W[bb][cc])(;B[dd]))",
        "(;KM[6]SZ[5](;B[aa];W[bb][cc])(;B[dd]))",
        "(;SZ[5]KM[6](;B[aa];W[bb])(;B[dd]))",
        "(;SZ[5]KM[6](;B[aa];W[bb][cc][cc])(;B[dd]))",
        "(;SZ[5]KM[6](;B[aa];W[bb][ce])(;B[dd]))",
        "(;SZ[5]KM[6](;B[aa];W[bb][cc]))",
        "(;SZ[5]KM[6](;B[aa])(;B[dd]))",
        "(;SZ[5]KM[6](;B[dd])(;B[aa];W[bb][cc]))",
        "(;SZ[5]KM[6](;B[aa];W[bb][cc])(;B[dd])(;B[ee]))",
    ] {
        assert!(first != tree(other) && tree(other) != first, "{other}");
    }
}

#[test]
fn a_written_tree_says_that_it_is_utf_8() {
    let mut tree = Tree::new();
    tree.add_text(tree.root(), "PB", "囲碁 ] \\");
    let child = tree.add_child(tree.root());
    tree.add(child, "B", ["ee"]);
    assert_eq!(tree.to_sgf(), "(;PB[囲碁 \\] \\\\]CA[UTF-8]\n;B[ee])\n");
    tree.set_text(tree.root(), "CA", "GBK");
    tree.set_text(tree.root(), "PB", "me");
    assert_eq!(tree.to_sgf(), "(;PB[me]CA[UTF-8]\n;B[ee])\n");
}

#[test]
fn a_variation_becomes_the_main_line_and_the_others_follow() {
    let size = BoardSize::square(5);
    let mut collection = read(b"(;SZ[5];B[aa](;W[bb])(;W[cc];B[dd])(;W[ee]))").unwrap();
    let mut tree = collection.trees.remove(0);
    let point = size.parse_move("D2").unwrap();
    let is_sought = |&node: &_| tree.move_at(node, size) == Some((Color::Black, point));
    let node = tree.nodes().find(is_sought).unwrap();
    tree.make_main(node);
    let text = |tree: &Tree| tree.to_sgf().replace('\n', "");
    assert_eq!(text(&tree), "(;SZ[5];B[aa](;W[cc];B[dd])(;W[bb])(;W[ee]))");
    let last = tree.children(tree.main_line().nth(1).unwrap()).last().unwrap();
    tree.make_main(last);
    assert_eq!(text(&tree), "(;SZ[5];B[aa](;W[ee])(;W[cc];B[dd])(;W[bb]))");
    // A node that is added comes last.
    let parent = tree.main_line().nth(1).unwrap();
    let added = tree.add_child(parent);
    tree.add(added, "W", [""]);
    assert_eq!(text(&tree), "(;SZ[5];B[aa](;W[ee])(;W[cc];B[dd])(;W[bb])(;W[]))");
    assert_eq!(tree.move_at(added, size), Some((Color::White, Move::Pass)));
    assert_eq!(tree.move_at(tree.root(), size), None);
}

#[test]
fn depth_costs_no_stack() {
    const DEPTH: usize = 100_000;
    for text in [
        "(;".repeat(DEPTH),
        format!("{}{}", "(;B[]".repeat(DEPTH), ")".repeat(DEPTH)),
        format!("{}{}", "(;B[](;W[])".repeat(DEPTH), ")".repeat(DEPTH)),
    ] {
        let tree = read(text.as_bytes()).unwrap().trees.swap_remove(0);
        assert!(tree.node_count() >= DEPTH);
        let again = read(tree.to_sgf().as_bytes()).unwrap().trees.swap_remove(0);
        assert!(again == tree);
        assert!(Record::from_tree(&tree).is_ok());
    }
    assert!(read("(".repeat(DEPTH).as_bytes()).is_err());
    assert!(read(format!("(;B[aa]{}", "(".repeat(DEPTH)).as_bytes()).is_ok());
}

#[test]
fn a_file_has_at_most_200_warnings_and_the_last_one_says_so() {
    let more = "the warnings that follow are left out";
    for (oddities, expected) in [(3, 3), (199, 199), (200, 200), (500, 200)] {
        let text = format!("(;SZ[9]{};B[ee])", ";ab[cc]".repeat(oddities));
        let collection = read(text.as_bytes()).unwrap();
        assert_eq!(collection.warnings.len(), expected);
        let last = collection.warnings.last().unwrap().to_string();
        assert_eq!(last.contains(more), expected == 200, "{last}");
        // All is read all the same.
        assert_eq!(Record::from_tree(&collection.trees[0]).unwrap().move_count(), 1);
    }
}
