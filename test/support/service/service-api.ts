import type { Service } from "./service.ts";

/** Calls of the started service's API with its token; throws on an answer that is not a success. */
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

/** Looks again until what is seen is as wanted, or gives up after a minute, or as told, and returns the last sight. */
export async function eventually<Seen>(
  look: () => Promise<Seen>,
  wanted: (seen: Seen) => boolean,
  atMostSeconds = 120,
): Promise<Seen> {
  let seen = await look();
  for (let tries = 0; tries < atMostSeconds * 5 && !wanted(seen); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    seen = await look();
  }
  return seen;
}
