// Films: frames of an agent's tab, taken when the host asks for one, drawn to a canvas and encoded as they come. A page
// that shows what may be a secret is not drawn: the frame says so.

import { Deadline } from "../../shared/deadline";
import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import { within, type CommandContext } from "../command-context";
import { agentScope } from "../scopes";
import { bitmapOf } from "../screenshot/bitmap";
import { AT_ONCE, type Capture } from "../screenshot/capture";
import type { Encoder, Piece } from "./encoder";
import { drawMarks, type Marks } from "./marks";

type Params = Commands["filmFrame"]["params"];
type Result = Commands["filmFrame"]["result"];

/** A tab that is not pictured in this time is as it was in this frame. */
const PATIENCE_MS = 1_500;
/** A film that nobody asks a frame for is over. */
const FORGOTTEN_MS = 30_000;
/** A page at rest is encoded so often all the same. */
const AT_REST_MS = 1_000;
/** What was seen last stays so long. */
const HELD_MS = 500;
const QUALITY = 90;
const PRESS_MS = 600;
const KEYS_MS = 1_200;
const COVERED = "Not shown: it may be a secret";
const GROUND = "#2b2a33";

/** The tab at one moment, drawn at `ratio`; an empty image if it must not be shown. */
interface Picture {
  image: string;
  width: number;
  height: number;
  ratio: number;
}

interface Film {
  id: string;
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D;
  encoder: Encoder;
  began: number;
  encodedAt: number;
  /** The last picture of the tab, as Firefox gave it: one that is the same is not read again. */
  image: string;
  page: ImageBitmap | null;
  ratio: number;
  point: Marks["point"];
  pressedAt: number;
  keys: string;
  keysAt: number;
  /** What was drawn last. */
  drawn: string;
  timer: ReturnType<typeof setTimeout>;
}

export class Films {
  readonly #films = new Map<string, Film>();

  constructor(private readonly capture: Capture) {
    agentScope.onEnd((agent) => this.#forget(agent));
  }

  async frame(params: Params, context: CommandContext): Promise<Result> {
    const taken = await this.#picture(params, context);
    const film = await this.#filmOf(params, taken, context.agent);
    if (!film) return { pieces: [], covered: false };
    const covered = taken?.image === "";
    if (taken && taken.image !== film.image) {
      film.page?.close();
      film.page = covered ? null : await bitmapOf(taken.image, "jpeg");
      film.image = taken.image;
      film.ratio = taken.ratio;
    }
    const now = performance.now();
    if (draw(film, params, now) || now - film.encodedAt > AT_REST_MS) {
      film.encodedAt = now;
      await film.encoder.add(now - film.began);
    }
    return { pieces: film.encoder.grown().map(told), covered };
  }

  async end({ film: id }: { film: string }, { agent }: CommandContext): Promise<Commands["endFilm"]["result"]> {
    const film = this.#films.get(agent);
    if (film?.id !== id) return { pieces: [] };
    clearTimeout(film.timer);
    this.#films.delete(agent);
    await film.encoder.end(performance.now() - film.began + HELD_MS);
    film.page?.close();
    return { pieces: film.encoder.grown().map(told) };
  }

  /** The tab as it is now; null if it is not to be had in time. */
  async #picture({ width, height }: Params, context: CommandContext): Promise<Picture | null> {
    const tab = await context.race(browser.tabs.get(context.tabId));
    const [wide, high] = [tab.width || width, tab.height || height];
    const ratio = Math.min(1, width / wide, height / high);
    const options = { ...AT_ONCE, purpose: "full-detail" as const, scale: ratio, quality: QUALITY };
    let taken: Picture | null = null;
    const asked = this.capture.take(options, { stage: null, rect: null, zoom: 1 }, context).then(
      (picture) => {
        taken = { ...picture, ratio };
      },
      (thrown: unknown) => {
        // Where there is a secret, what cannot be pictured may show it.
        const secret =
          context.concealed.length > 0 && thrown instanceof CommandError && thrown.code === "CAPTURE_FAILED";
        if (secret) taken = { image: "", width: Math.round(wide * ratio), height: Math.round(high * ratio), ratio };
      },
    );
    await within(Deadline.after(PATIENCE_MS), asked, context);
    return taken;
  }

  /** The film, begun with the first picture: it stays as large as that. Null before there is one. */
  async #filmOf({ film: id }: Params, taken: Picture | null, agent: string): Promise<Film | null> {
    const known = this.#films.get(agent);
    if (known?.id === id) {
      clearTimeout(known.timer);
      known.timer = this.#forgottenLater(agent);
      return known;
    }
    this.#forget(agent);
    if (!taken) return null;
    const canvas = document.createElement("canvas");
    // The encoder takes even sides alone.
    canvas.width = taken.width & ~1;
    canvas.height = taken.height & ~1;
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw new CommandError("CAPTURE_FAILED", ownWords`Firefox gives no canvas to draw a film on`);
    const { encoderOf } = (await import(BUNDLE)) as typeof import("./encoder");
    const film: Film = {
      id,
      canvas,
      context,
      encoder: await encoderOf(canvas),
      began: performance.now(),
      encodedAt: -Infinity,
      image: "",
      page: null,
      ratio: 1,
      point: null,
      pressedAt: -Infinity,
      keys: "",
      keysAt: -Infinity,
      drawn: "",
      timer: this.#forgottenLater(agent),
    };
    this.#films.set(agent, film);
    return film;
  }

  #forgottenLater(agent: string): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#forget(agent), FORGOTTEN_MS);
  }

  #forget(agent: string): void {
    const film = this.#films.get(agent);
    if (!film) return;
    this.#films.delete(agent);
    clearTimeout(film.timer);
    film.page?.close();
    film.encoder.end(performance.now() - film.began).catch(() => undefined);
  }
}

/** Draws the page and what is to be seen on it; false if it is as it was. */
function draw(film: Film, { caption, failed, keys, point }: Params, now: number): boolean {
  const { context, canvas, page } = film;
  const scale = page ? Math.min(1, canvas.width / page.width, canvas.height / page.height) : 1;
  const [wide, high] = page ? [page.width * scale, page.height * scale] : [canvas.width, canvas.height];
  const [left, top] = [(canvas.width - wide) / 2, (canvas.height - high) / 2];
  if (point) {
    const { x, y, pressed } = point as { x: number; y: number; pressed: boolean };
    film.point = { x: left + x * film.ratio * scale, y: top + y * film.ratio * scale };
    if (pressed) film.pressedAt = now;
  }
  if (keys) {
    film.keys = keys;
    film.keysAt = now;
  }
  const press = (now - film.pressedAt) / PRESS_MS;
  const marks: Marks = {
    point: film.point,
    press: press < 1 ? press : null,
    keys: now - film.keysAt < KEYS_MS ? film.keys : "",
    caption: caption ?? "",
    failed: failed ?? false,
  };
  const drawn = JSON.stringify([marks, film.image]);
  if (drawn === film.drawn) return false;
  film.drawn = drawn;
  context.fillStyle = GROUND;
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (page) {
    context.drawImage(page, left, top, wide, high);
  } else {
    context.fillStyle = "#f4f4f8";
    context.font = "16px sans-serif";
    context.textBaseline = "middle";
    context.fillText(COVERED, 24, canvas.height / 2);
  }
  drawMarks(context, marks);
  return true;
}

function told({ at, bytes }: Piece): { at: number; data: string } {
  return { at, data: bytes.toBase64() };
}

const BUNDLE = "/film.js";
