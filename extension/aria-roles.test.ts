import { roles, type ARIARole } from "aria-query";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { ariaRoles } from "./aria-roles.mjs";
import type { definitionOf } from "./src/content/snapshot/a11y/roles";

type Definition = NonNullable<ReturnType<typeof definitionOf>>;

/** What the bundles get where a source imports aria-query. */
async function built(): Promise<Map<string, Definition>> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { roles } from "aria-query";',
      resolveDir: decodeURIComponent(new URL(".", import.meta.url).pathname),
    },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    plugins: [ariaRoles],
  });
  const address = `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`;
  return ((await import(/* @vite-ignore */ address)) as { roles: Map<string, Definition> }).roles;
}

/** What there is to ask of a role, with all that can be asked for in `props`. */
function facts({ abstract, childrenPresentational, nameFrom, props }: Definition, asked: string[]): unknown {
  return { abstract, childrenPresentational, nameFrom, props: asked.filter((prop) => prop in props) };
}

describe("the roles that the extension is built with", async () => {
  const ours = await built();
  const theirs = new Map<string, Definition>(roles.entries() as [ARIARole, Definition][]);
  const asked = [...new Set([...theirs.values()].flatMap(({ props }) => Object.keys(props)))];

  it("are those of aria-query, in its order", () => {
    expect(asked).toContain("aria-checked");
    expect([...ours.keys()]).toEqual([...theirs.keys()]);
    expect([...ours.keys()]).toEqual([...roles.keys()]);
  });

  it.each([...theirs])("say of %s what aria-query says", (name, theirRole) => {
    const ourRole = ours.get(name);
    expect(ourRole && facts(ourRole, asked)).toEqual(facts(theirRole, asked));
  });

  it("hold nothing that an object has by itself", () => {
    expect(ours.has("constructor")).toBe(false);
    for (const { props } of ours.values()) expect("constructor" in props).toBe(false);
  });
});
