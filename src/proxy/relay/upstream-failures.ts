import { type OwnError, ownError } from "../errors.ts";

/** The process ends before the response did. */
export class ShuttingDown extends Error {
  readonly code = "GAFFE_SHUTTING_DOWN";
}

/** Returns the error for a client when no response had started. It contains the cause's code, never its text. */
export function beforeAnswer(error: Error): OwnError {
  const code = codeOf(error);
  switch (code) {
    case "GAFFE_ADDRESS_REFUSED":
      return ownError(
        "upstream_not_allowed",
        "this upstream leads to an address outside the public internet: who runs Gaffe allows its network by GAFFE_ALLOW_NETWORKS",
      );
    case "GAFFE_LOOP_DETECTED":
      return ownError(
        "loop_detected",
        "this upstream is the proxy itself: set it to the address of the intended upstream",
      );
    case "GAFFE_SHUTTING_DOWN":
      return ownError("draining", "this proxy is shutting down; the provider had not answered yet");
    case "UND_ERR_HEADERS_TIMEOUT":
      return ownError("upstream_timeout", "the provider did not begin its answer in time");
    case "UND_ERR_SOCKET":
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_HEADERS_OVERFLOW":
      return ownError("upstream_reset", "the provider closed the connection before it answered");
    case "UND_ERR_INVALID_ARG":
    case "UND_ERR_NOT_SUPPORTED":
      return ownError(
        "invalid_request",
        "the request cannot be forwarded: one of its headers or its path is not valid",
      );
    default:
      if (code.startsWith("HPE_") || code === "HTTPParserError")
        return ownError("upstream_reset", `the provider's answer is not HTTP (${code})`);
      return ownError("upstream_unreachable", `the provider cannot be reached (${code}): ${whyUnreachable(code)}`);
  }
}

function whyUnreachable(code: string): string {
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "its host name is not known here";
    case "ECONNREFUSED":
      return "nothing listens at its address";
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return "its address does not answer";
    default:
      return /TLS|SSL|CERT|SIGNED|SIGNATURE/.test(code)
        ? "no TLS connection could be made"
        : "no connection could be made";
  }
}

export function midAnswer(error: Error): { code: string; message: string } {
  switch (codeOf(error)) {
    case "UND_ERR_BODY_TIMEOUT":
      return {
        code: "stream_idle_timeout",
        message: "the provider sent nothing for too long; the answer is incomplete",
      };
    case "GAFFE_SHUTTING_DOWN":
      return { code: "stream_interrupted", message: "the proxy is shutting down; the answer is incomplete" };
    default:
      return { code: "stream_interrupted", message: "the provider closed the connection; the answer is incomplete" };
  }
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined && error instanceof AggregateError) return codeOf(error.errors[0] as Error);
  return code ?? error.name;
}
