//! `opt_tables`: arrays that a value indexes and that hold literals, or the elements of a uniform array, are read
//! from the memory of uniforms.
//!
//! Needs nothing; stands before loops are written out, since a table that a loop indexes by its counter needs
//! no writing out, and again behind it, since a loop may have been what filled the array. Gives:
//!
//! * no load by a computed index from a copy of a whole uniform array (a parameter by value is one): the uniform is
//!   read;
//! * on targets whose literals lie where uniforms do, none from an array that holds literals and nothing else: a
//!   hidden uniform with known values is read. The index is brought into the array first, as for memory; what is
//!   out of range means the nearest element.
//!
//! Cost: linear.

use crate::entity::{EntitySet, SecondaryMap};
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{Array, Constant, Inst, Op, Region, Scalar, Shader, Shape, Uniform, Use, Variable};
use retroshade_diagnostics::Diagnostic;

/// The pass.
pub const TABLES: Pass = Pass {
    name: "opt_tables",
    exactness: Exactness::Exact,
    run: |shader, capabilities| {
        if shader.arrays.is_empty() {
            return Ok(false);
        }
        let mut tables = tables(shader);
        tables.retain(|(_, content)| match content {
            Content::Literals(_) => capabilities.index.literals,
            Content::Copy(_) => true,
        });
        if tables.is_empty() {
            return Ok(false);
        }
        let mut pass = Tables {
            of: SecondaryMap::new(),
        };
        for (array, content) in tables {
            pass.of[array] = Some(match content {
                Content::Literals(values) => Table::Clamped(declare(shader, array, values)),
                Content::Copy(uniform) => Table::Uniform(uniform),
            });
        }
        rewrite(shader, capabilities, &mut pass)
    },
};

/// Elements from which a table is shorter than a choice among them: a choice takes a comparison and a select for each
/// element but one, a table two operations that bring the index into range and one that converts it.
const FEWEST: u32 = 4;

/// The contents of an array when it is loaded from.
enum Content {
    /// These numbers, element by element.
    Literals(Vec<f32>),
    /// The elements of this uniform, all of them and in order.
    Copy(Uniform),
}

/// An element as it is stored.
#[derive(Clone, Copy)]
enum Element {
    Literal(Constant),
    /// A whole slot of a uniform.
    Slot(Uniform, u32),
}

/// What is known of an array so far.
#[derive(Clone, Default)]
struct Filling {
    /// The region of all stores.
    region: Option<Region>,
    /// What is stored in each element.
    elements: Vec<Option<Element>>,
    /// True if it was loaded from, after which it must not be stored to.
    loaded: bool,
    /// True if a value indexes it.
    computed: bool,
    /// True if something else is stored, or not before everything that loads.
    spoilt: bool,
}

/// A region that is being visited.
struct Frame {
    region: Region,
    next: usize,
}

/// Arrays whose content is known when they are loaded from by a computed index.
fn tables(shader: &Shader) -> Vec<(Array, Content)> {
    let mut fillings: SecondaryMap<Array, Filling> = SecondaryMap::new();
    let mut around: EntitySet<Region> = EntitySet::new();
    let mut open = vec![Frame {
        region: shader.body,
        next: 0,
    }];
    around.insert(shader.body);
    while let Some(frame) = open.last_mut() {
        let Some(&inst) = shader.regions[frame.region].insts.get(frame.next) else {
            around.remove(frame.region);
            open.pop();
            continue;
        };
        frame.next += 1;
        let region = frame.region;
        let data = &shader.insts[inst];
        match data.op {
            Op::ArrayStore(array) => fillings[array].store(shader, array, inst, region),
            Op::ArrayLoad(array) => fillings[array].load(shader, inst, &around),
            _ => {}
        }
        for &inner in data.regions.iter().rev() {
            around.insert(inner);
            open.push(Frame {
                region: inner,
                next: 0,
            });
        }
    }
    let arrays = shader.arrays.iter();
    let found = arrays.filter_map(|(array, data)| {
        let filling = &fillings[array];
        if !filling.computed || filling.spoilt {
            return None;
        }
        if let Some(uniform) = filling.copied(shader, data.len) {
            return Some((array, Content::Copy(uniform)));
        }
        let wanted = data.len >= FEWEST;
        let numbers = wanted.then(|| filling.numbers(data.ty.lanes, data.len))??;
        Some((array, Content::Literals(numbers)))
    });
    found.collect()
}

