import { autocompletion, completionKeymap, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { Widget } from "../widget";

const WORDS = ["alligator", "allspice", "almanac"];

function complete(context: CompletionContext) {
  const word = context.matchBefore(/\w+/);
  return word && { from: word.from, options: WORDS.map((label) => ({ label, detail: `${label.length} letters` })) };
}

export const widget: Widget = (stage, say) => {
  const view = new EditorView({
    parent: stage,
    state: EditorState.create({
      doc: "",
      extensions: [
        history(),
        autocompletion({ override: [complete] }),
        search({ top: true }),
        keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of(({ state }) => say(state.doc.toString())),
      ],
    }),
  });
  say(view.state.doc.toString());
};
