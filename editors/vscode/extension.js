// Colours are in the grammar. What is wrong, what may follow, and help come from `clz lsp`.
const { LanguageClient } = require("vscode-languageclient/node");
const { workspace } = require("vscode");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("clz").get("command");
  client = new LanguageClient("clz", "Claudezilla", { command, args: ["lsp"] }, { documentSelector: [{ language: "clz" }] });
  return client.start();
};

exports.deactivate = () => client?.stop();
