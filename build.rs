//! Compiles the pattern databases into one table that the engine embeds.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use mkpat::{Options, Severity, Source};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=patterns");
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let mut paths: Vec<_> = fs::read_dir(Path::new(&root).join("patterns"))?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "db"));
    // The order of a directory is not the same everywhere; that of the table is.
    paths.sort();
    let mut sources = Vec::new();
    for path in &paths {
        let name = path.strip_prefix(&root)?.to_string_lossy().replace('\\', "/");
        sources.push(Source::new(name, fs::read_to_string(path)?));
    }
    // Names of helper functions are checked when the table is loaded.
    let compiled = mkpat::compile(&sources, &Options::default());
    if compiled.has_errors() {
        let errors: Vec<_> = compiled
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .cloned()
            .collect();
        eprintln!("{}", mkpat::render(&errors, &sources, false));
        for error in &errors {
            println!("cargo::error={}", error.one_line(&sources));
        }
        return Ok(());
    }
    let table = Path::new(&env::var("OUT_DIR")?).join("patterns.table");
    fs::write(table, compiled.database.encode())?;
    Ok(())
}
