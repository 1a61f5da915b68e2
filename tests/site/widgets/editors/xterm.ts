import { Terminal } from "@xterm/xterm";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  const terminal = new Terminal({ cols: 50, rows: 6 });
  terminal.open(stage);
  const lines: string[] = [];
  let line = "";
  const tell = (): void => say({ lines, selected: terminal.getSelection() });
  // A shell that writes back what is typed.
  terminal.onData((data) => {
    if (data === "\r") {
      lines.push(line);
      terminal.write(`\r\nran ${line}\r\n$ `);
      line = "";
    } else if (data === "\x7f") {
      line = line.slice(0, -1);
      terminal.write("\b \b");
    } else {
      line += data;
      terminal.write(data);
    }
    tell();
  });
  terminal.onSelectionChange(tell);
  terminal.write("$ ");
  tell();
};
