import type { Loose } from "../../../../src/platform/json/loose-json.ts";
import type { Dialect } from "../../../../src/providers/upstream.ts";
import type { ChatAnswer, ChatError, ChatStep } from "../chat/answer.ts";
import type { ChatRequest } from "../chat/request.ts";

/**
 * A provider whose own API differs from OpenAI's. Pure in every direction: the same request gives the same bytes, the
 * same events the same steps, wherever the network cut them.
 */
export interface Translator {
  readonly dialect: Dialect;
  /** How events of a stream lie in its bytes. */
  readonly framing: "server-sent-events" | "aws-event-stream";
  /** Throws Untranslatable for what the provider cannot do; what it merely goes without is in `dropped`. */
  request(chat: ChatRequest): NativeRequest;
  /** Headers of a call, from the key that the client sent as a Bearer. Undefined headers: the client sent none. */
  headers(call: NativeCall): NativeHeaders;
  /** A whole answer of status 2xx. Undefined: it is not what the API answers. */
  answer(body: Loose, about: AnswerFacts): ChatAnswer | undefined;
  /** Reads one stream: each event gives the steps it adds. */
  stream(about: AnswerFacts): (event: NativeEvent) => readonly ChatStep[];
  /** An answer of another status, or one that holds an error. */
  error(body: Loose | undefined, about: AnswerFacts): ChatError;
}

export interface NativeRequest {
  /** Appended to the upstream's address. Parts of it that come from the client are percent-encoded. */
  readonly path: string;
  readonly body: Loose;
  readonly dropped: readonly string[];
}

export interface NativeCall {
  readonly origin: string;
  readonly path: string;
  readonly body: Buffer;
  /** The provider's key, where the client sent one. */
  readonly key: string | undefined;
  /** A header of the client, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Names and values. */
export type NativeHeaders = Readonly<Record<string, string>>;

export interface NativeEvent {
  readonly type?: string | undefined;
  readonly data: Loose;
}

export interface AnswerFacts {
  /** The model as the client named it, for providers that do not repeat it. */
  readonly model: string;
  /** Unique to the call: ids that the provider does not give are made of it. */
  readonly callId: string;
  readonly status?: number | undefined;
  /** A header of the answer, by its name in lower case. */
  readonly header?: ((name: string) => string | undefined) | undefined;
}
