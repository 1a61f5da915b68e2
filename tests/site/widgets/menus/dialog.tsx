import * as Dialog from "@radix-ui/react-dialog";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  flushSync(() => createRoot(stage).render(<Profile say={say} />));
};

function Profile({ say }: { say: (held: unknown) => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("Anna");
  say({ open, name });
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger>Edit the profile</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay style={{ position: "fixed", inset: 0, background: "rgb(0 0 0 / 50%)" }} />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title>Profile</Dialog.Title>
          <label>
            Name <input value={name} onChange={(event) => setName(event.target.value)} />
          </label>
          <Dialog.Close>Keep it</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
