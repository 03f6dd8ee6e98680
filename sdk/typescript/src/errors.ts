/** An unsuccessful response from Gaffe, or no response. */
export class GaffeError extends Error {
  override readonly name = "GaffeError";
  /** HTTP status; absent without a response. */
  readonly status: number | undefined;
  /** Stable name of the problem, such as `/problems/invalid-request`. */
  readonly type: string | undefined;
  /** The request field with the mistake. */
  readonly field: string | undefined;
  readonly requestId: string | undefined;

  constructor(
    message: string,
    facts: { status?: number; type?: string; field?: string; requestId?: string } = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.status = facts.status;
    this.type = facts.type;
    this.field = facts.field;
    this.requestId = facts.requestId;
  }
}

/** Returns advice for an HTTP status; empty if there is none. */
export function adviceFor(status: number, baseUrl: string, location: string | null): string {
  if (status >= 300 && status < 400)
    return `. ${baseUrl} redirects to ${location ?? "somewhere else"}: set base_url or GAFFE_ENDPOINT to where Gaffe is`;
  switch (status) {
    case 401:
      return `. Make a token under Settings > API Token of ${baseUrl} and pass it as api_key or GAFFE_TOKEN`;
    case 403:
      return `. Make one under Settings > API Token of ${baseUrl}`;
    case 429:
      return ". The limit of requests was met: try again later";
    default:
      return "";
  }
}
