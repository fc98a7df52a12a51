//! Which slot of the primitive buffer each vertex of a geometry shader goes to, and when it is put there.
//!
//! The unit has three slots, which keep their vertices. A vertex that goes to a slot may send the three on as a triangle,
//! with the winding of the order of the slots or the opposite one. So vertex `k` of a strip goes to slot `k mod 3`, and
//! sends from the third on; where its number is known only when the program runs, conditions choose the slot.
//!
//! Where the vertices of whole strips stand in one region of the shader, with constant numbers, what is in the slots is
//! known, and a vertex need not be made again while it is there, in the same strip or a later one. Of the six
//! orders in which a triangle's vertices can lie in the slots one is chosen for each triangle so that fewest
//! vertices are made in all (a shortest path). At least one is made for each triangle, since it sends it. A vertex is made where the shader
//! makes it, if it can be: then its outputs are computed there too.

use retroshade_ir::entity::SecondaryMap;
use retroshade_ir::{Inst, Op, Region, Shader};
use retroshade_kit::mir::Sends;

/// The numbers that vertices have in strips, see [`Op::EmitVertex`].
pub(super) const NUMBERS: u8 = 8;

/// The slot of the vertex with a number, where slots are taken in turn, and what it sends.
pub(super) fn in_turn(number: u8) -> (u8, Sends) {
    let sends = match (number, number % 2) {
        (0 | 1, _) => Sends::Nothing,
        (_, 0) => Sends::Triangle,
        _ => Sends::Reversed,
    };
    (number % 3, sends)
}

/// A vertex on its way to a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The instruction that has its outputs.
    pub(super) vertex: Inst,
    /// The slot.
    pub(super) slot: u8,
    /// What becomes of the triangle.
    pub(super) sends: Sends,
}

/// The steps of all vertices of a shader.
#[derive(Debug, Default)]
pub(super) struct Emissions {
    /// For each instruction that makes a vertex the steps that are done there; `None` where the number of the vertex is
    /// not known.
    steps: SecondaryMap<Inst, Option<Vec<Step>>>,
}

impl Emissions {
    /// Plans the steps of a shader.
    pub(super) fn of(shader: &Shader) -> Emissions {
        let mut emissions = Emissions::default();
        let mut runs = Vec::new();
        find_runs(shader, shader.body, &mut runs);
        // A strip that goes on elsewhere needs its vertices in the slots in turn.
        let are_whole = runs.iter().all(|run| has_whole_strips(shader, run));
        for run in &runs {
            for &vertex in run {
                let number = number(shader, vertex);
                emissions.steps[vertex] = number.map(|number| {
                    let (slot, sends) = in_turn(number);
                    let step = Step {
                        vertex,
                        slot,
                        sends,
                    };
                    if are_whole { Vec::new() } else { vec![step] }
                });
            }
            if are_whole {
                plan(shader, run, &mut emissions);
            }
        }
        emissions
    }

    /// The steps to do at an instruction; `None` where the number of the vertex is not known.
    pub(super) fn steps(&self, vertex: Inst) -> Option<&[Step]> {
        self.steps[vertex].as_deref()
    }
}

/// The number of a vertex in its strip, if it is known.
fn number(shader: &Shader, vertex: Inst) -> Option<u8> {
    let number = shader.as_constant(*shader.insts[vertex].args.first()?)?;
    Some(number.number(0) as u8).filter(|number| *number < NUMBERS)
}

/// Lists the vertices that a region makes one after the other, with none made within conditions and loops between. Returns
/// true if there are any in the region.
fn find_runs(shader: &Shader, region: Region, runs: &mut Vec<Vec<Inst>>) -> bool {
    let first = runs.len();
    let mut run = Vec::new();
    for &inst in &shader.regions[region].insts {
        let data = &shader.insts[inst];
        if data.op == Op::EmitVertex {
            run.push(inst);
        }
        let mut inner = Vec::new();
        for &region in &data.regions {
            find_runs(shader, region, &mut inner);
        }
        if !inner.is_empty() {
            runs.push(std::mem::take(&mut run));
            runs.append(&mut inner);
        }
    }
    runs.push(run);
    runs.retain(|run| !run.is_empty());
    runs.len() > first
}

/// True if the vertices of a run are those of strips that begin there, one after the other.
fn has_whole_strips(shader: &Shader, run: &[Inst]) -> bool {
    let mut next = 0;
    run.iter().all(|&vertex| {
        let number = number(shader, vertex);
        let fits = number == Some(0) || next > 0 && number == Some(next);
        next = number.map_or(
            0,
            |number| if number + 1 == NUMBERS { 2 } else { number + 1 },
        );
        fits
    })
}

