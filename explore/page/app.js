// The page: the shader on one side, panes on the other, the state in the address.
import { createEditor } from "./editor.js";
import { ask } from "./api.js";
import { decode, encode, sound } from "./state.js";
import { createLink } from "./link.js";
import { createOpening } from "./open.js";
import { VIEW_NAMES, createPane } from "./pane.js";
import { merged, showProblems } from "./problems.js";
import { element, say } from "./dom.js";

const by = (id) => document.getElementById(id);
const about = await ask("about", {});
const link = createLink();
const panes = [];
const answers = new Map();
let editor = null;
let state = null;
// What was wrong with the link or a file, until the next change.
let fault = "";

const START = { view: "assembly", target: "pica200", level: "normal" };

// Panes that suit the stage: PICA200 and NV2A run vertex programs.
function suited(stage) {
  const targets = stage === "vertex" ? ["pica200", "nv2a"] : ["lima", "agal1"];
  const codes = targets.map((target) => ({ ...START, target }));
  return [...codes, { ...START, target: targets[0], view: "picture" }];
}

async function start() {
  try {
    const found = await decode(location.hash);
    state = found && sound(found, { about, views: VIEW_NAMES.map(([name]) => name) });
  } catch (error) {
    fault = `The link cannot be read: ${error.message}`;
  }
  const first = about.start ?? about.examples[0];
  state ??= { source: first.source, stage: first.stage, flags: "", panes: suited(first.stage) };
  editor = createEditor({
    parent: by("editor"),
    doc: state.source,
    label: "Shader in GLSL ES",
    onChange: (text) => {
      state.source = text;
      setStage(stageOf(text) ?? state.stage);
      changed();
    },
    onLine: (line) => link.mark(line, "editor"),
  });
  link.onMark((line, from) => {
    editor.mark(line);
    if (from !== "editor") editor.show(line);
  });
  link.onColours(editor.setColours);
  fill(by("example"), [["", "Choose…"], ...about.examples.map(({ name }) => [name, name])]);
  fill(by("add"), [["", "Choose…"], ...VIEW_NAMES]);
  by("stage").value = state.stage;
  by("flags").value = state.flags;
  for (const settings of state.panes) open(settings);
  update();
}

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => element("option", { value }, text)));
}

function open(settings) {
  const pane = createPane(settings, {
    about,
    link,
    editor: () => editor,
    keep,
    answered,
    choosePixel,
    close: () => {
      pane.close();
      panes.splice(panes.indexOf(pane), 1);
      answers.delete(pane.id);
      changed();
      (panes[0]?.article.querySelector("select") ?? by("add")).focus();
    },
  });
  panes.push(pane);
  by("panes").append(pane.article);
  return pane;
}

// A pixel of a picture goes to the panes that step, or to a new one.
function choosePixel({ target, level }, view, point) {
  link.look(view, point);
  if (panes.some((pane) => pane.settings.view === "steps")) return;
  const pane = open({ ...START, target, level, view: "steps", ...point });
  changed();
  pane.article.scrollIntoView({ block: "nearest" });
}

function replacePanes(list) {
  for (const pane of panes.splice(0)) pane.close();
  answers.clear();
  list.forEach(open);
}

// Called by panes with what the compiler said.
function answered(id, target, answer) {
  if (!panes.some((pane) => pane.id === id)) return;
  const known = answers.get(id);
  const said = JSON.stringify(answer.diagnostics);
  if (known?.target === target && known.said === said) return;
  answers.set(id, { target, diagnostics: answer.diagnostics, said });
  const messages = merged([...answers.values()]);
  const targets = [...new Set(panes.map((pane) => pane.settings.target))];
  editor.setMessages(
    messages.map(({ from, to, severity, message, label, code }) => ({
      from,
      to,
      severity: severity === "warning" ? "warning" : "error",
      message: label && label !== message ? `${message} — ${label}` : message,
      source: code,
    })),
  );
  showProblems(by("problems"), messages, targets, editor);
  const errors = messages.filter(({ severity }) => severity !== "warning").length;
  const warnings = messages.length - errors;
  document.title = errors ? `${errors} ✗ retroshade explore` : "retroshade explore";
  say(errors ? `${errors} errors, ${warnings} warnings` : fault);
}

