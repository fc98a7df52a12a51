// The shader and the machine program after each pass, with what the pass changed.
import { choice, element } from "./dom.js";
import { createLines } from "./lines.js";

export function createPasses({ body, settings, changed }) {
  const bar = element("div", { class: "tools" });
  const { list, show } = createLines("The program after the pass");
  body.append(bar, list);
  let passes = null;

  function choose(pass) {
    settings.pass = pass || undefined;
    changed();
  }

  // The pass before or after the one that is shown, among those that changed something.
  function step(by) {
    const steps = passes.steps.filter(({ changed, name }) => changed || name === passes.shown);
    const at = steps.findIndex(({ name }) => name === passes.shown);
    const next = steps[Math.max(0, Math.min(steps.length - 1, at + by))];
    if (next) choose(next.name);
  }

  const button = (label, sign, by) =>
    element("button", { type: "button", "aria-label": label, title: label, onclick: () => step(by) }, sign);
  const select = choice("Pass", [], "", choose);
  const only = element("input", {
    type: "checkbox",
    onchange: () => {
      settings.whole = !only.checked;
      changed();
    },
  });
  only.checked = !settings.whole;
  bar.append(
    button("Pass before that changed something", "‹", -1),
    select,
    button("Next pass that changed something", "›", 1),
    element("label", { class: "check" }, only, "changes only"),
  );

  return {
    show(answer) {
      passes = answer;
      const option = ({ name, changed, machine }) =>
        element("option", { value: name }, `${machine ? "machine: " : ""}${name}${changed ? "" : " (nothing changed)"}`);
      select.replaceChildren(...answer.steps.map(option));
      select.value = answer.shown;
      const plain = answer.lines.every(({ kind }) => kind === "same");
      show(answer.lines, only.checked && !plain);
    },
    close() {},
  };
}
