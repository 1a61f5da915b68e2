// Suggestions: what a field with a list offers. The field takes values; what is shown beside them are labels.

import type { Commands } from "../../../generated/registry";
import { CommandError } from "../../../shared/errors";
import type { ActionResult } from "../../../shared/messages";
import { comparable } from "../../../shared/text/text";
import { waitForKeyTarget } from "../../actionability/action-target";
import type { FrameCall } from "../../command";
import { fieldName } from "../../dom/describe";
import { suggestionIn, suggestionsOf } from "../../../shared/text/suggested";
import { optionOf, select } from "./choose";
import { drawnListOf, selectDrawn } from "./drawn-list";
import type { Plan } from "../plan";
import { fill } from "../text";

function isList(field: Element): field is HTMLSelectElement {
  return field instanceof HTMLSelectElement;
}

/** The options of a list that the page has replaced are drawn by their labels. */
function asListed(params: Commands["select"]["params"], field: Element): Commands["select"]["params"] {
  if (!isList(field)) return params;
  const index = optionOf(field, params.values[0] ?? "", params.by);
  const label = typeof index === "number" ? comparable(field.options[index]?.label) : "";
  return label ? { ...params, values: [label], by: "label" } : params;
}

/** `select` of a list, of what a field suggests, or of a list that the page draws itself. */
export async function selectAnywhere(params: Commands["select"]["params"], call: FrameCall): Promise<Plan<"select">> {
  const field = await waitForKeyTarget(params, call);
  const options = suggestionsOf(field);
  const [wanted] = params.values;
  if (options.length === 0 || wanted === undefined || params.values.length > 1) {
    const drawn = params.values.length > 1 && isList(field) ? null : drawnListOf(field);
    return drawn ? selectDrawn(asListed(params, field), drawn, call) : select(params, call);
  }
  const option = suggestionIn(options, wanted);
  if (!option) {
    const offered = options.map(({ value, label }) => ({ value, label: comparable(label) }));
    const details = { wanted, by: params.by, options: offered, count: offered.length };
    throw new CommandError("OPTION_NOT_FOUND", `${fieldName(field)} suggests no ${wanted}`, details);
  }
  const before = (field as HTMLInputElement).value;
  const plan = await fill({ ...params, text: option.value }, call);
  const selected = ({
    currentValue,
    tagName,
    text,
    id,
    className,
    url,
    trusted,
  }: ActionResult<"fill">): ActionResult<"select"> => ({
    ...{ selected: [comparable(option.label)], values: [currentValue], changed: currentValue !== before },
    ...{ tagName, text, id, className, url, trusted },
  });
  return {
    ...plan,
    partialResult: selected(plan.partialResult),
    done: async (outcome) => selected(await plan.done(outcome)),
  };
}
