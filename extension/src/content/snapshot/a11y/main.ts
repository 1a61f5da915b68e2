// Roles, names and targets, for role= targets, snapshots and annotations: a bundle of its own, brought in when first
// needed.

import { guessOf } from "./guess";
import { nameOf } from "./name";
import { ariaSnapshotOf, targetsOf } from "./aria-snapshot";
import { isRole, roleOf, selectorOfRole } from "./roles";

globalThis.__clz.a11y = { isRole, roleOf, selectorOfRole, nameOf, guessOf, ariaSnapshotOf: ariaSnapshotOf, targetsOf };
