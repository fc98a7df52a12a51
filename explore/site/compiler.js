// Where questions go: to the compiler that this page brings along. It runs in workers, so that typing never waits for it,
// and a picture that takes long keeps no other pane waiting.

const MOST_WORKERS = 4;
const count = Math.max(2, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 2));
const module = compiled(new URL("./retroshade_bg.wasm", import.meta.url));
const idle = [];
const waiting = [];
let running = 0;

export function send(name, body) {
  return new Promise((resolve, reject) => {
    waiting.push({ name, body, resolve, reject });
    next();
  });
}

// Read once for all workers.
async function compiled(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the compiler is not at ${address}: ${response.status}`);
  // Not every server of files knows the media type that streaming wants.
  return WebAssembly.compile(await response.arrayBuffer());
}

function next() {
  if (!waiting.length) return;
  const worker = idle.pop() ?? (running < count ? start() : null);
  if (worker) work(worker, waiting.shift());
}

function start() {
  running += 1;
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  module.then((ready) => worker.postMessage({ module: ready }), () => {});
  return worker;
}

function work(worker, { name, body, resolve, reject }) {
  // What has failed once is in no state to go on: the next question starts another.
  const failed = (why) => {
    worker.terminate();
    running -= 1;
    reject(new Error(why));
    next();
  };
  module.catch((error) => failed(error.message));
  worker.onerror = (event) => failed(event.message || "the compiler cannot be started");
  worker.onmessage = ({ data: { answer, fault } }) => {
    if (fault) {
      failed(`a defect of the compiler: ${fault}`);
      return;
    }
    idle.push(worker);
    if (answer === undefined) reject(new Error("there is nothing of this name"));
    else resolve(JSON.parse(answer));
    next();
  };
  worker.postMessage({ name, body });
}
