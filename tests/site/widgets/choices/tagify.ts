import Tagify from "@yaireo/tagify";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `<input aria-label="Topics" value="red, green">`;
  const tags = new Tagify(stage.firstElementChild, {
    dropdown: { enabled: 1 },
    whitelist: ["blue", "black", "white"],
  });
  const tell = (): void => say(tags.value.map(({ value }) => value));
  tags.on("change", tell);
  tell();
};
