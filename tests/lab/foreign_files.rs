// SPDX-License-Identifier: MIT OR Apache-2.0

//! No command replaces a file of somebody else that has the name of its output.

use std::fs;

use snapbox::cmd::Command;

const DIARY: &str = "my diary\n";

#[test]
fn weights_replace_weights_alone() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("weights.txt");
    for model in ["moves", "choice", "life", "playouts", "balance"] {
        fs::write(&file, DIARY).unwrap();
        let mut command = Command::from_std(crate::program()).current_dir(folder.path());
        command = command.args(["train", model, "games.sgf", "--out", "weights.txt"]);
        command.assert().code(2).stderr_eq(
            "katachi-lab: weights.txt exists and was not written by Katachi; choose another name for --out\n",
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), DIARY, "{model}");
    }
}
