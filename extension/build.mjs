// Builds the extension: bundles, manifest, and an XPI that is the same, byte by byte, for the same sources.
// `node build.mjs [VARIANT]`; the variants are below. Output: build/VARIANT/ and the XPI that the wheel carries.

import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { zipSync } from "fflate";
import { ariaRoles } from "./aria-roles.mjs";
import { thirdPartyLicenses } from "./licenses.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(HERE);

/**
 * `managed` is compiled into the background script; `xpi` is where the packed build goes. `signed` is what Mozilla gets to
 * sign: the plain build, which looks for newer versions at UPDATE_URL. It is built when it is named, into SIGN_DIR.
 */
const VARIANTS = {
  plain: { managed: false, xpi: join(ROOT, "native/clz_native/extension/clz.xpi") },
  managed: { managed: true, xpi: join(ROOT, "native/clz_native/extension/clz-managed.xpi") },
  signed: {
    managed: false,
    xpi: join(process.env.SIGN_DIR ?? join(ROOT, "build/sign"), "clz-unsigned.xpi"),
    out: process.env.SIGN_DIR && join(process.env.SIGN_DIR, "signed"),
    signed: true,
    updates: process.env.UPDATE_URL,
  },
};

/** esbuild keeps this for the Firefox that strict_min_version in manifest.json names. */
const TARGET = "firefox142";

const LICENSES = "THIRD_PARTY_LICENSES.txt";

/** ZIP knows no date before 1980, and local time is what fflate writes. */
const EPOCH = new Date(1980, 0, 1);

async function version() {
  const source = await readFile(join(ROOT, "core/clz_core/__init__.py"), "utf8");
  const found = /^__version__ = "([^"]+)"/m.exec(source);
  if (!found) throw new Error("core/clz_core/__init__.py holds no __version__");
  return found[1];
}

async function filesIn(folder, prefix = "") {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const nested = entries.map((entry) => {
    const path = prefix ? `${prefix}/${entry.name}` : entry.name;
    return entry.isDirectory() ? filesIn(folder, path) : [path];
  });
  return (await Promise.all(nested)).flat().sort();
}

/** The helper: Firefox loads its API into the main process when it starts, and its actor into those of the pages. */
const EXPERIMENT = {
  clz: {
    schema: "privileged/schema.json",
    parent: { events: ["startup"], scopes: ["addon_parent"], script: "privileged/api.js", paths: [["clz"]] },
  },
};

/** What is called or read from one of Firefox's globals on; modules of its own are imported. */
const MEMBERS =
  /(?<![\w.])((?:Services|ChromeUtils|Components|Cu|IOUtils|PathUtils|InspectorUtils)(?:\.[A-Za-z_]\w*)+)/g;

