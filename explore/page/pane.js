// A pane: what it shows, of which target, at which level.
import { choice, element } from "./dom.js";
import { ask, askOnce, newest } from "./api.js";
import { createAssembly } from "./assembly.js";
import { createDifference } from "./difference.js";
import { createFlow } from "./flow.js";
import { createPasses } from "./passes.js";
import { createPicture } from "./picture.js";
import { createSchedule } from "./schedule.js";
import { createStatistics } from "./statistics.js";
import { createSteps } from "./steps.js";
import { texturesFor } from "./textures.js";

// What panes show. `ask` gets the question common to all, the settings of the pane and its view, and gives the
// answer; `part` is what the view shows of it.
const VIEWS = {
  assembly: {
    title: "Machine code",
    part: "program",
    create: createAssembly,
    ask: (question) => ask("compile", question),
  },
  statistics: {
    title: "Counts and limits",
    part: "program",
    create: createStatistics,
    ask: (question) => ask("compile", question),
  },
  picture: {
    title: "Picture",
    part: "picture",
    create: createPicture,
    ask: (question, settings, view) => askOnce("picture", { ...question, ...view.request(), textures: texturesFor(question) }),
  },
  steps: {
    title: "Stepping",
    part: "steps",
    create: createSteps,
    ask: (question, settings, view) => askOnce("steps", { ...question, ...view.request(), textures: texturesFor(question) }),
  },
  schedule: {
    title: "Schedule",
    part: "schedule",
    create: createSchedule,
    programs: true,
    ask: (question) => ask("schedule", question),
  },
  flow: {
    title: "Control flow",
    part: "flow",
    create: createFlow,
    programs: true,
    branches: true,
    ask: (question) => ask("flow", question),
  },
  passes: {
    title: "Passes",
    part: "passes",
    create: createPasses,
    ask: (question, settings) => ask("passes", { ...question, pass: settings.pass ?? null }),
  },
  difference: {
    title: "Differences",
    part: "difference",
    create: createDifference,
    ask: (question, settings) => ask("difference", { ...question, other: settings.other }),
  },
};

export const VIEW_NAMES = Object.entries(VIEWS).map(([name, view]) => [name, view.title]);

let made = 0;

const STAGES = [["vertex", "Vertex"], ["fragment", "Fragment"]];

// `settings` is `{view, target, level, …}`, which the pane changes as the user does; `keep` is called then. Of a pair the
// pane shows the shader of `settings.stage`.
export function createPane(settings, { about, documents, looks, question, keep, answered, close, choosePixel }) {
  const id = `pane-${++made}`;
  const time = element("span", { class: "time" });
  const body = element("div", { class: "body" });
  const fault = element("div", { class: "fault", hidden: true });
  const set = (name) => (value) => {
    settings[name] = value;
    if (name === "view") build();
    label();
    changed();
  };
  let shown = null;
  // What is set in a pane concerns no other.
  const changed = () => {
    keep();
    update();
  };
  const targets = about.targets.map(({ name, machine }) => [name, `${name} — ${machine}`]);
  const stages = choice("Shader", STAGES, "", set("stage"));
  const article = element(
    "article",
    { class: "pane", id },
    element(
      "header",
      {},
      choice("View", VIEW_NAMES, settings.view, set("view")),
      choice("Target", targets, settings.target, set("target")),
      choice("Level", about.levels, settings.level, set("level")),
      stages,
      time,
      element("button", { type: "button", class: "close", "aria-label": "Close pane", onclick: close }, "×"),
    ),
    fault,
    body,
  );
  let view = null;

  function label() {
    article.setAttribute("aria-label", `${VIEWS[settings.view].title}, ${settings.target}`);
  }

  // Some views are of programs, which a stage that is set up by registers has not; one is of those with branches.
  function offer(program = null) {
    const target = about.targets.find(({ name }) => name === settings.target);
    const fixed = target?.fixed.includes(shown.stage) ?? false;
    for (const option of article.querySelectorAll("header select:first-of-type option")) {
      const { programs, branches } = VIEWS[option.value] ?? {};
      option.disabled = Boolean((fixed && programs) || (branches && program?.branches === false));
    }
  }

  // The text that is shown, which may have become another.
  function follow() {
    const document = documents.of(settings.stage);
    // A picture is of both.
    stages.hidden = !documents.isPair() || settings.view === "picture";
    stages.value = document.stage;
    if (document === shown) return;
    shown = document;
    build();
  }

  function build() {
    view?.close();
    body.replaceChildren();
    view = VIEWS[settings.view].create({
      about,
      body,
      link: shown.link,
      looks,
      id,
      settings,
      changed,
      keep,
      choosePixel: (view, point) => choosePixel(settings, view, point),
      goTo: (line, column) => shown.editor.goTo(line, column),
    });
  }

  const update = newest(async () => {
    follow();
    offer();
    const own = question(shown, settings);
    article.classList.add("busy");
    const { ask: send, part } = VIEWS[settings.view];
    const asking = view;
    try {
      const answer = await send(own, settings, view);
      if (answer.fault) throw new Error(answer.fault);
      // The pane may have got another view meanwhile, which has its own question behind this one.
      if (asking !== view) return;
      if (answer.program) offer(answer.program);
      answered(id, { target: own.target, stage: own.stage }, answer);
      time.textContent = `${answer.milliseconds.toFixed(1)} ms`;
      // What was right before stays, without colours, while the text is wrong.
      const made = answer[part];
      article.classList.toggle("stale", !made);
      fault.hidden = Boolean(made);
      fault.textContent = made ? "" : (answer.absent ?? refusal(answer));
      if (made) view.show(made);
    } catch (error) {
      article.classList.add("stale");
      fault.hidden = false;
      fault.textContent = error.message;
    } finally {
      article.classList.remove("busy");
    }
  });

  label();
  follow();
  return {
    id,
    article,
    settings,
    update,
    close() {
      view.close();
      article.remove();
    },
  };
}

function refusal({ diagnostics }) {
  const first = diagnostics.find((one) => one.severity !== "warning");
  return first ? first.message : "no program";
}
