// Editors and controlled fields of the usual libraries. What each of them believes it holds is in #models.
import { defaultKeymap } from "@codemirror/commands";
import { EditorState as CodeState } from "@codemirror/state";
import { EditorView as CodeView, keymap as codeKeymap } from "@codemirror/view";
import { registerRichText } from "@lexical/rich-text";
import IMask from "imask";
import { $getRoot, createEditor } from "lexical";
import { baseKeymap } from "prosemirror-commands";
import { keymap } from "prosemirror-keymap";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { mount } from "svelte";
import { createApp, defineComponent, h, ref, watchEffect } from "vue";
import Bound from "./Bound.svelte";

const $ = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const models: Record<string, string> = {};

function tell(name: string, value: string): void {
  models[name] = value;
  $("models").textContent = Object.entries(models)
    .map(([key, held]) => `${key}: ${JSON.stringify(held)}`)
    .sort()
    .join("\n");
}

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

new CodeView({
  parent: $("code"),
  state: CodeState.create({
    extensions: [
      codeKeymap.of(defaultKeymap),
      CodeView.updateListener.of(({ state }) => tell("code", state.doc.toString())),
    ],
  }),
});

createApp(
  defineComponent(() => {
    const value = ref("");
    watchEffect(() => tell("vue", value.value));
    // Controlled: what the field shows is what the component holds, without spaces.
    return () =>
      h("input", {
        id: "vue-field",
        "aria-label": "Vue",
        value: value.value,
        onInput: (event: Event) => {
          value.value = (event.target as HTMLInputElement).value.replaceAll(" ", "");
        },
      });
  }),
).mount($("vue"));

mount(Bound, { target: $("svelte"), props: { tell } });

const mask = IMask($("mask") as HTMLInputElement, { mask: "(000) 000-0000" });
mask.on("accept", () => tell("mask", mask.unmaskedValue));

$("custom").addEventListener("click", () => ($("choices").hidden = false));
for (const option of $("choices").children) {
  option.addEventListener("click", () => {
    $("custom").textContent = option.textContent;
    $("choices").hidden = true;
  });
}
