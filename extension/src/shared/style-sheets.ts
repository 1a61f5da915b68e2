// What the helper tells a content script of style sheets.

export interface StyleSheets {
  /** Its rules, whatever its origin; null while it is not loaded. */
  rulesOf: (sheet: CSSStyleSheet) => CSSRuleList | null;
  /** True while no script has changed its rules. */
  isAsLoaded: (sheet: CSSStyleSheet) => boolean;
}
