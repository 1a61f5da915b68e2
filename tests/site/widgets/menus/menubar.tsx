import * as Menubar from "@radix-ui/react-menubar";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  flushSync(() => createRoot(stage).render(<Menus say={say} />));
};

function Menus({ say }: { say: (held: unknown) => void }) {
  const [chosen, choose] = useState("");
  say(chosen);
  return (
    <Menubar.Root>
      <Menubar.Menu>
        <Menubar.Trigger>File</Menubar.Trigger>
        <Menubar.Portal>
          <Menubar.Content className="menu">
            <Menubar.Item onSelect={() => choose("new")}>New letter</Menubar.Item>
            <Menubar.Sub>
              <Menubar.SubTrigger>Export as</Menubar.SubTrigger>
              <Menubar.Portal>
                <Menubar.SubContent className="menu">
                  <Menubar.Item onSelect={() => choose("pdf")}>PDF</Menubar.Item>
                  <Menubar.Sub>
                    <Menubar.SubTrigger>Picture</Menubar.SubTrigger>
                    <Menubar.Portal>
                      <Menubar.SubContent className="menu">
                        <Menubar.Item onSelect={() => choose("png")}>PNG</Menubar.Item>
                        <Menubar.Item onSelect={() => choose("svg")}>SVG</Menubar.Item>
                      </Menubar.SubContent>
                    </Menubar.Portal>
                  </Menubar.Sub>
                </Menubar.SubContent>
              </Menubar.Portal>
            </Menubar.Sub>
          </Menubar.Content>
        </Menubar.Portal>
      </Menubar.Menu>
      <Menubar.Menu>
        <Menubar.Trigger>View</Menubar.Trigger>
        <Menubar.Portal>
          <Menubar.Content className="menu">
            <Menubar.Item onSelect={() => choose("zoom")}>Zoom in</Menubar.Item>
          </Menubar.Content>
        </Menubar.Portal>
      </Menubar.Menu>
    </Menubar.Root>
  );
}
