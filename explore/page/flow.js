// The ways of control through a program: its basic blocks as boxes, lines between them where control can go.
import { codeRow, paint } from "./assembly.js";
import { element } from "./dom.js";
import { createHelp } from "./help.js";
import { laidOut } from "./graph.js";

const SVG = "http://www.w3.org/2000/svg";
const WAYS = { always: "", taken: "taken", "not taken": "not-taken" };

export function createFlow({ body, link, id, goTo }) {
  const place = element("div", {
    class: "flow", tabindex: "0", role: "group", "aria-label": "Control flow",
    onmousemove: (event) => {
      const line = lineOf(event);
      if (line) link.mark(line, id);
    },
    ondblclick: (event) => {
      const line = lineOf(event);
      if (line) goTo(line);
    },
  });
  const legend = element(
    "div",
    { class: "tools legend" },
    element("span", { class: "way taken" }, "jump taken"),
    element("span", { class: "way not-taken" }, "jump not taken"),
    element("span", { class: "way" }, "always"),
  );
  body.append(legend, place);
  const lineOf = (event) => Number(event.target.closest("[data-line]")?.dataset.line ?? 0);
  let rows = [];

  let known = {};
  createHelp(place, () => known);

  function draw(flow) {
    const { lines, blocks } = flow;
    known = flow.help;
    const texts = new Map(lines.filter(({ instruction }) => instruction !== null).map((line) => [line.instruction, line]));
    const boxes = blocks.map((block, number) =>
      element(
        "section",
        { class: "block", "aria-label": `Block ${number}` },
        ...block.instructions.filter((one) => texts.has(one)).map((one) => codeRow(texts.get(one), flow)),
        element("p", { class: "unseen" }, spoken(block)),
      ),
    );
    place.replaceChildren(...boxes);
    rows = [...place.querySelectorAll(".row")];
    const ways = blocks.flatMap(({ next }, from) => next.map(({ block, way }) => ({ from, to: block, way })));
    // Sizes are known when the browser has laid out the texts.
    const drawn = laidOut(boxes.map(({ offsetWidth, offsetHeight }) => ({ width: offsetWidth, height: offsetHeight })), ways);
    drawn.boxes.forEach(({ x, y }, number) => Object.assign(boxes[number].style, { left: `${x}px`, top: `${y}px` }));
    place.prepend(picture(drawn, ways));
    link.setLines(id, [...new Set(lines.flatMap(({ source }) => (source ? [source.line] : [])))]);
    show();
  }

  function picture({ points, width, height }, ways) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("width", Math.ceil(width));
    svg.setAttribute("height", Math.ceil(height));
    ways.forEach(({ from, to, way }, number) => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", `way ${WAYS[way]}`);
      path.setAttribute("d", points[number].map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("") );
      Object.assign(path.dataset, { from, to });
      const head = document.createElementNS(SVG, "path");
      head.setAttribute("class", `head ${WAYS[way]}`);
      head.setAttribute("d", arrow(points[number].slice(-2)));
      svg.append(path, head);
    });
    return svg;
  }

  function show() {
    paint(rows, link);
    mark(link.line);
  }

  function mark(line) {
    for (const row of rows) row.classList.toggle("marked", line > 0 && Number(row.dataset.line) === line);
  }

  const unlisten = [link.onMark(mark), link.onColours(show)];
  return {
    show: draw,
    close() {
      link.setLines(id, null);
      unlisten.forEach((end) => end());
    },
  };
}

// What lines tell those who see them.
function spoken({ next, ends }) {
  const ways = next.map(({ block, way }) => (way === "always" ? `goes to block ${block}` : `${way}: goes to block ${block}`));
  return [...ways, ...(ends ? ["ends the program"] : [])].join("; ");
}

// The head of an arrow at the end of a line between two points.
function arrow([[fromX, fromY], [x, y]]) {
  const turn = Math.atan2(y - fromY, x - fromX);
  const corner = (angle) => `L${(x - 8 * Math.cos(turn + angle)).toFixed(1)} ${(y - 8 * Math.sin(turn + angle)).toFixed(1)}`;
  return `M${x.toFixed(1)} ${y.toFixed(1)}${corner(0.4)}${corner(-0.4)}Z`;
}
