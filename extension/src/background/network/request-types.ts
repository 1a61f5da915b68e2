// The types of requests, in the words of the commands.

import type { Commands } from "../../generated/registry";
import { table } from "../../shared/table";

type RequestType = NonNullable<Commands["getNetworkRequests"]["params"]["type"]>;

/** By the name that webRequest has for them; what is not listed is `other`. */
export const TYPES = table<RequestType>({
  main_frame: "document",
  sub_frame: "frame",
  script: "script",
  stylesheet: "style",
  image: "image",
  imageset: "image",
  font: "font",
  media: "media",
  xmlhttprequest: "xhr",
  websocket: "websocket",
  beacon: "beacon",
  ping: "beacon",
});
