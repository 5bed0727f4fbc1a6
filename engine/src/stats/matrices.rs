//! Small symmetric matrices, row by row, as the ratings need them.

/// The rows and columns of a matrix with these numbers.
pub(super) fn part(matrix: &[f64], n: usize, of: &[usize]) -> Vec<f64> {
    of.iter().flat_map(|i| of.iter().map(move |j| matrix[i * n + j])).collect()
}

/// The lower triangle of Cholesky's decomposition of a symmetric positive definite matrix, row by row; `None` if it is not one.
pub(super) fn cholesky(matrix: &[f64], n: usize) -> Option<Vec<f64>> {
    let mut lower = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| lower[i * n + k] * lower[j * n + k]).sum();
            let rest = matrix[i * n + j] - dot;
            if i != j {
                lower[i * n + j] = rest / lower[j * n + j];
            } else if rest > 0.0 && rest.is_finite() {
                lower[i * n + i] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    Some(lower)
}

/// Solves L·Lᵀ·x = b.
pub(super) fn solve(lower: &[f64], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut x = right.to_vec();
    for i in 0..n {
        let dot: f64 = (0..i).map(|k| lower[i * n + k] * x[k]).sum();
        x[i] = (x[i] - dot) / lower[i * n + i];
    }
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|k| lower[k * n + i] * x[k]).sum();
        x[i] = (x[i] - dot) / lower[i * n + i];
    }
    x
}

/// H⁻¹·V·H⁻¹ for symmetric matrices.
pub(super) fn sandwich(information: &[f64], of_scores: &[f64], n: usize) -> Option<Vec<f64>> {
    let lower = cholesky(information, n)?;
    let solve_rows = |rows: &[f64]| rows.chunks_exact(n).flat_map(|row| solve(&lower, row)).collect::<Vec<f64>>();
    // The rows of V are its columns, so this is (H⁻¹V)ᵀ = VH⁻¹; its columns are wanted next.
    let half = solve_rows(of_scores);
    let turned: Vec<f64> = (0..n * n).map(|at| half[at % n * n + at / n]).collect();
    Some(solve_rows(&turned))
}
