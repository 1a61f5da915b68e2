addEventListener("message", (event) => {
  const { url, late } = event.data;
  // Late: when the page is gone that wanted it.
  const waited = late ? fetch("/slow?ms=1500&worker") : Promise.resolve();
  const done = waited.then(() => fetch(url, { mode: "no-cors" })).then(() => "worker arrived", () => "worker failed");
  const told = done.then((outcome) => (late ? fetch("/json?told") : event.source.postMessage(outcome)));
  event.waitUntil(told);
});
