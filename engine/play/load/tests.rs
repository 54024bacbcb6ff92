// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is loaded from a folder, and what is refused.

use super::*;

/// A folder that is there for one test.
struct Folder(PathBuf);

impl Folder {
    fn with(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("katachi-load-{}-{name}", std::process::id()));
        fs::create_dir_all(path.join("reading")).expect("a folder");
        for (file, text) in files {
            fs::write(path.join(file), text).expect("a file");
        }
        Self(path)
    }

    fn read(&self) -> Result<Loaded, LoadError> {
        Loaded::read(std::slice::from_ref(&self.0), false)
    }

    /// What is said of it, with `DIR` for the folder.
    fn error(&self) -> String {
        let error = self.read().expect_err("it cannot be used").to_string();
        error.replace(&self.0.display().to_string(), "DIR")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const MOVES: &str = "Pattern P\nO*\n:8,10\n";
const JOINED: &str = "Pattern C\nO.\n.O\n:X,C\n";
const EYE: &str = "Pattern One\n.\n:1,1\n";

#[test]
fn each_file_replaces_the_built_in_part_of_its_kind() {
    let said =
        |files: &[(&str, &str)], name| Folder::with(name, files).read().expect("it is sound").to_string();
    assert_eq!(
        said(&[("own.db", MOVES)], "moves"),
        "Loaded 1 move pattern; built in: connection patterns, eye shapes, move-prediction model, life-and-death policy"
    );
    let all = [
        ("own.db", MOVES),
        ("conn.db", JOINED),
        ("eyes.db", EYE),
        ("move-model.txt", "weights moves\nlast=2 1.5\n"),
        ("reading/policy.txt", "weights life\nowner.place=1 0.5\n"),
    ];
    assert_eq!(
        said(&all, "all"),
        "Loaded 1 move pattern, 1 connection pattern, 1 eye shape, the move-prediction model, the life-and-death policy"
    );
}

#[test]
fn what_has_nothing_in_it_is_refused() {
    assert_eq!(
        Folder::with("empty", &[]).error(),
        "DIR has no .db file, no .sgf file and no model: name a folder or a file that has"
    );
    assert_eq!(
        Folder::with("comment", &[("own.db", "# later\n")]).error(),
        "DIR/own.db has no entries: write some, or leave the file out"
    );
    assert_eq!(
        Folder::with("model", &[("move-model.txt", "# later\n")]).error(),
        "DIR/move-model.txt: expected `weights moves` or `weights life` in the first line"
    );
}

#[test]
fn a_line_of_a_model_that_cannot_be_read_is_named() {
    for (file, text, message) in [
        (
            "move-model.txt",
            "weights moves\nlast=2 1.5\nlast=2 much\n",
            "line 3: expected `NAME WEIGHT` or `NAME WEIGHT COUNT`: last=2 much",
        ),
        (
            "reading/policy.txt",
            "weights life\nowner.place=99 1\n",
            "line 2: there is no such feature: owner.place=99",
        ),
        (
            "move-model.txt",
            "last=2 1.5\n",
            "expected `weights moves` or `weights life` in the first line",
        ),
    ] {
        let error = Folder::with("line", &[(file, text)]).error();
        assert!(error.starts_with(&format!("DIR/{file}: {message}")), "{error}");
    }
}

#[test]
fn what_a_database_warns_of_can_be_shown() {
    let text = "Pattern P\nO*X\n.O?\n:|,10,0,OZ\n";
    let loaded = Folder::with("warned", &[("own.db", text)])
        .read()
        .expect("it is sound");
    for said in [
        "warning[P025]: `Z` is no class letter and is ignored",
        "warning[P060]",
    ] {
        assert!(loaded.warnings.contains(said), "{}", loaded.warnings);
    }
}
