//! The tiles that have one pip value, as small numbers: tables over all subsets of such a row.
//!
//! A row of the double-six set has seven tiles, hence 128 subsets. A multiplication gathers their bits (which are scattered over the
//! mask) into seven; which subset becomes which number does not matter, only that all differ. Larger sets have no such tables.

use std::hint::select_unpredictable;

/// Tiles in a row, subsets of a row, and rows (padded).
const TILES: usize = 7;
pub(super) const SUBSETS: usize = 128;
const ROWS: usize = 8;

/// Multipliers found by random search; [`Rows::new`] fails to compile if two subsets of a row get the same number.
const MAGIC: [u32; TILES] = [0x0602_4960, 0x4004_0384, 0x1981_2000, 0x4240_1201, 0x0802_6840, 0x8324_08a0, 0x0500_6404];

/// Numbers of subsets, and the n-th tile of each.
#[derive(Debug)]
pub(super) struct Rows {
    magic: [u32; ROWS],
    /// By row, subset and n, row by row; the last place holds the number of tiles.
    nth: [[u8; ROWS]; ROWS * SUBSETS],
}

impl Rows {
    /// The tables of the double-six set; `with_pip` are its rows as masks.
    pub(super) const fn new(with_pip: &[u32; ROWS]) -> Rows {
        let mut rows = Rows { magic: [0; ROWS], nth: [[0; ROWS]; ROWS * SUBSETS] };
        let mut pip = 0;
        while pip < TILES {
            rows.magic[pip] = MAGIC[pip];
            let mut taken = [false; SUBSETS];
            // All subsets of the row, by the usual trick of counting within a mask.
            let mut subset = 0u32;
            loop {
                let number = (subset.wrapping_mul(MAGIC[pip]) >> 25) as usize;
                assert!(!taken[number], "two subsets of a row have the same number");
                taken[number] = true;
                let mut rest = subset;
                let mut n = 0;
                while rest != 0 {
                    rows.nth[pip * SUBSETS + number][n] = rest.trailing_zeros() as u8;
                    rest &= rest - 1;
                    n += 1;
                }
                rows.nth[pip * SUBSETS + number][ROWS - 1] = n as u8;
                subset = subset.wrapping_sub(with_pip[pip]) & with_pip[pip];
                if subset == 0 {
                    break;
                }
            }
            pip += 1;
        }
        rows
    }

    /// The number of a set of tiles that all have `pip`, below 128.
    #[inline(always)]
    pub(super) fn number(&self, pip: u8, tiles: u32) -> usize {
        (tiles.wrapping_mul(self.magic[pip as usize & (ROWS - 1)]) >> 25) as usize
    }

    /// The place of a set of tiles that all have `pip` among all rows' subsets.
    #[inline(always)]
    fn place(&self, pip: u8, tiles: u32) -> usize {
        ((pip as usize & (ROWS - 1)) * SUBSETS + self.number(pip, tiles)) % (ROWS * SUBSETS)
    }

    /// How many tiles a set of tiles that all have `pip` has.
    #[inline(always)]
    pub(super) fn count(&self, pip: u8, tiles: u32) -> u32 {
        if cfg!(target_feature = "popcnt") {
            tiles.count_ones()
        } else {
            u32::from(self.nth[self.place(pip, tiles)][ROWS - 1])
        }
    }

    /// The `n`-th tile of two rows, and whether it is of the second; see [`Set::nth_of_rows`](super::tiles::Set::nth_of_rows).
    #[inline(always)]
    pub(super) fn nth(&self, pips: [u8; 2], tiles: [u32; 2], n: u32) -> (u8, bool) {
        // Both places are worked out before the row is known, so that they need not wait for it.
        let (first, second) = (self.place(pips[0], tiles[0]), self.place(pips[1], tiles[1]));
        let count = self.count(pips[0], tiles[0]);
        let in_second = n >= count;
        let n = n.wrapping_sub(select_unpredictable(in_second, count, 0)) as usize & (ROWS - 1);
        (self.nth[select_unpredictable(in_second, second, first)][n], in_second)
    }
}
