// The page: shaders on one side, panes on the other, the state in the address.
import { ask } from "./api.js";
import { decode, encode, sound } from "./state.js";
import { OTHER, createDocuments, partnerFor } from "./documents.js";
import { createLayout } from "./layout.js";
import { createLooks } from "./link.js";
import { createOpening } from "./open.js";
import { VIEW_NAMES, createPane } from "./pane.js";
import { merged, showProblems } from "./problems.js";
import { onTextures } from "./textures.js";
import { createWriting } from "./writing.js";
import { element, say } from "./dom.js";

const by = (id) => document.getElementById(id);
const about = await ask("about", {});
const looks = createLooks();
const panes = [];
const answers = new Map();
// What panes show of programs, for what the editors say.
const programs = new Map();
const documents = createDocuments({
  place: by("documents"),
  writing: createWriting({
    question: (document) => question(document, panes[0]?.settings ?? START),
    programs: ({ stage }) => [...programs.values()].filter((one) => one.stage === stage).map(({ target, program }) => [target, program]),
  }),
  layout: () => state?.layout ?? {},
  moved: keep,
  onText: (document) => {
    if (!documents.isPair()) setStage(stageOf(document.source) ?? document.stage);
    changed();
  },
  onBreaks: keep,
  onRemove: (document) => {
    document.remove();
    showStages();
    changed();
  },
});
const layout = createLayout({
  source: by("source"),
  documents: by("documents"),
  problems: by("problems"),
  panes: by("panes"),
  layout: () => state?.layout ?? {},
  moved: keep,
});
let state = null;
// What was wrong with the link or a file, until the next change.
let fault = "";

const START = { view: "assembly", target: "pica200", level: "normal" };

// Panes that suit the stage: PICA200 and NV2A run vertex programs, and PICA200 alone geometry programs.
const SUITED = { vertex: ["pica200", "nv2a"], fragment: ["lima", "agal1"], geometry: ["pica200"] };
function suited(stage) {
  const targets = SUITED[stage];
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
  state ??= { source: first.source, stage: first.stage, flags: "", layout: {}, panes: suited(first.stage) };
  documents.add(state.stage, state.source);
  if (state.partner !== undefined) documents.add(OTHER[state.stage], state.partner);
  fill(by("example"), [["", "Choose…"], ...about.examples.map(({ name }) => [name, name])]);
  fill(by("add"), [["", "Choose…"], ...VIEW_NAMES]);
  showStages();
  by("flags").value = state.flags;
  for (const settings of state.panes) open(settings);
  layout.show();
  offerBreaks();
  const breaks = state.breaks ?? [];
  documents.all.forEach(({ editor }, number) => editor.setBreaks(breaks[number] ?? []));
  update();
}

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => element("option", { value }, text)));
}

function open(settings) {
  const pane = createPane(settings, {
    about,
    documents,
    looks,
    question,
    keep,
    answered,
    choosePixel,
    close: () => {
      pane.close();
      panes.splice(panes.indexOf(pane), 1);
      forget(pane.id);
      layout.arrange();
      changed();
      (panes[0]?.article.querySelector("select") ?? by("add")).focus();
    },
  });
  panes.push(pane);
  layout.add(pane.article);
  return pane;
}

// A pixel of a picture goes to the panes that step, or to a new one.
function choosePixel({ target, level, stage }, view, point) {
  looks.look(view, point);
  if (panes.some((pane) => pane.settings.view === "steps")) return;
  const pane = open({ ...START, target, level, stage, view: "steps", ...point });
  changed();
  pane.article.scrollIntoView({ block: "nearest" });
}

function replacePanes(list) {
  for (const pane of panes.splice(0)) {
    pane.close();
    forget(pane.id);
  }
  list.forEach(open);
  layout.arrange();
}

function forget(id) {
  answers.delete(id);
  programs.delete(id);
}

// What the compiler is asked about a text, with what else decides what becomes of it.
function question(document, { target, level }) {
  const { source, stage } = document;
  const partner = documents.partner(document)?.source;
  return { source, stage, partner, placed: state.placed, flags: state.flags, target, level };
}

