// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reasons in the words of players.

use std::fmt::Write as _;

use katachi_rules::{Board, BoardSize, Color, Point, quantity};

use katachi_engine::movegen::{Overruled, PatternValue, ReasonKind, Rejection};

/// Returns a reason in one line, without its value.
pub fn text(reason: &ReasonKind, board: BoardSize) -> String {
    let vertex = |point: &katachi_rules::Point| board.vertex(*point);
    let stones = |size: &u32| quantity(*size, "stone");
    let manner = |is_sente: &bool| if *is_sente { "sente" } else { "gote" };
    match reason {
        ReasonKind::Pattern(value) => pattern(value),
        ReasonKind::Capture { string, size } => format!("captures {} ({})", vertex(string), stones(size)),
        ReasonKind::Save { string, size } => format!("saves {} ({})", vertex(string), stones(size)),
        ReasonKind::Life {
            group,
            saves,
            size,
            by_ko,
        } => {
            let does = if *saves { "saves" } else { "kills" };
            let how = if *by_ko { " by a ko" } else { "" };
            let group = vertex(group);
            format!("{does} the group at {group} ({}){how}", stones(size))
        }
        ReasonKind::Region {
            wall,
            owns,
            points,
            is_sente,
        } => {
            let does = if *owns { "keeps" } else { "spoils" };
            let (wall, points, manner) = (vertex(wall), quantity(*points, "point"), manner(is_sente));
            format!("{does} the enclosed region of {wall}: {points} in {manner}")
        }
        ReasonKind::Combination { forestalls, gain } => {
            let does = if *forestalls { "prevents" } else { "makes" };
            format!("{does} a double threat to capture ({})", stones(gain))
        }
        ReasonKind::Model {
            probability,
            shape,
            played,
        } => {
            let points = quantity(shape.points, "point");
            let percent = 100.0 * probability;
            match shape.entry {
                // Its author has changed the probability, so that no records speak.
                Some(_) => format!(
                    "the model expects the move in {percent:.0} % of such positions, with the entry {shape} in the place \
                     of a learned shape of {points}"
                ),
                None => format!(
                    "strong players and programs play here in {percent:.0} % of such positions ({shape}: shape of {points}, \
                     played {})",
                    quantity(*played, "time")
                ),
            }
        }
        ReasonKind::Playouts {
            owner,
            gain,
            begun,
            by,
        } => {
            let (own, share, by) = (50.0 * (1.0 + owner), 100.0 * begun, by.join(", "));
            let answers = format!("; {share:.0} % of them answer there, by {by}");
            let answers = if by.is_empty() { "" } else { &answers };
            format!(
                "playouts: an own point in {own:.0} % of them, {gain:+.1} points by being first there{answers}"
            )
        }
        ReasonKind::After { win_rate, lead, .. } => {
            let percent = 100.0 * win_rate;
            format!("playouts after it: won in {percent:.0} % of them, {lead:+.1} points")
        }
        ReasonKind::Ko { stone, ends } => {
            let does = if *ends { "ends" } else { "takes" };
            format!("{does} the ko of {}", vertex(stone))
        }
        ReasonKind::KoThreat { string, size } => {
            format!("threatens {} ({}) for a ko", vertex(string), stones(size))
        }
        ReasonKind::Dame => "fills a dame".to_owned(),
        ReasonKind::Endgame { points: 0.0, .. } => "gains nothing by the endgame search".to_owned(),
        ReasonKind::Endgame { points, is_sente } => {
            format!("gains {points:.2} points in {}", manner(is_sente))
        }
        ReasonKind::Loses { string, size } => format!("loses {} ({})", vertex(string), stones(size)),
    }
}

/// Returns a reason in a sentence about a move. A gain of the endgame search is an estimate, so it is a whole
/// number here.
pub fn told(reason: &ReasonKind, board: BoardSize) -> String {
    match reason {
        ReasonKind::Endgame { points, is_sente } if *points > 0.0 => {
            let about = match points.round() {
                whole if whole < 1.0 => "less than a point".to_owned(),
                whole => format!("about {}", quantity(whole, "point")),
            };
            format!("gains {about} in {}", if *is_sente { "sente" } else { "gote" })
        }
        _ => text(reason, board),
    }
}

