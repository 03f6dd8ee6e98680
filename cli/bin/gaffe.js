#!/usr/bin/env node
// The command is built (npm run build:cli); this file is there before, so that npm links it when it installs.
import { enableCompileCache } from "node:module";

enableCompileCache?.();
await import("../dist/main.js");