// Called by panes with what the compiler said.
function answered(id, asked, answer) {
  if (!panes.some((pane) => pane.id === id)) return;
  if (answer.program) programs.set(id, { ...asked, program: answer.program });
  const known = answers.get(id);
  const said = JSON.stringify([asked, answer.diagnostics]);
  if (known?.said === said) return;
  answers.set(id, { ...asked, diagnostics: answer.diagnostics, said });
  const messages = merged([...answers.values()]);
  const targets = [...new Set(panes.map((pane) => pane.settings.target))];
  for (const { stage, editor } of documents.all) editor.setMessages(messages.filter((one) => one.stage === stage).map(marked));
  showProblems(by("problems"), messages, targets, documents);
  const errors = messages.filter(({ severity }) => severity !== "warning").length;
  const warnings = messages.length - errors;
  document.title = errors ? `${errors} ✗ retroshade explore` : "retroshade explore";
  say(errors ? `${count(errors, "error")}, ${count(warnings, "warning")}` : fault);
}

const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

// A message as the editor takes it.
const marked = ({ from, to, severity, message, label, code }) => ({
  from,
  to,
  severity: severity === "warning" ? "warning" : "error",
  message: label && label !== message ? `${message} — ${label}` : message,
  source: code,
});

// The stage that a text tells, if it tells one.
function stageOf(text) {
  if (/\b(EmitVertex|max_vertices)\b/.test(text)) return "geometry";
  const vertex = /\b(gl_Position|attribute)\b/.test(text);
  const fragment = /\b(gl_FragColor|gl_FragData|gl_FragCoord|mainImage|discard)\b/.test(text);
  if (vertex === fragment) return null;
  return vertex ? "vertex" : "fragment";
}

// Another shader or pair in the place of what is shown. `placed`: whether its position is what the machine takes.
function replace({ source, stage, partner }, placed, list) {
  state.placed = placed;
  answers.clear();
  documents.replace(source, stage, partner);
  showStages();
  if (list) replacePanes(list);
  changed();
}

function update() {
  for (const pane of panes) pane.update();
}

function changed() {
  keep();
  update();
}

// Lines can have breakpoints where something steps.
function offerBreaks() {
  const stepping = panes.some(({ settings }) => settings.view === "steps");
  for (const { editor } of documents.all) editor.offerBreaks(stepping);
}

let saving = null;
function keep() {
  offerBreaks();
  fault = "";
  const [{ source, stage }, partner] = documents.all;
  Object.assign(state, { source, stage, partner: partner?.source });
  state.panes = panes.map((pane) => pane.settings);
  state.breaks = documents.all.map(({ link }) => link.breaks);
  clearTimeout(saving);
  saving = setTimeout(save, 300);
  document.documentElement.dataset.unsaved = "";
}

async function save() {
  const mine = saving;
  history.replaceState(null, "", await encode(state));
  if (saving === mine) delete document.documentElement.dataset.unsaved;
}

by("example").addEventListener("change", (event) => {
  const example = about.examples.find(({ name }) => name === event.target.value);
  event.target.value = "";
  if (!example) return;
  const other = example.stage !== documents.all[0].stage;
  replace(example, false, other && suited(example.stage));
});
createOpening({
  button: by("open"),
  input: by("file"),
  choices: by("choices"),
  assumed: () => ({ target: panes.at(-1)?.settings.target ?? START.target, stage: documents.all[0].stage }),
  onSource: (source, stage) => replace({ source, stage }, false, stage !== documents.all[0].stage && suited(stage)),
  onProgram: ({ source, stage, target, text, instructions }) => {
    const code = { ...START, target };
    replace({ source, stage }, true, [code, { ...code, view: "difference", other: { text, instructions } }]);
  },
  onFault: (text) => {
    fault = text;
    say(text);
  },
});
function setStage(stage) {
  const [one] = documents.all;
  if (one.stage === stage) return;
  one.stage = stage;
  one.rename();
  showStages();
}

// The stage can be chosen of one shader; two have one each.
function showStages() {
  const [{ stage }] = documents.all;
  by("stage").value = stage;
  by("stages").hidden = documents.isPair();
  by("partner").hidden = documents.isPair() || !OTHER[stage];
  by("partner").textContent = `Add ${OTHER[stage]} shader`;
}
by("stage").addEventListener("change", (event) => {
  setStage(event.target.value);
  changed();
});
by("partner").addEventListener("click", () => {
  const [one] = documents.all;
  documents.add(OTHER[one.stage], partnerFor(one)).editor.focus();
  showStages();
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
  const last = panes.at(-1)?.settings ?? suited(documents.all[0].stage)[0];
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
onTextures(update);
addEventListener("hashchange", () => location.reload());

showTheme("");
await start();
document.documentElement.dataset.ready = "";
