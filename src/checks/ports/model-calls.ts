import type { Usage } from "../../datapoints/index.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Upstream } from "../../providers/index.ts";

/** A model's endpoint and account: everything that a call needs except its messages. */
export interface ModelLocation {
  readonly upstream: Upstream;
  /** `gen_ai.provider.name`. */
  readonly providerName: string;
  readonly model: string;
  /** Absent if the upstream needs none. */
  readonly key?: string;
}

/** A message in the format of OpenAI's Chat Completions. */
export type ChatMessageJson = { readonly role: string; readonly content: Json; readonly [key: string]: Json };

export interface ModelCall {
  readonly location: ModelLocation;
  readonly messages: readonly ChatMessageJson[];
  readonly tools?: readonly Json[];
  /** Members of the request except model, messages and tools. */
  readonly params: Readonly<Record<string, Json>>;
  readonly timeoutMs: number;
}

export type ModelReply =
  | {
      readonly kind: "answered";
      readonly text: string;
      /** Arguments are parsed if they are JSON. */
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
      /** Whether a retry may succeed: rate limited, no response, or a failure of the provider. */
      readonly isPassing: boolean;
      /** The wait that the provider requested. */
      readonly retryAfterMs?: number;
    };

/**
 * Makes one chat call to a provider, without streaming, translated if the provider has another API.
 * Connections are guarded and redirects are not followed. Resolves whatever the provider does; rejects only if
 * the signal is aborted.
 */
export type CallModel = (call: ModelCall, signal: AbortSignal) => Promise<ModelReply>;
