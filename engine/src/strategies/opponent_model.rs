//! What the others' moves say about their hands: worlds drawn by how well they explain the moves of the round so far.
//!
//! A uniform sample treats all deals that the rules allow as equally likely. But a seat that lays a poor tile probably had no
//! better one. A pool of uniform worlds is weighed by the chance that the others would have made the moves seen, each of them taken to
//! play like a reference strategy with probability `trust`, and a uniformly random legal move otherwise; search then draws from
//! the pool by weight (importance sampling with resampling: Rubin 1987).

use crate::game::{Game, SeatView, Turn};
use crate::parameters::Kind;
use crate::searchable::Searchable;
use crate::strategy::{MatchStart, Strategy, StrategyFault};
use crate::streams::Stream;

/// What the parameter `trust` may be: nobody is sure to play like another.
pub(super) const TRUST: Kind = Kind::real(0.0, 0.99);

/// How others are assumed to play, and how rounds are played out.
pub(crate) enum Model<G: Game> {
    /// By the reference strategy `greedy`.
    Greedy,
    /// By another strategy, which sees only views.
    Other(Box<dyn Strategy<G>>),
}

impl<G: Game> Model<G> {
    /// Begins a match, as [`Strategy::start_match`] does.
    pub(crate) fn start_match(&mut self, start: &MatchStart<'_, G>) -> Result<(), StrategyFault> {
        match self {
            Model::Greedy => Ok(()),
            Model::Other(strategy) => strategy.start_match(start),
        }
    }

    /// The choice of the view's seat, which is to move.
    #[inline(always)]
    pub(crate) fn choose(&mut self, view: G::View<'_>, own: &mut Stream) -> Result<G::Move, StrategyFault> {
        match self {
            Model::Greedy => Ok(G::greedy(view)),
            Model::Other(_) if view.move_count() == 1 => Ok(view.nth_move(0)),
            Model::Other(strategy) => strategy.choose(view, own),
        }
    }

    /// Whether the log matters to its choices.
    #[inline(always)]
    pub(crate) const fn reads_log(&self) -> bool {
        matches!(self, Model::Other(_))
    }
}

/// A pool of worlds with their weights.
pub(crate) struct Belief<G: Searchable> {
    worlds: Vec<G::State>,
    likelihoods: Vec<f32>,
    /// For each world the sum of the weights up to and with its own, in whole units.
    sums: Vec<u64>,
}

impl<G: Searchable> Belief<G> {
    /// The weight of the likeliest world.
    const UNIT: f32 = 65_536.0;

    /// An empty pool.
    pub(crate) const fn new() -> Self {
        Belief { worlds: Vec::new(), likelihoods: Vec::new(), sums: Vec::new() }
    }

    /// Whether anything can be learnt from the round so far: whether another seat has moved.
    pub(crate) fn is_of_use(view: G::View<'_>) -> bool {
        view.log().iter().any(|step| step.seat != view.seat())
    }

    /// Fills the pool with `size` worlds that the view allows.
    pub(crate) fn fill(
        &mut self,
        view: G::View<'_>,
        size: usize,
        trust: f32,
        model: &mut Model<G>,
        own: &mut Stream,
    ) -> Result<(), StrategyFault> {
        let sampler = G::sampler(view);
        self.worlds.clear();
        self.likelihoods.clear();
        self.sums.clear();
        for _ in 0..size {
            let world = G::sample(view, &sampler, own);
            self.likelihoods.push(likelihood::<G>(view, &world, trust, model, own)?);
            self.worlds.push(world);
        }
        let most = self.likelihoods.iter().fold(f32::MIN_POSITIVE, |most, likelihood| most.max(*likelihood));
        let mut sum = 0;
        for likelihood in &self.likelihoods {
            sum += (likelihood / most * Self::UNIT) as u64;
            self.sums.push(sum);
        }
        Ok(())
    }

    /// Draws a world by weight from a pool that is not empty.
    #[inline]
    pub(crate) fn draw(&self, own: &mut Stream) -> G::State {
        self.at(own.wide())
    }

    /// The `n`-th of `count` worlds by weight, at equal distances: systematic resampling (Kitagawa 1996) with the offset `start`.
    #[inline]
    pub(crate) fn nth(&self, n: u32, count: u32, start: u64) -> G::State {
        let step = u64::MAX / u64::from(count);
        self.at(u64::from(n) * step + ((u128::from(start) * u128::from(step)) >> 64) as u64)
    }