impl Filling {
    fn store(&mut self, shader: &Shader, array: Array, inst: Inst, region: Region) {
        let data = &shader.insts[inst];
        let place = data.args.first().and_then(|&index| {
            let length = shader.arrays[array].len.max(1);
            super::index::literal_index(shader, index, length)
        });
        let value = data.args.get(1).and_then(|&value| element(shader, value));
        let (Some(place), Some(value)) = (place, value) else {
            self.spoilt = true;
            return;
        };
        self.spoilt |= self.loaded || self.region.is_some_and(|other| other != region);
        self.region = Some(region);
        let place = place as usize;
        if self.elements.len() <= place {
            self.elements.resize(place + 1, None);
        }
        self.elements[place] = Some(value);
    }

    fn load(&mut self, shader: &Shader, inst: Inst, around: &EntitySet<Region>) {
        let index = shader.insts[inst].args.first();
        self.loaded = true;
        self.computed |= index.is_some_and(|&index| shader.as_constant(index).is_none());
        // Where the stores may not have been made, or those of another round.
        self.spoilt |= !self.region.is_some_and(|region| around.contains(region));
    }

    /// The uniform array of which the elements are a copy.
    fn copied(&self, shader: &Shader, length: u32) -> Option<Uniform> {
        let &Some(Element::Slot(uniform, _)) = self.elements.first()? else {
            return None;
        };
        let variable = &shader.interface.uniforms[uniform];
        let whole = variable.shape.columns == 1 && variable.slots() == length;
        let mut elements = (0..).zip(&self.elements);
        let in_order = elements.all(|(place, element)| {
            matches!(element, Some(Element::Slot(of, slot)) if *of == uniform && *slot == place)
        });
        (whole && in_order && self.elements.len() == length as usize).then_some(uniform)
    }

    /// The numbers in all elements, 0 where nothing is stored; `None` if a uniform cannot hold one.
    fn numbers(&self, lanes: u8, length: u32) -> Option<Vec<f32>> {
        let mut numbers = Vec::with_capacity(usize::from(lanes) * length as usize);
        for element in 0..length as usize {
            let constant = match self.elements.get(element).copied().flatten() {
                Some(Element::Literal(constant)) => constant,
                Some(Element::Slot(..)) => return None,
                None => {
                    numbers.extend((0..lanes).map(|_| 0.0));
                    continue;
                }
            };
            for lane in 0..lanes {
                let number = match constant.ty.scalar {
                    Scalar::Float => constant.float(lane),
                    Scalar::Int => {
                        let int = constant.int(lane);
                        let float = int as f32;
                        (float as i64 == i64::from(int)).then_some(float)?
                    }
                    Scalar::Bool => return None,
                };
                numbers.push(number.is_finite().then_some(number)?);
            }
        }
        Some(numbers)
    }
}

/// Returns a stored value that is known before the program runs or is a slot of a uniform.
fn element(shader: &Shader, value: Use) -> Option<Element> {
    if let Some(constant) = shader.as_constant(value) {
        return Some(Element::Literal(constant));
    }
    match shader.def_op(value.value)? {
        Op::Uniform { uniform, slot } if value == shader.whole(value.value) => {
            Some(Element::Slot(uniform, slot))
        }
        _ => None,
    }
}

/// A hidden uniform that holds what an array does.
fn declare(shader: &mut Shader, array: Array, values: Vec<f32>) -> Uniform {
    let data = &shader.arrays[array];
    let shape = Shape {
        array: Some(data.len),
        ..Shape::vector(data.ty.scalar, data.ty.lanes)
    };
    // No name of the language begins so.
    let names = (0..).map(|number| format!("?{number}_{}", data.name));
    let is_free = |name: &String| {
        let mut uniforms = shader.interface.uniforms.values();
        uniforms.all(|variable| variable.name != *name)
    };
    let name = names.into_iter().find(is_free).unwrap_or_default();
    let table = Variable {
        values: Some(values),
        span: data.span,
        ..Variable::new(name, shape)
    };
    shader.interface.uniforms.push(table)
}

/// Where an array is read from instead.
#[derive(Clone, Copy)]
enum Table {
    /// A hidden uniform, by an index that is brought into its bounds.
    Clamped(Uniform),
    /// The uniform that it is a copy of: an index out of range means some element of either.
    Uniform(Uniform),
}

struct Tables {
    of: SecondaryMap<Array, Option<Table>>,
}

impl Transform for Tables {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        match (data.op, data.args.as_slice()) {
            (Op::ArrayStore(array), _) if self.of[array].is_some() => Ok(Visit::Done),
            (Op::ArrayLoad(array), &[index]) => {
                let (uniform, index) = match self.of[array] {
                    None => return Ok(Visit::Keep),
                    Some(Table::Uniform(uniform)) => (uniform, rw.resolve(index)),
                    Some(Table::Clamped(uniform)) => {
                        let last = rw.shader.arrays[array].len.saturating_sub(1);
                        (uniform, inside(rw, index, last))
                    }
                };
                let result = rw.shader.result(inst);
                let load = Op::UniformIndexed {
                    uniform,
                    base: 0,
                    stride: 1,
                };
                let value = rw.typed(load, &[index], rw.shader.ty(result));
                rw.replace(result, value);
                Ok(Visit::Done)
            }
            _ => Ok(Visit::Keep),
        }
    }
}

