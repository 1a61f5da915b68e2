// roads.html#{"NAME": PORT}: every road that a page has to somewhere else, each to a port of its own. A road ends when
// nothing of it can come any more, as far as the page can tell; the last one is taken when all others have ended.

const ports = JSON.parse(decodeURIComponent(location.hash.slice(1)) || "{}");
const log = (line) => { document.querySelector("#log").textContent += `${line}\n`; };
const at = (name, scheme = "http") => `${scheme}://127.0.0.1:${ports[name]}/${name}`;
const host = (name) => `127.0.0.1:${ports[name]}`;
const ended = (target, ...kinds) => new Promise((resolve) => {
  for (const kind of kinds) target.addEventListener(kind, resolve);
});
const script = (code) => `data:text/javascript,${encodeURIComponent(code)}`;
const blob = (code, type = "text/javascript") => URL.createObjectURL(new Blob([code], { type }));
const ask = (name) => `fetch(${JSON.stringify(at(name))}, { mode: "no-cors" })`;

function element(tag, properties, ...kinds) {
  const made = Object.assign(document.createElement(tag), properties);
  const over = ended(made, "load", "error", ...kinds);
  document.body.append(made);
  return over;
}

/** A worker that says when it is over. */
function worked(url, Kind = Worker, options = {}) {
  const worker = new Kind(url, options);
  const port = worker.port ?? worker;
  port.start?.();
  return Promise.race([ended(port, "message"), ended(worker, "error")]);
}
const told = (code) => `(async () => { try { await ${code} } catch {} (self.onconnect === undefined ? postMessage(1) : 0) })()`;
const shared = (code) => `const ports = []; let over = false;
  onconnect = ({ ports: [port] }) => { ports.push(port); if (over) port.postMessage(1); };
  (async () => { try { await ${code} } catch {} over = true; for (const port of ports) port.postMessage(1); })();`;
const socket = (name) => `new Promise((resolve) => { const made = new WebSocket("ws://${host(name)}/"); made.onclose = resolve; })`;

async function peer(servers, policy = "all", Peer = RTCPeerConnection) {
  const made = new Peer({ iceServers: servers, iceTransportPolicy: policy });
  made.createDataChannel("x");
  await made.setLocalDescription();
  if (made.iceGatheringState !== "complete") {
    await new Promise((resolve) => {
      made.addEventListener("icegatheringstatechange", () => made.iceGatheringState === "complete" && resolve());
    });
  }
  return made;
}

const turn = (name, transport) => [{ urls: `turn:${host(name)}?transport=${transport}`, username: "u", credential: "p" }];

const frame = (properties) => {
  const made = Object.assign(document.createElement("iframe"), properties);
  document.body.append(made);
  return made;
};

