import jspreadsheet from "jspreadsheet-ce";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = "<div></div>";
  const tell = (): void => say(sheet?.getData(false, true));
  const [sheet] = jspreadsheet(stage.firstElementChild as HTMLDivElement, {
    worksheets: [
      {
        data: [
          ["Apples", 3, "=B1*2"],
          ["Pears", 5, "=B2*2"],
          ["Plums", 8, "=B3*2"],
        ],
        columns: [
          { title: "Fruit", width: 120 },
          { title: "Count", width: 80 },
          { title: "Twice", width: 80 },
        ],
      },
    ],
    onafterchanges: tell,
    oninsertrow: tell,
    ondeleterow: tell,
    onsort: tell,
  });
  tell();
};