/// An index brought into `0..=last`; before its conversion if it is a float that is converted, whose way to
/// a subscript targets know.
fn inside(rw: &mut Rewriter<'_>, index: Use, last: u32) -> Use {
    let made = rw.shader.def_inst(index.value);
    let converted = made.and_then(
        |inst| match (rw.inst(inst).op, rw.inst(inst).args.as_slice()) {
            (Op::FloatToInt, &[float]) => Some(float.then(index.swizzle)),
            _ => None,
        },
    );
    let number = converted.unwrap_or(index);
    let number = rw.resolve(number);
    let (low, high) = match rw.shader.ty(number.value).scalar {
        Scalar::Float => (Constant::floats(&[0.0]), Constant::floats(&[last as f32])),
        scalar => (
            Constant::from_bits(scalar, [0]),
            Constant::from_bits(scalar, [last]),
        ),
    };
    let (low, high) = (rw.constant(low), rw.constant(high));
    let above = rw.emit(Op::Max, &[number, low]);
    let between = rw.emit(Op::Min, &[above, high]);
    match converted {
        Some(_) => rw.emit(Op::FloatToInt, &[between]),
        None => between,
    }
}

#[cfg(test)]
mod tests {
    use super::TABLES;
    use crate::opt::testing::{agrees, changes_on, read, run_on};
    use crate::opt::{ARRAYS, DCE, INDEX, INTERFACE, LOOPS, SIMPLIFY};
    use crate::text::print;
    use crate::{Capabilities, Indexing};

    const MACHINE: Capabilities = Capabilities {
        index: Indexing {
            literals: true,
            ..Indexing::ALL
        },
        ..Capabilities::FULL
    };

    /// A body that fills an array with literals, and what follows.
    fn shader(rest: &str) -> String {
        format!(
            r#"shader vertex "a"
input in0 "v" vec4
output out0 "gl_Position" vec4 builtin=position
array array0 "a" f2[5]
body {{
  %0:f4 = input in0[0]
  %1:i1 = const 0
  %2:i1 = const 1
  %3:i1 = const 2
  %4:i1 = const 4
  %5:f2 = const (1.5, -2.0)
  %6:f2 = const (0.25, 3.0)
  %7:f2 = const (8.0, 9.0)
  %8:i1 = float_to_int %0.x
  array_store array0[%1] = %5
  array_store array0[%2] = %6
  array_store array0[%1] = %7
  array_store array0[%3] = %5
  array_store array0[%4] = %6
{rest}}}
"#
        )
    }

    #[test]
    fn literals_become_a_table_that_is_read_inside_of_its_bounds() {
        let before =
            shader("  %9:f2 = array_load array0[%8]\n  %10:f4 = compose %9, %0.zw\n  yield %10\n");
        let after = r#"shader vertex "a"
input in0 "v" vec4
uniform uniform0 "?0_a" vec2[5] values=(8.0, 9.0, 0.25, 3.0, 1.5, -2.0, 0.0, 0.0, 0.25, 3.0)
output out0 "gl_Position" vec4 builtin=position
body {
  %0:f1 = const 0.0
  %1:f1 = const 4.0
  %2:f4 = input in0[0]
  %3:f1 = max %2.x, %0
  %4:f1 = min %3, %1
  %5:i1 = float_to_int %4
  %6:f2 = uniform_indexed uniform0[0 + 1 * %5]
  %7:f4 = compose %6, %2.zw
  yield %7
}
"#;
        changes_on(&[TABLES, DCE, INTERFACE], &MACHINE, &before, after);
        agrees(&[TABLES], &MACHINE, &before, 0.0);
    }

    /// A body that copies a uniform array, element by element in the order of `slots`.
    fn copy(slots: [u32; 3]) -> String {
        let mut text = String::from(
            "shader vertex \"a\"\ninput in0 \"v\" vec4\nuniform uniform0 \"u\" vec4[3]\n\
             output out0 \"gl_Position\" vec4 builtin=position\narray array0 \"a\" f4[3]\nbody {\n\
             %0:f4 = input in0[0]\n%1:i1 = float_to_int %0.x\n",
        );
        for (place, slot) in slots.iter().enumerate() {
            text += &format!(
                "%{0}:i1 = const {place}\n%{1}:f4 = uniform uniform0[{slot}]\n",
                10 + place,
                20 + place
            );
            text += &format!("array_store array0[%{}] = %{}\n", 10 + place, 20 + place);
        }
        text + "%2:f4 = array_load array0[%1]\nyield %2\n}\n"
    }

