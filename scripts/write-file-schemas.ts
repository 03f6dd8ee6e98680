/** Writes the JSON Schemas of the command's files. A test fails if they differ. */
import { writeFileSync } from "node:fs";
import { monitorFileSchema } from "../src/monitors/contract/monitor-file.ts";
import { flowFileSchema } from "../src/testing/contract/flow-file.ts";

writeFileSync(new URL("../cli/schemas/monitors.schema.json", import.meta.url), monitorFileSchema());
writeFileSync(new URL("../cli/schemas/flow.schema.json", import.meta.url), flowFileSchema());
