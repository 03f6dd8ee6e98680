import type { Loose } from "../../../lib/loose-json.ts";

/** A part of a message as the OpenTelemetry GenAI conventions spell it (gen_ai.input.messages, JSON). */
export type OtelPart = { readonly type: string; readonly [key: string]: unknown };

export interface OtelMessage {
  readonly role: string;
  readonly name?: string;
  readonly parts: readonly OtelPart[];
}

export interface OtelTool {
  readonly type: string;
  readonly name: string;
  readonly description?: string;
  readonly parameters?: unknown;
}

export interface RequestReading {
  readonly model?: string | undefined;
  readonly stream?: boolean | undefined;
  readonly system?: readonly OtelPart[] | undefined;
  readonly input: readonly OtelMessage[];
  readonly tools: readonly OtelTool[];
  readonly toolChoice?: unknown;
  /** `gen_ai.request.*` and its kin, by attribute name; what is undefined was not said. */
  readonly params: Readonly<Record<string, number | boolean | string | readonly string[] | undefined>>;
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  readonly metadata?: Loose | undefined;
}

export interface ResponseReading {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly output: readonly OtelMessage[];
  /** In the provider's words. */
  readonly finishReasons: readonly string[];
  readonly usage: UsageReading;
}

/** `input` includes cached tokens, `output` reasoning, as the conventions want it. */
export interface UsageReading {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** An error inside an answer, wherever the provider puts it. */
export interface ErrorReading {
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly status?: number | undefined;
}

/** What the events of a stream add up to: the same object that the API answers without streaming. */
export interface Assembled {
  readonly response: Loose | undefined;
  readonly error?: Loose | undefined;
  /** The stream came to the end its API defines. */
  readonly ended: boolean;
}

/** One API: how its request, answer and stream are read. */
export interface ExchangeReader {
  readonly operation: "chat" | "text_completion" | "embeddings";
  request(body: Loose): RequestReading;
  response(body: Loose): ResponseReading;
  assemble(events: readonly { readonly event?: string; readonly data: string }[]): Assembled;
}
