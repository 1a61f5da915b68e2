import Quill from "quill";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = "<div></div>";
  const quill = new Quill(stage.firstElementChild as HTMLElement, {
    theme: "snow",
    placeholder: "Write something",
    modules: { toolbar: [[{ header: [1, 2, false] }], ["bold", "link"], [{ color: [] }], [{ list: "bullet" }]] },
  });
  const tell = (): void => say(quill.getContents().ops);
  quill.on("text-change", tell);
  tell();
};
