// SPDX-License-Identifier: MIT OR Apache-2.0

//! No command replaces a file of somebody else that has the name of its output.

use crate::Folder;

#[test]
fn weights_replace_weights_alone() {
    let folder = Folder::new();
    for model in ["moves", "choice", "life", "playouts", "balance"] {
        folder.file("weights.txt", "my diary\n");
        assert_eq!(
            folder.error(&format!("train {model} games.sgf --out weights.txt")),
            "katachi-lab: weights.txt exists and was not written by Katachi; choose another name for --out\n",
        );
        assert_eq!(folder.text("weights.txt"), "my diary\n", "{model}");
    }
}
