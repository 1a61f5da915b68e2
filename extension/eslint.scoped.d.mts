import type { Rule } from "eslint";

export const scoped: Rule.RuleModule;
