//! Random games against a twin of the rules that is slow and plain: it floods strings anew for every
//! question, keeps whole positions for the kos, and shares no code with the board but its names of
//! points and colours. What the board counts as it goes has to agree with it on every size.

use std::collections::BTreeSet;

use katachi_rules::{
    Board, BoardSize, Cell, Color, Game, KoRule, Move, Point, PointSet, Rules, area_owner, area_score,
};
use proptest::prelude::*;

/// A game that knows nothing but lists of positions.
struct Twin {
    size: BoardSize,
    rules: Rules,
    /// All positions so far with the side to move, the present one last.
    positions: Vec<(Cells, Color)>,
    /// Who put down the last stone, if the last move was one.
    last_stone: Option<Color>,
    /// Stones that have left the board, Black's and White's.
    prisoners: [u32; 2],
}

/// Row by row from the top left.
type Cells = Vec<Cell>;

impl Twin {
    fn new(size: BoardSize, rules: Rules) -> Self {
        Self {
            size,
            rules,
            positions: vec![(vec![Cell::Empty; size.area()], Color::Black)],
            last_stone: None,
            prisoners: [0, 0],
        }
    }

    fn cells(&self) -> &Cells {
        &self.positions.last().unwrap().0
    }

    /// The stones after a stone on an empty point, and how many of the enemy and of the own left.
    fn after(&self, color: Color, at: usize) -> (Cells, [usize; 2]) {
        let mut cells = self.cells().clone();
        cells[at] = color.into();
        let mut removed = [0, 0];
        for (victim, count) in [color.opposite(), color].into_iter().zip(&mut removed) {
            for start in neighbours(self.size, at).into_iter().chain([at]) {
                if cells[start].is(victim) {
                    let (stones, liberties) = flood(self.size, &cells, start);
                    if liberties.is_empty() {
                        *count += stones.len();
                        stones.iter().for_each(|&s| cells[s] = Cell::Empty);
                    }
                }
            }
        }
        (cells, removed)
    }

    fn is_legal(&self, color: Color, at: usize) -> bool {
        if self.cells()[at] != Cell::Empty {
            return false;
        }
        let (cells, [_, suicides]) = self.after(color, at);
        if suicides == 1 || suicides > 1 && !self.rules.suicide {
            return false;
        }
        // The simple ko: not the position before the opponent's move. All rules have it.
        if self.last_stone == Some(color.opposite()) && self.positions[self.positions.len() - 2].0 == cells {
            return false;
        }
        let seen = |(before, to_move): &(Cells, Color)| match self.rules.ko {
            KoRule::Simple => false,
            KoRule::Positional => *before == cells,
            KoRule::Situational => *to_move == color.opposite() && *before == cells,
        };
        !self.positions.iter().any(seen)
    }

    fn play(&mut self, color: Color, at: Option<usize>) {
        let cells = match at {
            Some(at) => {
                let (cells, [captured, suicides]) = self.after(color, at);
                self.prisoners[color.opposite() as usize] += captured as u32;
                self.prisoners[color as usize] += suicides as u32;
                cells
            }
            None => self.cells().clone(),
        };
        self.last_stone = at.map(|_| color);
        self.positions.push((cells, color.opposite()));
    }
}

fn neighbours(size: BoardSize, at: usize) -> Vec<usize> {
    let (w, h) = (size.width() as usize, size.height() as usize);
    let (x, y) = (at % w, at / w);
    let mut all = Vec::new();
    if y > 0 {
        all.push(at - w);
    }
    if x > 0 {
        all.push(at - 1);
    }
    if x + 1 < w {
        all.push(at + 1);
    }
    if y + 1 < h {
        all.push(at + w);
    }
    all
}

/// The connected points that look like `start`, and the empty points next to them.
fn flood(size: BoardSize, cells: &Cells, start: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let (mut same, mut empty) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if !same.insert(at) {
            continue;
        }
        for n in neighbours(size, at) {
            if cells[n] == cells[start] {
                open.push(n);
            } else if cells[n] == Cell::Empty {
                empty.insert(n);
            }
        }
    }
    (same, empty)
}

/// The place of a point in [`Cells`].
fn place(size: BoardSize, point: Point) -> usize {
    point.y() as usize * size.width() as usize + point.x() as usize
}

fn places(size: BoardSize, points: impl IntoIterator<Item = Point>) -> BTreeSet<usize> {
    points.into_iter().map(|p| place(size, p)).collect()
}

fn cells_of(board: &Board) -> Cells {
    board.size().points().map(|p| board.cell(p)).collect()
}

