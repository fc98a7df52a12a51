//! How a chip names its passes.

/// Declares passes, each a constant with its name, its class of [`Exactness`](retroshade_ir::pass::Exactness) and what
/// it runs, and `ALL`, a list of them. `Pass` must be in scope: [`retroshade_ir::pass::Pass`] over the chip's programs
/// and context.
///
/// ```text
/// passes! {
///     /// Dead code elimination.
///     DCE "dce" Exact = |program, _| Ok(eliminate_dead_code(program));
/// }
/// ```
#[macro_export]
macro_rules! passes {
    ($($(#[$doc:meta])* $constant:ident $name:literal $exactness:ident = $run:expr;)*) => {
        $($(#[$doc])* pub const $constant: Pass = Pass {
            name: $name,
            exactness: ::retroshade_ir::pass::Exactness::$exactness,
            run: $run,
        };)*

        /// Every pass.
        pub const ALL: &[Pass] = &[$($constant),*];
    };
}
