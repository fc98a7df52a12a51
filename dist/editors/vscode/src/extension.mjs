// Starts `retroshade lsp` and connects the editor with it.
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

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("retroshade");
  const server = { command: settings.get("server.path") || "retroshade", args: ["lsp"] };
  client = new LanguageClient("retroshade", "retroshade", server, {
    documentSelector: [{ language: "glsl" }, { language: "wgsl" }],
    initializationOptions: settings,
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
    const settings = vscode.workspace.getConfiguration("retroshade");
    const scope = vscode.workspace.workspaceFolders ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
    await settings.update("target", chosen.label, scope);
  }
}

export async function activate(context) {
  context.subscriptions.push(
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
