const trace = JSON.parse(document.getElementById("trace").textContent);
const $ = (id) => document.getElementById(id);
const FACTS = ["Step", "Console", "Requests", "Source", "Events"];
const ZOOMS = [[0, "Fit"], [1, "100 %"], [2, "200 %"]];
const state = { step: firstFailed(), phase: "after", kind: "page", fact: "Step", zoom: 0, filter: "" };

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  made.append(...children);
  return made;
}
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const took = (ms) => (ms === null ? "not ended" : ms < 1000 ? `${Math.round(ms)} ms` : seconds(ms));

function firstFailed() {
  const at = trace.steps.findIndex((step) => step.error);
  return at < 0 ? 0 : at;
}

/** Whether the filter leaves it in the list. */
const isListed = (one) => one.textContent.toLowerCase().includes(state.filter);

/** What stands between the beginning of a step and that of the next one. */
function during(at, step) {
  const begin = trace.steps[step]?.at ?? 0;
  return at >= begin && at < (trace.steps[step + 1]?.at ?? Infinity);
}

function errorsOf(step) {
  const said = trace.console.filter((one) => during(one.at, step) && (one.kind === "error" || one.kind === "uncaught")).length;
  return said + trace.requests.filter((one) => during(one.at, step) && one.failed).length;
}

function drawHead() {
  const failed = trace.steps.filter((step) => step.error).length;
  const last = trace.steps.at(-1);
  const parts = [`${trace.steps.length} ${trace.steps.length === 1 ? "step" : "steps"}`];
  if (failed) parts.push(`${failed} failed`);
  if (last) parts.push(seconds(last.at + (last.ms ?? 0)));
  if (trace.began) parts.push(new Date(trace.began).toISOString().slice(0, 16).replace("T", " ") + " UTC");
  $("about").textContent = parts.join(" · ");
  $("cut").hidden = trace.whole;
  for (const one of trace.film) {
    const image = element("img", { src: trace.pictures[one.file], alt: "" });
    const button = element("button", { type: "button", "aria-label": `The page at ${seconds(one.at)}` }, image, element("span", {}, seconds(one.at)));
    button.addEventListener("click", () => choose({ step: stepAt(one.at), phase: "after" }));
    $("film").append(button);
  }
  const longest = Math.max(1, ...trace.steps.map((step) => step.ms ?? 0));
  for (const [at, step] of trace.steps.entries()) {
    const errors = errorsOf(at);
    const button = element(
      "button",
      { type: "button", class: step.error ? "wrong" : null },
      element("code", {}, step.title),
      element("span", { class: "time" }, took(step.ms)),
      ...(step.error ? [element("small", {}, `failed: ${step.error.name}`)] : errors ? [element("small", {}, `${errors} ${errors === 1 ? "error" : "errors"} meanwhile`)] : []),
      element("i", { style: `width:${(100 * (step.ms ?? 0)) / longest}%` }),
    );
    button.addEventListener("click", () => choose({ step: at }));
    document.querySelector("#steps ol").append(element("li", {}, button));
  }
}

/** The last step that had begun by then. */
function stepAt(at) {
  const index = trace.steps.findLastIndex((step) => step.at <= at);
  return Math.max(index, 0);
}

function choose(changed) {
  Object.assign(state, changed);
  draw();
}

/** To the next of the steps that are listed. */
function move(by) {
  const listed = [...document.querySelectorAll("#steps li")].flatMap((item, at) => (item.hidden ? [] : [at]));
  const step = by > 0 ? listed.find((at) => at >= state.step + by) ?? listed.at(-1) : listed.findLast((at) => at <= state.step + by) ?? listed[0];
  if (step !== undefined) choose({ step });
}

function toggles(id, names, chosen, set) {
  const at = [...$(id).children].indexOf(document.activeElement);
  $(id).replaceChildren(
    ...names.map(([key, label]) => {
      const button = element("button", { type: "button", "aria-pressed": String(key === chosen) }, label);
      button.addEventListener("click", () => set(key));
      return button;
    }),
  );
  if (at >= 0) $(id).children[at]?.focus();
}

