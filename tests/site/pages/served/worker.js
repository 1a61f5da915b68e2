addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const status = Number(new URL(event.request.url).searchParams.get("by") ?? 200);
  const headers = { "Content-Type": "text/html" };
  event.respondWith(new Response("<!doctype html><title>Worker</title><h1>Worker</h1>", { status, headers }));
});
