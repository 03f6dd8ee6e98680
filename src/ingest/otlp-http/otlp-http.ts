import type { IncomingMessage, ServerResponse } from "node:http";
import type { BodyFormat, OtlpLimits, OtlpSignal } from "../../otlp/index.ts";
import { defaultLimits } from "../../otlp/service.ts";
import type { InFlight, Reservation } from "../../platform/http/in-flight.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Accept, Accepted } from "../otlp/accept.ts";
import {
  contentTypeOf,
  exportResponse,
  exportResponseJson,
  rpcCodes,
  rpcStatus,
  rpcStatusJson,
} from "../otlp/answers.ts";
import { type Authenticate, type OverQuota, type RecordRejected, refusalCode } from "../otlp/authenticate.ts";
import { metricsDropped, requestRefused } from "../otlp/events.ts";
import { type Unavailable, unavailableOf } from "../otlp/unavailable.ts";
import { type BodyRead, readBody } from "./body.ts";
import { receiptOf } from "./receipt.ts";
import {
  answerFormat,
  bodyTooLarge,
  type ExportSignal,
  envelopeOf,
  misaimed,
  type Refusal,
  signalOf,
} from "./request-line.ts";

export interface OtlpHttpDependencies {
  readonly accept: Accept;
  readonly authenticate: Authenticate;
  readonly inFlight: InFlight;
  readonly overQuota?: OverQuota;
  readonly telemetry: Telemetry;
  readonly recordRejected?: RecordRejected;
  readonly limits?: OtlpLimits;
  /** Base time limit for a body, in milliseconds, extended by one second for each 16 KiB received. */
  readonly bodyTimeoutMs?: number;
  /** How long a client that requests a receipt waits, in milliseconds. */
  readonly receiptTimeoutMs?: number;
}

