//! count
use std::collections::{BTreeMap, BTreeSet};
use katachi::analysis::eye::LocalGame;
use mkpat::{EyeGraph, EyePoint};
fn main() {
    let mut shapes: BTreeSet<Vec<(i8, i8)>> = BTreeSet::from([vec![(0, 0)]]);
    for n in 1..=7 {
        let mut forms: BTreeMap<EyeGraph, ()> = BTreeMap::new();
        let mut plain: BTreeSet<EyeGraph> = BTreeSet::new();
        let mut reps = vec![];
        for s in &shapes {
            let g = graph(s, 0);
            if plain.insert(g.canonical().unwrap().0) { reps.push(s.clone()); }
        }
        let mut dist = BTreeMap::new();
        for s in &reps { for k in 0..3usize.pow(n) {
            let g = graph(s, k);
            let m = g.points().iter().filter(|p| **p == EyePoint::Marginal).count();
            let x = g.points().iter().filter(|p| **p == EyePoint::Stone).count();
            let c = g.canonical().unwrap().0;
            if forms.insert(c, ()).is_none() {
                let mut game = LocalGame::new(&g, 1_000_000);
                if !game.is_possible() { continue }
                let v = game.solve().unwrap();
                *dist.entry(("v", v.max as usize, v.min as usize, (v.max > v.min && v.attack & v.defence == 0) as usize)).or_insert(0) += 1;
                *dist.entry(("m,x", m, x, 0)).or_insert(0) += 1;
            }
        }}
        println!("{n}: plain {} forms {} {dist:?}", reps.len(), forms.len());
        let mut next = BTreeSet::new();
        for s in &shapes { for &(x, y) in s { for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let p = (x + dx, y + dy);
            if !s.contains(&p) {
                let mut t = s.clone(); t.push(p);
                let mx = t.iter().map(|p| p.0).min().unwrap(); let my = t.iter().map(|p| p.1).min().unwrap();
                for p in &mut t { p.0 -= mx; p.1 -= my; }
                t.sort(); next.insert(t);
            }
        }}}
        shapes = next;
    }
}
fn graph(s: &[(i8, i8)], mut k: usize) -> EyeGraph {
    let mut g = EyeGraph::default();
    for _ in s { g.push(EyePoint::ALL[k % 3]); k /= 3; }
    for i in 0..s.len() { for j in 0..i { if (s[i].0 - s[j].0).abs() + (s[i].1 - s[j].1).abs() == 1 { g.connect(i, j); } } }
    g
}
