// A single-page app: each view is made of what its backend answers, or says that it does not answer.
const view = document.querySelector("#view");

async function show() {
  const name = location.hash.slice(2) || "orders";
  try {
    const answer = await fetch(`api/${name}.json`, { headers: { "X-App": "orders" } });
    if (!answer.ok) throw new Error(`the server said ${answer.status}`);
    const { lines } = await answer.json();
    view.innerHTML = `<ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`;
  } catch (problem) {
    view.innerHTML = `<p class="error">Something went wrong: ${problem.message}</p>`;
  }
}

addEventListener("hashchange", show);
void show();
