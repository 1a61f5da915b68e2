// Style sheets for those who read pages: the rules of any, other origins' included, and whether a page has changed them.

import type { StyleSheets } from "../../shared/style-sheets";

declare const InspectorUtils: { hasRulesModifiedByCSSOM(sheet: CSSStyleSheet): boolean };

export const rulesOf: StyleSheets["rulesOf"] = (sheet) => {
  try {
    return sheet.cssRules;
  } catch {
    // Not loaded yet.
    return null;
  }
};

/** The rules of a sheet that a script made can be replaced as a whole, which Firefox does not note. */
export const isAsLoaded: StyleSheets["isAsLoaded"] = (sheet) =>
  (sheet.ownerNode !== null || sheet.ownerRule !== null) && !InspectorUtils.hasRulesModifiedByCSSOM(sheet);
