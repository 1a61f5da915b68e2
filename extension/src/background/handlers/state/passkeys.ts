// Passkeys: the agent's virtual authenticator, and what it holds.

import { CommandError, ownWords } from "../../../shared/errors";
import type { Authenticator } from "../../../shared/values/passkeys";
import type { CommandContext } from "../../command-context";
import type { Handlers } from "../../dispatcher";
import { isForSite, notForSite } from "../../secrets/secret-sites";
import type { Services } from "../../services";
import { passkeysOf, type KeptPasskey } from "../../state/passkey-files";

export function passkeyHandlers({ passkeys }: Services) {
  return {
    addVirtualAuthenticator: async ({ protocol, transport, resident, verify, consent }, context) => {
      const asked: Authenticator = {
        protocol: protocol === "u2f" ? "ctap1/u2f" : protocol,
        transport,
        hasResidentKey: resident,
        hasUserVerification: verify,
        isUserConsenting: consent,
        isUserVerified: verify,
      };
      await context.race(passkeys.turnOn(context.agent, asked));
      return { authenticator: asked, credentials: passkeys.of(context.agent).map(shown) };
    },
    removeVirtualAuthenticator: async (_params, context) => ({
      removed: await context.race(passkeys.turnOff(context.agent)),
    }),
    getCredentials: (_params, { agent }) => ({
      authenticator: passkeys.authenticatorOf(agent),
      credentials: passkeys.of(agent).map(shown),
    }),
    addCredentials: async ({ credentials }, context) => {
      const given = credentials ?? inSecret(context);
      const read = await context.race(passkeysOf(given));
      const added = credentials ? read : ofSecret(read, context);
      await context.race(passkeys.add(context.agent, added));
      return { added: added.map(shown) };
    },
    saveCredentials: async (_params, { agent }) => {
      const saved = await passkeys.toSave(agent);
      if (saved.credentials.length > 0) return saved;
      if (saved.withheld > 0) {
        const why = ownWords`Your passkeys are from a secret, and are not saved from here`;
        throw new CommandError("RIGHT_DENIED", why, {}, ownWords`The person has them: clz secret list`);
      }
      const hint = ownWords`Make one first: clz passkey on, then register on the site`;
      throw new CommandError("NO_AUTHENTICATOR", ownWords`You have no passkeys`, {}, hint);
    },
    removeCredentials: ({ credentialId, all }, { agent }) => {
      if (all === (credentialId !== undefined)) {
        throw new CommandError("INVALID_PARAMS", ownWords`Name one of your passkeys, or give --all`, {}, LIST);
      }
      const removed = passkeys.remove(agent, credentialId ?? null);
      if (credentialId !== undefined && removed.length === 0)
        throw new CommandError("INVALID_PARAMS", `You have no passkey ${credentialId}`, {}, LIST);
      return { removed };
    },
    setUserVerified: ({ state }, { agent }) => {
      passkeys.setUserVerified(agent, state === "on");
      return { isUserVerified: state === "on" };
    },
  } satisfies Partial<Handlers>;
}

const LIST = ownWords`List them: clz passkey list`;

/** The passkeys that a secret contains, whose text is a file of `clz passkey save`. */
function inSecret({ secretText }: CommandContext): object[] {
  if (!secretText) throw new CommandError("SECRET_NOT_FOUND", "The host gave no secret");
  const refuse = (): never => {
    const hint = ownWords`It is the text of a file: clz secret set NAME --for DOMAIN < ada.json`;
    throw new CommandError("INVALID_PARAMS", `${secretText.shown} contains no passkeys`, {}, hint);
  };
  try {
    const held = JSON.parse(secretText.text) as { credentials?: unknown };
    const list = [held.credentials ?? held].flat();
    return list.length > 0 && list.every((one) => typeof one === "object" && one !== null) ? list : refuse();
  } catch {
    return refuse();
  }
}

/** Throws SECRET_NOT_FOR_SITE where one is of another site than the secret. */
function ofSecret(passkeys: KeptPasskey[], { secretText }: CommandContext): KeptPasskey[] {
  const [bound] = secretText?.secrets ?? [];
  if (!bound) throw new CommandError("SECRET_NOT_FOUND", "The host gave no secret");
  return passkeys.map((one) => {
    const origin = `https://${one.rpId}`;
    if (!isForSite(origin, bound.domains)) throw notForSite(bound, origin);
    return { ...one, secret: bound.name };
  });
}

/** Without what signs. */
function shown({ privateKey: _, ...rest }: KeptPasskey) {
  return rest;
}
