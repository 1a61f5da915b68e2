// What the person may want to confirm before an agent does it, by the words for it: those of buttons, of links and of
// addresses. The list is in docs/security.md.

import type { ToConfirm } from "../../generated/messages";
import { comparable } from "./text";

type Kind = ToConfirm["kinds"][number];
export type Pressed = Exclude<Kind, "upload" | "download">;

/** What a link or an address says as well as a button. */
const ANYWHERE: Record<Pressed, string> = {
  pay: "pay|buy|purchase|checkout|donate|bezahlen|kaufen|kostenpflichtig|überweisen|spenden|payer|acheter|pagar|comprar|acquista|betalen|kopen",
  delete:
    "delete|remove|erase|destroy|trash|unsubscribe|deactivate|löschen|entfernen|kündigen|supprimer|effacer|eliminar|borrar|elimina|cancella|excluir|apagar|verwijderen",
  submit:
    "submit|send|publish|senden|absenden|veröffentlichen|envoyer|publier|enviar|publicar|invia|pubblica|verzenden",
};
/** What is a noun elsewhere. */
const ON_BUTTONS: Record<Pressed, string> = {
  pay: "order|subscribe|transfer|book|bestellen|buchen|commander|réserver|reservar|ordina|bestel",
  delete: "discard|clear|revoke|verwerfen|widerrufen|vaciar",
  submit: "post|share|forward|invite|confirm|teilen|weiterleiten|partager|transférer|compartir|condividi|delen",
};
const KINDS: Pressed[] = ["pay", "delete", "submit"];

const DOES = /^(?:\w*\[)?(?:form|_)?(?:action|act|do|op|operation|cmd|command|event|method|mode|task|verb)\]?$/i;

function matcher(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu");
}

const IN_LINKS = new Map(KINDS.map((kind) => [kind, matcher(ANYWHERE[kind])]));
const IN_BUTTONS = new Map(KINDS.map((kind) => [kind, matcher(`${ANYWHERE[kind]}|${ON_BUTTONS[kind]}`)]));

/** The kinds that a text is about: a button's, or that of a link or an address. */
export function kindsIn(text: string, isButton: boolean): Pressed[] {
  const words = comparable(text)
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  return KINDS.filter((kind) => (isButton ? IN_BUTTONS : IN_LINKS).get(kind)?.test(words));
}

/** The kinds that an address is about, by its path and its parameters: their names, and those that say what is to be done. */
export function kindsOfAddress(address: string): Pressed[] {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return [];
  const parameters = [...url.searchParams].map(([name, value]) => `${name} ${DOES.test(name) ? value : ""}`);
  const route = url.hash.replace(/\?.*/, "");
  const parts = [decoded(url.pathname), ...(/^#!?\//.test(route) ? [decoded(route)] : []), ...parameters];
  return kindsIn(parts.join(" ").replace(/_/g, " "), false);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
