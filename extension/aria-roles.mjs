// The roles of ARIA as plain data, made of aria-query when the extension is built: the package makes its tables each time it
// is loaded, which is once in every page that is read.

import { roles } from "aria-query";

/** The module that the bundles get for `aria-query`: of each role what `Definition` in src/content/snapshot/a11y/roles.ts names. */
export function rolesModule() {
  const entries = roles.entries();
  const names = (role) => Object.keys(role.props);
  const everywhere = names(entries[0][1]).filter((name) => entries.every(([, role]) => name in role.props));
  const literal = (properties) => properties.map((name) => `${JSON.stringify(name)}:null`).join();
  const written = entries.map(([name, { abstract, childrenPresentational, nameFrom, props }]) => {
    const own = Object.keys(props).filter((prop) => !everywhere.includes(prop));
    const plain = JSON.stringify({ abstract, childrenPresentational, nameFrom }).slice(0, -1);
    return `[${JSON.stringify(name)},${plain},props:{__proto__:everywhere,${literal(own)}}}]`;
  });
  return `const everywhere={__proto__:null,${literal(everywhere)}};export const roles=new Map([${written.join(",\n")}]);`;
}

/** The package keeps its place in what esbuild says of a bundle's parts: its licence is carried as before. */
export const ariaRoles = {
  name: "aria-roles",
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]aria-query[\\/]lib[\\/]index\.js$/ }, () => ({
      contents: rolesModule(),
      loader: "js",
    }));
  },
};
