// Types of content, as the header Content-Type names them.

const TEXT =
  /^text\/|[/+](?:json|xml|yaml|x-yaml|toml|csv)\b|\/(?:x-)?(?:java|ecma)script\b|[/+-]ndjson\b|json-?seq|jsonl|graphql|x-www-form-urlencoded|mpegurl|dash\+xml/;

/** Answers without a body (RFC 9110). */
const BODILESS = new Set([101, 204, 205, 304]);

/** True for what a person can read. What has no type may be. */
export function isTextType(mimeType: string): boolean {
  return mimeType === "" || TEXT.test(mimeType);
}

/** `Text/HTML; charset=UTF-16` as type and charset. */
export function parseContentType(header: string | undefined): { mimeType: string; charset: string } {
  const [type = "", ...parameters] = (header ?? "").split(";");
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"]*)/i.exec(one)?.[1]).find(Boolean) ?? "";
  return { mimeType: type.trim().toLowerCase(), charset: charset.trim() };
}

/** True for an answer that has a body, if only one of no bytes. */
export function hasBody(method: string, status: number): boolean {
  return method !== "HEAD" && !BODILESS.has(status);
}
