// SPDX-License-Identifier: MIT OR Apache-2.0

//! The `mkpat` program.
#![cfg(feature = "cli")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use super::check_snapshot;

/// Runs the program on a database given on the standard input.
fn mkpat(arguments: &[&str], database: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mkpat"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end without reading.
    let _ = child.stdin.take().expect("piped").write_all(database.as_bytes());
    child.wait_with_output().expect("the program ends")
}

#[track_caller]
fn check(arguments: &[&str], database: &str, status: i32, last_line: &str) {
    let output = mkpat(arguments, database);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert_eq!(text.lines().last().unwrap_or_default(), last_line);
    assert!(!text.contains('\u{1b}'), "no colours into a pipe");
}

const GOOD: &str = "Pattern A\nO*X\n.O?\n:8,50\n";

#[test]
fn check_succeeds_without_errors_and_fails_with_them() {
    let warned = "Pattern A\nO*X\n.O.\n:8,50,0,Z\n";
    let wrong = "Pattern A\nO*Q\n:8,50\n";
    let one = "1 pattern, 8 variants";
    let (plain, strict) = (&["check", "-"], &["check", "--strict", "-"]);
    check(plain, GOOD, 0, &format!("{one}, 0 errors, 0 warnings"));
    check(plain, warned, 0, &format!("{one}, 0 errors, 1 warning"));
    check(strict, warned, 1, &format!("{one}, 1 error, 0 warnings"));
    check(strict, GOOD, 0, &format!("{one}, 0 errors, 0 warnings"));
    check(plain, wrong, 1, "0 patterns, 0 variants, 1 error, 0 warnings");
    let output = mkpat(&["check", "-"], wrong);
    let text = String::from_utf8_lossy(&output.stdout);
    let start = "error[P010]: `Q` is no cell of a diagram\n --> -:2:3\n";
    assert!(text.starts_with(start), "{text}");
}

#[test]
fn wrong_usage_and_missing_files_have_status_2() {
    check(&["check"], "", 2, "");
    check(&["check", "no/such/file.db"], "", 2, "");
    check(&["ponder"], "", 2, "");
}

