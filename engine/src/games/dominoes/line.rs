//! The line as it lies on the table, from the placements in their order.

use std::collections::VecDeque;

/// Tiles from left to right, each by its left and its right half.
#[derive(Debug, Default)]
pub(super) struct Line(VecDeque<(u8, u8)>);

impl Line {
    /// Lays a tile, given by its smaller and its larger half, at the right or the left end. The first one lies with the smaller half at
    /// the left (rule D8).
    pub(super) fn lay(&mut self, (a, b): (u8, u8), right: bool) {
        if right {
            let turned = self.0.back().is_some_and(|(_, end)| *end != a);
            self.0.push_back(if turned { (b, a) } else { (a, b) });
        } else {
            let turned = self.0.front().is_some_and(|(end, _)| *end != b);
            self.0.push_front(if turned { (b, a) } else { (a, b) });
        }
    }

    /// The tiles from left to right.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (u8, u8)> {
        self.0.iter().copied()
    }
}
