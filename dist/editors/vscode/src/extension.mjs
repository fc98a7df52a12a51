// Starts `retroshade lsp` and connects the editor with it; steps through programs with `retroshade dap`; shows what the
// program makes of a shader.
import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

const TARGETS = {
  lima: "Mali-200 and Mali-400",
  pica200: "Nintendo 3DS",
  nv2a: "original Xbox",
  agal1: "Flash Stage3D, every version",
  agal2: "Flash Stage3D, standard profile",
  agal3: "Flash Stage3D, standard extended profile",
};

const DEFAULT_TARGET = "lima";

let client;

const settings = () => vscode.workspace.getConfiguration("retroshade");
const program = () => settings().get("server.path") || "retroshade";
const target = () => settings().get("target") ?? DEFAULT_TARGET;

async function start() {
  const server = { command: program(), args: ["lsp"] };
  client = new LanguageClient("retroshade", "retroshade", server, {
    documentSelector: [{ language: "glsl" }, { language: "wgsl" }],
    initializationOptions: settings(),
    synchronize: { configurationSection: "retroshade" },
  });
  try {
    await client.start();
  } catch (fault) {
    const choice = await vscode.window.showErrorMessage(
      `retroshade: \`${server.command} lsp\` did not start: ${fault.message}`,
      "Open settings",
    );
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "retroshade.server.path");
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.isRunning()) await running.stop();
}

async function restart() {
  await stop();
  await start();
}

async function chooseTarget() {
  const items = Object.entries(TARGETS).map(([label, description]) => ({ label, description }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "The machine that shaders are compiled for" });
  if (chosen) {
    const scope = vscode.workspace.workspaceFolders ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
    await settings().update("target", chosen.label, scope);
  }
}

// What the program makes of the shader that is open, with the flags of the settings.
async function made(args) {
  const { document } = vscode.window.activeTextEditor ?? {};
  if (!document || document.isUntitled) throw new Error("there is no shader in a file");
  await document.save();
  const level = settings().get("level");
  const flags = [...settings().get("flags"), ...(level ? [`-O${level}`] : [])];
  const all = [...args, "--target", target(), ...flags, document.fileName];
  return promisify(execFile)(program(), all, { maxBuffer: 1 << 26 });
}

async function showMachineCode() {
  const { stdout } = await made(["-S", "-w", "-o", "-"]);
  const shown = await vscode.workspace.openTextDocument({ content: stdout, language: "retroshade-assembly" });
  await vscode.window.showTextDocument(shown, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
}

async function showPicture() {
  const picture = join(await mkdtemp(join(tmpdir(), "retroshade-")), "picture.png");
  await made(["render", "-o", picture]);
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(picture), vscode.ViewColumn.Beside);
}

// Failures are what the program says, or why it did not start.
const shown = (work) => () =>
  work().catch((fault) => vscode.window.showErrorMessage(`retroshade: ${fault.stderr?.trim() || fault.message}`));

const adapter = {
  createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ["dap"]),
};

// What a configuration leaves out; without one the shader that is open is stepped through.
const completed = {
  resolveDebugConfiguration(_folder, given) {
    const empty = { type: "retroshade", request: "launch", name: "Step through the shader", program: "${file}" };
    const wanted = given.type ? given : empty;
    return { ...wanted, target: wanted.target ?? target() };
  },
};

export async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("retroshade.showMachineCode", shown(showMachineCode)),
    vscode.commands.registerCommand("retroshade.showPicture", shown(showPicture)),
    vscode.debug.registerDebugAdapterDescriptorFactory("retroshade", adapter),
    vscode.debug.registerDebugConfigurationProvider("retroshade", completed),
    vscode.commands.registerCommand("retroshade.restart", restart),
    vscode.commands.registerCommand("retroshade.chooseTarget", chooseTarget),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("retroshade.server.path")) restart();
    }),
  );
  await start();
}

export function deactivate() {
  return stop();
}