#[test]
fn stats_count_what_is_there() {
    let output = mkpat(&["stats", "-"], "Pattern A\nO*X|\n.O?|\n:8,50,0,sO,cut_holds\n");
    let text = String::from_utf8_lossy(&output.stdout);
    for line in [
        "       1  pattern\n",
        "       8  variants\n",
        "       1  with an edge\n",
        "       1  class s\n",
        "       0  class X\n",
        "       1  helper cut_holds\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

#[test]
fn stats_have_rows_for_every_kind() {
    let folder = Folder::new();
    let edge = "Pattern Edge\nO*X|\n.O?|\n:8,50,0,sO,cut_holds\n";
    let side = "Pattern Side\nO*O\n.X.\n:|,40\na*O\n.X.\n;!lib(a)||lib(a)>1\n";
    folder.file("moves.db", &format!("{HANE}\n{edge}{side}"));
    folder.file("conn.db", "Pattern Cut\nXO?\nO*!\n?!?\n:\\,B\n");
    folder.file("eyes.db", "Pattern One\nx.\n *\n:2,1\n\nPattern Two\n..\n:1,1\n");
    let all = folder.name();
    let text = folder.prints(0, &["stats", &all]);
    // A table has the names of its files, whose folder has another name every time.
    let is_size = |line: &&str| line.ends_with("  bytes of the table");
    let (bytes, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(is_size);
    assert_eq!(bytes.len(), 3, "{text}");
    check_snapshot("stats", &(rows.join("\n") + "\n"));
    let output = mkpat(&["stats", "-"], "Pattern A\nO*Q\n:8,50\n");
    assert_eq!(output.status.code(), Some(1), "its only pattern has an error");
}

/// A folder for the files of one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder for temporary files"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn name(&self) -> String {
        self.path().to_string_lossy().into_owned()
    }

    /// Output of the program, which ends with that status.
    #[track_caller]
    fn prints(&self, status: i32, arguments: &[&str]) -> String {
        let (found, text) = printed(self, arguments);
        assert_eq!(found, Some(status), "{text}");
        text
    }

    /// The kind of a table.
    fn kind(&self, name: &str) -> Result<mkpat::Kind, mkpat::TableError> {
        let table = fs::read(self.path().join(name)).expect("it was written");
        mkpat::Database::decode(&table).map(|database| database.kind)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path().join(name);
        fs::write(&path, text).expect("it can be written");
        path.to_string_lossy().into_owned()
    }
}

/// Status and output of the program, without the name of the folder.
fn printed(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let output = mkpat(arguments, "");
    let [text, errors] = [&output.stdout, &output.stderr].map(|o| String::from_utf8_lossy(o).into_owned());
    let text = text + &errors;
    let text = text.replace(&format!("{}/", folder.path().display()), "");
    (output.status.code(), text)
}

const HANE: &str = "\
Pattern Hane1           a hane at the head of two stones
?.*?
OXX?
OO.?
:8,45,0,OX,5,0,0,0,3
?.*?
OAA?
aa.?
;lib(a)>2 && (lib(A)>2||!dead(A)) && safe_xmove(*)
";
const NINE: &str = "(;SZ[9];B[cg];W[df];B[dg];W[ef];B[cf];W[gc])";

#[test]
fn show_draws_every_transformation() {
    let folder = Folder::new();
    let db = folder.file("hane.db", HANE);
    let text = folder.prints(0, &["show", "--db", &db, "Hane1"]);
    check_snapshot("show_move", &text);
    folder.file("conn.db", "Pattern Cut\nXO?\nO*!\n?!?\n:\\,B\n");
    folder.file("eyes.db", "Pattern Cut\nx.\n *\n:2,1\n");
    let all = folder.name();
    let (_, text) = printed(&folder, &["show", "--db", &all, "Cut"]);
    check_snapshot("show_connection_and_eye", &text);
    let text = folder.prints(2, &["show", "--db", &db, "hane"]);
    assert_eq!(text, "mkpat: no pattern `hane` in hane.db; there are Hane1\n");
}

#[test]
fn match_lists_every_match_as_a_line_of_json() {
    let folder = Folder::new();
    let corner = "Pattern Corner\n+--\n|..\n|.*\n:\\,10\n";
    let db = folder.file("hane.db", &format!("{HANE}\n{corner}"));
    let game = folder.file("nine.sgf", NINE);
    let text = folder.prints(0, &["match", "--db", &db, &game]);
    check_snapshot("match_both", &text);
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let keys: Vec<_> = value.as_object().expect("an object").keys().cloned().collect();
        assert_eq!(keys, ["anchor", "color", "move", "pattern", "transformation"]);
    }
    let whole = format!("{game}:7");
    let (_, black) = printed(&folder, &["match", "--db", &db, "--color", "black", &whole]);
    let expected: Vec<_> = text.lines().filter(|l| l.contains("black")).collect();
    assert_eq!(black.lines().collect::<Vec<_>>(), expected);
    let (_, white) = printed(&folder, &["match", "--db", &db, "--color", "white", &game]);
    let expected: Vec<_> = text.lines().filter(|l| l.contains("white")).collect();
    assert_eq!(white.lines().collect::<Vec<_>>(), expected);
    assert!(!expected.is_empty());
    let (_, early) = printed(&folder, &["match", "--db", &db, &format!("{game}:C4")]);
    assert!(!early.contains("Hane1"));
    for (until, why) in [
        ("9", "the record has 6 moves and does not come to that"),
        ("A9", "the record has 6 moves and does not come to that"),
        ("K1", "`K1` is no point of the board"),
    ] {
        let text = folder.prints(2, &["match", "--db", &db, &format!("{game}:{until}")]);
        assert_eq!(text, format!("mkpat: nine.sgf: {why}\n"));
    }
    for (record, why) in [
        ("", "not an SGF file"),
        ("(;SZ[5];B[aa];W[aa])", "move 2, White A5, is illegal: occupied"),
        ("(;SZ[5];B[zz])", "B[zz]"),
    ] {
        let bad = folder.file("bad.sgf", record);
        let text = folder.prints(2, &["match", "--db", &db, &bad]);
        assert!(text.contains(why), "{text}");
    }
}