/** What the helper uses of Firefox's inside, by the folder that does. Modules of one name are the same in other places. */
async function innerParts() {
  const parts = {};
  const folder = join(HERE, "src/privileged");
  for (const path of (await filesIn(folder)).filter((path) => /(?<!\.d|\.test)\.ts$/.test(path))) {
    const source = await readFile(join(folder, path), "utf8");
    const named = (pattern) => [...source.matchAll(pattern)].map(([, name]) => name);
    const part = (parts[path.includes("/") ? dirname(path).split("/")[0] : "helper"] ??= {
      interfaces: new Set(),
      services: new Set(),
      members: new Set(),
      modules: new Map(),
    });
    for (const name of named(/\bCi(?:\.|\[")(\w+)/g)) part.interfaces.add(name);
    for (const name of named(/\bCc\["([^"]+)/g)) part.services.add(name);
    for (const [, service, name] of source.matchAll(/"(@mozilla\.org\/[^"]+)",\s*"(nsI\w+)"/g)) {
      part.services.add(service);
      part.interfaces.add(name);
    }
    for (const name of named(MEMBERS)) part.members.add(name);
    for (const place of named(/"((?:resource|moz-src):[^"]+\.sys\.mjs)"/g)) {
      const name = place.split("/").at(-1);
      part.modules.set(name, new Set(part.modules.get(name)).add(place));
    }
  }
  const plain = (_key, value) =>
    value instanceof Set ? [...value] : value instanceof Map ? [...value.values()] : value;
  return JSON.stringify(parts, plain);
}

/** The extension's own pages: each a folder with its HTML, its style and its script. */
const PAGES = ["popup", "options"];

async function buildPage(name, out, variant) {
  const made = await bundle(`${name}/${name}.ts`, join(out, name, `${name}.js`), variant, false);
  for (const kind of ["html", "css"]) {
    await cp(join(HERE, "src", name, `${name}.${kind}`), join(out, name, `${name}.${kind}`));
  }
  return made;
}

/** The schema of the helper's API, which Firefox wants as JSON, of the interface that both sides have. */
async function privilegedSchema() {
  const entryPoints = [join(HERE, "src/shared/privileged-api.ts")];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", write: false });
  const { schema } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return `${JSON.stringify(schema(), null, 2)}\n`;
}

/** In what looks at pages, `instanceof` asks for the kind of a node, whichever window's it is. */
const anyRealm = {
  name: "any-realm",
  setup(build) {
    const realm = join(HERE, "src/content/any-realm.ts");
    build.onLoad({ filter: /[\\/]src[\\/](?:content|shared)[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (path === realm) return { contents: source, loader: "ts" };
      const kinds = new Set([...source.matchAll(KINDS)].map(([, name]) => name));
      const taken = kinds.size > 0 ? `import { ${[...kinds].join(", ")} } from ${JSON.stringify(realm)}; ` : "";
      return { contents: taken + source, loader: "ts" };
    });
  },
};
const KINDS = /\binstanceof ((?:HTML|SVG)\w+|Document|Element|ShadowRoot|Text)\b/g;

/** An expression has a realm of its own; scripts of the page's world have the page's. */
const OWN_REALM = /^content\/(?:safe|injected)\//;

/** Bundles one entry, and says what it was made from. */
async function bundle(entry, outfile, variant, minify, format = outfile.endsWith(".mjs") ? "esm" : "iife") {
  const { metafile } = await build({
    absWorkingDir: HERE,
    metafile: true,
    entryPoints: [join(HERE, "src", entry)],
    outfile,
    bundle: true,
    format,
    target: TARGET,
    minify,
    minifySyntax: minify || Boolean(variant.signed), // what a constant rules out is left out
    charset: "utf8",
    plugins: [ariaRoles, ...(entry.startsWith("content/") && !OWN_REALM.test(entry) ? [anyRealm] : [])],
    legalComments: "none",
    // The result of an injected script: that it ran.
    ...(entry.startsWith("content/") && { footer: { js: "true;" } }),
    define: {
      MANAGED: String(variant.managed),
      SIGNED: String(Boolean(variant.signed)),
      ...(entry === "privileged/api.ts" && { INNER_PARTS: await innerParts() }),
    },
  });
  return metafile;
}

async function buildVariant(name) {
  const variant = VARIANTS[name];
  if (!variant) throw new Error(`no variant ${name}; there is: ${Object.keys(VARIANTS).join(", ")}`);
  const out = variant.out ?? join(HERE, "build", name);
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, "icons"), { recursive: true });
  if (variant.managed) await mkdir(join(out, "privileged"));
  const bundles = await Promise.all([
    bundle("background/main.ts", join(out, "background.js"), variant, false),
    bundle("content/engine.ts", join(out, "engine.js"), variant, false),
    bundle("content/injected/webrtc.ts", join(out, "peers.js"), variant, true),
    bundle("content/consent/main.ts", join(out, "consent.js"), variant, true),
    bundle("background/film/encoder.ts", join(out, "film.js"), variant, true, "esm"),
    bundle("background/devtools/expressions/tree.ts", join(out, "expressions.js"), variant, true, "esm"),
    bundle("background/network/source-maps/worker.ts", join(out, "source-maps.js"), variant, true),
    // Made for the most part of libraries; each comes into a frame only when a command there needs it.
    bundle("content/snapshot/a11y/main.ts", join(out, "a11y.js"), variant, true),
    bundle("content/article/main.ts", join(out, "article.js"), variant, true),
    bundle("content/safe/main.ts", join(out, "safe.js"), variant, true),
    bundle("content/recorder/main.ts", join(out, "recorder.js"), variant, true),
    bundle("content/recorder/picker.ts", join(out, "picker.js"), variant, true),
    bundle("content/concealed-text/main.ts", join(out, "concealed-text.js"), variant, true),
    bundle("content/axe/main.ts", join(out, "axe.js"), variant, true),
    bundle("content/regular-expressions/main.ts", join(out, "regular-expressions.js"), variant, true),
    ...PAGES.map((page) => buildPage(page, out, variant)),
    ...(variant.managed
      ? []
      : [
          bundle("content/injected/console.ts", join(out, "console.js"), variant, false),
          bundle("content/injected/dialogs.ts", join(out, "dialogs.js"), variant, true),
        ]),
    // The bootstrap runs in every frame of every page: it is kept as small as it can be.
    bundle("content/bootstrap.ts", join(out, "bootstrap.js"), variant, true),
    ...(variant.managed
      ? [
          bundle("privileged/api.ts", join(out, "privileged/api.js"), variant, false),
          bundle("privileged/child.ts", join(out, "privileged/child.sys.mjs"), variant, false),
          bundle("privileged/storage/databases/main.ts", join(out, "privileged/databases.js"), variant, true),
          bundle("privileged/tabs/brake.ts", join(out, "privileged/brake.js"), variant, true),
          bundle("privileged/parent.ts", join(out, "privileged/parent.sys.mjs"), variant, false),
        ]
      : []),
  ]);
  await cp(join(HERE, "src/panel/page.css"), join(out, "panel/page.css"));
  if (variant.managed) await writeFile(join(out, EXPERIMENT.clz.schema), await privilegedSchema());
  const licenses = await thirdPartyLicenses(HERE, bundles);
  const manifest = JSON.parse(await readFile(join(HERE, "manifest.json"), "utf8"));
  manifest.version = await version();
  if (variant.updates) manifest.browser_specific_settings.gecko.update_url = variant.updates;
  if (variant.managed) {
    manifest.experiment_apis = EXPERIMENT;
    manifest.permissions.push("proxy");
  }
  await writeFile(join(out, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(out, LICENSES), licenses);
  await writeFile(join(out, "icons/clz.svg"), await readFile(join(HERE, "icons/clz.svg")));

  const tree = {};
  for (const path of await filesIn(out)) tree[path] = [await readFile(join(out, path)), { mtime: EPOCH, level: 9 }];
  await mkdir(dirname(variant.xpi), { recursive: true });
  await writeFile(join(dirname(variant.xpi), LICENSES), licenses);
  await writeFile(variant.xpi, zipSync(tree));
  return variant.xpi;
}

const wanted = process.argv.slice(2);
for (const name of wanted.length ? wanted : ["plain", "managed"]) {
  console.log(`built ${await buildVariant(name)}`);
}
