import { readFileSync } from "node:fs";
import { operations } from "./operations.ts";
import { asPython } from "./python.ts";
import { operationNames, readShapes } from "./shapes.ts";
import { asTypeScript } from "./typescript.ts";

const root = new URL("../../", import.meta.url);

/** Returns the generated files of the API client and of the Python SDK, by their path in the repository. */
export function sdkTypeFiles(): Readonly<Record<string, string>> {
  const document: unknown = JSON.parse(readFileSync(new URL("openapi.json", root), "utf8"));
  return {
    "packages/api-client/src/api.ts": asTypeScript(readShapes(document, operationNames(document), ["Problem"])),
    "sdk/python/src/gaffe_sdk/api.py": asPython(readShapes(document, operations)),
  };
}
