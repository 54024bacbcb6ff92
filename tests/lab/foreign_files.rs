// SPDX-License-Identifier: MIT OR Apache-2.0

//! No command replaces a file of somebody else that has the name of its output.

use crate::folder::Folder;

const DIARY: &str = "my diary\n";

#[test]
fn weights_replace_weights_alone() {
    let folder = Folder::new();
    for model in ["moves", "choice", "life", "playouts", "balance"] {
        folder.file("weights.txt", DIARY);
        let trained = folder.run(&["train", model, "games.sgf", "--out", "weights.txt"]);
        trained.code(2).stderr_eq(
            "katachi-lab: weights.txt exists and was not written by Katachi; choose another name for --out\n",
        );
        assert_eq!(folder.read("weights.txt"), DIARY, "{model}");
    }
}
