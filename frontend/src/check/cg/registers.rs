//! Where uniforms go, as their semantics say it: `: C4`, `: register(c4)`, `: TEXUNIT0`, `: register(s0)`.

use crate::check::Checker;
use crate::syntax::Semantic;
use crate::typed::{Base, Directive, Global};
use retroshade_diagnostics::codes::semantic;

/// The register of the machine that vp20 calls c[0].
const FIRST_CONSTANT: u32 = 96;

/// Constants of vp20.
const CONSTANTS: u32 = 96;

/// Texture units of fp20.
const UNITS: u32 = 4;

impl Checker<'_> {
    /// Gives a uniform the place that its semantic names. Any other word is the application's own.
    pub(in crate::check) fn place_uniform(&mut self, global: &mut Global, said: Option<Semantic>) {
        let Some(said) = said else {
            return;
        };
        let name = said.register.unwrap_or(said.name);
        let text = self.text(name.symbol).to_ascii_uppercase();
        let number = |prefix: &str| text.strip_prefix(prefix)?.parse::<u32>().ok();
        let is_sampler = matches!(global.ty.base, Base::Sampler(_));
        let unit = number("TEXUNIT").or_else(|| number("S"));
        match (is_sampler, unit, number("C")) {
            (true, Some(unit), _) if unit < UNITS => global.binding = Some(unit),
            (false, _, Some(constant)) if constant < CONSTANTS => {
                let register = format!("c{}", FIRST_CONSTANT + constant);
                let words = ["bind".to_owned(), global.name.clone(), register];
                self.directives.push(Directive {
                    words: words.to_vec(),
                    span: said.span(),
                });
            }
            (true, Some(_), _) => {
                let message = format!("there is no texture unit `{text}`");
                self.error(semantic::LAYOUT, message, said.span(), "there are 0 to 3");
            }
            (false, _, Some(_)) => {
                let message = format!("there is no constant `{text}`");
                self.error(
                    semantic::LAYOUT,
                    message,
                    said.span(),
                    "there are C0 to C95",
                );
            }
            _ if said.register.is_some() => {
                let message = format!("`{text}` is no register of `{}`", self.spell(global.ty));
                let label = "numbers have `c0` to `c95`, samplers `s0` to `s3`";
                self.error(semantic::LAYOUT, message, said.span(), label);
            }
            _ => {}
        }
    }
}
