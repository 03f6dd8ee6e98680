import type { Json } from "../platform/json/json.ts";
import { hostOf } from "./upstream.ts";

/**
 * A request to a target. Texts are templates; in a body, a text that is just one variable is replaced by its
 * value.
 */
export interface TargetRequest {
  readonly method: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  /** The origin is fixed; path and query may contain templates, which are percent-encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** An application behind HTTP that a test run talks to: its addresses, and the paths of values in its responses. */
export interface HttpTarget {
  readonly type: "http";
  /** Requests `{access_token}` before a conversation; the response is cached for `secondsValid`. */
  readonly auth?: TargetRequest & { readonly tokenPath: string; readonly secondsValid: number };
  /** Starts a conversation; the response may contain `{session_id}` and the target's first message. */
  readonly startSession?: TargetRequest & { readonly sessionIdPath?: string; readonly messagePath?: string };
  readonly nextTurn: TargetRequest & {
    /** Path of the response text, such as `response.choices[0].text`; in a stream, the path of each event's piece. */
    readonly responsePath: string;
    /** Path of `[{name, parameters}]` or of OpenAI's tool calls. */
    readonly toolCallsPath?: string;
    /** The response is server-sent events whose pieces of text are joined. */
    readonly stream?: {
      /** Read only events of this name. */
      readonly event?: string;
      /** Data that ends the stream. */
      readonly stopAt: string;
    };
  };
  readonly endSession?: TargetRequest;
  /** Time limit of each request. */
  readonly timeoutMs: number;
}

function requestsOf({ auth, startSession, nextTurn, endSession }: HttpTarget) {
  return Object.entries({ auth, startSession, nextTurn, endSession }).flatMap(([purpose, request]) =>
    request === undefined ? [] : [{ purpose, request }],
  );
}

/** Returns the names of secrets in a target's requests, each with the host that it is sent to. */
export function secretsOf(target: HttpTarget): readonly { readonly name: string; readonly host: string }[] {
  const found = new Map<string, { name: string; host: string }>();
  for (const { request } of requestsOf(target)) {
    const host = hostOf(request.url.replace(/[{].*$/s, ""));
    const texts = JSON.stringify([request.headers, request.body ?? null]);
    for (const [, name = ""] of texts.matchAll(/\{secret\.([A-Za-z0-9_-]+)\}/g))
      found.set(`${name} ${host}`, { name, host });
  }
  return [...found.values()];
}
