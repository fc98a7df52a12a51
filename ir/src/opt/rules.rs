//! The table of algebraic rules, by the operation at the root of the left side.
//!
//! Every right side is smaller than its left side or in a form from which no rule leads back, so
//! rewriting ends. Each rule is tested on special values and random ones as its exactness demands.

use crate::OpKind;
use crate::opt::pattern::{Over, Pattern, Rule, Rules, defining_ops, wanted};
use crate::pass::Exactness;

macro_rules! pattern {
    (x) => { Pattern::Var(0) };
    (y) => { Pattern::Var(1) };
    (z) => { Pattern::Var(2) };
    (w) => { Pattern::Var(3) };
    (c) => { Pattern::Literal(2) };
    (d) => { Pattern::Literal(3) };
    (true) => { Pattern::Truth(true) };
    (false) => { Pattern::Truth(false) };
    (minus_one) => { Pattern::Number(-1.0) };
    ($number:literal) => { Pattern::Number($number) };
    (($op:ident $($part:tt)+)) => { Pattern::Op(OpKind::$op, &[$(pattern!($part)),+]) };
}

pub(crate) use pattern;

macro_rules! rules {
    ($($root:ident { $($name:literal $over:ident $exactness:ident: $left:tt => $right:tt;)* })*) => {
        /// The rules whose left side has this root.
        pub(crate) const fn rules(root: OpKind) -> &'static Rules {
            match root {
                $(OpKind::$root => const {
                    const LIST: &[Rule] = &[$(Rule {
                        name: $name,
                        over: Over::$over,
                        defining_ops: defining_ops(&pattern!($left)),
                        wanted: wanted(&defining_ops(&pattern!($left))),
                        left: pattern!($left),
                        right: pattern!($right),
                        exactness: Exactness::$exactness,
                    }),*];
                    &Rules::new(LIST)
                },)*
                _ => const { &Rules::new(&[]) },
            }
        }
    };
}

