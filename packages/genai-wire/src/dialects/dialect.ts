import type { Loose } from "../loose-json.ts";
import type { Message, Part, Tool } from "./message.ts";
import type { Usage } from "./usage.ts";

export type Attribute = string | number | boolean | readonly string[];

/** A request to a model. An undefined member was not in the request. */
export interface ModelRequest {
  readonly model?: string | undefined;
  readonly stream?: boolean | undefined;
  readonly system?: readonly Part[] | undefined;
  readonly input: readonly Message[];
  readonly tools?: readonly Tool[] | undefined;
  readonly toolChoice?: unknown;
  readonly responseFormat?: Loose | undefined;
  /** The `gen_ai.request.*` attributes, by attribute name. */
  readonly params?: Readonly<Record<string, Attribute | undefined>> | undefined;
  readonly user?: string | undefined;
  readonly session?: string | undefined;
}

/** A model's response. */
export interface ModelResponse {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly output: readonly Message[];
  readonly finishReasons: readonly string[];
  readonly usage: Usage;
}

/** The events of a stream assembled into the response that the API returns without streaming. */
export interface Assembled {
  readonly response: ModelResponse | undefined;
  /** An error reported inside the stream. */
  readonly error?: unknown;
  /**
   * Whether the stream reached the end that its API defines; `by_returning` where the API defines none and the last
   * event ends it.
   */
  readonly ended: boolean | "by_returning";
}

export interface Assembly {
  add(event: Loose): void;
  result(): Assembled;
}

/** Reads the requests, responses and streams of one API. Never modifies its inputs. */
export interface Dialect {
  readonly operation: "chat" | "text_completion" | "embeddings" | "generate_content";
  readRequest(request: Loose): ModelRequest;
  readResponse(reply: Loose): ModelResponse;
  assemble(): Assembly;
}

/** The assembly of an API that does not stream. */
export const noStream = (): Assembly => ({
  add: () => undefined,
  result: () => ({ response: undefined, ended: true }),
});
