// Collects what a page can find out about who is at work in it. `#begin` starts again, `#tell` writes it into `#log`.

"use strict";

const EVENTS = `pointerdown pointerup pointermove pointerover pointerout pointerenter pointerleave mousedown mouseup mousemove
  mouseover mouseout mouseenter mouseleave click auxclick dblclick contextmenu wheel keydown keypress keyup beforeinput input
  change focus blur focusin focusout dragstart drag dragenter dragover dragleave drop dragend select submit reset copy cut
  paste scroll selectionchange visibilitychange error unhandledrejection securitypolicyviolation resize message hashchange
  DOMContentLoaded load beforeprint afterprint fullscreenchange pageshow pagehide`.split(/\s+/);

const seen = { events: [], mutations: [], stacks: new Set() };
const before = { globals: null, history: history.length, html: "" };

for (const type of EVENTS) window.addEventListener(type, note, true);
document.getElementById("bin").addEventListener("dragover", (event) => event.preventDefault());

function note(event) {
  const at = event.target === window ? "window" : (event.target.id ?? event.target.nodeName);
  const entry = { type: event.type, at, trusted: event.isTrusted, has: document.hasFocus() };
  if (event instanceof MouseEvent) {
    const { clientX, clientY, screenX, screenY, mozInputSource, view } = event;
    // A mouse on a screen that is not magnified.
    entry.off = Math.round(Math.abs(screenX - clientX - mozInnerScreenX) + Math.abs(screenY - clientY - mozInnerScreenY));
    entry.source = mozInputSource;
    entry.view = view === window;
  }
  if (event instanceof PointerEvent) entry.pointer = event.pointerType;
  if (event.type === "focus" && event.target instanceof Element) entry.matches = event.target.matches(":focus");
  seen.events.push(entry);
  seen.stacks.add(new Error().stack);
}

const observer = new MutationObserver((records) => {
  for (const { type, target, attributeName } of records) {
    if (target.id !== "log" && target.parentNode?.id !== "rich" && target.id !== "rich") seen.mutations.push(`${type} ${target.id || target.nodeName} ${attributeName ?? ""}`);
  }
});
observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

/** A window that nobody had time to reach: as Firefox makes them. */
function fresh(work) {
  observer.disconnect();
  const frame = document.createElement("iframe");
  document.body.append(frame);
  try {
    return work(frame.contentWindow);
  } finally {
    frame.remove();
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  }
}

function shape(win, holder, key) {
  const at = Object.getOwnPropertyDescriptor(holder, key);
  if (!at) return "missing";
  const of = (value) => {
    if (typeof value !== "function") return typeof value;
    const text = win.Function.prototype.toString.call(value);
    return [value.name, value.length, text, Object.getOwnPropertyNames(value).sort().join(), "prototype" in value,
      Object.getPrototypeOf(value) === win.Function.prototype || "other", construct(value, text)].join("|");
  };
  return JSON.stringify([at.writable, at.enumerable, at.configurable, of(at.value), of(at.get), of(at.set)]);
}

/** What `new` says, where it runs nothing. */
function construct(value, text) {
  if (!text.includes("[native code]") || /^function [A-Z]/.test(text)) return "";
  const probe = new Proxy(value, { construct: () => ({}) });
  try {
    new probe();
    return "constructs";
  } catch (thrown) {
    return thrown.name;
  }
}

/** Everything that differs from a window that is as Firefox makes it. */
function surface() {
  return fresh((clean) => {
    const odd = [];
    const compare = (name, mine, theirs) => {
      const keys = Reflect.ownKeys(theirs).map(String).join();
      const own = Reflect.ownKeys(mine).map(String).join();
      if (name !== "window" && keys !== own) odd.push(`${name}: keys`);
      for (const key of Reflect.ownKeys(theirs)) {
        if (shape(window, mine, key) !== shape(clean, theirs, key)) odd.push(`${name}.${String(key)}`);
      }
    };
    for (const key of Object.getOwnPropertyNames(clean)) {
      const mine = Object.getOwnPropertyDescriptor(window, key);
      const theirs = Object.getOwnPropertyDescriptor(clean, key);
      if (typeof theirs.value !== "function" && !["console", "Math", "JSON", "Reflect", "Intl", "CSS"].includes(key)) continue;
      if (!mine) {
        odd.push(`window.${key} missing`);
        continue;
      }
      if (shape(window, window, key) !== shape(clean, clean, key)) odd.push(`window.${key}`);
      if (typeof theirs.value === "object") compare(key, mine.value, theirs.value);
      else if (theirs.value.prototype) compare(`${key}.prototype`, mine.value.prototype, theirs.value.prototype);
    }
    return odd;
  });
}

