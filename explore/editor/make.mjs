// Makes ../page/editor.js and ../page/LICENSES.txt from the packages that package-lock.json pins.
import { build } from "esbuild";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const result = await build({
  entryPoints: ["editor.mjs"],
  outfile: "../page/editor.js",
  bundle: true,
  format: "esm",
  minify: true,
  charset: "utf8",
  target: "es2022",
  legalComments: "none",
  banner: { js: "// CodeMirror 6 and what it needs, MIT licence: LICENSES.txt. Made by explore/editor/make.mjs." },
  metafile: true,
});

const packages = new Set();
for (const input of Object.keys(result.metafile.inputs)) {
  const found = input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (found) packages.add(found[1]);
}
let text = "editor.js is made of these packages of npm.\n";
for (const name of [...packages].sort()) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  if (license !== "MIT") throw new Error(`${name} is under ${license}`);
  if (!existsSync(`${folder}/LICENSE`)) throw new Error(`${name} has no LICENSE`);
  text += `\n${"=".repeat(72)}\n${name} ${version}\n\n${readFileSync(`${folder}/LICENSE`, "utf8").trim()}\n`;
}
writeFileSync("../page/LICENSES.txt", text);
