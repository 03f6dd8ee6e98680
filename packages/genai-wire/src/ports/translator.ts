import type { ChatAnswer, ChatError, ChatStep } from "../chat/answer.ts";
import type { ChatRequest } from "../chat/request.ts";
import type { Loose } from "../loose-json.ts";
import type { Dialect } from "./provider.ts";

/**
 * A provider whose API differs from OpenAI's. All functions are pure: the same request gives the same bytes, and
 * the same events give the same steps, regardless of how the network splits them.
 */
export interface Translator {
  readonly dialect: Dialect;
  /** How the events of a stream are framed. */
  readonly framing: "server-sent-events" | "aws-event-stream";
  /**
   * Translates a request. Throws Untranslatable for what the provider does not support; `dropped` lists ignored
   * members.
   */
  request(chat: ChatRequest): NativeRequest;
  /** Returns the headers of a call from the client's Bearer key, or undefined headers when the client sent no key. */
  headers(call: NativeCall): NativeHeaders;
  /** Reads a complete response of status 2xx. Returns undefined when it isn't a response of this API. */
  answer(body: Loose, about: AnswerFacts): ChatAnswer | undefined;
  /** Returns a reader for one stream, which maps each event to the steps that it adds. */
  stream(about: AnswerFacts): (event: NativeEvent) => readonly ChatStep[];
  /** Reads a response of another status, or one that contains an error. */
  error(body: Loose | undefined, about: AnswerFacts): ChatError;
}

export interface NativeRequest {
  /** Appended to the upstream's address. Parts from the client are percent-encoded. */
  readonly path: string;
  readonly body: Loose;
  readonly dropped: readonly string[];
}

export interface NativeCall {
  readonly origin: string;
  readonly path: string;
  readonly body: Buffer;
  readonly key: string | undefined;
  /** Returns a client header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
}

export type NativeHeaders = Readonly<Record<string, string>>;

export interface NativeEvent {
  readonly type?: string | undefined;
  readonly data: Loose;
}

export interface AnswerFacts {
  /** The model as the client named it, for providers that do not return it. */
  readonly model: string;
  /** Unique to the call; used to create ids that the provider does not return. */
  readonly callId: string;
  readonly status?: number | undefined;
  /** Returns a response header by its lower-case name. */
  readonly header?: ((name: string) => string | undefined) | undefined;
}
