/** How one module of an SDK is traced. */
export interface Patch {
  /** As applications import it. */
  readonly module: string;
  /** Changes classes in place; returns exports that take the place of those of the same name. */
  readonly apply: (exports: Exports) => Exports | undefined;
}

export type Exports = { readonly [name: string]: unknown };

// oxlint-disable-next-line typescript/no-explicit-any -- functions of other packages, of any signature
export type AnyFunction = (this: any, ...given: any[]) => any;

const ours = Symbol.for("gaffe.instrumentation.wrapped");

/** Puts another function around the method of a prototype or an object, once. */
export function wrapMethod(target: unknown, name: string, around: (original: AnyFunction) => AnyFunction): void {
  if (typeof target !== "object" || target === null) return;
  const holder = target as Record<string, unknown>;
  const original = holder[name];
  if (typeof original !== "function" || isWrapped(original)) return;
  holder[name] = wrapped(original as AnyFunction, around);
}

/** Another function around this one, that looks like it. */
export function wrapped(original: AnyFunction, around: (original: AnyFunction) => AnyFunction): AnyFunction {
  if (isWrapped(original)) return original;
  const made = around(original);
  Object.defineProperty(made, "name", { value: original.name, configurable: true });
  Object.defineProperty(made, "length", { value: original.length, configurable: true });
  Object.defineProperty(made, ours, { value: true });
  return made;
}

const isWrapped = (value: object): boolean => ours in value;

/** The prototype of a class that hangs on another: `prototypeOf(exports, "OpenAI", "Chat", "Completions")`. */
export function prototypeOf(exports: Exports, ...path: readonly string[]): unknown {
  let at: unknown = exports;
  for (const name of path) at = (at as Exports | undefined)?.[name];
  return typeof at === "function" ? (at.prototype as unknown) : undefined;
}
