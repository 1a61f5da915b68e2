// Added to a page: from here on whatever it can say, it says as it was chosen in `said`.
"use strict";

const by = (id) => document.getElementById(id);
const text = said.toWellFormed();
document.title = said;
for (const element of document.body.querySelectorAll("*:not(script)")) {
  for (const name of ["title", "data-said", "aria-description", "class"]) element.setAttribute(name, said);
}
for (const element of document.querySelectorAll("h1, label, button, a, option")) element.append(said);
for (const button of document.querySelectorAll("button, #total")) button.setAttribute("aria-label", said);
for (const field of document.querySelectorAll("input:not([type=file]), textarea")) field.placeholder = said;
const made = (name, given, parent = document.body) => parent.appendChild(Object.assign(document.createElement(name), given));
made("iframe", { name: said, title: said, srcdoc: `<title>inner</title><p>inner` });
made("img", { alt: said, src: `none.png?${encodeURIComponent(text)}` });
made("a", { id: "saved", href: "saved", download: said.slice(-99), textContent: said });
made("meta", { name: "description", content: said }, document.head);
made("button", { id: "asks", textContent: said }).onclick = () => prompt(said, said);
made("p", { id: "long", textContent: `${said}\n`.repeat(3_000), style: "white-space: pre; height: 1px; overflow: hidden" });
by("count")?.addEventListener("click", () => alert(said));
console.log(said, { [said]: said });
console.error(new Error(said));
setTimeout(() => {
  const error = new Error(said);
  error.name = said;
  throw error;
});
for (const storage of [localStorage, sessionStorage]) storage.setItem(said, said);
const opening = indexedDB.open(text, 1);
opening.onupgradeneeded = () => opening.result.createObjectStore(text);
opening.onsuccess = () => opening.result.close();
void fetch(`says.json?${encodeURIComponent(text)}#${text}`, { headers: { "X-EVIL": encodeURIComponent(text) } });
void fetch("nothing", { method: "POST", body: said }).catch(() => undefined);
const socket = new WebSocket(`ws://${location.host}/echo?${encodeURIComponent(text)}`);
socket.onopen = () => socket.send(text);
performance.mark(said);
document.fonts.add(new FontFace("EVIL", "url(none.woff2)"));
