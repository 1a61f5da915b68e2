import EasyMDE from "easymde";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  const element = document.createElement("textarea");
  stage.append(element);
  const editor = new EasyMDE({
    element,
    autoDownloadFontAwesome: false,
    spellChecker: false,
    minHeight: "80px",
    toolbar: ["bold", "italic", "heading", "unordered-list", "table", "undo", "preview"],
  });
  const tell = (): void => say(editor.value());
  editor.codemirror.on("change", tell);
  tell();
};
