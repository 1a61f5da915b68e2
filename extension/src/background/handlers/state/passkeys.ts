// Passkeys: the agent's virtual authenticator, and what it holds.

import { CommandError, needsManaged, ownWords } from "../../../shared/errors";
import type { Authenticator } from "../../../shared/values/passkeys";
import type { Handlers } from "../../dispatcher";
import { privileged } from "../../privileged/api";
import type { Services } from "../../services";
import { passkeyOf } from "../../state/passkey-files";
import type { KeptPasskey } from "../../state/passkeys";

/** What the device of a person with passkeys can do, and does. */
const USUAL: Authenticator = {
  protocol: "ctap2_1",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
};

export function passkeyHandlers({ passkeys }: Services) {
  return {
    addVirtualAuthenticator: async ({ protocol, transport, resident, verify, consent }, context) => {
      if (!privileged.available) throw needsManaged(ownWords`In this Firefox there are no virtual authenticators`);
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
    addCredentials: async ({ credentials = [] }, context) => {
      const { agent } = context;
      if (!privileged.available) throw needsManaged(ownWords`In this Firefox there are no virtual authenticators`);
      const added = await context.race(Promise.all(credentials.map((one, at) => passkeyOf(one, at + 1))));
      if (!passkeys.authenticatorOf(agent)) await context.race(passkeys.turnOn(agent, USUAL));
      passkeys.add(agent, added);
      return { added: added.map(shown) };
    },
    saveCredentials: (_params, { agent }) => {
      const credentials = passkeys.of(agent).map((one) => ({ ...one }));
      if (credentials.length > 0) return { credentials };
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

/** Without what signs. */
function shown({ privateKey: _, ...rest }: KeptPasskey) {
  return rest;
}
