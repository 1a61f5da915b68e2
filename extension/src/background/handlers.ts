// What answers each command. One that is missing does not compile.

import type { Handlers } from "./dispatcher";
import { actHandlers } from "./handlers/act";
import { askHandlers } from "./handlers/ask";
import { captureHandlers } from "./handlers/capture";
import { conditionsHandlers } from "./handlers/conditions";
import { configHandlers } from "./handlers/config";
import { contentHandlers } from "./handlers/content";
import { devtoolsHandlers } from "./handlers/devtools";
import { dialogHandlers } from "./handlers/dialog";
import { emulateHandlers } from "./handlers/emulation/emulate";
import { initScriptHandlers } from "./handlers/emulation/init-scripts";
import { expectHandlers } from "./handlers/expect";
import { inspectHandlers } from "./handlers/inspect";
import { navigateHandlers } from "./handlers/navigate";
import { networkHandlers } from "./handlers/network";
import { poolHandlers } from "./handlers/pool";
import { recordHandlers } from "./handlers/record";
import { routeHandlers } from "./handlers/routes";
import { snapshotHandlers } from "./handlers/snapshot";
import { authHandlers } from "./handlers/state/auth";
import { clipboardHandlers } from "./handlers/state/clipboard";
import { cookieHandlers } from "./handlers/state/cookies";
import { passkeyHandlers } from "./handlers/state/passkeys";
import { stateHandlers } from "./handlers/state/state";
import { systemHandlers } from "./handlers/system";
import { tabHandlers } from "./handlers/tabs";
import { waitHandlers } from "./handlers/wait";
import { windowHandlers } from "./handlers/window";
import type { Services } from "./services";

export function handlersOf(services: Services): Handlers {
  const pictures = captureHandlers(services);
  return {
    ...contentHandlers(services),
    ...navigateHandlers(services),
    ...tabHandlers(services),
    ...windowHandlers(services),
    ...poolHandlers(services),
    ...configHandlers(services),
    ...inspectHandlers(services),
    ...waitHandlers(services),
    ...expectHandlers(services, pictures.screenshot),
    ...pictures,
    ...actHandlers(services),
    ...clipboardHandlers(services),
    ...dialogHandlers(services),
    ...snapshotHandlers(services),
    ...devtoolsHandlers(services),
    ...cookieHandlers(services),
    ...stateHandlers(services),
    ...passkeyHandlers(services),
    ...conditionsHandlers(services),
    ...emulateHandlers(services),
    ...initScriptHandlers(services),
    ...routeHandlers(services),
    ...networkHandlers(services),
    ...authHandlers(services),
    ...recordHandlers(services),
    ...askHandlers(services),
    ...systemHandlers(services),
  };
}
