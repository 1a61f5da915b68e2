// What the two sides of the passkeys' actor call each other's messages.

export const PASSKEYS_ACTOR = "ClzPasskeys";

/** How a page goes on: with a virtual authenticator, of the device itself or beside it, or as Firefox would. */
export type Answerer = "platform" | "roaming" | "firefox";
