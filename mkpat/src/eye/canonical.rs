// SPDX-License-Identifier: MIT OR Apache-2.0

//! The canonical form of a graph, by individualisation and refinement (B. D. McKay, "Practical graph
//! isomorphism", 1981), without the machinery that graphs of more than a dozen points need.
//!
//! Points are coloured by state, then repeatedly by the colours of their neighbours until nothing changes.
//! While points share a colour, each of them in turn gets a colour of its own. The canonical order is the one
//! with the least graph among the resulting orders of all points.

use super::EyeGraph;

type Colours = [u8; EyeGraph::MAX_POINTS];

impl EyeGraph {
    /// The canonical form, and the index in this graph of each of its points. None if the graph is not
    /// connected. A few microseconds for eye shapes; exponential only in graphs of many equal branches.
    pub fn canonical(&self) -> Option<(Self, Vec<u8>)> {
        if !self.is_connected() {
            return None;
        }
        let mut colours = [0; Self::MAX_POINTS];
        for (colour, point) in colours.iter_mut().zip(&self.points) {
            *colour = *point as u8;
        }
        let mut best = None;
        self.search(colours, &mut best);
        best
    }

    fn search(&self, mut colours: Colours, best: &mut Option<(Self, Vec<u8>)>) {
        self.refine(&mut colours);
        let members = |colour: usize| (0..self.len()).filter(move |&v| usize::from(colours[v]) == colour);
        let Some(shared) = (0..self.len()).find(|&c| members(c).nth(1).is_some()) else {
            // Every point has a colour of its own, which is its index.
            let mut order = vec![0; self.len()];
            for (index, &colour) in colours[..self.len()].iter().enumerate() {
                order[usize::from(colour)] = index as u8;
            }
            let graph = self.reordered(&order);
            if best.as_ref().is_none_or(|b| graph < b.0) {
                *best = Some((graph, order));
            }
            return;
        };
        let mut tried: Vec<usize> = Vec::new();
        for chosen in members(shared) {
            // Points with the same neighbours are interchangeable, so one of them is enough.
            if tried.iter().any(|&other| self.are_twins(chosen, other)) {
                continue;
            }
            tried.push(chosen);
            let mut split = colours;
            for (index, colour) in split.iter_mut().enumerate() {
                *colour = 2 * *colour + u8::from(index != chosen);
            }
            self.search(split, best);
        }
    }

    /// Splits colours by the colours of neighbours, and numbers the colours from 0.
    fn refine(&self, colours: &mut Colours) {
        let mut colours_before = 0;
        loop {
            let mut keys: Vec<(u8, Vec<u8>)> = Vec::with_capacity(self.len());
            for (index, &neighbours) in self.neighbours.iter().enumerate() {
                let beside = (0..self.len()).filter(|n| neighbours >> n & 1 == 1);
                let mut beside: Vec<u8> = beside.map(|n| colours[n]).collect();
                beside.sort_unstable();
                keys.push((colours[index], beside));
            }
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            sorted.dedup();
            for (colour, key) in colours.iter_mut().zip(&keys) {
                *colour = sorted.partition_point(|k| k < key) as u8;
            }
            if sorted.len() == colours_before {
                return;
            }
            colours_before = sorted.len();
        }
    }

    fn are_twins(&self, a: usize, b: usize) -> bool {
        let without = !(1_u16 << a | 1 << b);
        self.neighbours[a] & without == self.neighbours[b] & without
    }

    fn reordered(&self, order: &[u8]) -> Self {
        let mut graph = Self::default();
        for &old in order {
            graph.push(self.points[usize::from(old)]);
        }
        for (new, &old) in order.iter().enumerate() {
            for (other, &old_other) in order.iter().enumerate().take(new) {
                if self.neighbours[usize::from(old)] >> old_other & 1 == 1 {
                    graph.connect(new, other);
                }
            }
        }
        graph
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::EyePoint;
    use super::*;

    fn graph(points: &[EyePoint], edges: &[(usize, usize)]) -> EyeGraph {
        let mut graph = EyeGraph::default();
        for &point in points {
            graph.push(point);
        }
        for &(a, b) in edges {
            graph.connect(a, b);
        }
        graph
    }

    #[test]
    fn a_path_is_no_star() {
        let points = [EyePoint::Proper; 4];
        let path = graph(&points, &[(0, 1), (1, 2), (2, 3)]);
        let star = graph(&points, &[(0, 1), (0, 2), (0, 3)]);
        let other_star = graph(&points, &[(2, 1), (2, 0), (2, 3)]);
        assert_ne!(path.canonical().unwrap().0, star.canonical().unwrap().0);
        assert_eq!(star.canonical().unwrap().0, other_star.canonical().unwrap().0);
    }

    #[test]
    fn graphs_with_many_like_branches_are_quick() {
        let points = [EyePoint::Proper; 16];
        let star: Vec<_> = (1..16).map(|i| (0, i)).collect();
        assert!(graph(&points, &star).canonical().is_some());
        let complete: Vec<_> = (0..16).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
        assert!(graph(&points, &complete).canonical().is_some());
    }

    #[test]
    fn only_connected_graphs_have_a_form() {
        assert_eq!(EyeGraph::default().canonical(), None);
        assert_eq!(graph(&[EyePoint::Proper; 3], &[(0, 1)]).canonical(), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_form_does_not_depend_on_the_order_of_points(
            states in proptest::collection::vec(0_usize..3, 1..=9),
            edges in proptest::collection::vec((0_usize..9, 0_usize..9), 0..14),
            seed in Just(()).prop_perturb(|(), mut rng| rng.random::<u64>()),
        ) {
            let n = states.len();
            let points: Vec<_> = states.iter().map(|&s| [EyePoint::Proper, EyePoint::Marginal, EyePoint::Stone][s]).collect();
            // A path through all points, so that the graph is connected.
            let edges: Vec<_> = (1..n).map(|i| (i - 1, i)).chain(edges.into_iter().map(|(a, b)| (a % n, b % n))).collect();
            let original = graph(&points, &edges);
            let mut order: Vec<u8> = (0..n as u8).collect();
            let mut state = seed;
            for i in (1..n).rev() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                order.swap(i, (state >> 33) as usize % (i + 1));
            }
            let shuffled = original.reordered(&order);
            let (form, places) = original.canonical().unwrap();
            prop_assert_eq!(&form, &shuffled.canonical().unwrap().0);
            prop_assert_eq!(original.reordered(&places), form);
        }
    }
}
