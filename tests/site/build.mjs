// Bundles the pages that need a framework into dist/, one folder each.
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { build } from "esbuild";
import { compile } from "svelte/compiler";

const apps = { "react-form": "main.tsx", editors: "main.ts", rich: "main.ts", widgets: "main.ts" };

const svelte = {
  name: "svelte",
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await readFile(path, "utf8"), { filename: path, generate: "client" });
      return { contents: js.code, loader: "js" };
    });
  },
};

await rm("dist", { recursive: true, force: true });
for (const [app, entry] of Object.entries(apps)) {
  await mkdir(`dist/${app}`, { recursive: true });
  await build({
    entryPoints: [{ in: `${app}/${entry}`, out: "main" }],
    outdir: `dist/${app}`,
    bundle: true,
    minify: true,
    format: "esm",
    splitting: true,
    target: "firefox128",
    jsx: "automatic",
    conditions: ["browser", "production"],
    define: {
      "process.env.NODE_ENV": '"production"',
      __VUE_OPTIONS_API__: "false",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
    loader: { ".png": "dataurl", ".ttf": "file", ".woff": "file", ".woff2": "file" },
    assetNames: "[name]",
    logLevel: "warning",
    plugins: [svelte],
  });
  await cp(`${app}/index.html`, `dist/${app}/index.html`);
}
