/** Writes docs/command.md from the commands. A test fails if they differ. Run: npm run docs:command */
import { writeFileSync } from "node:fs";
import { cliReference } from "./cli-reference.ts";

writeFileSync(new URL("../docs/command.md", import.meta.url), cliReference());
