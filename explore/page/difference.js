// The machine code of the pane beside that of another target or level.
import { choice, element } from "./dom.js";
import { createLines } from "./lines.js";

export function createDifference({ body, about, settings, changed }) {
  settings.other ??= { target: settings.target, level: settings.level === "none" ? "most" : "none" };
  // A program that the page was given.
  const given = settings.other.text === undefined ? null : settings.other;
  const targets = about.targets.map(({ name }) => [name, name]);
  if (given) targets.unshift(["", "the program"]);
  const level = choice("Level to compare with", about.levels, settings.other.level ?? "none", () => set());
  const target = choice("Target to compare with", targets, settings.other.target ?? "", () => set());
  level.disabled = target.value === "";
  const set = () => {
    settings.other = target.value === "" ? given : { target: target.value, level: level.value };
    level.disabled = target.value === "";
    changed();
  };
  const table = element("div", { class: "compared" });
  const { list, show } = createLines("Differences");
  body.append(
    element(
      "div",
      { class: "tools" },
      element("span", {}, "compared with"),
      target,
      level,
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
