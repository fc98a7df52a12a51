// What a link reproduces: the shader, the panes and where they stand, the values of uniforms. It is in the fragment of the address,
// which browsers do not send.

const FORMAT = 1;
const MOST_BYTES = 1 << 20;
const MOST_PANES = 16;
const MOST_MARKS = 64;
const MOST_FLAGS = 4096;

export async function encode(state) {
  const bytes = new TextEncoder().encode(JSON.stringify({ format: FORMAT, ...state }));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return `#s=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// The state in a fragment; `null` where there is none. Throws where it cannot be read.
export async function decode(fragment) {
  if (!fragment.startsWith("#s=")) return null;
  const text = atob(fragment.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const bytes = await through(packed, new DecompressionStream("deflate-raw"));
  const state = JSON.parse(new TextDecoder().decode(bytes));
  if (state.format !== FORMAT) throw new Error("another version made this link");
  return state;
}

// A state whose parts are of the kinds that the page expects: a link can come from anybody. What is not known is left
// out.
export function sound(state, { about, views }) {
  const known = (list, value, otherwise) => (list.includes(value) ? value : otherwise);
  const targets = about.targets.map(({ name }) => name);
  const levels = about.levels.map(([name]) => name);
  const numbers = (list) => Array.isArray(list) && list.length <= 4 && list.every(Number.isFinite);
  const whole = (value) => (Number.isInteger(value) && value >= 0 && value < 1e6 ? value : undefined);
  const list = (value) => (Array.isArray(value) ? value.slice(0, MOST_MARKS) : []);
  const other = ({ text, instructions, target, level }) =>
    typeof text === "string"
      ? { text, instructions: whole(instructions) ?? 0 }
      : { target: known(targets, target, targets[0]), level: known(levels, level, "none") };
  const pane = (one) => ({
    view: one.view,
    target: known(targets, one.target, targets[0]),
    level: known(levels, one.level, "normal"),
    pass: typeof one.pass === "string" ? one.pass : undefined,
    stage: known(["vertex", "fragment"], one.stage, undefined),
    whole: one.whole === true,
    surface: known(about.surfaces, one.surface, undefined),
    time: Number.isFinite(one.time) ? one.time : undefined,
    ...Object.fromEntries(["x", "y", "vertex"].map((name) => [name, whole(one[name])])),
    breaks: list(one.breaks).map(whole).filter((number) => number !== undefined),
    watched: list(one.watched).filter((name) => typeof name === "string" && name.length <= 32),
    values: Object.fromEntries(Object.entries(one.values ?? {}).filter(([, list]) => numbers(list))),
    other: one.other && other(one.other),
  });
  const share = (value) => (value > 0 && value < 1 ? value : undefined);
  const shares = (list) =>
    Array.isArray(list) && list.length <= MOST_PANES && list.every((one) => one > 0 && one <= MOST_PANES) ? list : undefined;
  const layout = ({ source, messages, pair, columns, rows }) => ({
    source: share(source),
    messages: share(messages),
    pair: share(pair),
    columns: shares(columns),
    rows: shares(rows),
  });
  const panes = Array.isArray(state.panes) ? state.panes : [];
  return {
    source: String(state.source ?? ""),
    stage: known(["vertex", "fragment", "geometry"], state.stage, "fragment"),
    partner: typeof state.partner === "string" ? state.partner : undefined,
    placed: state.placed === true,
    flags: typeof state.flags === "string" ? state.flags.slice(0, MOST_FLAGS) : "",
    layout: layout(state.layout ?? {}),
    breaks: list(state.breaks).slice(0, 2).map((lines) => list(lines).map(whole).filter((line) => line > 0)),
    panes: panes.filter((one) => views.includes(one?.view)).slice(0, MOST_PANES).map(pane),
  };
}

async function through(bytes, stream) {
  const parts = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) throw new Error("the link holds more than 1 MiB");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
