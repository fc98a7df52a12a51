//! Set-ups of all chips.

use super::expressions::Expressions;
use super::given::Given;
use super::known::unit;
use super::shaded::OUTPUT;
use super::{nv2a, pica200};
use crate::blocks::{Code, row};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::Builtin;
use retroshade_kit::reflect::Reflection;
use retroshade_nv2a::fragment::isa::Setup as Nv2a;
use retroshade_pica200::fragment::isa::Setup as Pica200;

/// A set-up of some chip.
pub(crate) enum SetUp {
    Nv2a(Nv2a),
    Pica200(Box<Pica200>),
}

impl SetUp {
    /// A record with what holds of registers whatever it says: that colours are in [0, 1], what constants are that it does
    /// not know, and that the colour of the fragment is `gl_FragColor`, if nothing else is.
    pub(crate) fn completed(&self, record: &Reflection) -> Reflection {
        let is_color = match self {
            SetUp::Nv2a(_) => nv2a::is_color,
            SetUp::Pica200(_) => pica200::is_color,
        };
        let mut record = record.clone();
        if let SetUp::Pica200(setup) = self {
            pica200::declare(&mut record.inputs);
            for variable in pica200::given_by_units(setup) {
                let place = (&variable.file, variable.index);
                let mut inputs = record.inputs.iter();
                if !inputs.any(|one| (&one.file, one.index) == place) {
                    record.inputs.push(variable);
                }
            }
        }
        for entry in &record.inputs {
            let (file, index) = (entry.file.as_deref(), entry.index);
            let known = record.assumes.iter().any(|one| one.name == entry.name);
            if !known
                && file
                    .zip(index)
                    .is_some_and(|(file, index)| is_color(file, index))
            {
                record.assumes.push(unit(&entry.name));
            }
        }
        let constants = match self {
            SetUp::Nv2a(setup) => nv2a::constants(setup),
            SetUp::Pica200(setup) => pica200::constants(setup),
        };
        for constant in constants {
            constant.tell(&mut record);
        }
        let unnamed = record
            .outputs
            .iter_mut()
            .filter(|one| one.register.is_none());
        for output in unnamed {
            let color = Builtin::FragColor.name().to_owned();
            output.name.clone_from(&color);
            output.ty = "vec4".to_owned();
            output.builtin = Some(color);
        }
        record
    }

    /// What it computes, by a [completed](SetUp::completed) record, and a record in which its variables are where the expressions name them: each varying, uniform and
    /// texture once.
    ///
    /// # Errors
    /// What no shader can say.
    pub(crate) fn run(&self, record: &Reflection) -> Result<(Code, Reflection), Fault> {
        let mut expressions = Expressions::default();
        let given = Given::new(record, &mut expressions)?;
        let mut steps = row::Steps::new();
        let shaded = match self {
            SetUp::Nv2a(setup) => nv2a::run(setup, &given, &mut expressions, &mut steps)?,
            SetUp::Pica200(setup) => pica200::run(setup, &given, &mut expressions, &mut steps)?,
        };
        // What is drawn to keeps a colour between 0 and 1.
        let color = shaded.color.map(|lane| expressions.unlimited(lane));
        steps.push(OUTPUT.lanes(0, 0b1111).zip(color).collect());
        let tests = shaded.test.into_iter().map(|test| {
            let alpha = expressions.unlimited(test.alpha);
            (test.comparison, alpha, test.reference)
        });
        let tests = tests.collect();
        let code = row::code(steps, tests, expressions.symbols, expressions.dots);
        let record = given.record(&code);
        Ok((code, record))
    }
}
