// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game on each board, up to its middle, for several benchmarks.

use katachi_rules::{BoardSize, Game, Move, Point, Rules};

/// Moves as SGF writes them, Black's first: the positions called "middle game" of `katachi-lab bench`.
const GAMES: [(u8, &str); 3] = [
    (
        9,
        "ff gg fg gf ge he gd hd gc hc hb ib gb fh eh gh dg ce de dd cd cc bd be dc ed",
    ),
    (
        13,
        "dd jj jc cj ch cf df de ce ee bf cd cg be cc cf bc ce dc kh kf ke je jd kd id ie he hd ic kc hb ib hc gd ge fd ed ec \
         fb fc fe eb le lf jb kb ia gb ga fa ha ka ja ld lc mc mb lb ig jf jg",
    ),
    (
        19,
        "dq pd dd pp qn nq qq qp rp ro rq qo or oq nr mq mr lq lr kq kr jq jr iq ir hq hr gr gq fq gp fp go fo gn fn gm cc cd dc \
         fc ec ed fb bc bb eb db gb fd gc fe hd he ie hf if ig jg ih jh ii ji ij jj jk kk kl lk jl io jn jo ko bd ea ab li fr er \
         gs eq dr ds cs es cr dp cp co do dn ep fm gl fl gk fk fj ej fi ei eh dh dg ch cg bg bf bh cn bo bn bp bq eo dp dm cl dl \
         cj eg fh fg gg hg gh gf cm dk",
    ),
];

/// The games.
pub(crate) fn games() -> impl Iterator<Item = Game> {
    GAMES.into_iter().map(|(side, moves)| {
        let mut game = Game::new(BoardSize::square(side), Rules::CHINESE, 7.5);
        for mv in moves.split_whitespace() {
            let &[x, y] = mv.as_bytes() else {
                panic!("'{mv}' has not two letters")
            };
            let point = Point::new(x - b'a', y - b'a');
            let color = game.to_move();
            game.play(color, Move::Play(point)).expect("the moves are legal");
        }
        game
    })
}

/// `19x19`.
pub(crate) fn name(game: &Game) -> String {
    format!("{0}x{0}", game.size().width())
}

/// Where the last move was played, and the one before it.
pub(crate) fn last_moves(game: &Game) -> [Option<Point>; 2] {
    let mut points = game.moves().rev().map(|(_, mv)| mv.point());
    [points.next().flatten(), points.next().flatten()]
}
