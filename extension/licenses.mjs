// The licences of what others wrote and the bundles carry: esbuild says which files those are, their packages the rest.

import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^(licen[cs]e|copying|notice)(-3rd-party)?(\.(md|txt))?$/i;

/** The packages that bundles were made from, by the metafiles of their builds. */
function packagesIn(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.entries(output.inputs)),
  );
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  // The innermost folder is the package's own: the pattern takes the last one.
  const found = used.map(([path]) => [PACKAGE.exec(path)?.[1], path]).filter(([name]) => name);
  return new Map(
    found.map(([name, path]) => [
      name,
      path.slice(0, path.lastIndexOf(`node_modules/${name}/`)) + `node_modules/${name}`,
    ]),
  );
}

/** package.json may name a repository on GitHub in short. */
function addressOf(given) {
  const url = given
    .replace(/^git\+/, "")
    .replace(/^(git|ssh):\/\/(git@)?/, "https://")
    .replace(/\.git$/, "");
  return /^(github:)?[\w.-]+\/[\w.-]+$/.test(url) ? `https://github.com/${url.replace(/^github:/, "")}` : url;
}

async function noticeOf(name, folder) {
  const { version, license, repository, homepage } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = (await readdir(folder)).filter((file) => LICENSE.test(file)).sort();
  if (!files.length || !license) throw new Error(`${name} says nothing of its licence: it cannot be bundled`);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const source = addressOf(repository?.url ?? repository ?? homepage ?? "");
  if (!source) throw new Error(`${name} does not say where its source is: it cannot be bundled`);
  const head = `${name} ${version}\nLicence: ${license}\nSource: ${source}`;
  return [head, ...texts.map((text) => text.replaceAll("\r\n", "\n").trim())].join("\n\n");
}

/** The text of THIRD_PARTY_LICENSES.txt; `root` is the folder that the metafiles' paths begin in. */
export async function thirdPartyLicenses(root, metafiles) {
  const packages = [...packagesIn(metafiles)].sort(([a], [b]) => (a < b ? -1 : 1));
  const notices = await Promise.all(packages.map(([name, folder]) => noticeOf(name, join(root, folder))));
  const line = "-".repeat(80);
  return `The extension carries these packages of others, as they are.\n\n${notices.map((notice) => `${line}\n${notice}\n`).join("\n")}`;
}
