// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tells the program from which commit it is built: `KATACHI_COMMIT` if it is set (an image has no
//! repository), else the commit of a package from a registry, else that of the repository of this file.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The file in which `cargo package` writes the commit.
const PACKAGED: &str = ".cargo_vcs_info.json";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=KATACHI_COMMIT");
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let commit = env::var("KATACHI_COMMIT")
        .ok()
        .or_else(|| of_package(Path::new(&folder)))
        .or_else(of_repository)
        .map(|commit| commit.trim().chars().take(10).collect::<String>())
        .filter(|commit| !commit.is_empty());
    let version = env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    println!(
        "cargo::rustc-env=KATACHI_VERSION={version}{}",
        commit.map_or(String::new(), |commit| format!(" ({commit})"))
    );
}

/// The commit of a package from a registry.
fn of_package(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join(PACKAGED)).ok()?;
    let after = text.split("\"sha1\"").nth(1)?;
    after.split('"').nth(1).map(str::to_owned)
}

/// The commit of the repository to which this file belongs. A build elsewhere, in a folder of another
/// repository, has none.
fn of_repository() -> Option<String> {
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // The log of HEAD changes with every commit and every checkout.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={log}");
    git(&["rev-parse", "HEAD"])
}

/// What git prints in the folder of this file, if it is there and succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
