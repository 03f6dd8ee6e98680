import type { Operations, Problem } from "./api.ts";

/** An operation of the API by method and path, such as `GET /issues/{id}`. */
export type OperationName = keyof Operations;
export type ResponseOf<Name extends OperationName> = Operations[Name]["answer"];
/** Parameters of an operation: parts of its path, a query, a body. */
export type RequestOf<Name extends OperationName> = Omit<Operations[Name], "answer">;

interface Parts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body: unknown;
}

export interface HttpRequest {
  readonly method: string;
  /** Path below the service's address, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Builds the HTTP request of an operation. Parameters that are undefined are omitted. */
export function httpRequest<Name extends OperationName>(name: Name, request: RequestOf<Name>): HttpRequest {
  const { path = {}, query = {}, body }: Partial<Parts> = request;
  const [method = "", template = ""] = name.split(" ");
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ""));
  const parameters = new URLSearchParams();
  for (const [parameter, value] of Object.entries(query))
    if (value !== undefined) for (const each of [value].flat()) parameters.append(parameter, `${each}`);
  return {
    method,
    path: `/api/v1${filled}${parameters.size === 0 ? "" : `?${parameters.toString()}`}`,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** Reads the body of a response that isn't a success (RFC 9457); empty if something else than Gaffe wrote it. */
export function problemIn(text: string): Partial<Problem> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Problem>;
  } catch {
    return {};
  }
}
