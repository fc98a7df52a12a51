//! Wanted values, lane by lane.

use crate::poly::{Poly, Polys};

/// A wanted value: a polynomial for each lane.
pub type Want<const N: usize> = [Option<Poly>; N];

/// A lane-wise operation on wanted values.
pub fn lanes<const N: usize>(
    polys: &mut Polys,
    a: &Want<N>,
    b: &Want<N>,
    mut f: impl FnMut(&mut Polys, Poly, Poly) -> Poly,
) -> Want<N> {
    let mut results: Want<N> = [None; N];
    for lane in 0..N {
        let (Some(one), Some(other)) = (a[lane], b[lane]) else {
            continue;
        };
        // Often all lanes are one value.
        let known = (lane > 0 && a[0] == a[lane] && b[0] == b[lane]).then(|| results[0]);
        results[lane] = known.flatten().or_else(|| Some(f(polys, one, other)));
    }
    results
}

/// The same of one value.
pub(crate) fn each<const N: usize>(
    polys: &mut Polys,
    want: &Want<N>,
    mut f: impl FnMut(&mut Polys, Poly) -> Poly,
) -> Want<N> {
    lanes(polys, want, want, |polys, poly, _| f(polys, poly))
}

/// True if all lanes that are wanted are a value.
pub fn all_are<const N: usize>(want: &Want<N>, value: Poly) -> bool {
    want.iter().flatten().all(|lane| *lane == value)
}

/// The same number where a lane is wanted.
pub fn fill<const N: usize>(want: &Want<N>, value: Poly) -> Want<N> {
    want.map(|lane| lane.map(|_| value))
}

/// A value in the lanes that are wanted.
pub fn masked<const N: usize>(want: &Want<N>, value: &[Poly; N]) -> Want<N> {
    std::array::from_fn(|lane| want[lane].map(|_| value[lane]))
}

/// The one polynomial of all lanes that are wanted.
pub fn splat<const N: usize>(want: &Want<N>) -> Option<Poly> {
    let first = want.iter().flatten().next().copied()?;
    all_are(want, first).then_some(first)
}

/// One minus each lane.
pub fn complement<const N: usize>(polys: &mut Polys, want: &Want<N>) -> Want<N> {
    each(polys, want, Polys::complement)
}

/// Each lane times a number.
pub fn scaled<const N: usize>(polys: &mut Polys, want: &Want<N>, by: f64) -> Want<N> {
    each(polys, want, |polys, poly| polys.scale(poly, by))
}

pub(crate) fn size<const N: usize>(polys: &Polys, want: &Want<N>) -> usize {
    want.iter()
        .flatten()
        .map(|poly| polys.terms(*poly).len())
        .sum()
}

/// The greatest factor of uniforms and literals in the terms of a value.
pub fn gain<const N: usize>(polys: &mut Polys, want: &Want<N>) -> f64 {
    let lanes = want.iter().flatten();
    lanes.fold(0.0, |gain, poly| gain.max(polys.gain(*poly)))
}
