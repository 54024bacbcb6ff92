// SPDX-License-Identifier: MIT OR Apache-2.0

//! Settings of KataGo that clients give to `katachi analysis` and that have a meaning there: the side whose
//! values are reported. A client that sets it would read all values for the wrong side.

use std::fs;
use std::path::Path;

use katachi_analysis_json::Perspective;

const PERSPECTIVE: &str = "reportAnalysisWinratesAs";
const MAX_BYTES: u64 = 1 << 20;

/// Returns the side that files of KataGo and settings such as `a=1,b=2` name. The last one counts, and
/// settings count more than files. A file that cannot be read has none: clients name files that are not
/// there.
pub(crate) fn perspective(files: &[String], settings: &[String]) -> Result<Option<Perspective>, String> {
    let of_file = |file: &String| last(text_of(Path::new(file)).lines(), file);
    let in_files = files.iter().map(of_file);
    let in_settings = settings
        .iter()
        .map(|text| last(text.split(','), "-override-config"));
    let found: Result<Vec<_>, _> = in_files.chain(in_settings).collect();
    Ok(found?.into_iter().flatten().next_back())
}

/// Returns the text of a configuration; empty for what is none: KataGo's files have some kilobytes.
fn text_of(file: &Path) -> String {
    let is_one = fs::metadata(file).is_ok_and(|data| data.is_file() && data.len() <= MAX_BYTES);
    let text = is_one.then(|| fs::read_to_string(file).unwrap_or_default());
    text.unwrap_or_default()
}

/// Returns the last side in assignments. `#` begins a comment.
fn last<'a>(assignments: impl Iterator<Item = &'a str>, place: &str) -> Result<Option<Perspective>, String> {
    let values = assignments.filter_map(|assignment| {
        let (name, value) = assignment.split('#').next()?.split_once('=')?;
        (name.trim() == PERSPECTIVE).then(|| value.trim())
    });
    let value = values.last().map(str::parse).transpose();
    value.map_err(|why| format!("{place}: {PERSPECTIVE}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_assignment_counts_and_settings_more_than_files() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("analysis.cfg");
        let text = "maxVisits = 500\n# reportAnalysisWinratesAs = BLACK\nreportAnalysisWinratesAs = WHITE # for us\n";
        fs::write(&file, text).expect("it can be written");
        let files = [file.display().to_string(), "absent.cfg".to_owned()];
        assert_eq!(perspective(&files, &[]), Ok(Some(Perspective::White)));
        let settings = ["a=1,reportAnalysisWinratesAs=SIDETOMOVE".to_owned()];
        assert_eq!(perspective(&files, &settings), Ok(Some(Perspective::SideToMove)));
        assert_eq!(perspective(&files[1..], &[]), Ok(None));
    }

    #[test]
    fn a_value_that_is_no_side_is_refused_with_its_place() {
        let refused = perspective(&[], &["reportAnalysisWinratesAs=MINE".to_owned()]);
        let why = refused.expect_err("it is no side");
        assert!(
            why.starts_with("-override-config: reportAnalysisWinratesAs: "),
            "{why}"
        );
    }
}
