/** Writes docs/checks/<category>.md and its index from the definitions. Run: npm run docs:checks */
import { mkdirSync, writeFileSync } from "node:fs";
import { checkPages } from "./check-pages.ts";

const folder = new URL("../docs/checks/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [file, page] of checkPages()) writeFileSync(new URL(file, folder), page);
