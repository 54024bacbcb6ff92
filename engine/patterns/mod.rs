// SPDX-License-Identifier: MIT OR Apache-2.0

//! A database of patterns, ready for use: its matcher, its fitted weights, and the bonuses of its author.
//!
//! A move pattern of a text has a fitted weight below its colon line (`mkpat::Fit`). The weight adds to the
//! logit of a move in the move-prediction model wherever the picture of the pattern matches, in every node of
//! a search. Only the parts of a constraint that ask for liberties or the last move are tested there. The
//! picture of a pattern that asks for more predicts moves as well, but its name is a reason for a move only
//! where the whole pattern holds.
//!
//! The difference between the value of a pattern and its value at the time of the fit is a bonus of its
//! author. It adds to the logits below the root of a search as the weight does, 16 units a nat; at the root,
//! where the whole pattern has to hold, the search obeys it.
//!
//! A joseki has the weight of its value: 50 adds nothing, 48 more add a nat ([`joseki_weight`]).
//!
//! An entry may take the place of a learned shape of the model (`Pattern::shape_name`). The shape then has
//! weight 0, and the entry adds its own: that of its text, and the difference of its value from that of the
//! fit, 16 units a nat. Its value is part of the model's in a classical choice.

mod conditions;
pub(crate) mod pictures;

use std::sync::{LazyLock, OnceLock};

use katachi_rules::{Board, Color, Point, PointMap};
use mkpat::{Classes, Database, Expr, FitSource, Function, Pattern};
use rustc_hash::FxHashMap;

use crate::learn::{BARE_VALUE, BoardClass, VALUE_PER_NAT};
use crate::matcher::PositionMatcher;
use crate::model::factors::Factor;
use crate::model::{Added, Factors, FeatureSet, MoveModel, Replacement};
pub(crate) use conditions::Condition;
use pictures::Pictures;

/// How a pattern that holds counts in the sum of the classical choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PatternSource {
    /// By its fitted weights, in nats, and the bonus of its author, in units of value.
    Fitted {
        /// Its place in the database.
        pattern: u32,
        /// Its weight in the move-prediction model on boards of this class.
        weight: f32,
        /// Its weight without that model.
        alone: f32,
        /// Units of value that the author has added since.
        bonus: i32,
    },
    /// By its value, in classes that have weights: a joseki among fitted patterns.
    Joseki,
    /// By its value, in a database that nothing was fitted to.
    Unfitted,
}

#[derive(Debug, Default)]
pub(crate) struct Patterns {
    pub(crate) database: Database,
    /// Built at its first use.
    matcher: OnceLock<PositionMatcher>,
    /// Those of patterns with a weight or a bonus, built at their first use.
    weighted: OnceLock<Pictures>,
    /// Those of patterns that a trainer may give a weight, built at their first use.
    trained: OnceLock<Pictures>,
    /// Bonus of the author for each pattern, in units of value. Empty without any bonus.
    bonuses: Vec<i32>,
    /// Weight of each pattern on each class of boards, in nats. Empty without any weight.
    weights: Vec<[f32; 3]>,
    /// The vector of each pattern, for pairs of features.
    factors: Vec<Factor>,
    /// Whether a pattern that takes no learned shape's place has a fitted weight.
    is_fitted: bool,
    /// Value of the learned shape whose place each pattern takes. Empty without any.
    shapes: Vec<Option<i32>>,
}

/// Tables that the build compiled.
macro_rules! table {
    ($name:literal) => {
        mkpat::Database::decode(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".table")))
            .expect("the build writes tables that can be read")
    };
}
pub(crate) use table;

static BUILT_IN: LazyLock<Patterns> = LazyLock::new(|| {
    let mut patterns = Patterns::new(table!("patterns"));
    if patterns.names_shapes() {
        patterns = patterns.with_shapes(MoveModel::built_in());
    }
    patterns.with_bonuses_over(&Database::default())
});

