// SPDX-License-Identifier: MIT OR Apache-2.0

//! Compiles the pattern databases and joseki into tables that the engine embeds, one for each kind.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use mkpat::{Kind, Options, Severity, Source};

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let mut sources = Vec::new();
    for folder in ["patterns", "joseki"] {
        println!("cargo::rerun-if-changed={folder}");
        let path = Path::new(&root).join(folder);
        for mut source in Source::read(&path)? {
            // Where the text lies is no part of the table.
            let file = Path::new(&source.name).strip_prefix(&path)?;
            source.name = format!("{folder}/{}", file.to_string_lossy().replace('\\', "/"));
            sources.push(source);
        }
    }
    let mut compiled = mkpat::compile(&sources, &Options::for_engine());
    compiled.diagnostics.retain(|d| d.severity == Severity::Error);
    if compiled.has_errors() {
        eprintln!("{}", mkpat::render(&compiled.diagnostics, &sources, false));
        // Cargo shows what a script that fails has written.
        return Err("the pattern databases have errors".into());
    }
    for (kind, name) in [
        (Kind::Moves, "patterns.table"),
        (Kind::Connections, "conn.table"),
        (Kind::Eyes, "eyes.table"),
        (Kind::Reading, "reading.table"),
    ] {
        let table = Path::new(&env::var("OUT_DIR")?).join(name);
        fs::write(table, compiled.of_kind(kind).encode())?;
    }
    Ok(())
}