fn legal_points(game: &Game, color: Color) -> Vec<Point> {
    game.size()
        .points()
        .filter(|&p| game.is_legal(color, Move::Play(p)))
        .collect()
}

/// How to choose one move. Whatever it says, there is a legal move that it means, so that a game stays
/// one while it is shrunk.
#[derive(Clone, Copy, Debug)]
struct Choice {
    kind: Kind,
    /// Which of the legal points, counted modulo their number.
    pick: u16,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A stone of the side to move anywhere.
    Anywhere,
    /// A stone beside the last one if possible, where captures and kos are.
    Near,
    /// A stone of the side that just moved.
    OutOfTurn,
    /// No stone.
    Pass,
}

impl Choice {
    fn of(self, game: &Game) -> (Color, Move) {
        let color = match self.kind {
            Kind::OutOfTurn => game.to_move().opposite(),
            _ => game.to_move(),
        };
        let mut legal = legal_points(game, color);
        if let (Kind::Near, Some((_, Move::Play(last)))) = (self.kind, game.moves().next_back()) {
            let near: Vec<_> = legal.iter().copied().filter(|p| p.distance(last) <= 2).collect();
            if !near.is_empty() {
                legal = near;
            }
        }
        if matches!(self.kind, Kind::Pass) || legal.is_empty() {
            return (color, Move::Pass);
        }
        (color, Move::Play(legal[self.pick as usize % legal.len()]))
    }
}

fn choice() -> impl Strategy<Value = Choice> {
    let kind = prop_oneof![
        12 => Just(Kind::Anywhere),
        12 => Just(Kind::Near),
        1 => Just(Kind::OutOfTurn),
        1 => Just(Kind::Pass),
    ];
    (kind, any::<u16>()).prop_map(|(kind, pick)| Choice { kind, pick })
}

/// A size, rules, and choices; the games are longer where the boards are small, for the sake of kos.
#[derive(Clone, Debug)]
struct Plan {
    size: BoardSize,
    rules: Rules,
    choices: Vec<Choice>,
}

impl Plan {
    fn start(&self) -> Game {
        Game::new(self.size, self.rules, 6.5)
    }

    /// The whole game.
    fn game(&self) -> Game {
        let mut game = self.start();
        for choice in &self.choices {
            let (color, mv) = choice.of(&game);
            game.play(color, mv).unwrap();
        }
        game
    }
}

fn plan() -> impl Strategy<Value = Plan> {
    let sides = prop_oneof![
        6 => (1..=4u8, 1..=4u8),
        3 => (1..=9u8, 1..=9u8),
        1 => (1..=25u8, 1..=25u8),
    ];
    let rules = (0..Rules::PRESETS.len()).prop_map(|i| Rules::PRESETS[i].1);
    (sides, rules, prop::collection::vec(choice(), 0..160)).prop_map(|((w, h), rules, choices)| Plan {
        size: BoardSize::new(w, h).unwrap(),
        rules,
        choices,
    })
}

/// All that can be seen of a game.
#[derive(Debug, PartialEq)]
struct Snapshot {
    board: Board,
    key: u64,
    situation: [u64; 2],
    prisoners: [u32; 2],
    empty: Vec<Point>,
    strings: Vec<Vec<Point>>,
    legal: [Vec<Point>; 2],
    to_move: Color,
    moves: usize,
}

impl Snapshot {
    fn of(game: &Game) -> Self {
        let board = game.board();
        Self {
            board: board.clone(),
            key: board.key(),
            situation: Color::BOTH.map(|c| board.situation_key(c)),
            prisoners: Color::BOTH.map(|c| board.prisoners()[c]),
            empty: board.empty_points().collect(),
            strings: board
                .size()
                .points()
                .filter(|&p| board.cell(p).is_stone())
                .map(|p| board.string(p).collect())
                .collect(),
            legal: Color::BOTH.map(|c| legal_points(game, c)),
            to_move: game.to_move(),
            moves: game.move_count(),
        }
    }
}

