// Answers that no server gives: what a route says of one, made into what Firefox is to take for it.

import type { Header } from "../../../shared/secrets/redact";
import type { MockedResponse } from "../../../shared/privileged";
import { table } from "../../../shared/table";

/** What a route answers with. */
export interface Answer {
  status: number;
  statusText: string;
  headers: Header[];
  /** In base64. */
  body: string;
}

interface Request {
  url: string;
  type: string;
  originUrl?: string | undefined;
}

/** The phrases of RFC 9110 that pages are most likely to show. */
const PHRASES: Record<number, string> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  304: "Not Modified",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** What a body without a type is taken for, by the kind of request. */
const TYPES = table<string>({
  main_frame: "text/html",
  sub_frame: "text/html",
  script: "text/javascript",
  stylesheet: "text/css",
});

export function phraseOf(status: number): string {
  return PHRASES[status] ?? "";
}

export function headerOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}

/** `Name: value` as it was typed, which the host has checked. */
export function parseHeader(text: string): Header {
  const colon = text.indexOf(":");
  return { name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
}

/** The address that holds the answer: what an extension alone can answer with. */
export function dataUrl(answer: Answer, request: Request): string {
  return `data:${contentType(answer, request)};base64,${answer.body}`;
}

/** The type of a body: as its headers say, else as the kind of request expects. */
function contentType({ headers }: Answer, { type }: Request): string {
  return headerOf(headers, "content-type") ?? `${TYPES[type] ?? "text/plain"}; charset=utf-8`;
}

/** The answer as this request gets it: with a type, and with leave for pages of other sites to read it. */
export function responseTo(request: Request, answer: Answer): MockedResponse {
  const headers = [...answer.headers];
  if (headerOf(headers, "content-type") === undefined && answer.body !== "") {
    headers.push({ name: "Content-Type", value: contentType(answer, request) });
  }
  const origin = originOf(request.originUrl);
  const isDocument = request.type === "main_frame" || request.type === "sub_frame";
  if (
    !isDocument &&
    origin !== originOf(request.url) &&
    headerOf(headers, "access-control-allow-origin") === undefined
  ) {
    headers.push({ name: "Access-Control-Allow-Origin", value: origin });
    if (origin !== "null") headers.push({ name: "Access-Control-Allow-Credentials", value: "true" });
  }
  return { status: answer.status, statusText: answer.statusText, headers, body: answer.body };
}

function originOf(url = ""): string {
  return URL.parse(url)?.origin ?? "null";
}
