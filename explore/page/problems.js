// The messages of all panes below the editor, each once.
import { OTHER } from "./documents.js";
import { element } from "./dom.js";

// Several targets say the same of the language: a message is shown once, with its targets. `stage` is that of the text it
// is about.
export function merged(parts) {
  const all = new Map();
  for (const { target, stage: asked, diagnostics } of parts) {
    for (const one of diagnostics) {
      const stage = one.partner ? OTHER[asked] : asked;
      // What has no place in a text is about both of a pair.
      const key = `${one.line ? stage : ""} ${one.from} ${one.code} ${one.message}`;
      const known = all.get(key);
      if (!known) all.set(key, { ...one, stage, targets: [target] });
      else if (!known.targets.includes(target)) known.targets.push(target);
    }
  }
  const rank = { error: 0, bug: 0, warning: 1 };
  return [...all.values()].sort((one, other) => rank[one.severity] - rank[other.severity] || one.from - other.from);
}

export function showProblems(place, messages, targets, documents) {
  const shown = messages.slice(0, 100).map((one) => {
    const some = one.targets.length < targets.length ? one.targets.join(", ") : "";
    const { editor } = documents.of(one.stage);
    const name = documents.isPair() ? `${one.stage} ` : "";
    const where = one.line ? `${name}${one.line}:${one.column}` : "";
    return element(
      "div",
      { class: `problem ${one.severity}` },
      element("span", { class: "kind" }, one.severity),
      element(
        "div",
        { class: "said" },
        element("p", {}, one.message, one.label && one.label !== one.message ? element("i", {}, ` — ${one.label}`) : null),
        ...one.notes.map((note) => element("p", { class: "note" }, note)),
        ...one.help.map((help) => element("p", { class: "note" }, `help: ${help}`)),
      ),
      element(
        "div",
        { class: "acts" },
        some ? element("span", { class: "targets" }, some) : null,
        element("span", { class: "code-name" }, one.code),
        one.edits.length
          ? element("button", { type: "button", onclick: () => editor.replace(one.edits) }, "Fix")
          : null,
        where
          ? element("button", { type: "button", onclick: () => editor.goTo(one.line, one.column) }, where)
          : null,
      ),
    );
  });
  if (messages.length > shown.length) shown.push(element("p", { class: "note" }, `and ${messages.length - shown.length} more`));
  if (!shown.length) shown.push(element("p", { class: "fine" }, "No messages."));
  place.replaceChildren(...shown);
}
