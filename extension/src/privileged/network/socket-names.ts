// The names by which the parts of the socket listener in several processes know each other.

export const SOCKETS_ACTOR = "ClzSockets";

/** Shared with the processes of pages: by tab, what is listened to. */
export const SOCKETS_DATA = "clz:sockets";
