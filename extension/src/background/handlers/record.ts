// What a person does in a tab, for who records it; and how a tab is, for who traces it.

import type { Handlers } from "../dispatcher";
import type { PersonRecorder } from "../page/person-recorder";
import type { TraceMoments } from "../trace/moments";

export function recordHandlers(
  recorder: PersonRecorder,
  moments: TraceMoments,
): Pick<Handlers, "watchPerson" | "traceMoment"> {
  return {
    watchPerson: (params, context) => recorder.watch(params, context),
    traceMoment: (params, context) => moments.moment(params, context),
  };
}
