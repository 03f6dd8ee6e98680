import type { ProjectId } from "../platform/ids.ts";
import type { Api } from "./endpoints.ts";

/** How a forwarded call ended, as recorded in its span. */
export type Outcome =
  | { readonly kind: "answered" }
  | { readonly kind: "cancelled" }
  /**
   * It failed before a response started (then `status` is what the proxy sent to the client) or in the middle of
   * one.
   */
  | { readonly kind: "broken"; readonly code: string; readonly message: string; readonly status?: number };

/** Bytes retained for the record: references to the forwarded buffers. */
export interface RecordedBytes {
  readonly chunks: readonly Uint8Array[];
  /** Number of forwarded bytes that were not retained, between the last two chunks. */
  readonly lost: number;
  /** The complete text, where it is already decoded; there are no chunks then. */
  readonly text?: string;
}

/** A finished call: everything that its span is created from. */
export interface FinishedCall {
  readonly projectId: ProjectId;
  readonly api: Api;
  readonly providerName: string;
  readonly server: { readonly address: string; readonly port: number };
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  /** Unix milliseconds with fractions. */
  readonly startedAt: number;
  readonly firstByteAt?: number | undefined;
  readonly endedAt: number;
  readonly request: RecordedBytes;
  readonly requestEncoding?: string | undefined;
  readonly response: RecordedBytes;
  readonly responseEncoding?: string | undefined;
  readonly responseType?: string | undefined;
  /** Absent when no response arrived. */
  readonly status?: number | undefined;
  readonly outcome: Outcome;
  readonly session?: string | undefined;
  readonly user?: string | undefined;
  readonly tags?: string | undefined;
  readonly service?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  /** The header `x-gaffe-origin`: `judge` for calls of Gaffe's own judges. */
  readonly madeBy?: string | undefined;
  /** The header `x-stainless-retry-count` of OpenAI's and Anthropic's clients: the number of earlier attempts. */
  readonly retries?: string | undefined;
  /** Values that must not be stored anywhere. */
  readonly secrets: readonly string[];
}

/** Records finished calls; never throws, never blocks. */
export interface CallRecorder {
  record(call: FinishedCall): void;
  /** Returns false while a call would be lost, for projects that prefer to refuse such calls. */
  canRecord(project: ProjectId): boolean;
  /** Returns when a project over its quota may send again, in seconds; undefined when it is within its quota. */
  secondsUntilQuota(project: ProjectId): number | undefined;
  close(): Promise<void>;
}

/**
 * Collects a response up to a limit: the beginning and, because token counts and finish reasons come last, the
 * newest bytes. Chunks are retained by reference; nothing is copied during the response.
 */
export class Tee {
  readonly #limit: number;
  readonly #budget: RecordingBudget;
  readonly #head: Buffer[] = [];
  #room: number;
  #lost = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;

  constructor(limit: number, budget: RecordingBudget = { left: limit }) {
    this.#limit = limit;
    this.#budget = budget;
    this.#room = limit;
  }

  add(chunk: Buffer): void {
    if (chunk.length <= this.#room && chunk.length <= this.#budget.left) {
      this.#budget.left -= chunk.length;
      this.#room -= chunk.length;
      this.#head.push(chunk);
      return;
    }
    this.#room = 0;
    if (this.#limit === 0) return void (this.#lost += chunk.length);
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    while (this.#tailBytes - this.#tail[0]!.length >= newestBytes) this.#dropOldest();
  }

  /** Returns its share of the budget, once; from then on, another component bounds the chunks. */
  release(): void {
    for (const { length } of this.#head) this.#budget.left += length;
  }

  get recorded(): RecordedBytes {
    if (this.#tail.length === 0) return { chunks: this.#head, lost: this.#lost };
    return { chunks: [...this.#head, Buffer.concat(this.#tail)], lost: this.#lost };
  }

  #dropOldest(): void {
    const oldest = this.#tail.shift()!;
    this.#tailBytes -= oldest.length;
    this.#lost += oldest.length;
  }
}

/**
 * Bytes that all responses in progress may retain together; when none are left, a response retains only its end.
 */
export interface RecordingBudget {
  left: number;
}

const newestBytes = 16_384;
