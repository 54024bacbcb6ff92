// SPDX-License-Identifier: MIT OR Apache-2.0

//! An estimate of the score by influence.

use katachi_rules::{Agreement, ByColor, Game, Scoring};

use super::final_status::FinalStatus;
use super::influence::{InfluenceMap, MOYO, TERRITORY};

/// White's lead at most, if White gets its whole moyo and Black none; and at least. Points that are
/// surrounded or under the influence of territory are certain.
pub fn score_bounds(game: &Game, status: &FinalStatus) -> (f32, f32) {
    let board = game.board();
    let [territory, moyo] = [TERRITORY, MOYO].map(|rounds| InfluenceMap::new(board, &status.dead, rounds));
    let is_area = game.rules().scoring == Scoring::Area;
    let (mut certain, mut hoped) = (ByColor::<u32>::default(), ByColor::<u32>::default());
    for p in board.size().points() {
        match board.cell(p).color() {
            Some(color) if !status.dead.contains(p) => {
                certain[color] += u32::from(is_area);
                continue;
            }
            Some(color) => certain[color.opposite()] += u32::from(!is_area),
            None => {}
        }
        let surrounded = status.owner[p].filter(|&color| moyo.owner(p) != Some(color.opposite()));
        if let Some(color) = surrounded.or(territory.owner(p)) {
            certain[color] += u32::from(!status.in_seki(p));
        } else if let Some(color) = moyo.owner(p) {
            hoped[color] += u32::from(!status.is_dame(p));
        }
    }
    // Captures and compensation are as in the count without dead stones.
    let counted = game.agreed_score(&Agreement::default());
    let certain = ByColor::from_fn(|color| {
        let side = &counted.sides[color];
        let captured = game.captured()[color.opposite()] * u32::from(!is_area);
        (certain[color] + captured) as f32 + side.bonus + side.free_moves as f32
    });
    let lead = certain.white - certain.black;
    (lead + hoped.white as f32, lead - hoped.black as f32)
}