impl Patterns {
    /// The move patterns of the build.
    pub(crate) fn built_in() -> &'static LazyLock<Self> {
        &BUILT_IN
    }

    pub(crate) fn new(database: Database) -> Self {
        Self {
            database,
            ..Self::default()
        }
        .with_weights()
    }

    /// Lets patterns take the places of the learned shapes of a model that they name.
    pub(crate) fn with_shapes(mut self, model: &MoveModel) -> Self {
        let named: Vec<(usize, &str)> = self.named_shapes().collect();
        let names: Vec<&str> = named.iter().map(|&(_, name)| name).collect();
        let mut shapes = vec![None; self.database.patterns.len()];
        for (&(pattern, _), value) in named.iter().zip(model.values(&names)) {
            shapes[pattern] = value;
        }
        self.shapes = shapes;
        self.with_weights()
    }

    fn with_weights(mut self) -> Self {
        let patterns = (0..).zip(&self.database.patterns);
        let weights = patterns.map(|(i, pattern)| match self.database.is_joseki(pattern) {
            true => [joseki_weight(pattern.weight); 3],
            false => pattern_weights(self.takes_place(i), pattern),
        });
        let weights: Vec<[f32; 3]> = weights.collect();
        let all = &self.database.patterns;
        let factors = all.iter().map(|p| Factors::built_in().of_pattern(&p.name));
        self.factors = factors.collect();
        let is_own = |i: u32| {
            !self.takes_place(i) && !self.is_of_playouts(i) && !self.database.is_joseki(&all[i as usize])
        };
        let mut own = (0..).zip(&weights).filter(|&(i, _)| is_own(i));
        self.is_fitted = own.any(|(_, weights)| is_some(weights));
        self.weights = match weights.iter().any(is_some) {
            true => weights,
            false => Vec::new(),
        };
        self
    }

    /// Patterns with the names of the learned shapes whose places they would take, if the model has them.
    fn named_shapes(&self) -> impl Iterator<Item = (usize, &str)> {
        let named = self.database.patterns.iter().enumerate();
        let named = named.filter(|(_, pattern)| !self.database.is_joseki(pattern));
        named.filter_map(|(i, pattern)| Some((i, pattern.shape_name()?)))
    }

    /// Whether a pattern has the name of a learned shape, whether a model has it or not.
    pub(crate) fn names_shapes(&self) -> bool {
        self.named_shapes().next().is_some()
    }

    /// Returns the patterns that look like a learned shape by their name, or are said to be in the place of
    /// one, which the model does not have, with the name of the shape.
    #[cfg(feature = "runtime-db")]
    pub(crate) fn unknown_shapes(&self) -> Vec<(&Pattern, &str)> {
        let unknown = self
            .named_shapes()
            .filter(|&(pattern, _)| !self.takes_place(pattern as u32));
        let unknown = unknown.map(|(pattern, name)| (&self.database.patterns[pattern], name));
        unknown.collect()
    }

    pub(crate) fn takes_place(&self, pattern: u32) -> bool {
        self.value_of_shape(pattern).is_some()
    }

    fn value_of_shape(&self, pattern: u32) -> Option<i32> {
        self.shapes.get(pattern as usize).copied().flatten()
    }

    /// Returns the patterns that take the places of learned shapes, for the model.
    pub(crate) fn replacements(&self) -> Vec<Replacement<'_>> {
        let named = self
            .named_shapes()
            .filter(|&(pattern, _)| self.takes_place(pattern as u32));
        let replacements = named.map(|(pattern, shape)| Replacement {
            shape,
            entry: &self.database.patterns[pattern].name,
            weights: self.weights.get(pattern).copied().unwrap_or_default(),
        });
        replacements.collect()
    }

    /// Returns for each pattern the value at which it has no bonus: that of the fit; without a fitted weight
    /// that of the learned shape whose place it takes, or of the same name in another database;
    /// [`BARE_VALUE`] for a new entry among fitted ones, or of class `P`, [`JOSEKI_VALUE`] for a joseki that
    /// the other database lacks. `None`: it has no bonus at any value.
    pub(crate) fn values_before(&self, base: &Database) -> Vec<Option<i32>> {
        let named = base.patterns.iter().map(|p| (p.name.as_str(), p.weight));
        let values: FxHashMap<&str, i32> = named.collect();
        let has_weight = |p: &Pattern| self.is_fitted || p.classes.contains(Classes::PLAYOUTS);
        let new = |p: &Pattern| match self.database.is_joseki(p) {
            true => (!values.is_empty()).then_some(JOSEKI_VALUE),
            false => has_weight(p).then_some(BARE_VALUE),
        };
        let before = |(i, p): (u32, &Pattern)| match p.fit {
            Some(fit) => fit.value(),
            None => self
                .value_of_shape(i)
                .or_else(|| values.get(p.name.as_str()).copied())
                .or_else(|| new(p)),
        };
        (0..).zip(&self.database.patterns).map(before).collect()
    }

    /// Sets the bonuses, by the values of another database for patterns without a fitted weight.
    pub(crate) fn with_bonuses_over(mut self, base: &Database) -> Self {
        let values = self.values_before(base);
        let bonus = |(p, value): (&Pattern, Option<i32>)| value.map_or(0, |value| p.weight - value);
        let bonuses: Vec<i32> = self.database.patterns.iter().zip(values).map(bonus).collect();
        if bonuses.iter().any(|&bonus| bonus != 0) {
            self.bonuses = bonuses;
        }
        self
    }

    /// Returns the matcher of all patterns. It is built at the first call, in some milliseconds for a
    /// thousand patterns.
    pub(crate) fn matcher(&self) -> &PositionMatcher {
        self.matcher.get_or_init(|| {
            let pattern = |variant: usize| self.database.variants[variant].pattern;
            PositionMatcher::new(&self.database, |variant| !self.is_of_playouts(pattern(variant)))
        })
    }

    pub(crate) fn has_bonuses(&self) -> bool {
        !self.bonuses.is_empty()
    }

    pub(crate) fn bonus(&self, variant: u32) -> i32 {
        let pattern = self.database.variants[variant as usize].pattern;
        self.bonuses.get(pattern as usize).copied().unwrap_or(0)
    }

    /// Returns how the pattern of a variant counts on a class of boards.
    pub(crate) fn source(&self, variant: u32, class: BoardClass) -> PatternSource {
        let index = self.database.variants[variant as usize].pattern as usize;
        let pattern = &self.database.patterns[index];
        let bonus = self.bonus(variant);
        let weights = self.weights.get(index).copied().unwrap_or_default();
        // The weight of an entry in the place of a learned shape has its value in it.
        let takes_place = self.takes_place(index as u32);
        match self.is_fitted || takes_place {
            false => PatternSource::Unfitted,
            true if self.database.is_joseki(pattern) => PatternSource::Joseki,
            true => PatternSource::Fitted {
                pattern: index as u32,
                weight: weights[class as usize],
                alone: alone(pattern),
                bonus: if takes_place { 0 } else { bonus },
            },
        }
    }

    /// Returns what the pictures add to the logit of each move, in nats, with the bonuses of the author if
    /// `edits` is true. Conditions on liberties hold, others are not tested. `None` if no pattern adds. By
    /// shape alone a pattern with any condition adds nothing, and one in the place of a learned shape acts
    /// there.
    pub(crate) fn logits(
        &self,
        set: FeatureSet,
        board: &Board,
        color: Color,
        past: [Option<Point>; 2],
        edits: bool,
    ) -> Option<PointMap<Added>> {
        if self.weights.is_empty() && !self.has_bonuses() {
            return None;
        }
        let mut logits = PointMap::filled(Added::default());
        let is_seen = |pattern: u32| set == FeatureSet::All || self.is_shape(pattern);
        let found = self.weights_at(board, color, past);
        for (point, pattern, weight) in found.filter(|found| is_seen(found.1)) {
            let edit = if edits { self.edit(pattern) } else { 0 };
            logits[point].nats += weight + edit as f32 / VALUE_PER_NAT;
            logits[point].together.add(&self.factor(pattern));
        }
        Some(logits)
    }

    /// Returns the patterns with a weight or a bonus whose pictures match at each move, once each, and their
    /// weights in nats.
    pub(crate) fn weights_at(
        &self,
        board: &Board,
        color: Color,
        past: [Option<Point>; 2],
    ) -> impl Iterator<Item = (Point, u32, f32)> {
        let weights = |pattern: u32| self.weights.get(pattern as usize);
        let adds = |pattern: u32| {
            let is_some = self.edit(pattern) != 0 || weights(pattern).is_some_and(is_some);
            is_some && !self.is_of_playouts(pattern)
        };
        let weighted = self.weighted.get_or_init(|| Pictures::new(&self.database, adds));
        let class = BoardClass::new(board.size()) as usize;
        let weight = move |pattern| weights(pattern).map_or(0.0, |weights| weights[class]);
        let found = weighted.find(board, color, past).into_iter();
        found.map(move |(point, pattern)| (point, pattern, weight(pattern)))
    }

    /// Returns the vector of a pattern.
    pub(crate) fn factor(&self, pattern: u32) -> Factor {
        self.factors[pattern as usize]
    }

    /// Returns the patterns of class `P` by their places in the database, with their weights in playouts on
    /// each class of boards, in nats: the fitted ones, and what their author has added since.
    pub(crate) fn answers_in_playouts(&self) -> impl Iterator<Item = (u32, [f32; 3])> {
        let all = 0..self.database.patterns.len() as u32;
        all.filter(|&pattern| self.is_of_playouts(pattern))
            .map(|pattern| {
                let weights = self.weights.get(pattern as usize).copied().unwrap_or_default();
                let added = self.edit(pattern) as f32 / VALUE_PER_NAT;
                (pattern, weights.map(|weight| weight + added))
            })
    }

    fn is_of_playouts(&self, pattern: u32) -> bool {
        self.database.patterns[pattern as usize]
            .classes
            .contains(Classes::PLAYOUTS)
    }

    /// Whether it asks for no liberties, and takes no learned shape's place.
    fn is_shape(&self, pattern: u32) -> bool {
        let constraint = &self.database.patterns[pattern as usize].constraint;
        matches!(constraint, None | Some(Expr::Call(Function::Last, _))) && !self.takes_place(pattern)
    }

    /// The bonus of a pattern that no weight has in it, as that of an entry in the place of a shape does.
    fn edit(&self, pattern: u32) -> i32 {
        let bonus = self.bonuses.get(pattern as usize).copied();
        bonus.filter(|_| !self.takes_place(pattern)).unwrap_or(0)
    }

    /// Returns the patterns whose pictures match at each move and that a trainer may give a weight, once
    /// each: those without a weight of their author or the name of a learned shape, which is a feature.
    pub(crate) fn trained(&self, board: &Board, color: Color, past: [Option<Point>; 2]) -> Vec<(Point, u32)> {
        let is_trained = |pattern: u32| self.is_trained(pattern);
        let pictures = self
            .trained
            .get_or_init(|| Pictures::new(&self.database, is_trained));
        pictures.find(board, color, past)
    }

    fn is_trained(&self, pattern: u32) -> bool {
        let pattern = &self.database.patterns[pattern as usize];
        let is_of_author = pattern.fit.is_some_and(|fit| fit.source == FitSource::Author);
        !is_of_author
            && pattern.shape_name().is_none()
            && !self.database.is_joseki(pattern)
            && !pattern.classes.contains(Classes::PLAYOUTS)
    }
}

