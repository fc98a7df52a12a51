import { readFile } from "node:fs/promises";
import load from "./retroshade.js";

await load({ module_or_path: await readFile(new URL("./retroshade_bg.wasm", import.meta.url)) });

export * from "./index.js";
