// One compiler. It answers one question after the other; those that come before it is loaded wait.
import load, { explore, heard } from "./retroshade.js";

let begin = null;
const loaded = new Promise((resolve) => (begin = resolve));

addEventListener("message", async ({ data: { module, name, body } }) => {
  if (module) {
    begin(load({ module_or_path: module }));
    return;
  }
  try {
    await loaded;
  } catch (error) {
    postMessage({ fault: `it cannot be loaded: ${error.message}` });
    return;
  }
  try {
    postMessage({ answer: explore(name, body) });
  } catch (error) {
    postMessage({ fault: heard() ?? error.message });
  }
});
