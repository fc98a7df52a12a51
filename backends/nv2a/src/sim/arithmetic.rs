//! What numbers of the simulator are computed with.

use crate::isa::Lanes;

/// The arithmetic of the chip on bits of IEEE singles.
pub trait Arithmetic {
    /// a * b
    fn mul(&self, a: u32, b: u32) -> u32;
    /// The sum of 1 to 4 terms.
    fn sum(&self, terms: &[u32]) -> u32;
    /// a < b by sign and magnitude.
    fn less(&self, a: u32, b: u32) -> bool {
        order(a) < order(b)
    }
    /// The address register's floor.
    fn floor(&self, a: u32) -> i32;
    /// 1 / a
    fn rcp(&self, a: u32) -> u32;
    /// 1 / a with the magnitude clamped to 2^-64 to 2^64.
    fn rcc(&self, a: u32) -> u32;
    /// 1 / sqrt(|a|)
    fn rsq(&self, a: u32) -> u32;
    /// The four results of EXPP.
    fn expp(&self, a: u32) -> Lanes;
    /// The four results of LOGP.
    fn logp(&self, a: u32) -> Lanes;
    /// The four results of LIT.
    fn lit(&self, a: &Lanes) -> Lanes;
}

/// The place of a number in the chip's total order: -NaN < -inf < -0 < +0 < inf < NaN.
fn order(bits: u32) -> i64 {
    let magnitude = i64::from(bits & 0x7fff_ffff);
    if bits >> 31 == 1 {
        -magnitude - 1
    } else {
        magnitude
    }
}