#[test]
fn a_connection_without_a_move_matches_without_one() {
    let folder = Folder::new();
    let db = folder.file("conn.db", "Pattern Side\nO.O\n---\n:|,C\n");
    let game = folder.file("a.sgf", "(;SZ[5]AB[ae][ce])");
    let (_, text) = printed(&folder, &["match", "--db", &db, "--color", "black", &game]);
    let line = r#"{"anchor":"A1","color":"black","move":null,"pattern":"Side","transformation":"a"}"#;
    assert_eq!(text, format!("{line}\n"));
}

#[test]
fn build_replaces_tables_alone() {
    let folder = Folder::new();
    let db = folder.file("hane.db", HANE);
    let out = folder.file("out.table", "my diary\n");
    let text = folder.prints(2, &["build", &db, "-o", &out]);
    let message =
        "mkpat: out.table exists and was not written by Katachi; choose another name for --output\n";
    assert_eq!(text, message);
    assert_eq!(std::fs::read_to_string(&out).expect("it is there"), "my diary\n");
    std::fs::write(&out, "").expect("it is ours");
    for _ in 0..2 {
        folder.prints(0, &["build", &db, "-o", &out]);
    }
}

#[test]
fn build_writes_a_table_for_each_kind() {
    let folder = Folder::new();
    let db = folder.file("hane.db", HANE);
    let eyes = folder.file("eyes.db", "Pattern A\n..\n:1,1\n");
    let out = folder.file("out.table", "");
    let text = folder.prints(0, &["build", &db, "-o", &out]);
    assert!(text.starts_with("out.table: 1 pattern, 8 variants, "), "{text}");
    let table = mkpat::Database::decode(&fs::read(&out).expect("it was written")).expect("a table");
    assert_eq!(table.patterns[0].name, "Hane1");
    folder.prints(0, &["build", &eyes, "-o", &out]);
    assert_eq!(folder.kind("out.table"), Ok(mkpat::Kind::Eyes));
    // Several kinds have a table each, in a folder by their usual names.
    let (status, text) = printed(&folder, &["build", &db, &eyes, "-o", &out]);
    assert_eq!((status, text.lines().count()), (Some(0), 2), "{text}");
    let kind = |name: &str| folder.kind(name);
    assert_eq!(kind("out.table"), Ok(mkpat::Kind::Moves));
    assert_eq!(kind("out-eyes.table"), Ok(mkpat::Kind::Eyes));
    let all = folder.name();
    folder.prints(0, &["build", &db, &eyes, "-o", &all]);
    assert_eq!(kind("patterns.table"), Ok(mkpat::Kind::Moves));
    assert_eq!(kind("eyes.table"), Ok(mkpat::Kind::Eyes));
    let wrong = folder.file("wrong.db", "Pattern A\nO*Q\n:8,50\n");
    let text = folder.prints(1, &["build", &wrong, "-o", &out]);
    assert!(text.starts_with("error[P010]"), "{text}");
}

#[test]
fn connections_have_a_table_of_their_own() {
    let folder = Folder::new();
    let moves = folder.file("moves.db", GOOD);
    let connections = folder.file("conn.db", "Pattern Cut\nXO?\nO*!\n?!?\n:\\,B\n");
    let out = folder.file("out", "");
    let kind = |name: &str| folder.kind(name);
    let (status, text) = printed(&folder, &["build", &connections, "-o", &out]);
    let holds = text.starts_with("out: 1 connection pattern, 4 variants, ");
    assert!(holds, "{text}");
    assert_eq!((status, kind("out")), (Some(0), Ok(mkpat::Kind::Connections)));
    folder.prints(0, &["build", &moves, &connections, "-o", &out]);
    assert_eq!(kind("out"), Ok(mkpat::Kind::Moves));
    assert_eq!(kind("out-conn"), Ok(mkpat::Kind::Connections));
    let all = folder.name();
    folder.prints(0, &["build", &connections, "-o", &all]);
    assert_eq!(kind("conn.table"), Ok(mkpat::Kind::Connections));
}

