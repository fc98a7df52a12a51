// The counts of a program, as bars where the target has a limit.
import { element } from "./dom.js";

export function createStatistics({ body }) {
  const table = element("div", { class: "counts", tabindex: "0", role: "group", "aria-label": "Counts" });
  body.append(table);
  return {
    show(program) {
      table.replaceChildren(...program.counts.map(row));
    },
    close() {},
  };
}

function row({ name, value, most }) {
  const share = most ? Math.min(value / most, 1) : null;
  const text = most ? `${value} of ${most}` : String(value);
  const level = share === null ? "" : share > 0.9 ? " nearly" : share > 0.7 ? " much" : "";
  return element(
    "div",
    { class: `count${level}` },
    element("span", { class: "name" }, name),
    element("span", { class: "value" }, text),
    share === null
      ? null
      : element("meter", { min: "0", max: most, value, "aria-label": `${name}: ${text}` }, text),
  );
}
