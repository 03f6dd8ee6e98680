import { readFileSync } from "node:fs";
import { operations } from "./operations.ts";
import { asPython } from "./python.ts";
import { readShapes } from "./shapes.ts";
import { asTypeScript } from "./typescript.ts";

const root = new URL("../../", import.meta.url);

/** Returns the generated files of both SDKs, by their path in the repository. */
export function sdkTypeFiles(): Readonly<Record<string, string>> {
  const document: unknown = JSON.parse(readFileSync(new URL("openapi.json", root), "utf8"));
  const shapes = readShapes(document, operations);
  return {
    "sdk/typescript/src/api.ts": asTypeScript(shapes),
    "sdk/python/src/gaffe_sdk/api.py": asPython(shapes),
  };
}