function draw() {
  const step = trace.steps[state.step];
  const buttons = [...document.querySelectorAll("#steps button")];
  const isFiltered = buttons.some(isListed);
  for (const [at, button] of buttons.entries()) {
    button.setAttribute("aria-current", String(at === state.step));
    button.parentElement.hidden = isFiltered && !isListed(button);
  }
  show($("steps"), document.querySelectorAll("#steps button")[state.step]);
  const end = step ? step.at + (step.ms ?? 0) : 0;
  const shown = trace.film.findLastIndex((one) => one.at <= end + 500);
  for (const [at, button] of [...$("film").children].entries()) {
    button.setAttribute("aria-current", String(at === shown));
    if (at === shown) $("film").scrollLeft = button.offsetLeft - $("film").clientWidth / 2;
  }
  toggles("phases", [["before", "Before"], ["after", "After"]], state.phase, (phase) => choose({ phase }));
  toggles("kinds", [["page", "Document"], ["picture", "Picture"]], kindOf(step), (kind) => choose({ kind }));
  toggles("zooms", ZOOMS, state.zoom, (zoom) => choose({ zoom }));
  const counts = { Step: "", Console: ` ${trace.console.length}`, Requests: ` ${trace.requests.length}`, Source: "", Events: ` ${trace.pageEvents.length}` };
  toggles("tabs", FACTS.map((name) => [name, name + counts[name]]), state.fact, (fact) => choose({ fact }));
  if (!step) return void $("stage").replaceChildren(element("p", { class: "none" }, "This trace has no steps."));
  drawStage(step);
  $("panel").replaceChildren(...PANELS[state.fact](step));
  show($("panel"), $("panel").querySelector(".now"));
}

/** Scrolls within a part of the page, and the page itself not. */
function show(part, inner) {
  if (!inner) return;
  const [outer, box] = [part.getBoundingClientRect(), inner.getBoundingClientRect()];
  if (box.top < outer.top || box.bottom > outer.bottom) part.scrollTop += box.top - outer.top - (outer.height - box.height) / 2;
}

const documentsOf = (step) => trace.snapshots.named[step?.[state.phase]] ?? [];
const pictureOf = (step) => trace.pictures[step?.pictures[state.phase]];
const kindOf = (step) => (documentsOf(step).length > 0 && (state.kind === "page" || !pictureOf(step)) ? "page" : "picture");

function drawStage(step) {
  const [documents, picture] = [documentsOf(step), pictureOf(step)];
  const [own] = documents;
  $("url").textContent = own?.url ?? "";
  if (!own && !picture) return void $("stage").replaceChildren(note("The trace contains no picture of the page at this point."));
  const size = own ?? { width: 1366, height: 768 };
  const width = state.zoom ? size.width * state.zoom : Math.min($("stage").clientWidth - 24, size.width);
  const scale = width / size.width;
  const page = element("div", { class: "page" });
  Object.assign(page.style, { width: `${width}px`, colorScheme: own?.dark ? "dark" : "light" });
  if (kindOf(step) === "page") {
    page.style.height = `${size.height * scale}px`;
    const frame = element("iframe", { title: `The page ${state.phase} ${step.title}`, sandbox: "allow-same-origin", tabindex: "-1" });
    Object.assign(frame.style, { width: `${size.width}px`, height: `${size.height}px`, transform: `scale(${scale})` });
    frame.srcdoc = documentOf(documents, own, 0);
    frame.addEventListener("load", () => {
      scrollAs(frame.contentDocument, trace.snapshots.trees[own.tree]);
      if (state.phase === "before" && step.box?.scrollY !== undefined) frame.contentWindow.scrollTo({ left: step.box.scrollX, top: step.box.scrollY, behavior: "instant" });
    });
    page.append(frame);
  } else {
    page.append(element("img", { src: picture, alt: `The page ${state.phase} ${step.title}` }));
  }
  if (state.phase === "before") page.append(...marks(step, kindOf(step) === "page" ? null : own, scale));
  const why = own ? own.cut && "The page is too large to be kept as a whole." : "Firefox's own pages, such as those for errors, PDFs and JSON, are shown as pictures.";
  $("stage").replaceChildren(...(why ? [note(why)] : []), page);
  const target = page.querySelector(".target");
  if (target?.offsetTop < page.offsetHeight) show($("stage"), target);
}

const note = (text) => element("p", { class: "none" }, text);

/** What the step acts on, and where it presses; a picture is of the page before that was scrolled to. */
function marks({ box, point }, pictured, scale) {
  const root = pictured ? trace.snapshots.trees[pictured.tree][1] ?? {} : {};
  const scrolled = (now, key) => (pictured && now !== undefined ? now - Number(root[OWN + key] ?? 0) : 0);
  const [x, y] = [scrolled(box?.scrollX, "scroll_left_"), scrolled(box?.scrollY, "scroll_top_")];
  const mark = (name, place) => {
    const made = element("div", { class: name });
    for (const [key, value] of Object.entries(place)) made.style[key] = `${value * scale}px`;
    return made;
  };
  return [
    ...(box ? [mark("target", { left: box.x + x, top: box.y + y, width: box.width, height: box.height })] : []),
    ...(point ? [mark("press", { left: point.x + x, top: point.y + y })] : []),
  ];
}

function documentOf(documents, one, depth) {
  const inner = (name) => {
    const found = documents.find(({ frame }) => frame === name);
    return found && depth < 8 ? documentOf(documents, found, depth + 1) : "";
  };
  return htmlOf(trace.snapshots.trees[one.tree], one.doctype, inner);
}

