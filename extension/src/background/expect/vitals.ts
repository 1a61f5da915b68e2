// What is expected of the page's Web Vitals: asked of its top frame.

import type { ExpectParams } from "../../shared/expect";
import type { CommandContext } from "../command-context";
import type { PageExpectations } from "./page";
import { retry, type Held } from "./verdict";

export function expectVitals(params: ExpectParams, page: PageExpectations, context: CommandContext): Promise<Held> {
  let seen: string | undefined;
  return retry(params, context, async (deadline, last) => {
    const look = { ...params, last, ...(seen !== undefined && !last && { seen }) };
    const { holds, found, url, key, final = false, hint } = await page.look(look, deadline, context);
    seen = key;
    return { holds, found, url, final, ...(hint && { hint }) };
  });
}
