// SPDX-License-Identifier: MIT OR Apache-2.0

//! Snapshots of views in every look, on boards of several shapes, in `tests/data/view/`. After a look at the
//! difference, `SNAPSHOTS=overwrite cargo test -p katachi-view` accepts it.

use std::path::Path;

use katachi_rules::Rules;
use katachi_rules::sgf::Record;
use snapbox::Data;

use super::*;
use crate::colours::Depth;
use crate::look::Charset;
use crate::picture::{Layers, Map};
use crate::position::tests::view_of;

/// All looks, with the ends of the names of their files.
pub(crate) const LOOKS: [(&str, Look); 5] = [
    ("txt", look_of(Charset::Unicode, Depth::Plain)),
    ("ascii", look_of(Charset::Ascii, Depth::Plain)),
    ("16", look_of(Charset::Unicode, Depth::Sixteen)),
    ("256", look_of(Charset::Unicode, Depth::Indexed)),
    ("24bit", look_of(Charset::Unicode, Depth::TrueColour)),
];

const fn look_of(charset: Charset, depth: Depth) -> Look {
    Look { charset, depth }
}

/// The position of the manual, on 19x19.
pub(crate) const LARGE: &str = include_str!("../../../../../docs/view.sgf");
const SMALL: &str = "(;SZ[9];B[ee];W[eg];B[cg];W[cf];B[dg];W[df];B[ef];W[dh];B[ch];W[gc])";
const WIDE: &str = "(;SZ[13:7];B[dd];W[jd];B[jf];W[hf];B[hd];W[dc];B[cc];W[ec];B[ed])";
const HIGH: &str = "(;SZ[5:19];B[cd];W[cp];B[bj];W[dj];B[dk];W[cj];B[ck];W[bk])";

#[track_caller]
pub(crate) fn check(name: &str, drawn: String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/view");
    snapbox::Assert::new()
        .action_env("SNAPSHOTS")
        .eq(drawn, Data::read_from(&folder.join(name), None).raw());
}

#[test]
fn boards_of_every_shape_look_as_they_did_in_every_look() {
    for (shape, sgf) in [("19x19", LARGE), ("9x9", SMALL), ("13x7", WIDE), ("5x19", HIGH)] {
        let record = Record::parse(sgf.as_bytes()).expect("it is a record");
        let game = record.game_after(usize::MAX, Rules::default(), 7.5);
        let view = view_of(&game.expect("its moves are legal"));
        let layers = Layers {
            influence: Some(Map::Area),
            eyes: true,
            cursor: view.game.size().parse_vertex("C4"),
            ..Layers::default()
        };
        let (picture, panel) = (view.picture(&layers), view.summary(&layers));
        for (end, look) in LOOKS {
            let text = render(&view, &picture, &panel, Paper { look, width: 80 });
            let plain = anstream::adapter::strip_str(&text).to_string();
            assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
            assert!(look.charset == Charset::Unicode || text.is_ascii(), "{text}");
            check(&format!("shape-{shape}.{end}"), text);
        }
    }
}
