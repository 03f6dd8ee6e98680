import type { IncomingMessage } from "node:http";
import type { Endpoint } from "./endpoints.ts";
import { type OwnError, ownError } from "./errors.ts";

/** Returns why a request is refused by its first line and headers alone. */
export function earlyRefusal(
  { method, headers }: IncomingMessage,
  endpoint: Endpoint,
  maxBodyBytes: number,
): OwnError | undefined {
  if (method !== endpoint.method) return ownError("wrong_method", `use ${endpoint.method} for this path`);
  if (headers["sec-fetch-mode"] === "navigate") {
    return ownError("forbidden", "a browser must not open this address as a page: programs call it");
  }
  const type = headers["content-type"];
  if (endpoint.method === "POST" && type !== undefined && !/^application\/(.+\+)?json\b/i.test(type)) {
    return unsupportedType();
  }
  return Number(headers["content-length"] ?? 0) > maxBodyBytes ? tooLarge(maxBodyBytes) : undefined;
}

export const unsupportedType = () => ownError("unsupported_content_type", "send the request as application/json");

export const tooLarge = (maxBodyBytes: number) =>
  ownError("request_too_large", `the request is larger than ${maxBodyBytes} bytes`);
