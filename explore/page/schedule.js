// What each unit does in each instruction, with the ways of values.
import { element } from "./dom.js";
import "./hover.js";

export function createSchedule({ body, link, id, goTo }) {
  const facts = element("dl", { class: "facts" });
  const place = element("div", {
    class: "drawing",
    tabindex: "0",
    role: "group",
    "aria-label": "Schedule",
    onmousemove: (event) => {
      const line = lineOf(event);
      if (line) link.mark(line, id);
    },
    ondblclick: (event) => {
      const line = lineOf(event);
      if (line) goTo(line);
    },
  });
  body.append(facts, place);

  const lineOf = (event) => Number(event.target.closest("[data-line]")?.dataset.line ?? 0);

  function mark(line) {
    for (const row of place.querySelectorAll(".instruction")) {
      row.classList.toggle("marked", line > 0 && Number(row.dataset.line) === line);
    }
  }

  const end = link.onMark(mark);
  return {
    show({ svg, facts: list }) {
      const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      // The page has the script itself.
      picture.querySelector("script")?.remove();
      place.replaceChildren(document.importNode(picture, true));
      globalThis.followValues(place.firstElementChild);
      facts.replaceChildren(
        ...list.flatMap(([name, fact]) => [element("dt", {}, name), element("dd", {}, fact)]),
      );
      mark(link.line);
    },
    close: end,
  };
}
