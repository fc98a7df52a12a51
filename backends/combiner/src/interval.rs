//! Arithmetic on ranges of numbers.

/// The range of a product.
pub fn times(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    // An infinite bound times zero is zero: the factor is finite.
    let product = |x: f64, y: f64| if x == 0.0 || y == 0.0 { 0.0 } else { x * y };
    let all = [
        product(a.0, b.0),
        product(a.0, b.1),
        product(a.1, b.0),
        product(a.1, b.1),
    ];
    let low = all.iter().copied().fold(f64::INFINITY, f64::min);
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (low, high)
}
