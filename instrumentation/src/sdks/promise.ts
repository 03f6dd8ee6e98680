import type { Dialect } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import { beginCall, type Call, type CallStart } from "../calls/call.ts";
import { abandonWith, endWith, failWith, watchStream } from "../calls/observe.ts";
import { safely } from "../setup/runtime.ts";

/** Traces a function that returns a promise. `read` ends the call with the resolved value and may replace it. */
export function tracePromise<Result>(
  begin: () => CallStart | undefined,
  act: () => Promise<Result>,
  read: (result: Result, call: Call) => Result | undefined,
): Promise<Result> {
  const call = safely(() => {
    const start = begin();
    return start && beginCall(start);
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

/** Reads a response that is not streamed. */
export const wholeAnswer =
  (dialect: Dialect) =>
  (reply: unknown, call: Call): undefined => {
    endWith(call, dialect, reply);
  };

/** Wraps an iterable response, so that the call is recorded as the application iterates. */
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

/** Traces a method that returns an iterator immediately: the call starts with the first read. */
export async function* traceGenerator<Item>(
  begin: () => CallStart,
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
