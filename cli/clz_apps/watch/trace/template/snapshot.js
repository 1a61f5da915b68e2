"use strict";
// Documents of a trace as HTML. They are other people's: nothing of them runs, and nothing is loaded.
const VOID = new Set("AREA BASE BR COL EMBED HR IMG INPUT LINK META PARAM SOURCE TRACK WBR".split(" "));
const LEFT_OUT = new Set("SCRIPT NOSCRIPT OBJECT EMBED APPLET XMP NOEMBED NOFRAMES PLAINTEXT PORTAL FENCEDFRAME BASE META LINK".split(" "));
const TAG = /^[a-z][\w:.-]*$/i;
const ATTRIBUTE = /^[^\s"'<>\/=\0]+$/;
const OWN = "__playwright_";

const escaped = (text) => String(text).replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[one]);
const styleText = (css) => String(css).replace(/<\//g, "<\\/");

/** The document of one frame; `innerOf` gives those of the frames in it. */
function htmlOf(tree, doctype, innerOf) {
  const out = [];
  visit(tree, "", false);
  return (doctype ? "<!doctype html>" : "") + out.join("");

  /** What is `foreign` is in a picture or a formula, where a style's text is read like any other. */
  function visit(node, parent, foreign) {
    if (typeof node === "string") return void out.push(parent === "STYLE" && !foreign ? styleText(node) : escaped(node));
    if (!Array.isArray(node) || typeof node[0] !== "string") return;
    const [name, given, ...children] = node;
    const upper = name.toUpperCase();
    const attributes = lowered(given);
    if (upper === "META" && /^color-scheme$/i.test(attributes.name)) return void out.push('<meta name="color-scheme" content="', escaped(attributes.content), '">');
    if (LEFT_OUT.has(upper) || !TAG.test(name)) return;
    const isForeign = foreign || upper === "SVG" || upper === "MATH";
    if (upper === "TEMPLATE" && attributes[`${OWN}style_sheet_`] !== undefined) {
      const css = attributes[`${OWN}style_sheet_`];
      return void out.push("<style>", isForeign ? escaped(css) : styleText(css), "</style>");
    }
    const isShadow = attributes[`${OWN}shadow_root_`] !== undefined;
    out.push("<", name);
    if (isShadow) out.push(' shadowrootmode="open"');
    const live = liveOf(upper, attributes, innerOf);
    for (const [key, value] of Object.entries({ ...attributes, ...live })) {
      if (value === null || key.startsWith(OWN) || !ATTRIBUTE.test(key) || /^on/i.test(key)) continue;
      if (/^(?:href|action|formaction|ping|target|xlink:href)$/i.test(key) && !/^#/.test(value)) continue;
      out.push(" ", key, '="', escaped(value), '"');
    }
    out.push(">");
    if (VOID.has(upper)) return;
    if (upper === "TEXTAREA") out.push("\n", escaped(attributes[`${OWN}value_`] ?? ""));
    else if (upper !== "IFRAME" && upper !== "FRAME") for (const child of children) visit(child, upper, isForeign);
    out.push("</", name, ">");
  }
}

/** Attributes by the names that they have in HTML, where the first of one name counts. */
function lowered(given) {
  const attributes = Object.create(null);
  for (const [key, value] of Object.entries(given ?? {})) attributes[key.toLowerCase()] ??= value;
  return attributes;
}

/** What lived in the page alone, as attributes that show the same; null takes one away. */
function liveOf(name, attributes, innerOf) {
  const own = (key) => attributes[OWN + key];
  if (name === "INPUT") return { value: own("value_") ?? null, checked: own("checked_") === "true" ? "" : null };
  if (name === "OPTION") return { selected: own("selected_") === "true" ? "" : null };
  if (name === "DIALOG") return { open: own("dialog_open_") ? "" : null };
  if (name === "IMG") return { src: /^data:/i.test(own("current_src__") ?? "") ? own("current_src__") : (attributes.src ?? null), srcset: null };
  if (name === "IFRAME" || name === "FRAME") {
    const inner = innerOf((attributes.src ?? "").replace(/^\/snapshot\//, ""));
    return { src: null, srcdoc: inner, sandbox: "allow-same-origin" };
  }
  return {};
}

/** Scrolls what was scrolled, in the order of the document. */
function scrollAs(root, tree) {
  const wanted = [];
  const collect = (node, path) => {
    if (!Array.isArray(node)) return;
    const { [`${OWN}scroll_top_`]: top, [`${OWN}scroll_left_`]: left } = node[1] ?? {};
    if (top || left) wanted.push({ path, top: Number(top ?? 0), left: Number(left ?? 0) });
    let at = 0;
    for (const child of node.slice(2))
      if (Array.isArray(child) && TAG.test(child[0]) && !LEFT_OUT.has(child[0].toUpperCase()) && child[0] !== "template") collect(child, [...path, at++]);
  };
  collect(tree, []);
  for (const { path, top, left } of wanted) {
    let element = root.documentElement;
    for (const at of path) element = element?.children[at];
    element?.scrollTo({ top, left, behavior: "instant" });
  }
}
