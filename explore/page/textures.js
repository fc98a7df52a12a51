// Pictures that the user gives to samplers, by the name of the sampler. They are kept for the session, in no link.
import { element, say } from "./dom.js";

// PNG files of at most so many bytes are taken as they are; others are drawn anew with at most so many pixels a side.
const MOST_BYTES = 1 << 20;
const MOST_SIDE = 512;
const KEY = "textures";

const given = new Map(kept());
const listeners = new Set();

function kept() {
  try {
    const list = JSON.parse(sessionStorage.getItem(KEY));
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function changed() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...given]));
  } catch {
    // There is no room for so many: they are there until the page is read again.
  }
  for (const listener of listeners) listener();
}

export function onTextures(listener) {
  listeners.add(listener);
}

// Those that texts may read: what the compiler is asked with.
export function texturesFor({ source, partner = "" }) {
  const isRead = (name) => [source, partner].some((text) => text.includes(name.split(/[.[]/)[0]));
  const read = [...given].filter(([name]) => isRead(name));
  return Object.fromEntries(read.map(([name, { png, nearest }]) => [name, { png, nearest }]));
}

export const isPicture = (file) => file.type.startsWith("image/");

export async function givePicture(name, file) {
  try {
    const png = await pngOf(file);
    given.set(name, { file: file.name, png, nearest: given.get(name)?.nearest ?? false });
    changed();
  } catch {
    say(`${file.name} is no picture that this browser reads.`);
  }
}

// In base 64.
async function pngOf(file) {
  const isPng = new TextDecoder("latin1").decode(await file.slice(0, 8).arrayBuffer()) === "\x89PNG\r\n\x1a\n";
  if (isPng && file.size <= MOST_BYTES) return encoded(file);
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, MOST_SIDE / Math.max(picture.width, picture.height));
  const canvas = element("canvas", {});
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").split(",")[1];
}

function encoded(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.split(",")[1]);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

// The controls of samplers: a picture can be chosen for each, or dropped on it.
export function samplerControls(samplers) {
  return samplers.map(({ name, type }) => {
    const own = given.get(name);
    const input = element("input", {
      type: "file", accept: "image/*", hidden: true, "aria-label": `File for ${name}`,
      onchange: () => input.files[0] && givePicture(name, input.files[0]),
    });
    const choose = element("button", { type: "button", "aria-label": `Picture for ${name}`, onclick: () => input.click() }, "Picture…");
    const nearest = element("input", {
      type: "checkbox", "aria-label": `${name} without filter`,
      onchange: () => {
        own.nearest = nearest.checked;
        changed();
      },
    });
    if (own) nearest.checked = own.nearest;
    const reset = element("button", { type: "button", "aria-label": `Default of ${name}`, title: "Default", onclick: () => {
      given.delete(name);
      changed();
    } }, "↺");
    return element(
      "div",
      {
        class: "uniform sampler",
        "data-sampler": name,
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => {
          const [file] = event.dataTransfer.files;
          if (!file) return;
          event.preventDefault();
          event.stopPropagation();
          givePicture(name, file);
        },
      },
      element("span", { class: "name" }, `${name} `, element("i", {}, type)),
      input,
      choose,
      element("span", { class: "file" }, own ? own.file : "the default; a picture can be dropped here"),
      ...(own ? [element("label", { class: "check" }, nearest, "nearest"), reset] : []),
    );
  });
}

// What controls of samplers show, to tell whether they must be made anew.
export const shownOf = (samplers) =>
  JSON.stringify(samplers.map(({ name, type }) => [name, type, given.get(name)?.file, given.has(name)]));