#[test]
fn fmt_leaves_out_records_and_joseki_fails_with_their_errors() {
    let folder = Folder::new();
    let broken = folder.file("broken.sgf", "(;SZ[19];B[pd]LB[qe:A]C[no value]");
    assert_eq!(folder.prints(0, &["fmt", "--check", &broken]), "");
    let text = folder.prints(1, &["joseki", &broken]);
    let holds = text.contains("error[") && text.contains("# From broken.sgf.");
    assert!(holds, "{text}");
}

#[test]
fn fmt_lays_out_and_check_only_tells() {
    let folder = Folder::new();
    let db = folder.file("a.db", "Pattern A\n\nO*X\n.O.  \n\n: 8, 50\n\n");
    let good = folder.file("b.db", "Pattern A\nO*X\n.O.\n:8,50\n");
    assert_eq!(folder.prints(1, &["fmt", "--check", &db, &good]), "a.db\n");
    assert!(fs::read_to_string(&db).expect("it is there").contains(": 8"));
    folder.prints(0, &["fmt", &db, &good]);
    let found = fs::read_to_string(&db).expect("it is there");
    assert_eq!(found, "Pattern A\nO*X\n.O.\n:8,50\n");
    let output = mkpat(&["fmt", "-"], "Pattern A\n\n*\n:8,1\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Pattern A\n*\n:8,1\n");
    let wrong = folder.file("wrong.db", "Pattern A\n\nO*Q\n:8,50\n");
    let text = folder.prints(1, &["fmt", &wrong]);
    assert!(text.starts_with("error[P010]"), "{text}");
    assert!(fs::read_to_string(&wrong).expect("it is there").contains("\n\n"));
}

/// Runs the program where it may not write a byte into a file, as on a full disk.
#[cfg(unix)]
fn on_a_full_disk(arguments: &str) -> Option<i32> {
    let program = env!("CARGO_BIN_EXE_mkpat");
    let line = format!("trap '' XFSZ; ulimit -f 0; {program} {arguments}");
    let output = Command::new("sh").args(["-c", &line]).output();
    output.expect("there is a shell").status.code()
}

