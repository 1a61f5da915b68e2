// Pressables: what people press.

const ROLES = [
  "button",
  "link",
  "tab",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "checkbox",
  "radio",
  "switch",
  "treeitem",
];

export const PRESSABLE = [
  'a[href], button, summary, label, option, [onclick], [tabindex]:not([tabindex="-1"])',
  ...ROLES.map((role) => `[role="${role}"]`),
].join(", ");
