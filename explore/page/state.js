// What a link reproduces: the shader, the panes, the values of uniforms. It is in the fragment of the address,
// which browsers do not send.

const FORMAT = 1;
const MOST_BYTES = 1 << 20;

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
