// Local variables of the source between two steps of a recording: values, and the registers that hold them.
import { element } from "./dom.js";

const LETTERS = "xyzw";
const LOST = "optimised out";

// What is known after so many steps: of each variable the last assignment that counts.
export function localsAt(locals, at, { registers, held }) {
  const current = new Map();
  for (const local of locals) if (local.from <= at) current.set(`${local.function}::${local.name}`, local);
  return [...current.values()].map((local) => {
    const places = placesOf(local.lanes, at);
    const values = local.lanes.map((lane, number) => {
      if (lane === null) return "-";
      if (typeof lane === "string") return lane;
      const place = places[number];
      const value = place ? held[place[0]][place[1]] : LOST;
      return local.truth && place ? String(Number(value) !== 0 && value !== "false") : (value ?? "-");
    });
    const isLost = places.length > 0 && local.lanes.every((lane, number) => Array.isArray(lane) && !places[number]);
    return { ...local, values: isLost ? [LOST] : values, places: spelled(places, registers) };
  });
}

// Where each lane is, in as few registers as can be.
function placesOf(lanes, at) {
  const here = lanes.map((lane) =>
    Array.isArray(lane) ? lane.filter(([, , from, to]) => from <= at && (to === null || at < to)) : [],
  );
  const count = (register) => here.filter((stays) => stays.some(([other]) => other === register)).length;
  return here.map((stays) => [...stays].sort((one, other) => count(other[0]) - count(one[0]) || one[0] - other[0])[0]);
}

function spelled(places, registers) {
  const runs = [];
  for (const place of places) {
    if (!place) continue;
    const [register, lane] = place;
    if (runs.at(-1)?.register === register) runs.at(-1).lanes += LETTERS[lane];
    else runs.push({ register, lanes: LETTERS[lane] });
  }
  return runs.map(({ register, lanes }) => registers[register].name + (lanes === LETTERS ? "" : `.${lanes}`)).join(" ");
}

// The names of the variables that a register holds lanes of.
export function variablesIn(rows, register, at) {
  const names = rows.map(({ name, lanes }) => {
    const stays = (lane) => Array.isArray(lane) && lane.some(([one, , from, to]) => one === register && from <= at && (to === null || at < to));
    const here = [...lanes.keys()].filter((lane) => stays(lanes[lane]));
    if (!here.length) return null;
    return here.length === lanes.length ? name : `${name}.${here.map((lane) => LETTERS[lane]).join("")}`;
  });
  return [...new Set(names.filter(Boolean))];
}

// A table of them; nothing where there is none.
export function localsTable(rows, short) {
  if (!rows.length) return [];
  const row = ({ function: owner, name, line, values, places }) =>
    element(
      "tr",
      { title: `${values.join(", ")}${line ? `, assigned in line ${line}` : ""}` },
      element("th", { scope: "row" }, owner === "main" ? name : `${owner}::${name}`, places ? element("i", {}, ` ${places}`) : null),
      ...values.map((value) => element("td", value === LOST ? { colspan: String(5 - values.length) } : {}, short(value))),
    );
  return [element("table", {}, element("caption", {}, "locals"), element("tbody", {}, ...rows.map(row)))];
}
