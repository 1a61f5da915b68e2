// Tables as GFM writes them: a row a line, under one line of headings.
//
// GFM has no cells that reach over several rows or columns. What reaches down is said in each row; rows of headings become
// one. Tables that only lay out a page are left to what is in them.

import type TurndownService from "turndown";

const CELLS = "td, th";

/** What each cell holds, as Markdown. */
type Contents = WeakMap<Node, string>;

export function tables(service: TurndownService): void {
  const contents: Contents = new WeakMap();
  service.addRule("tableCell", {
    filter: ["th", "td"],
    replacement: (content, node) => {
      if (laysOut(tableOf(node))) return `\n\n${content.trim()}\n\n`;
      contents.set(node, inLine(content));
      return "";
    },
  });
  service.addRule("tablePart", {
    filter: ["tr", "thead", "tbody", "tfoot", "colgroup", "col"],
    replacement: (content, node) => (laysOut(tableOf(node)) ? content : ""),
  });
  service.addRule("caption", {
    filter: "caption",
    replacement: (content, node) => {
      contents.set(node, content.trim());
      return "";
    },
  });
  service.addRule("table", {
    filter: "table",
    replacement: (content, node) => {
      const table = node as HTMLTableElement;
      const caption = (table.caption && contents.get(table.caption)) ?? "";
      const body = laysOut(table) ? content : written(table, contents);
      return body.trim() === "" && caption === "" ? "" : `\n\n${caption}\n\n${body.trim()}\n\n`;
    },
  });
  service.addRule("codeInCell", {
    filter: (node) => node.nodeName === "PRE" && !laysOut(tableOf(node)) && node.closest(CELLS) !== null,
    replacement: (_, node) => (node.textContent ?? "").trim().split(/\n/).map(asCode).join("<br>"),
  });
}

function tableOf(node: Node): HTMLTableElement | null {
  return (node as Element).closest("table");
}

/** True for a table that says of itself that it is none, or that holds others and has no heading. */
function laysOut(table: HTMLTableElement | null): boolean {
  if (!table) return false;
  const role = table.getAttribute("role");
  if (role === "presentation" || role === "none") return true;
  const isOwn = (element: Element): boolean => element.closest("table") === table;
  if (role !== null || [...table.querySelectorAll("th, caption, thead")].some(isOwn)) return false;
  // Inside of a table with headings it is a part of what a cell says.
  const around = table.parentElement?.closest("table");
  return table.querySelector("table") !== null && (!around || laysOut(around));
}

function written(table: HTMLTableElement, contents: Contents): string {
  const { rows, headings } = grid(table, contents);
  if (rows.every((row) => row.every((cell) => cell.text === ""))) return "";
  if (table.parentElement?.closest(CELLS) && !laysOut(tableOf(table.parentElement))) {
    return rows.map((row) => row.flatMap(({ text, again }) => (again ? [] : text)).join(", ")).join("<br>");
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [first = [], ...rest] = headings > 1 ? [merged(rows.slice(0, headings), width), ...rows.slice(headings)] : rows;
  const line = (row: Cell[]): string =>
    `| ${Array.from({ length: width }, (_, at) => row[at]?.text ?? "").join(" | ")} |`;
  return [line(first), `|${" --- |".repeat(width)}`, ...rest.map(line)].join("\n");
}

interface Cell {
  text: string;
  /** True for what a cell says once more, as it reaches over several rows. */
  again: boolean;
}

/** The rows with a cell in each column, and how many of them are headings. */
function grid(table: HTMLTableElement, contents: Contents): { rows: Cell[][]; headings: number } {
  const rows: Cell[][] = [];
  let headings = 0;
  let section: Element | null = null;
  /** By column: what reaches down from the rows before, and how far. */
  let reaching: Array<{ cell: Cell; left: number } | undefined> = [];
  for (const row of table.rows) {
    if (row.parentElement !== section) reaching = [];
    section = row.parentElement;
    const cells: Cell[] = [];
    const reached = (): void => {
      for (let above = reaching[cells.length]; above && above.left > 0; above = reaching[cells.length]) {
        above.left -= 1;
        cells.push({ ...above.cell, again: true });
      }
    };
    const inHead = row.parentElement?.localName === "thead";
    for (const cell of row.cells) {
      reached();
      const text = contents.get(cell) ?? "";
      const left = cell.rowSpan === 0 ? table.rows.length : cell.rowSpan - 1;
      for (let column = 0; column < cell.colSpan; column += 1) {
        // A heading says of each of its columns what it says.
        const own = { text: column === 0 || inHead ? text : "", again: column > 0 };
        reaching[cells.length] = { cell: own, left };
        cells.push(own);
      }
    }
    reached();
    if (cells.length === 0) continue;
    if (inHead && headings === rows.length) headings += 1;
    rows.push(cells);
  }
  return { rows, headings };
}

/** Several rows of headings as one: of each column what they say, from above. */
function merged(rows: Cell[][], width: number): Cell[] {
  return Array.from({ length: width }, (_, at) => {
    const said = rows.map((row) => row[at]?.text ?? "").filter(Boolean);
    return { text: said.filter((text, n) => text !== said[n - 1]).join(" "), again: false };
  });
}

/** What a cell holds in one line, in which no sign ends the cell. */
function inLine(content: string): string {
  return content
    .trim()
    .replaceAll("|", "\\|")
    .replace(/\s*(?: {2}\n|\n\s*\n)\s*/g, "<br>")
    .replace(/\s+/g, " ");
}

function asCode(text: string): string {
  const fence = "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return text === "" ? "" : `${fence}${pad}${text}${pad}${fence}`;
}
