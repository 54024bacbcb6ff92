// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options before a subcommand: they are moved behind it, where the subcommand has them.

use std::ffi::{OsStr, OsString};

use anyhow::bail;
use clap::Command;
use clap::error::{ContextKind, ErrorKind};

/// Moves options that stand before the name of a subcommand behind it.
pub(crate) fn options_last(root: &Command, mut words: Vec<OsString>) -> anyhow::Result<Vec<OsString>> {
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    if !words.get(1).is_some_and(is_option) {
        return Ok(words);
    }
    let mut root = root.clone().no_binary_name(true);
    root.build();
    for at in 2..words.len() {
        let Some(mut command) = root.find_subcommand(&words[at]) else {
            continue;
        };
        let mut end = at + 1;
        while let Some(inner) = words.get(end).and_then(|word| command.find_subcommand(word)) {
            (command, end) = (inner, end + 1);
        }
        let leading = &words[1..at];
        let parsed = command.clone().no_binary_name(true).try_get_matches_from(leading);
        match parsed {
            // The word is the value of the option before it.
            Err(error) if error.kind() == ErrorKind::InvalidValue => {}
            Err(error) if error.kind() == ErrorKind::UnknownArgument => {
                let is_known = root.clone().try_get_matches_from(leading).is_ok();
                if let (true, Some(option)) = (is_known, error.get(ContextKind::InvalidArg)) {
                    let name = words[at..end].join(OsStr::new(" "));
                    let name = name.display();
                    bail!(
                        "{option} is no option of 'katachi {name}'; 'katachi {name} --help' has its options"
                    );
                }
            }
            // Whatever else is wrong is found later.
            _ => {
                words[1..end].rotate_left(at - 1);
                return Ok(words);
            }
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(line: &str) -> Result<String, String> {
        let words = line.split(' ').map(OsString::from).collect();
        let moved = options_last(&crate::command(), words).map_err(|error| error.to_string())?;
        let words: Vec<String> = moved
            .into_iter()
            .map(|word| word.into_string().unwrap())
            .collect();
        Ok(words.join(" "))
    }

    #[test]
    fn options_go_behind_the_subcommand_that_has_them() {
        let check = |line, expected: &str| assert_eq!(moved(line), Ok(expected.to_owned()));
        check("katachi --level 3 gtp --seed 1", "katachi gtp --level 3 --seed 1");
        check(
            "katachi --level=3 -l a.sgf play",
            "katachi play --level=3 -l a.sgf",
        );
        check(
            "katachi --config a.toml --no-config tune helpers x",
            "katachi tune helpers --config a.toml --no-config x",
        );
        check(
            "katachi -j 4 arena run cup.toml",
            "katachi arena run -j 4 cup.toml",
        );
        check("katachi --name play gtp", "katachi gtp --name play");
    }

    #[test]
    fn other_lines_stay() {
        for line in [
            "katachi",
            "katachi gtp --level 3",
            "katachi -l gtp",
            "katachi -l a.sgf -L 3 -t",
            "katachi --bad gtp",
        ] {
            assert_eq!(moved(line), Ok(line.to_owned()));
        }
    }

    #[test]
    fn an_option_that_the_subcommand_lacks_is_named() {
        for (line, message) in [
            (
                "katachi --color white view",
                "--color is no option of 'katachi view'; 'katachi view --help' has its options",
            ),
            (
                "katachi --level 3 -t gtp",
                "-t is no option of 'katachi gtp'; 'katachi gtp --help' has its options",
            ),
        ] {
            assert_eq!(moved(line), Err(message.to_owned()));
        }
    }
}
