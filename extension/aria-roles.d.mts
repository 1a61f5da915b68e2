import type { Plugin } from "esbuild";

export const ariaRoles: Plugin;
