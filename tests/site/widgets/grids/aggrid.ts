import { AllCommunityModule, createGrid, ModuleRegistry } from "ag-grid-community";
import type { Widget } from "../widget";

ModuleRegistry.registerModules([AllCommunityModule]);

export const widget: Widget = (stage, say) => {
  stage.style.height = "240px";
  const grid = createGrid(stage, {
    columnDefs: [
      { field: "name", rowDrag: true },
      { field: "town", editable: true, filter: true },
      { field: "points", editable: true, cellEditor: "agSelectCellEditor", cellEditorParams: { values: [1, 2, 3] } },
    ],
    defaultColDef: { width: 180 },
    rowData: [
      { name: "Anna", town: "Rome", points: 1 },
      { name: "Bert", town: "Oslo", points: 2 },
      { name: "Carl", town: "Bern", points: 3 },
    ],
    rowDragManaged: true,
    rowSelection: { mode: "multiRow" },
    onGridReady: ({ api }) => tell(api),
    onStateUpdated: ({ api }) => tell(api),
    onModelUpdated: ({ api }) => tell(api),
    onCellValueChanged: ({ api }) => tell(api),
  });
  function tell(api: typeof grid): void {
    const rows: unknown[] = [];
    api.forEachNodeAfterFilterAndSort(({ data }) => rows.push(Object.values(data ?? {})));
    const columns = api
      .getColumnState()
      .filter(({ colId }) => !colId.startsWith("ag-"))
      .map(({ colId, width }) => [colId, width]);
    say({ rows, columns, selected: api.getSelectedRows().map(({ name }) => name) });
  }
};
