/** Writes the types of the API client and of the Python SDK from openapi.json. A test fails if they differ. */
import { writeFileSync } from "node:fs";
import { sdkTypeFiles } from "./sdk-types/files.ts";

for (const [path, text] of Object.entries(sdkTypeFiles())) writeFileSync(new URL(`../${path}`, import.meta.url), text);
