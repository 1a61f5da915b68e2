// Roles, names and targets, for role= targets, snapshots and annotations: a bundle of its own, brought in when first needed.

import { guessOf } from "./guess";
import { nameOf } from "./name";
import { outlineOf, targetsOf } from "./outline";
import { isRole, roleOf } from "./roles";

globalThis.clzHolder.a11y = { isRole, roleOf, nameOf, guessOf, outlineOf, targetsOf };
