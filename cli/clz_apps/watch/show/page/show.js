"use strict";
// What agents do, as the server tells it. Texts of pages are put in as text, and never as markup.
const at = (id) => document.getElementById(id);
const make = (name, props = {}, ...children) => {
  const made = Object.assign(document.createElement(name), props);
  made.append(...children);
  return made;
};
const MAX_ERRORS = 50;
const KEYS = new Set(["Enter", "Backspace", "Delete", "Home", "End", "PageUp", "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);
const NOTHING = { agents: [], tabs: [], questions: [], loops: [], notes: [], actions: [] };
let state = NOTHING;
let shown = null;
let source = null;
let picking = false;
let history = null;
const pictures = new Map();
const errors = new Map();

const agentOf = (tab) => state.agents.find(({ id }) => id === tab.agent);
const nameOf = (agent) => agent.name || agent.id;
// That of its tab group.
const COLOURS = "blue cyan green orange pink purple red yellow grey".split(" ");
const colourOf = ({ id }) => `of-${COLOURS[parseInt(id.slice(-6), 16) % COLOURS.length]}`;

function listen() {
  source?.close();
  source = new EventSource(shown === null ? "events" : `events?shown=${shown}`);
  source.addEventListener("state", ({ data }) => { state = JSON.parse(data); draw(); });
  source.addEventListener("tab", ({ data }) => { take(JSON.parse(data)); });
  source.addEventListener("gone", ({ data }) => { state = NOTHING; draw(); say(JSON.parse(data).message); });
  source.onerror = () => say("clz show has ended, or cannot be reached.");
}

function say(text) {
  if (at("state").textContent !== text) at("state").textContent = text;
}

function choose(tabId) {
  shown = tabId;
  errors.delete(tabId);
  draw();
  listen();
}

function draw() {
  const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
  say(`${count(state.agents.length, "agent")}, ${count(state.tabs.length, "tab")}`);
  if (shown !== null && !state.tabs.some(({ tabId }) => tabId === shown)) shown = null;
  if (shown === null && state.tabs.length > 0) return choose((state.tabs.find(({ current }) => current) ?? state.tabs[0]).tabId);
  const focused = document.activeElement?.dataset?.tab;
  at("none").hidden = state.tabs.length > 0;
  at("did").hidden = state.agents.length === 0;
  at("tabs").replaceChildren(...state.agents.map((agent) => make("div", { className: "agent" },
    make("h2", { className: colourOf(agent), textContent: nameOf(agent) + (agent.paused ? " (paused)" : "") }),
    ...state.tabs.filter((tab) => tab.agent === agent.id).map(button))));
  if (focused) document.querySelector(`[data-tab="${focused}"]`)?.focus();
  drawQuestions();
  const tab = state.tabs.find(({ tabId }) => tabId === shown);
  at("look").hidden = !tab;
  if (tab) {
    at("title").textContent = tab.title || `Tab ${tab.tabId}`;
    at("address").textContent = tab.url;
    const paused = agentOf(tab)?.paused;
    at("entry").hidden = !paused;
    at("pause").textContent = paused ? "Give back" : "Take over";
    at("note").textContent = picking ? "Click in the picture what you mean. Escape cancels." : paused ? "The agent waits. Click in the picture and type; then give the tab back." : "";
  }
  drawFlows();
  drawLoops();
  drawNotes();
  drawAgents();
  if (!history) drawActions(state.actions);
}

function drawActions(actions) {
  at("actions").replaceChildren(...actions.slice().reverse().map(({ agent, line, outcome, ms, at: when }) => {
    const whose = state.agents.find(({ id }) => id === agent);
    const name = agent === undefined ? "" : `${whose ? nameOf(whose) : agent}  `;
    const end = outcome === "ok" ? `${ms} ms` : outcome;
    return make("li", { className: outcome === "ok" ? "" : "failed", textContent: `${when}  ${name}${line}  ${end}` });
  }));
}

// Only a person lets an agent forget what it has read.
function drawFlows() {
  const held = state.agents.filter(({ read }) => read);
  const told = JSON.stringify(held.map(({ id, name, read }) => [id, name, read]));
  if (at("flows").dataset.told === told) return;
  at("flows").dataset.told = told;
  at("flows").hidden = held.length === 0;
  at("held").replaceChildren(...held.map((agent) => make("li", {}, make("p", { textContent: `${nameOf(agent)} has read ${agent.read}` }),
    make("button", { type: "button", textContent: "Let it forget", onclick: () => send({ action: "forget", whose: agent.id }) }))));
}

function drawLoops() {
  const told = JSON.stringify(state.loops);
  if (at("loops").dataset.told === told) return;
  at("loops").dataset.told = told;
  at("loops").hidden = state.loops.length === 0;
  at("looped").replaceChildren(...state.loops.map(({ key, text, turn, most, leftMs }) => {
    const end = () => send({ action: "endLoop", whose: "person", text: key });
    const left = `${turn} of ${most} times, ${Math.ceil(leftMs / 60_000)} min left`;
    return make("li", {}, make("p", { textContent: `${text} (${left})` }), make("button", { type: "button", textContent: "End loop", onclick: end }));
  }));
}

// What the person wrote at elements, and what has come of it.
function drawNotes() {
  const notes = state.notes ?? [];
  const told = JSON.stringify(notes);
  if (at("notes").dataset.told === told) return;
  at("notes").dataset.told = told;
  at("notes").hidden = notes.length === 0;
  at("noted").replaceChildren(...notes.map(({ number, text, locator, done, answer }) => make("li", { className: done ? "done" : "" },
    make("p", { textContent: `${number}. ${text}${done ? " (resolved)" : ""}` }), make("code", { textContent: locator }), make("p", { textContent: answer }))));
}

// Whose commands are listed: of all agents since somebody looks, or what the journal of one holds.
function drawAgents() {
  const names = state.agents.map(({ name }) => name).filter(Boolean);
  const told = JSON.stringify(names);
  if (at("whose").dataset.told === told) return;
  at("whose").dataset.told = told;
  const chosen = at("whose").value;
  const [all] = at("whose").options;
  at("whose").replaceChildren(all, ...[...new Set([...names, ...(chosen ? [chosen] : [])])].map((name) => make("option", { value: name, textContent: `${name}, by its journal` })));
  at("whose").value = chosen;
}

async function readHistory() {
  const agent = at("whose").value;
  if (!agent) {
    history = null;
    at("journal").textContent = "";
    return drawActions(state.actions);
  }
  const answer = await fetch(`history?agent=${encodeURIComponent(agent)}`);
  if (!answer.ok || at("whose").value !== agent) return;
  history = await answer.json();
  at("journal").textContent = history.journal ? `From ${history.journal}` : "No journal of this agent is kept here. Start clz show with the CLZ_JOURNAL that the agent has.";
  drawActions(history.actions);
}

function drawQuestions() {
  const asked = JSON.stringify(state.questions);
  if (at("questions").dataset.asked === asked) return;
  at("questions").dataset.asked = asked;
  at("questions").hidden = state.questions.length === 0;
  at("asked").replaceChildren(...state.questions.map(({ id, agent, text, picks, allows }) => {
    const whose = state.agents.find((one) => one.id === agent);
    const says = (word, label) => make("button", { type: "button", textContent: label, onclick: () => send({ action: "answer", whose: agent, question: id, text: word }) });
    return make("li", {}, make("p", { textContent: `Agent ${whose ? nameOf(whose) : agent} asks: ${text}` }), make("div", { className: "acts" }, ...(picks ? [says("no", "No")] : [says("done", allows ? "Allow" : "Done"), says("no", "No")])));
  }));
}

function button(tab) {
  const picture = make("img", { alt: "" });
  if (pictures.has(tab.tabId)) picture.src = pictures.get(tab.tabId);
  const made = make("button", { type: "button", className: "tab" }, picture, make("span", { textContent: tab.title || tab.url || `Tab ${tab.tabId}` }));
  made.dataset.tab = tab.tabId;
  made.setAttribute("aria-pressed", String(tab.tabId === shown));
  made.onclick = () => choose(tab.tabId);
  return made;
}

function take({ tabId, image, why, errors: said }) {
  if (said.length) errors.set(tabId, [...(errors.get(tabId) ?? []), ...said].slice(-MAX_ERRORS));
  if (image) pictures.set(tabId, `data:image/jpeg;base64,${image}`);
  const thumb = document.querySelector(`[data-tab="${tabId}"] img`);
  if (thumb && image) thumb.src = pictures.get(tabId);
  if (tabId !== shown) return;
  if (image) at("picture").src = pictures.get(tabId);
  else if (why) at("note").textContent = why;
  at("errors").replaceChildren(...(errors.get(tabId) ?? []).map(({ message }) => make("li", { textContent: message })));
}

async function act(action, more = {}) {
  const tab = state.tabs.find(({ tabId }) => tabId === shown);
  if (!tab) return;
  return send({ action, whose: tab.agent, shown: tab.tabId, ...more });
}

async function send(what) {
  const body = JSON.stringify(what);
  const answer = await fetch("do", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const told = await answer.json();
  if (!answer.ok) say(told.message);
  return answer.ok ? told : null;
}

function pick(on) {
  picking = on;
  at("pick").setAttribute("aria-pressed", String(on));
  if (on) at("picked").hidden = true;
  draw();
}

at("pause").onclick = () => act(agentOf(state.tabs.find(({ tabId }) => tabId === shown))?.paused ? "resume" : "pause");
at("end").onclick = () => {
  if (at("end").dataset.sure) {
    void act("end");
    delete at("end").dataset.sure;
    at("end").textContent = "End agent";
    return;
  }
  at("end").dataset.sure = "yes";
  at("end").textContent = "End it, and close its tabs?";
};
at("end").onblur = () => { delete at("end").dataset.sure; at("end").textContent = "End agent"; };
at("screen").onclick = ({ clientX, clientY }) => {
  // A picture of the large size has the pixels of the page.
  const { left, top, width, height } = at("picture").getBoundingClientRect();
  const [wide, high] = [at("picture").naturalWidth, at("picture").naturalHeight];
  if (!width || !wide) return;
  const place = { x: Math.round(((clientX - left) * wide) / width), y: Math.round(((clientY - top) * high) / height) };
  if (!picking) return void act("click", place);
  pick(false);
  void act("pick", place).then((told) => {
    at("picked").hidden = !told;
    if (told) at("locator").textContent = told.said;
  });
};
at("screen").onkeydown = (event) => {
  // Tab goes on through this page; its button sends one.
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (picking) return;
  if (KEYS.has(event.key)) void act("press", { text: event.key });
  else if ([...event.key].length === 1) void act("write", { text: event.key });
  else return;
  event.preventDefault();
};
at("entry").onsubmit = (event) => {
  event.preventDefault();
  if (at("text").value) void act("write", { text: at("text").value });
  at("text").value = "";
};
for (const one of document.querySelectorAll("[data-key]")) one.onclick = () => act("press", { text: one.dataset.key });
for (const one of document.querySelectorAll("[data-scroll]")) one.onclick = () => act("scroll", { text: one.dataset.scroll });
at("pick").onclick = () => pick(!picking);
addEventListener("keydown", (event) => { if (event.key === "Escape" && picking) pick(false); });
at("copy").onclick = async () => {
  await navigator.clipboard.writeText(at("locator").textContent).then(() => say("Copied."), () => say("Your browser lets nobody copy here: mark it and press Ctrl+C."));
};
at("whose").onchange = () => void readHistory();
setInterval(() => { if (history) void readHistory(); }, 3000);
listen();
