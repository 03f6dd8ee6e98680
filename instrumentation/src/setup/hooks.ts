import { Module, register as registerLoader } from "node:module";
import { addHook } from "import-in-the-middle";
import { supportsSyncHooks } from "import-in-the-middle/register-hooks.mjs";
import type { Exports, Patch } from "../sdks/patch.ts";
import { safely } from "./runtime.ts";

/** Applies each patch when the application loads its module, by `import` or `require`. */
export function hookModules(patches: readonly Patch[], loader: (options: LoaderOptions) => void): void {
  const byModule = new Map(patches.map((patch) => [patch.module, patch]));
  const include = patches.map(({ module }) => module);

  if (supportsSyncHooks()) loader({ include });
  else registerLoader("import-in-the-middle/hook.mjs", import.meta.url, { data: { include } });
  addHook((_url, namespace: Record<string, unknown>, specifier?: string) => {
    const patch = specifier === undefined ? undefined : byModule.get(specifier);
    const replaced = patch && safely(() => patch.apply(namespace));
    if (replaced) Object.assign(namespace, replaced);
  });
  hookRequire(byModule);
}

export interface LoaderOptions {
  readonly include: readonly string[];
}

type Load = (this: unknown, request: string, ...rest: readonly unknown[]) => unknown;

function hookRequire(byModule: ReadonlyMap<string, Patch>): void {
  const loader = Module as unknown as { _load: Load };
  const load = loader._load;
  const made = new WeakMap<object, unknown>();
  loader._load = function (request, ...rest) {
    const exports = load.call(this, request, ...rest);
    const patch = byModule.get(request);
    if (!patch || exports === null || (typeof exports !== "object" && typeof exports !== "function")) return exports;
    if (!made.has(exports)) {
      const replaced = safely(() => patch.apply(exports as Exports));
      made.set(exports, replaced ? withReplaced(exports, replaced) : exports);
    }
    return made.get(exports);
  };
}

/**
 * Exports of a CommonJS module can be read-only, so this returns a copy with the replacements that delegates the
 * rest.
 */
function withReplaced(exports: object, replaced: Exports): unknown {
  const copy = Object.create(Object.getPrototypeOf(exports) as object | null) as object;
  for (const name of Reflect.ownKeys(exports)) {
    const enumerable = Object.prototype.propertyIsEnumerable.call(exports, name);
    if (typeof name === "string" && Object.hasOwn(replaced, name)) {
      Object.defineProperty(copy, name, { value: replaced[name], enumerable, configurable: true });
    } else {
      Object.defineProperty(copy, name, {
        get: () => Reflect.get(exports, name) as unknown,
        enumerable,
        configurable: true,
      });
    }
  }
  return copy;
}
