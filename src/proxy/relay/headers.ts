import { unquoted } from "../../platform/json/unquoted.ts";
import type { UpstreamAuth } from "../../providers/index.ts";
import { holdsOwnToken, isOwnToken, tokenInBasic } from "./own-tokens.ts";
import { isAboutTheOrigin } from "./page-headers.ts";

const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
] as const;

const notUpstream = new Set<string>([
  ...hopByHop,
  "host",
  "content-length",
  "expect",
  "cookie",
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
  "traceparent",
  "tracestate",
  "baggage",
]);
const notDownstream = new Set<string>(hopByHop);

const awsSecrets = new Set(["x-gaffe-aws-access-key-id", "x-gaffe-aws-secret-access-key", "x-gaffe-aws-session-token"]);

/** The client headers that the proxy uses, read in one pass. */
export interface ClientHeaders {
  /** The service token, from any of its headers. */
  readonly token?: string;
  readonly forwarded: string[];
  /** The provider's keys, which must not be stored. */
  readonly secrets: readonly string[];
}

/**
 * Splits the client's raw headers (name, value, name, …) into Gaffe's and the provider's. The service token is
 * `x-gaffe-api-key`, else `api-key`, else a key with the token prefix under another name; with the first,
 * `api-key` is the provider's (Azure). Gaffe's tokens are never forwarded, whatever header holds them.
 */
export function readClientHeaders(raw: readonly string[], traceContext: "keep" | "pass" = "keep"): ClientHeaders {
  const own = valueOf(raw, "x-gaffe-api-key");
  const gaffeKey = own === undefined ? undefined : unquoted(own);
  const named = namedByConnection(valueOf(raw, "connection"));
  const forwarded: string[] = [];
  const secrets: string[] = [];
  let token = gaffeKey;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!;
    const value = raw[index + 1]!;
    const lower = name.toLowerCase();
    if (lower.startsWith("x-gaffe-")) {
      if (awsSecrets.has(lower)) secrets.push(value);
      continue;
    }
    if (named?.has(lower)) continue;
    if (notUpstream.has(lower) && !(traceContext === "pass" && isTraceContext(lower))) continue;
    if (lower === "api-key" && gaffeKey === undefined) {
      token = unquoted(value);
      continue;
    }
    const secret = secretIn(lower, value);
    if (isOwnToken(secret)) {
      token ??= secret;
      continue;
    }
    if (holdsOwnToken(value)) continue;
    if (secret !== undefined) secrets.push(secret);
    forwarded.push(name, value);
  }
  return { ...(token === undefined ? {} : { token }), forwarded, secrets };
}

/** Sends the provider's key in the header that this upstream requires. */
export function authorize(forwarded: string[], auth: UpstreamAuth): string[] {
  if (auth.kind === "bearer") return forwarded;
  const passed: string[] = [];
  let key: string | undefined;
  let present = false;
  for (let index = 0; index < forwarded.length; index += 2) {
    const lower = forwarded[index]!.toLowerCase();
    if (lower === "authorization") key = bearer(forwarded[index + 1]!);
    else passed.push(forwarded[index]!, forwarded[index + 1]!);
    if (auth.kind === "header" && lower === auth.header) present = true;
  }
  if (auth.kind === "header" && key !== undefined && !present) passed.push(auth.header, key);
  return passed;
}

/** Removes the headers that describe the client's own body or vendor, for a request that is encoded again. */
export function nativeHeaders(forwarded: readonly string[]): { rest: string[]; key: string | undefined } {
  const rest: string[] = [];
  let key: string | undefined;
  for (let index = 0; index < forwarded.length; index += 2) {
    const lower = forwarded[index]!.toLowerCase();
    if (lower === "authorization") key = bearer(forwarded[index + 1]!);
    else if (!/^(openai-.*|accept|accept-encoding|content-type)$/.test(lower)) {
      rest.push(forwarded[index]!, forwarded[index + 1]!);
    }
  }
  rest.push("content-type", "application/json", "accept-encoding", "identity");
  return { rest, key };
}

/**
 * Removes connection headers from the provider's raw headers and adds Gaffe's. Names keep their spelling and
 * order. Headers with Gaffe's prefix are removed, so that an upstream Gaffe isn't mistaken for this one.
 */
export function answerHeaders(raw: readonly string[], added: readonly string[]): string[] {
  const passed: string[] = [];
  let named: ReadonlySet<string> | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!;
    const lower = name.toLowerCase();
    if (lower === "connection") named = namedByConnection(raw[index + 1]);
    if (notDownstream.has(lower) || lower.startsWith("x-gaffe-") || isAboutTheOrigin(lower)) continue;
    passed.push(name, raw[index + 1]!);
  }
  if (named) return [...passed.filter((_, index) => !named.has(passed[index - (index % 2)]!.toLowerCase())), ...added];
  passed.push(...added);
  return passed;
}

/** Decodes undici's raw headers. */
export const headerTexts = (raw: readonly Buffer[]): readonly string[] => raw.map((each) => each.toString("latin1"));

export function withoutHeaders(raw: readonly string[], names: Iterable<string>): string[] {
  const dropped = new Set(names);
  const remaining: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!;
    if (!dropped.has(name.toLowerCase())) remaining.push(name, raw[index + 1]!);
  }
  return remaining;
}

/** Returns the first value of a header, whose `name` is in lower case. */
export function valueOf(raw: readonly string[], name: string): string | undefined {
  for (let index = 0; index < raw.length; index += 2) {
    const each = raw[index]!;
    if (each.length === name.length && each.toLowerCase() === name) return raw[index + 1]!;
  }
  return undefined;
}

/** Returns the keys in a query (`?key=…`), encoded and decoded. */
export function secretsInQuery(query: string): readonly string[] {
  if (query === "") return [];
  return [...query.matchAll(/[?&]([^=&]*)=([^&]+)/g)]
    .filter(([, name]) => /key|token|secret|auth|sig/i.test(name!))
    .flatMap(([, , value]) => [value!, new URLSearchParams(`v=${value}`).get("v")!]);
}

function secretIn(lower: string, value: string): string | undefined {
  if (lower === "authorization") return tokenInBasic(value) ?? unquoted(bearer(value));
  return /key|token|secret|auth/.test(lower) ? unquoted(value) : undefined;
}

const isTraceContext = (lower: string) => lower === "traceparent" || lower === "tracestate" || lower === "baggage";
const bearer = (value: string) => value.replace(/^\s*bearer(?:\s+|%20)/i, "");

function namedByConnection(value: string | undefined): ReadonlySet<string> | undefined {
  if (value === undefined || /^(keep-alive|close)$/i.test(value)) return undefined;
  return new Set(value.split(",").map((each) => each.trim().toLowerCase()));
}
