import { readdirSync, readFileSync } from "node:fs";
import { asPython } from "./python.ts";
import { operationNames, readShapes } from "./shapes.ts";
import { asTypeScript } from "./typescript.ts";

const root = new URL("../../", import.meta.url);
const pythonPackage = new URL("sdk/python/src/gaffe_sdk/", root);

/** Returns the generated files of the API client and of the Python SDK, by their path in the repository. */
export function sdkTypeFiles(): Readonly<Record<string, string>> {
  const document: unknown = JSON.parse(readFileSync(new URL("openapi.json", root), "utf8"));
  const names = operationNames(document);
  const used = namesInPythonSdk();
  return {
    "packages/api-client/src/api.ts": asTypeScript(readShapes(document, names, { responses: ["Problem"] })),
    "sdk/python/src/gaffe_sdk/api.py": asPython(readShapes(document, names, { isShared: false }), (name) =>
      used.has(name),
    ),
  };
}

/** Returns the words of the package's own modules: a type is generated when one of them names it. */
function namesInPythonSdk(): ReadonlySet<string> {
  const modules = readdirSync(pythonPackage).filter((file) => file.endsWith(".py") && file !== "api.py");
  const texts = modules.map((file) => readFileSync(new URL(file, pythonPackage), "utf8"));
  const imported = texts.flatMap((text) => text.match(/(?<=^from gaffe_sdk\.api import )(?:\([^)]*\)|.*)/gm) ?? []);
  return new Set([
    ...texts.flatMap((text) => text.match(/(?<=\bapi\.)[A-Z]\w*/g) ?? []),
    ...imported.flatMap((list) => list.match(/\w+/g) ?? []),
  ]);
}
