import type { Json, Usage } from "../datapoint.ts";

/** What is known of a model call besides what was said. */
export interface CallFacts {
  readonly provider?: string;
  readonly requestModel?: string;
  readonly responseModel?: string;
  readonly responseId?: string;
  readonly usage?: Usage;
  /** Tool definitions that the model was given, and settings, as OpenAI spells them. */
  readonly tools?: readonly Json[];
  readonly params?: Readonly<Record<string, Json>>;
  readonly finishReason?: string;
  /** What the provider's error says of itself: the error table types it. */
  readonly failure?: { readonly status?: number; readonly code?: string; readonly providerType?: string };
  /** How often it took; absent: once. */
  readonly attempts?: number;
}
