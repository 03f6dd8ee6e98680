import type { ApiFailure } from "../../../packages/api-client/src/client.ts";

interface Facts {
  readonly status?: number | undefined;
  readonly type?: string | undefined;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
}

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

  constructor(message: string, { status, type, field, requestId }: Facts = {}, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
    this.type = type;
    this.field = field;
    this.requestId = requestId;
  }
}

/** Returns a function that converts failures, and says what to do about them. */
export const errorOf =
  (baseUrl: string) =>
  (failure: ApiFailure): GaffeError => {
    switch (failure.kind) {
      case "refused": {
        const { status, location } = failure;
        const { detail, title, ...facts } = failure.problem;
        const where = facts.field === undefined ? "" : `${facts.field}: `;
        const what = detail ?? title ?? `the answer has status ${status}`;
        return new GaffeError(`${where}${what}${adviceFor(status, baseUrl, location)}`, { ...facts, status });
      }
      case "no_response": {
        const { reason, isTimeout, cause } = failure;
        const advice = isTimeout ? "Raise timeout, or check the load of the service" : "Is Gaffe running there?";
        return new GaffeError(`${baseUrl} does not answer (${reason}). ${advice}`, {}, cause);
      }
      case "not_json": {
        const { path, cause } = failure;
        return new GaffeError(`the answer of ${baseUrl}${path} is not JSON: is Gaffe running there?`, {}, cause);
      }
      default:
        return failure satisfies never;
    }
  };

/** Returns advice for an HTTP status; empty if there is none. */
function adviceFor(status: number, baseUrl: string, location = "somewhere else"): string {
  if (status >= 300 && status < 400)
    return `. ${baseUrl} redirects to ${location}: set baseUrl or GAFFE_ENDPOINT to where Gaffe is`;
  switch (status) {
    case 401:
      return `. Make a token under Settings > API Token of ${baseUrl} and pass it as apiKey or GAFFE_TOKEN`;
    case 403:
      return `. Make one under Settings > API Token of ${baseUrl}`;
    case 429:
      return ". The limit of requests was met: try again later";
    default:
      return "";
  }
}