#[cfg(unix)]
#[test]
fn on_a_full_disk_the_files_before_stay_whole() {
    const BEFORE: &str = "Pattern A\n\nO*X\n.O.  \n\n: 8, 50\n\n";
    let folder = Folder::new();
    let db = folder.file("a.db", BEFORE);
    let table = folder.file("a.table", "a table");
    for arguments in [format!("fmt {db}"), format!("build {db} -o {table}")] {
        let holds = on_a_full_disk(&arguments).is_some_and(|status| status != 0);
        assert!(holds, "{arguments}");
    }
    assert_eq!(fs::read_to_string(&db).expect("it is there"), BEFORE);
    assert_eq!(fs::read_to_string(&table).expect("it is there"), "a table");
    let left = folder.path().read_dir().expect("it is there");
    assert_eq!(left.count(), 2, "no other file is left");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_database_stays_a_link() {
    let folder = Folder::new();
    let db = folder.file("a.db", "Pattern A\n\nO*X\n.O.  \n\n: 8, 50\n\n");
    let link = Path::new(&db).with_file_name("link.db");
    std::os::unix::fs::symlink(&db, &link).expect("a link can be made");
    folder.prints(0, &["fmt", link.to_str().expect("a name")]);
    assert!(link.is_symlink());
    let found = fs::read_to_string(&db).expect("it is there");
    assert_eq!(found, "Pattern A\nO*X\n.O.\n:8,50\n");
}

#[test]
fn joseki_prints_entries() {
    let folder = Folder::new();
    let tree = "(;SZ[19];B[pd]LB[qe:A]C[no value];W[qf]LB[of:A]C[75])";
    let tree = folder.file("hoshi.sgf", tree);
    let text = folder.prints(0, &["joseki", &tree]);
    check_snapshot("joseki_program", &text);
}

#[test]
fn diff_tells_what_was_added_removed_and_changed() {
    let folder = Folder::new();
    let file = |name: &str, entries: [(&str, char, u8); 4]| {
        let entries = entries.map(|(name, cell, n)| format!("Pattern {name}\nO*X\n.O{cell}\n:8,{n}\n"));
        folder.file(name, &entries.concat())
    };
    let before = [
        ("Same", '.', 1),
        ("Gone", 'X', 2),
        ("Value", 'O', 3),
        ("Shape", '?', 4),
    ];
    let after = [
        ("Shape", 'x', 5),
        ("Same", '.', 1),
        ("Value", 'O', 8),
        ("New", 'X', 2),
    ];
    let (before, after) = (file("a.db", before), file("b.db", after));
    let text = folder.prints(1, &["diff", &before, &after]);
    let shape = "~ Shape   another shape or constraint";
    let value = "~ Value   :8,3,0,-,0,0,0,0,0,NULL -> :8,8,0,-,0,0,0,0,0,NULL";
    assert_eq!(text, format!("- Gone\n+ New\n{shape}\n{value}\n"));
    assert_eq!(folder.prints(0, &["diff", &before, &before]), "");
}

#[test]
fn diff_compares_connections_and_eyes_too() {
    let folder = Folder::new();
    for (name, class, worth) in [("a", "B", "1,1"), ("b", "C", "2,1")] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
        let file = |kind: &str, rest: &str| {
            folder.file(&format!("{name}/{kind}.db"), &format!("Pattern Cut\n{rest}\n"));
        };
        file("conn", &format!("O*O\n?X?\n:|,{class}"));
        file("eyes", &format!("x.\n *\n:{worth}"));
        file("moves", "O*X\n.O?\n:8,50");
    }
    let [before, after] = ["a", "b"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    let found = folder.prints(1, &["diff", &before, &after]);
    assert_eq!(found, "~ Cut   :|,B,NULL -> :|,C,NULL\n~ Cut   :1,1 -> :2,1\n");
}

#[test]
fn editors_get_json() {
    let database = "Pattern A é\nO*X\nO*Q\n:8,50,0,-,lader_helper\n";
    let output = mkpat(&["check", "--format", "json", "-"], database);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    let lines = text.lines().map(|l| serde_json::from_str(l).expect("JSON"));
    let lines: Vec<serde_json::Value> = lines.collect();
    assert_eq!(lines.len(), 2, "{text}");
    for (key, value) in [("code", "P010"), ("severity", "error"), ("file", "-")] {
        assert_eq!(lines[0][key], value);
    }
    for (key, value) in [("line", 3), ("column", 3), ("start_byte", 19), ("end_byte", 20)] {
        assert_eq!(lines[0][key], value, "{key}");
    }
    assert_eq!(lines[1]["code"], "P028");
    assert!(lines[1]["help"].is_string());
}

#[test]
fn editors_get_the_related_places_too() {
    let text = "Pattern A\nO*X\n.O?\n:8,50\n\nPattern A\nO*O\n.X.\n:|,50\n";
    let output = mkpat(&["check", "--format", "json", "-"], text);
    let text = String::from_utf8_lossy(&output.stdout);
    let value: serde_json::Value = serde_json::from_str(&text).expect("one line of JSON");
    assert_eq!(value["code"], "P003");
    for (key, expected) in [("line", 6), ("end_line", 6), ("end_column", 10)] {
        assert_eq!(value[key], expected, "{key}");
    }
    let [related] = value["related"].as_array().expect("a list").as_slice() else {
        panic!("{value}")
    };
    assert_eq!((&related["line"], &related["column"]), (&1.into(), &9.into()));
    let holds = related["message"].is_string() && related["file"] == "-";
    assert!(holds, "{related}");
}

#[test]
fn helpers_are_unknown_unless_they_are_named_or_allowed() {
    let folder = Folder::new();
    let db = folder.file("a.db", "Pattern A\nO*X\n.O.\n:8,50,0,-,0,0,0,0,0,some_helper\n");
    let helpers = folder.file("helpers", "# The list.\nother\nsome_helper 40\n");
    let last = |arguments: &[&str]| {
        let (_, text) = printed(&folder, arguments);
        text.lines().last().unwrap_or_default().to_owned()
    };
    let found = last(&["check", &db]);
    assert_eq!(found, "0 patterns, 0 variants, 1 error, 0 warnings");
    let allowed = last(&["check", "--allow-unknown-helpers", &db]);
    assert_eq!(allowed, "1 pattern, 8 variants, 0 errors, 1 warning");
    let (_, named) = printed(&folder, &["check", "--helpers", &helpers, &db]);
    assert!(named.starts_with("warning[P077]"), "{named}");
}

#[test]
fn the_name_of_a_file_tells_its_language_unless_it_is_told() {
    let folder = Folder::new();
    let eyes = folder.file("eyes.db", " .\n");
    folder.prints(1, &["check", &eyes]);
    let text = "Pattern A\n .\n..\n:1,1\n";
    let shapes = folder.file("shapes.db", text);
    folder.prints(1, &["check", &shapes]);
    let found = folder.prints(0, &["check", "--kind", "eyes", &shapes]);
    assert_eq!(found, "1 eye shape, 1 form, 0 errors, 0 warnings\n");
}

#[test]
fn every_command_knows_the_helpers_of_the_engine() {
    let folder = Folder::new();
    let entry = |helper: &str| format!("Pattern A\nO*X\n.O?\n:8,50,0,-,0,0,0,0,0,{helper}\n");
    let valid = folder.file("valid.db", &entry("cut_holds"));
    let misspelt = folder.file("misspelt.db", &entry("cut_hold"));
    let game = folder.file("nine.sgf", NINE);
    let table = folder.file("out.table", "");
    let commands: [&[&str]; 7] = [
        &["check", "DB"],
        &["build", "DB", "-o", &table],
        &["stats", "DB"],
        &["fmt", "--check", "DB"],
        &["diff", "DB", "DB"],
        &["match", "--db", "DB", &game],
        &["show", "--db", "DB", "A"],
    ];
    for command in commands {
        let run = |db: &str, more: &[&str]| {
            let arguments: Vec<&str> = command.iter().map(|&a| if a == "DB" { db } else { a }).collect();
            printed(&folder, &[&arguments, more].concat())
        };
        assert_eq!(run(&valid, &[]).0, Some(0), "{command:?}");
        let (status, text) = run(&misspelt, &[]);
        assert_ne!(status, Some(0), "{command:?}: {text}");
        let tells = ["check", "build", "fmt", "diff", "match"].contains(&command[0]);
        let found = text.contains("did you mean `cut_holds`?");
        assert_eq!(found, tells, "{command:?}: {text}");
        let found = run(&misspelt, &["--allow-unknown-helpers"]).0;
        assert_eq!(found, Some(0), "{command:?}");
        let list = folder.file("helpers", "cut_hold\n");
        assert_eq!(run(&misspelt, &["--helpers", &list]).0, Some(0), "{command:?}");
        assert_ne!(run(&valid, &["--helpers", &list]).0, Some(0), "{command:?}");
    }
}

#[test]
fn there_is_nothing_to_say_of_the_databases_of_this_repository() {
    let folder = |name: &str| format!("{}/../{name}", env!("CARGO_MANIFEST_DIR"));
    let output = mkpat(&["check", &folder("patterns"), &folder("joseki")], "");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.ends_with(", 0 errors, 0 warnings\n"), "{text}");
}

#[test]
fn a_folder_stands_for_its_databases_only() {
    let folder = Folder::new();
    let all = folder.name();
    let text = folder.prints(2, &["check", &all]);
    assert!(text.contains("has no .db file and no .sgf file"), "{text}");
    fs::create_dir_all(folder.path().join("reading.db")).expect("a folder");
    folder.file("reading.db/wrong.db", "no entry\n");
    folder.file("README.md", "# no entry\n");
    folder.file("model.txt", "beside 5.34\n");
    folder.file("own.db", GOOD);
    let found = folder.prints(0, &["check", &all]);
    assert_eq!(found, "1 pattern, 8 variants, 0 errors, 0 warnings\n");
}

#[test]
fn files_that_are_no_databases_are_told_from_those_that_are() {
    let folder = Folder::new();
    let empty = folder.file("empty.db", "");
    let text = folder.prints(0, &["check", &empty]);
    let holds = text.starts_with("warning[P009]: this file has no entries");
    assert!(holds, "{text}");
    folder.prints(1, &["check", "--strict", &empty]);
    let table = folder.file("own.table", "KTBL\0\0");
    let text = folder.prints(2, &["check", &table]);
    assert!(text.contains("it is no text"), "{text}");
}
