// The port to the native host: opened at start, kept open, opened again on a schedule when it closes.

import type {
  CancelMessage,
  CommandMessage,
  DurableLocator,
  FileMessage,
  FromExtension,
  FromHost,
  HostRequests as Requests,
  PartMessage,
  PolicyMessage,
  WelcomeMessage,
} from "../../generated/messages";
import { LIMITS, OLDEST_PROTOCOL, PROTOCOL_VERSION } from "../../generated/registry";
import { CommandError, type Fault, faultOf, ownWords } from "../../shared/errors";
import { MessageChunks } from "./message-chunks";
import { HostRequests } from "./host-requests";
import { privileged } from "../privileged/api";
import { serialize } from "./serialize";

declare const MANAGED: boolean;

const HOST = "clz";

/** Firefox keeps each message until its main process collects garbage, which it does not count messages for. */
const MOST_GARBAGE_BYTES = 16 * 1024 * 1024;

export type Answer =
  { ok: true; result: unknown; locator?: DurableLocator; moment?: object } | { ok: false; error: Fault };

/** Runs the host's commands, and answers them through the port. */
interface CommandRunner {
  run(message: CommandMessage): Promise<void>;
}

interface PortListener {
  welcomed(message: WelcomeMessage): void;
  cancel(message: CancelMessage): void;
  file(message: FileMessage): void;
  policy(message: PolicyMessage): void;
  secretGone(name: string): void;
  closed(): void;
}

/** For people: what the popup shows. */
interface PortState {
  connected: boolean;
  session: string | null;
  hostVersion: string | null;
  /** Why the last connection ended. */
  lastError: Fault | null;
  triesLeft: number;
  /** Until the next try; null if there is none to come. */
  nextTryMs: number | null;
}

export class HostPort {
  readonly #chunks = new MessageChunks();
  readonly #requests = new HostRequests((message) => this.#post(message));
  #runner: CommandRunner | null = null;
  #listener: PortListener | null = null;
  #port: browser.runtime.Port | null = null;
  #tries = 0;
  #garbageBytes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next try comes, by performance.now(). */
  #nextTry: number | null = null;
  #session: string | null = null;
  #hostVersion: string | null = null;
  #lastError: Fault | null = null;

  /** `agents` are those that have something here: a new host asks whether they are still there. */
  constructor(private readonly agents: () => string[]) {}

