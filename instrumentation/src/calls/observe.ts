import { safely } from "../setup/runtime.ts";
import type { Call } from "./call.ts";
import type { Answered, Assembly, Dialect } from "./dialect.ts";
import { cancelled, failureOf, interrupted, toldFailure } from "./failure.ts";
import { looseObject } from "./loose.ts";

/** A whole answer ends its call. */
export function endWith(call: Call, dialect: Dialect, reply: unknown): void {
  safely(() => call.end(dialect.answered(looseObject(reply) ?? {})));
}

export function failWith(call: Call, thrown: unknown, answered?: Answered): void {
  safely(() => call.end(answered, failureOf(thrown)));
}

export interface StreamOptions {
  /** Whether the application has asked for the end: an SDK then ends its stream without a word. */
  readonly isAborted?: () => boolean;
}

/** Reads along while the application reads a stream, and ends the call where the stream ends. */
export function watchStream<Item>(
  source: AsyncIterator<Item>,
  call: Call,
  dialect: Dialect,
  { isAborted = () => false }: StreamOptions = {},
): AsyncIterableIterator<Item> {
  const assembly = dialect.assemble();
  const over = (outcome: Outcome) => safely(() => endStream(call, dialect, assembly, outcome));
  const step = (read: Promise<IteratorResult<Item>>) =>
    read.then(
      (result) => {
        if (result.done === true) over(isAborted() ? { kind: "stopped" } : { kind: "done" });
        else safely(() => readAlong(call, assembly, result.value));
        return result;
      },
      (thrown: unknown) => {
        over({ kind: "failed", thrown });
        throw thrown;
      },
    );
  return {
    next: (...given) => step(source.next(...given)),
    return(value) {
      over({ kind: "stopped" });
      return source.return ? source.return(value) : Promise.resolve({ done: true, value: undefined });
    },
    throw(thrown: unknown) {
      over({ kind: "failed", thrown });
      return source.throw ? source.throw(thrown) : Promise.reject(thrown);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

type Outcome = { readonly kind: "done" | "stopped" } | { readonly kind: "failed"; readonly thrown: unknown };

function readAlong(call: Call, assembly: Assembly, item: unknown): void {
  call.firstEvent();
  const event = looseObject(item);
  if (event) assembly.add(event);
}

/** A stream that the application left after its last event is a whole one. */
function endStream(call: Call, dialect: Dialect, assembly: Assembly, outcome: Outcome): void {
  const { reply, error, ended } = assembly.result();
  const answered = reply && dialect.answered(reply);
  const isWhole = ended === "by_returning" ? outcome.kind === "done" : ended;
  if (outcome.kind === "failed") call.end(answered, failureOf(outcome.thrown));
  else if (error !== undefined) call.end(answered, toldFailure(error));
  else if (isWhole) call.end(answered);
  else call.end(answered, outcome.kind === "stopped" ? cancelled : interrupted);
}

const unread = new FinalizationRegistry<Call>((call) => call.abandon());

/** A stream that is thrown away unread ends its call when it is collected. */
export const abandonWith = (stream: object, call: Call): void => unread.register(stream, call);
