import type { ServerResponse } from "node:http";
import { type Dispatcher, errors } from "undici";
import { type Outcome, type RecordingBudget, Tee } from "../call.ts";
import type { Api } from "../endpoints.ts";
import { errorEvent, type OwnError, refuse } from "../errors.ts";
import { inflate } from "../inflate.ts";
import type { AnswerHead, Rewriter, Rewriting, Rewritten } from "../rewriting.ts";
import { answerHeaders, headerTexts, valueOf, withoutHeaders } from "./headers.ts";
import { pageProtection } from "./page-headers.ts";
import type { TimeoutTarget } from "./timeout-sweep.ts";
import { beforeAnswer, midAnswer, ShuttingDown } from "./upstream-failures.ts";

export interface RelayDependencies {
  readonly response: ServerResponse;
  readonly api: Api;
  readonly traceId: string;
  readonly maxRecordedResponseBytes: number;
  readonly budget: RecordingBudget;
  /** Absent: every byte is forwarded unchanged. */
  readonly rewriting?: Rewriting | undefined;
  /** Max bytes of a response that is rewritten as a whole. */
  readonly maxWholeBytes: number;
  readonly firstByteTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly now: () => number;
  readonly done: (relay: Relay, end: Outcome) => void;
}

/**
 * Forwards one response from the upstream to the client, byte for byte and no faster than the client reads. When
 * the client disconnects, the upstream is aborted immediately. When the upstream fails, the client gets an error
 * status if none was sent, or a last event of the stream, and the connection never ends cleanly.
 */
/** A provider's answer that is translated is held in memory. */
const maxInflatedBytes = 64 * 2 ** 20;

export class Relay implements Dispatcher.DispatchHandler, TimeoutTarget {
  readonly tee: Tee;
  status: number | undefined;
  contentType: string | undefined;
  encoding: string | undefined;
  firstByteAt: number | undefined;
  readonly #needs: RelayDependencies;
  #abort: ((reason?: Error) => void) | undefined;
  #clientGone = false;
  #ended = false;
  #last: Buffer | undefined;
  /** The whole body, where it arrived in one piece: it is sent together with the end. */
  #only: Buffer | undefined;
  #declaredLength: number | undefined;
  /** Sweeps without data from the upstream, whether it is silent or the client isn't reading. */
  #silentSweeps = 0;
  #rewriter: Rewriter | undefined;
  #whole:
    | {
        readonly head: readonly string[];
        readonly statusText: string;
        readonly encoding: string | undefined;
        readonly chunks: Buffer[];
        bytes: number;
      }
    | undefined;

