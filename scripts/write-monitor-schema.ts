/** Writes the JSON Schema of the files of `gaffe monitors apply`. A test fails if they differ. */
import { writeFileSync } from "node:fs";
import { monitorFileSchema } from "../src/monitors/contract/monitor-file.ts";

writeFileSync(new URL("../cli/schemas/monitors.schema.json", import.meta.url), monitorFileSchema());
