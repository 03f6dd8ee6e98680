import type { Json } from "../datapoints/datapoint.ts";

/** One request to a target. Texts are templates; in a body, a text that is one name alone becomes its value. */
export interface TargetRequest {
  readonly method: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  /** The origin is fixed; path and query may hold templates, which are percent-encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** An application behind HTTP that a test run talks to: nothing but its addresses and where in its answers things lie. */
export interface HttpTarget {
  readonly type: "http";
  /** Asked for `{access_token}` before a conversation; the answer is kept for `secondsValid`. */
  readonly auth?: TargetRequest & { readonly tokenPath: string; readonly secondsValid: number };
  /** Begins a conversation; its answer may name `{session_id}` and hold the target's first words. */
  readonly startSession?: TargetRequest & { readonly sessionIdPath?: string; readonly messagePath?: string };
  readonly nextTurn: TargetRequest & {
    /** Where the answer's text lies: `response.choices[0].text`. Of a stream: where each event's piece lies. */
    readonly responsePath: string;
    /** Where `[{name, parameters}]` or OpenAI's tool calls lie. */
    readonly toolCallsPath?: string;
    /** The answer comes as server-sent events: pieces of text are joined. */
    readonly stream?: {
      /** Only events of this name. */
      readonly event?: string;
      /** Data that ends the stream. */
      readonly stopAt: string;
    };
  };
  readonly endSession?: TargetRequest;
  /** Of one request. */
  readonly timeoutMs: number;
}

/** Every request of a target, by what it is for. */
function requestsOf({ auth, startSession, nextTurn, endSession }: HttpTarget) {
  return Object.entries({ auth, startSession, nextTurn, endSession }).flatMap(([purpose, request]) =>
    request === undefined ? [] : [{ purpose, request }],
  );
}

/** Names of secrets that a target's requests mention, each with the host that it is sent to. */
export function secretsOf(target: HttpTarget): readonly { readonly name: string; readonly host: string }[] {
  const found = new Map<string, { name: string; host: string }>();
  for (const { request } of requestsOf(target)) {
    const host = new URL(request.url.replace(/[{].*$/s, "")).host.toLowerCase();
    const texts = JSON.stringify([request.headers, request.body ?? null]);
    for (const [, name = ""] of texts.matchAll(/\{secret\.([A-Za-z0-9_-]+)\}/g))
      found.set(`${name} ${host}`, { name, host });
  }
  return [...found.values()];
}
