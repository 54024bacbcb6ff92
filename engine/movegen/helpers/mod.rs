// SPDX-License-Identifier: MIT OR Apache-2.0

//! Helpers: conditions and values of patterns that no constraint can express.
//!
//! A pattern names a helper in its colon line. It is asked last, once the pattern matches, its move is safe
//! and its constraint is true: it sees the match through a [`Site`] and answers whether the pattern holds
//! there, and the share of its value that counts, so that the author's number acts everywhere. Helpers name
//! cells by their offset from `*` in the picture of their own diagram, so that they need not know the
//! orientation of the picture. If a pattern with another diagram uses a helper and a stone is missing that
//! the helper needs, the pattern does not hold.
//!
//! The table of patterns holds names of helpers, which are looked up in one `phf` map. A site offers cells,
//! the sides as us and them, and moves that are tried on a scratch board and taken back. An open reading
//! counts as a failed one. The diagram in the documentation of a helper is the pattern by which tests try it.

mod capture;
mod connect;
mod cut;
mod edge;
mod life;
mod opening;
mod site;

use mkpat::Pattern;

pub(crate) use site::{Answer, Site};

/// A helper. It leaves the position as it found it, and reads within the budget of the position's reader.
pub(crate) type Helper = fn(&mut Site<'_>) -> Answer;

/// All helpers, by the names that patterns call them.
static HELPERS: phf::Map<&'static str, Helper> = phf::phf_map! {
    "amalgamates" => connect::amalgamates,
    "bamboo_joint" => connect::bamboo_joint,
    "connects" => connect::connects,
    "links_under" => connect::links_under,
    "peeped_bamboo_joint" => connect::peeped_bamboo_joint,
    "tiger_mouth" => connect::tiger_mouth,
    "crosscut_extension" => cut::crosscut_extension,
    "cut_holds" => cut::cut_holds,
    "double_cut" => cut::double_cut,
    "knights_waist" => cut::knights_waist,
    "peep" => cut::peep,
    "push_and_cut" => cut::push_and_cut,
    "wedge" => cut::wedge,
    "connect_and_die" => capture::connect_and_die,
    "counter_capture" => capture::counter_capture,
    "cutting_stones" => capture::cutting_stones,
    "double_atari" => capture::double_atari,
    "extends_from_atari" => capture::extends_from_atari,
    "ladder" => capture::ladder,
    "ladder_breaker" => capture::ladder_breaker,
    "net" => capture::net,
    "snapback" => capture::snapback,
    "thrash" => capture::thrash,
    "threatens_capture" => capture::threatens_capture,
    "keeps_eye" => life::keeps_eye,
    "makes_eye" => life::makes_eye,
    "makes_eye_false" => life::makes_eye_false,
    "makes_seki" => life::makes_seki,
    "nakade" => life::nakade,
    "runs_out" => life::runs_out,
    "seals_off" => life::seals_off,
    "spoils_eye" => life::spoils_eye,
    "wins_race" => life::wins_race,
    "border_swing" => edge::border_swing,
    "descent" => edge::descent,
    "first_line_hane" => edge::first_line_hane,
    "monkey_jump" => edge::monkey_jump,
    "slides_for_base" => edge::slides_for_base,
    "takes_ko" => edge::takes_ko,
    "empty_corner" => opening::empty_corner,
    "encloses_corner" => opening::encloses_corner,
    "extension" => opening::extension,
    "high_handicap" => opening::high_handicap,
    "invasion" => opening::invasion,
    "joins_moyos" => opening::joins_moyos,
    "pincer" => opening::pincer,
    "splits_side" => opening::splits_side,
};

/// The names of all helpers, by the alphabet.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = HELPERS.keys().copied().collect();
    names.sort_unstable();
    names
}

/// The helper that a pattern names, if it names a registered one.
pub(super) fn find(pattern: &Pattern) -> Option<Helper> {
    HELPERS.get(pattern.helper.as_deref()?).copied()
}

#[cfg(test)]
mod tests;
