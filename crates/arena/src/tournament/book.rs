// SPDX-License-Identifier: MIT OR Apache-2.0

//! Openings: lines of SGF files, or random moves.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use katachi_rules::sgf::{NodeId, Record, Step, Tree, read};
use katachi_rules::{BoardSize, Color, Game, Move, Rules};

use crate::files::named_files;
use crate::opening::{play_random_opening, shuffled};

#[derive(Clone, Debug)]
pub(super) struct Book {
    size: BoardSize,
    rules: Rules,
    /// Lines of files without duplicates, in the order of files and variations.
    lines: Vec<Vec<Move>>,
    moves: u32,
}

impl Book {
    /// Reads the first `depth` moves of every line of every game in these files; of a folder, in all its
    /// `.sgf` files. `moves` random moves follow. Without files openings are random from the first move on.
    pub(super) fn read(
        files: &[PathBuf],
        depth: usize,
        moves: u32,
        size: BoardSize,
        rules: Rules,
    ) -> Result<Self> {
        let mut lines: Vec<Vec<Move>> = Vec::new();
        for file in named_files(files, "sgf")? {
            let shown = file.display();
            let bytes = fs::read(&file).with_context(|| format!("cannot read {shown}"))?;
            let collection = read(&bytes).with_context(|| format!("cannot use {shown}"))?;
            for tree in &collection.trees {
                for leaf in leaves(tree) {
                    let line = line(tree, leaf, depth, size, rules)
                        .with_context(|| format!("cannot use {shown}"))?;
                    if !line.is_empty() && !lines.contains(&line) {
                        lines.push(line);
                    }
                }
            }
        }
        if lines.is_empty() && !files.is_empty() {
            bail!("the book has no moves");
        }
        Ok(Self {
            size,
            rules,
            lines,
            moves,
        })
    }

    /// Returns the moves of an opening by its number, counted from 0. The seed shuffles the lines of files;
    /// after the last one they begin again.
    pub(super) fn opening(&self, seed: u64, number: u32) -> Vec<String> {
        let mut game = Game::new(self.size, self.rules, 0.0);
        if !self.lines.is_empty() {
            let order = shuffled(self.lines.len(), seed);
            for &mv in &self.lines[order[number as usize % order.len()]] {
                // Lines have been checked.
                let _ = game.play(game.to_move(), mv);
            }
        }
        play_random_opening(&mut game, seed, number.into(), self.moves);
        game.moves().map(|(_, mv)| self.size.show(mv)).collect()
    }
}

fn leaves(tree: &Tree) -> Vec<NodeId> {
    tree.nodes()
        .filter(|&node| tree.children(node).next().is_none())
        .collect()
}

fn line(tree: &Tree, leaf: NodeId, depth: usize, size: BoardSize, rules: Rules) -> Result<Vec<Move>> {
    let record = Record::from_line(tree, leaf)?;
    if record.size != size {
        bail!("it is a game on {}, and the tournament is on {size}", record.size);
    }
    let game = record.game_after(depth, rules, 0.0)?;
    let moves: Vec<(Color, Move)> = game.moves().collect();
    if record.steps.iter().any(|step| matches!(step, Step::Setup(_))) {
        bail!("an opening cannot set up stones");
    }
    for (i, (color, _)) in moves.iter().enumerate() {
        let expected = if i % 2 == 0 { Color::Black } else { Color::White };
        if *color != expected {
            bail!(
                "move {} is {color}'s: in an opening the colours take turns, Black first",
                i + 1
            );
        }
    }
    Ok(moves.into_iter().map(|(_, mv)| mv).collect())
}