/// Value of a joseki that adds nothing: one that can wait ([`harvest joseki`](../../docs/joseki.md)).
const JOSEKI_VALUE: i32 = 50;
/// Units of value of a joseki that are worth a nat; 25 to 100 (docs/experiments/patterns.md).
const JOSEKI_VALUE_PER_NAT: f32 = 48.0;

/// What a joseki adds to the logit of its move, in nats: a third of what an author's bonus adds, as the
/// learned neighbourhoods know the usual moves of a corner, too.
fn joseki_weight(value: i32) -> f32 {
    (value - JOSEKI_VALUE) as f32 / JOSEKI_VALUE_PER_NAT
}

/// Whether one of the weights is not 0.
fn is_some(weights: &[f32; 3]) -> bool {
    *weights != [0.0; 3]
}

/// Weights of a pattern on each class of boards, in nats: those of its text. In the place of a learned shape
/// the difference of its value from that of the fit is added, or from [`BARE_VALUE`] without a fit.
fn pattern_weights(of_shape: bool, pattern: &Pattern) -> [f32; 3] {
    let fit = pattern.fit.unwrap_or_default();
    let value_before = pattern.fit.map_or(Some(BARE_VALUE), |fit| fit.value());
    let changed = value_before.filter(|_| of_shape);
    let added = changed.map_or(0.0, |before| (pattern.weight - before) as f32 / VALUE_PER_NAT);
    fit.differences
        .map(|difference| (fit.weight + difference) as f32 / 100.0 + added)
}

