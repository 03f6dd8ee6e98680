import { type Begun, beginCall, type Call } from "../calls/call.ts";
import type { Dialect } from "../calls/dialect.ts";
import { abandonWith, endWith, failWith, watchStream } from "../calls/observe.ts";
import { safely } from "../setup/runtime.ts";

/** Calls what makes a model call and gives a promise; `read` ends the call with what it gives, and may put something in its place. */
export function tracePromise<Result>(
  begin: () => Begun | undefined,
  act: () => Promise<Result>,
  read: (result: Result, call: Call) => Result | undefined,
): Promise<Result> {
  const call = safely(() => {
    const begun = begin();
    return begun && beginCall(begun);
  });
  if (!call) return act();
  return started(call, act).then(
    (result) => safely(() => read(result, call)) ?? result,
    (thrown: unknown) => {
      failWith(call, thrown);
      throw thrown;
    },
  );
}

function started<Result>(call: Call, act: () => Promise<Result>): Promise<Result> {
  try {
    return call.run(act);
  } catch (thrown) {
    failWith(call, thrown);
    throw thrown;
  }
}

/** For answers that come whole. */
export const wholeAnswer =
  (dialect: Dialect) =>
  (reply: unknown, call: Call): undefined => {
    endWith(call, dialect, reply);
  };

/** For answers that are iterated: what the application gets instead reads along. */
export function watched<Item>(source: AsyncIterable<Item>, call: Call, dialect: Dialect): AsyncIterableIterator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  const watching = watchStream(
    { next: (...given) => call.run(() => iterator.next(...given)), ...rest(iterator) },
    call,
    dialect,
  );
  abandonWith(watching, call);
  return watching;
}

/** For a method that gives an iterator at once: the call begins with the first read. */
export async function* traceGenerator<Item>(
  begin: () => Begun,
  dialect: Dialect,
  act: () => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const call = safely(() => beginCall(begin()));
  if (call) yield* watched(call.run(act), call, dialect);
  else yield* act();
}

function rest<Item>(iterator: AsyncIterator<Item>) {
  return {
    ...(iterator.return ? { return: (value?: unknown) => iterator.return!(value) } : {}),
    ...(iterator.throw ? { throw: (thrown?: unknown) => iterator.throw!(thrown) } : {}),
  };
}
