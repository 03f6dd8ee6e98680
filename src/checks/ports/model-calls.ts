import type { Json, Usage } from "../../datapoints/datapoint.ts";
import type { Upstream } from "../../providers/upstream.ts";

/** Where a model is and who pays: all that one call needs besides its words. */
export interface ModelPlace {
  readonly upstream: Upstream;
  /** `gen_ai.provider.name`. */
  readonly providerName: string;
  /** As the provider names it. */
  readonly model: string;
  /** Absent where the upstream takes none. */
  readonly key?: string;
}

/** A message as OpenAI's Chat Completions spell it. */
export type ChatMessageJson = { readonly role: string; readonly content: Json; readonly [key: string]: Json };

export interface ModelCall {
  readonly place: ModelPlace;
  readonly messages: readonly ChatMessageJson[];
  readonly tools?: readonly Json[];
  /** Members of the request besides model, messages and tools. */
  readonly params: Readonly<Record<string, Json>>;
  readonly timeoutMs: number;
}

export type ModelReply =
  | {
      readonly kind: "answered";
      readonly text: string;
      /** Arguments parsed where they are JSON. */
      readonly toolCalls: readonly { readonly name: string; readonly parameters: Json }[];
      readonly refusal?: string;
      readonly finishReason?: string;
      readonly responseModel?: string;
      readonly responseId?: string;
      readonly usage: Usage;
    }
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly status?: number;
      readonly code?: string;
      readonly providerType?: string;
      /** The same call may go through later: too many at once, no answer, a failure on the provider's side. */
      readonly isPassing: boolean;
      /** The provider's own wish. */
      readonly retryAfterMs?: number;
    };

/**
 * One chat call of ours to a provider, without streaming, translated where the provider speaks another API; guarded where
 * it connects, no redirects. Resolves whatever the provider does; rejects only when the signal was aborted.
 */
export type CallModel = (call: ModelCall, signal: AbortSignal) => Promise<ModelReply>;
