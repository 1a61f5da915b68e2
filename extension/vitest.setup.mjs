// What Firefox has, and an older Node does not have yet.

import { Buffer } from "node:buffer";

Uint8Array.fromBase64 ??= (text) => Uint8Array.from(Buffer.from(text, "base64"));
Uint8Array.prototype.toBase64 ??= function () {
  return Buffer.from(this).toString("base64");
};
Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
