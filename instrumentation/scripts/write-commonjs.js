/** Writes the CommonJS form next to each entry: it loads the one implementation, so that a process has one of it. */
import { readFileSync, writeFileSync } from "node:fs";

for (const entry of ["index", "register"]) {
  const at = (ending) => new URL(`../dist/instrumentation/src/${entry}.${ending}`, import.meta.url);
  writeFileSync(at("cjs"), `"use strict";\nmodule.exports = require("./${entry}.js");\n`);
  writeFileSync(at("d.cts"), readFileSync(at("d.ts"), "utf8"));
}
