/** Writes docs/settings.md from the schema of the settings. A test fails if they differ. */
import { writeFileSync } from "node:fs";
import { settingsPage } from "../src/app/settings/page.ts";

writeFileSync(new URL("../docs/settings.md", import.meta.url), settingsPage());
