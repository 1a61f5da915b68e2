// What a person does in a tab, for who records it; and how a tab is, for who traces or films it.

import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { privileged } from "../privileged/api";
import { showTab } from "../ui/user-actions";

export function recordHandlers({ personRecorder, picker, moments, films, profiles, looks }: Services) {
  return {
    watchPerson: (params, context) => personRecorder.watch(params, context),
    pickElement: async (params, context) => {
      // A person can point at what they see alone; without the helper, in clz show alone.
      if (params.point == null && privileged.available) await context.race(showTab(context.tabId));
      return picker.pick(params, context);
    },
    markNotes: (params, context) => picker.keep(params, context),
    traceMoment: (params, context) => moments.moment(params, context),
    filmFrame: (params, context) => films.frame(params, context),
    startProfile: (params, context) => profiles.start(params, context),
    stopProfile: (params, context) => profiles.stop(params, context),
    endFilm: (params, context) => films.end(params, context),
    watchTabs: () => looks.watch(),
    lookAtTab: (params, context) => looks.look(params, context),
  } satisfies Partial<Handlers>;
}
