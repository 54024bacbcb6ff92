use katachi::reading::{Reader, Verdict};
use katachi_rules::{Board, BoardSize, Color};
fn main() {
    let size = BoardSize::square(19);
    let nodes: u32 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(10000);
    let mut ay = 0; let mut au=0; let (mut q, mut yes, mut ko, mut no, mut unknown, mut total) = (0, 0, 0, 0, 0, 0u64);
    let t = std::time::Instant::now();
    for line in include_str!("../benches/data/positions.txt").lines().filter(|l| !l.starts_with('#')) {
        let cells = line.split(' ').nth(2).unwrap();
        let mut board = Board::new(size);
        board.set_stones(size.points().zip(cells.bytes()).filter_map(|(p, c)| match c {
            b'X' => Some((p, Color::Black)), b'O' => Some((p, Color::White)), _ => None })).unwrap();
        let mut reader = Reader::new(&board, nodes);
        for p in size.points() {
            if !board.is_empty(p) && board.head(p) == p {
                let a = reader.attack(p);
                let mut vs = vec![a.verdict]; if a.verdict.is_possible() { ay += 1; } if a.verdict == Verdict::Unknown { au += 1; }
                if a.verdict != Verdict::No { vs.push(reader.defend(p).verdict); }
                for v in vs { q += 1; match v { Verdict::Yes => yes += 1, Verdict::No => no += 1, Verdict::Unknown => unknown += 1, _ => ko += 1 } }
            }
        }
        total += reader.nodes();
    }
    println!("attacks {ay} unknown {au} q {q} yes {yes} ko {ko} no {no} unknown {unknown} nodes {total} ms {}", t.elapsed().as_millis());
}