/** How often things that are said to a console are touched, and from where. */
function touches(win, speak) {
  const count = [];
  const stacks = [];
  const touched = (name) => {
    count.push(name);
    const frames = new Error().stack.split("\n").slice(1).map((line) => line.replace(/:\d+:\d+$/, ""));
    stacks.push(frames.slice(0, frames.findIndex((frame) => frame.startsWith("speakToConsole"))).join(" "));
    return "told";
  };
  const trap = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, (...given) => {
    touched(`trap ${name}`);
    return Reflect[name](...given);
  }]));
  const said = (name) => ({ get data() { return touched(`${name} getter`); }, toString: () => touched(`${name} toString`),
    toJSON: () => touched(`${name} toJSON`), valueOf: () => touched(`${name} valueOf`),
    get [Symbol.toStringTag]() { return touched(`${name} tag`); }, inner: { get deep() { return touched(`${name} deep`); } } });
  const error = Object.defineProperties(new Error("told"), Object.fromEntries(["message", "name", "stack"].map((name) =>
    [name, { get: () => touched(`error ${name}`) }])));
  const map = Object.assign(new Map([[said("key"), 1]]), { entries: () => touched("map entries") });
  Object.defineProperty(map, "size", { get: () => touched("map size") });
  map[Symbol.iterator] = () => touched("map iterator");
  const element = Object.defineProperty(document.createElement("p"), "id", { get: () => touched("element id") });
  const date = Object.assign(new Date(0), { toISOString: () => touched("date"), getTime: () => touched("time") });
  class Own { get name() { return touched("class getter"); } static get name() { return touched("static name"); } }
  const values = [said("plain"), [said("list")], error, map, element, date, new Own(), Own, new Proxy({}, trap), new Proxy([], trap),
    new Proxy(class {}, trap), Object.create(new Proxy({}, trap)), { [Symbol.toStringTag]: "Map" }, Object.create(null)];
  for (const value of values) {
    try {
      speak(win, value);
    } catch (thrown) {
      count.push(`${thrown.name}: ${thrown.message}`);
    }
  }
  return { count: count.join(), stacks: stacks.join("\n") };
}

function speakToConsole(win, value) {
  for (const name of ["log", "debug", "info", "warn", "error", "dir", "table", "trace"]) win.console[name](value, "and", value);
  win.console.assert(false, value);
  win.console.log("%s %o %O %d %i %f %c.", value, value, value, 1, 2, 3, "", value);
}

document.getElementById("begin").addEventListener("click", () => setTimeout(() => {
  seen.events.length = 0;
  seen.mutations.length = 0;
  seen.stacks.clear();
  performance.clearResourceTimings();
  before.html = document.documentElement.outerHTML;
  before.globals = Reflect.ownKeys(window).map(String).sort().join();
  before.scroll = `${scrollX},${scrollY}`;
}));

document.getElementById("talk").addEventListener("click", () => {
  const mine = touches(window, speakToConsole);
  const theirs = fresh((clean) => touches(clean, speakToConsole));
  seen.touched = mine.count === theirs.count ? "as by Firefox" : `${mine.count} instead of ${theirs.count}`;
  seen.stacksOfTouches = mine.stacks === theirs.stacks ? "as by Firefox" : mine.stacks;
  seen.readsOfThrown = 0;
  const read = () => (seen.readsOfThrown += 1, "thrown");
  throw Object.defineProperties(new Error("thrown"), { message: { get: read }, stack: { get: read }, name: { get: read } });
});

document.getElementById("tell").addEventListener("click", () => {
  const { events, mutations, stacks } = seen;
  const last = events.slice(0, events.findIndex(({ at, type }) => at === "tell" && type === "pointerdown"));
  const told = {
    types: [...new Set(last.map(({ type }) => type))].sort(),
    untrusted: [...new Set(events.filter(({ trusted }) => !trusted).map(({ type, at }) => `${type} ${at}`))],
    elsewhere: [...new Set(events.filter(({ off, view }) => off > 1 || view === false).map(({ type, off }) => `${type} ${off}`))],
    sources: [...new Set(events.filter(({ source }) => source !== undefined && source !== 1).map(({ source, type }) => `${type} ${source}`))],
    pointers: [...new Set(events.filter(({ pointer }) => pointer !== undefined).map(({ type, pointer }) => `${pointer}`))],
    unfocused: events.filter(({ matches }) => matches === false).map(({ at }) => at),
    inactive: [...new Set(events.filter(({ type, has }) => /^(?:key|focus|mousedown)/.test(type) && !has).map(({ type }) => type))],
    mutations: [...new Set(mutations)],
    surface: surface(),
    globals: Reflect.ownKeys(window).map(String).sort().join() === before.globals,
    html: document.documentElement.outerHTML === before.html,
    scroll: `${scrollX},${scrollY}` === before.scroll,
    history: history.length === before.history,
    webdriver: navigator.webdriver,
    foreign: [...new Set([...[...stacks].join("\n").matchAll(/\b(?:moz-extension|resource|chrome|self-hosted):[^\s]*/g)].map(([found]) => found))],
    entries: performance.getEntries().map(({ name }) => name).filter((name) => /^(?:moz-extension|resource|chrome|blob|data):/.test(name)),
    sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    touched: seen.touched,
    touchedFrom: seen.stacksOfTouches,
    readsOfThrown: seen.readsOfThrown,
    visible: document.visibilityState,
    focus: document.hasFocus(),
    matches: document.querySelector(":focus")?.id,
    elements: document.querySelectorAll("*").length,
    corner: document.elementFromPoint(innerWidth - 20, innerHeight - 16)?.localName,
  };
  document.getElementById("log").textContent = JSON.stringify(told, null, 1);
});
