// What a person does in a tab, for who records it; and how a tab is, for who traces or films it.

import type { Handlers } from "../dispatcher";
import type { Films } from "../film/films";
import type { Looks } from "../film/looks";
import type { Picker } from "../page/picker";
import type { PersonRecorder } from "../page/person-recorder";
import { privileged } from "../privileged/api";
import { showTab } from "../ui/user-actions";
import type { TraceMoments } from "../trace/moments";
import type { Profiles } from "../trace/profiles";

export function recordHandlers(
  recorder: PersonRecorder,
  moments: TraceMoments,
  films: Films,
  picker: Picker,
  profiles: Profiles,
  looks: Looks,
): Pick<
  Handlers,
  | "watchPerson"
  | "pickElement"
  | "traceMoment"
  | "filmFrame"
  | "endFilm"
  | "startProfile"
  | "stopProfile"
  | "watchTabs"
  | "lookAtTab"
> {
  return {
    watchPerson: (params, context) => recorder.watch(params, context),
    pickElement: async (params, context) => {
      // A person can point at what they see alone; without the helper, in clz show alone.
      if (params.point == null && privileged.available) await context.race(showTab(context.tabId));
      return picker.pick(params, context);
    },
    traceMoment: (params, context) => moments.moment(params, context),
    filmFrame: (params, context) => films.frame(params, context),
    startProfile: (params, context) => profiles.start(params, context),
    stopProfile: (params, context) => profiles.stop(params, context),
    endFilm: (params, context) => films.end(params, context),
    watchTabs: () => looks.watch(),
    lookAtTab: (params, context) => looks.look(params, context),
  };
}