/** Handles a request if its path is one of OTLP's; returns whether it did. */
export type OtlpHttp = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Answer {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly body: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Creates the OTLP/HTTP receiver (specification 1.11): `POST /v1/traces`, `/v1/logs` and `/v1/metrics`, also under
 * `/otlp`. Metrics are counted and dropped.
 */
export function createOtlpHttp({
  accept,
  authenticate,
  inFlight,
  overQuota = () => undefined,
  telemetry,
  recordRejected = () => {},
  limits = defaultLimits,
  bodyTimeoutMs = 15_000,
  receiptTimeoutMs = 60_000,
}: OtlpHttpDependencies): OtlpHttp {
  const bounds = { maxBytes: limits.bodyBytes, timeoutMs: bodyTimeoutMs, bytesPerSecond: 16 * 1024 };

  return (request, response) => {
    const signal = signalOf(request.url ?? "");
    const aim = signal ?? misaimed(request);
    if (aim === undefined) return false;
    // A client that disconnects isn't an error of Gaffe.
    request.on("error", () => {});
    response.on("error", () => {});
    handle(aim, request).then(
      (answer) => answer === undefined || send(response, answer),
      (thrown: unknown) => send(response, failed(request, thrown)),
    );
    return true;
  };

  /** Returns the response, or undefined when the client has disconnected. */
  async function handle(signal: ExportSignal | Refusal, request: IncomingMessage): Promise<Answer | undefined> {
    if (typeof signal === "object") return refuse(request, signal);
    const envelope = envelopeOf(request, limits.bodyBytes);
    if (envelope.kind === "refused") return refuse(request, envelope.refusal);
    const authenticated = await authenticate(request);
    if (authenticated.kind === "refused") {
      const { status, message, retryAfterSeconds } = authenticated;
      const headers: Record<string, string> = status === 401 ? { "www-authenticate": "Bearer" } : {};
      const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      return refuse(request, { httpStatus: status, code: refusalCode(authenticated), message, headers, ...retry });
    }
    const { projectId } = authenticated;
    const over = signal === "metrics" ? undefined : overQuota(projectId);
    if (over) return refuse(request, overQuotaRefusal(over));
    const reservation = inFlight.enter(Number(request.headers["content-length"] ?? 0), projectId);
    if (reservation === undefined) return refuse(request, noRoom);
    try {
      const read = await readBody(request, reservation, bounds);
      if (read.kind !== "read") {
        const refusal = refusalOf(read.kind);
        return refusal && refuse(request, refusal);
      }
      const { format, compression } = envelope;
      if (signal === "metrics") {
        telemetry.emit(metricsDropped("http"));
        return fullSuccess(format);
      }
      const body = { bytes: read.bytes, signal, format, compression, limits };
      const accepted = await accept({ projectId, transport: "http", body });
      return await answerOf(request, { signal, format, accepted, reservation });
    } finally {
      reservation.leave();
    }
  }

  async function answerOf(request: IncomingMessage, done: Done): Promise<Answer | undefined> {
    const { accepted, format, signal } = done;
    switch (accepted.kind) {
      case "accepted":
        if (accepted.rejected > 0) report(request, 200, accepted.message);
        if (request.headers["x-gaffe-receipt"] === "wait") {
          // Only the response is left to send: the body's memory can be released.
          done.reservation.leave();
          const receipt = await receiptOf(signal, accepted, receiptTimeoutMs);
          return { ...receipt, contentType: contentTypeOf.json };
        }
        return success(format, signal, accepted);
      case "refused":
        return refuse(request, {
          httpStatus: accepted.reason === "invalid" ? 400 : 413,
          code: accepted.reason === "invalid" ? rpcCodes.invalidArgument : rpcCodes.resourceExhausted,
          message: accepted.message,
        });
      case "unavailable":
        return refuse(request, unavailable(accepted));
      case "over_quota":
        return refuse(request, overQuotaRefusal(accepted));
      default:
        return refuse(request, internal);
    }
  }

  /** Returns the response to a request that threw: a dependency is unavailable, or Gaffe has a defect. */
  function failed(request: IncomingMessage, thrown: unknown): Answer {
    const away = unavailableOf(thrown);
    if (away) return refuse(request, unavailable(away));
    telemetry.log.error({ event: "receive-failed", err: thrown }, "a request could not be answered");
    return refuse(request, internal);
  }

  function refuse(request: IncomingMessage, refusal: Refusal): Answer {
    telemetry.emit(requestRefused("http", { ...refusal, status: refusal.httpStatus }));
    report(request, refusal.httpStatus, refusal.message);
    return refusalAnswer(request, refusal);
  }

  function report(request: IncomingMessage, status: number, reason: string): void {
    const { method = "", url = "" } = request;
    const [path] = url.split("?", 1);
    recordRejected(request, { route: `${method} ${path}`, status, reason });
  }

  function refusalOf(kind: Exclude<BodyRead["kind"], "read">): Refusal | undefined {
    switch (kind) {
      case "too_large":
        return bodyTooLarge(limits.bodyBytes);
      case "no_room":
        return noRoom;
      case "too_slow":
        return { httpStatus: 408, code: rpcCodes.deadlineExceeded, message: "the body came too slowly" };
      default:
        return undefined;
    }
  }
}

interface Done {
  readonly accepted: Accepted;
  readonly format: BodyFormat;
  readonly signal: OtlpSignal;
  readonly reservation: Reservation;
}

const internal: Refusal = { httpStatus: 500, code: rpcCodes.internal, message: "the request could not be processed" };

const unavailable = ({ message, retryAfterSeconds }: Unavailable): Refusal => ({
  httpStatus: 503,
  code: rpcCodes.unavailable,
  message,
  retryAfterSeconds,
});

const overQuotaRefusal = ({ message, retryAfterSeconds }: NonNullable<ReturnType<OverQuota>>): Refusal => ({
  httpStatus: 429,
  code: rpcCodes.resourceExhausted,
  message,
  retryAfterSeconds,
  reason: "over_quota",
});

const noRoom: Refusal = {
  httpStatus: 429,
  code: rpcCodes.resourceExhausted,
  message: "Gaffe is receiving too many bytes at the moment: retry this request later",
  retryAfterSeconds: 1,
};

const fullSuccess = (format: BodyFormat): Answer => ({
  httpStatus: 200,
  contentType: contentTypeOf[format],
  body: format === "json" ? "{}" : "",
});

function success(
  format: BodyFormat,
  signal: OtlpSignal,
  { rejected, message }: Accepted & { kind: "accepted" },
): Answer {
  const body = format === "json" ? exportResponseJson(signal, rejected, message) : exportResponse(rejected, message);
  return { httpStatus: 200, contentType: contentTypeOf[format], body };
}

function refusalAnswer(request: IncomingMessage, refusal: Refusal): Answer {
  const format = answerFormat(request);
  const { httpStatus, retryAfterSeconds, headers } = refusal;
  const retry: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "retry-after": `${retryAfterSeconds}` };
  const body = format === "json" ? rpcStatusJson(refusal) : rpcStatus(refusal);
  return { httpStatus, contentType: contentTypeOf[format], body, headers: { ...retry, ...headers } };
}

function send(response: ServerResponse, { httpStatus, contentType, body, headers }: Answer): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(httpStatus, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}
