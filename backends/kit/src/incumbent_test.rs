//! What an incumbent keeps of several ways.

use super::*;
use retroshade_diagnostics::codes;

fn limit(words: &str) -> Diagnostics {
    Diagnostic::error(codes::limit::INSTRUCTIONS, words).into()
}

#[test]
fn the_last_that_is_better_stays_whatever_was_refused() {
    let mut incumbent = Incumbent::default();
    assert!(!incumbent.consider(Err(limit("too long"))).unwrap());
    assert!(incumbent.consider(Ok(Some(7))).unwrap());
    assert!(!incumbent.consider(Ok(None)).unwrap());
    assert!(incumbent.consider(Ok(Some(5))).unwrap());
    assert_eq!(incumbent.best(), Some(&5));
    assert_eq!(incumbent.finish("test").unwrap(), 5);
}

#[test]
fn one_refusal_is_reported_and_a_defect_ends_the_search() {
    let mut incumbent: Incumbent<u32> = Incumbent::default();
    let mut last: Incumbent<u32> = Incumbent::of_last_refusal();
    for words in ["too long", "too wide"] {
        incumbent.consider(Err(limit(words))).unwrap();
        last.consider(Err(limit(words))).unwrap();
    }
    let errors = last.finish("test").unwrap_err();
    assert_eq!(errors.iter().next().unwrap().message, "too wide");
    assert!(
        incumbent
            .consider(Err(Diagnostic::bug("test", "lost").into()))
            .is_err()
    );
    let errors = incumbent.finish("test").unwrap_err();
    assert_eq!(errors.iter().next().unwrap().message, "too long");
    let nothing: Incumbent<u32> = Incumbent::default();
    assert!(is_defect(&nothing.finish("test").unwrap_err()));
}
