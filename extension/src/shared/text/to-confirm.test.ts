import { expect, test } from "vitest";
import { kindsIn, kindsOfAddress } from "./to-confirm";

test("a button says what it does, in words of several languages, however they are written", () => {
  for (const [name, kind] of [
    ["Delete account", "delete"],
    ["removeItem", "delete"],
    ["Konto LÖSCHEN", "delete"],
    ["Jetzt kostenpflichtig bestellen", "pay"],
    ["Buy now", "pay"],
    ["Envoyer", "submit"],
    ["Post", "submit"],
    ["Order", "pay"],
    ["De\u00adlete", "delete"],
    ["De\u200blete", "delete"],
    ["Ｄｅｌｅｔｅ", "delete"],
    ["𝐃𝐞𝐥𝐞𝐭𝐞", "delete"],
    ["Lo\u0308schen", "delete"],
  ] as const)
    expect(kindsIn(name, true), name).toContain(kind);
});

test("words that only contain one say nothing, and what is a noun in a link says nothing there", () => {
  for (const name of ["Deleted items", "Sender", "Payment methods", "Undeletable", "Show more"])
    expect(kindsIn(name, true), name).toEqual([]);
  for (const name of ["Order history", "Read the post", "Forward", "Book reviews"])
    expect(kindsIn(name, false), name).toEqual([]);
});

test("an address says it by its path and by what it has done, not by what is searched for", () => {
  expect(kindsOfAddress("https://a.test/mail/3/delete")).toEqual(["delete"]);
  expect(kindsOfAddress("https://a.test/mail?action=delete_all")).toEqual(["delete"]);
  expect(kindsOfAddress("https://a.test/mail?delete=3")).toEqual(["delete"]);
  expect(kindsOfAddress("https://a.test/%64elete/3")).toEqual(["delete"]);
  expect(kindsOfAddress("https://a.test/#/account/delete")).toEqual(["delete"]);
  expect(kindsOfAddress("https://a.test/mail?form[action]=delete")).toEqual(["delete"]);
  expect(kindsOfAddress("https://a.test/items/3/destroy")).toEqual(["delete"]);
  for (const address of [
    "https://a.test/#how-to-delete",
    "https://a.test/#/search?q=delete",
    "https://a.test/?q=how+to+delete",
    "https://a.test/orders/3",
    "about:blank",
    "https://a.test/%",
  ])
    expect(kindsOfAddress(address), address).toEqual([]);
});
