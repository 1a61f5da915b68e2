// Firefox's API for tests, which may have the helper.

type Functions = Record<string, (...given: never[]) => unknown>;

export function browserWith(api: object, helper: Functions | null, events: object = {}): object {
  const call = async (name: string, given: unknown[]): Promise<{ value: unknown }> => ({
    value: await helper?.[name]?.(...(given as never[])),
  });
  return { ...api, ...(helper && { clz: { call, ...events } }) };
}
