// upload: files into a file input, or dropped on a place that takes them.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { ActionResult } from "../../shared/messages";
import { waitForKeyTarget } from "../actionability/action-target";
import type { FrameCall } from "../command";
import { turn } from "../dom/event-loop";
import { deepElementFromPoint } from "../dom/roots";
import { describe, fieldName, selectorOf } from "../dom/describe";
import { nodePath } from "../dom/node-path";
import type { Plan } from "./plan";
import { middle } from "../dom/visible";
import { lookForAny } from "../locators/find";
import { isDisabled } from "../actionability/enabled";
import type { Look } from "../actionability/look";
import { until } from "../actionability/wait";
import { dragSender, dropFiles } from "../../shared/input/drag-and-drop";
import { bringIntoView } from "../dom/scroller";

const BUTTONS = 'button, input, a, summary, [role="button"], [role="menuitem"], [role="link"]';

type Params = Commands["upload"]["params"];

export async function upload(params: Params, call: FrameCall): Promise<Plan<"upload">> {
  const input = await inputOf(params, call);
  const place = input ?? (await waitForKeyTarget(params, call));
  if (input && params.files.length > 1 && !input.multiple) {
    const details = { target: params.target, files: params.files.length };
    throw new CommandError(
      "INVALID_PARAMS",
      `${fieldName(input)} takes one file only`,
      details,
      ownWords`Give one file.`,
    );
  }
  const folder = params.files.find(isFolder);
  if (folder !== undefined && !input?.webkitdirectory) throw takesNoFolder(params.target, place, folder);
  call.acting();
  if (!input) bringIntoView(place);
  const partialResult: ActionResult<"upload"> = {
    uploaded: [],
    dropped: input === null,
    ...describe(place),
    url: location.href,
    trusted: false,
  };
  // A button is pressed, for the file chooser that it opens: what it does with a drop, nobody knows.
  if (!input && place.closest(BUTTONS))
    return { inputActions: [], partialResult, done: () => ({ ...partialResult, dropped: false }) };
  const taken = input ? watchTaken(input, call) : watchDropped(call);
  return {
    inputActions: [
      { do: "files", path: nodePath(place), point: middle(place.getBoundingClientRect()), drop: input === null },
    ],
    partialResult,
    done: () => {
      const files = taken();
      if (files.length === 0 && input) {
        throw new CommandError("NO_EFFECT", `${fieldName(place)} kept no file`, { target: params.target });
      }
      // What takes no drop may open a file chooser.
      return {
        ...partialResult,
        dropped: partialResult.dropped && files.length > 0,
        uploaded: files.map(({ name, size, webkitRelativePath }) => ({ name: webkitRelativePath || name, size })),
      };
    },
  };
}

/** Gives the files without the helper. */
export function giveFiles(
  place: Element,
  given: File[],
  drop: boolean,
  point: { x: number; y: number },
): Promise<void> | void {
  // What came in a message belongs to this script; these belong to the page, which may read them.
  const files = given.map((file) => cloneInto(file, window));
  if (drop) {
    const dropped = new DataTransfer();
    // Put in as the page itself would, or the page could not take them out.
    const pages = (dropped as unknown as { wrappedJSObject: DataTransfer }).wrappedJSObject;
    for (const file of files) pages.items.add((file as unknown as { wrappedJSObject: File }).wrappedJSObject);
    return dropFiles(place, point, dropped, {
      send: dragSender(window, false),
      elementAt: ({ x, y }) => deepElementFromPoint(x, y),
      step: async (work) => {
        await turn();
        work();
      },
    });
  }
  if (!(place instanceof HTMLInputElement)) return;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  place.files = transfer.files;
  place.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  place.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The file input that the target names. Most are hidden behind a label or a button of the page's own. */
function inputOf(params: Params, call: FrameCall): Promise<HTMLInputElement | null> {
  return until(call, (): Look<HTMLInputElement | null> => {
    const look = lookForAny(params, call);
    if (!look.ready) return look;
    const input = fileInput(look.value);
    if (!input || params.force || !isDisabled(input)) return { ready: true, value: input };
    const details = { target: params.target, element: selectorOf(input), waitedMs: call.waitedMs() };
    return { ready: false, fault: () => new CommandError("DISABLED", `${params.target} is disabled`, details) };
  });
}

function fileInput(element: Element): HTMLInputElement | null {
  const control = element instanceof HTMLLabelElement ? element.control : element;
  return control instanceof HTMLInputElement && control.type === "file" ? control : null;
}

/** Keeps the files that a page gets. Many take the field's files, and empty it for the next ones. */
function watchTaken(input: HTMLInputElement, { over }: FrameCall): () => File[] {
  let files: File[] = [];
  const onGiven = (event: Event): void => {
    if (event.composedPath()[0] === input || event.currentTarget === input) files = [...(input.files ?? files)];
  };
  for (const at of [window, input]) {
    for (const type of ["input", "change"]) {
      at.addEventListener(type, (event) => files.length === 0 && onGiven(event), {
        capture: true,
        passive: true,
        signal: over,
      });
    }
  }
  return () => (input.files?.length ? [...input.files] : files);
}

/** Keeps the files of the next drop. */
function watchDropped({ over }: FrameCall): () => File[] {
  let files: File[] = [];
  const onDrop = (event: DragEvent): void => {
    files = [...(event.dataTransfer?.files ?? [])];
  };
  window.addEventListener("drop", onDrop, { capture: true, passive: true, signal: over });
  return () => files;
}

/** The host ends the path of a folder so. */
function isFolder(path: string): boolean {
  return /[\\/]$/.test(path);
}

function takesNoFolder(target: string, place: Element, folder: string): CommandError {
  const hint = ownWords`Only an <input type=file webkitdirectory> takes a folder; name that input itself. Or give files: clz upload TARGET FILE...`;
  return new CommandError("INVALID_PARAMS", `${fieldName(place)} takes no folder`, { target, folder }, hint);
}
