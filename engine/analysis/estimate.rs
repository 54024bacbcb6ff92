// SPDX-License-Identifier: MIT OR Apache-2.0

//! An estimate of the score by influence, with its parts.

use katachi_rules::{Agreement, ByColor, Color, Game, Scoring};

use super::final_status::FinalStatus;
use super::influence::{InfluenceMap, MOYO, TERRITORY};

/// Worth of a point of moyo in the estimate of the score, in points, 0 to 1; 0.3 to 0.7.
const MOYO_WORTH: f32 = 0.5;

/// The points of one side in an estimate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideEstimate {
    /// Empty points and dead enemy stones that are surrounded or under the influence of territory.
    pub territory: u32,
    /// Further points under the influence of a moyo; they count half.
    pub moyo: u32,
    /// Enemy stones captured or dead; with area scoring the own living stones instead.
    pub stones: u32,
    /// Komi and other compensation.
    pub bonus: f32,
}

impl SideEstimate {
    /// The sum without the moyo.
    fn secure(&self) -> f32 {
        (self.territory + self.stones) as f32 + self.bonus
    }
}

/// An estimate of the score.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScoreEstimate {
    /// The points of each side.
    pub sides: ByColor<SideEstimate>,
}

impl ScoreEstimate {
    /// Estimates from the position of a game and its final status.
    pub fn new(game: &Game, status: &FinalStatus) -> Self {
        let board = game.board();
        let (territory, moyo) = (
            InfluenceMap::new(board, &status.dead, TERRITORY),
            InfluenceMap::new(board, &status.dead, MOYO),
        );
        let mut sides = ByColor::<SideEstimate>::default();
        let is_area = game.rules().scoring == Scoring::Area;
        for p in board.size().points() {
            match board.cell(p).color() {
                Some(color) if !status.dead.contains(p) => {
                    sides[color].stones += u32::from(is_area);
                    continue;
                }
                Some(color) => sides[color.opposite()].stones += u32::from(!is_area),
                None => {}
            }
            let surrounded = status.owner[p].filter(|&color| moyo.owner(p) != Some(color.opposite()));
            if let Some(color) = surrounded.or(territory.owner(p)) {
                sides[color].territory += u32::from(!status.in_seki(p));
            } else if let Some(color) = moyo.owner(p) {
                sides[color].moyo += u32::from(!status.is_dame(p));
            }
        }
        // Captures and compensation are as in the count without dead stones.
        let counted = game.agreed_score(&Agreement::default());
        for color in Color::BOTH {
            let side = &mut sides[color];
            side.stones += game.captured()[color.opposite()] * u32::from(!is_area);
            side.bonus = counted.sides[color].bonus + counted.sides[color].free_moves as f32;
        }
        Self { sides }
    }

    /// White's points less Black's, moyo counting half.
    pub fn white_lead(&self) -> f32 {
        let total = |side: &SideEstimate| side.secure() + MOYO_WORTH * side.moyo as f32;
        total(&self.sides.white) - total(&self.sides.black)
    }

    /// White's lead at most, if White gets its whole moyo and Black none; and at least.
    pub fn bounds(&self) -> (f32, f32) {
        let secure = self.sides.white.secure() - self.sides.black.secure();
        (
            secure + self.sides.white.moyo as f32,
            secure - self.sides.black.moyo as f32,
        )
    }
}
