// Roles and names, for role= targets and snapshots: a bundle of its own, brought in when one is first needed.

import { nameOf } from "./names";
import { outlineOf } from "./outline";
import { isRole, roleOf } from "./roles";

globalThis.clzHolder.a11y = { isRole, roleOf, nameOf, outlineOf };
