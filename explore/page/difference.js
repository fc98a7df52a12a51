// The machine code of the pane beside that of another target or level.
import { choice, element } from "./dom.js";
import { createLines } from "./lines.js";

export function createDifference({ body, about, settings, changed }) {
  settings.other ??= { target: settings.target, level: settings.level === "none" ? "most" : "none" };
  const set = (name) => (value) => {
    settings.other = { ...settings.other, [name]: value };
    changed();
  };
  const targets = about.targets.map(({ name }) => [name, name]);
  const table = element("div", { class: "compared" });
  const { list, show } = createLines("Differences");
  body.append(
    element(
      "div",
      { class: "tools" },
      element("span", {}, "compared with"),
      choice("Target to compare with", targets, settings.other.target, set("target")),
      choice("Level to compare with", about.levels, settings.other.level, set("level")),
    ),
    table,
    list,
  );
  return {
    show({ lines, counts }) {
      const numbers = counts.filter(({ value, other }) => value !== other);
      table.replaceChildren(
        ...numbers.map(({ name, value, other }) =>
          element("span", {}, `${name} `, element("b", {}, `${other ?? "–"} → ${value ?? "–"}`)),
        ),
      );
      show(lines, false);
    },
    close() {},
  };
}