    #[test]
    fn a_copy_of_a_whole_uniform_array_is_the_uniform() {
        let after = "shader vertex \"a\"\ninput in0 \"v\" vec4\nuniform uniform0 \"u\" vec4[3]\n\
                     output out0 \"gl_Position\" vec4 builtin=position\nbody {\n%0:f4 = input in0[0]\n\
                     %1:i1 = float_to_int %0.x\n%2:f4 = uniform_indexed uniform0[0 + 1 * %1]\nyield %2\n}\n";
        changes_on(
            &[TABLES, DCE, INTERFACE],
            &Capabilities::FULL,
            &copy([0, 1, 2]),
            after,
        );
        agrees(&[TABLES], &Capabilities::FULL, &copy([0, 1, 2]), 0.0);
    }

    #[test]
    fn elements_in_another_order_stay_a_copy() {
        let shader = agrees(&[TABLES], &Capabilities::FULL, &copy([0, 2, 1]), 0.0);
        assert!(print(&shader).contains("array_load"));
        let changed = copy([0, 1, 2]).replace(
            "yield %2",
            "array_store array0[%1] = %0\n%3:f4 = array_load array0[%1]\nyield %3",
        );
        let shader = agrees(&[TABLES], &Capabilities::FULL, &changed, 0.0);
        assert!(print(&shader).contains("array_load"));
    }

    #[test]
    fn loads_in_loops_and_conditions_read_the_table() {
        let text = shader(
            "  %9:b1 = lt %0.y, %0.z
  %10:f2 = if %9 {
    %11:f2 = array_load array0[%8]
    yield %11
  } else {
    %12:f2 = array_load array0[%2]
    yield %12
  }
  %13:f4 = compose %10, %0.zw
  yield %13
",
        );
        let shader = agrees(&[TABLES, SIMPLIFY, DCE], &MACHINE, &text, 0.0);
        let text = print(&shader);
        assert!(
            !text.contains("array_load") && text.contains("uniform_indexed"),
            "{text}"
        );
    }

    #[test]
    fn a_literal_index_of_a_table_is_its_literal() {
        let loads = "  %9:f2 = array_load array0[%8]\n  %10:f2 = array_load array0[%2]\n  %11:f2 = add %9, %10\n";
        let text = shader(&format!(
            "{loads}  %12:f4 = compose %11, %0.zw\n  yield %12\n"
        ));
        let shader = agrees(&[TABLES, INDEX, SIMPLIFY, DCE], &MACHINE, &text, 0.0);
        assert_eq!(print(&shader).matches("uniform_indexed").count(), 1);
        assert!(print(&shader).contains("(0.25, 3.0)"));
    }

    #[test]
    fn what_is_stored_to_later_or_not_always_stays() {
        let end = "  %20:f4 = compose %9, %0.zw\n  yield %20\n";
        let load = "  %9:f2 = array_load array0[%8]\n";
        for rest in [
            format!("{load}  array_store array0[%2] = %7\n{end}"),
            format!("  array_store array0[%2] = %0.xy\n{load}{end}"),
            format!("  array_store array0[%8] = %7\n{load}{end}"),
            format!(
                "  %10:b1 = lt %0.y, %0.z\n  if %10 {{\n    array_store array0[%2] = %7\n    yield\n  }} else {{\n    yield\n  }}\n{load}{end}"
            ),
        ] {
            let text = shader(&rest);
            let mut unchanged = read(&text);
            assert_eq!(run_on(&[TABLES], &MACHINE, &mut unchanged), Ok(false));
            // Nor is anything without the capability.
            let mut other = read(&text);
            assert_eq!(
                run_on(&[TABLES], &Capabilities::FULL, &mut other),
                Ok(false)
            );
        }
    }

    #[test]
    fn a_table_keeps_its_values_as_text_and_passes() {
        let text =
            shader("  %9:f2 = array_load array0[%8]\n  %10:f4 = compose %9, %0.zw\n  yield %10\n");
        let passes = [TABLES, LOOPS, ARRAYS, INDEX, SIMPLIFY, DCE, INTERFACE];
        let shader = agrees(&passes, &MACHINE, &text, 0.0);
        let text = print(&shader);
        assert_eq!(print(&read(&text)), text);
    }

    #[test]
    fn a_table_is_called_by_the_name_of_its_array() {
        let text =
            shader("  %9:f2 = array_load array0[%8]\n  %10:f4 = compose %9, %0.zw\n  yield %10\n");
        let shader = agrees(&[TABLES], &MACHINE, &text, 0.0);
        let mut uniforms = shader.interface.uniforms.values();
        let names = uniforms
            .next()
            .map(|table| (&*table.name, table.source_name()));
        assert_eq!(names, Some(("?0_a", "a")));
    }
}