// x y z w: any operand; c d: literals.
rules! {
    Neg {
        "neg-neg" Number Exact: (Neg (Neg x)) => x;
        "neg-sub" Number SignOfZero: (Neg (Sub x y)) => (Sub y x);
        "neg-mul-literal" Number Exact: (Neg (Mul x c)) => (Mul x (Neg c));
    }
    Abs {
        "abs-abs" Number Exact: (Abs (Abs x)) => (Abs x);
        "abs-neg" Number Exact: (Abs (Neg x)) => (Abs x);
        "abs-square" Float Exact: (Abs (Mul x x)) => (Mul x x);
        "abs-sqrt" Float SignOfZero: (Abs (Sqrt x)) => (Sqrt x);
        "abs-saturate" Float SignOfZero: (Abs (Saturate x)) => (Saturate x);
        "abs-fract" Float SignOfZero: (Abs (Fract x)) => (Fract x);
    }
    Sign {
        "sign-sign" Number SignOfZero: (Sign (Sign x)) => (Sign x);
    }
    Floor {
        "floor-floor" Float Exact: (Floor (Floor x)) => (Floor x);
        "floor-ceil" Float Exact: (Floor (Ceil x)) => (Ceil x);
        "floor-trunc" Float Exact: (Floor (Trunc x)) => (Trunc x);
        "floor-round" Float Exact: (Floor (Round x)) => (Round x);
        "floor-int" Float Exact: (Floor (IntToFloat x)) => (IntToFloat x);
    }
    Ceil {
        "ceil-floor" Float Exact: (Ceil (Floor x)) => (Floor x);
        "ceil-ceil" Float Exact: (Ceil (Ceil x)) => (Ceil x);
        "ceil-trunc" Float Exact: (Ceil (Trunc x)) => (Trunc x);
        "ceil-int" Float Exact: (Ceil (IntToFloat x)) => (IntToFloat x);
    }
    Trunc {
        "trunc-floor" Float Exact: (Trunc (Floor x)) => (Floor x);
        "trunc-ceil" Float Exact: (Trunc (Ceil x)) => (Ceil x);
        "trunc-trunc" Float Exact: (Trunc (Trunc x)) => (Trunc x);
        "trunc-round" Float Exact: (Trunc (Round x)) => (Round x);
        "trunc-int" Float Exact: (Trunc (IntToFloat x)) => (IntToFloat x);
    }
    Round {
        "round-floor" Float Exact: (Round (Floor x)) => (Floor x);
        "round-round" Float Exact: (Round (Round x)) => (Round x);
        "round-int" Float Exact: (Round (IntToFloat x)) => (IntToFloat x);
    }
    Fract {
        "fract-floor" Float Finite: (Fract (Floor x)) => 0.0;
        "fract-int" Float Exact: (Fract (IntToFloat x)) => 0.0;
    }
    Sqrt {
        "sqrt-square" Float Rounding: (Sqrt (Mul x x)) => (Abs x);
    }
    Rcp {
        "rcp-rcp" Float Rounding: (Rcp (Rcp x)) => x;
        "rcp-sqrt" Float Rounding: (Rcp (Sqrt x)) => (Rsqrt x);
        "rcp-rsqrt" Float Rounding: (Rcp (Rsqrt x)) => (Sqrt x);
        "rcp-exp2" Float Rounding: (Rcp (Exp2 x)) => (Exp2 (Neg x));
    }
    Exp {
        "exp-log" Float Rounding: (Exp (Log x)) => x;
    }
    Log {
        "log-exp" Float Rounding: (Log (Exp x)) => x;
    }
    Exp2 {
        "exp2-log2" Float Rounding: (Exp2 (Log2 x)) => x;
    }
    Log2 {
        "log2-exp2" Float Rounding: (Log2 (Exp2 x)) => x;
    }
    Cos {
        "cos-neg" Float Exact: (Cos (Neg x)) => (Cos x);
        "cos-abs" Float Exact: (Cos (Abs x)) => (Cos x);
    }
    Sin {
        "sin-neg" Float Exact: (Sin (Neg x)) => (Neg (Sin x));
    }
    Saturate {
        "saturate-saturate" Float Exact: (Saturate (Saturate x)) => (Saturate x);
        "saturate-max-zero" Float Finite: (Saturate (Max x 0.0)) => (Saturate x);
        "saturate-min-one" Float Finite: (Saturate (Min x 1.0)) => (Saturate x);
    }
    Add {
        "add-zero" Number SignOfZero: (Add x 0.0) => x;
        "add-neg" Number Exact: (Add x (Neg y)) => (Sub x y);
        "add-add-literal" Int Exact: (Add (Add x c) d) => (Add x (Add c d));
        "add-sub-literal" Int Exact: (Add (Sub x c) d) => (Add x (Sub d c));
    }
    Sub {
        "sub-zero" Number SignOfZero: (Sub x 0.0) => x;
        "zero-sub" Number SignOfZero: (Sub 0.0 x) => (Neg x);
        "sub-self" Number Finite: (Sub x x) => 0.0;
        "sub-neg" Number Exact: (Sub x (Neg y)) => (Add x y);
        "sub-fract" Float Rounding: (Sub x (Fract x)) => (Floor x);
        "sub-mod" Float Rounding: (Sub x (Mod x y)) => (Mul y (Floor (Div x y)));
        "sub-mod-fract" Float Rounding: (Sub x (Mod x y)) => (Mul y (Sub (Div x y) (Fract (Div x y))));
        "sub-floor" Float Exact: (Sub x (Floor x)) => (Fract x);
        "sub-add-literal" Int Exact: (Sub (Add x c) d) => (Add x (Sub c d));
        "sub-sub-literal" Int Exact: (Sub (Sub x c) d) => (Sub x (Add c d));
    }
    Mul {
        "mul-one" Number Exact: (Mul x 1.0) => x;
        "mul-zero" Number Finite: (Mul x 0.0) => 0.0;
        "mul-minus-one" Number Exact: (Mul x minus_one) => (Neg x);
        "mul-neg-neg" Number Exact: (Mul (Neg x) (Neg y)) => (Mul x y);
        "mul-neg-literal" Number Exact: (Mul (Neg x) c) => (Mul x (Neg c));
        "mul-mul-literal" Number Rounding: (Mul (Mul x c) d) => (Mul x (Mul c d));
        "sqrt-squared" Float Rounding: (Mul (Sqrt x) (Sqrt x)) => x;
        "scaled-sqrt-squared" Float Rounding: (Mul (Mul (Sqrt x) c) (Mul (Sqrt x) c)) => (Mul x (Mul c c));
    }
    Div {
        "div-one" Number Exact: (Div x 1.0) => x;
        "div-minus-one" Float Exact: (Div x minus_one) => (Neg x);
        "zero-div" Number Finite: (Div 0.0 x) => 0.0;
        "one-div" Float Exact: (Div 1.0 x) => (Rcp x);
        "div-sqrt" Float Rounding: (Div x (Sqrt y)) => (Mul x (Rsqrt y));
        "div-exp2" Float Rounding: (Div x (Exp2 y)) => (Mul x (Exp2 (Neg y)));
        "div-exp" Float Rounding: (Div x (Exp y)) => (Mul x (Exp (Neg y)));
        "div-rcp" Float Rounding: (Div x (Rcp y)) => (Mul x y);
    }
    Rem {
        "rem-one" Int Exact: (Rem x 1.0) => 0.0;
    }
    Min {
        "min-self" Number Exact: (Min x x) => x;
        "saturate" Float Finite: (Min (Max x 0.0) 1.0) => (Saturate x);
        "min-saturate" Float Finite: (Min (Saturate x) 1.0) => (Saturate x);
        "min-min-literal" Number Exact: (Min (Min x c) d) => (Min x (Min c d));
    }
    Max {
        "max-self" Number Exact: (Max x x) => x;
        "max-neg" Number SignOfZero: (Max x (Neg x)) => (Abs x);
        "saturate-of-min" Float Finite: (Max (Min x 1.0) 0.0) => (Saturate x);
        "max-saturate" Float Finite: (Max (Saturate x) 0.0) => (Saturate x);
        "max-abs" Float Finite: (Max (Abs x) 0.0) => (Abs x);
        "max-square" Float Finite: (Max (Mul x x) 0.0) => (Mul x x);
        "max-max-literal" Number Exact: (Max (Max x c) d) => (Max x (Max c d));
    }
    Mod {
        "mod-one" Float Exact: (Mod x 1.0) => (Fract x);
    }
    Pow {
        "pow-zero" Float Finite: (Pow x 0.0) => 1.0;
        "pow-one" Float Exact: (Pow x 1.0) => x;
        "pow-two" Float Rounding: (Pow x 2.0) => (Mul x x);
        "pow-three" Float Rounding: (Pow x 3.0) => (Mul (Mul x x) x);
        "pow-four" Float Rounding: (Pow x 4.0) => (Mul (Mul x x) (Mul x x));
        "pow-half" Float Rounding: (Pow x 0.5) => (Sqrt x);
        "pow-minus-one" Float Rounding: (Pow x minus_one) => (Rcp x);
        "two-pow" Float Rounding: (Pow 2.0 x) => (Exp2 x);
    }
    SetLt {
        "slt-self" Float Exact: (SetLt x x) => 0.0;
    }
    SetGe {
        "sge-self" Float Finite: (SetGe x x) => 1.0;
    }
    Mad {
        "mad-one" Float Exact: (Mad x 1.0 y) => (Add x y);
        "mad-minus-one" Float Exact: (Mad x minus_one y) => (Sub y x);
        "mad-zero" Float Finite: (Mad x 0.0 y) => y;
        "mad-plus-zero" Float SignOfZero: (Mad x y 0.0) => (Mul x y);
    }
    Clamp {
        "clamp-saturate" Float Finite: (Clamp x 0.0 1.0) => (Saturate x);
    }
    Mix {
        "mix-self" Float Rounding: (Mix x x y) => x;
        "mix-first" Float Finite: (Mix x y 0.0) => x;
        "mix-second" Float Finite: (Mix x y 1.0) => y;
        "mix-from-zero" Float Finite: (Mix 0.0 x y) => (Mul x y);
        "mix-choice" Float Finite: (Mix x y (BoolToFloat z)) => (Select z y x);
        "mix-step" Float Finite: (Mix x y (Step z w)) => (Select (Ge w z) y x);
    }
    Lt {
        "lt-self" Any Exact: (Lt x x) => false;
        "lt-set-lt" Float Exact: (Lt 0.0 (SetLt x y)) => (Lt x y);
        "lt-set-ge" Float Exact: (Lt 0.0 (SetGe x y)) => (Ge x y);
        "lt-bool" Float Exact: (Lt 0.0 (BoolToFloat x)) => x;
        "lt-half-bool" Float Exact: (Lt 0.5 (BoolToFloat x)) => x;
        "bool-lt-half" Float Exact: (Lt (BoolToFloat x) 0.5) => (Not x);
        "bool-lt-one" Float Exact: (Lt (BoolToFloat x) 1.0) => (Not x);
    }
    Ge {
        "ge-self" Int Exact: (Ge x x) => true;
        "bool-ge-half" Float Exact: (Ge (BoolToFloat x) 0.5) => x;
        "bool-ge-one" Float Exact: (Ge (BoolToFloat x) 1.0) => x;
        "zero-ge-bool" Float Exact: (Ge 0.0 (BoolToFloat x)) => (Not x);
    }
    Eq {
        "eq-self" Int Exact: (Eq x x) => true;
        "eq-true" Bool Exact: (Eq x true) => x;
        "eq-false" Bool Exact: (Eq x false) => (Not x);
        "bool-eq-one" Float Exact: (Eq (BoolToFloat x) 1.0) => x;
        "bool-eq-zero" Float Exact: (Eq (BoolToFloat x) 0.0) => (Not x);
        "bool-int-eq-one" Int Exact: (Eq (BoolToInt x) 1.0) => x;
        "bool-int-eq-zero" Int Exact: (Eq (BoolToInt x) 0.0) => (Not x);
        "set-lt-eq-zero" Float Finite: (Eq (SetLt x y) 0.0) => (Ge x y);
        "set-ge-eq-zero" Float Finite: (Eq (SetGe x y) 0.0) => (Lt x y);
        "set-eq-eq-zero" Float Exact: (Eq (SetEq x y) 0.0) => (Ne x y);
        "set-ne-eq-zero" Float Exact: (Eq (SetNe x y) 0.0) => (Eq x y);
    }
    Ne {
        "ne-self" Int Exact: (Ne x x) => false;
        "ne-true" Bool Exact: (Ne x true) => (Not x);
        "ne-false" Bool Exact: (Ne x false) => x;
        "bool-ne-one" Float Exact: (Ne (BoolToFloat x) 1.0) => (Not x);
        "bool-ne-zero" Float Exact: (Ne (BoolToFloat x) 0.0) => x;
        "bool-int-ne-one" Int Exact: (Ne (BoolToInt x) 1.0) => (Not x);
        "bool-int-ne-zero" Int Exact: (Ne (BoolToInt x) 0.0) => x;
        "set-lt-ne-zero" Float Exact: (Ne (SetLt x y) 0.0) => (Lt x y);
        "set-ge-ne-zero" Float Exact: (Ne (SetGe x y) 0.0) => (Ge x y);
        "set-eq-ne-zero" Float Exact: (Ne (SetEq x y) 0.0) => (Eq x y);
        "set-ne-ne-zero" Float Exact: (Ne (SetNe x y) 0.0) => (Ne x y);
    }
    Not {
        "not-not" Any Exact: (Not (Not x)) => x;
        "not-lt" Bool Finite: (Not (Lt x y)) => (Ge x y);
        "not-ge" Bool Finite: (Not (Ge x y)) => (Lt x y);
        "not-eq" Bool Exact: (Not (Eq x y)) => (Ne x y);
        "not-ne" Bool Exact: (Not (Ne x y)) => (Eq x y);
    }
    And {
        "and-self" Any Exact: (And x x) => x;
        "and-true" Bool Exact: (And x true) => x;
        "and-false" Bool Exact: (And x false) => false;
        "and-not-self" Bool Exact: (And x (Not x)) => false;
        "and-absorb" Bool Exact: (And x (Or x y)) => x;
        "and-and-self" Bool Exact: (And x (And x y)) => (And x y);
        "and-zero" Int Exact: (And x 0.0) => 0.0;
        "and-ones" Int Exact: (And x minus_one) => x;
    }
    Or {
        "or-self" Any Exact: (Or x x) => x;
        "or-true" Bool Exact: (Or x true) => true;
        "or-false" Bool Exact: (Or x false) => x;
        "or-not-self" Bool Exact: (Or x (Not x)) => true;
        "or-absorb" Bool Exact: (Or x (And x y)) => x;
        "or-or-self" Bool Exact: (Or x (Or x y)) => (Or x y);
        "or-zero" Int Exact: (Or x 0.0) => x;
    }
    Xor {
        "xor-true" Bool Exact: (Xor x true) => (Not x);
        "xor-false" Bool Exact: (Xor x false) => x;
        "xor-self" Bool Exact: (Xor x x) => false;
        "xor-zero" Int Exact: (Xor x 0.0) => x;
    }
    Shl {
        "shl-zero" Int Exact: (Shl x 0.0) => x;
    }
    Shr {
        "shr-zero" Int Exact: (Shr x 0.0) => x;
    }
    Select {
        "select-same" Any Exact: (Select x y y) => y;
        "select-true" Any Exact: (Select true x y) => x;
        "select-false" Any Exact: (Select false x y) => y;
        "select-not" Any Exact: (Select (Not x) y z) => (Select x z y);
        "select-first-again" Any Exact: (Select x (Select x y z) w) => (Select x y w);
        "select-second-again" Any Exact: (Select x y (Select x z w)) => (Select x y w);
        "select-bool" Bool Exact: (Select x true false) => x;
        "select-not-bool" Bool Exact: (Select x false true) => (Not x);
        "select-and" Bool Exact: (Select x y false) => (And x y);
        "select-or" Bool Exact: (Select x true y) => (Or x y);
        "select-and-not" Bool Exact: (Select x false y) => (And (Not x) y);
        "select-or-not" Bool Exact: (Select x y true) => (Or (Not x) y);
        "select-one-zero" Float Exact: (Select x 1.0 0.0) => (BoolToFloat x);
        "select-zero-one" Float Exact: (Select x 0.0 1.0) => (BoolToFloat (Not x));
        "select-min" Number Finite: (Select (Lt x y) x y) => (Min x y);
        "select-max" Number Finite: (Select (Lt x y) y x) => (Max x y);
        "select-ge-max" Number Finite: (Select (Ge x y) x y) => (Max x y);
        "select-ge-min" Number Finite: (Select (Ge x y) y x) => (Min x y);
        "select-abs" Number Finite: (Select (Lt x 0.0) (Neg x) x) => (Abs x);
        "select-ge-abs" Number Finite: (Select (Ge x 0.0) x (Neg x)) => (Abs x);
        "select-gt-abs" Number Finite: (Select (Lt 0.0 x) x (Neg x)) => (Abs x);
    }
    IntToFloat {
        "int-float-int" Any Finite: (IntToFloat (FloatToInt x)) => (Trunc x);
        "int-of-bool" Any Exact: (IntToFloat (BoolToInt x)) => (BoolToFloat x);
    }
    FloatToInt {
        "float-int-float" Any Rounding: (FloatToInt (IntToFloat x)) => x;
        "float-int-trunc" Any Exact: (FloatToInt (Trunc x)) => (FloatToInt x);
    }
}
