// Local variables and registers of a recording as tables, those that are watched first.
import { element } from "./dom.js";
import { localsAt, localsTable, variablesIn } from "./locals.js";

const compare = new Intl.Collator("en", { numeric: true });

// `kinds` is the order of the tables; `watched` has names, which `toggle` adds and takes away.
export function showRegisters(side, recording, kinds, watched, toggle) {
  const { registers, held, last, at } = recording;
  const locals = localsAt(recording.locals, at, recording);
  const changed = new Set(last?.changes.map(([register]) => register));
  const focused = side.contains(document.activeElement) ? document.activeElement.dataset.register : undefined;
  const holds = held.flatMap((lanes, number) => (lanes.some((lane) => lane !== null) ? [number] : []));
  holds.sort((one, other) => compare.compare(registers[one].name, registers[other].name));
  const groups = kinds.map((kind) => [kind, holds.filter((number) => registers[number].kind === kind)]);
  const above = ["watched", holds.filter((number) => watched.includes(registers[number].name))];

  function row(number) {
    const { name } = registers[number];
    const variables = [registers[number].variables, ...variablesIn(locals, number, at)].filter(Boolean).join(", ");
    const lanes = held[number].slice(0, held[number].findLastIndex((lane) => lane !== null) + 1);
    const watch = element("button", {
      type: "button", class: "watch", "data-register": name, "aria-pressed": String(watched.includes(name)),
      title: "Keep at the top", onclick: () => toggle(name),
    }, name);
    const is = changed.has(number);
    return element(
      "tr",
      { class: is ? "changed" : undefined, title: lanes.map((lane) => lane ?? "-").join(", ") },
      element(
        "th",
        { scope: "row" },
        watch,
        is ? element("span", { class: "unseen" }, " changed") : null,
        variables ? element("i", {}, ` ${variables}`) : null,
      ),
      ...lanes.map((lane) => element("td", {}, lane === null ? "-" : short(lane))),
    );
  }

  const table = ([caption, numbers]) =>
    element("table", {}, element("caption", {}, caption), element("tbody", {}, ...numbers.map(row)));
  const tables = (list) => list.filter(([, numbers]) => numbers.length).map(table);
  side.replaceChildren(...tables([above]), ...localsTable(locals, short), ...tables(groups));
  if (focused) side.querySelector(`button[data-register="${CSS.escape(focused)}"]`)?.focus();
}

// Numbers of six digits; the title of the row has all.
function short(text) {
  const number = Number(text);
  return Number.isFinite(number) ? String(Number(number.toPrecision(6))) : text;
}
