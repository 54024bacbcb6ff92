//! Pattern databases named on the command line.

use std::path::PathBuf;

use katachi::{Engine, Settings};

/// An engine that plays by the patterns of these files, or by the built-in ones if there are none.
pub(super) fn engine(settings: Settings, files: &[PathBuf]) -> anyhow::Result<Engine> {
    if files.is_empty() {
        return Ok(Engine::new(settings));
    }
    from_files(settings, files)
}

#[cfg(feature = "runtime-db")]
fn from_files(settings: Settings, files: &[PathBuf]) -> anyhow::Result<Engine> {
    use anyhow::Context as _;
    use mkpat::{Options, Severity, Source, compile, render};

    let sources = files
        .iter()
        .map(|path| {
            let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            let text = String::from_utf8(bytes)
                .with_context(|| format!("{} is not a text in UTF-8", path.display()))?;
            Ok(Source::new(path.display().to_string(), text))
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let compiled = compile(&sources, &Options::default());
    if compiled.has_errors() {
        let errors: Vec<_> = compiled
            .diagnostics
            .into_iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .collect();
        anyhow::bail!(
            "the patterns of --db have {} error(s)\n{}",
            errors.len(),
            render(&errors, &sources, false)
        );
    }
    Ok(Engine {
        database: compiled.database.into(),
        settings,
    })
}

#[cfg(not(feature = "runtime-db"))]
fn from_files(_: Settings, files: &[PathBuf]) -> anyhow::Result<Engine> {
    anyhow::bail!(
        "cannot load {}: this program was built without the feature runtime-db",
        files[0].display()
    )
}