/// Returns whether it is a reason that a player would give. Patterns and models have names and numbers only.
pub fn is_told(reason: &ReasonKind) -> bool {
    !matches!(
        reason,
        ReasonKind::Pattern(_)
            | ReasonKind::Model { .. }
            | ReasonKind::Playouts { .. }
            | ReasonKind::After { .. }
    )
}

/// Returns `takes J8 (1 stone) out of atari` for a move that does, whatever reading says about it.
pub fn out_of_atari(board: &Board, color: Color, point: Point) -> Option<String> {
    if !board.is_legal(color, point) {
        return None;
    }
    let mut after = board.clone();
    let _ = after.play(color, point);
    let mut strings = board.strings_beside(point, color).into_iter();
    let string = strings.find(|&string| board.liberties(string) == 1 && after.liberties(string) > 1)?;
    let stones = quantity(board.string_size(string), "stone");
    Some(format!(
        "takes {} ({stones}) out of atari",
        board.size().vertex(string)
    ))
}

/// Leaves out double threats after the first, which are seldom another reason, and the gain of the endgame
/// beside others: it is what these are worth.
pub fn without_repeats<'a>(reasons: impl Iterator<Item = &'a ReasonKind>) -> Vec<&'a ReasonKind> {
    let is_gain = |kind: &&ReasonKind| matches!(kind, ReasonKind::Endgame { .. });
    let mut has_threat = false;
    let is_first = |kind: &&ReasonKind| {
        !matches!(kind, ReasonKind::Combination { .. }) || !std::mem::replace(&mut has_threat, true)
    };
    let mut kinds: Vec<_> = reasons.filter(is_first).collect();
    if !kinds.iter().all(is_gain) {
        kinds.retain(|kind| !is_gain(kind));
    }
    kinds
}

/// Returns the explanation why a reason is overruled.
pub fn why_overruled(overruled: Overruled) -> &'static str {
    match overruled {
        Overruled::Decided => "playouts call these stones decided",
        Overruled::InEndgameGain => "counted in the gain by the endgame search",
    }
}

/// Returns the explanation why a point is not proposed.
pub fn why_rejected(rejection: Rejection) -> &'static str {
    match rejection {
        Rejection::OwnEye => "it fills an own eye",
        Rejection::Settled => "it is in settled area",
        Rejection::Worthless => "no reason for it has a positive value",
        Rejection::Plain => "plain moves alone speak for it",
        Rejection::Illegal => "the move is illegal",
        Rejection::NoPatternHolds => "no pattern holds there, and there is no other reason for it",
    }
}

/// Whether the name of a pattern has this text in it. Small and capital letters are the same.
pub fn has_in_name(name: &str, text: &str) -> bool {
    name.to_lowercase().contains(&text.to_lowercase())
}

