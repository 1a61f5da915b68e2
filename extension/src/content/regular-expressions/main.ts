// Regular expressions for locators and expectations: a bundle of its own, brought in when the first one is asked for.

import { compileExpression } from "../../shared/text/regular-expression";

globalThis.__clz.regularExpressions = { compileExpression };
