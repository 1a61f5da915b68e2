// What is expected of the answer to the last request of an agent's own: it is there, and does not change.

import { ownWords } from "../../shared/errors";
import type { ExpectParams } from "../../shared/expect";
import { expressionOf, matchOf, withFlag } from "../../shared/text/expected";
import { compileExpression } from "../../shared/text/regular-expression";
import { redactHeader } from "../../shared/secrets/redact";
import { redactField } from "../../shared/secrets/redact-body";
import type { CommandContext } from "../command-context";
import { partOf, textOf } from "../network/routes/json-path";
import { headerOf } from "../network/routes/answers";
import { fieldsOf, type SentRequests } from "../network/routes/sent-requests";
import { statusFilter } from "../network/request-filter";
import { retry, type Held, type Verdict } from "./verdict";

const HINT = ownWords`See the whole answer: send the request again with clz request METHOD URL`;

export function expectAnswer(params: ExpectParams, sent: SentRequests, context: CommandContext): Promise<Held> {
  return retry(params, context, () => Promise.resolve({ ...looked(params, sent, context.tabId), final: true }));
}

function looked(params: ExpectParams, sent: SentRequests, tabId: number): Verdict {
  const { condition, attribute = "", value } = params;
  const { url, status, statusText, headers } = sent.last(tabId);
  if (condition === "status") {
    const holds = statusFilter(value)({ status, state: "done" });
    return { holds, found: `${status} ${statusText}`.trim(), url, hint: HINT };
  }
  const ofHeader = condition === "header";
  const part = ofHeader ? headerOf(headers, attribute.toLowerCase()) : partOf(sent.json(tabId), attribute);
  if (part === undefined)
    return { holds: false, found: ofHeader ? "no such header" : fieldsOf(sent.json(tabId)), url, hint: HINT };
  const text = textOf(part);
  const holds = value == null || compares(params, text, value);
  return {
    holds,
    found: `"${ofHeader ? redactHeader({ name: attribute, value: text }).value : masked(attribute, text)}"`,
    url,
    hint: HINT,
  };
}

/** The value of a field, whose name is the last of its path. */
function masked(path: string, text: string): string {
  const name =
    path
      .split(/[.[\]"]+/)
      .filter((part) => part !== "" && !/^\d+$/.test(part))
      .at(-1) ?? "";
  return redactField(name, text);
}

function compares(params: ExpectParams, text: string, value: string): boolean {
  const match = matchOf(params);
  if (match === "matches") return expressionOf(withFlag(value, params.ignoreCase), compileExpression).test(text);
  const [own, expected] = params.ignoreCase ? [text.toLowerCase(), value.toLowerCase()] : [text, value];
  return match === "exact" ? own === expected : own.includes(expected);
}
