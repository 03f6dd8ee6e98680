/** The patch of one SDK module. */
export interface Patch {
  /** The module name as applications import it. */
  readonly module: string;
  /** Patches classes in place, and returns replacements for exports of the same name. */
  readonly apply: (exports: Exports) => Exports | undefined;
}

export type Exports = { readonly [name: string]: unknown };

// oxlint-disable-next-line typescript/no-explicit-any -- functions of other packages, of any signature
export type AnyFunction = (this: any, ...given: any[]) => any;

const wrappedKey = Symbol.for("gaffe.instrumentation.wrapped");

/** Wraps the method of a prototype or an object, once. */
export function wrapMethod(target: unknown, name: string, wrap: (original: AnyFunction) => AnyFunction): void {
  if (typeof target !== "object" || target === null) return;
  const holder = target as Record<string, unknown>;
  const original = holder[name];
  if (typeof original !== "function" || isWrapped(original)) return;
  holder[name] = wrapped(original as AnyFunction, wrap);
}

/** Wraps a function; the wrapper has the name and properties of the original. */
export function wrapped(original: AnyFunction, wrap: (original: AnyFunction) => AnyFunction): AnyFunction {
  if (isWrapped(original)) return original;
  const made = wrap(original);
  Object.defineProperty(made, "name", { value: original.name, configurable: true });
  Object.defineProperty(made, "length", { value: original.length, configurable: true });
  Object.defineProperty(made, wrappedKey, { value: true });
  return made;
}

const isWrapped = (value: object): boolean => wrappedKey in value;

/** Returns the prototype of a nested class: `prototypeOf(exports, "OpenAI", "Chat", "Completions")`. */
export function prototypeOf(exports: Exports, ...path: readonly string[]): unknown {
  let at: unknown = exports;
  for (const name of path) at = (at as Exports | undefined)?.[name];
  return typeof at === "function" ? (at.prototype as unknown) : undefined;
}
