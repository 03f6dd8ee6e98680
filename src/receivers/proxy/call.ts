import type { ProjectId } from "../../domain/ids.ts";
import type { Api } from "./endpoints.ts";

/** How a forwarded call ended, as its span tells it. */
export type Outcome =
  | { readonly kind: "answered" }
  | { readonly kind: "cancelled" }
  /** It broke: before an answer began (then `status` is what the client got from us) or in the middle of one. */
  | { readonly kind: "broken"; readonly code: string; readonly message: string; readonly status?: number };

/** Bytes kept for the record: references to the very buffers that were forwarded. */
export interface Kept {
  readonly chunks: readonly Uint8Array[];
  /** Bytes that were forwarded but not kept, between the last but one chunk and the last. */
  readonly lost: number;
}

/** One forwarded call after its end: all that its span is made from. */
export interface FinishedCall {
  readonly projectId: ProjectId;
  readonly api: Api;
  readonly providerName: string;
  /** Origin of the upstream, for server.address and server.port. */
  readonly origin: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** Unix milliseconds with fractions. */
  readonly startedAt: number;
  readonly firstByteAt?: number;
  readonly endedAt: number;
  readonly request: Kept;
  readonly requestEncoding?: string;
  readonly response: Kept;
  readonly responseEncoding?: string;
  readonly responseType?: string;
  /** Absent: no answer came. */
  readonly status?: number;
  readonly outcome: Outcome;
  readonly session?: string;
  readonly user?: string;
  readonly tags?: string;
  readonly environment?: string;
  readonly release?: string;
  /** Must not be in anything that is kept. */
  readonly secrets: readonly string[];
}

/** Takes finished calls without ever throwing, blocking or being waited for. */
export interface CallRecorder {
  record(call: FinishedCall): void;
  /** False while what is handed in would be lost (for callers that prefer to refuse the call). */
  canRecord(): boolean;
  close(): Promise<void>;
}

/**
 * Collects what passes by, up to a limit: the beginning and, because token counts and finish reasons come last, the
 * newest bytes.
 */
export class Tee {
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #lost = 0;
  #tail: Buffer | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    if (this.#lost === 0 && this.#bytes + chunk.length <= this.#limit) {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      return;
    }
    const room = this.#limit - this.#bytes;
    if (room > 0) this.#chunks.push(Buffer.from(chunk.subarray(0, room)));
    this.#bytes += Math.max(room, 0);
    this.#lost += chunk.length - Math.max(room, 0);
    const rest = chunk.subarray(Math.max(room, 0));
    const joined = this.#tail ? Buffer.concat([this.#tail, rest.subarray(-tailBytes)]) : rest;
    this.#tail = Buffer.from(joined.subarray(-tailBytes));
  }

  get kept(): Kept {
    if (!this.#tail) return { chunks: this.#chunks, lost: 0 };
    return { chunks: [...this.#chunks, this.#tail], lost: this.#lost - this.#tail.length };
  }
}

const tailBytes = 16_384;
