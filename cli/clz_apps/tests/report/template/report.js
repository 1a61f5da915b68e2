// Finding tests and grouping them. Without it the report shows all of them, those that failed first.
"use strict";
{
  const main = document.querySelector("main");
  const tests = [...main.querySelectorAll(".test")];
  const controls = document.getElementById("controls");
  const find = document.getElementById("find");
  const by = document.getElementById("group");
  const found = document.getElementById("found");
  const words = new Map();

  const textOf = (test) => {
    if (!words.has(test)) {
      const parts = [test.querySelector("summary"), ...test.querySelectorAll(".failure")];
      words.set(test, parts.map((part) => part.textContent).join(" ").toLowerCase());
    }
    return words.get(test);
  };

  const show = () => {
    const wanted = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const outcome = document.querySelector(".filter :checked")?.id.replace("show-", "") ?? "all";
    let count = 0;
    for (const test of tests) {
      const fits = outcome === "all" || test.classList.contains(outcome);
      test.hidden = !(fits && wanted.every((word) => textOf(test).includes(word)));
      count += test.hidden ? 0 : 1;
    }
    for (const group of main.querySelectorAll(".group")) {
      group.hidden = !group.querySelector(".test:not([hidden])");
    }
    found.textContent = count === tests.length ? "" : count ? `${count} of ${tests.length}` : "None fits.";
  };

  const keys = {
    file: (test) => test.dataset.file || "no file",
    tag: (test) => test.dataset.tag || "no tag",
  };

  const summary = (group) => {
    const counts = new Map();
    for (const test of group) {
      const outcome = test.querySelector(".outcome").textContent;
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
  };

  const arrange = () => {
    main.querySelectorAll(".group").forEach((group) => group.remove());
    const key = keys[by.value];
    for (const test of tests) {
      const title = test.querySelector("summary h2");
      if (key) title.setAttribute("aria-level", "3");
      else title.removeAttribute("aria-level");
    }
    if (!key) {
      main.append(...tests);
      show();
      return;
    }
    for (const [name, group] of [...Map.groupBy(tests, key)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const section = document.createElement("section");
      section.className = "group";
      const title = document.createElement("h2");
      const small = document.createElement("small");
      small.textContent = summary(group);
      title.append(name, " ", small);
      section.append(title, ...group);
      main.append(section);
    }
    show();
  };

  // What was expected and what was found, one above the other: a slider is where one ends.
  for (const expected of main.querySelectorAll("figure[data-kind=expected]:has(img)")) {
    const actual = expected.nextElementSibling;
    const found = actual?.matches("[data-kind=actual]") && actual.querySelector("img");
    if (!found) continue;
    const both = document.createElement("figure");
    const frame = document.createElement("div");
    const slider = document.createElement("input");
    const caption = document.createElement("figcaption");
    both.className = "both";
    const over = found.cloneNode();
    frame.append(expected.querySelector("img").cloneNode(), over);
    Object.assign(slider, { type: "range", min: 0, max: 100, value: 50, ariaLabel: "How much is seen of what was expected" });
    const slide = () => (over.style.clipPath = `inset(0 0 0 ${slider.value}%)`);
    slider.addEventListener("input", slide);
    slide();
    caption.textContent = "expected on the left, actual on the right";
    both.append(frame, slider, caption);
    expected.before(both);
  }

  if (tests.length > 1) controls.hidden = false;
  find.addEventListener("input", show);
  by.addEventListener("change", arrange);
  document.querySelector(".filter").addEventListener("change", show);
  if (by.value || find.value) arrange(); // what Firefox keeps over a reload
}
