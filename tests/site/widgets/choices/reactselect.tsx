import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import Select from "react-select";
import type { Widget } from "../widget";

const FRUITS = ["Apple", "Banana", "Cherry", "Date"].map((name) => ({ value: name, label: name }));

export const widget: Widget = (stage, say) => {
  flushSync(() => createRoot(stage).render(<Fruits say={say} />));
};

function Fruits({ say }: { say: (held: unknown) => void }) {
  const [chosen, choose] = useState(FRUITS.slice(0, 1));
  say(chosen.map(({ value }) => value));
  return (
    <Select aria-label="Fruits" isMulti options={FRUITS} value={chosen} onChange={(fruits) => choose([...fruits])} />
  );
}
