// What is expected, as a sentence goes on after "Expected".

import type { ExpectParams } from "../../shared/expect";
import { matchOf } from "../../shared/text/expected";
import { table } from "../../shared/table";

const NAMES = table<string>({
  class: "class",
  name: "accessible name",
  description: "accessible description",
  "error-message": "error message",
});

export function expectation(params: ExpectParams): string {
  const { condition, target, value, count, attribute } = params;
  const to = params.negated ? "not to" : "to";
  const what = target ?? "the page";
  switch (condition) {
    case "text":
      return `${what} ${to} ${compared(params, "contain", "say")}`;
    case "value":
      return `${what} ${to} ${compared(params, "hold a part", "hold")}`;
    case "attr":
      return value == null
        ? `${what} ${to} have ${attribute}`
        : `${attribute} of ${what} ${to} ${compared(params, "contain", "be")}`;
    case "class":
    case "role":
    case "name":
    case "description":
    case "error-message":
      return `the ${NAMES[condition] ?? condition} of ${what} ${to} ${compared(params, "contain", "be")}`;
    case "css":
    case "property":
      return `${attribute} of ${what} ${to} ${compared(params, "contain", "be")}`;
    case "values":
    case "texts":
      return `${what} ${to} ${condition === "texts" ? "say" : "have chosen"} ${(params.values ?? []).map((one) => `"${one}"`).join(", ")}`;
    case "in-viewport":
      return `${what} ${to} be in view`;
    case "empty":
    case "indeterminate":
    case "visible":
    case "hidden":
    case "gone":
    case "enabled":
    case "disabled":
    case "checked":
    case "unchecked":
    case "focused":
    case "editable":
      return `${what} ${to} be ${condition}`;
    case "count":
      return `${what} ${to} match ${written(count ?? "")} elements`;
    case "url":
    case "title": {
      const of = condition === "url" ? "the address" : "the title";
      return params.match ? `${of} ${to} ${compared(params, "contain", "be")}` : `${of} ${to} match ${value}`;
    }
    case "request":
      return `a request ${to} be made: ${requested(params)}`;
    case "status":
      return `the status of the answer ${to} be ${value}`;
    case "json":
    case "header": {
      const of = condition === "json" ? `${attribute} of the answer` : `its header ${attribute}`;
      return value == null ? `${of} ${to} be there` : `${of} ${to} ${compared(params, "contain", "be")}`;
    }
    case "no-errors":
      return params.negated ? "an error in the console" : "no errors in the console";
    case "no-failed-requests":
      return params.negated ? "a request that failed" : "no requests that failed";
    case "snapshot":
      return `the snapshot${target == null ? "" : ` of ${target}`} ${to} hold the lines of the file`;
    case "picture":
      return `the picture of ${target ?? "the tab"} ${to} look like the file`;
    case "vitals":
      return params.negated ? `not ${value}` : `${value}`;
    case "a11y":
      return params.negated
        ? `axe-core to find something in ${what}`
        : `axe-core to find nothing ${params.level ?? "minor"} or worse in ${what}`;
  }
}

function compared(params: ExpectParams, part: string, whole: string): string {
  const match = matchOf(params);
  if (match === "matches") return `match ${params.value}`;
  return `${match === "contains" ? part : whole} "${params.value}"`;
}

function written(count: string): string {
  return count.replace(/^(?:==?)\s*/, "").replace(/^([<>]=?)\s*/, "$1 ");
}

function requested({ method, value, status, count }: ExpectParams): string {
  const parts = [method?.toUpperCase(), value, status && `with status ${status}`, count && `${written(count)} times`];
  return parts.filter(Boolean).join(" ");
}