  get state(): PortState {
    return {
      connected: this.#session !== null,
      session: this.#session,
      hostVersion: this.#hostVersion,
      lastError: this.#lastError,
      triesLeft: Math.max(0, LIMITS.reconnectTries - this.#tries),
      nextTryMs: this.#nextTry === null ? null : Math.max(0, this.#nextTry - performance.now()),
    };
  }

  /** Opens the port, and keeps it open from now on. */
  start(runner: CommandRunner, listener: PortListener): void {
    this.#runner = runner;
    this.#listener = listener;
    this.#connect();
  }

  #connect(): void {
    this.#nextTry = null;
    const port = browser.runtime.connectNative(HOST);
    this.#port = port;
    port.onMessage.addListener((message) => this.#receive(message as FromHost));
    port.onDisconnect.addListener(() => this.#closed(port));
    void this.#hello(port);
  }

  /** Starts again with all its tries, because a person asked for it. */
  retry(): void {
    this.#tries = 0;
    clearTimeout(this.#timer);
    if (this.#listener && !this.#port) this.#connect();
  }

  /** Asks the host itself, for the person. Throws what it answers, or at once that there is none. */
  ask<K extends keyof Requests>(name: K, params: Requests[K]["params"]): Promise<Requests[K]["result"]> {
    if (this.#session !== null) return this.#requests.send(name, params);
    return Promise.reject(this.#lastError ? CommandError.fromFault(this.#lastError) : notConnected());
  }

  /**
   * Sends a command's answer. One that cannot be sent is replaced by the error that says so; where a moment is too much,
   * it goes without that.
   */
  answer(id: string, answer: Answer, ms: number): void {
    // The host knows what a message that it cannot read was for by its beginning: type and id come first.
    try {
      const { value, bytes } = sendable({ type: "result", id, ...answer, ms });
      this.#post(value as FromExtension);
      this.#garbageBytes += bytes;
      if (this.#garbageBytes < MOST_GARBAGE_BYTES) return;
      this.#garbageBytes = 0;
      void privileged.collectGarbage();
    } catch (thrown) {
      if (!("moment" in answer)) this.#post({ type: "result", id, ok: false, error: faultOf(thrown), ms });
      else {
        const { moment: _, ...without } = answer;
        this.answer(id, without, ms);
      }
    }
  }

  /** Says that a piece of a file has arrived, so that the next may come. */
  taken(): void {
    this.#post({ type: "taken" });
  }

  async #hello(port: browser.runtime.Port): Promise<void> {
    const { name, version, buildID } = await browser.runtime.getBrowserInfo();
    if (this.#port !== port) return;
    this.#post({
      type: "hello",
      extensionVersion: browser.runtime.getManifest().version,
      protocol: PROTOCOL_VERSION,
      oldestProtocol: OLDEST_PROTOCOL,
      firefox: { name, version, buildID },
      managed: MANAGED,
      agents: this.agents(),
    });
  }

  #post(message: FromExtension): void {
    this.#port?.postMessage(message);
  }

  #receive(message: FromHost): void {
    switch (message.type) {
      case "welcome":
        this.#tries = 0;
        this.#session = message.session;
        this.#hostVersion = message.hostVersion;
        this.#lastError = null;
        this.#listener?.welcomed(message);
        return;
      case "refused":
        this.#lastError = message.error;
        console.error(`clz: the host refused this Firefox: ${message.error.message}`);
        return;
      case "command":
        void this.#runner?.run(message);
        return;
      case "cancel":
        this.#listener?.cancel(message);
        return;
      case "file":
        this.#receiveFile(message);
        return;
      case "policy":
        this.#listener?.policy(message);
        return;
      case "secretGone":
        this.#listener?.secretGone(message.name);
        return;
      case "told":
        this.#requests.respond(message);
        return;
      case "part":
        this.#receiveChunk(message);
        return;
      default:
        // A newer host may say more than this version knows.
        console.warn("clz: message of unknown type from the host");
    }
  }

  #receiveChunk(chunk: PartMessage): void {
    try {
      const whole = this.#chunks.add(chunk);
      if (whole !== undefined) this.#receive(whole as FromHost);
    } catch (thrown) {
      this.answer(chunk.id, { ok: false, error: faultOf(thrown) }, 0);
    }
  }

  /** A piece that does not fit fails its command, which the host has not sent yet. Each makes room for the next. */
  #receiveFile(message: FileMessage): void {
    try {
      this.#listener?.file(message);
    } catch (thrown) {
      this.answer(message.id, { ok: false, error: faultOf(thrown) }, 0);
    } finally {
      this.taken();
    }
  }

  #closed(port: browser.runtime.Port): void {
    if (this.#port !== port) return;
    this.#port = null;
    this.#session = null;
    this.#chunks.clear();
    const reason = port.error?.message ?? "The native host closed the connection";
    this.#lastError ??= new CommandError("HOST_GONE", reason).toFault();
    this.#requests.close();
    if (this.#tries < LIMITS.reconnectTries) {
      const wait = Math.min(LIMITS.reconnectFirstMs * 2 ** this.#tries, LIMITS.reconnectMaxMs);
      this.#tries += 1;
      this.#nextTry = performance.now() + wait;
      this.#timer = setTimeout(() => this.#connect(), wait);
    }
    this.#listener?.closed();
  }
}

/** Throws RESULT_TOO_DEEP, RESULT_TOO_LARGE. */
function sendable(message: FromExtension): ReturnType<typeof serialize> {
  const serialized = serialize(message);
  const { bytes } = serialized;
  const maxBytes = LIMITS.maxFromExtensionBytes;
  if (bytes <= maxBytes) return serialized;
  throw new CommandError("RESULT_TOO_LARGE", ownWords`The result has ${bytes} bytes`, { bytes, maxBytes });
}

function notConnected(): CommandError {
  return new CommandError("NOT_CONNECTED", ownWords`The native host has not answered yet`);
}
