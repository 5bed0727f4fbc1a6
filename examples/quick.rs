use sixtyone::arena::one_match::*;
use sixtyone::game::*;
use sixtyone::games::dominoes::*;
use sixtyone::strategies::Player;
use sixtyone::streams::Streams;
fn bench(name: &str, mk: fn() -> Player<Dominoes<DoubleSix, 2>>, n: u64) {
    let g: Dominoes<DoubleSix, 2> = Dominoes::new(Rules::resolve(Preset::FivesAndThrees, &vec![]).unwrap());
    let st = Streams::new(61);
    let mut deals = Deals::new();
    let mut readers = Readers::new(st);
    let (mut p0, mut p1) = (mk(), mk());
    let (mut s0, mut s1) = (st.play(0), st.play(0));
    let mut log = Vec::new();
    let t = std::time::Instant::now();
    let (mut w, mut r, mut m) = (0u64, 0u64, 0u64);
    for b in 0..n {
        deals.open(b);
        let mut seats = [Seated { player: &mut p0, stream: &mut s0 }, Seated { player: &mut p1, stream: &mut s1 }];
        let res = play_match(&g, &mut deals, &mut readers, &mut seats, &mut log, &mut Unwatched);
        w += res.share(&g, Side(0)) as u64;
        r += res.rounds as u64;
        m += res.moves;
    }
    let s = t.elapsed().as_secs_f64();
    println!(
        "{name} {:.0}/s rounds {:.3} moves/s {:.0} win0 {:.4}",
        n as f64 / s,
        r as f64 / n as f64,
        m as f64 / s,
        w as f64 / 27720.0 / n as f64
    );
}
fn main() {
    for _ in 0..2 {
        bench("random", || Player::Random, 1_000_000);
        bench("greedy", || Player::Greedy, 1_000_000);
    }
}
