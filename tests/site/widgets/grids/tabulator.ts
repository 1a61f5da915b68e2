import {
  EditModule,
  FormatModule,
  InteractionModule,
  KeybindingsModule,
  MoveColumnsModule,
  ResizeColumnsModule,
  SortModule,
  Tabulator,
} from "tabulator-tables";
import type { Widget } from "../widget";

interface Row {
  name: string;
  town: string;
  points: number;
  paid: boolean;
}

Tabulator.registerModule([
  EditModule,
  FormatModule,
  InteractionModule,
  KeybindingsModule,
  MoveColumnsModule,
  ResizeColumnsModule,
  SortModule,
]);

export const widget: Widget = async (stage, say) => {
  stage.innerHTML = "<div></div>";
  const table = new Tabulator(stage.firstElementChild as HTMLElement, {
    columns: [
      { title: "Name", field: "name", editor: "input", width: 160 },
      { title: "Town", field: "town", editor: "list", editorParams: { values: ["Bern", "Oslo", "Rome"] }, width: 160 },
      { title: "Points", field: "points", editor: "number", sorter: "number", width: 160 },
      { title: "Paid", field: "paid", editor: "tickCross", formatter: "tickCross", width: 160 },
    ],
    data: [
      { id: 1, name: "Anna", town: "Rome", points: 30, paid: false },
      { id: 2, name: "Bert", town: "Oslo", points: 10, paid: false },
      { id: 3, name: "Carl", town: "Bern", points: 20, paid: false },
    ],
    movableColumns: true,
  });
  const tell = (): void =>
    say({
      rows: table.getRows("active").map((row) => {
        const { name, town, points, paid } = row.getData() as Row;
        return [name, town, points, paid];
      }),
      columns: table.getColumns().map((column) => [column.getField(), column.getWidth()]),
    });
  await new Promise<void>((built) => table.on("tableBuilt", built));
  table.on("cellEdited", tell);
  table.on("dataSorted", () => setTimeout(tell));
  table.on("columnMoved", tell);
  table.on("columnResized", tell);
  tell();
};