    /// The world at a fraction of all weight.
    #[inline]
    fn at(&self, fraction: u64) -> G::State {
        let total = self.sums.last().copied().unwrap_or(0);
        let point = ((u128::from(fraction) * u128::from(total)) >> 64) as u64;
        let place = self.sums.partition_point(|sum| *sum <= point);
        self.worlds[place.min(self.worlds.len() - 1)]
    }
}

/// The chance that the other seats make the moves of the round so far, if this is the truth.
fn likelihood<G: Searchable>(
    view: G::View<'_>,
    world: &G::State,
    trust: f32,
    model: &mut Model<G>,
    own: &mut Stream,
) -> Result<f32, StrategyFault> {
    let (game, observer, log) = (view.game(), view.seat(), view.log());
    let (mut s, skipped) = G::rewound(view, world);
    let mut chance = 1.0;
    for (at, step) in log.iter().enumerate().skip(skipped) {
        if game.turn(&s) != Turn::Seat(step.seat) {
            break;
        }
        let count = game.move_count(&s);
        if step.seat != observer && count > 1 {
            let others = (1.0 - trust) / count as f32;
            let expected = model.choose(game.view(&s, &log[..at], step.seat), own)?;
            chance *= if expected == step.mv { trust + others } else { others };
        }
        game.play(&mut s, step.mv);
    }
    Ok(chance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Seat, Step};
    use crate::games::dominoes::{ClassicSix, Dominoes, Preset, Rules};
    use crate::streams::Streams;

    type Game2 = Dominoes<ClassicSix, 2>;

    /// Plays tiles, each at the end where it goes.
    fn play(game: &Game2, hands: &str, moves: &[&str]) -> (<Game2 as Game>::State, Vec<Step<<Game2 as Game>::Move>>) {
        let mut s = game.read_position(hands, Some(Seat(0))).unwrap();
        let mut log = Vec::new();
        for text in moves {
            let Turn::Seat(seat) = game.turn(&s) else { panic!("nobody moves") };
            let ends = ["", " left", " right"];
            let mv = ends.iter().find_map(|end| game.read_move(&s, &format!("{text}{end}"))).unwrap();
            let event = game.play(&mut s, mv);
            log.push(Step { seat, mv, event });
        }
        (s, log)
    }

    #[test]
    fn a_poor_tile_speaks_against_a_better_one() {
        let game = Game2::new(Rules::resolve(Preset::FivesAndThrees, &Vec::new()).unwrap());
        // On 6-5 the other lays 6-1 at the six: the ends are 1 and 5, which earn 2.
        let moves = ["6-5", "6-1"];
        let (truth, log) = play(&game, "6-5 1-0 2-0/6-1 4-4 3-2", &moves);
        let own = &mut Streams::new(1).play(0);
        for (hand, expected) in [
            // Nothing else would have gone.
            ("6-1 4-4 3-2", 1.0),
            // 6-2 leaves 2 and 5, which earn nothing: greedy's own choice of two.
            ("6-1 6-2 3-2", 0.5 + 0.25),
            // 6-4 leaves 4 and 5, which earn 3: not greedy's choice of two.
            ("6-1 6-4 3-2", 0.25),
        ] {
            let (world, _) = play(&game, &format!("6-5 1-0 2-0/{hand}"), &moves);
            let view = game.view(&truth, &log, Seat(0));
            let found = likelihood::<Game2>(view, &world, 0.5, &mut Model::Greedy, own).unwrap();
            assert!((found - expected).abs() < 1e-6, "{hand}: {found}");
        }
    }

    #[test]
    fn worlds_are_drawn_by_weight() {
        let game = Game2::new(Rules::resolve(Preset::FivesAndThrees, &Vec::new()).unwrap());
        let (truth, log) = play(&game, "6-5 1-0 2-0/6-1 4-4 3-2", &["6-5", "6-1"]);
        let view = game.view(&truth, &log, Seat(0));
        let own = &mut Streams::new(2).play(0);
        let mut belief = Belief::<Game2>::new();
        belief.fill(view, 20_000, 0.8, &mut Model::Greedy, own).unwrap();
        let six_four = game.read_position("6-4/0-0", Some(Seat(0))).unwrap().hands()[0];
        let holds = |s: &<Game2 as Game>::State| !s.hands()[1].and(six_four).is_empty();
        let uniform = belief.worlds.iter().filter(|world| holds(world)).count() as f64 / 20_000.0;
        let weighed = (0..20_000).filter(|_| holds(&belief.draw(own))).count() as f64 / 20_000.0;
        // 2 of the 24 unseen tiles are held: one time in twelve. Who held the 6-4 would have laid it, but for one case in ten or so.
        assert!((uniform - 1.0 / 12.0).abs() < 0.01 && weighed < uniform / 4.0, "{uniform} {weighed}");
    }
}