function question() {
  return { source: state.source, stage: state.stage, placed: state.placed, flags: state.flags };
}

// The stage that a text tells, if it tells one.
function stageOf(text) {
  const vertex = /\b(gl_Position|attribute)\b/.test(text);
  const fragment = /\b(gl_FragColor|gl_FragData|gl_FragCoord|mainImage|discard)\b/.test(text);
  if (vertex === fragment) return null;
  return vertex ? "vertex" : "fragment";
}

// Another shader in the place of the one that is shown. `placed`: whether its position is what the machine takes.
function replace(source, stage, placed, list) {
  Object.assign(state, { source, stage, placed });
  by("stage").value = stage;
  editor.setText(source);
  if (list) replacePanes(list);
  changed();
}

function update() {
  for (const pane of panes) pane.update(question());
}

function changed() {
  keep();
  update();
}

let saving = null;
function keep() {
  fault = "";
  state.panes = panes.map((pane) => pane.settings);
  clearTimeout(saving);
  saving = setTimeout(save, 300);
}

async function save() {
  history.replaceState(null, "", await encode(state));
}

by("example").addEventListener("change", (event) => {
  const example = about.examples.find(({ name }) => name === event.target.value);
  event.target.value = "";
  if (!example) return;
  const other = example.stage !== state.stage;
  replace(example.source, example.stage, false, other && suited(example.stage));
});
createOpening({
  button: by("open"),
  input: by("file"),
  choices: by("choices"),
  assumed: () => ({ target: panes.at(-1)?.settings.target ?? START.target, stage: state.stage }),
  onSource: (source, stage) => replace(source, stage, false, stage !== state.stage && suited(stage)),
  onProgram: ({ source, stage, target, text, instructions }) => {
    const code = { ...START, target };
    replace(source, stage, true, [code, { ...code, view: "difference", other: { text, instructions } }]);
  },
  onFault: (text) => {
    fault = text;
    say(text);
  },
});
function setStage(stage) {
  state.stage = stage;
  by("stage").value = stage;
}
by("stage").addEventListener("change", (event) => {
  setStage(event.target.value);
  changed();
});
by("flags").addEventListener("input", (event) => {
  state.flags = event.target.value;
  changed();
});
by("add").addEventListener("change", (event) => {
  const view = event.target.value;
  event.target.value = "";
  if (!view) return;
  const last = panes.at(-1)?.settings ?? suited(state.stage)[0];
  const pane = open({ ...START, target: last.target, level: last.level, view });
  changed();
  pane.article.scrollIntoView({ block: "nearest" });
  pane.article.querySelector("select").focus();
});
by("share").addEventListener("click", async () => {
  await save();
  try {
    await navigator.clipboard.writeText(location.href);
    say("The address is copied. Another explorer opens what follows its #.");
  } catch {
    say("The address of this page is the link.");
  }
});

const THEMES = [["", "Auto"], ["light", "Light"], ["dark", "Dark"]];
function showTheme(name) {
  document.documentElement.style.colorScheme = name;
  by("theme").textContent = THEMES.find(([value]) => value === name)[1];
  by("theme").setAttribute("aria-label", `Colours: ${by("theme").textContent}`);
}
by("theme").addEventListener("click", () => {
  const at = THEMES.findIndex(([value]) => value === document.documentElement.style.colorScheme);
  showTheme(THEMES[(at + 1) % THEMES.length][0]);
});
addEventListener("hashchange", () => location.reload());

showTheme("");
await start();
document.documentElement.dataset.ready = "";
