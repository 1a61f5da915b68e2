// Styles as a trace keeps them: the rules that count now, with addresses that hold wherever they are read.

/** What was written of a sheet. Rules come and go at its end or as a whole: to write all of them takes long. */
const written = new WeakMap<CSSStyleSheet, { rules: number; last: string; text: string }>();

const MAX_RULES = 5_000;

/** Null for a sheet of another site, which nobody may read. */
export function textOf(sheet: CSSStyleSheet, base: string): string | null {
  try {
    if (sheet.disabled) return "";
    const { cssRules } = sheet;
    const last = cssRules[cssRules.length - 1]?.cssText ?? "";
    const known = written.get(sheet);
    if (known && known.rules === cssRules.length && known.last === last) return known.text;
    const parts: string[] = [];
    for (let at = 0; at < Math.min(cssRules.length, MAX_RULES); at += 1) parts.push(cssRules[at]?.cssText ?? "");
    const text = kept(parts.join("\n"), base);
    written.set(sheet, { rules: cssRules.length, last, text });
    return text;
  } catch {
    return null;
  }
}

/** No text of a style can end the element that it is shown in: `\/` is a slash to CSS. */
export function kept(css: string, base: string): string {
  return css
    .replace(/url\(\s*(["']?)(?!data:|#)([^"')]+)\1\s*\)/gi, (whole, quote: string, url: string) => {
      try {
        return `url(${quote}${new URL(url, base).href}${quote})`;
      } catch {
        return whole;
      }
    })
    .replace(/<\//g, "<\\/");
}
