// What a person does in a tab, for who records it.

import type { Handlers } from "../dispatcher";
import type { PersonRecorder } from "../page/person-recorder";

export function recordHandlers(recorder: PersonRecorder): Pick<Handlers, "watchPerson"> {
  return {
    watchPerson: (params, context) => recorder.watch(params, context),
  };
}