/// The orders in which a triangle's vertices may lie in the slots, and what then sends it.
const ORDERS: [([usize; 3], Sends); 6] = [
    ([0, 1, 2], Sends::Triangle),
    ([1, 2, 0], Sends::Triangle),
    ([2, 0, 1], Sends::Triangle),
    ([1, 0, 2], Sends::Reversed),
    ([0, 2, 1], Sends::Reversed),
    ([2, 1, 0], Sends::Reversed),
];

/// Weight of a vertex that is made, against that of one that is not made where the shader makes it.
const MADE: usize = 1 << 16;

/// The contents of the slots by numbers in the run.
type Slots = [usize; 3];

/// A way to have all triangles up to some one.
#[derive(Clone, Debug)]
struct Way {
    cost: usize,
    slots: Slots,
    /// The order of each triangle.
    orders: Vec<usize>,
}

struct Planner<'a> {
    shader: &'a Shader,
    run: &'a [Inst],
    /// Of each triangle the vertices in the order of its winding, and the one that completes it.
    triangles: Vec<(Slots, usize)>,
}

impl Planner<'_> {
    /// True if two vertices have the same outputs.
    fn same(&self, a: usize, b: usize) -> bool {
        let outputs = |at: usize| {
            let vertex = self.run.get(at).map(|&inst| &self.shader.insts[inst].args);
            vertex.and_then(|args| args.get(1..))
        };
        a == b || outputs(a) == outputs(b)
    }

    /// The slots that have to be filled for a triangle, if these hold something already, with the vertices; the one that
    /// sends it is the last.
    fn filled(&self, triangle: usize, order: usize, before: Option<Slots>) -> Vec<(u8, usize)> {
        let (vertices, completed_by) = self.triangles[triangle];
        let wanted = ORDERS[order].0.map(|place| vertices[place]);
        let is_there =
            |slot: usize| before.is_some_and(|slots| self.same(slots[slot], wanted[slot]));
        let mut filled: Vec<(u8, usize)> = (0..3)
            .filter(|slot| !is_there(*slot))
            .map(|slot| (slot as u8, wanted[slot]))
            .collect();
        if filled.is_empty() {
            let newest = wanted.iter().position(|vertex| *vertex == completed_by);
            let slot = newest.unwrap_or(0);
            filled.push((slot as u8, wanted[slot]));
        }
        filled.sort_by_key(|(_, vertex)| *vertex);
        filled
    }

    /// The place in the run where a vertex is made for a triangle.
    fn place(&self, triangle: usize, vertex: usize) -> usize {
        let completed_by = self.triangles[triangle].1;
        let before = triangle
            .checked_sub(1)
            .map(|before| self.triangles[before].1);
        if before.is_none_or(|before| vertex > before) {
            vertex
        } else {
            completed_by
        }
    }

    fn cost(&self, triangle: usize, filled: &[(u8, usize)]) -> usize {
        let vertices = filled.iter().map(|(_, vertex)| *vertex);
        let elsewhere = vertices.filter(|vertex| self.place(triangle, *vertex) != *vertex);
        MADE * filled.len() + elsewhere.count()
    }

    /// The cheapest way.
    fn best(&self) -> Option<Way> {
        let mut ways: Vec<Way> = Vec::new();
        for triangle in 0..self.triangles.len() {
            let vertices = self.triangles[triangle].0;
            let mut next = Vec::with_capacity(ORDERS.len());
            for (order, (places, _)) in ORDERS.iter().enumerate() {
                let slots = places.map(|place| vertices[place]);
                let step = |before: Option<&Way>| {
                    let filled = self.filled(triangle, order, before.map(|way| way.slots));
                    self.cost(triangle, &filled) + before.map_or(0, |way| way.cost)
                };
                let before = ways.iter().min_by_key(|way| step(Some(way)));
                let mut orders = before.map_or_else(Vec::new, |way| way.orders.clone());
                orders.push(order);
                next.push(Way {
                    cost: step(before),
                    slots,
                    orders,
                });
            }
            ways = next;
        }
        ways.into_iter().min_by_key(|way| way.cost)
    }
}

