// Firefox loads the part of itself behind an API when that is first used, and meanwhile goes on with what other APIs are
// asked. A tab that is opened right after the first listener of its kind was added would send requests past it. Once a
// part is loaded, all is done in the order in which it was asked.

/** The managed build alone has the permission for it. */
const { proxy } = browser as unknown as { proxy?: { settings: { get(details: object): Promise<unknown> } } };

/** Resolves when every listener that decides about requests comes before those of what is asked later. */
export async function requestApisLoaded(): Promise<void> {
  // Neither changes anything.
  await Promise.all([browser.webRequest.handlerBehaviorChanged(), proxy?.settings.get({})]);
}