  constructor(dependencies: RelayDependencies) {
    this.#needs = dependencies;
    this.tee = new Tee(dependencies.maxRecordedResponseBytes, dependencies.budget);
    dependencies.response.on("close", () => this.#clientClosed());
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort;
    this.#silentSweeps = 0;
    if (this.#clientGone) abort(clientGone);
  }

  onHeaders(status: number, bytes: Buffer[], resume: () => void, statusText: string): boolean {
    if (status < 200) return true;
    this.#silentSweeps = 0;
    const { response, traceId, rewriting } = this.#needs;
    const raw = headerTexts(bytes);
    this.status = status;
    this.contentType = valueOf(raw, "content-type");
    this.encoding = valueOf(raw, "content-encoding");
    response.sendDate = false;
    const added = ["x-gaffe-trace-id", traceId, ...pageProtection];
    if (rewriting) return this.#beginRewriting(rewriting, { raw, added, resume, statusText });
    this.#writeHead(raw, added, resume, statusText);
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.firstByteAt ??= this.#needs.now();
    const { response } = this.#needs;
    const rewriter = this.#rewriter;
    this.#silentSweeps = 0;
    if (!rewriter) {
      this.#last = chunk;
      this.tee.add(chunk);
      if (chunk.length !== this.#declaredLength) return response.write(chunk);
      this.#only = chunk;
      return true;
    }
    if (rewriter.kind === "whole") return this.#hold(chunk);
    return this.#rewritten(() => rewriter.add(chunk)) && !response.writableNeedDrain;
  }

  onComplete(trailers: string[] | null): void {
    const { response } = this.#needs;
    const rewriter = this.#rewriter;
    if (rewriter?.kind === "whole") return this.#completeWhole(rewriter);
    if (rewriter?.kind === "pieces") {
      const last = rewriter.end();
      if (!last) return this.onError(new Error("the stream ended before its end"));
      this.#pass(last);
    } else if (trailers && trailers.length > 0 && !response.hasHeader("content-length"))
      addTrailers(response, trailers);
    // The response is sent first: the client does not wait for its recording.
    response.end(this.#only);
    this.#finish({ kind: "answered" });
  }

  sweep(everyMs: number): void {
    const { response, firstByteTimeoutMs, idleTimeoutMs } = this.#needs;
    if (response.writableNeedDrain) this.#silentSweeps = 0;
    const silentMs = this.#silentSweeps++ * everyMs;
    const isWaiting = this.status === undefined;
    if (silentMs < (isWaiting ? firstByteTimeoutMs : idleTimeoutMs)) return;
    this.#abort?.(isWaiting ? new errors.HeadersTimeoutError() : new errors.BodyTimeoutError());
  }

  interrupt(): void {
    this.#abort?.(new ShuttingDown());
  }

  onError(error: Error): void {
    if (this.#clientGone) return this.#finish({ kind: "cancelled" });
    const { response, api } = this.#needs;
    if (!response.headersSent) return this.#refuse(beforeAnswer(error));
    const { code, message } = midAnswer(error);
    this.#finish({ kind: "broken", code, message });
    if (!this.streams || this.encoding !== undefined) return void response.destroy();
    const buffered = this.#rewriter?.kind === "pieces" ? this.#rewriter.buffered() : undefined;
    if (buffered && buffered.length > 0) {
      this.#last = buffered;
      response.write(buffered);
    }
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

  #writeHead(raw: readonly string[], added: string[], resume: () => void, statusText: string): void {
    const { response } = this.#needs;
    const { streams } = this;
    if (streams && valueOf(raw, "x-accel-buffering") === undefined) added.push("x-accel-buffering", "no");
    else this.#declaredLength = Number(valueOf(raw, "content-length"));
    response.writeHead(this.status!, statusText, answerHeaders(raw, added));
    response.on("drain", resume);
    // Sends the headers of a stream immediately even if its first event is slow.
    if (streams) process.nextTick(flushIfIdle, response, this);
  }

  #beginRewriting(rewriting: Rewriting, from: HeadOnTheWay): boolean {
    const { raw, added, resume, statusText } = from;
    const [status, contentType, encoding] = [this.status!, this.contentType, this.encoding];
    const head: AnswerHead = { status, contentType, encoding, header: (name) => valueOf(raw, name) };
    const rewriter = rewriting.begin(head);
    added.push(...rewriting.headers);
    if (!rewriter) {
      this.#writeHead(raw, added, resume, statusText);
      return true;
    }
    this.#rewriter = rewriter;
    const rewrittenType = rewriter.contentType;
    if (rewrittenType !== undefined) {
      this.contentType = rewrittenType;
      this.encoding = undefined;
      added.push("content-type", rewrittenType);
    }
    const changed = ["content-length", ...(rewrittenType === undefined ? [] : ["content-type", "content-encoding"])];
    const remaining = withoutHeaders(raw, changed);
    if (rewriter.kind === "pieces") this.#writeHead(remaining, added, resume, statusText);
    else this.#whole = { head: [...answerHeaders(remaining, added)], statusText, encoding, chunks: [], bytes: 0 };
    return true;
  }

  #hold(chunk: Buffer): boolean {
    const whole = this.#whole!;
    whole.bytes += chunk.length;
    if (whole.bytes <= this.#needs.maxWholeBytes) whole.chunks.push(chunk);
    else this.#abort?.(new Error("the answer is larger than what can be translated"));
    return true;
  }

  #completeWhole(rewriter: Extract<Rewriter, { kind: "whole" }>): void {
    const { encoding, chunks } = this.#whole!;
    const bytes = Buffer.concat(chunks);
    if (encoding === undefined) return this.#sendWhole(rewriter, bytes);
    void inflate(bytes, encoding, maxInflatedBytes).then((plain) => {
      if (!this.#ended) this.#sendWhole(rewriter, Buffer.isBuffer(plain) ? plain : Buffer.alloc(0));
    });
  }

  #sendWhole(rewriter: Extract<Rewriter, { kind: "whole" }>, bytes: Buffer): void {
    const { response } = this.#needs;
    const { head, statusText } = this.#whole!;
    const body = rewriter.rewrite(bytes);
    if (!Buffer.isBuffer(body)) return this.#refuse(body);
    this.tee.add(body);
    response.writeHead(this.status!, statusText, [...head, "content-length", String(body.length)]);
    response.end(body);
    this.#finish({ kind: "answered" });
  }

  /** Returns false, and ends the response, when the provider's bytes cannot be read. */
  #rewritten(make: () => Rewritten): boolean {
    try {
      this.#pass(make());
      return true;
    } catch (thrown) {
      this.#abort?.(thrown as Error);
      return false;
    }
  }

  #pass({ shown, recorded }: Rewritten): void {
    if (recorded.length > 0) this.tee.add(recorded);
    if (shown.length === 0) return;
    this.#last = shown;
    this.#needs.response.write(shown);
  }

  #refuse(own: OwnError): void {
    const { response, traceId } = this.#needs;
    this.#finish({ kind: "broken", code: own.code, message: own.message, status: own.status });
    response.setHeader("x-gaffe-trace-id", traceId);
    refuse(response, own, traceId);
  }

  #clientClosed(): void {
    if (this.#ended) return;
    this.#clientGone = true;
    this.#abort?.(clientGone);
    // undici does not report the abort of a request that still waits for its connection.
    this.#finish({ kind: "cancelled" });
  }

  #finish(end: Outcome): void {
    if (this.#ended) return;
    this.#ended = true;
    this.tee.release();
    this.#needs.done(this, end);
  }
}

interface HeadOnTheWay {
  readonly raw: readonly string[];
  readonly added: string[];
  readonly resume: () => void;
  readonly statusText: string;
}

const clientGone = new Error("the client closed the connection");

function flushIfIdle(response: ServerResponse, relay: Relay): void {
  if (relay.firstByteAt === undefined && !response.writableEnded && !response.destroyed) response.flushHeaders();
}

function addTrailers(response: ServerResponse, raw: readonly string[]): void {
  const pairs: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) pairs.push([String(raw[index]), String(raw[index + 1])]);
  response.addTrailers(pairs);
}

const endsEvent = (last: Buffer | undefined) =>
  last === undefined || /(\n\n|\r\r|\r\n\r\n)$/.test(last.toString("latin1", Math.max(0, last.length - 4)));
