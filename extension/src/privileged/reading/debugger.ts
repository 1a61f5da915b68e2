// Firefox's Debugger API, by which expressions and init scripts run in a page's own world.

declare const Cu: { Sandbox(principal: unknown, options: object): object };

interface DebuggerModule {
  addDebuggerToGlobal(global: object): void;
}

/** Firefox 159 has it in another place than those before it. */
function debuggerModule(): DebuggerModule {
  try {
    return ChromeUtils.importESModule("moz-src:///devtools/platform/jsdebugger.sys.mjs");
  } catch {
    return ChromeUtils.importESModule("resource://gre/modules/jsdebugger.sys.mjs");
  }
}

let maker: { Debugger: new () => GeckoDebugger } | null = null;

/** The Debugger lives in a compartment of its own, apart from what it looks at, and is seen by no other debugger. */
export function makeDebugger(): GeckoDebugger {
  if (!maker) {
    const principal = Services.scriptSecurityManager.getSystemPrincipal();
    const sandbox = Cu.Sandbox(principal, {
      freshCompartment: true,
      invisibleToDebugger: true,
      sandboxName: "clz evaluator",
    });
    debuggerModule().addDebuggerToGlobal(sandbox);
    maker = sandbox as typeof maker & object;
  }
  return new maker.Debugger();
}

/** False where Firefox has it elsewhere by now, or has made it otherwise. */
export function hasDebugger(): boolean {
  try {
    return typeof makeDebugger().makeGlobalObjectReference === "function";
  } catch {
    return false;
  }
}
