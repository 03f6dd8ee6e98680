import { encodeTraces } from "../../../src/otlp/encode.ts";
import type { Span } from "../../../src/otlp/span.ts";
import type { Service } from "./service.ts";

/** Calls the started service's API with its token; throws on a response that isn't successful. */
export function apiOf({ url, token }: Pick<Service, "url" | "token">) {
  return {
    get: (path: string) => call("GET", path),
    post: (path: string, body: unknown) => call("POST", path, body),
    patch: (path: string, body: unknown) => call("PATCH", path, body),
    delete: (path: string) => call("DELETE", path),
  };

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { "api-key": token, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }
}

/** Sends spans and waits until they are evaluated and stored; throws if they are not. */
export async function storeSpans(
  { url, token }: Pick<Service, "url" | "token">,
  spans: readonly Span[],
): Promise<void> {
  const response = await fetch(`${url}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf", "api-key": token, "x-gaffe-receipt": "wait" },
    body: encodeTraces(spans),
  });
  if (response.status !== 201) throw new Error(`spans were not stored: ${response.status} ${await response.text()}`);
}

/** Reads repeatedly until the value is as wanted, for a minute by default; returns the last value. */
export async function eventually<Seen>(
  read: () => Promise<Seen>,
  wanted: (seen: Seen) => boolean,
  atMostSeconds = 120,
): Promise<Seen> {
  let seen = await read();
  for (let attempts = 0; attempts < atMostSeconds * 5 && !wanted(seen); attempts++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    seen = await read();
  }
  return seen;
}
