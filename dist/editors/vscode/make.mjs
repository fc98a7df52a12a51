// Makes out/extension.js and LICENSES.txt from the packages that package-lock.json pins.
import { build } from "esbuild";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const result = await build({
  entryPoints: ["src/extension.mjs"],
  outfile: "out/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  minify: true,
  charset: "utf8",
  target: "node20",
  external: ["vscode"],
  legalComments: "none",
  banner: { js: "// vscode-languageclient and what it needs: LICENSES.txt. Made by dist/editors/vscode/make.mjs." },
  metafile: true,
});

const LICENCES = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "Apache-2.0"];
const packages = new Set();
for (const input of Object.keys(result.metafile.inputs)) {
  const found = input.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
  if (found) packages.add(found[1]);
}
let text = "out/extension.js is made of these packages of npm.\n";
for (const folder of [...packages].sort()) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  if (!LICENCES.includes(license)) throw new Error(`${name} is under ${license}`);
  const file = ["LICENSE", "License.txt", "LICENSE.md", "LICENSE.txt"].find((file) => existsSync(`${folder}/${file}`));
  if (!file) throw new Error(`${name} has no licence file`);
  text += `\n${"=".repeat(72)}\n${name} ${version}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
}
writeFileSync("LICENSES.txt", text.replaceAll("\r\n", "\n"));
