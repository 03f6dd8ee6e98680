import { Untranslatable } from "../../../packages/genai-wire/src/chat/fit.ts";
import { ChatRequest } from "../../../packages/genai-wire/src/chat/request.ts";
import { looseObject, parsedJson } from "../../../packages/genai-wire/src/loose-json.ts";
import type { NativeRequest, Translator } from "../../../packages/genai-wire/src/ports/translator.ts";
import type { Upstream } from "../../providers/index.ts";
import { type OwnError, ownError } from "../errors.ts";
import { nativeHeaders, withoutHeaders } from "../relay/headers.ts";
import type { Rewriting } from "../rewriting.ts";
import { nativeRewriting } from "./rewrite.ts";

export interface Translated {
  readonly kind: "translated";
  readonly path: string;
  readonly headers: string[];
  readonly body: Buffer;
  readonly rewriting: Rewriting;
}

export interface Translation {
  readonly translator: Translator;
  readonly upstream: Upstream;
  readonly origin: string;
  readonly basePath: string;
  /** The client's request in OpenAI's format, with the provider removed from the model. */
  readonly body: Buffer;
  readonly forwarded: readonly string[];
  readonly header: (name: string) => string | undefined;
  readonly callId: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Translates a chat request to a provider's own API, or returns why that isn't possible. */
export function translate(from: Translation): Translated | { readonly kind: "refused"; readonly error: OwnError } {
  const { translator, upstream, origin, body, header, callId, at } = from;
  const parsed = ChatRequest.safeParse(looseObject(parsedJson(body.toString("utf8"))));
  if (!parsed.success) return refused(...problemOf(parsed.error.issues));
  const native = nativeOf(translator, parsed.data);
  if (native instanceof Untranslatable) return refused(native.param, native.message);
  const path = `${from.basePath}${native.path}`;
  const sent = Buffer.from(JSON.stringify(native.body));
  const { model, stream, stream_options } = parsed.data;
  const { rest, key } = nativeHeaders(from.forwarded);
  const named = upstream.auth.kind === "header" && key !== undefined ? [upstream.auth.header, key] : [];
  const call = { origin, path, body: sent, key: upstream.auth.kind === "bearer" ? key : undefined, header, at };
  const own = Object.entries(translator.headers(call)).flat();
  const replaced = new Set([...own, ...named].filter((_, index) => index % 2 === 0));
  return {
    kind: "translated",
    path,
    body: sent,
    headers: [...withoutHeaders(rest, replaced), ...named, ...own],
    rewriting: nativeRewriting(translator, {
      dropped: native.dropped,
      streams: stream === true,
      includeUsage: stream_options?.include_usage === true,
      naming: { callId, model, created: Math.floor(at / 1_000) },
    }),
  };
}

function nativeOf(translator: Translator, chat: ChatRequest): NativeRequest | Untranslatable {
  try {
    return translator.request(chat);
  } catch (thrown) {
    if (thrown instanceof Untranslatable) return thrown;
    throw thrown;
  }
}

const refused = (param: string, message: string) => ({
  kind: "refused" as const,
  error: ownError("unsupported_parameter", message, param),
});

interface Problem {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Problem[])[];
}

/** Returns the most specific part of the first problem: a union reports a problem for each of its members. */
function problemOf(problems: readonly Problem[]): [param: string, message: string] {
  const [problem] = problems;
  if (!problem) return ["messages", "the request is not a chat request"];
  const within = problem.errors?.toSorted((a, b) => depth(b) - depth(a))[0];
  if (within && depth(within) > 0) {
    return problemOf(within.map((each) => ({ ...each, path: [...problem.path, ...each.path] })));
  }
  const keys = problem.keys?.[0];
  const member = [...problem.path, ...(keys === undefined ? [] : [keys])].map(String).join(".");
  const message = keys === undefined ? problem.message : "it cannot be translated for this provider";
  return [member === "" ? "messages" : member, `${member === "" ? "the request" : `"${member}"`}: ${message}`];
}

const depth = (problems: readonly Problem[]) => Math.max(0, ...problems.map(({ path }) => path.length));