/// Plans the steps of a run of whole strips.
fn plan(shader: &Shader, run: &[Inst], emissions: &mut Emissions) {
    let mut triangles = Vec::new();
    for (at, &vertex) in run.iter().enumerate() {
        match number(shader, vertex).map(in_turn) {
            Some((_, Sends::Triangle)) => triangles.push(([at - 2, at - 1, at], at)),
            Some((_, Sends::Reversed)) => triangles.push(([at - 1, at - 2, at], at)),
            _ => {}
        }
    }
    let planner = Planner {
        shader,
        run,
        triangles,
    };
    let Some(way) = planner.best() else {
        return;
    };
    let mut before = None;
    for (triangle, order) in way.orders.into_iter().enumerate() {
        let filled = planner.filled(triangle, order, before);
        let (vertices, completed_by) = planner.triangles[triangle];
        let last = filled.len() - 1;
        for (number, (slot, vertex)) in filled.into_iter().enumerate() {
            let (place, sends) = if number == last {
                (completed_by, ORDERS[order].1)
            } else {
                (planner.place(triangle, vertex), Sends::Nothing)
            };
            let step = Step {
                vertex: run[vertex],
                slot,
                sends,
            };
            if let Some(steps) = &mut emissions.steps[run[place]] {
                steps.push(step);
            }
        }
        before = Some(ORDERS[order].0.map(|place| vertices[place]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::FileId;
    use retroshade_ir::text::parse;

    /// The steps of vertices with these numbers and outputs, by outputs.
    fn steps(vertices: &[(u8, i32)]) -> Vec<(f32, u8, Sends)> {
        let mut text = String::from(
            "shader geometry \"a\" vertices=1 max_vertices=9\noutput out0 \"o\" float\nbody {\n",
        );
        for number in 0..8 {
            text += &format!(
                "%{number}:i1 = const {number}\n%{}:f1 = const {number}.0\n",
                number + 8
            );
        }
        for (number, output) in vertices {
            text += &format!("emit_vertex %{number}, %{}\n", output + 8);
        }
        let shader = parse(&(text + "yield\n}\n"), FileId(0)).unwrap();
        let emissions = Emissions::of(&shader);
        let emits = shader.emits().into_iter();
        let steps = emits.flat_map(|vertex| emissions.steps(vertex).unwrap().to_vec());
        steps
            .map(|step| {
                let output = shader.insts[step.vertex].args[1];
                let output = shader.as_constant(output).unwrap().float(0);
                (output, step.slot, step.sends)
            })
            .collect()
    }

    /// The triangles that come out of the slots.
    fn sent(steps: &[(f32, u8, Sends)]) -> Vec<[f32; 3]> {
        let mut slots = [f32::NAN; 3];
        let mut found = Vec::new();
        for (output, slot, sends) in steps {
            slots[usize::from(*slot)] = *output;
            let [a, b, c] = slots;
            found.extend(match sends {
                Sends::Nothing => None,
                Sends::Triangle => Some([a, b, c]),
                Sends::Reversed => Some([b, a, c]),
            });
        }
        found
    }

    /// True if two triangles have the same vertices in the same winding.
    fn is_turned(a: [f32; 3], b: [f32; 3]) -> bool {
        (0..3).any(|by| a == [b[by], b[(by + 1) % 3], b[(by + 2) % 3]])
    }

    #[test]
    fn a_strip_makes_each_vertex_once() {
        let found = steps(&[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]);
        assert_eq!(found.len(), 5);
        let wanted = [[0.0, 1.0, 2.0], [2.0, 1.0, 3.0], [2.0, 3.0, 4.0]];
        for (found, wanted) in sent(&found).into_iter().zip(wanted) {
            assert!(is_turned(found, wanted), "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn vertices_of_the_strip_before_are_not_made_again() {
        // Two faces that share an edge: 2 and 3.
        let found = steps(&[
            (0, 0),
            (1, 1),
            (2, 2),
            (3, 3),
            (0, 3),
            (1, 2),
            (2, 4),
            (3, 5),
        ]);
        assert_eq!(found.len(), 6, "{found:?}");
        let wanted = [
            [0.0, 1.0, 2.0],
            [2.0, 1.0, 3.0],
            [3.0, 2.0, 4.0],
            [4.0, 2.0, 5.0],
        ];
        for (found, wanted) in sent(&found).into_iter().zip(wanted) {
            assert!(is_turned(found, wanted), "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn equal_triangles_are_sent_twice_and_short_strips_never() {
        let found = steps(&[
            (0, 0),
            (1, 1),
            (2, 2),
            (0, 0),
            (1, 1),
            (2, 2),
            (0, 4),
            (1, 5),
        ]);
        assert_eq!(found.len(), 4);
        assert_eq!(sent(&found).len(), 2);
    }
}
