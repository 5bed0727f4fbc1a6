//! The tiles that have one pip value, as small numbers: tables over all subsets of such a row.
//!
//! A row of the double-six set has seven tiles, hence 128 subsets. A multiplication gathers their bits (which are scattered over the
//! mask) into seven; which subset becomes which number does not matter, only that all differ. Larger sets have no such tables.

/// Tiles in a row, subsets of a row, and rows (padded).
const TILES: usize = 7;
pub(super) const SUBSETS: usize = 128;
const ROWS: usize = 8;

/// Multipliers found by random search; [`Rows::new`] fails to compile if two subsets of a row get the same number.
const MAGIC: [u32; TILES] = [0x0602_4960, 0x4004_0384, 0x1981_2000, 0x4240_1201, 0x0802_6840, 0x8324_08a0, 0x0500_6404];

/// Numbers of subsets, and the n-th tile of each.
#[derive(Debug)]
pub struct Rows {
    magic: [u32; ROWS],
    nth: [[[u8; ROWS]; SUBSETS]; ROWS],
}

impl Rows {
    /// The tables of the double-six set; `with_pip` are its rows as masks.
    pub(super) const fn new(with_pip: &[u32; ROWS]) -> Rows {
        let mut rows = Rows { magic: [0; ROWS], nth: [[[0; ROWS]; SUBSETS]; ROWS] };
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
                    rows.nth[pip][number][n] = rest.trailing_zeros() as u8;
                    rest &= rest - 1;
                    n += 1;
                }
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

    /// The `n`-th tile of a set of tiles that all have `pip`.
    #[inline(always)]
    pub(super) fn nth(&self, pip: u8, tiles: u32, n: u32) -> u8 {
        self.nth[pip as usize & (ROWS - 1)][self.number(pip, tiles)][n as usize & (ROWS - 1)]
    }
}
