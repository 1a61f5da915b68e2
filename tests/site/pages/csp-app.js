"use strict";
console.log("under a strict policy");
window.app = { name: "strict app", list: [1, 2, 3] };
