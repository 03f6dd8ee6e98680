import { readdirSync, readFileSync } from "node:fs";
import { blockingModule } from "./blocking.ts";
import { asPython } from "./python.ts";
import { pythonTemplates } from "./python-templates.ts";
import { operationNames, readShapes } from "./shapes.ts";
import { asTypeScript } from "./typescript.ts";

const root = new URL("../../", import.meta.url);
const pythonPackage = "sdk/python/src/gaffe_sdk";

/** Returns the generated files of the API client and of the Python SDK, by their path in the repository. */
export function sdkTypeFiles(): Readonly<Record<string, string>> {
  const document: unknown = JSON.parse(readFileSync(new URL("openapi.json", root), "utf8"));
  const names = operationNames(document);
  const used = namesInPythonSdk();
  return {
    "packages/api-client/src/api.ts": asTypeScript(readShapes(document, names, { responses: ["Problem"] })),
    [`${pythonPackage}/api.py`]: asPython(readShapes(document, names, { isShared: false }), (name) => used.has(name)),
    ...blockingFiles(),
    "sdk/python-command/src/gaffe/templates.py": pythonTemplates(),
    "sdk/python-command/src/gaffe/__init__.py": reexports(),
    ...publishingFiles(),
  };
}

/** Returns a module with the names of the SDK, written out because type checkers do not follow `import *`. */
function reexports(): string {
  const text = readFileSync(new URL(`${pythonPackage}/__init__.py`, root), "utf8");
  const names = Array.from(text.matchAll(/^ {4}"(\w+)",$/gm), ([, name = ""]) => name);
  const helpers = ["assert_row", "assert_run", "rows"];
  return `"""Gaffe for Python: everything of gaffe_sdk, and the helpers for pytest.

Written by \`npm run sdk:types\` from gaffe_sdk/__init__.py: do not edit.
"""

from gaffe_sdk import (
${names.map((name) => `    ${name},\n`).join("")})
from gaffe_sdk.testing import ${helpers.join(", ")}

__all__ = [
${[...names, ...helpers].map((name) => `    "${name}",\n`).join("")}]
`;
}

/** The license and the version of the Python packages are those of the repository. */
function publishingFiles(): Readonly<Record<string, string>> {
  const read = (path: string) => readFileSync(new URL(path, root), "utf8");
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const entries = ["sdk/python", "sdk/python-command"].flatMap((folder) => {
    const project = read(`${folder}/pyproject.toml`)
      .replace(/^version = ".*"$/m, `version = "${version}"`)
      .replace(/"gaffe-sdk==[^"]*"/, `"gaffe-sdk==${version}"`);
    return [
      [`${folder}/LICENSE`, read("LICENSE")],
      [`${folder}/pyproject.toml`, project],
    ];
  });
  return Object.fromEntries(entries) as Readonly<Record<string, string>>;
}

/** The methods of `AsyncGaffe` are written by hand, those of `Gaffe` are derived from them. */
function blockingFiles(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    modulesIn("_async").map(({ name, text }) => [`${pythonPackage}/_sync/${name}`, blockingModule(name, text)]),
  );
}

/** Returns the words of the package's own modules: a type is generated when one of them names it. */
function namesInPythonSdk(): ReadonlySet<string> {
  const folders = [".", "_async", "../../../python-command/src/gaffe"];
  const texts = folders.flatMap(modulesIn).map(({ text }) => text);
  const imported = texts.flatMap((text) => text.match(/(?<=^from gaffe_sdk\.api import )(?:\([^)]*\)|.*)/gm) ?? []);
  return new Set([
    ...texts.flatMap((text) => text.match(/(?<=\bapi\.)[A-Z]\w*/g) ?? []),
    ...imported.flatMap((list) => list.match(/\w+/g) ?? []),
  ]);
}

function modulesIn(folder: string): readonly { readonly name: string; readonly text: string }[] {
  const path = new URL(`${pythonPackage}/${folder}/`, root);
  return readdirSync(path)
    .filter((name) => name.endsWith(".py") && name !== "api.py")
    .map((name) => ({ name, text: readFileSync(new URL(name, path), "utf8") }));
}
