// A pane: what it shows, of which target, at which level.
import { choice, element } from "./dom.js";
import { ask, newest } from "./api.js";
import { createAssembly } from "./assembly.js";
import { createStatistics } from "./statistics.js";

// What panes show. `ask` gets the question common to all and gives the answer.
const VIEWS = {
  assembly: { title: "Machine code", create: createAssembly, ask: (question) => ask("compile", question) },
  statistics: { title: "Counts and limits", create: createStatistics, ask: (question) => ask("compile", question) },
};

export const VIEW_NAMES = Object.entries(VIEWS).map(([name, view]) => [name, view.title]);

let made = 0;

// `settings` is `{view, target, level, …}`, which the pane changes as the user does; `changed` is called then.
export function createPane(settings, { about, link, editor, changed, answered, close }) {
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
  const targets = about.targets.map(({ name, machine }) => [name, `${name} — ${machine}`]);
  const article = element(
    "article",
    { class: "pane", id },
    element(
      "header",
      {},
      choice("View", VIEW_NAMES, settings.view, set("view")),
      choice("Target", targets, settings.target, set("target")),
      choice("Level", about.levels, settings.level, set("level")),
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

  function build() {
    view?.close();
    body.replaceChildren();
    view = VIEWS[settings.view].create({
      body,
      link,
      id,
      settings,
      changed,
      goTo: (line, column) => editor().goTo(line, column),
    });
  }

  const update = newest(async (question) => {
    const own = { ...question, target: settings.target, level: settings.level };
    article.classList.add("busy");
    try {
      const answer = await VIEWS[settings.view].ask(own, settings);
      answered(id, settings.target, answer);
      time.textContent = `${answer.milliseconds.toFixed(1)} ms`;
      // What was right before stays, without colours, while the text is wrong.
      article.classList.toggle("stale", !answer.program);
      fault.hidden = Boolean(answer.program);
      fault.textContent = answer.program ? "" : refusal(answer);
      if (answer.program) view.show(answer.program);
    } catch (error) {
      article.classList.add("stale");
      fault.hidden = false;
      fault.textContent = error.message;
    } finally {
      article.classList.remove("busy");
    }
  });

  label();
  build();
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
