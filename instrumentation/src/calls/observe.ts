import type { Assembly, Dialect, ModelResponse } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import { looseObject } from "../../../packages/genai-wire/src/loose-json.ts";
import { safely } from "../setup/runtime.ts";
import type { Call } from "./call.ts";
import { cancelled, failureOf, interrupted, streamFailure } from "./failure.ts";

export function endWith(call: Call, dialect: Dialect, reply: unknown): void {
  safely(() => call.end(dialect.readResponse(looseObject(reply) ?? {})));
}

export function failWith(call: Call, thrown: unknown, response?: ModelResponse): void {
  safely(() => call.end(response, failureOf(thrown)));
}

export interface StreamOptions {
  /** Whether the application aborted the request: an SDK then ends its stream without an error. */
  readonly isAborted?: () => boolean;
}

/** Observes a stream as the application reads it, and ends the call when the stream ends. */
export function watchStream<Item>(
  source: AsyncIterator<Item>,
  call: Call,
  dialect: Dialect,
  { isAborted = () => false }: StreamOptions = {},
): AsyncIterableIterator<Item> {
  const assembly = dialect.assemble();
  const over = (outcome: Outcome) => safely(() => endStream(call, assembly, outcome));
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

/** A stream that the application stops reading after its last event counts as complete. */
function endStream(call: Call, assembly: Assembly, outcome: Outcome): void {
  const { response, error, ended } = assembly.result();
  const isWhole = ended === "by_returning" ? outcome.kind === "done" : ended;
  if (outcome.kind === "failed") call.end(response, failureOf(outcome.thrown));
  else if (error !== undefined) call.end(response, streamFailure(error));
  else if (isWhole) call.end(response);
  else call.end(response, outcome.kind === "stopped" ? cancelled : interrupted);
}

const unread = new FinalizationRegistry<Call>((call) => call.abandon());

/** Ends the call when its unread stream is garbage-collected. */
export const abandonWith = (stream: object, call: Call): void => unread.register(stream, call);
