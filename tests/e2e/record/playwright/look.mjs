// Opens a trace in Playwright's viewer, in a Chromium of this machine, and prints what is shown of it as JSON. A picture
// of the viewer is written where a third word names a file.

import { createRequire } from "node:module";

const { chromium } = createRequire(import.meta.url)("playwright-core");
const [executablePath, address, picture] = process.argv.slice(2);
const WANTED = { Before: "before", After: "Ada Lovelace" };
const PATIENCE_MS = 60_000;

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(address);
  const choose = (name) => page.getByRole("tab", { name }).first().click();
  const body = () => page.locator("body").innerText();
  /** The viewer shows the document that it had until the next one has come. */
  const field = async (phase) => {
    await choose(phase);
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const value = await page.frameLocator("iframe.snapshot-visible").locator("#text").inputValue();
      if (value === WANTED[phase] || Date.now() > until) return value;
      await page.waitForTimeout(50);
    }
  };
  const step = async (title) => {
    await page.getByText(title).first().click();
    await choose("Log");
    return body();
  };
  const shown = { navigate: await step(/navigate .*form\.html/), eval: await step("eval --unsafe") };
  await step("fill #text Ada Lovelace");
  shown.fields = {};
  for (const phase of Object.keys(WANTED)) shown.fields[phase] = await field(phase);
  for (const name of ["Errors", "Console", "Network", "Source"]) {
    await choose(name);
    if (name === "Source") await page.getByText("click text=Nowhere").first().waitFor();
    shown[name] = await body();
  }
  if (picture) {
    await step(/navigate .*form\.html/);
    await page.screenshot({ path: picture });
  }
  console.log(JSON.stringify(shown));
} finally {
  await browser.close();
}
