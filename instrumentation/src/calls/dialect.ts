import type { Loose } from "./loose.ts";
import type { Message, Part, Tool } from "./message.ts";

export type Attribute = string | number | boolean | readonly string[];

/** What was asked of a model. What is undefined was not said. */
export interface Asked {
  readonly model?: string | undefined;
  readonly stream?: boolean | undefined;
  readonly system?: readonly Part[] | undefined;
  readonly input: readonly Message[];
  readonly tools?: readonly Tool[] | undefined;
  readonly toolChoice?: unknown;
  /** `gen_ai.request.*` and its kin, by attribute name. */
  readonly params?: Readonly<Record<string, Attribute | undefined>> | undefined;
  readonly user?: string | undefined;
  readonly session?: string | undefined;
}

/** What the model answered. */
export interface Answered {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly output: readonly Message[];
  /** In the provider's words. */
  readonly finishReasons: readonly string[];
  readonly usage: Usage;
}

/** Token counts. `input` includes cached tokens, `output` reasoning, as the conventions want it. */
export interface Usage {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** What the events of a stream add up to: the same object that the API answers without streaming. */
export interface Assembled {
  readonly reply: Loose | undefined;
  /** An error that was told inside the stream. */
  readonly error?: unknown;
  /** The stream came to the end its API defines; where it defines none, whoever reads to its end has read it. */
  readonly ended: boolean | "by_returning";
}

export interface Assembly {
  add(event: Loose): void;
  result(): Assembled;
}

/** One API: how its request, answer and stream are read. Reads by shape, changes nothing that it is given. */
export interface Dialect {
  readonly operation: "chat" | "text_completion" | "embeddings" | "generate_content";
  asked(request: Loose): Asked;
  answered(reply: Loose): Answered;
  assemble(): Assembly;
}

/** Of APIs that do not stream. */
export const noStream = (): Assembly => ({ add: () => undefined, result: () => ({ reply: undefined, ended: true }) });
