// Places in sources as people write them: `src/App.tsx:12:5`, whatever a bundler has made of the path.

const MAX_CHARS = 300;

/** `source` is resolved against its map's address, `base`; the line counts from 1, the column from 0. Null for no file. */
export function readable(source: string, base: string, { line, column }: { line: number; column: number }) {
  const site = `${URL.parse(base)?.origin ?? ""}/`;
  const path = source
    .replace(/\?.*$/s, "")
    .replaceAll("\\", "/")
    .replace(/\p{C}/gu, "")
    .replace(/^.*\/(?=[a-z]:\/)/i, "") // C:/shop/src/App.tsx
    .replace(/^(?!https?:|file:)[a-z][\w+.-]+:(?:\/\/[^/]*)?\/*/i, "") // webpack://shop/./src/App.tsx
    .replace(/^file:\/\//, "")
    .replace(/^(?:\[project\]\/|(?:\.{1,2}\/)+)/, "");
  const own = (path.startsWith(site) ? path.slice(site.length) : path).replace(/^@fs(?=\/)/, "");
  return own === "" || own.endsWith("/") ? null : `${own.slice(0, MAX_CHARS).toWellFormed()}:${line}:${column + 1}`;
}
