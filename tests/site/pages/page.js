// What a test page shares: `log` writes a line into #log, `param` reads a number from the query.
"use strict";

function log(line) {
  document.getElementById("log").append(line + "\n");
}

function param(name, otherwise) {
  const value = new URLSearchParams(location.search).get(name);
  return value === null ? otherwise : Number(value);
}

// Writes every event of these types into the log, as "click #save trusted".
function watch(...types) {
  for (const type of types) {
    document.addEventListener(
      type,
      (event) => {
        const target = event.target;
        const name = target.id ? "#" + target.id : target.nodeName.toLowerCase();
        const key = event instanceof KeyboardEvent ? " " + event.key : "";
        log(type + " " + name + key + (event.isTrusted ? " trusted" : " synthetic"));
      },
      true,
    );
  }
}
