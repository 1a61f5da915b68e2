// A body as it was recorded: its beginning at least, what kind of text it is, and what became of the rest.

import type { Commands } from "../../../generated/registry";
import { withMasked } from "../../../shared/secrets/redact";
import { redactBody, redactField } from "../../../shared/secrets/redact-body";
import { isTextType } from "../../../shared/text/content-type";
import { LIMITS } from "../../../generated/registry";
import { cut } from "../../../shared/text/text";
import { hidden, shownAtMost, unseenNow } from "../../../shared/text/unseen";

export type Body = NonNullable<Commands["getNetworkRequests"]["result"]["requests"][number]["responseBody"]>;
export type BodyState = Body["state"];
export type FormField = NonNullable<Commands["getRequestBody"]["result"]["fields"]>[number];

/** What a body holds, without its secrets: text, of a form its fields too, and the bytes as they came. */
interface Content {
  text?: string;
  fields?: FormField[];
  base64?: string;
  masked: boolean;
}

export class RecordedBody {
  mimeType = "";
  charset = "";
  /** How many bytes have come, kept or not. */
  bytes = 0;
  /** How many of them are kept, with some that are not reported: a secret may lie across the end of what is. */
  kept = 0;
  readonly #end = Promise.withResolvers<void>();
  #chunks: Uint8Array[] = [];
  #form: FormField[] | null = null;

  constructor(
    public state: BodyState,
    private readonly maxBytes: number,
  ) {}

  get isFull(): boolean {
    return this.kept >= this.maxBytes + LIMITS.unseenChars;
  }

  /** Keeps what there is room for. False if it is full. */
  add(data: ArrayBuffer): boolean {
    const room = this.maxBytes + LIMITS.unseenChars - this.kept;
    this.bytes += data.byteLength;
    this.#chunks.push(new Uint8Array(data, 0, Math.min(room, data.byteLength)));
    this.kept += Math.min(room, data.byteLength);
    if (this.bytes > this.maxBytes) this.state = "cut";
    return !this.isFull;
  }

  /** Keeps the fields of a form. */
  addForm(form: FormField[]): void {
    this.#form = [];
    for (const field of form) {
      const bytes = field.name.length + field.value.length + 2;
      this.bytes += bytes;
      if (this.kept + bytes > this.maxBytes) {
        this.state = "cut";
        continue;
      }
      this.#form.push(field);
      this.kept += bytes;
    }
  }

  /** Resolves when no more comes. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  /** Says that no more comes, and what it is then if all of it was kept. */
  end(state: BodyState): void {
    if (this.state === "partial") this.state = state;
    this.#end.resolve();
  }

  /** Forgets what is kept. */
  drop(state: BodyState): void {
    this.#chunks = [];
    this.#form = null;
    this.kept = 0;
    this.state = state;
  }

  /** What it holds. Its bytes are `encoded` as they came; "inexact": where no text is the same as UTF-8. */
  content(encoded: boolean | "inexact"): Content {
    if (this.#form) return this.#formContent(this.#form);
    const bytes = this.#bytes();
    const told = bytes.subarray(0, this.told);
    const charset = isTextType(this.mimeType) ? this.charset || "windows-1252" : null;
    const text = decoded(bytes, charset);
    const redacted = text === null ? null : withMasked(text, redactBody(text, this.mimeType));
    // Only text has secrets that can be found.
    const masked = redacted !== text;
    const shown = told.length === bytes.length ? text : decoded(told, charset);
    const isExact = (): boolean => shown !== null && new TextEncoder().encode(shown).length === told.length;
    const asBase64 = !masked && (encoded === "inexact" ? !isExact() : encoded);
    return {
      ...(redacted !== null && { text: told.length === bytes.length ? redacted : cut(redacted, shown?.length ?? 0) }),
      ...(asBase64 && { base64: inBase64(bytes, told.length) }),
      masked,
    };
  }

  /** How many bytes are reported: if not all is here, the end helps to find the secrets in the rest. */
  get told(): number {
    return this.bytes > this.kept ? shownAtMost(this.maxBytes, this.kept) : Math.min(this.maxBytes, this.kept);
  }

  #formContent(form: FormField[]): Content {
    const fields = form.map(({ name, value }) => ({ name, value: redactField(name, value) }));
    const masked = fields.some(({ value }, at) => value !== form[at]?.value);
    const isMultipart = this.mimeType.startsWith("multipart/");
    const text = isMultipart
      ? fields.map(({ name, value }) => `${name}=${value}`).join("\n")
      : new URLSearchParams(fields.map(({ name, value }) => [name, value])).toString();
    return { text, fields, masked };
  }

  #bytes(): Uint8Array {
    const all = new Uint8Array(this.kept);
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }
}

/** The first `told` bytes, and unseen what follows, from the last group of three on that all of them are in. */
function inBase64(bytes: Uint8Array, told: number): string {
  const shown = bytes.subarray(0, told).toBase64();
  const begin = told - (told % 3);
  const unseen = Math.ceil((unseenNow()?.chars ?? 0) / 4) * 3;
  return told === bytes.length ? shown : shown + hidden(bytes.subarray(begin, begin + unseen).toBase64());
}

/**
 * The text that bytes encode, whatever their sender calls them: secrets are to be found in it. What is not UTF has
 * the `charset`, or is null where none is given. A character that was cut in two at the end is left out.
 */
function decoded(bytes: Uint8Array, charset: string | null): string | null {
  try {
    // With `stream`, what is missing at the end is not an error.
    return new TextDecoder(charset === null ? "utf-8" : charsetOf(bytes), { fatal: true, ignoreBOM: true }).decode(
      bytes,
      { stream: true },
    );
  } catch {
    return charset === null || bytes.subarray(0, 1_000).includes(0) ? null : decoderOf(charset).decode(bytes);
  }
}

/** UTF-8, unless there is a mark of UTF-16, or half of the bytes at the beginning are zeros as in its plain letters. */
function charsetOf(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const head = bytes.subarray(0, 200);
  const zeros = [0, 1].map((odd) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < Math.max(2, head.length / 4) || Math.min(even, odd) > head.length / 20) return "utf-8";
  return odd > even ? "utf-16le" : "utf-16be";
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder("windows-1252");
  }
}
