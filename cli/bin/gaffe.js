#!/usr/bin/env node
// The command is built (npm run build:cli); this file is there before, so that npm links it when it installs. It is
// Parsed by old versions of Node too, which show what is needed.
import { existsSync } from "node:fs";
import module from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`gaffe: Node 22.18 or newer is needed, this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else if (!existsSync(new URL("../dist/cli/src/main.js", import.meta.url))) {
  process.stderr.write("gaffe: the command is not built yet; in a clone of Gaffe: npm run build:cli\n");
  process.exitCode = 2;
} else {
  module.enableCompileCache?.();
  await import("../dist/cli/src/main.js");
}
