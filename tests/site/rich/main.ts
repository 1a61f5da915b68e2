// Editors that people write whole documents in. What each of them believes it holds is in #models.
import { defaultKeymap } from "@codemirror/commands";
import { EditorState as CodeState } from "@codemirror/state";
import { EditorView as CodeView, keymap as codeKeymap } from "@codemirror/view";
import { registerRichText } from "@lexical/rich-text";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { $getRoot, createEditor } from "lexical";
import * as monaco from "monaco-editor/editor/editor.api.js";
import { baseKeymap } from "prosemirror-commands";
import { keymap } from "prosemirror-keymap";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import Quill from "quill";
import tinymce from "tinymce";
import "tinymce/icons/default";
import "tinymce/models/dom";
import "tinymce/skins/ui/oxide/skin.min.css";
import "tinymce/themes/silver";

const $ = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const models: Record<string, string> = {};

function tell(name: string, value: string): void {
  models[name] = value;
  $("models").textContent = Object.entries(models)
    .map(([key, held]) => `${key}: ${JSON.stringify(held)}`)
    .sort()
    .join("\n");
}

$("plain").addEventListener("input", () => tell("plain", $("plain").innerText));

new CodeView({
  parent: $("code"),
  state: CodeState.create({
    extensions: [
      codeKeymap.of(defaultKeymap),
      CodeView.updateListener.of(({ state }) => tell("code", state.doc.toString())),
    ],
  }),
});

const prose = new EditorView($("prose"), {
  state: EditorState.create({ schema, plugins: [keymap(baseKeymap)] }),
  dispatchTransaction(transaction) {
    prose.updateState(prose.state.apply(transaction));
    tell("prose", prose.state.doc.textBetween(0, prose.state.doc.content.size, "\n"));
  },
});

const lexical = createEditor({ namespace: "test", onError: (problem) => tell("lexical", String(problem)) });
lexical.setRootElement($("lexical"));
registerRichText(lexical);
lexical.registerUpdateListener(({ editorState }) => {
  editorState.read(() => tell("lexical", $getRoot().getTextContent().replace(/\n\n/g, "\n")));
});

const quill = new Quill("#quill");
quill.on("text-change", () => tell("quill", quill.getText()));

const code = monaco.editor.create($("monaco"), { language: "plaintext", minimap: { enabled: false } });
code.onDidChangeModelContent(() => tell("monaco", code.getValue()));

void tinymce.init({
  selector: "#tiny",
  license_key: "gpl",
  skin: false,
  content_css: false,
  height: 160,
  menubar: false,
  toolbar: false,
  statusbar: false,
  setup: (editor) => {
    editor.on("init", () => tell("tiny", ""));
    editor.on("input change undo redo ExecCommand SetContent", () =>
      tell("tiny", editor.getContent({ format: "text" }).replace(/\n\n/g, "\n")),
    );
  },
});

// A terminal sends what is typed; its other end would write it back.
const terminal = new Terminal({ cols: 60, rows: 5 });
terminal.open($("xterm"));
let sent = "";
terminal.onData((data) => tell("xterm", (sent += data)));
