// Roles, names and targets, for role= targets, snapshots and annotations: a bundle of its own, brought in when first
// needed.

import { guessOf } from "./guess";
import { ariaSnapshotOf, targetsOf } from "./aria-snapshot";
import { drawnWith } from "./accessible-name";
import { mayBeCalled, standardName } from "./names";
import { canonicalRole, hasState, isRole, roleLike, selectorOfRole, shownRole } from "./roles";
import { stylesNow } from "./styles/styles";

globalThis.__clz.a11y = {
  isRole,
  roleLike,
  canonicalRole,
  hasState,
  roleOf: (element) => shownRole(element),
  selectorOfRole,
  nameOf: (element, role) => standardName(element, role, stylesNow()),
  namer: () => {
    const styles = stylesNow();
    return {
      roleOf: (element) => shownRole(element, styles),
      nameOf: (element, role) => standardName(element, role, styles),
      mayBeCalled: (element, role, test, hasComponents) => mayBeCalled(element, role, styles, test, hasComponents),
      drawnWith: (element) => drawnWith(element, styles),
    };
  },
  guessOf: (element) => guessOf(element),
  ariaSnapshotOf,
  targetsOf,
};