/// One of the eight symmetries: three bits for mirroring left-right, up-down, and along the diagonal.
fn turned(size: BoardSize, symmetry: u8, point: Point) -> Point {
    let (mut x, mut y) = (point.x(), point.y());
    if symmetry & 1 != 0 {
        x = size.width() - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size.height() - 1 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    Point::new(x, y)
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(config(160))]

    #[test]
    fn every_move_is_legal_for_the_board_when_it_is_for_the_twin_and_does_the_same(plan in plan()) {
        let mut game = plan.start();
        let mut twin = Twin::new(plan.size, plan.rules);
        for choice in &plan.choices {
            for color in Color::BOTH {
                for point in plan.size.points() {
                    prop_assert_eq!(
                        game.is_legal(color, Move::Play(point)),
                        twin.is_legal(color, place(plan.size, point)),
                        "{} at {:?} on\n{:?}", color, point, game.board()
                    );
                }
            }
            let (color, mv) = choice.of(&game);
            let key_after = mv.point().map(|p| game.board().key_after(color, p));
            game.play(color, mv).unwrap();
            twin.play(color, mv.point().map(|p| place(plan.size, p)));

            let board = game.board();
            board.check_consistency();
            prop_assert_eq!(&cells_of(board), twin.cells());
            prop_assert_eq!(Color::BOTH.map(|c| board.prisoners()[c]), twin.prisoners);
            prop_assert!(key_after.is_none_or(|key| key == board.key()));
        }
    }

    #[test]
    fn without_superko_and_suicide_the_board_alone_knows_what_is_legal(mut plan in plan()) {
        plan.rules = Rules::CHINESE;
        let game = plan.game();
        for color in Color::BOTH {
            for point in plan.size.points() {
                prop_assert_eq!(
                    game.board().is_legal(color, point),
                    game.is_legal(color, Move::Play(point))
                );
            }
        }
    }

    #[test]
    fn strings_liberties_and_neighbours_are_those_of_a_flood(plan in plan()) {
        let game = plan.game();
        let (board, size, cells) = (game.board(), plan.size, cells_of(game.board()));
        for point in size.points().filter(|&p| board.cell(p).is_stone()) {
            let (stones, liberties) = flood(size, &cells, place(size, point));
            prop_assert_eq!(&places(size, board.string(point)), &stones);
            prop_assert_eq!(board.string_size(point) as usize, stones.len());
            prop_assert_eq!(board.string(point).next(), Some(board.head(point)));
            prop_assert_eq!(&places(size, board.liberty_set(point).iter()), &liberties);
            prop_assert_eq!(board.liberties(point) as usize, liberties.len());
            let first = board.first_liberties::<3>(point);
            prop_assert_eq!(first.len(), liberties.len().min(3));
            prop_assert_eq!(places(size, first.iter().copied()).len(), first.len());
            prop_assert!(places(size, first).is_subset(&liberties));

            let heads: Vec<_> = board.adjacent_strings(point).collect();
            let mut adjacent = BTreeSet::new();
            for &head in &heads {
                prop_assert!(adjacent.is_disjoint(&places(size, board.string(head))), "once each");
                adjacent.extend(places(size, board.string(head)));
            }
            let enemy = board.cell(point).color().unwrap().opposite();
            let touching = stones.iter().flat_map(|&s| neighbours(size, s)).filter(|&n| cells[n].is(enemy));
            let expected: BTreeSet<_> = touching.flat_map(|n| flood(size, &cells, n).0).collect();
            prop_assert_eq!(adjacent, expected);
        }
        for point in size.points() {
            let beside = neighbours(size, place(size, point));
            let empty = beside.iter().filter(|&&n| cells[n] == Cell::Empty).count();
            prop_assert_eq!(board.empty_beside(point) as usize, empty);
            for color in Color::BOTH {
                let heads = board.strings_beside(point, color);
                let strings: BTreeSet<_> = beside
                    .iter()
                    .filter(|&&n| cells[n].is(color))
                    .map(|&n| flood(size, &cells, n).0)
                    .collect();
                prop_assert_eq!(heads.len(), strings.len());
                prop_assert!(heads.iter().all(|&h| strings.contains(&places(size, board.string(h)))));
            }
        }
    }

    #[test]
    fn undo_of_any_number_of_moves_restores_everything(
        plan in plan(), backs in prop::collection::vec(any::<prop::sample::Index>(), 1..6)
    ) {
        let mut game = plan.start();
        let mut snapshots = vec![Snapshot::of(&game)];
        let mut moves = Vec::new();
        for choice in &plan.choices {
            let (color, mv) = choice.of(&game);
            game.play(color, mv).unwrap();
            moves.push((color, mv));
            snapshots.push(Snapshot::of(&game));
        }
        for back in backs {
            let to = back.index(moves.len() + 1);
            while game.move_count() > to {
                let expected = moves[game.move_count() - 1];
                prop_assert_eq!(game.undo(), Some(expected));
            }
            game.board().check_consistency();
            prop_assert_eq!(&Snapshot::of(&game), &snapshots[to]);
            // The same moves lead to the same place again.
            for &(color, mv) in &moves[to..] {
                game.play(color, mv).unwrap();
            }
            prop_assert_eq!(&Snapshot::of(&game), snapshots.last().unwrap());
        }
    }

    #[test]
    fn keys_tell_stones_apart_and_not_how_they_came(plan in plan(), seed in any::<u64>()) {
        let game = plan.game();
        let board = game.board();
        let mut stones: Vec<_> = board
            .size()
            .points()
            .filter_map(|p| Some((p, board.cell(p).color()?)))
            .collect();
        for _ in 0..2 {
            let mut again = Board::new(plan.size);
            again.set_stones(stones.iter().copied()).unwrap();
            again.check_consistency();
            prop_assert_eq!(again.key(), board.key());
            prop_assert_eq!(cells_of(&again), cells_of(board));
            stones.sort_by_key(|(p, _)| (place(plan.size, *p) as u64 + 1).wrapping_mul(seed | 1) >> 7);
        }
        if let Some((point, _)) = stones.pop() {
            let mut fewer = board.clone();
            fewer.remove_stones(&PointSet::from_iter([point]));
            fewer.check_consistency();
            prop_assert_ne!(fewer.key(), board.key());
        }
        prop_assert_ne!(board.situation_key(Color::Black), board.situation_key(Color::White));
    }

    #[test]
    fn area_is_what_a_flood_from_each_point_reaches(
        plan in plan(), dead in prop::collection::vec(any::<prop::sample::Index>(), 0..3)
    ) {
        let game = plan.game();
        let (board, size) = (game.board(), plan.size);
        let points: Vec<_> = size.points().collect();
        let stones: Vec<_> = points.iter().copied().filter(|&p| board.cell(p).is_stone()).collect();
        let dead: PointSet = dead
            .iter()
            .filter(|_| !stones.is_empty())
            .flat_map(|i| board.string(stones[i.index(stones.len())]))
            .collect();
        let mut cells = cells_of(board);
        dead.iter().for_each(|p| cells[place(size, p)] = Cell::Empty);

        let (owner, mut count) = (area_owner(board, &dead), [0, 0, 0]);
        for (at, &point) in points.iter().enumerate() {
            let reached: BTreeSet<_> = match cells[at].color() {
                Some(color) => BTreeSet::from([color]),
                None => flood(size, &cells, at)
                    .0
                    .into_iter()
                    .flat_map(|e| neighbours(size, e))
                    .filter_map(|n| cells[n].color())
                    .collect(),
            };
            let expected = reached.first().copied().filter(|_| reached.len() == 1);
            prop_assert_eq!(owner[point], expected);
            count[expected.map_or(2, |c| c as usize)] += 1;
        }
        let score = area_score(board, &dead);
        prop_assert_eq!([score.black, score.white, score.neutral], count);
    }

    #[test]
    fn a_game_seen_in_a_mirror_is_the_same_game(plan in plan(), symmetry in 0..8u8, swap in any::<bool>()) {
        let size = if symmetry & 4 != 0 {
            BoardSize::new(plan.size.height(), plan.size.width()).unwrap()
        } else {
            plan.size
        };
        let color_of = |color: Color| if swap { color.opposite() } else { color };
        let point_of = |point| turned(plan.size, symmetry, point);
        let mut game = plan.start();
        let mut other = Game::from_position(Board::new(size), color_of(Color::Black), plan.rules, 6.5);
        for choice in &plan.choices {
            let (color, mv) = choice.of(&game);
            let mirrored = mv.point().map_or(Move::Pass, |p| Move::Play(point_of(p)));
            game.play(color, mv).unwrap();
            prop_assert_eq!(other.play(color_of(color), mirrored), Ok(()));

            let (board, image) = (game.board(), other.board());
            prop_assert_eq!(board.ko().map(|(p, c)| (point_of(p), color_of(c))), image.ko());
            for color in Color::BOTH {
                prop_assert_eq!(board.prisoners()[color], image.prisoners()[color_of(color)]);
            }
            for point in plan.size.points() {
                let image_point = point_of(point);
                let color = board.cell(point).color().map(color_of);
                prop_assert_eq!(color, image.cell(image_point).color());
                for color in Color::BOTH {
                    prop_assert_eq!(
                        game.check(color, Move::Play(point)),
                        other.check(color_of(color), Move::Play(image_point))
                    );
                    prop_assert_eq!(board.is_eye(color, point), image.is_eye(color_of(color), image_point));
                }
            }
        }
    }
}
