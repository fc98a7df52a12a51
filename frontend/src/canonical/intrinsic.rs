//! Functions that are printed as calls and never inlined: what naga has not, or has not right.
//!
//! Each combination of a function and its argument types gets a declaration of its own with a body
//! that means nothing; the lowering knows it by its name.

use super::Printer;
use crate::typed::{Base, BuiltinFunction, ScalarKind, Type};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The function that a call of an intrinsic computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Intrinsic {
    /// The built-in function, on these argument types.
    Builtin(BuiltinFunction),
    /// The constructor of the result type: takes the scalars of its arguments in order.
    Construct,
    /// Whether two values of any type are equal in every scalar.
    Equal,
    /// A matrix without the third row with which matrices of two rows are declared in structures.
    Narrow,
    /// A matrix with that row.
    Widen,
    /// The member with this index of a structure, as a value of its own.
    Member(u32),
}

/// One overload of an intrinsic function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Signature {
    /// The function.
    pub(crate) intrinsic: Intrinsic,
    /// Result.
    pub(crate) result: Type,
    /// Arguments.
    pub(crate) arguments: Vec<Type>,
}

/// The overloads that were used, with their printed names.
pub(super) type Registry = IndexMap<Signature, String, FxBuildHasher>;

fn stem(intrinsic: Intrinsic) -> String {
    match intrinsic {
        Intrinsic::Builtin(function) => format!("{function:?}"),
        Intrinsic::Construct => "New".into(),
        Intrinsic::Equal => "Same".into(),
        Intrinsic::Narrow => "Narrow".into(),
        Intrinsic::Widen => "Widen".into(),
        Intrinsic::Member(member) => format!("Member{member}"),
    }
}

impl Printer<'_> {
    /// The name of an overload, which is declared if it is new.
    pub(super) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        result: Type,
        arguments: Vec<Type>,
    ) -> String {
        let signature = Signature {
            intrinsic,
            result,
            arguments,
        };
        if let Some(name) = self.intrinsics.get(&signature) {
            return name.clone();
        }
        let mut base = stem(intrinsic);
        if intrinsic == Intrinsic::Construct {
            base = format!("{base}_{}", self.type_name(result));
        }
        for &argument in &signature.arguments {
            let ty = self.type_name(argument);
            let ty = ty.strip_suffix("_rs").unwrap_or(&ty);
            base = format!("{base}_{ty}");
        }
        let name = self.names.own(&base);
        self.intrinsics.insert(signature, name.clone());
        name
    }

    /// The declarations of all overloads that were used.
    pub(super) fn intrinsic_declarations(&mut self) -> String {
        let overloads: Vec<(Signature, String)> = self
            .intrinsics
            .iter()
            .map(|(signature, name)| (signature.clone(), name.clone()))
            .collect();
        let mut text = String::new();
        for (signature, name) in overloads {
            let result = self.type_name(signature.result);
            let parameters: Vec<String> = signature
                .arguments
                .iter()
                .enumerate()
                .map(|(index, &ty)| self.declarator(ty, &format!("p{index}_rs")))
                .collect();
            let body = match (signature.result.base, signature.result.array) {
                (Base::Vector { scalar, .. }, None) => {
                    let zero = match scalar {
                        ScalarKind::Float => "0.0",
                        ScalarKind::Int => "0",
                        ScalarKind::Uint => "0u",
                        ScalarKind::Bool => "false",
                    };
                    format!("return {result}({zero});")
                }
                (Base::Matrix { .. }, None) => format!("return {result}(0.0);"),
                _ => format!("{result} r_rs; return r_rs;"),
            };
            text.push_str(&format!(
                "{result} {name}({}) {{ {body} }}\n",
                parameters.join(", ")
            ));
        }
        text
    }
}
