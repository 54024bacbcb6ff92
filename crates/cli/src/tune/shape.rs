// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune shape`: a learned shape of the move-prediction model, drawn, and written as an entry of a
//! database.

use std::io;
use std::path::PathBuf;

use anyhow::Context as _;
use katachi_engine::Settings;
use katachi_engine::model::{BoardClass, LearnedShape};
use katachi_view::reason::quantity;

use crate::database;

#[derive(Debug, clap::Args)]
pub(super) struct ShapeArgs {
    /// Its name, as an explanation prints it
    #[arg(value_name = "NAME")]
    name: String,
    /// Files of a model or of patterns in place of the built-in ones
    #[arg(long, value_name = "FILE")]
    db: Vec<PathBuf>,
}

pub(super) fn run(args: &ShapeArgs, out: &mut impl io::Write) -> anyhow::Result<()> {
    let engine = database::engine(Settings::default(), &args.db, false)?;
    let shape = engine.knowledge.move_model().shape(&args.name).with_context(|| {
        let name = &args.name;
        format!("the move-prediction model has no shape {name}; `katachi -l GAME.sgf -L MOVE -t` names those of a position")
    })?;
    write(&shape, out)?;
    Ok(())
}

/// The letter of a cell with O for the side that moves, as in all entries of databases. The model has X.
fn as_in_entries(letter: char) -> char {
    const LETTERS: [(char, char); 3] = [('X', 'O'), ('x', 'o'), ('1', '0')];
    let swapped = LETTERS.iter().find_map(|&(a, b)| match letter {
        _ if letter == a => Some(b),
        _ if letter == b => Some(a),
        _ => None,
    });
    swapped.unwrap_or(letter)
}

fn write(shape: &LearnedShape, out: &mut impl io::Write) -> io::Result<()> {
    let points: usize = shape.rows.iter().map(String::len).sum();
    writeln!(
        out,
        "{}: {}, move made {} in it\n",
        shape.name,
        quantity(points, "point"),
        quantity(shape.played, "time")
    )?;
    let width = shape.rows.iter().map(String::len).max().unwrap_or(0);
    for row in &shape.rows {
        let cells: Vec<String> = row.chars().map(|letter| as_in_entries(letter).into()).collect();
        let blanks = " ".repeat(width - row.len());
        writeln!(out, "  {blanks}{}", cells.join(" "))?;
    }
    writeln!(
        out,
        "\n* the move; O own, X enemy stones; beside the move o x with two liberties, 0 1 in atari; # beyond the edge\n"
    )?;
    let weights = BoardClass::ALL.iter().zip(shape.weights);
    let weights: Vec<String> = weights
        .map(|(class, weight)| format!("{weight:+.2} on {}", class.name()))
        .collect();
    writeln!(
        out,
        "adds to the logit of the move, in nats: {}; the weights of its smaller shapes come on top\n",
        weights.join(", ")
    )?;
    writeln!(
        out,
        "An entry of a database that takes its place and means the same; here O moves:\n\n{}",
        mkpat::entry(&shape.pattern()).trim_end()
    )
}
