// Bodies without their secrets. What is left is of the same kind: JSON stays JSON, with all else in it as it came.
//
//   JSON           by the names of its members, whatever is below them; also where it is cut off
//   forms          by the names of their fields, as in addresses
//   HTML, XML      fields and meta tags by their names, and JSON in scripts
//   programs, CSS  what looks like a key alone: a program without its texts is another one
//   other text     by the names before `=` and `:`, line by line
// In all of them, tokens and keys that are known by their look.

import { isSecret, isSecretMember, MASK, redactCode, redactForm, redactLine, redactText } from "./redact";

const MARKUP = /\bhtml\b|\bxml\b|\+xml$/;
const PROGRAM = /(?:java|ecma|live|j)script\b|\bcss\b|\bwasm\b/;

export function redactBody(text: string, mimeType: string): string {
  try {
    return redacted(text, mimeType);
  } catch (problem) {
    // A value so long that an expression runs out of stack: what is secret in it cannot be found.
    if (problem instanceof RangeError || (problem instanceof Error && problem.name === "InternalError")) return MASK;
    throw problem;
  }
}

function redacted(text: string, mimeType: string): string {
  if (/[/+]json\b/.test(mimeType)) return redactJson(text);
  if (mimeType === "application/x-www-form-urlencoded") return redactForm(text);
  if (PROGRAM.test(mimeType)) return redactCode(text);
  if (MARKUP.test(mimeType)) return redactMarkup(text);
  if (/^\s*[[{]/.test(text) && isJson(text)) return redactJson(text);
  return text.replace(/[^\r\n]+/g, redactTextLine);
}

/** A line of JSON, also behind the `data:` of an event stream, or one that a program wrote. */
function redactTextLine(line: string): string {
  const [, head = "", rest = ""] = /^((?:data:)?\s*)([^]*)$/.exec(line) ?? [];
  return /^[[{]/.test(rest) ? head + redactJson(rest) : redactLine(line);
}

export function redactField(name: string, value: string): string {
  return value !== "" && isSecret(name, value) ? MASK : redactText(value);
}

function redactJson(text: string): string {
  const masked = new JsonMasker(text).masked();
  // What is no JSON may have misled it.
  return isJson(text) ? masked : redactLine(masked);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Container {
  isObject: boolean;
  /** True below a name that is secret. */
  isSecret: boolean;
  /** The name of the member that is read now. */
  name: string;
}

/** Reads JSON as a row of tokens, so that all but the secrets stays as it was written, however deep or broken it is. */
class JsonMasker {
  readonly #open: Container[] = [];
  readonly #out: string[] = [];
  /** Up to where the text is in `#out`. */
  #written = 0;

  constructor(private readonly text: string) {}

  masked(): string {
    const text = this.text;
    const token = /["{}[\]]|[-\d][\w.+-]*/g;
    for (let found = token.exec(text); found; found = token.exec(text)) {
      const [word] = found;
      const at = found.index;
      if (word === '"') token.lastIndex = this.#string(at, endOfString(text, at));
      else if (word === "{" || word === "[") this.#enter(word === "{");
      else if (word === "}" || word === "]") this.#open.pop();
      else if (this.#isSecret(word)) this.#put(at, at + word.length, `"${MASK}"`);
    }
    this.#out.push(text.slice(this.#written));
    return this.#out.join("");
  }

  #enter(isObject: boolean): void {
    const above = this.#open.at(-1);
    this.#open.push({ isObject, isSecret: above !== undefined && this.#isSecret(""), name: above?.name ?? "" });
  }

  /** True if a value that is here is a secret. */
  #isSecret(value: string): boolean {
    const above = this.#open.at(-1);
    return above !== undefined && (above.isSecret || (above.name !== "" && isSecretMember(above.name, value)));
  }

  #string(from: number, to: number): number {
    const value = unquoted(this.text.slice(from, to));
    const above = this.#open.at(-1);
    if (above?.isObject !== false && /^\s*:/.test(this.text.slice(to, to + 100))) {
      if (above) above.name = value;
    } else if (value !== "" && this.#isSecret(value)) {
      this.#put(from, to, `"${MASK}"`);
    } else if (value.length > 7) {
      const masked = /^\s*[[{]/.test(value) && isJson(value) ? redactJson(value) : redactText(value);
      if (masked !== value) this.#put(from, to, JSON.stringify(masked));
    }
    return to;
  }

  #put(from: number, to: number, text: string): void {
    this.#out.push(this.text.slice(this.#written, from), text);
    this.#written = to;
  }
}

/** Where the string that begins at `from` ends; the end of the text if it is cut off. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === '"') return at + 1;
  }
  return text.length;
}

function unquoted(quoted: string): string {
  try {
    return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  } catch {
    return quoted.slice(1); // cut off
  }
}

function redactMarkup(text: string): string {
  const fields = text.replace(/<(?:input|meta|textarea)\b[^<>]*/gi, redactTag);
  const out: string[] = [];
  let at = 0;
  const script = /<script\b[^<>]*>/gi;
  for (let found = script.exec(fields); found; found = script.exec(fields)) {
    const from = script.lastIndex;
    const end = fields.indexOf("</script", from);
    const to = end < 0 ? fields.length : end;
    const code = fields.slice(from, to);
    const isData = /\btype\s*=\s*["']?[^\s"'>]*json/i.test(found[0]);
    out.push(redactText(fields.slice(at, from)), isData ? redactJson(code) : redactState(code));
    script.lastIndex = at = to;
  }
  return out.join("") + redactText(fields.slice(at));
}

/** A field with its value masked if its name says so. */
function redactTag(tag: string): string {
  const value = attribute(tag, "value") ?? attribute(tag, "content");
  if (!value?.[2]) return tag;
  const names = ["name", "id", "property"].map((name) => attribute(tag, name)?.[2] ?? "");
  const isPassword = attribute(tag, "type")?.[2]?.toLowerCase() === "password";
  if (!isPassword && !names.some((name) => isSecret(name, value[2]))) return tag;
  return `${tag.slice(0, value.index)}${value[1] ?? ""}"${MASK}"${tag.slice(value.index + value[0].length)}`;
}

function attribute(tag: string, name: string): RegExpExecArray | null {
  const found = new RegExp(`(\\s${name}\\s*=\\s*)(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag);
  if (found) found[2] ??= found[3] ?? found[4] ?? "";
  return found;
}

/** What a page was given in a script, as `{"accessToken":"…"}`. The program around it stays as it is. */
function redactState(code: string): string {
  return redactCode(code).replace(
    /"([\w$.-]{3,40})"(\s*:\s*)"([^"\\\n]+)"/g,
    (whole, name: string, between: string, value: string) =>
      isSecretMember(name, value) ? `"${name}"${between}"${MASK}"` : whole,
  );
}
