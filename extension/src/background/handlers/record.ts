// What a person does in a tab, for who records it; and how a tab is, for who traces or films it.

import type { Handlers } from "../dispatcher";
import type { Films } from "../film/films";
import type { PersonRecorder } from "../page/person-recorder";
import type { TraceMoments } from "../trace/moments";

export function recordHandlers(
  recorder: PersonRecorder,
  moments: TraceMoments,
  films: Films,
): Pick<Handlers, "watchPerson" | "traceMoment" | "filmFrame" | "endFilm"> {
  return {
    watchPerson: (params, context) => recorder.watch(params, context),
    traceMoment: (params, context) => moments.moment(params, context),
    filmFrame: (params, context) => films.frame(params, context),
    endFilm: (params, context) => films.end(params, context),
  };
}
