import type { ProjectId } from "../platform/ids.ts";
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
  /** All of it as a text, where it was made one already; there are no chunks then. */
  readonly text?: string;
}

/** One forwarded call after its end: all that its span is made from. */
export interface FinishedCall {
  readonly projectId: ProjectId;
  readonly api: Api;
  readonly providerName: string;
  /** The upstream. */
  readonly server: { readonly address: string; readonly port: number };
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  /** Unix milliseconds with fractions. */
  readonly startedAt: number;
  readonly firstByteAt?: number | undefined;
  readonly endedAt: number;
  readonly request: Kept;
  readonly requestEncoding?: string | undefined;
  readonly response: Kept;
  readonly responseEncoding?: string | undefined;
  readonly responseType?: string | undefined;
  /** Absent: no answer came. */
  readonly status?: number | undefined;
  readonly outcome: Outcome;
  readonly session?: string | undefined;
  readonly user?: string | undefined;
  readonly tags?: string | undefined;
  readonly service?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  /** The header `x-gaffe-origin`: `judge` for calls of our own judges. */
  readonly madeBy?: string | undefined;
  /** The header `x-stainless-retry-count` of OpenAI's and Anthropic's clients: tries before this one. */
  readonly retries?: string | undefined;
  /** Must not be in anything that is kept. */
  readonly secrets: readonly string[];
}

/** Takes finished calls without ever throwing, blocking or being waited for. */
export interface CallRecorder {
  record(call: FinishedCall): void;
  /** False while what is handed in would be lost (for callers that prefer to refuse the call). */
  canRecord(project: ProjectId): boolean;
  close(): Promise<void>;
}

/**
 * Collects what passes by, up to a limit: the beginning and, because token counts and finish reasons come last, the
 * newest bytes. Chunks are kept by reference; nothing is copied while the answer is under way.
 */
export class Tee {
  readonly #limit: number;
  readonly #budget: KeepBudget;
  readonly #head: Buffer[] = [];
  #room: number;
  #lost = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;

  constructor(limit: number, budget: KeepBudget = { left: limit }) {
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

  /** Gives back what it took of the budget, once; the chunks are somebody else's to bound from then on. */
  release(): void {
    for (const { length } of this.#head) this.#budget.left += length;
  }

  get kept(): Kept {
    if (this.#tail.length === 0) return { chunks: this.#head, lost: this.#lost };
    return { chunks: [...this.#head, Buffer.concat(this.#tail)], lost: this.#lost };
  }

  #dropOldest(): void {
    const oldest = this.#tail.shift()!;
    this.#tailBytes -= oldest.length;
    this.#lost += oldest.length;
  }
}

/** Bytes that all answers under way may keep together; an answer that finds none left keeps only its end. */
export interface KeepBudget {
  left: number;
}

const newestBytes = 16_384;