const PANELS = {
  Step(step) {
    const facts = element("dl");
    const add = (name, value) => facts.append(element("dt", {}, name), element("dd", {}, value));
    add("Command", `clz ${step.title}`);
    if (step.file) add("Line", `${step.file}:${step.line}`);
    add("Began", seconds(step.at));
    add("Took", took(step.ms));
    if (step.point) add("Pressed at", `${Math.round(step.point.x)}, ${Math.round(step.point.y)}`);
    for (const line of step.log) add("Led to", line);
    for (const [name, value] of Object.entries(step.params)) if (value !== false && name !== "tabId") add(name, typeof value === "string" ? value : JSON.stringify(value));
    return step.error ? [element("p", { class: "failure" }, `${step.error.message} [${step.error.name}]`), facts] : [facts];
  },
  Console() {
    if (trace.console.length === 0) return [element("p", {}, "No console messages.")];
    const rows = trace.console.map((one) =>
      element("tr", { class: during(one.at, state.step) ? "now" : null }, element("td", {}, seconds(one.at)), element("td", { class: one.kind === "warning" ? "warning-text" : one.kind }, one.kind), element("td", {}, element("pre", {}, one.text)), element("td", { class: "where" }, one.where)),
    );
    return [table(["When", "Kind", "Text", "Where"], rows)];
  },
  Requests() {
    if (trace.requests.length === 0) return [element("p", {}, "No requests.")];
    const rows = [...trace.requests].sort((one, other) => one.at - other.at).map((one) => {
      const more = element("details", {}, element("summary", {}, one.url), element("pre", {}, textOf(one)));
      const classes = [during(one.at, state.step) && "now", one.failed && "failed"].filter(Boolean).join(" ");
      return element("tr", { class: classes || null }, element("td", {}, seconds(one.at)), element("td", {}, one.method), element("td", {}, one.status ? String(one.status) : one.why || "failed"), element("td", {}, one.type), element("td", {}, took(one.ms)), element("td", {}, more));
    });
    return [table(["When", "Method", "Status", "Type", "Took", "Address"], rows)];
  },
  Events() {
    if (trace.pageEvents.length === 0) return [element("p", {}, "No navigations, and no changes in storage.")];
    const rows = trace.pageEvents.map((one) =>
      element("tr", { class: during(one.at, state.step) ? "now" : null }, element("td", {}, seconds(one.at)), element("td", {}, one.kind), element("td", {}, element("pre", {}, one.text))),
    );
    return [table(["When", "Kind", "What"], rows)];
  },
  Source(step) {
    const text = trace.sources[step.file];
    if (!text) return [element("p", {}, step.file ? `${step.file} was not kept.` : "This step stands in no file.")];
    const lines = text.split("\n").map((line, at) => {
      const wrong = trace.steps.some((one) => one.error && one.file === step.file && one.line === at + 1);
      const classes = [at + 1 === step.line && "now", wrong && "wrong"].filter(Boolean).join(" ");
      return element("div", { class: classes || null }, element("code", {}, line || " "));
    });
    return [element("p", { class: "where" }, `${step.file}:${step.line}`), element("div", { class: "source" }, ...lines)];
  },
};

function table(heads, all) {
  const rows = all.filter(isListed);
  if (rows.length === 0) return element("p", {}, `Nothing here contains “${state.filter}”.`);
  const head = element("tr", {}, ...heads.map((name) => element("th", { scope: "col" }, name)));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}

function textOf({ sent, got, posted, body, size }) {
  const list = (headers) => headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return [list(sent), posted && `\n${posted}`, `\n${list(got)}`, body ? `\n${body}` : size > 0 && `\n${size} bytes`].filter(Boolean).join("\n");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === $("filter")) return void (event.key === "Escape" && event.target.blur());
  const inPanel = [$("panel"), $("stage")].includes(document.activeElement);
  const keys = {
    ArrowDown: () => !inPanel && move(1),
    ArrowUp: () => !inPanel && move(-1),
    j: () => move(1),
    k: () => move(-1),
    Home: () => !inPanel && move(-Infinity),
    End: () => !inPanel && move(Infinity),
    b: () => choose({ phase: "before" }),
    a: () => choose({ phase: "after" }),
    p: () => choose({ kind: state.kind === "page" ? "picture" : "page" }),
    z: () => choose({ zoom: (state.zoom + 1) % ZOOMS.length }),
    "/": () => $("filter").focus(),
    1: () => choose({ fact: "Step" }),
    2: () => choose({ fact: "Console" }),
    3: () => choose({ fact: "Requests" }),
    4: () => choose({ fact: "Source" }),
    5: () => choose({ fact: "Events" }),
  };
  const act = keys[event.key];
  if (act && act() !== false) event.preventDefault();
});
$("filter").addEventListener("input", () => choose({ filter: $("filter").value.trim().toLowerCase() }));
for (const when of ["load", "resize"]) window.addEventListener(when, draw);

drawHead();
draw();
