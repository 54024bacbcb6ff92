// SPDX-License-Identifier: MIT OR Apache-2.0

//! Choices as text.

use super::*;
use crate::position::tests::searched;
use katachi_engine::movegen::{Overruled, ReasonKind};

fn example() -> (Choice, BoardSize) {
    let size = BoardSize::square(9);
    let at = |vertex: &str| size.parse_vertex(vertex).unwrap();
    let bare = |point, value| Proposal {
        point,
        value,
        reasons: Vec::new(),
    };
    let proposals = vec![bare(at("E5"), 40), bare(at("C3"), 12)];
    let choice = Choice::new(Move::Play(at("E5")), 40, proposals);
    (choice, size)
}

#[test]
fn the_best_proposals_are_lettered() {
    let (choice, size) = example();
    assert_eq!(headline(&choice, size, Color::Black), "Black plays E5, value 40");
    assert_eq!(proposal(&choice.proposals[1], size), "C3   value 12\n");
    assert_eq!(letters(&choice, 9).iter().map(|l| l.1).collect::<String>(), "ab");
    assert_eq!(letters(&choice, 1).len(), 1);
    assert_eq!(chosen(&choice).map(|p| p.value), Some(40));
    let pass = Choice::new(Move::Pass, 0, Vec::new());
    let words = headline(&pass, size, Color::White);
    assert_eq!(words, "White passes: nothing is worth a stone");
    assert_eq!(chosen(&pass), None);
}

#[test]
fn a_reason_is_listed_with_its_part_and_its_worth() {
    let size = BoardSize::square(9);
    let line = |counted, overruled| {
        let reason = Reason {
            kind: ReasonKind::Save {
                string: Point::new(0, 8),
                size: 1,
            },
            value: 28,
            counted,
            overruled,
            is_denied: false,
        };
        reason_line(&reason, size)
    };
    assert_eq!(line(7, None), "  +7 saves A1 (1 stone), worth 28");
    assert_eq!(
        line(-3, Some(Overruled::Decided)),
        "  -3 saves A1 (1 stone), worth 28: playouts call these stones decided"
    );
}

#[test]
fn a_rival_has_its_reason_to_lose() {
    let (mut choice, size) = example();
    let why = |choice: &Choice| why_not(choice, &choice.proposals[1], size);
    assert_eq!(why_not(&choice, &choice.proposals[0], size), None);
    assert_eq!(why(&choice).unwrap(), "28 less than E5");
    choice.proposals[1].reasons.push(Reason {
        kind: ReasonKind::Loses {
            string: size.parse_vertex("D4").unwrap(),
            size: 3,
        },
        value: -30,
        counted: -30,
        overruled: None,
        is_denied: false,
    });
    assert_eq!(
        why(&choice).unwrap(),
        "better than E5 by its evidence, but loses D4 (3 stones)"
    );
    choice.proposals[1].value = 40;
    choice.proposals[1].reasons.clear();
    assert_eq!(why(&choice).unwrap(), "no more than E5");
}

#[test]
fn a_move_of_the_search_has_its_win_rate_and_visits() {
    let (mut choice, size) = example();
    choice.search = Some(searched(choice.mv));
    let line = headline(&choice, size, Color::Black);
    let percent = 100.0 * searched(choice.mv).values().win_rate;
    assert_eq!(
        line,
        format!("Black plays E5, win rate {percent:.0} %, 300 visits")
    );
    let why = why_not(&choice, &choice.proposals[1], size);
    assert_eq!(why.unwrap(), "0 visits of the search, E5 300");
}

#[test]
fn the_numbers_on_a_board_are_values_or_the_visits_of_the_search_that_has_chosen() {
    let (mut choice, size) = example();
    let at = |vertex: &str| size.parse_vertex(vertex).unwrap();
    assert_eq!(numbers(&choice), [(at("E5"), 40), (at("C3"), 12)]);
    assert_eq!(unit(&choice), "values");
    choice.search = Some(searched(choice.mv));
    assert_eq!(numbers(&choice), [(at("E5"), 300)]);
    assert_eq!(unit(&choice), "visits");
}