/// The weight of a pattern without the move-prediction model, in nats. Where the author has set the weight
/// it is that of the value.
fn alone(pattern: &Pattern) -> f32 {
    match pattern.fit {
        Some(fit) if fit.source == FitSource::Author => (pattern.weight - BARE_VALUE) as f32 / VALUE_PER_NAT,
        fit => fit.unwrap_or_default().alone as f32 / 100.0,
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Game, Move, Rules};
    use mkpat::{Options, Source};

    use super::*;

    const TEXT: &str = "\
Pattern Push
O*X
...
:8,50
#= 0.50, 9x9 -0.25, held 10, played 2, value 40

Pattern Push_at_few_liberties
O*X
...
:8,50
#= 1.00, mine
O*a
...
;lib(a)<3 && attack(a)
";

    fn database(file: &str, text: &str) -> Database {
        let compiled = mkpat::compile(&[Source::new(file, text)], &Options::default());
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        compiled.database
    }

    fn patterns(text: &str) -> Patterns {
        Patterns::new(database("a.db", text)).with_bonuses_over(&Database::default())
    }

    #[test]
    fn weights_of_pictures_add_up_and_conditions_on_liberties_are_tested() {
        let patterns = patterns(TEXT);
        let logit = |diagram: &str| {
            let logits = patterns.logits(
                FeatureSet::All,
                &Board::from_diagram(diagram),
                Color::White,
                [None; 2],
                false,
            );
            logits.expect("there are weights")[Point::new(2, 0)].nats
        };
        let free = ". O . X . \n . . . . . \n . . . . . \n . . . . .";
        assert_eq!(logit(free), 0.25, "the stone has three liberties");
        let filled = free.replacen("X .", "X O", 1);
        assert_eq!(logit(&filled), 1.25);
        let board = Board::from_diagram(&filled);
        let of_shape = patterns.logits(FeatureSet::Shape, &board, Color::White, [None; 2], false);
        assert_eq!(of_shape.expect("there are weights")[Point::new(2, 0)].nats, 0.25);
    }

    #[test]
    fn pictures_have_weights_whatever_else_their_patterns_ask_for() {
        let text = "Pattern Step\nO.*\n:-,30\n#= 0.50, held 9, played 2, value 30\na.*\n;lib(a)>2\n\n";
        let patterns = patterns(&format!(
            "{text}{}",
            text.replace("Step", "Run").replace("lib(a)>2", "weak(a)")
        ));
        let board = Board::from_diagram(". . . . . \n . . . . . \n . . O . .");
        let names = |found: Vec<u32>| -> Vec<&str> {
            let name = |pattern: u32| patterns.database.patterns[pattern as usize].name.as_str();
            found.into_iter().map(name).collect()
        };
        let trained = patterns.trained(&board, Color::White, [None; 2]);
        let at = |point: Point| {
            trained
                .iter()
                .filter(|found| found.0 == point)
                .map(|found| found.1)
                .collect()
        };
        assert_eq!(names(at(Point::new(4, 2))), ["Step", "Run"]);
        let logits = patterns.logits(FeatureSet::All, &board, Color::White, [None; 2], false);
        assert_eq!(logits.expect("there are weights")[Point::new(4, 2)].nats, 1.0);
        let complete = patterns
            .database
            .patterns
            .iter()
            .map(|pattern| pattern.is_told_by_picture());
        assert_eq!(complete.collect::<Vec<bool>>(), [true, false]);
    }

    #[test]
    fn an_answer_to_the_last_move_has_its_weight_beside_that_alone() {
        let answer = "Pattern Answer\nX*\n:8,12\n#= 0.50, held 10, played 2, value 12\na*\n;last(a)";
        let patterns = patterns(&format!("{answer} && lib(a)>1\n"));
        let board = Board::from_diagram(". X . X . X O \n . . . . . O .");
        let logit = |last: Option<Point>, x| {
            let logits = patterns.logits(FeatureSet::All, &board, Color::White, [last, None], false);
            logits.expect("there is a weight")[Point::new(x, 0)].nats
        };
        let stones = [1, 3, 5].map(|x| Some(Point::new(x, 0)));
        assert_eq!([0, 2, 4].map(|x| logit(stones[1], x)), [0.0, 0.5, 0.5]);
        assert_eq!(logit(stones[2], 4), 0.0, "it is in atari");
        assert_eq!(logit(None, 2), 0.0);
        assert_eq!(patterns.trained(&board, Color::White, [None, stones[0]]).len(), 3);
    }

    #[test]
    fn a_value_above_that_of_the_fit_is_a_bonus() {
        let patterns = patterns(&format!("{TEXT}\nPattern New\nO*X\nO..\n:8,40\n"));
        let bonus = |name| {
            let is_of =
                |variant: &&mkpat::Variant| patterns.database.patterns[variant.pattern as usize].name == name;
            let variants = patterns.database.variants.iter();
            let variant = variants
                .enumerate()
                .find(|(_, variant)| is_of(variant))
                .expect("a variant");
            patterns.bonus(variant.0 as u32)
        };
        assert_eq!((bonus("Push"), bonus("Push_at_few_liberties")), (10, 0));
        assert_eq!(bonus("New"), 40 - BARE_VALUE, "a new entry");
    }

    #[test]
    fn a_joseki_adds_by_its_value_and_what_an_author_adds_to_it_is_a_bonus() {
        let joseki = |values: [i32; 2]| {
            let tree = "(;SZ[19];B[pd];W[qf](;B[nc]LB[jj:A]C[one])(;B[qh]LB[jj:A]C[two]))";
            let one = tree.replace("one", &values[0].to_string());
            database("hoshi.sgf", &one.replace("two", &values[1].to_string()))
        };
        let shipped = joseki([98, 50]);
        let at = |patterns: &Patterns| {
            let mut game = Game::new(BoardSize::square(19), Rules::default(), 7.5);
            for vertex in ["Q16", "R14"] {
                let point = game.size().parse_vertex(vertex).expect("a vertex");
                game.play(game.to_move(), Move::Play(point))
                    .expect("a legal move");
            }
            let logits = patterns.logits(FeatureSet::All, game.board(), Color::Black, [None; 2], true);
            let logits = logits.expect("there are weights");
            ["O17", "R12"].map(|vertex| logits[game.size().parse_vertex(vertex).expect("a vertex")].nats)
        };
        let patterns = Patterns::new(shipped.clone()).with_bonuses_over(&Database::default());
        assert_eq!((at(&patterns), patterns.has_bonuses()), ([1.0, 0.0], false));
        let edited = Patterns::new(joseki([98, 98])).with_bonuses_over(&shipped);
        assert_eq!(at(&edited), [1.0, 1.0 + 48.0 / VALUE_PER_NAT]);
        let new = Patterns::new(shipped).with_bonuses_over(&database("a.db", TEXT));
        assert_eq!(at(&new), [1.0 + 48.0 / VALUE_PER_NAT, 0.0], "50 is no bonus");
    }

    #[test]
    fn a_database_without_weights_adds_nothing() {
        let patterns = patterns("Pattern Push\nO*X\n...\n:8,50\n");
        let board = Board::from_diagram(". O . X . \n . . . . .");
        assert_eq!(
            patterns.trained(&board, Color::White, [None; 2]).len(),
            1,
            "the picture matches"
        );
        assert!(
            patterns
                .logits(FeatureSet::All, &board, Color::White, [None; 2], false)
                .is_none()
        );
        assert!(!patterns.has_bonuses());
    }
}
