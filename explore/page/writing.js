// What an editor is told while one writes: what can stand at a place, and what is known of it.
import { askOnce } from "./api.js";
import { element } from "./dom.js";

// `question` gives what the compiler is asked about a text, `programs` the newest `[target, program]` that panes show of it.
export function createWriting({ question, programs }) {
  async function answer(name, document, at) {
    try {
      const found = await askOnce(name, { ...question(document), at });
      return found.fault ? null : found;
    } catch {
      // The panes say why nothing is answered.
      return null;
    }
  }

  return {
    async complete(document, at) {
      const found = await answer("complete", document, at);
      const described = (one) => (one.overloads.length || one.description ? { info: () => informed(one) } : {});
      const list = found?.completions ?? [];
      return { from: found?.from ?? at, completions: list.map((one) => ({ ...one, ...described(one) })) };
    },
    async explain(document, at) {
      const found = await answer("explain", document, at);
      if (!found) return null;
      const line = document.source.slice(0, at).split("\n").length;
      const more = programs(document).flatMap(([target, program]) => ofProgram(target, program, found.variable, line));
      if (!found.said.length && !more.length) return null;
      const parts = found.said.map(({ code, text }) => (code ? element("pre", {}, code) : paragraph(text)));
      const dom = element("div", { class: "known" }, ...parts, ...more.map((text) => element("p", { class: "note" }, text)));
      return { from: found.from ?? at, to: found.to ?? at, dom };
    },
  };
}

// What a program makes of a variable and of a line.
function ofProgram(target, { places, lines }, variable, line) {
  const said = [];
  if (variable) {
    const found = places[variable];
    said.push(`${target}: ${found?.length ? found.join(", ") : "no register, the program does not use it"}`);
  }
  const all = lines.filter(({ instruction, source }) => instruction !== null && source);
  const own = all.filter(({ source }) => source.line === line).length;
  if (own) said.push(`${target}: this line takes ${own} of ${all.length} instruction${all.length === 1 ? "" : "s"}`);
  return said;
}

function informed({ overloads, description }) {
  const code = overloads.length ? element("pre", {}, overloads.join("\n")) : null;
  return element("div", { class: "known" }, code, description && paragraph(description));
}

// A sentence with code between backquotes.
function paragraph(text) {
  const parts = text.split("`").map((part, number) => (number % 2 ? element("code", {}, part) : part));
  return element("p", {}, ...parts);
}