/// Returns `pattern NAME+c, base 40, wind 7 (power 9 against 14), moyo 12 (gains 6)`, without the parts that
/// add nothing.
pub(crate) fn pattern(value: &PatternValue) -> String {
    let mut text = format!("pattern {}", value.name);
    if let Some(turn) = value.transformation {
        let _ = write!(text, "+{turn}");
    }
    let _ = write!(text, ", base {}", value.base);
    if value.helper != 0 {
        let _ = write!(text, ", helper {:+}", value.helper);
    }
    if let Some(wind) = value.wind {
        let (own, other) = (wind.my_power, wind.their_power);
        let _ = write!(text, ", wind {:+} (power {own} against {other})", wind.value);
    }
    if let Some((gain, value)) = value.moyo {
        let _ = write!(text, ", moyo {value:+} (gains {gain})");
    }
    if let Some(limit) = value.connection {
        let _ = write!(text, ", connection at most {limit}");
    }
    for (name, value) in [
        ("obonus", value.obonus),
        ("xbonus", value.xbonus),
        ("splitbonus", value.splitbonus),
        ("random", value.random),
    ] {
        if value != 0 {
            let _ = write!(text, ", {name} {value:+}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use katachi_engine::model::ShapeName;
    use katachi_engine::movegen::Wind;
    use katachi_rules::Point;

    use super::*;

    const BOARD: BoardSize = BoardSize::square(9);
    /// A1.
    const CORNER: Point = Point::new(0, 8);

    #[test]
    fn a_kill_by_a_ko_is_called_one() {
        let (group, saves, size, by_ko) = (CORNER, false, 15, true);
        let life = ReasonKind::Life {
            group,
            saves,
            size,
            by_ko,
        };
        assert_eq!(text(&life, BOARD), "kills the group at A1 (15 stones) by a ko");
    }

    #[test]
    fn an_entry_in_the_place_of_a_shape_is_no_word_of_strong_players() {
        let model = |entry: Option<&str>| {
            let shape = ShapeName {
                entry: entry.map(Into::into),
                kind: "Wedge",
                points: 21,
                place: 1732,
            };
            text(
                &ReasonKind::Model {
                    probability: 0.87,
                    shape,
                    played: 50,
                },
                BOARD,
            )
        };
        assert_eq!(
            model(None),
            "strong players and programs play here in 87 % of such positions (Wedge_21_1732: shape of 21 points, played 50 times)"
        );
        assert_eq!(
            model(Some("My_wedge")),
            "the model expects the move in 87 % of such positions, with the entry My_wedge in the place of a learned shape of 21 points"
        );
    }

    #[test]
    fn a_pattern_is_named_with_the_parts_of_its_value() {
        let value = PatternValue {
            name: "Cut_1".to_owned(),
            base: 40,
            wind: Some(Wind {
                their_power: 14,
                my_power: 9,
                value: 7,
            }),
            moyo: Some((6, 12)),
            xbonus: 5,
            ..PatternValue::default()
        };
        assert_eq!(
            text(&ReasonKind::Pattern(Box::new(value)), BOARD),
            "pattern Cut_1, base 40, wind +7 (power 9 against 14), moyo +12 (gains 6), xbonus +5"
        );
    }

    /// A reason of each kind, with its term of the glossary unless all players know its words.
    fn one_of_each_kind() -> [(ReasonKind, Option<&'static str>); 14] {
        let (string, size) = (CORNER, 3);
        [
            (ReasonKind::Pattern(Box::default()), Some("pattern match")),
            (ReasonKind::Capture { string, size }, None),
            (ReasonKind::Save { string, size }, None),
            (
                ReasonKind::Life {
                    group: string,
                    saves: true,
                    size,
                    by_ko: true,
                },
                None,
            ),
            (
                ReasonKind::Region {
                    wall: string,
                    owns: true,
                    points: 7.0,
                    is_sente: true,
                },
                Some("enclosed region"),
            ),
            (
                ReasonKind::Combination {
                    forestalls: true,
                    gain: 2,
                },
                None,
            ),
            (
                ReasonKind::Ko {
                    stone: string,
                    ends: true,
                },
                None,
            ),
            (ReasonKind::KoThreat { string, size }, None),
            (ReasonKind::Dame, Some("dame")),
            (
                ReasonKind::Model {
                    probability: 0.1,
                    shape: ShapeName {
                        entry: None,
                        kind: "Hane",
                        points: 13,
                        place: 412,
                    },
                    played: 50,
                },
                Some("move-prediction model"),
            ),
            (
                ReasonKind::Playouts {
                    owner: 0.4,
                    gain: 3.0,
                    begun: 0.3,
                    by: Vec::new(),
                },
                Some("playout"),
            ),
            (
                ReasonKind::After {
                    win_rate: 0.6,
                    lead: 2.5,
                    odds: 0.3,
                    gain: 0.5,
                },
                Some("playout"),
            ),
            (
                ReasonKind::Endgame {
                    points: 1.5,
                    is_sente: false,
                },
                Some("gain"),
            ),
            (ReasonKind::Loses { string, size }, Some("blunder check")),
        ]
    }

    #[test]
    fn terms_of_reasons_are_in_the_glossary() {
        let glossary = include_str!("../../../../docs/glossary.md");
        for (reason, term) in one_of_each_kind() {
            let has_row = |term: &str| {
                glossary
                    .lines()
                    .any(|line| line.starts_with(&format!("| {term}")))
            };
            assert!(term.is_none_or(has_row), "{term:?}: {}", text(&reason, BOARD));
        }
    }

    #[test]
    fn reasons_use_no_words_of_their_own() {
        const PRIVATE: &str = "habit, thought, random, chance, trial, stake, hang, doubt, room, fate, glance, \
            likely, makes live, becomes, standing, look";
        for (reason, _) in one_of_each_kind() {
            let text = text(&reason, BOARD);
            assert!(!PRIVATE.split(", ").any(|word| text.contains(word)), "{text}");
        }
    }
}
