/** Writes openapi.json from the routes and their schemas. A test fails when the two differ. */
import { writeFileSync } from "node:fs";
import { openapiFile } from "../src/web/routes/openapi-file.ts";

writeFileSync(new URL("../openapi.json", import.meta.url), await openapiFile());
