// The texts: one shader, or one of each stage, which are linked. Each has its editor, and what panes tell each other of its
// lines. A geometry shader stands alone.
import { createEditor } from "./editor.js";
import { createLink } from "./link.js";
import { element } from "./dom.js";
import { createSplitter, showShare } from "./splitter.js";

export const OTHER = { vertex: "fragment", fragment: "vertex" };
const NAMES = { vertex: "Vertex shader", fragment: "Fragment shader", geometry: "Geometry shader" };

// `onBreaks` is called when breakpoints are on other lines, `onText` with the document after its user has typed, `onRemove` when it is to go; `writing` answers its editor.
// `layout` gives where the user wants the border between two texts, `moved` is called when that changes.
export function createDocuments({ place, writing, layout, moved, onText, onBreaks, onRemove }) {
  const all = [];
  const parts = () => [...place.querySelectorAll(":scope > .document")];
  const splitter = createSplitter({
    label: "Height of the first shader",
    axis: "y",
    parts,
    move(to) {
      layout().pair = to ?? undefined;
      arrange();
      moved();
    },
  });

  function add(stage, source) {
    const link = createLink();
    const name = element("h2", {});
    const remove = element("button", { type: "button", class: "close", "aria-label": "Remove", onclick: () => onRemove(document) }, "×");
    const parent = element("div", { class: "editor" });
    const section = element("section", { class: "document" }, element("header", {}, name, remove), parent);
    const document = { stage, source, link, editor: null, messages: [] };
    document.rename = () => {
      name.textContent = NAMES[document.stage];
      section.setAttribute("aria-label", NAMES[document.stage]);
      remove.setAttribute("aria-label", `Remove the ${document.stage} shader`);
    };
    document.remove = () => {
      section.remove();
      all.splice(all.indexOf(document), 1);
      arrange();
    };
    place.append(section);
    document.editor = createEditor({
      parent,
      doc: source,
      label: "Shader in GLSL ES",
      onChange: (text) => {
        document.source = text;
        onText(document);
      },
      onLine: (line) => link.mark(line, "editor"),
      onBreaks: (lines) => {
        link.breaks = lines;
        onBreaks();
      },
      complete: (at) => writing.complete(document, at),
      explain: (at) => writing.explain(document, at),
    });
    link.onMark((line, from) => {
      document.editor.mark(line);
      if (from !== "editor") document.editor.show(line);
    });
    link.onColours(document.editor.setColours);
    link.onToggle(document.editor.toggleBreak);
    document.rename();
    all.push(document);
    arrange();
    return document;
  }

  function arrange() {
    const isPair = all.length > 1;
    place.classList.toggle("pair", isPair);
    if (isPair) parts()[0].after(splitter);
    else splitter.remove();
    showShare(parts(), isPair ? layout().pair : undefined);
  }

  const of = (stage) => all.find((one) => one.stage === stage) ?? all[0];
  return {
    all,
    add,
    // The text of a stage; the only one if there is none of it.
    of,
    partner: (document) => all.find((one) => one !== document),
    isPair: () => all.length > 1,
    // One text in the place of all; its editor stays.
    replace(source, stage, partner) {
      while (all.length > 1) all[all.length - 1].remove();
      Object.assign(all[0], { source, stage });
      all[0].rename();
      all[0].editor.setText(source);
      if (partner !== undefined) add(OTHER[stage], partner);
    },
  };
}

const VARYING = /^[ \t]*(?:flat\s+|smooth\s+)?(varying|in|out)\s+(?:(?:lowp|mediump|highp)\s+)?(float|vec[234])\s+(\w+)\s*;/gm;

// A text for the other stage, with the varyings of this one.
export function partnerFor({ stage, source }) {
  const modern = /^\s*#version\s+3\d0/m.test(source);
  const own = modern ? { vertex: "out", fragment: "in" }[stage] : "varying";
  const varyings = [...source.matchAll(VARYING)].filter(([, word]) => word === own).map(([, , type, name]) => ({ type, name }));
  const toVertex = stage === "fragment";
  const word = modern ? (toVertex ? "out" : "in") : "varying";
  const lines = modern ? ["#version 300 es"] : [];
  if (toVertex) lines.push(`${modern ? "in" : "attribute"} vec4 position;`);
  else lines.push("precision mediump float;", ...(modern ? ["out vec4 color;"] : []));
  lines.push(...varyings.map(({ type, name }) => `${word} ${type} ${name};`), "", "void main() {");
  if (toVertex) {
    lines.push("    gl_Position = position;");
    lines.push(...varyings.map(({ type, name }) => `    ${name} = ${type}(0.0);`));
  } else {
    lines.push(`    ${modern ? "color" : "gl_FragColor"} = vec4(1.0);`);
  }
  return `${lines.join("\n")}\n}\n`;
}
