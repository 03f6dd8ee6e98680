import type { ServerResponse } from "node:http";
import type { Dispatcher } from "undici";
import { type KeepBudget, type Outcome, Tee } from "./call.ts";
import type { Api } from "./endpoints.ts";
import { errorEvent, type OwnError, ownError, refuse } from "./errors.ts";
import { answerHeaders, valueOf } from "./headers.ts";
import { createUsageFilter } from "./stream-usage.ts";

export interface RelayNeeds {
  readonly response: ServerResponse;
  readonly api: Api;
  readonly traceId: string;
  readonly keepBytes: number;
  readonly budget: KeepBudget;
  /** The event with the usage of a stream was asked for by us, so the client does not get it. */
  readonly withoutUsage: boolean;
  readonly now: () => number;
  readonly done: (relay: Relay, end: Outcome) => void;
}

/**
 * Carries one answer from the upstream to the client, byte for byte and no faster than the client reads. When the
 * client goes, the upstream is aborted at once; when the upstream breaks, the client learns it: by a status while
 * there is none yet, then by a last event of the stream, and always by a connection that does not end cleanly.
 */
export class Relay implements Dispatcher.DispatchHandler {
  readonly tee: Tee;
  status: number | undefined;
  contentType: string | undefined;
  encoding: string | undefined;
  firstByteAt: number | undefined;
  readonly #needs: RelayNeeds;
  #abort: ((reason?: Error) => void) | undefined;
  #clientGone = false;
  #ended = false;
  #last: Buffer | undefined;
  #filter: ReturnType<typeof createUsageFilter> | undefined;

  constructor(needs: RelayNeeds) {
    this.#needs = needs;
    this.tee = new Tee(needs.keepBytes, needs.budget);
    needs.response.once("close", () => this.#clientClosed());
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort;
    if (this.#clientGone) abort(clientGone);
  }

  onHeaders(status: number, raw: Buffer[], resume: () => void, statusText: string): boolean {
    if (status < 200) return true;
    const { response, traceId } = this.#needs;
    this.status = status;
    this.contentType = valueOf(raw, "content-type");
    this.encoding = valueOf(raw, "content-encoding");
    const streams = this.streams;
    const added = ["x-gaffe-trace-id", traceId];
    if (streams && valueOf(raw, "x-accel-buffering") === undefined) added.push("x-accel-buffering", "no");
    response.sendDate = false;
    if (this.#needs.withoutUsage && streams && this.encoding === undefined) this.#filter = createUsageFilter();
    const headers = answerHeaders(raw, added);
    response.writeHead(status, statusText, this.#filter ? withoutLength(headers) : headers);
    response.on("drain", resume);
    // A stream whose first event is slow still shows its headers at once.
    process.nextTick(flushIfIdle, response, this);
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.firstByteAt ??= this.#needs.now();
    this.#last = chunk;
    this.tee.add(chunk);
    const { response } = this.#needs;
    if (!this.#filter) return response.write(chunk);
    const passed = this.#filter.add(chunk);
    return passed.length === 0 ? !response.writableNeedDrain : response.write(passed);
  }

  onComplete(trailers: string[] | null): void {
    const { response } = this.#needs;
    if (trailers && trailers.length > 0 && !response.hasHeader("content-length")) addTrailers(response, trailers);
    this.#finish({ kind: "answered" });
    response.end(this.#filter?.rest());
  }

  onError(error: Error): void {
    if (this.#clientGone) return this.#finish({ kind: "cancelled" });
    const { response, api, traceId } = this.#needs;
    if (!response.headersSent) {
      const own = beforeAnswer(error);
      this.#finish({ kind: "broken", code: own.code, message: own.message, status: own.status });
      response.setHeader("x-gaffe-trace-id", traceId);
      return refuse(response, own, traceId);
    }
    const { code, message } = midAnswer(error);
    this.#finish({ kind: "broken", code, message });
    if (!this.streams || this.encoding !== undefined) return void response.destroy();
    const held = this.#filter?.rest();
    if (held) response.write(held);
    const event = `${endsEvent(this.#last) ? "" : "\n\n"}${errorEvent(api, code, message)}`;
    const giveUp = setTimeout(() => response.destroy(), 5_000).unref();
    response.write(event, () => {
      clearTimeout(giveUp);
      response.destroy();
    });
  }

  get streams(): boolean {
    return this.contentType?.startsWith("text/event-stream") === true;
  }

  #clientClosed(): void {
    if (this.#ended) return;
    this.#clientGone = true;
    this.#abort?.(clientGone);
    // undici says nothing about a request that still waits for its connection.
    this.#finish({ kind: "cancelled" });
  }

  #finish(end: Outcome): void {
    if (this.#ended) return;
    this.#ended = true;
    this.tee.release();
    this.#needs.done(this, end);
  }
}

/** The answer gets shorter than the provider said. */
const withoutLength = (headers: readonly string[]) =>
  headers.filter((_, index) => headers[index - (index % 2)]!.toLowerCase() !== "content-length");

const clientGone = new Error("the client closed the connection");

function flushIfIdle(response: ServerResponse, relay: Relay): void {
  if (relay.firstByteAt === undefined && !response.writableEnded && !response.destroyed) response.flushHeaders();
}

function addTrailers(response: ServerResponse, raw: readonly (Buffer | string)[]): void {
  const pairs: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) pairs.push([String(raw[index]), String(raw[index + 1])]);
  response.addTrailers(pairs);
}

const endsEvent = (last: Buffer | undefined) =>
  last === undefined || /(\n\n|\r\r|\r\n\r\n)$/.test(last.toString("latin1", Math.max(0, last.length - 4)));

/** What the client is told when no answer had begun. The cause is named by its code, never by its text. */
function beforeAnswer(error: Error): OwnError {
  const code = codeOf(error);
  switch (code) {
    case "GAFFE_ADDRESS_REFUSED":
      return ownError("upstream_not_allowed", "this upstream leads to an address that may not be connected to");
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
      return ownError("upstream_unreachable", `the provider cannot be reached (${code})`);
  }
}

function midAnswer(error: Error): { code: string; message: string } {
  if (codeOf(error) === "UND_ERR_BODY_TIMEOUT") {
    return { code: "stream_idle_timeout", message: "the provider sent nothing for too long; the answer is incomplete" };
  }
  return { code: "stream_interrupted", message: "the provider closed the connection; the answer is incomplete" };
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined && error instanceof AggregateError) return codeOf(error.errors[0] as Error);
  return code ?? error.name;
}
