import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  flushSync(() => createRoot(stage).render(<Rows say={say} />));
};

function Rows({ say }: { say: (held: unknown) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [pressed, press] = useState<number[]>([]);
  const rows = useVirtualizer({ count: 10_000, getScrollElement: () => box.current, estimateSize: () => 30 });
  say(pressed);
  return (
    <div ref={box} style={{ height: 210, overflow: "auto" }}>
      <div style={{ height: rows.getTotalSize(), position: "relative" }}>
        {rows.getVirtualItems().map(({ index, start, size }) => (
          <div
            key={index}
            style={{ position: "absolute", top: start, height: size }}
            onClick={() => press([...pressed, index])}
          >
            Row {index}
          </div>
        ))}
      </div>
    </div>
  );
}
