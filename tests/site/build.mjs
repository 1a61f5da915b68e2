// Bundles the pages that need a framework into dist/, one folder each.
import { cp, mkdir, rm } from "node:fs/promises";
import { build } from "esbuild";

const apps = ["react-form"];

await rm("dist", { recursive: true, force: true });
for (const app of apps) {
  await mkdir(`dist/${app}`, { recursive: true });
  await build({
    entryPoints: [{ in: `${app}/main.tsx`, out: "main" }],
    outdir: `dist/${app}`,
    bundle: true,
    minify: true,
    format: "esm",
    target: "firefox128",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".woff2": "file" },
    assetNames: "[name]",
    logLevel: "warning",
  });
  await cp(`${app}/index.html`, `dist/${app}/index.html`);
}
