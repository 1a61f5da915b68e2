// Pressables: what people press.

export const PRESSABLE = [
  'a[href], button, summary, label, option, [onclick], [tabindex]:not([tabindex="-1"])',
  ..."button link tab menuitem menuitemcheckbox menuitemradio option checkbox radio switch treeitem"
    .split(" ")
    .map((role) => `[role="${role}"]`),
].join(", ");

/** What a click is meant for, of all that lies under it. */
export const PRESSED = `${PRESSABLE}, input, select, textarea`;

export function pressable(target: Element | null): Element | null {
  return target?.closest(PRESSED) ?? target;
}
