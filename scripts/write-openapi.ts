/** Writes openapi.json from the routes and their schemas. A test fails if they differ. */
import { writeFileSync } from "node:fs";
import { openapiFile } from "../src/app/openapi-file.ts";

writeFileSync(new URL("../openapi.json", import.meta.url), await openapiFile());
