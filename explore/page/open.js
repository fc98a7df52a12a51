// Files that are given to the page: sources go into the editor, of programs the compiler makes a source.
import { ask } from "./api.js";
import { choice, element } from "./dom.js";

const SOURCE = /\.(vert|frag|geom|glsl|vs|fs)$/i;
const STAGES = [[/\.(vert|vs)$/i, "vertex"], [/\.geom$/i, "geometry"], [/./, "fragment"]];
// What a question may hold, in base 64.
const MOST_BYTES = 12 << 20;

// `assumed` gives the target and stage of a file that does not tell them.
export function createOpening({ button, input, choices, assumed, onSource, onProgram, onFault }) {
  async function read(file) {
    choices.replaceChildren();
    if (SOURCE.test(file.name)) {
      onSource(await file.text(), STAGES.find(([pattern]) => pattern.test(file.name))[1]);
      return;
    }
    if (file.size > MOST_BYTES) {
      onFault(`${file.name} has more than 12 MiB.`);
      return;
    }
    await lift(file.name, base64(new Uint8Array(await file.arrayBuffer())));
  }

  async function lift(name, bytes, program = null) {
    const answer = await ask("lift", { name, bytes, program, ...assumed() });
    const error = answer.fault ?? answer.diagnostics?.[0]?.message;
    if (error) onFault(`${name}: ${error}`);
    else if (answer.programs) list(name, bytes, answer.programs);
    else onProgram(answer);
  }

  function list(name, bytes, programs) {
    const options = [["", "Choose…"], ...programs.map((one) => [one.number, one.name])];
    const chosen = (number) => number !== "" && opened(lift(name, bytes, Number(number)));
    const select = choice("Program in the file", options, "", chosen);
    choices.replaceChildren(element("label", { class: "field" }, element("span", {}, "Program"), select));
    select.focus();
  }

  const opened = (work) => work.catch((error) => onFault(error.message));
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    const [file] = input.files;
    input.value = "";
    if (file) opened(read(file));
  });
  addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    opened(read(file));
  });
}

function base64(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}
