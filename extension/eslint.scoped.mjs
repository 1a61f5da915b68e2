// A rule for the background page: what a class keeps by tab or by agent is forgotten with it (src/background/scopes.ts).

/** What a command has of its tab and its agent, by the scope that ends with it. */
const SCOPES = { tabId: "tabScope", agent: "agentScope", owner: "agentScope" };
const KEYED = new Set(["get", "set", "has", "add"]);

/** A class that follows the pool, or Firefox's tabs, forgets by that. */
const FOLLOWS = /\bpool\.onChange\(|(?<!\w|\bwindows\.)onRemoved\.addListener\(/;

/** Finds what a class keeps by tab or by agent, and forgets with neither. */
export const scoped = {
  create(context) {
    return {
      ClassBody(body) {
        const text = context.sourceCode.getText(body);
        if (FOLLOWS.test(text)) return;
        for (const { type, key, value } of body.body) {
          if (type !== "PropertyDefinition" || value?.type !== "NewExpression") continue;
          if (!["Map", "Set"].includes(value.callee.name)) continue;
          const field = context.sourceCode.getText(key);
          const uses = text.matchAll(new RegExp(`this\\.${field}\\.(\\w+)\\((?:\\w+\\.)*(tabId|agent|owner)\\b`, "g"));
          for (const [, method, by] of uses) {
            if (!KEYED.has(method) || text.includes(`${SCOPES[by]}.onEnd(`)) continue;
            const message = `Kept by ${by}: make it a TabMap or an AgentMap, or forget it with ${SCOPES[by]}.onEnd().`;
            context.report({ node: key, message });
            break;
          }
        }
      },
    };
  },
};
