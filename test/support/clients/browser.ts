import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Debian's own browser, so that nothing is downloaded. */
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Why browser tests are skipped; undefined where they run. */
export const noBrowser = existsSync(executablePath) ? undefined : "there is no /usr/bin/chromium";

export function startBrowser(): Promise<Browser> {
  const flags = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
  return chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu", ...flags] });
}