const ROADS = {
  fetch: () => fetch(at("fetch"), { mode: "no-cors" }),
  keepalive: () => fetch(at("keepalive"), { mode: "no-cors", keepalive: true }),
  xhr: () => new Promise((resolve) => {
    const made = new XMLHttpRequest();
    made.onloadend = resolve;
    made.open("POST", at("xhr"));
    made.send("x");
  }),
  events: () => {
    const made = new EventSource(at("events"));
    return ended(made, "error", "open").then(() => made.close());
  },
  beacon: () => navigator.sendBeacon(at("beacon"), "x"),
  ping: () => {
    const link = Object.assign(document.createElement("a"), { href: "#pinged", ping: at("ping") });
    document.body.append(link);
    link.click();
  },
  image: () => element("img", { src: at("image") }),
  style: () => element("link", { rel: "stylesheet", href: at("style") }),
  object: () => element("object", { data: at("object") }),
  embed: () => { element("embed", { src: at("embed") }); },
  media: () => element("video", { src: at("media"), preload: "auto" }, "loadedmetadata"),
  font: () => new FontFace("font", `url(${at("font")})`).load(),
  icon: () => { element("link", { rel: "icon", href: at("icon") }); },
  preload: () => element("link", { rel: "preload", as: "script", href: at("preload") }),
  modulepreload: () => element("link", { rel: "modulepreload", href: at("modulepreload") }),
  preconnect: () => { element("link", { rel: "preconnect", href: at("preconnect") }); },
  preconnectcors: () => { element("link", { rel: "preconnect", crossOrigin: "", href: at("preconnectcors") }); },
  module: () => import(at("module")),
  xslt: () => {
    const sheet = `<?xml-stylesheet type="text/xsl" href="${at("xslt")}"?><a/>`;
    return element("iframe", { src: blob(sheet, "text/xml") });
  },
  svg: () => element("iframe", { src: blob(
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="${at("svg")}" width="9" height="9"/></svg>`, "image/svg+xml") }),
  form: () => {
    const made = Object.assign(document.createElement("form"), { action: at("form"), method: "post", target: "formed" });
    frame({ name: "formed" });
    document.body.append(made);
    made.submit();
  },
  refresh: () => element("iframe", { srcdoc: `<meta http-equiv="refresh" content="0;url=${at("refresh")}">` }),
  datapage: () => element("iframe", { src: `data:text/html,<img src="${at("datapage")}">` }),
  sandboxed: () => element("iframe", { sandbox: "allow-scripts", srcdoc: `<script>${ask("sandboxed")}<\/script>` }),
  report: () => element("iframe", { src: `/policy?to=${encodeURIComponent(at("report"))}&header=Content-Security-Policy` }),
  link: () => element("iframe", { src: `/policy?to=${encodeURIComponent(at("link"))}&header=Link` }),
  linkload: () => element("iframe", { src: `/policy?to=${encodeURIComponent(at("linkload"))}&header=Link&rel=preload` }),
  stylelink: () => element("iframe", { src: `/policy?to=${encodeURIComponent(at("stylelink"))}&header=Link&rel=stylesheet` }),
  worker: () => worked(script(told(ask("worker")))),
  workerblob: () => worked(blob(told(ask("workerblob")))),
  workersocket: () => worked(script(told(socket("workersocket")))),
  imported: () => worked(script(told(`importScripts("${at("imported")}")`))),
  moduleworker: () => worked(script(told(`import("${at("moduleworker")}")`)), Worker, { type: "module" }),
  nested: () => worked(script(`const inner = new Worker(${JSON.stringify(script(told(ask("nested"))))}); inner.onmessage = () => postMessage(1);`)),
  worklet: async () => {
    const audio = new OfflineAudioContext(1, 1, 8000);
    await audio.audioWorklet.addModule(script(`import "${at("worklet")}"`));
  },
  shared: () => worked("/roads-shared.js?" + encodeURIComponent(at("shared")), SharedWorker),
  sharedblob: () => worked(blob(shared(ask("sharedblob"))), SharedWorker),
  shareddata: () => worked(script(shared(ask("shareddata"))), SharedWorker),
  sharedsocket: () => worked(script(shared(socket("sharedsocket"))), SharedWorker),
  sharedimport: () => worked(script(shared(`importScripts("${at("sharedimport")}")`)), SharedWorker),
  sharednested: () => worked(script(shared(
    `new Promise((resolve) => { const inner = new Worker(${JSON.stringify(script(told(ask("sharednested"))))}); inner.onmessage = inner.onerror = resolve; })`)), SharedWorker),
  transport: () => new WebTransport(`https://${host("transport")}/`).ready,
  stun: () => peer([{ urls: `stun:${host("stun")}` }]),
  turn: () => peer(turn("turn", "udp"), "relay"),
  turntcp: () => peer(turn("turntcp", "tcp"), "relay"),
  // From windows that are there before any script of an extension can be.
  stunframe: () => peer([{ urls: `stun:${host("stunframe")}` }], "all", frame({}).contentWindow.RTCPeerConnection),
  stunpopup: () => peer([{ urls: `stun:${host("stunpopup")}` }], "all", open("about:blank").RTCPeerConnection),
  stunsrcdoc: () => {
    const code = `new RTCPeerConnection({ iceServers: [{ urls: "stun:${host("stunsrcdoc")}" }] })`;
    return element("iframe", { srcdoc: `<script>const made = ${code}; made.createDataChannel("x"); made.setLocalDescription();<\/script>` });
  },
  stunsandbox: () => {
    const code = `new RTCPeerConnection({ iceServers: [{ urls: "stun:${host("stunsandbox")}" }] })`;
    return element("iframe", { sandbox: "allow-scripts", src: `data:text/html,<script>const made = ${code}; made.createDataChannel("x"); made.setLocalDescription();<\/script>` });
  },
  stunblob: () => {
    const code = `new RTCPeerConnection({ iceServers: [{ urls: "stun:${host("stunblob")}" }] })`;
    return element("iframe", { src: blob(`<script>const made = ${code}; made.createDataChannel("x"); made.setLocalDescription();<\/script>`, "text/html") });
  },
};

async function go() {
  const patience = new Promise((resolve) => { setTimeout(resolve, 4_000, "late"); });
  const taken = Object.keys(ROADS).filter((name) => name in ports).map(async (name) => {
    const how = await Promise.race([(async () => ROADS[name]())().then(() => "ended", (thrown) => `failed: ${thrown}`), patience]);
    log(`${name} ${how}`);
  });
  await Promise.all(taken);
  await fetch(at("last"), { mode: "no-cors" });
}

document.getElementById("go").addEventListener("click", () => void go());
