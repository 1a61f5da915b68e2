addEventListener("message", (event) => {
  const done = fetch(event.data, { mode: "no-cors" }).then(() => "worker arrived", () => "worker failed");
  event.waitUntil(done.then((outcome) => event.source.postMessage(outcome)));
});
