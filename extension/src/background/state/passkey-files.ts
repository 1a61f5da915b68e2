// Passkeys from outside: of the form that WebDriver has for a credential, and checked before Firefox is given them, which
// takes anything and then says no more than that the user refused.

import { CommandError, ownWords } from "../../shared/errors";
import type { Passkey } from "../../shared/values/passkeys";

/** The name that the page gave when it was made is kept with it: it is in no authenticator. */
export interface KeptPasskey extends Passkey {
  userName: string;
  /** The secret that it is from, which its agent never sees; null for one of the agent's own. */
  secret: string | null;
}

type SavedPasskey = Omit<KeptPasskey, "secret"> & { publicKey: string };

const MAX_ID_BYTES = 1_023;
const MAX_HANDLE_BYTES = 64;
const MAX_COUNT = 2 ** 32 - 1;
const PEM = /^-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----\s*$/;

/** P-256 with ECDSA: what Firefox's virtual authenticators sign with. */
const KIND = { name: "ECDSA", namedCurve: "P-256" };

const FORM = ownWords`A file of clz passkey save has the form: WebDriver's Credential Parameters`;
const KEY_FORM = ownWords`From another form: openssl pkcs8 -topk8 -nocrypt -in key.pem`;

/** Throws INVALID_PARAMS. */
export async function passkeysOf(given: object[]): Promise<KeptPasskey[]> {
  const all = await Promise.all(given.map((one, at) => passkeyOf(one, at + 1)));
  for (const [at, { credentialId }] of all.entries()) {
    const first = all.findIndex((one) => one.credentialId === credentialId);
    if (first === at) continue;
    const what = `Passkey ${at + 1}: its credentialId is that of passkey ${first + 1}`;
    throw new CommandError("INVALID_PARAMS", what, {}, FORM);
  }
  return all;
}

/** One without a key and an id is made. `at` counts from one. */
async function passkeyOf(given: object, at: number): Promise<KeptPasskey> {
  const refuse = (why: string, hint = FORM): never => {
    throw new CommandError("INVALID_PARAMS", `Passkey ${at}: ${why}`, {}, hint);
  };
  const {
    rpId,
    userName = "",
    isResidentCredential = true,
    signCount = 0,
    ...texts
  } = given as Record<string, unknown>;
  // Playwright's name for it is `id`.
  const { credentialId: named = texts["id"], privateKey: signs } = texts;
  const binary = named === undefined && signs === undefined ? { ...texts, ...(await made()) } : texts;
  const bytes = (name: string, most: number, text: unknown = binary[name]): Uint8Array => {
    const read = typeof text === "string" ? bytesOf(text) : null;
    return read && read.length <= most ? read : refuse(`${name} is not base64url of at most ${most} bytes`);
  };
  const credentialId = bytes("credentialId", MAX_ID_BYTES, binary["credentialId"] ?? named);
  if (credentialId.length === 0) refuse("credentialId is empty");
  if (typeof rpId !== "string" || !/^[a-z0-9.-]{1,253}$/.test(rpId)) return refuse("rpId is not the domain of a site");
  if (typeof userName !== "string" || userName.length > 1_000) return refuse("userName is not a short text");
  if (typeof isResidentCredential !== "boolean") return refuse("isResidentCredential is not true or false");
  if (!Number.isInteger(signCount) || Number(signCount) < 0 || Number(signCount) > MAX_COUNT)
    return refuse("signCount is not a whole number from 0 on");
  const userHandle = bytes("userHandle", MAX_HANDLE_BYTES, binary["userHandle"] ?? "");
  const privateKey = await keyOf(String(binary["privateKey"])).catch(() => null);
  if (!privateKey) return refuse("privateKey is not a private key for P-256, in PKCS#8 without a password", KEY_FORM);
  return {
    credentialId: textOf(credentialId),
    rpId,
    userName,
    userHandle: textOf(userHandle),
    isResidentCredential,
    signCount: Number(signCount),
    privateKey: textOf(privateKey),
    secret: null,
  };
}

/** Null for one of another curve, which Firefox imports as well. Throws for what is no key. */
async function keyOf(text: string): Promise<Uint8Array | null> {
  const bytes = bytesOf(PEM.exec(text)?.[1]?.replace(/\s/g, "") ?? text) as BufferSource;
  const key = await crypto.subtle.importKey("pkcs8", bytes, KIND, true, ["sign"]);
  const isOurs = (key.algorithm as EcKeyAlgorithm).namedCurve === KIND.namedCurve;
  return isOurs ? new Uint8Array(await crypto.subtle.exportKey("pkcs8", key)) : null;
}

async function made(): Promise<{ credentialId: string; userHandle: string; privateKey: string }> {
  const { privateKey } = await crypto.subtle.generateKey(KIND, true, ["sign"]);
  const random = (): string => textOf(crypto.getRandomValues(new Uint8Array(16)));
  const key = await crypto.subtle.exportKey("pkcs8", privateKey);
  return { credentialId: random(), userHandle: random(), privateKey: textOf(new Uint8Array(key)) };
}

/** With the key that the site has of it, as Playwright keeps it. */
export async function asSaved({ secret: _, ...kept }: KeptPasskey): Promise<SavedPasskey> {
  const privateKey = bytesOf(kept.privateKey) as BufferSource;
  const signs = await crypto.subtle.importKey("pkcs8", privateKey, KIND, true, ["sign"]);
  const { d: _d, key_ops: _ops, ...checks } = await crypto.subtle.exportKey("jwk", signs);
  const publicKey = await crypto.subtle.importKey("jwk", checks, KIND, true, ["verify"]);
  return { ...kept, publicKey: textOf(new Uint8Array(await crypto.subtle.exportKey("spki", publicKey))) };
}

function bytesOf(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function textOf(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
