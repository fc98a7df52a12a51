// Lines of a text, with those that changed marked.
import { element } from "./dom.js";
import { coloured } from "./assembly.js";

const SIGNS = { same: " ", gone: "−", new: "+" };
const WORDS = { gone: "removed: ", new: "added: " };

// More lines than this are slow to lay out and nobody reads them.
const MOST = 5000;

export function createLines(label) {
  const list = element("div", { class: "code changes", tabindex: "0", role: "group", "aria-label": label });
  return {
    list,
    // `only`: leaves out what did not change, but for three lines around.
    show(lines, only) {
      const kept = only ? near(lines, 3) : lines.map((_, number) => number);
      const rows = [];
      let last = -1;
      for (const number of kept.slice(0, MOST)) {
        if (number !== last + 1) rows.push(element("div", { class: "gap" }, `${number - last - 1} lines`));
        last = number;
        rows.push(row(lines[number]));
      }
      if (kept.length > MOST) rows.push(element("div", { class: "gap" }, `${kept.length - MOST} more lines`));
      list.replaceChildren(...rows);
    },
  };
}

function row({ kind, text }) {
  return element(
    "div",
    { class: `row ${kind}` },
    element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[kind]),
    WORDS[kind] ? element("span", { class: "unseen" }, WORDS[kind]) : null,
    element("span", { class: "text" }, ...coloured(text, null)),
  );
}

// The numbers of the lines that changed and of those around.
function near(lines, around) {
  const kept = new Set();
  lines.forEach(({ kind }, number) => {
    if (kind === "same") return;
    for (let one = number - around; one <= number + around; one++) if (lines[one]) kept.add(one);
  });
  return [...kept].sort((one, other) => one - other);
}
