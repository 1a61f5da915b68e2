declare module "*.svelte" {
  import type { Component } from "svelte";
  const component: Component<{ tell: (name: string, value: string) => void }>;
  export default component;
}
