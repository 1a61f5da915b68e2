import * as ContextMenu from "@radix-ui/react-context-menu";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Widget } from "../widget";

const PHOTO = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='240' height='80'/%3E";

export const widget: Widget = (stage, say) => {
  flushSync(() => createRoot(stage).render(<Photo say={say} />));
};

function Photo({ say }: { say: (held: unknown) => void }) {
  const [chosen, choose] = useState("");
  const [grid, showGrid] = useState(false);
  say({ chosen, grid });
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger asChild>
        <img alt="The photo" src={PHOTO} />
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu">
          <ContextMenu.Item onSelect={() => choose("copy")}>Copy the photo</ContextMenu.Item>
          <ContextMenu.CheckboxItem checked={grid} onCheckedChange={showGrid}>
            Show the grid
          </ContextMenu.CheckboxItem>
          <ContextMenu.Sub>
            <ContextMenu.SubTrigger>Share the photo</ContextMenu.SubTrigger>
            <ContextMenu.Portal>
              <ContextMenu.SubContent className="menu">
                <ContextMenu.Item onSelect={() => choose("mail")}>By mail</ContextMenu.Item>
                <ContextMenu.Item onSelect={() => choose("link")}>By link</ContextMenu.Item>
              </ContextMenu.SubContent>
            </ContextMenu.Portal>
          </ContextMenu.Sub>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}
